import { Readable } from 'node:stream'
import { type ReadableStream as NodeReadableStream } from 'node:stream/web'
import { type Operation } from '../../openapi/operations.ts'
import { buildConnector, Client, Pool, type Dispatcher } from 'undici'

/** A request to the host, which the edge has written. */
export interface HostRequest {
  method: Operation['method']
  /** Path and query. */
  target: string
  headers: Readonly<Record<string, string>>
  body?: Uint8Array<ArrayBuffer>
  /** Timeouts in ms: until the response headers, and between two chunks of the response. */
  headersTimeout: number
  bodyTimeout: number
  signal?: AbortSignal | undefined
}

export interface HostResponse {
  status: number
  headers: Readonly<Record<string, string | readonly string[] | undefined>>
  body: Readable
}

/** Sends a request to the host, in this process or over the network. */
export type Upstream = (request: HostRequest) => Promise<HostResponse>

/** The `user-agent` of a request without a browser's. Firewalls refuse requests without one. */
export const edgeUserAgent = 'Statecast'

/**
 * The host at HOST_URL. Reads share a pool of connections, with an idle timeout shorter than the host's. A write opens a
 * connection of its own, so that it cannot fail on one that the host has just closed and no other request can follow it
 * there; the TLS session is reused. No request is repeated.
 */
export function createHostUpstream(base: URL, connections = 128): Upstream & { close(): Promise<void> } {
  const connect = buildConnector({ timeout: 10_000 })
  const pool = new Pool(base.origin, { connect, connections, keepAliveTimeout: 4_000 })
  const prefix = base.pathname.replace(/\/+$/, '')

  const send: Upstream = async ({ target, body = null, ...request }) => {
    const headers = { 'user-agent': edgeUserAgent, ...request.headers }
    const isRead = request.method === 'GET'
    const dispatcher: Dispatcher = isRead ? pool : new Client(base.origin, { connect })
    const response = await dispatcher.request({ ...request, headers, path: prefix + target, body }).finally(() => {
      // Closes the connection after the response.
      if (!isRead) void dispatcher.close()
    })
    return { status: response.statusCode, headers: response.headers, body: response.body }
  }
  return Object.assign(send, { close: () => pool.close() })
}

/** A host in this process: the sandbox, at the origin of the edge. It has no timeouts, because no network is involved. */
export function createLocalUpstream(fetch: (request: Request) => Promise<Response>): Upstream {
  return async ({ target, method, headers, body = null, signal = null }) => {
    const origin = `${headers['x-forwarded-proto'] ?? 'http'}://${headers['x-forwarded-host'] ?? 'localhost'}`
    const response = await fetch(new Request(new URL(target, origin), { method, headers, body, signal }))
    const stream = response.body as NodeReadableStream<Uint8Array> | null
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: stream === null ? Readable.from([]) : Readable.fromWeb(stream),
    }
  }
}
