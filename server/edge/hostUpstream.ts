import { Readable } from 'node:stream'
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
  /** The complete body, or a stream when it is longer than `maxWholeBytes`. */
  body: Buffer | Readable
}

/** The size up to which a response is passed on as a whole, in bytes. One that is cut off is then no response. */
const maxWholeBytes = 64 * 1024

/** Sends a request to the host, in this process or over the network. */
export type Upstream = (request: HostRequest) => Promise<HostResponse>

/** The `user-agent` of a request without a browser's. Firewalls refuse requests without one. */
export const edgeUserAgent = 'Statecast'

/** Whether requests to a host leave this machine without encryption. */
export const isUnencrypted = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

/** Receives a response. Most responses are small, and a stream for each of them is measurable work. */
function createHandler(
  signal: AbortSignal | undefined,
  { resolve, reject }: { resolve: (response: HostResponse) => void; reject: (error: Error) => void },
): Dispatcher.DispatchHandler {
  const chunks: Buffer[] = []
  let bytes = 0
  let head: Omit<HostResponse, 'body'> = { status: 0, headers: {} }
  let stream: Readable | undefined
  let abort: (() => void) | undefined
  const stopListening = () => {
    if (abort) signal?.removeEventListener('abort', abort)
  }
  return {
    onRequestStart(controller) {
      abort = () => controller.abort(new Error('aborted'))
      if (signal?.aborted) abort()
      else signal?.addEventListener('abort', abort)
    },
    onResponseStart(_, status, headers) {
      // The head of an informational response is replaced by the one that follows.
      head = { status, headers }
    },
    onResponseData(controller, chunk) {
      if (stream) {
        if (!stream.push(chunk)) controller.pause()
        return
      }
      chunks.push(chunk)
      bytes += chunk.byteLength
      if (bytes <= maxWholeBytes) return
      stream = new Readable({
        read: () => controller.resume(),
        destroy(error, done) {
          controller.abort(error ?? new Error('aborted'))
          done(error)
        },
      })
      for (const each of chunks.splice(0)) stream.push(each)
      resolve({ ...head, body: stream })
    },
    onResponseEnd() {
      stopListening()
      if (stream) stream.push(null)
      else resolve({ ...head, body: Buffer.concat(chunks) })
    },
    onResponseError(_, error) {
      stopListening()
      if (stream) stream.destroy(error)
      else reject(error)
    },
  }
}

/**
 * The host at HOST_URL. Reads share a pool of connections, with an idle timeout shorter than the host's. A write opens a
 * connection of its own, so that it cannot fail on one that the host has just closed and no other request can follow it
 * there; the TLS session is reused. No request is repeated.
 */
export function createHostUpstream(base: URL, connections = 128): Upstream & { close(): Promise<void> } {
  const connect = buildConnector({ timeout: 10_000 })
  const pool = new Pool(base.origin, { connect, connections, keepAliveTimeout: 4_000 })
  const prefix = base.pathname.replace(/\/+$/, '')

  const send: Upstream = ({ target, signal, body = null, ...request }) => {
    const headers = { 'user-agent': edgeUserAgent, ...request.headers }
    const isRead = request.method === 'GET'
    const dispatcher: Dispatcher = isRead ? pool : new Client(base.origin, { connect })
    return new Promise((resolve, reject) => {
      dispatcher.dispatch(
        { ...request, headers, path: prefix + target, body },
        createHandler(signal, { resolve, reject }),
      )
      // Closes the connection after the response.
      if (!isRead) void dispatcher.close()
    })
  }
  return Object.assign(send, { close: () => pool.close() })
}

/** A host in this process: the sandbox, at the origin of the edge. It has no timeouts, because no network is involved. */
export function createLocalUpstream(fetch: (request: Request) => Promise<Response>): Upstream {
  return async ({ target, method, headers, body: sent = null, signal = null }) => {
    const origin = `${headers['x-forwarded-proto'] ?? 'http'}://${headers['x-forwarded-host'] ?? 'localhost'}`
    const response = await fetch(new Request(new URL(target, origin), { method, headers, body: sent, signal }))
    const body = Buffer.from(await response.arrayBuffer())
    return { status: response.status, headers: Object.fromEntries(response.headers), body }
  }
}
