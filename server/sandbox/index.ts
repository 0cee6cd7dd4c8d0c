import { eq } from 'drizzle-orm'
import { Hono, type Context } from 'hono'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { createAllSessionsCalls } from './calls/allSessions.ts'
import { createAtlasRoutes } from './atlasRoutes.ts'
import { createAvatarCalls } from './calls/avatar.ts'
import { createChannelRequestCalls } from './calls/channelRequest.ts'
import { createCancellationCalls } from './calls/cancellations.ts'
import { createCardPaymentCalls } from './calls/cardPayments.ts'
import { createCardCalls } from './calls/cards.ts'
import { createChannelCalls } from './calls/channels.ts'
import { createMembershipCalls } from './calls/membership.ts'
import { createPasswordCalls } from './calls/password.ts'
import { createPaypalCalls } from './calls/paypal.ts'
import { createEraseRequestCalls } from './calls/eraseRequest.ts'
import { createDeviceCalls } from './calls/device.ts'
import { createProfileCalls } from './calls/profile.ts'
import { createSessionCalls } from './calls/session.ts'
import { createSupportCalls } from './calls/support.ts'
import { createEraseRoutes } from './eraseRoutes.ts'
import { createEmailChangeRoutes } from './emailChangeRoutes.ts'
import { createControlRoutes, createControls, sameSiteOnly } from './controls.ts'
import { createFaults, ConnectionCutError } from './faults.ts'
import { injectFaults } from './injectFaults.ts'
import { WpRefusalError, type Host } from './host.ts'
import { createIdempotentRunner } from './idempotency.ts'
import { createPageRoutes } from './pageRoutes.ts'
import { createPaypalRoutes } from './paypal/routes.ts'
import { openRecords, type Records } from './records.ts'
import { resourcePath } from '../root.ts'
import { CHANNELS } from './seed/channels.ts'
import { renderChannelLogo, renderDefaultAvatar } from './generatedImages.ts'
import { createStripeRoutes } from './stripe/routes.ts'
import { createStreamRoutes } from './streams/index.ts'
import { accounts, pictures } from './tables.ts'
import { isStreamToken } from './tokens.ts'
import { INTERNAL_ERROR, NO_ROUTE, createRefusalResponse, createResponse } from './wordpress.ts'

export { SandboxError } from './records.ts'
export { SANDBOX_EDGE_SECRETS, SANDBOX_SERVICE_KEY } from './seed/keys.ts'

/** The configuration that makes the application use the fake payment providers. The keys are test values. */
export const FAKE_PROVIDERS = {
  keys: { stripe: 'pk_test_sandbox', paypal: 'sandbox-client' },
  scripts: { stripe: '/sandbox/stripe/stripe.js', paypal: '/sandbox/paypal/sdk/js' },
} as const

const DAY = 86_400

/** How long a reset waits for pending calls, in ms. */
const SETTLE_TIMEOUT_MS = 2_000

export interface SandboxOptions {
  /** The folder of the records. It is created if it is missing. */
  readonly data: string
  readonly now?: () => Date
  /** The public origin of the sandbox. Default: the origin of each request. */
  readonly origin?: string
  /** The lifetime of an access token. Default: SANDBOX_TOKEN_SECONDS, else 7 days with "Remember me" and 1 day without. */
  readonly tokenSeconds?: number
  /** The folder of the built atlas, served at /atlas. */
  readonly atlas?: string
}

/** A running sandbox. `fetch` rejects with ConnectionCutError when a fault cuts the connection. */
export interface Sandbox {
  fetch(request: Request): Promise<Response>
  close(): Promise<void>
}

function tokenSecondsOf(option: number | undefined): number | undefined {
  const seconds = option ?? Number(process.env['SANDBOX_TOKEN_SECONDS'])
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined
}

/** WordPress ignores a trailing slash. */
const pathWithoutTrailingSlash = (request: Request) => new URL(request.url).pathname.replace(/(?<=.)\/+$/, '')

/**
 * The origin of the application, from the headers that the edge sets. The request's own URL is no substitute: with a
 * separate edge it names the sandbox, which serves no application.
 */
