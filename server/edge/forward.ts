import { createHash } from 'node:crypto'
import { type OperationId } from '../../openapi/operations.ts'
import { createAccountCalls, type AccountCallOptions } from './accountCalls.ts'
import { createCallerCache } from './callerCache.ts'
import { bestEncoding } from './encoding.ts'
import { createHeaders, handleOf, matchCall, readCallBody, type Body, type Call } from './hostRequest.ts'
import { type Upstream } from './hostUpstream.ts'
import { forwardMembershipCall } from './membershipCalls.ts'
import { bearerField, isLimitedCall } from './rateLimits.ts'
import { forbidden, notLoggedIn, unreachable, xsrfMismatch } from './refusal.ts'
import { defaultLimits, onceRead, parseJson, relay, wholeBodyOf, type HostReply, type RelayLimits } from './relay.ts'
import { discardReply, headerOf, type ClientRequest, type Reply } from './reply.ts'
import { sealTokens } from './sealTokens.ts'
import { createSessionSeal, type EdgeSecrets } from './sessionSeal.ts'
import { xsrfTokenOf } from './xsrf.ts'

export interface ForwardOptions extends AccountCallOptions {
  /** The host, in this process or over the network. */
  upstream: Upstream
  /** The key of the membership service. Only the host receives it. */
  serviceKey: string
  /** The secrets that seal sessions, the current one first. */
  edgeSecrets: EdgeSecrets
  limits?: Partial<RelayLimits>
  /** Reports a problem in one line. */
  warn: (message: string) => void
  now?: () => number
}

/** What the edge knows about a request. */
export interface RequestContext {
  url: URL
  /** Host name and port under which the browser reaches the edge. */
  host: string
  /** The client's IP address. */
  address: string
  /** Whether the browser uses TLS. */
  secure: boolean
  id: string
  /** Aborted when the browser disconnects. */
  signal: AbortSignal
}

type Session = { token: string | undefined; xsrf: string | undefined }

/** Calls that end sessions of the account. */
const sessionEndingCalls: readonly OperationId[] = ['signOut', 'endSession', 'endOtherSessions']

