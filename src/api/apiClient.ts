import createClient, { type Client } from 'openapi-fetch'
import { type CallName } from '../../openapi/codes.ts'
import type { paths } from '../../openapi/host.d.ts'
import { HostUnreachable, type CallResponse } from './apiResult.ts'

/** The client for the host's API, typed by the contract. Pass each returned promise to `toApiResult`. */
export type ApiClient = Client<paths>

export type ApiClientOptions = {
  /** The access token, read for every request. */
  token: () => string | undefined
  /** The value of the cookie XSRF-TOKEN, read for every request. */
  xsrf: () => string | undefined
  /**
   * Called when a response ends the session. Not for `me` and `logout`, whose callers handle the refusal, and not for a
   * request with another token than the current one.
   */
  onSessionRefused?: () => void
  /** The name of the service in error texts. */
  serviceName?: string
  /** The origin of the host. Default: the origin of the page. */
  baseUrl?: string
  /** Replaces the platform's `fetch`. */
  fetch?: (request: Request, init: { signal: AbortSignal }) => Promise<Response>
}

/** The timeout for a complete response, in milliseconds. */
export const timeouts = { read: 15_000, payment: 30_000 } as const

/**
 * The device has slept if a timer is this late, in milliseconds. A response that arrived in the meantime is read after the
 * timer, and one that was on its way needs the network first.
 */
const SLEPT_MS = 5_000

const callsWithoutBearer: readonly string[] = [
  'POST /wp-json/custom-plugin/user-login',
  'POST /wp-json/custom-plugin/device/code',
  'POST /wp-json/custom-plugin/device/token',
  'POST /wp-json/channel/v2/user_forget',
  'POST /wp-json/channel/v2/user_forget/',
] satisfies CallName[]

const callsThatHandleSessionEnd: readonly string[] = [
  'GET /wp-json/custom-plugin/me/',
  'POST /wp-json/custom-plugin/logout',
] satisfies CallName[]

/** Serializes a body as a multipart form. Pass it as `bodySerializer`. */
export const toFormData = (body: Record<string, string | Blob>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) form.append(name, value)
  return form
}

/** PHP files that begin with a byte-order mark write it before the JSON, and each file that they include may add one. */
function withoutByteOrderMarks(body: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  let start = 0
  while (body[start] === 0xef && body[start + 1] === 0xbb && body[start + 2] === 0xbf) start += 3
  return body.subarray(start)
}

/**
 * Sends a request once and waits for the whole body, so that the timeout also covers a body that stalls. The timeout
 * starts again when the device has slept. Never retries.
 */
async function sendOnce(
  request: Request,
  timeoutMs: number,
  send: NonNullable<ApiClientOptions['fetch']>,
  service: string | undefined,
) {
  const { signal } = request
  const named = service === undefined ? {} : { service }
  signal.throwIfAborted()
  const controller = new AbortController()
  const abort = () => controller.abort(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  const timedOut = new DOMException('The request timed out.', 'TimeoutError')
  let timer: ReturnType<typeof setTimeout> | undefined
  const startTimeout = () => {
    const dueAt = performance.now() + timeoutMs
    timer = setTimeout(() => {
      if (performance.now() - dueAt > SLEPT_MS) startTimeout()
      else controller.abort(timedOut)
    }, timeoutMs)
  }
  startTimeout()
  // The timeout also applies to a fetch that ignores its signal.
  const aborted = new Promise<never>((_resolve, reject) => {
    controller.signal.addEventListener(
      'abort',
      () => reject(new DOMException('The request was aborted.', 'AbortError')),
      {
        once: true,
      },
    )
  })
  try {
    const readWholeResponse = async () => {
      const response = await send(request, { signal: controller.signal })
      const { status, statusText } = response
      const bytes = withoutByteOrderMarks(new Uint8Array(await response.arrayBuffer()))
      const text = new TextDecoder().decode(bytes)
      const headers = new Headers(response.headers)
      headers.delete('content-length')
      headers.delete('content-encoding')
      const whole = new Response(null, { status, statusText, headers })
      // The body of a Response is read in another task, even if it is in memory.
      return Object.assign(whole, { text: () => Promise.resolve(text) })
    }
    return await Promise.race([readWholeResponse(), aborted])
  } catch (cause) {
    if (controller.signal.reason === timedOut) throw new HostUnreachable('timeout', { cause, ...named })
    if (signal.aborted) throw new DOMException('The request was aborted.', 'AbortError')
    throw new HostUnreachable('network', { cause, ...named })
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
}

/**
 * Creates the HTTP client of the host. It sends the bearer token with every request except sign-in and the password
 * reset, and the XSRF header. It times out after `timeouts`, passes aborts on and never retries.
 */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const send = options.fetch ?? ((request, init) => globalThis.fetch(request, init))
  const client = createClient<paths>({
    baseUrl: options.baseUrl ?? '',
    cache: 'no-store',
    fetch: (request) =>
      sendOnce(
        request,
        request.headers.has('Idempotency-Key') ? timeouts.payment : timeouts.read,
        send,
        options.serviceName,
      ),
  })
  const sentWith = new WeakMap<Request, string>()

  client.use({
    onRequest({ request, schemaPath }) {
      const token = callsWithoutBearer.includes(`${request.method} ${schemaPath}`) ? undefined : options.token()
      const xsrf = options.xsrf()
      if (token) {
        request.headers.set('Authorization', `Bearer ${token}`)
        sentWith.set(request, token)
      }
      if (xsrf) request.headers.set('XSRF', xsrf)
    },
    onResponse({ request, schemaPath, response }: { request: Request; schemaPath: string; response: CallResponse }) {
      const call = `${request.method} ${schemaPath}`
      const token = sentWith.get(request)
      response.callInfo = {
        call,
        sessionRefused: () => {
          if (token !== undefined && token === options.token() && !callsThatHandleSessionEnd.includes(call))
            options.onSessionRefused?.()
        },
      }
    },
  })
  return client
}
