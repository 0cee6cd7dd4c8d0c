import {
  test as base,
  expect,
  type BrowserContext,
  type ConsoleMessage,
  type Page,
  type Request,
  type Response,
} from '@playwright/test'
import { SANDBOX_SERVICE_KEY } from '../../server/sandbox/seed/keys.ts'
import { violations as contractViolations } from '../../tools/contract/exchange.ts'
import { hasOffContractResponse } from './requestHold.ts'
import { startServer, type RunningServer, type SandboxClient } from './server.ts'
import { longWaits } from './waits.ts'

export { expect }

/** A violation that fails the test. */
export type Violation = string

export interface PageMonitor {
  /** Console errors that this test causes on purpose. */
  allowConsole(pattern: RegExp): void
  /** Violations of the content security policy that this test causes on purpose. */
  allowPolicyViolation(pattern: RegExp): void
  /** Responses that violate the contract on purpose (a fault of the sandbox, a fulfilled route). */
  allowOffContract(pattern: RegExp): void
  violations(): readonly Violation[]
  /** Reports the service key in the document or the storage of a page. */
  checkPage(page: Page): Promise<void>
}

interface WorkerFixtures {
  /** The built product, with its own port and records. */
  server: RunningServer
}

interface TestFixtures {
  /** The API of the sandbox, which is reset before every test. */
  sandbox: SandboxClient
  /** The origins besides the server's that pages may use. */
  otherOrigins: readonly string[]
  watch: PageMonitor
}

/** A path without a page. */
export const unknownPath = '/no/such/page'

/**
 * Chromium logs every failed request as an error. A test may break the connection, the contract decides whether a call of
 * the host may fail, and the page of an unknown path has status 404. Any other response with such a status is a violation.
 */
function isFailedRequest(message: ConsoleMessage): boolean {
  const [, reason] = /^Failed to load resource: (net::|the server responded)/.exec(message.text()) ?? []
  if (reason !== 'the server responded') return reason !== undefined
  const { pathname } = new URL(message.location().url)
  return /^\/(wp-json|sandbox)\//.test(pathname) || pathname === unknownPath
}

const readable = (headers: Record<string, string>) => /json|text|html/.test(headers['content-type'] ?? 'text')

/**
 * Reports the calls of a session that a page sends or completes after the logout, from the moment when the page leaves for
 * the sign-in page.
 */
function watchLogout(context: BrowserContext, report: (violation: Violation) => void) {
  const tokens = new Set<string>()
  const endedIn = new WeakMap<Page, ReadonlySet<string>>()
  const check = (request: Request, what: string) => {
    const { authorization = '' } = request.headers()
    const { pathname } = new URL(request.url())
    if (authorization === '' || pathname === '/wp-json/custom-plugin/logout') return
    if (endedIn.get(request.frame().page())?.has(authorization))
      report(`after logout: ${request.method()} ${pathname} was ${what}`)
  }
  context.on('request', (request) => {
    const { authorization } = request.headers()
    if (authorization !== undefined && request.url().endsWith('/wp-json/custom-plugin/logout'))
      tokens.add(authorization)
    check(request, 'sent')
  })
  context.on('requestfinished', (request) => check(request, 'completed'))
  context.on('page', (page) =>
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame() && URL.parse(frame.url())?.pathname === '/signin')
        endedIn.set(page, new Set(tokens))
    }),
  )
}

/** Whether the document or the storage of a page has this text. */
const hasText = (page: Page, text: string): Promise<boolean> =>
  page.evaluate(
    (wanted) =>
      [document.documentElement.outerHTML, ...Object.values({ ...localStorage, ...sessionStorage })].some((part) =>
        String(part).includes(wanted),
      ),
    text,
  )

