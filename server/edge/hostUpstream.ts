import http from 'node:http'
import https from 'node:https'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ReadableStream as NodeReadableStream } from 'node:stream/web'
import { type Upstream } from './relay.ts'

/**
 * The host at HOST_URL. It uses node:http because fetch would decompress bodies. Reads reuse connections, with a timeout
 * shorter than the host's. A write opens a new connection, so that it cannot fail on one that the host has just
 * closed. No request is repeated.
 */
export function createHostUpstream(base: URL): Upstream & { close(): void } {
  const module = base.protocol === 'https:' ? https : http
  const agent = new module.Agent({ keepAlive: true, maxFreeSockets: 64, timeout: 4_000 })
  const prefix = base.pathname.replace(/\/+$/, '')

  const send = async (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    return new Promise((resolve, reject) => {
      const outgoing = module.request(
        {
          protocol: base.protocol,
          hostname: base.hostname.replace(/^\[|\]$/g, ''),
          port: base.port,
          path: prefix + url.pathname + url.search,
          method: request.method,
          headers: { ...Object.fromEntries(request.headers), host: base.host },
          agent: isRead ? agent : false,
          signal: request.signal,
        },
        (incoming) => {
          const headers = new Headers()
          for (let at = 0; at + 1 < incoming.rawHeaders.length; at += 2) {
            headers.append(incoming.rawHeaders[at] ?? '', incoming.rawHeaders[at + 1] ?? '')
          }
          const status = incoming.statusCode ?? 502
          const empty = request.method === 'HEAD' || [204, 205, 304].includes(status)
          if (empty) incoming.resume()
          const body = empty ? null : (Readable.toWeb(incoming) as unknown as ReadableStream<Uint8Array>)
          try {
            resolve(new Response(body, { status, headers }))
          } catch (error) {
            reject(error instanceof Error ? error : new Error('The host sent an invalid response'))
          }
        },
      )
      outgoing.on('error', reject)
      if (request.body === null) outgoing.end()
      else {
        const body = Readable.fromWeb(request.body as NodeReadableStream<Uint8Array>)
        pipeline(body, outgoing).catch(reject)
      }
    })
  }
  return Object.assign(send, { close: () => agent.destroy() })
}