/** Forwards the calls of the contract to the host. Every header and every byte of the body is written by the edge. */
export function createForward({ serviceKey, edgeSecrets, warn, now, ...options }: ForwardOptions) {
  const limits = { ...defaultLimits, ...options.limits }
  const sendAccountCall = createAccountCalls(options)
  const sessionSeal = createSessionSeal({ secrets: edgeSecrets, ...(now && { now }) })
  let calls = 0
  const upstream: Upstream = async (request) => {
    if (calls === limits.calls) throw new Error('too many calls at once')
    calls += 1
    const end = () => void (calls -= 1)
    const response = await options.upstream(request).catch((error: unknown) => {
      end()
      throw error
    })
    onceRead(response.body, end)
    return response
  }

  /** Reports a request without a usable response in one line. The path has no query. */
  const reportFailure = (request: string) => (reason: string) =>
    warn(`The host is unreachable: ${request.replace(/\?.*/, '')}: ${reason}`)

  const readFromHost = (target: string, own: Record<string, string>): Promise<HostReply> => {
    const headers = { accept: 'application/json', 'accept-encoding': 'identity', ...own }
    return relay(upstream, { target, method: 'GET', headers }, { limits, onFailure: reportFailure(`GET ${target}`) })
  }

  const callerCache = createCallerCache({
    async me(token) {
      const reply = await readFromHost('/wp-json/custom-plugin/me/', { authorization: `Bearer ${token}` })
      return { status: reply.status, body: parseJson(wholeBodyOf(reply)) }
    },
    ...(now && { now }),
  })

  /** Caches the caller of a forwarded `me` response, which saves a request to the host. */
  function cacheCaller({ status, body }: Reply, bearer: string) {
    const user = Buffer.isBuffer(body) ? parseJson(body) : undefined
    if (user !== undefined) callerCache.record(bearer, status, user)
  }

  async function forward(request: ClientRequest, context: RequestContext): Promise<Reply> {
    const { url, secure } = context
    const call = matchCall(request.method ?? '', url)
    // Nothing else of the membership service exists for a browser.
    if ('status' in call) return /^\/wp-json\/mp(\/|$)/.test(url.pathname) ? forbidden() : call
    const { operation } = call
    // A page of another origin. Clients other than browsers, and browsers without https, don't send the header.
    if (!['', 'none', 'same-origin'].includes(headerOf(request, 'sec-fetch-site'))) return forbidden()
    const xsrf = operation.xsrf && xsrfTokenOf(request)
    if (operation.xsrf && xsrf === undefined) return xsrfMismatch()
    const handle = operation.bearer ? handleOf(request) : undefined
    const token = handle && sessionSeal.open(headerOf(request, 'cookie'), { handle, secure })
    if (operation.bearer && token === undefined) return notLoggedIn()
    if (operation.membership && token) {
      const sendWithServiceKey = (target: string) => readFromHost(target, { 'memberpress-api-key': serviceKey })
      return forwardMembershipCall(call, token, { callerCache, warn, sendWithServiceKey })
    }
    // The form of a forgotten password needs no session, so it must not fill the memory for bodies.
    const maxBytes = call.id === 'uploadAvatar' ? limits.uploadBytes : limits.bodyBytes
    const body = await readCallBody(request, operation, maxBytes)
    if (body && 'status' in body) return body
    const release = () => body?.release()
    const reply = await sendCall(request, call, body, { token, xsrf }, context).catch((error: unknown) => {
      release()
      throw error
    })
    onceRead(reply.body, release)
    return reply
  }

  async function sendCall(
    request: ClientRequest,
    { id: call, operation, path, query }: Call,
    body: Body | undefined,
    { token, xsrf }: Session,
    { host, address, secure, id, signal }: RequestContext,
  ): Promise<Reply> {
    const isMeCall = call === 'readMe'
    const isInspected = isMeCall || operation.tokens || isLimitedCall(call)
    const headers = createHeaders(operation, request, {
      'x-forwarded-for': address,
      'x-forwarded-proto': secure ? 'https' : 'http',
      'x-forwarded-host': host,
      'x-request-id': id,
      'accept-encoding': isInspected
        ? 'identity'
        : bestEncoding(headerOf(request, 'accept-encoding'), ['br', 'gzip', 'identity']),
      ...(body && { 'content-type': body.type }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(xsrf && { xsrf, cookie: `XSRF-TOKEN=${xsrf}` }),
    })
    const search = new URLSearchParams(query).toString()
    const { method } = operation
    const onFailure = reportFailure(`${method} ${path} (request ${id})`)
    const send = () =>
      relay(
        upstream,
        { target: search === '' ? path : `${path}?${search}`, method, headers, ...(body && { body: body.bytes }) },
        { limits, signal, onFailure },
      )
    const fields = body?.fields ?? {}
    const limited = { ...fields, ...(token && { [bearerField]: createHash('sha256').update(token).digest('hex') }) }
    const reply = isLimitedCall(call)
      ? await sendAccountCall({ id: call, address, fields: limited }, send)
      : await send()
    if (operation.tokens) {
      const remember = fields['remember_me'] === true
      const sealed = sealTokens(reply, (granted) => sessionSeal.seal(granted, { remember, secure }))
      if (sealed === undefined) onFailure('the response has no usable tokens')
      return sealed ?? unreachable()
    }
    if (token === undefined) return reply
    // The cookie stays after a 401, because a later sign-in may have replaced it.
    if (reply.status === 401) callerCache.remove(token)
    // The other sessions of the account may have ended too.
    if (sessionEndingCalls.includes(call)) callerCache.removeAccountOf(token)
    if (isMeCall) cacheCaller(reply, token)
    if (call !== 'signOut') return reply
    return { ...reply, headers: { ...reply.headers, 'set-cookie': sessionSeal.clear({ secure }) } }
  }

  let readiness: { result: Promise<boolean>; until: number } | undefined
  return {
    forward,
    /** Whether the host responds, checked every five seconds at most. */
    isHostReady: (): Promise<boolean> => {
      if (readiness === undefined || readiness.until <= performance.now()) {
        const result = readFromHost('/wp-json/custom-plugin/me/', {}).then((reply) => {
          discardReply(reply)
          return reply.status < 500
        })
        readiness = { result, until: performance.now() + 5_000 }
      }
      return readiness.result
    },
  }
}
