import { Readable } from 'node:stream'
import { type HostRequest, type HostResponse, type Upstream } from './hostUpstream.ts'
import { unreachable } from './refusal.ts'
import { discardReply, type Reply } from './reply.ts'

export interface RelayLimits {
  /** The timeouts in ms for the response headers of a read and of a write. */
  readMs: number
  changeMs: number
  /** Timeout in ms between two chunks of a response. */
  idleMs: number
  /** The time in ms in which a client must read a response that is passed on as a stream. */
  streamMs: number
  /** The largest body and the largest uploaded photo in bytes. */
  bodyBytes: number
  uploadBytes: number
  /** The calls at the same time. */
  calls: number
}

export const defaultLimits: RelayLimits = {
  readMs: 20_000,
  changeMs: 35_000,
  idleMs: 30_000,
  streamMs: 60_000,
  bodyBytes: 64 * 1024,
  uploadBytes: 10 * 1024 * 1024,
  calls: 512,
}

/** Response headers of the host that the browser receives when their value matches. */
const forwardedResponseHeaders: readonly (readonly [string, RegExp])[] = [
  ['content-length', /^\d{1,12}$/],
  ['content-encoding', /^(br|gzip)$/],
  ['retry-after', /^[\w ,:]{1,40}$/],
  ['x-wp-total', /^\d{1,12}$/],
  ['x-wp-totalpages', /^\d{1,12}$/],
]

function selectHeaders(headers: HostResponse['headers']): Record<string, string> {
  const selected: Record<string, string> = { 'content-type': 'application/json; charset=utf-8' }
  for (const [name, pattern] of forwardedResponseHeaders) {
    const value = headers[name]
    if (typeof value === 'string' && pattern.test(value)) selected[name] = value
  }
  return selected
}

/** Why a response of the host is not one of its API; undefined for a usable response. */
function unusableReason({ status, headers }: HostResponse): string | undefined {
  if (status < 200 || status > 599) return `status ${status}`
  // The API never redirects, so a redirect comes from a proxy or another server.
  if (status >= 300 && status < 400) return `redirect with status ${status}`
  if (status === 204) return undefined
  const { 'content-type': type = 'no content type', 'content-encoding': encoding = 'identity' } = headers
  // A page of a firewall, a proxy or a broken plugin.
  if (!/^application\/([\w.-]+\+)?json *(;|$)/i.test(String(type)))
    return `status ${status} with ${String(type).slice(0, 100)}`
  return /^(identity|br|gzip)$/.test(String(encoding))
    ? undefined
    : `content encoding ${String(encoding).slice(0, 100)}`
}

/** The body of a response that is inspected; undefined if there is none or it is too long for that. */
export function wholeBodyOf(reply: Reply): Buffer | undefined {
  if (Buffer.isBuffer(reply.body)) return reply.body
  discardReply(reply)
  return undefined
}

/** Parses JSON; undefined if it is none. PHP files that begin with a byte-order mark write it before the JSON. */
export function parseJson(text: Buffer | string | undefined): unknown {
  try {
    return JSON.parse(String(text ?? '').replace(/^\ufeff+/, ''))
  } catch {
    return undefined
  }
}

/** The code of a network error, such as ECONNREFUSED, else its message. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error
    ? 'code' in error && typeof error.code === 'string'
      ? error.code
      : error.message
    : String(error)

const timeoutCodes = ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT']

/** A response of the host, with the headers that a browser may receive. */
export interface HostReply extends Reply {
  readonly body?: HostResponse['body']
  /** The status of a response that is not usable. */
  readonly unusableStatus?: number
}

/** Calls `end` when a body has been read or discarded, which is now for a body in memory. */
export function onceRead(body: Reply['body'], end: () => void): void {
  if (body instanceof Readable && !body.closed) body.once('close', end)
  else end()
}

export interface RelayOptions {
  limits: RelayLimits
  /** Aborted when the browser disconnects. */
  signal?: AbortSignal
  /** Called with the reason when there is no usable response. */
  onFailure: (reason: string) => void
}

/** Sends a request to the host and returns its response; 502 or 504 without a body when the host is unreachable. */
export async function relay(
  upstream: Upstream,
  request: Pick<HostRequest, 'method' | 'target' | 'headers' | 'body'>,
  { limits, signal, onFailure }: RelayOptions,
): Promise<HostReply> {
  const isRead = request.method === 'GET'
  const failed = (reason: string, status?: 504): HostReply => {
    onFailure(reason)
    return unreachable(status)
  }
  try {
    const response = await upstream({
      ...request,
      headersTimeout: isRead ? limits.readMs : limits.changeMs,
      bodyTimeout: limits.idleMs,
      // A write continues when the browser disconnects, because aborting it would leave its outcome unknown.
      signal: isRead ? signal : undefined,
    })
    const { status, headers, body } = response
    const reason = unusableReason(response)
    if (reason !== undefined || status === 204) discardReply({ body })
    if (reason !== undefined) return { ...failed(reason), unusableStatus: status }
    if (status === 204) return { status, headers: {} }
    if (body instanceof Readable) {
      body.once('error', (error) => {
        if (!signal?.aborted) onFailure(`the response is cut off: ${reasonOf(error)}`)
      })
      // A client that reads slowly would keep the connection to the host.
      const timer = setTimeout(() => body.destroy(new Error('timeout')), limits.streamMs)
      body.once('close', () => clearTimeout(timer))
    }
    return { status, headers: selectHeaders(headers), body }
  } catch (error) {
    if (signal?.aborted) return unreachable()
    const reason = reasonOf(error)
    return timeoutCodes.includes(reason) ? failed('timeout', 504) : failed(reason)
  }
}
