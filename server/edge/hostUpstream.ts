import { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { buildConnector, Client, Pool, type Dispatcher } from 'undici'
import { type Upstream } from './relay.ts'

/** Undici has its own timeouts; `relay` sets those of a call. */
const noTimeouts = { headersTimeout: 0, bodyTimeout: 0 }

/**
 * The host at HOST_URL. Reads share a pool of connections, with an idle timeout shorter than the host's. A write opens a
 * connection of its own, so that it cannot fail on one that the host has just closed and no other request can follow it
 * there; the TLS session is reused. No request is repeated.
 */
export function createHostUpstream(base: URL): Upstream & { close(): Promise<void> } {
  const connect = buildConnector({ timeout: 10_000 })
  const pool = new Pool(base.origin, { connect, connections: 64, keepAliveTimeout: 4_000, ...noTimeouts })
  const prefix = base.pathname.replace(/\/+$/, '')

  const send = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url)
    const isRead = request.method === 'GET'
    const dispatcher: Dispatcher = isRead ? pool : new Client(base.origin, { connect, ...noTimeouts })
    const incoming = await dispatcher
      .request({
        path: prefix + pathname + search,
        method: request.method,
        headers: Object.fromEntries(request.headers),
        body: request.body === null ? null : Buffer.from(await request.arrayBuffer()),
        signal: request.signal,
      })
      .finally(() => {
        // Closes the connection after the response.
        if (!isRead) void dispatcher.close()
      })
    const headers = new Headers()
    for (const [name, value] of Object.entries(incoming.headers))
      for (const each of [value].flat()) if (each !== undefined) headers.append(name, each)
    const isEmpty = [204, 205, 304].includes(incoming.statusCode)
    if (isEmpty) await incoming.body.dump()
    // Unlike Readable.toWeb, `from` stops reading when the browser disconnects.
    const body = isEmpty ? null : (NodeReadableStream.from(incoming.body) as ReadableStream<Uint8Array>)
    return new Response(body, { status: incoming.statusCode, headers })
  }
  return Object.assign(send, { close: () => pool.close() })
}
