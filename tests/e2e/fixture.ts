import {
  test as base,
  expect,
  type BrowserContext,
  type ConsoleMessage,
  type Page,
  type Response,
} from '@playwright/test'
import { violations as contractViolations } from '../contract/contract.ts'
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
}

interface WorkerFixtures {
  /** The built product, with its own port and records. */
  server: RunningServer
}

interface TestFixtures {
  /** The API of the sandbox, which is reset before every test. */
  sandbox: SandboxClient
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

/** Watches every page of the context. */
function watchContext(context: BrowserContext, origin: string) {
  const violations: Violation[] = []
  const consoleAllowed: RegExp[] = []
  const policyAllowed: RegExp[] = []
  const contractAllowed: RegExp[] = []
  const checks: Promise<void>[] = []
  const ownUrl = new URL(origin)

  const onConsole = (message: ConsoleMessage) => {
    if (message.type() === 'error' && !isFailedRequest(message)) violations.push(`console: ${message.text()}`)
  }
  const check = async (response: Response) => {
    const request = response.request()
    const { pathname, search } = new URL(request.url())
    const path = pathname + search
    const responseHeaders = await response.allHeaders()
    const requestHeaders = await request.allHeaders()
    const multipart = (requestHeaders['content-type'] ?? '').startsWith('multipart/')
    const responseBody = readable(responseHeaders) ? await response.text() : ''
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
    if (/^(https?|wss?):$/.test(url.protocol) && !ours) violations.push(`foreign host: ${url.origin}`)
  })
  context.on('response', (response) => {
    if (!new URL(response.url()).pathname.startsWith('/wp-json/')) return
    // The response of a closed page cannot be read.
    checks.push(check(response).catch(() => undefined))
  })

  const watch: PageMonitor = {
    allowConsole: (pattern) => void consoleAllowed.push(pattern),
    allowPolicyViolation: (pattern) => void policyAllowed.push(pattern),
    allowOffContract: (pattern) => void contractAllowed.push(pattern),
    violations: () => violations,
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
  watch: [
    async ({ context, server }, use) => {
      const { watch, collectViolations, violations } = watchContext(context, server.url)
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
