import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { type OperationId } from '../../openapi/operations.ts'
import { createCallerCache } from './callerCache.ts'
import { bestEncoding } from './encoding.ts'
import { readFiles, type Files, type StaticFile } from './files.ts'
import { type WriteLog } from './log.ts'
import { bearerOf, createHeaders, matchCall, readCallBody } from './hostRequest.ts'
import { forwardMembershipCall } from './membershipCalls.ts'
import { renderPage } from './renderPage.ts'
import { routeOf } from './routes.ts'
import { dataHeaders, createNonce, generalHeaders, pageHeaders, type CspSources } from './securityHeaders.ts'
import { fakeProviderFrames } from './providers.ts'
import { forbidden, unreachable, wrongHost } from './refusal.ts'
import { readUpTo, relay, defaultLimits, type RelayLimits, type Upstream } from './relay.ts'

export interface EdgeOptions {
  /** Folder of the built client, or files from elsewhere (the development server). */
  dist: string | Files
  /** The host, in this process or over the network. */
  upstream: Upstream
  /** The key of the membership service. Only the host receives it. */
  serviceKey: string
  /** Run-time values that the page reads from its configuration element. */
  configuration?: unknown
  /** Origins of live streams other than the edge's own. */
  streamOrigins?: readonly string[]
  /** Other origins that the page may use, e.g. those of the card provider. */
  sources?: CspSources
  /** Serves /sandbox/* and /atlas/*; without it they are 404. */
  sandbox?: Upstream
  /** The origin under which browsers reach the edge. Without it, only loopback names are served. */
  publicOrigin?: URL
  /** Trust x-forwarded-for of a load balancer. */
  trustProxy?: boolean
  limits?: Partial<RelayLimits>
  log?: WriteLog
  warn?: (message: string) => void
  now?: () => number
}

type Bindings = Partial<HttpBindings>

/** The largest `me` response that is inspected, in bytes. */
const maxInspectedBytes = 64 * 1024

/** Calls that end sessions of the account. */
const sessionEndingCalls: readonly OperationId[] = ['signOut', 'endSession', 'endOtherSessions']

/** The names under which the sandbox is served, so that no other site can reach it by DNS rebinding. */
const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

/** The value of x-forwarded-for that a load balancer may send. */
const addressesPattern = /^[\da-f.:]{2,45}(, ?[\da-f.:]{2,45}){0,9}$/i

const encodingOf = (request: Request) =>
  bestEncoding(request.headers.get('accept-encoding') ?? undefined, ['br', 'gzip', 'identity'])

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) }

const textResponse = (status: number, body: string, headers: Record<string, string> = {}) =>
  new Response(body, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers },
  })

