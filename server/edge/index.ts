import { randomUUID } from 'node:crypto'
import { Http2ServerResponse } from 'node:http2'
import { type Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { clientAddressOf } from './clientAddress.ts'
import { createReportLog, receiveReport } from './cspReports.ts'
import { fileReply, readFiles, type Files } from './files.ts'
import { createForward, type ForwardOptions } from './forward.ts'
import { type HostCheck } from './hostCheck.ts'
import { addMissingFeatures, type HostFeatures } from './hostFeatures.ts'
import { createNetworkHash, type WriteLog } from './log.ts'
import { createPage } from './page.ts'
import { fakeProviderFrames } from './providers.ts'
import { methodNotAllowed, unreachable, wrongHost } from './refusal.ts'
import {
  discardReply,
  headerOf,
  jsonReply,
  sendReply,
  textReply,
  type ClientRequest,
  type ClientResponse,
  type Reply,
} from './reply.ts'
import { routeOf } from './routes.ts'
import { dataPolicy, generalHeaders, reportPath, type CspSources } from './securityHeaders.ts'
import { formatSecurityTxt, SECURITY_TXT_PATH } from './securityTxt.ts'

export interface EdgeOptions extends Omit<ForwardOptions, 'warn'> {
  /** Folder of the built client, or files from elsewhere (the development server). */
  dist: string | Files
  /** Run-time values that the page reads from its configuration element. */
  configuration?: Readonly<Record<string, unknown>>
  /** The features that the host lacks. The page is told, so that it does not show them. */
  hostFeatures?: Pick<HostFeatures, 'missing'>
  /** Origins of live streams other than the edge's own. */
  streamOrigins?: readonly string[]
  /** Other origins that the page may use, e.g. those of the card provider. */
  sources?: CspSources
  /** Serves /sandbox/* and /atlas/*; without it they are 404. */
  sandbox?: (request: Request) => Promise<Response>
  /** The origin under which browsers reach the edge. Without it, only loopback names are served. */
  publicOrigin?: URL
  /** The contact in security.txt; without it or `publicOrigin`, security.txt is 404. */
  securityContact?: string
  /** The check of the host, which `/readyz` reports. */
  hostCheck?: Pick<HostCheck, 'read'>
  /** The number of proxies in front of the edge that append to x-forwarded-for. */
  trustedProxies?: number
  log?: WriteLog
  warn?: ForwardOptions['warn']
}

/** Handles the requests of a server. */
export type Edge = (request: ClientRequest, response: ClientResponse) => void

/** The names under which the sandbox is served, so that no other site can reach it by DNS rebinding. */
const loopbackHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i

/** A browser sends one request at a time on a connection. More than this number is an attack. */
const maxPipelinedRequests = 4

const [plainHeaders, secureHeaders] = [generalHeaders(false), generalHeaders(true)]

const isRead = ({ method }: ClientRequest) => method === 'GET' || method === 'HEAD'

/** Whether the client disconnected before the end of a response, when the response has closed. */
const isAborted = ({ socket }: ClientRequest, response: ClientResponse) =>
  response instanceof Http2ServerResponse
    ? !(response.writableEnded && response.stream.writableFinished) && !response.stream.errored
    : socket.destroyed && !response.errored

/** The path and query of a request; undefined for a malformed one. The host in it is ignored. */
function parseTarget(target: string): URL | undefined {
  try {
    return new URL(target.startsWith('/') ? `http://edge${target}` : target)
  } catch {
    return undefined
  }
}

/**
 * The edge serves the built application with its headers and forwards /wp-json to the host, with the service key when a
 * signed-in caller reads their own records. It has no shared state, so several instances can run.
 */
export async function createEdge(options: EdgeOptions): Promise<Edge> {
  const {
    sandbox,
    publicOrigin,
    securityContact,
    sources = {},
    streamOrigins: streams = [],
    trustedProxies = 0,
    hostCheck,
    warn = (message: string) => console.warn(message),
    log,
  } = options
  const files = typeof options.dist === 'string' ? await readFiles(options.dist) : options.dist
  const page = createPage({
    files,
    configuration: addMissingFeatures(options.configuration, options.hostFeatures),
    sourcesAt: (origin) => ({
      ...sources,
      connect: [...(sources.connect ?? []), ...streams],
      media: [...(sources.media ?? []), ...streams],
      frame: [...(sources.frame ?? []), ...(sandbox ? fakeProviderFrames(new URL(origin)) : [])],
    }),
    warn,
  })
  const logReport = createReportLog(warn)
  const { forward, isHostReady } = createForward({ ...options, warn })

  async function serveApplication(
    request: ClientRequest,
    at: { origin: string; secure: boolean; url: URL },
  ): Promise<Reply> {
    const { pathname } = at.url
    if (!isRead(request)) return textReply(405, 'Method not allowed\n', { allow: 'GET, HEAD' })
    let path: string
    let isPage: boolean
    try {
      path = decodeURIComponent(pathname)
      isPage = files.isPage(pathname)
    } catch {
      return textReply(400, 'Bad address\n')
    }
    if (path === SECURITY_TXT_PATH && securityContact && publicOrigin)
      return textReply(200, formatSecurityTxt(securityContact, publicOrigin, Date.now()))
    if (isPage) return page(request, at)
    const file = await files.open(path)
    if (file !== undefined) return fileReply(request, file)
    // A chunk of an earlier deployment must be 404. Otherwise the browser would run the page as a script.
    if (path.startsWith('/assets/') || path.includes('/.') || /\.\w+$/.test(path)) return textReply(404, 'Not found\n')
    return { ...(await page(request, at)), status: 404 }
  }

  /** The sandbox serves pages of other sites (card frame, PayPal window) with their own headers. */
  const serveSandbox =
    sandbox &&
    getRequestListener(
      async (request) => {
        const { body, status, headers } = await sandbox(request).catch(() => new Response(null, { status: 502 }))
        const own = new Headers(headers)
        own.set('x-content-type-options', 'nosniff')
        if (!own.has('content-security-policy')) own.set('content-security-policy', dataPolicy)
        return new Response(body, { status, headers: own })
      },
      { overrideGlobalObjects: false },
    )

  /** The reply to a request; undefined if the sandbox writes the response. */
  async function respond(
    request: ClientRequest,
    response: ClientResponse,
    { url, secure, id }: { url: URL | undefined; secure: boolean; id: string },
  ): Promise<Reply | undefined> {
    if (request.method === 'CONNECT') return methodNotAllowed(['GET', 'HEAD'])
    if (url === undefined) return textReply(400, 'Bad address\n')
    // A load balancer checks an instance by its address.
    if (url.pathname === '/healthz' && isRead(request)) return textReply(200, 'ok\n')
    if (url.pathname === '/readyz' && isRead(request)) {
      const ready = sandbox !== undefined || (await isHostReady())
      const { checkedAt = null, problems = [] } = hostCheck?.read() ?? {}
      return jsonReply(ready ? 200 : 503, { ready, checkedAt, problems })
    }
    const host = (headerOf(request, ':authority') || headerOf(request, 'host')).toLowerCase()
    if (host === '') return textReply(400, 'Bad address\n')
    if (publicOrigin ? host !== publicOrigin.host : !loopbackHost.test(host)) return wrongHost()
    if (url.pathname === reportPath) return receiveReport(request, logReport)
    switch (routeOf(url)) {
      case 'application':
        return serveApplication(request, { origin: `${secure ? 'https' : 'http'}://${host}`, secure, url })
      case 'sandbox':
        if (serveSandbox === undefined) return textReply(404, 'Not found\n')
        response.setHeader('x-request-id', id)
        void serveSandbox(request, response)
        return undefined
      case 'host': {
        const abort = new AbortController()
        response.once('close', () => {
          // After the response, an abort would only create an error that nobody reads.
          if (!response.writableEnded) abort.abort()
        })
        const address = addressOf(request)
        const reply = await forward(request, { url, host, address, secure, id, signal: abort.signal })
        return { ...reply, headers: { ...reply.headers, 'cache-control': 'no-store' } }
      }
    }
  }

  const addressOf = (request: ClientRequest) =>
    clientAddressOf(headerOf(request, 'x-forwarded-for'), request.socket.remoteAddress, trustedProxies)
  const hashNetwork = createNetworkHash(options.edgeSecrets[0])
  const requestsOf = new WeakMap<Socket, number>()

  return (request, response) => {
    const { socket } = request
    const secure = publicOrigin ? publicOrigin.protocol === 'https:' : 'encrypted' in socket
    const running = requestsOf.get(socket) ?? 0
    if (running === maxPipelinedRequests) socket.destroy()
    if (socket.destroyed) return
    requestsOf.set(socket, running + 1)
    const id = randomUUID()
    const startedAt = performance.now()
    const url = parseTarget(request.url ?? '')
    let isClosed = false
    let network: string | undefined
    response.once('close', () => {
      isClosed = true
      requestsOf.set(socket, (requestsOf.get(socket) ?? 1) - 1)
      const { method = '' } = request
      const ms = Math.round(performance.now() - startedAt)
      const status = isAborted(request, response) ? 499 : response.statusCode
      log?.({ at: new Date(), method, path: url?.pathname ?? '', status, ms, id, ...(network && { network }) })
    })
    respond(request, response, { url, secure, id })
      .catch((error: unknown): Reply => {
        warn(`The edge failed: ${error instanceof Error ? error.message : String(error)}`)
        return unreachable()
      })
      .then((reply) => {
        if (reply === undefined) return
        if (isClosed) return discardReply(reply)
        if (log && (reply.status === 401 || reply.status === 429)) network = hashNetwork(addressOf(request))
        try {
          sendReply(reply, { request, response, general: secure ? secureHeaders : plainHeaders, id })
        } catch (error) {
          discardReply(reply)
          throw error
        }
      })
      .catch(() => socket.destroy())
  }
}
