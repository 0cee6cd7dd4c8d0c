import { createHmac, hkdfSync } from 'node:crypto'
import { networkOf } from './clientAddress.ts'

/** One request. The path has no query, because queries contain reset keys and stream tokens. */
export interface LogEntry {
  at: Date
  method: string
  path: string
  /** 499: the client disconnected before the end of the response. */
  status: number
  ms: number
  id: string
  /** For 401 and 429: the keyed hash of the client's network. */
  network?: string
}

export type WriteLog = (entry: LogEntry) => void

export const writeLogEntry: WriteLog = ({ at, method, path, status, ms, id, network }) => {
  process.stdout.write(
    `${JSON.stringify({ at: at.toISOString(), id, method: method.slice(0, 20), path: path.slice(0, 200), status, ms, network })}\n`,
  )
}

/**
 * Returns a function that hashes the network of an address: /24 of IPv4, /48 of IPv6. The same network has the same hash
 * until the secret changes, and nobody without the secret can tell the network from it.
 */
export function createNetworkHash(secret: string): (address: string) => string {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'statecast log v1', 32))
  return (address) =>
    createHmac('sha256', key)
      .update(networkOf(address, { ipv4: 3, ipv6: 6 }))
      .digest('base64url')
      .slice(0, 16)
}