function serveFile(request: Request, file: StaticFile): Response {
  const encoding = bestEncoding(
    request.headers.get('accept-encoding') ?? undefined,
    Object.keys(file.body) as (keyof typeof file.body)[],
  )
  const body = file.body[encoding] ?? file.body.identity
  const etag = `"${file.etag}${encoding === 'identity' ? '' : `-${encoding}`}"`
  const headers = new Headers({
    'content-type': file.type,
    etag,
    vary: 'Accept-Encoding',
    'cache-control': file.hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
  })
  if (encoding !== 'identity') headers.set('content-encoding', encoding)
  const known = (request.headers.get('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (known.includes(etag) || known.includes('*')) return new Response(null, { status: 304, headers })
  headers.set('content-length', String(body.byteLength))
  return new Response(body, { headers })
}

/**
 * The edge serves the built application with its headers and forwards /wp-json to the host, with the service key when a
 * signed-in caller reads their own records. It has no shared state, so several instances can run.
 */
export async function createEdge(options: EdgeOptions): Promise<Hono<{ Bindings: Bindings }>> {
  const {
    upstream,
    serviceKey,
    sandbox,
    publicOrigin,
    trustProxy = false,
    warn = (message: string) => console.warn(message),
  } = options
  const files = typeof options.dist === 'string' ? await readFiles(options.dist) : options.dist
  const limits = { ...defaultLimits, ...options.limits }
  const streams = options.streamOrigins ?? []
  const sources: CspSources = {
    ...options.sources,
    connect: [...(options.sources?.connect ?? []), ...streams],
    media: [...(options.sources?.media ?? []), ...streams],
  }

  /** Reports a request without a usable response in one line. The path has no query. */
  const reportFailure = (request: string) => (reason: string) =>
    warn(`The host is unreachable: ${request.replace(/\?.*/, '')}: ${reason}`)

  const fetchFromHost = (path: string, own: Record<string, string>) => {
    const headers = new Headers({ accept: 'application/json', 'accept-encoding': 'identity', ...own })
    const url = new URL(path, publicOrigin ?? 'http://localhost')
    return relay(upstream, { url, method: 'GET', headers, onFailure: reportFailure(`GET ${path}`) }, limits)
  }

  let readiness: { response: Promise<boolean>; until: number } | undefined
  /** Whether the host responds, checked every five seconds at most. */
  function isReady(): Promise<boolean> {
    if (sandbox) return Promise.resolve(true)
    if (readiness === undefined || readiness.until <= Date.now()) {
      const response = fetchFromHost('/wp-json/custom-plugin/me/', {}).then(async ({ status, body }) => {
        await body?.cancel()
        return status < 500
      })
      readiness = { response, until: Date.now() + 5_000 }
    }
    return readiness.response
  }
  const callerCache = createCallerCache({
    me: (token) => fetchFromHost('/wp-json/custom-plugin/me/', { authorization: `Bearer ${token}` }),
    ...(options.now && { now: options.now }),
  })

  async function servePage(request: Request, url: URL, secure: boolean): Promise<Response> {
    const nonce = createNonce()
    const frame = [...(sources.frame ?? []), ...(sandbox ? fakeProviderFrames(url) : [])]
    const html = Buffer.from(renderPage(await files.page(), nonce, options.configuration))
    const headers = new Headers({
      ...pageHeaders(nonce, { ...sources, frame }),
      'content-type': 'text/html; charset=utf-8',
      vary: 'Accept-Encoding',
    })
    if (!/(^|;\s*)XSRF-TOKEN=[\w-]{16,}/.test(request.headers.get('cookie') ?? '')) {
      const value = Buffer.from(crypto.getRandomValues(new Uint8Array(18))).toString('base64url')
      headers.append('set-cookie', `XSRF-TOKEN=${value}; Path=/; SameSite=Strict${secure ? '; Secure' : ''}`)
    }
    const encoding = encodingOf(request)
    if (encoding !== 'identity') headers.set('content-encoding', encoding)
    const body =
      encoding === 'br'
        ? await compress.br(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
        : encoding === 'gzip'
          ? await compress.gzip(html)
          : html
    headers.set('content-length', String(body.byteLength))
    return new Response(new Uint8Array(body), { headers })
  }

  async function serveApplication(request: Request, url: URL, secure: boolean): Promise<Response> {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return textResponse(405, 'Method not allowed\n', { allow: 'GET, HEAD' })
    }
    let path: string
    try {
      path = decodeURIComponent(url.pathname)
    } catch {
      return textResponse(400, 'Bad address\n')
    }
    if (path === '/' || path === '/index.html') return servePage(request, url, secure)
    const file = await files.open(path)
    if (file !== undefined) return serveFile(request, file)
    // A chunk of an earlier deployment must be 404. Otherwise the browser would run the page as a script.
    if (path.startsWith('/assets/') || path.includes('/.') || /\.\w+$/.test(path))
      return textResponse(404, 'Not found\n')
    return servePage(request, url, secure)
  }

  /** Sends a call of the contract to the host. Every header and every byte of the body is written by the edge. */
  async function forwardToHost(request: Request, url: URL, from: { secure: boolean; address: string; id: string }) {
    const call = matchCall(request.method, url)
    // Nothing else of the membership service exists for a browser.
    if (call instanceof Response) return /^\/wp-json\/mp(\/|$)/.test(url.pathname) ? forbidden() : call
    const { operation, path, query } = call
    const bearer = bearerOf(request.headers)
    if (operation.membership) {
      const sendWithServiceKey = (target: string) => fetchFromHost(target, { 'memberpress-api-key': serviceKey })
      return forwardMembershipCall(call, bearer, { callerCache, warn, sendWithServiceKey })
    }
    const maxBytes = operation.body?.type === 'application/json' ? limits.jsonBytes : limits.uploadBytes
    const body = await readCallBody(request, operation, maxBytes)
    if (body instanceof Response) return body
    const isMeCall = call.id === 'readMe'
    const clientAddresses = trustProxy ? (request.headers.get('x-forwarded-for') ?? '') : ''
    const headers = createHeaders(operation, request.headers, {
      'x-forwarded-for': addressesPattern.test(clientAddresses) ? `${clientAddresses}, ${from.address}` : from.address,
      'x-forwarded-proto': from.secure ? 'https' : 'http',
      'x-forwarded-host': url.host,
      'x-request-id': from.id,
      'accept-encoding': isMeCall ? 'identity' : encodingOf(request),
      ...(body && { 'content-type': body.type }),
    })
    const target = new URL(path, url)
    target.search = new URLSearchParams(query).toString()
    const { method } = operation
    const response = await relay(
      upstream,
      {
        url: target,
        method,
        headers,
        signal: request.signal,
        onFailure: reportFailure(`${method} ${path} (request ${from.id})`),
        ...(body && { body: body.bytes }),
      },
      limits,
    )
    if (bearer === undefined) return response
    if (response.status === 401) callerCache.remove(bearer)
    // The other sessions of the account may have ended too.
    if (sessionEndingCalls.includes(call.id)) callerCache.removeAccountOf(bearer)
    return isMeCall ? cacheCaller(response, bearer) : response
  }

  /** Caches the caller of a forwarded `me` response, which saves a request to the host. */
  async function cacheCaller(response: Response, bearer: string): Promise<Response> {
    if (!response.ok || response.body === null) return response
    const { head, rest } = await readUpTo(response.body, maxInspectedBytes)
    if (rest === undefined) {
      try {
        callerCache.record(bearer, response.status, JSON.parse(Buffer.from(head).toString('utf8')))
      } catch {
        // Not JSON: the client handles it.
      }
    }
    return new Response(rest ?? head, { status: response.status, headers: response.headers })
  }

  const edge = new Hono<{ Bindings: Bindings }>()
  edge.all('*', async (context) => {
    const startedAt = performance.now()
    const request = context.req.raw
    const url = new URL(request.url)
    // Without a Node server, as in tests, there are no bindings.
    const { incoming } = { ...context.env }
    const secure = (publicOrigin ?? url).protocol === 'https:'
    const route = routeOf(url)
    const id = randomUUID()

    let response: Response
    let edgeHeaders: Record<string, string> = generalHeaders(secure)
    // A load balancer checks an instance by its address.
    if (url.pathname === '/healthz') response = textResponse(200, 'ok\n')
    else if (url.pathname === '/readyz')
      response = (await isReady()) ? textResponse(200, 'ok\n') : textResponse(503, 'The host is unreachable\n')
    else if (publicOrigin ? url.host !== publicOrigin.host : !loopbackNames.includes(url.hostname)) {
      response = wrongHost()
    } else if (route === 'application') {
      response = await serveApplication(request, url, secure)
    } else if (route === 'sandbox') {
      response = sandbox ? await sandbox(request).catch(() => unreachable()) : textResponse(404, 'Not found\n')
      // The sandbox serves pages of other sites (card frame, PayPal window) with their own headers.
      if (sandbox) edgeHeaders = { 'x-content-type-options': 'nosniff' }
    } else {
      edgeHeaders = { ...edgeHeaders, ...dataHeaders }
      const address = incoming?.socket.remoteAddress ?? '127.0.0.1'
      response = await forwardToHost(request, url, { secure, address, id })
    }

    const headers = new Headers(response.headers)
    for (const [name, value] of Object.entries(edgeHeaders)) headers.set(name, value)
    headers.set('x-request-id', id)
    options.log?.({
      at: new Date(),
      method: request.method,
      path: url.pathname,
      status: response.status,
      ms: Math.round(performance.now() - startedAt),
      id,
    })
    return new Response(response.body, { status: response.status, headers })
  })
  edge.onError((error) => {
    warn(`The edge failed: ${error.message}`)
    return unreachable()
  })
  return edge
}
