import { unreachable } from './refusal.ts'

export type Upstream = (request: Request) => Promise<Response>

export interface RelayLimits {
  /** The timeouts in ms for the response headers of a read and of a write. */
  readMs: number
  changeMs: number
  /** Timeout in ms between two chunks of a response. */
  idleMs: number
  /** The largest JSON body and the largest upload in bytes. */
  jsonBytes: number
  uploadBytes: number
}

export const defaultLimits: RelayLimits = {
  readMs: 20_000,
  changeMs: 35_000,
  idleMs: 30_000,
  jsonBytes: 64 * 1024,
  uploadBytes: 10 * 1024 * 1024,
}

/** Response headers of the host that the browser receives. */
const forwardedResponseHeaders = [
  'content-type',
  'content-length',
  'content-encoding',
  'retry-after',
  'x-wp-total',
  'x-wp-totalpages',
]

function selectHeaders(headers: Headers, names: readonly string[]): Headers {
  const selected = new Headers()
  for (const name of names) {
    const value = headers.get(name)
    if (value !== null) selected.set(name, value)
  }
  return selected
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

/** The code of a network error, such as ECONNREFUSED, else its message. */
const reasonOf = (error: unknown): string =>
  error instanceof Error
    ? 'code' in error && typeof error.code === 'string'
      ? error.code
      : error.message
    : String(error)

/** A request to the host, which the edge has written. */
export interface HostRequest {
  url: URL
  method: string
  headers: Headers
  body?: Uint8Array<ArrayBuffer>
  /** Aborted when the browser disconnects. */
  signal?: AbortSignal
  /** Called with the reason when there is no usable response. */
  onFailure?: (reason: string) => void
}

/** Forwards a call and streams its response; 502 or 504 without a body when the upstream is unreachable. */
export async function relay(
  upstream: Upstream,
  { url, method, headers, body, signal, onFailure }: HostRequest,
  limits: RelayLimits,
): Promise<Response> {
  const isChange = method !== 'GET'
  const stop = new AbortController()
  // A write continues when the browser disconnects, because aborting it would leave its outcome unknown.
  if (!isChange) signal?.addEventListener('abort', () => stop.abort(), { once: true })

  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<'timeout'>((resolve) => {
    timer = setTimeout(() => resolve('timeout'), isChange ? limits.changeMs : limits.readMs)
  })
  try {
    const request = new Request(url, {
      method,
      headers,
      signal: stop.signal,
      redirect: 'manual',
      ...(body && { body }),
    })
    const sent = upstream(request)
    const response = await Promise.race([sent, timeout])
    if (response === 'timeout') {
      stop.abort()
      sent.then((lateResponse) => lateResponse.body?.cancel()).catch(() => undefined)
      onFailure?.('timeout')
      return unreachable(504)
    }
    const { status } = response
    // The host's API never redirects, so a redirect comes from a proxy or another server.
    if (status >= 300 && status < 400) {
      await response.body?.cancel()
      onFailure?.(`redirect with status ${status}`)
      return unreachable()
    }
    const isEmpty = response.body === null || status === 204 || status === 205
    return new Response(isEmpty ? null : withIdleTimeout(response.body, limits.idleMs, () => stop.abort()), {
      status,
      headers: selectHeaders(response.headers, forwardedResponseHeaders),
    })
  } catch (error) {
    if (!signal?.aborted) onFailure?.(reasonOf(error))
    return unreachable()
  } finally {
    clearTimeout(timer)
  }
}
