import { tooLarge, unreachable } from './refusal.ts'

export type Upstream = (request: Request) => Promise<Response>

export interface RelayLimits {
  /** ms until the first byte of an answer to a read, and to a changing call. */
  readMs: number
  changeMs: number
  /** ms between two pieces of an answer. */
  idleMs: number
  /** Bytes of a request's body. */
  bodyBytes: number
}

export const defaultLimits: RelayLimits = {
  readMs: 20_000,
  changeMs: 35_000,
  idleMs: 30_000,
  bodyBytes: 10 * 1024 * 1024,
}

const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

/** Headers without those that belong to one hop only, those that Connection names included. */
export function endToEnd(headers: Headers): Headers {
  const endToEndHeaders = new Headers(headers)
  const connectionHeaders = (headers.get('connection') ?? '').split(',').map((name) => name.trim())
  for (const name of [...hopByHop, ...connectionHeaders])
    if (/^[\w!#$%&'*+.^`|~-]+$/.test(name)) endToEndHeaders.delete(name)
  return endToEndHeaders
}

/** Headers that a host has no business setting through the edge: who may read across origins, and what server it is. */
const droppedResponseHeaders =
  /^(access-control-|cross-origin-|x-frame-options$|x-powered-by$|server$|strict-transport-security$|content-security-policy|alt-svc$|clear-site-data$|report-to$|nel$|link$)/

function responseHeaders(headers: Headers): Headers {
  const allowedHeaders = endToEnd(headers)
  for (const name of [...allowedHeaders.keys()]) if (droppedResponseHeaders.test(name)) allowedHeaders.delete(name)
  return allowedHeaders
}

class BodyTooLargeError extends Error {}

function limitBodySize(
  body: ReadableStream<Uint8Array>,
  limit: number,
  onExceeded: () => void,
): ReadableStream<Uint8Array> {
  let bytes = 0
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        bytes += piece.byteLength
        if (bytes <= limit) return controller.enqueue(piece)
        onExceeded()
        controller.error(new BodyTooLargeError())
      },
    }),
  )
}

/** The answer's body, cut with an error when nothing comes for too long or when the upstream is lost on the way. */
function withIdleTimeout(
  body: ReadableStream<Uint8Array>,
  idleMs: number,
  stop: () => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      let timer: NodeJS.Timeout | undefined
      const timeout = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('The answer stopped on its way')), idleMs)
      })
      try {
        const { done, value } = await Promise.race([reader.read(), timeout])
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        stop()
        reader.cancel(error).catch(() => undefined)
        controller.error(error)
      } finally {
        clearTimeout(timer)
      }
    },
    cancel(reason) {
      stop()
      return reader.cancel(reason)
    },
  })
}

/**
 * Reads a body up to `limit` bytes. `rest` is undefined when that was all of it; otherwise it gives the whole body
 * again, what was read included.
 */
export async function readUpTo(
  body: ReadableStream<Uint8Array>,
  limit: number,
): Promise<{ head: Uint8Array<ArrayBuffer>; rest: ReadableStream<Uint8Array> | undefined }> {
  const reader = body.getReader()
  const pieces: Uint8Array[] = []
  let bytes = 0
  let failed: unknown
  while (bytes <= limit) {
    const next = await reader
      .read()
      .catch((error: unknown) => ((failed = error ?? new Error('The answer broke off')), undefined))
    if (next === undefined) break
    if (next.done) return { head: new Uint8Array(Buffer.concat(pieces)), rest: undefined }
    pieces.push(next.value)
    bytes += next.value.byteLength
  }
  const rest = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = pieces.shift()
      if (piece !== undefined) return controller.enqueue(piece)
      if (failed !== undefined) return controller.error(failed)
      const { done, value } = await reader.read()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
  return { head: new Uint8Array(), rest }
}

export interface RelayedCall {
  url: URL
  method: string
  headers: Headers
  body?: ReadableStream<Uint8Array> | null
  /** Ends when the browser has gone. */
  signal?: AbortSignal
  /** Leave redirects and the answer's headers as they are: the sandbox speaks for other sites, not for the host. */
  verbatim?: boolean
}

/** Sends a call on and gives back its answer as it comes; 502 or 504 without a body when there is none. */
export async function relay(upstream: Upstream, call: RelayedCall, limits: RelayLimits): Promise<Response> {
  const changes = call.method !== 'GET' && call.method !== 'HEAD'
  const declared = Number(call.headers.get('content-length') ?? 0)
  if (declared > limits.bodyBytes) return tooLarge()

  const stop = new AbortController()
  let overflow = false
  // A changing call goes on when the browser leaves: cutting it would only make its outcome less clear.
  if (!changes) call.signal?.addEventListener('abort', () => stop.abort(), { once: true })

  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), changes ? limits.changeMs : limits.readMs)
  })
  const body =
    changes && call.body ? limitBodySize(call.body, limits.bodyBytes, () => ((overflow = true), stop.abort())) : null
  try {
    const request = new Request(call.url, {
      method: call.method,
      headers: endToEnd(call.headers),
      signal: stop.signal,
      redirect: 'manual',
      ...(body && { body, duplex: 'half' as const }),
    })
    const sent = upstream(request)
    const answer = await Promise.race([sent, timeout])
    if (answer === 'late') {
      stop.abort()
      sent.then((lateResponse) => lateResponse.body?.cancel()).catch(() => undefined)
      return unreachable(504)
    }
    // The host's calls never redirect. A redirect is another server speaking, so it is no answer.
    if (!call.verbatim && answer.status >= 300 && answer.status < 400 && answer.status !== 304) {
      await answer.body?.cancel()
      return unreachable()
    }
    const headers = call.verbatim ? endToEnd(answer.headers) : responseHeaders(answer.headers)
    const empty = answer.body === null || [204, 205, 304].includes(answer.status)
    return new Response(empty ? null : withIdleTimeout(answer.body, limits.idleMs, () => stop.abort()), {
      status: answer.status,
      headers,
    })
  } catch {
    return overflow ? tooLarge() : unreachable()
  } finally {
    clearTimeout(timer)
  }
}