/** Watches every page of the context. */
function watchContext(context: BrowserContext, origin: string, otherOrigins: readonly string[]) {
  const violations: Violation[] = []
  const consoleAllowed: RegExp[] = []
  const policyAllowed: RegExp[] = []
  const contractAllowed: RegExp[] = []
  const checks: Promise<void>[] = []
  const ownUrl = new URL(origin)

  const onConsole = (message: ConsoleMessage) => {
    if (message.type() === 'error' && !isFailedRequest(message)) violations.push(`console: ${message.text()}`)
  }
  const reportKey = (text: string, where: string) => {
    if (text.includes(SANDBOX_SERVICE_KEY)) violations.push(`service key: ${where} has it`)
  }
  const checkDocument = async (response: Response) => {
    const { pathname } = new URL(response.url())
    // A body may be gone when it is read. The headers are not.
    reportKey(JSON.stringify(await response.allHeaders()), pathname)
    reportKey(await response.text(), pathname)
  }
  const check = async (response: Response) => {
    const request = response.request()
    const { pathname, search } = new URL(request.url())
    const path = pathname + search
    const responseHeaders = await response.allHeaders()
    const requestHeaders = await request.allHeaders()
    const multipart = (requestHeaders['content-type'] ?? '').startsWith('multipart/')
    reportKey(JSON.stringify([requestHeaders, responseHeaders]), `${request.method()} ${path}`)
    const responseBody = readable(responseHeaders) ? await response.text() : ''
    reportKey(responseBody, `${request.method()} ${path}`)
    for (const found of contractViolations(
      {
        method: request.method(),
        path,
        requestHeaders,
        requestBody: multipart ? undefined : (request.postData() ?? undefined),
        status: response.status(),
        responseHeaders,
        responseBody,
      },
      'browser',
      hasOffContractResponse(request) ? 'request' : 'both',
    )) {
      violations.push(`contract: ${request.method()} ${path} → ${response.status()}: ${found}`)
    }
  }

  context.on('console', onConsole)
  context.on('weberror', (error) => violations.push(`page error: ${error.error().message}`))
  context.on('request', (request) => {
    const url = new URL(request.url())
    // The sandbox's card frame is the same server under another host name.
    const ours = /^(localhost|127\.0\.0\.1)$/.test(url.hostname) && url.port === ownUrl.port
    if (/^(https?|wss?):$/.test(url.protocol) && !ours && !otherOrigins.includes(url.origin))
      violations.push(`foreign host: ${url.origin}`)
  })
  context.on('response', (response) => {
    const isCall = new URL(response.url()).pathname.startsWith('/wp-json/')
    // The response of a closed page cannot be read.
    if (isCall) checks.push(check(response).catch(() => undefined))
    else if (response.request().resourceType() === 'document')
      checks.push(checkDocument(response).catch(() => undefined))
  })
  watchLogout(context, (violation) => violations.push(violation))

  const watch: PageMonitor = {
    allowConsole: (pattern) => void consoleAllowed.push(pattern),
    allowPolicyViolation: (pattern) => void policyAllowed.push(pattern),
    allowOffContract: (pattern) => void contractAllowed.push(pattern),
    violations: () => violations,
    checkPage: async (page) => {
      // A page that is closed, or that shows a file, has no storage.
      if (await hasText(page, SANDBOX_SERVICE_KEY).catch(() => false)) reportKey(SANDBOX_SERVICE_KEY, page.url())
    },
  }
  const collectViolations = async () => {
    await Promise.all(checks)
    return violations.filter(
      (violation) =>
        !(/^(console|page error):/.test(violation) && consoleAllowed.some((pattern) => pattern.test(violation))) &&
        !(violation.startsWith('policy:') && policyAllowed.some((pattern) => pattern.test(violation))) &&
        !(violation.startsWith('contract:') && contractAllowed.some((pattern) => pattern.test(violation))),
    )
  }
  return { watch, collectViolations, violations }
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    async ({ playwright: _playwright }, use) => {
      const server = await startServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: longWaits.serverStart },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  sandbox: [
    async ({ server }, use) => {
      await server.sandbox.reset()
      await use(server.sandbox)
    },
    { auto: true },
  ],
  page: async ({ page, watch }, use) => {
    // A prerendered page reacts to most actions only when it is hydrated.
    const goto = page.goto.bind(page)
    page.goto = async (...args) => {
      const response = await goto(...args)
      await expect(page.locator('#root[data-prerendered]')).toHaveCount(0)
      return response
    }
    await use(page)
    // A response that a route still fetches would be an error of the test.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await watch.checkPage(page)
  },
  otherOrigins: async ({ baseURL: _baseURL }, use) => use([]),
  watch: [
    async ({ context, server, otherOrigins }, use) => {
      const { watch, collectViolations, violations } = watchContext(context, server.url, otherOrigins)
      // The page has no report-only policy with the sandbox.
      await context.exposeBinding('__refusedByPolicy', (_, what: string) => violations.push(`policy: ${what}`))
      await context.addInitScript(() => {
        addEventListener('securitypolicyviolation', (event) => {
          if (event.disposition !== 'enforce') return
          const report = (window as unknown as { __refusedByPolicy(what: string): void }).__refusedByPolicy
          report(`${event.effectiveDirective} refused ${event.blockedURI} at ${event.sourceFile}:${event.lineNumber}`)
        })
      })
      await use(watch)
      expect(await collectViolations(), 'no violations').toEqual([])
    },
    { auto: true },
  ],
})

/** The password of every account of the sandbox. */
export const password = 'live-news-24'

export type Account = 'member' | 'paypal-member' | 'manual-member' | 'guest' | 'lapsed'

export const loginOf = (account: Account) => `${account}@statecast.test`

/**
 * Signs in through the API and stores what the sign-in screen would store, without opening it.
 * The next `page.goto` finds a session.
 */
export async function signIn(page: Page, account: Account, { remember = true }: { remember?: boolean } = {}) {
  const xsrf = async () => (await page.context().cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value
  // The manifest has the same origin and does not start the application.
  await page.request.get('/signin')
  await page.goto('/manifest.webmanifest')
  const response = await page.request.post('/wp-json/custom-plugin/user-login', {
    data: { username: loginOf(account), password, remember_me: remember || '' },
    headers: { XSRF: (await xsrf()) ?? '' },
  })
  if (!response.ok()) throw new Error(`${account} can't sign in: ${response.status()} ${await response.text()}`)
  const granted = (await response.json()) as { access_token: string; refresh_token: string }
  await page.evaluate(
    ({ access_token, refresh_token, remember }) => {
      const life = remember ? 'Max-Age=604800; ' : ''
      document.cookie = `access_token=${encodeURIComponent(access_token)}; ${life}Path=/; SameSite=Strict`
      document.cookie = `refresh_token=${encodeURIComponent(refresh_token)}; ${life}Path=/; SameSite=Strict`
      const storage = remember ? localStorage : sessionStorage
      storage.setItem('refresh_token', refresh_token)
    },
    { ...granted, remember },
  )
}