function forwardedOrigin(context: Context): string | undefined {
  const host = context.req.header('x-forwarded-host')?.split(',', 1)[0]?.trim() ?? ''
  if (!/^([a-z0-9.-]+|\[[0-9a-f:]+\])(:\d{1,5})?$/i.test(host)) return undefined
  return `${context.req.header('x-forwarded-proto') === 'https' ? 'https' : 'http'}://${host}`
}

const namespaces = ['custom-plugin', 'channel/v2', 'mp/v1', 'payment/v1']

/** WordPress's index of a namespace, which the edge reads: the paths with their methods. */
function createNamespaceIndex({ routes }: Hono, namespace: string) {
  const methodsOf: Record<string, { methods: string[] }> = {}
  for (const { method, path } of routes) {
    if (method === 'ALL' || !path.startsWith(`/wp-json/${namespace}/`)) continue
    const route = path.slice('/wp-json'.length).replace(/:(\w+)/g, '(?P<$1>[^/]+)')
    const methods = methodsOf[route]?.methods ?? []
    methodsOf[route] = { methods: [...new Set([...methods, method])] }
  }
  return { namespace, routes: methodsOf }
}

/** The fake host: everything below /wp-json. */
function createHostApp(host: Host): Hono {
  const app = new Hono({ getPath: pathWithoutTrailingSlash })
  // The index of WordPress, which the edge reads at start.
  app.get('/wp-json', () =>
    createResponse({
      name: 'Statecast sandbox',
      namespaces: ['oembed/1.0', 'wp/v2', ...namespaces],
    }),
  )
  for (const namespace of namespaces)
    app.get(`/wp-json/${namespace}`, () => createResponse(createNamespaceIndex(app, namespace)))
  app.route('/wp-json/custom-plugin', createSessionCalls(host))
  app.route('/wp-json/custom-plugin', createAllSessionsCalls(host))
  app.route('/wp-json/custom-plugin', createDeviceCalls(host))
  app.route('/wp-json/custom-plugin', createProfileCalls(host))
  app.route('/wp-json/custom-plugin', createEraseRequestCalls(host))
  app.route('/wp-json/mp/v1', createMembershipCalls(host))
  app.route('/wp-json/channel/v2', createChannelCalls(host))
  app.route('/wp-json/channel/v2', createAvatarCalls(host))
  app.route('/wp-json/channel/v2', createChannelRequestCalls(host))
  app.route('/wp-json/channel/v2', createSupportCalls(host))
  app.route('/wp-json/channel/v2', createPasswordCalls(host))
  const runIdempotently = createIdempotentRunner(host)
  for (const calls of [
    createCardCalls(host),
    createCardPaymentCalls(host, runIdempotently),
    createCancellationCalls(host, runIdempotently),
    createPaypalCalls(host, runIdempotently),
  ]) {
    app.route('/wp-json/payment/v1', calls)
  }
  app.notFound(() => createRefusalResponse(NO_ROUTE))
  app.onError((error) => {
    if (error instanceof WpRefusalError) return createRefusalResponse(error.refusal)
    if (error instanceof ConnectionCutError) throw error
    console.error(error)
    return createRefusalResponse(INTERNAL_ERROR)
  })
  return app
}

