import { eq } from 'drizzle-orm'
import { Hono, type Context } from 'hono'
import { setTimeout as pause } from 'node:timers/promises'
import { allSessionsCalls } from './calls/allSessions.ts'
import { atlasRoutes } from './atlas.ts'
import { avatarCalls } from './calls/avatar.ts'
import { channelRequestCalls } from './calls/channelRequest.ts'
import { cancellationCalls } from './calls/cancellations.ts'
import { cardPaymentCalls } from './calls/cardPayments.ts'
import { cardCalls } from './calls/cards.ts'
import { channelCalls } from './calls/channels.ts'
import { membershipCalls } from './calls/membership.ts'
import { passwordCalls } from './calls/password.ts'
import { paypalCalls } from './calls/paypal.ts'
import { profileCalls } from './calls/profile.ts'
import { sessionCalls } from './calls/session.ts'
import { supportCalls } from './calls/support.ts'
import { addressRoutes } from './newAddress.ts'
import { controlRoutes, createControls, sameSiteOnly } from './control.ts'
import { createFaults, LineCut } from './faults.ts'
import { faultyLine } from './faultyLine.ts'
import { Refused, type Host } from './host.ts'
import { createIdempotency } from './idempotency.ts'
import { pageRoutes } from './page.ts'
import { paypalRoutes } from './paypal/routes.ts'
import { openRecords, type Records } from './records.ts'
import { CHANNELS } from './seed/channels.ts'
import { letterMark, portrait } from './signs.ts'
import { stripeRoutes } from './stripe/routes.ts'
import { streamRoutes } from './streams/index.ts'
import { accounts, pictures } from './tables.ts'
import { isStreamToken } from './tokens.ts'
import { NO_ROUTE, refuse } from './wordpress.ts'

export { LineCut } from './faults.ts'
export { SandboxError } from './records.ts'
export { SANDBOX_SERVICE_KEY } from './seed/keys.ts'

/** What the application is told, so that it pays with the sandbox's stand-ins. Test keys that open nothing. */
export const STAND_INS = {
  keys: { stripe: 'pk_test_sandbox', paypal: 'sandbox-client' },
  scripts: { stripe: '/sandbox/stripe/stripe.js', paypal: '/sandbox/paypal/sdk/js' },
} as const

const DAY = 86_400

/** How long a reset waits for the calls that are under way, in ms. */
const SETTLING = 2_000

export interface SandboxOptions {
  /** The folder of its records; made when it is not there. */
  readonly data: string
  readonly now?: () => Date
  /** Where a browser reaches the sandbox; without it, where each request was sent to. */
  readonly origin?: string
  /** How long an access token works; without it SANDBOX_TOKEN_SECONDS, else 7 days when remembered and 1 day when not. */
  readonly tokenSeconds?: number
  /** The folder of the built atlas; without it nothing stands at /atlas. */
  readonly atlas?: string
}

/** A running sandbox. `fetch` rejects with LineCut where a fault cuts the line. */
export interface Sandbox {
  fetch(request: Request): Promise<Response>
  close(): Promise<void>
}

function secondsOf(option: number | undefined): number | undefined {
  const seconds = option ?? Number(process.env['SANDBOX_TOKEN_SECONDS'])
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined
}

/** WordPress takes a path with and without its last slash. */
const plainPath = (request: Request) => new URL(request.url).pathname.replace(/(?<=.)\/+$/, '')

/**
 * Where the application that asks is open, as the edge in front says: its headers are its own, no browser's. Behind a
 * separate edge the request itself was sent to the sandbox, where no page of the application is.
 */
function forwardedOrigin(context: Context): string | undefined {
  const host = context.req.header('x-forwarded-host')?.split(',', 1)[0]?.trim() ?? ''
  if (!/^([a-z0-9.-]+|\[[0-9a-f:]+\])(:\d{1,5})?$/i.test(host)) return undefined
  return `${context.req.header('x-forwarded-proto') === 'https' ? 'https' : 'http'}://${host}`
}

