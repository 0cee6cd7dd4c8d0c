import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** An address that a load balancer wrote, which may have brackets, a zone and a port. */
function parseAddress(text: string): string | undefined {
  const address = text
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  return isIP(address) === 0 ? undefined : ipaddr.process(address).toString()
}

/**
 * The IP address of the client. Each of the `trustedProxies` proxies in front of the edge appends the address that it
 * sees to `x-forwarded-for`, so the entries further left are the client's own text.
 *
 * @param socketAddress the other end of the connection, which is the client without a proxy
 */
export function clientAddressOf(
  forwardedFor: string | undefined,
  socketAddress: string | undefined,
  trustedProxies: number,
): string {
  const entries = trustedProxies === 0 ? [] : (forwardedFor ?? '').split(',')
  const entry = entries[Math.max(0, entries.length - trustedProxies)] ?? ''
  return parseAddress(entry) ?? parseAddress(socketAddress ?? '') ?? '127.0.0.1'
}

/** The network of one client: the IPv4 address, or the first 64 bits of the IPv6 address. */
export function networkOf(address: string): string {
  const parsed = ipaddr.process(address)
  return 'parts' in parsed ? parsed.parts.slice(0, 4).join(':') : parsed.toString()
}
