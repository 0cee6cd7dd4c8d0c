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

/**
 * The network of a client: the first bytes of its address. The default is the network of one client, which is the IPv4
 * address or the first 64 bits of the IPv6 address.
 */
export function networkOf(address: string, prefix = { ipv4: 4, ipv6: 8 }): string {
  const bytes = ipaddr.process(address).toByteArray()
  return bytes.slice(0, bytes.length === 4 ? prefix.ipv4 : prefix.ipv6).join('.')
}