function createImageRoutes(records: Records): Hono {
  const routes = new Hono()
  const headers = {
    'content-type': 'image/svg+xml',
    'cache-control': 'max-age=3600',
    'content-security-policy': "default-src 'none'",
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  }
  routes.get('/logos/:file{[a-z0-9-]+\\.svg}', (context) => {
    const channel = CHANNELS.find(({ slug }) => `${slug}.svg` === context.req.param('file'))
    if (!channel) return context.notFound()
    return context.body(renderChannelLogo(channel.letters, channel.color, channel.name), 200, headers)
  })
  routes.get('/posters/:file{[a-z0-9-]+\\.webp}', async (context) => {
    const channel = CHANNELS.find(({ slug }) => `${slug}.webp` === context.req.param('file'))
    if (!channel?.live) return context.notFound()
    const still = await readFile(resourcePath(`server/sandbox/streams/media/${channel.slug}/still.webp`))
    return context.body(new Uint8Array(still), 200, {
      ...headers,
      'content-type': 'image/webp',
      'cache-control': 'max-age=60',
    })
  })
  routes.get('/avatars/:file{\\d{1,9}\\.svg}', async (context) => {
    const id = Number.parseInt(context.req.param('file'), 10)
    const [account] = await records.db.select().from(accounts).where(eq(accounts.id, id))
    if (!account?.hasAvatar) return context.notFound()
    return context.body(renderDefaultAvatar(account.displayName), 200, headers)
  })
  routes.get('/avatars/:file{\\d{1,9}-[a-z0-9]+\\.[a-z]+}', async (context) => {
    const [picture] = await records.db
      .select()
      .from(pictures)
      .where(eq(pictures.name, context.req.param('file')))
    if (!picture) return context.notFound()
    return context.body(new Uint8Array(picture.bytes), 200, { ...headers, 'content-type': picture.type })
  })
  return routes
}

/**
 * Creates the local fake of every outside service: host, membership service, payment providers, mail and streams.
 * Rejects with a SandboxError, whose message is one line, when the data folder is in use, damaged or not writable.
 */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const now = options.now ?? (() => new Date())
  return createSandboxFromRecords(await openRecords(options.data, now), { ...options, now })
}

/** Creates the sandbox from open records, for tests that inspect or reset them. */
export function createSandboxFromRecords(
  records: Records,
  options: Omit<SandboxOptions, 'data'> & { readonly now: () => Date },
): Sandbox {
  const { now } = options
  const seconds = tokenSecondsOf(options.tokenSeconds)
  const faults = createFaults()
  const pendingCalls = new Set<Promise<unknown>>()
  const whenSettled = async () => {
    // The timeout covers a caller that never finishes its request body.
    await Promise.race([Promise.allSettled(pendingCalls), pause(SETTLE_TIMEOUT_MS, undefined, { ref: false })])
  }
  const controls = createControls(records, faults, now, whenSettled)
  const originOf = (context: Context) => options.origin ?? new URL(context.req.url).origin
  const host: Host = {
    records,
    now,
    originOf,
    applicationOriginOf: (context) => forwardedOrigin(context) ?? originOf(context),
    isOffAir: (slug) => faults.streamFault(slug) === 'off-air',
    tokenSeconds: (remember) => seconds ?? (remember ? 7 * DAY : DAY),
  }

  const sandboxApp = new Hono({ getPath: pathWithoutTrailingSlash })
  sandboxApp.use('*', sameSiteOnly)
  sandboxApp.onError((error) => {
    if (error instanceof ConnectionCutError) throw error
    console.error(error)
    return new Response('The sandbox failed.', { status: 500 })
  })
  sandboxApp.route('/sandbox', createPageRoutes(controls, faults))
  sandboxApp.route('/sandbox', createControlRoutes(controls, faults))
  sandboxApp.route('/sandbox', createImageRoutes(records))
  sandboxApp.route('/sandbox', createEmailChangeRoutes(host))
  sandboxApp.route('/sandbox', createEraseRoutes(host))
  sandboxApp.route('/sandbox/stripe', createStripeRoutes(records, faults, now))
  sandboxApp.route('/sandbox/paypal', createPaypalRoutes(records, faults))
  if (options.atlas !== undefined) sandboxApp.route('/atlas', createAtlasRoutes(options.atlas))
  sandboxApp.route(
    '/sandbox/streams',
    createStreamRoutes({
      verify: (token, slug) => isStreamToken(records.streamSecret(), slug, token, now()),
      faultOf: (slug) => faults.streamFault(slug),
      now,
    }),
  )

  const wordpress = createHostApp(host)
  const hostWithFaults = injectFaults(faults, async (request) => wordpress.fetch(request))
  return {
    async fetch(request) {
      if (!new URL(request.url).pathname.startsWith('/wp-json')) return sandboxApp.fetch(request)
      const call = hostWithFaults(request)
      pendingCalls.add(call)
      try {
        return await call
      } finally {
        pendingCalls.delete(call)
      }
    },
    close: () => records.close(),
  }
}