/** The host's part: everything below /wp-json. */
function hostApp(host: Host): Hono {
  const app = new Hono({ getPath: plainPath })
  app.route('/wp-json/custom-plugin', sessionCalls(host))
  app.route('/wp-json/custom-plugin', allSessionsCalls(host))
  app.route('/wp-json/custom-plugin', profileCalls(host))
  app.route('/wp-json/mp/v1', membershipCalls(host))
  app.route('/wp-json/channel/v2', channelCalls(host))
  app.route('/wp-json/channel/v2', avatarCalls(host))
  app.route('/wp-json/channel/v2', channelRequestCalls(host))
  app.route('/wp-json/channel/v2', supportCalls(host))
  app.route('/wp-json/channel/v2', passwordCalls(host))
  const once = createIdempotency(host)
  for (const calls of [
    cardCalls(host),
    cardPaymentCalls(host, once),
    cancellationCalls(host, once),
    paypalCalls(host, once),
  ]) {
    app.route('/wp-json/payment/v1', calls)
  }
  app.notFound(() => refuse(NO_ROUTE))
  app.onError((error) => {
    if (error instanceof Refused) return refuse(error.refusal)
    if (error instanceof LineCut) throw error
    console.error(error)
    return refuse({
      code: 'internal_server_error',
      message: '<p>There has been a critical error on this website.</p>',
      status: 500,
    })
  })
  return app
}

/** The pictures that answers point to. */
function signRoutes(records: Records): Hono {
  const routes = new Hono()
  const headers = {
    'content-type': 'image/svg+xml',
    'cache-control': 'max-age=3600',
    'content-security-policy': "default-src 'none'",
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  }
  routes.get('/logos/:file{[a-z0-9-]+\\.svg}', (context) => {
    const channel = CHANNELS.find((one) => `${one.slug}.svg` === context.req.param('file'))
    if (!channel) return context.notFound()
    return context.body(letterMark(channel.letters, channel.colour, channel.name), 200, headers)
  })
  routes.get('/avatars/:file{\\d{1,9}\\.svg}', async (context) => {
    const id = Number.parseInt(context.req.param('file'), 10)
    const [account] = await records.db.select().from(accounts).where(eq(accounts.id, id))
    if (!account?.hasAvatar) return context.notFound()
    return context.body(portrait(account.displayName), 200, headers)
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
 * Opens the stand-in for everything outside: the host with its membership service, the streams, mailbox and ledger.
 * Rejects with a SandboxError, whose message is one line, when the folder is in use, damaged or can't be written.
 */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const now = options.now ?? (() => new Date())
  return sandboxOn(await openRecords(options.data, now), { ...options, now })
}

/** The same on records that are open already: who holds them can look into them and put them back. */
export function sandboxOn(
  records: Records,
  options: Omit<SandboxOptions, 'data'> & { readonly now: () => Date },
): Sandbox {
  const { now } = options
  const seconds = secondsOf(options.tokenSeconds)
  const faults = createFaults()
  const underWay = new Set<Promise<unknown>>()
  const settled = async () => {
    // A caller may keep a call open for ever by sending no end of it.
    await Promise.race([Promise.allSettled(underWay), pause(SETTLING, undefined, { ref: false })])
  }
  const controls = createControls(records, faults, now, settled)
  const originOf = (context: Context) => options.origin ?? new URL(context.req.url).origin
  const host: Host = {
    records,
    now,
    originOf,
    applicationOf: (context) => forwardedOrigin(context) ?? originOf(context),
    isTakenOff: (slug) => faults.streamFault(slug) === 'off-air',
    tokenSeconds: (remember) => seconds ?? (remember ? 7 * DAY : DAY),
  }

  const own = new Hono({ getPath: plainPath })
  own.use('*', sameSiteOnly)
  own.onError((error) => {
    if (error instanceof LineCut) throw error
    console.error(error)
    return new Response('The sandbox failed.', { status: 500 })
  })
  own.route('/sandbox', pageRoutes(controls, faults))
  own.route('/sandbox', controlRoutes(controls, faults))
  own.route('/sandbox', signRoutes(records))
  own.route('/sandbox', addressRoutes(host))
  own.route('/sandbox/stripe', stripeRoutes(records, faults, now))
  own.route('/sandbox/paypal', paypalRoutes(records, faults))
  if (options.atlas !== undefined) own.route('/atlas', atlasRoutes(options.atlas))
  own.route(
    '/sandbox/streams',
    streamRoutes({
      verify: (token, slug) => isStreamToken(records.streamSecret(), slug, token, now()),
      faultOf: (slug) => faults.streamFault(slug),
      now,
    }),
  )

  const wordpress = hostApp(host)
  const line = faultyLine(faults, async (request) => wordpress.fetch(request))
  return {
    async fetch(request) {
      if (!new URL(request.url).pathname.startsWith('/wp-json')) return own.fetch(request)
      const call = line(request)
      underWay.add(call)
      try {
        return await call
      } finally {
        underWay.delete(call)
      }
    },
    close: () => records.close(),
  }
}
