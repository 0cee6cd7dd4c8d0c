import { tooLarge, unreachable } from './refusal.ts'

export type Upstream = (request: Request) => Promise<Response>

export interface RelayLimits {
  /** The timeouts in ms for the response headers of a read and of a write. */
  readMs: number
  changeMs: number
  /** Timeout in ms between two chunks of a response. */
  idleMs: number
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

/** The headers without the hop-by-hop ones, including those that Connection names. */
function endToEnd(headers: Headers): Headers {
  const endToEndHeaders = new Headers(headers)
  const connectionHeaders = (headers.get('connection') ?? '').split(',').map((name) => name.trim())
  for (const name of [...hopByHop, ...connectionHeaders])
    if (/^[\w!#$%&'*+.^`|~-]+$/.test(name)) endToEndHeaders.delete(name)
  return endToEndHeaders
}

/** Response headers of the host that the edge drops: cross-origin policy and server details. */
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
  stop: AbortController,
): ReadableStream<Uint8Array> {
  let bytes = 0
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength
        if (bytes <= limit) {
          controller.enqueue(chunk)
          return
        }
        const error = new BodyTooLargeError()
        stop.abort(error)
        controller.error(error)
      },
    }),
  )
}

/** The response body with an idle timeout. It errors when no chunk arrives in time or the upstream fails. */
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
        timer = setTimeout(() => reject(new Error('The response stalled')), idleMs)
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
 * Reads a body up to `limit` bytes. A longer body is returned complete as the stream `rest`; otherwise `rest` is
 * undefined.
 */
export async function readUpTo(
  body: ReadableStream<Uint8Array>,
  limit: number,
): Promise<{ head: Uint8Array<ArrayBuffer>; rest: ReadableStream<Uint8Array> | undefined }> {
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let bytes = 0
  let failed: unknown
  while (bytes <= limit) {
    const next = await reader
      .read()
      .catch((error: unknown) => ((failed = error ?? new Error('The response was cut off')), undefined))
    if (next === undefined) break
    if (next.done) return { head: new Uint8Array(Buffer.concat(chunks)), rest: undefined }
    chunks.push(next.value)
    bytes += next.value.byteLength
  }
  const rest = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const chunk = chunks.shift()
      if (chunk !== undefined) controller.enqueue(chunk)
      else if (failed !== undefined) controller.error(failed)
      else {
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      }
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
  /** Aborted when the browser disconnects. */
  signal?: AbortSignal
  /** Passes redirects and response headers through, because the sandbox also serves pages of other sites. */
  verbatim?: boolean
}

/** Forwards a call and streams its response; 502 or 504 without a body when the upstream is unreachable. */
export async function relay(upstream: Upstream, call: RelayedCall, limits: RelayLimits): Promise<Response> {
  const isChange = call.method !== 'GET' && call.method !== 'HEAD'
  const declared = Number(call.headers.get('content-length') ?? 0)
  if (declared > limits.bodyBytes) return tooLarge()

  const stop = new AbortController()
  // A write continues when the browser disconnects, because aborting it would leave its outcome unknown.
  if (!isChange) call.signal?.addEventListener('abort', () => stop.abort(), { once: true })

  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<'timeout'>((resolve) => {
    timer = setTimeout(() => resolve('timeout'), isChange ? limits.changeMs : limits.readMs)
  })
  const body = isChange && call.body ? limitBodySize(call.body, limits.bodyBytes, stop) : null
  try {
    const request = new Request(call.url, {
      method: call.method,
      headers: endToEnd(call.headers),
      signal: stop.signal,
      redirect: 'manual',
      ...(body && { body, duplex: 'half' as const }),
    })
    const sent = upstream(request)
    const response = await Promise.race([sent, timeout])
    if (response === 'timeout') {
      stop.abort()
      sent.then((lateResponse) => lateResponse.body?.cancel()).catch(() => undefined)
      return unreachable(504)
    }
    // The host's API never redirects, so a redirect comes from a proxy or another server.
    if (!call.verbatim && response.status >= 300 && response.status < 400 && response.status !== 304) {
      await response.body?.cancel()
      return unreachable()
    }
    const headers = call.verbatim ? endToEnd(response.headers) : responseHeaders(response.headers)
    const empty = response.body === null || [204, 205, 304].includes(response.status)
    return new Response(empty ? null : withIdleTimeout(response.body, limits.idleMs, () => stop.abort()), {
      status: response.status,
      headers,
    })
  } catch {
    return stop.signal.reason instanceof BodyTooLargeError ? tooLarge() : unreachable()
  } finally {
    clearTimeout(timer)
  }
}
