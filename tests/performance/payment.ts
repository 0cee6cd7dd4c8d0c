/**
 * Payments: the model check, the size of the checkout's script, and the time from pressing Pay until the confirmation,
 * compared with the calls alone.
 */
import { gzipSync } from 'node:zlib'
import { type Browser, type Page, type Request, type Response } from '@playwright/test'
import { cardNumber, testCards, typeCard } from '../e2e/card.ts'
import { signIn } from '../e2e/fixture.ts'
import { type RunningServer } from '../e2e/server.ts'
import { explore } from '../payments/explore.ts'
import { machines } from '../payments/planChangeSystem.ts'
import { explorations } from '../payments/explorations.ts'
import { atMost, withoutLimit, median, type Measurement } from './measurement.ts'
import { withBrowser } from './withBrowser.ts'

const ROUNDS = 5
const PLAN = 102
const rounded = (value: number) => Math.round(value * 10) / 10

function modelCheck(): Measurement[] {
  const runs = Object.values(explorations).map((exploration) => explore({ machines, ...exploration }))
  const sum = (of: (run: (typeof runs)[number]) => number) => runs.reduce((total, run) => total + of(run), 0)
  const broken = new Set(runs.flatMap((run) => Object.keys(run.violations)))
  return [
    atMost(
      'Payment invariants violated in any state',
      broken.size,
      'invariants',
      0,
      `${sum(({ states }) => states)} states`,
    ),
    withoutLimit(
      'Model check of payments',
      rounded(sum(({ ms }) => ms) / 1_000),
      's',
      `${sum((run) => run.transitions)} transitions`,
    ),
  ]
}

async function open(browser: Browser, server: RunningServer): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server.url,
    locale: 'en-US',
    viewport: { width: 1440, height: 900 },
  })
  const page = await context.newPage()
  await signIn(page, 'guest')
  return page
}

/** Our own scripts that a page loads: path → KiB gzip. */
async function scriptsOf(page: Page, visit: () => Promise<void>): Promise<Map<string, number>> {
  const loaded = new Map<string, Promise<number>>()
  const onResponse = (response: Response) => {
    const { pathname } = new URL(response.url())
    if (response.request().resourceType() !== 'script' || pathname.startsWith('/sandbox/')) return
    loaded.set(
      pathname,
      response.body().then((body) => gzipSync(body, { level: 9 }).byteLength / 1_024),
    )
  }
  page.on('response', onResponse)
  await visit()
  // The page is closed after the visit, and a response that arrives then has no body.
  page.off('response', onResponse)
  return new Map(await Promise.all([...loaded].map(async ([path, size]) => [path, await size] as const)))
}

/** What the checkout loads, with card form and PayPal button, beyond what every page of a guest loads. */
async function scriptBeyondAppShell(browser: Browser, server: RunningServer): Promise<Measurement> {
  const visited = async (path: string, waitUntilReady: (page: Page) => Promise<void>) => {
    const page = await open(browser, server)
    const scripts = await scriptsOf(page, async () => {
      await page.goto(path)
      await waitUntilReady(page)
    })
    await page.context().close()
    return scripts
  }
  const heading = (page: Page) => page.getByRole('heading', { level: 1 }).waitFor()
  const plain = await Promise.all(['/support/faqs', '/profile/view-profile'].map((path) => visited(path, heading)))
  const pay = await visited(`/subscribe/${PLAN}`, async (page) => {
    await cardNumber(page).waitFor()
    await page.getByRole('radio', { name: 'PayPal Payment Method' }).check()
    await page.frameLocator('iframe[title="PayPal"]').getByRole('button', { name: 'Pay with PayPal' }).waitFor()
  })
  const beyond = [...pay].filter(([path]) => !plain.every((scripts) => scripts.has(path)))
  return atMost(
    'Checkout, JavaScript beyond the app shell, without the providers’ scripts (gzip)',
    rounded(beyond.reduce((total, [, size]) => total + size, 0)),
    'KiB',
    60,
    beyond.map(([path, size]) => `${path.replace(/^.*\//, '')} ${rounded(size)}`).join(', '),
  )
}

const isPaymentRequest = (request: Request): boolean =>
  ['fetch', 'xhr'].includes(request.resourceType()) && /\/(?:wp-json|sandbox\/stripe)\//.test(request.url())

/** One payment with a new card: from the press until the confirmation, and its calls alone, in sequence, without a page. */
async function pay(browser: Browser, server: RunningServer): Promise<{ page: number; calls: number; chain: string }> {
  await server.sandbox.reset()
  const page = await open(browser, server)
  await page.goto(`/subscribe/${PLAN}`)
  await cardNumber(page).waitFor()
  await page.getByLabel('Cardholder name').fill('Gus Guest')
  await page.getByLabel('Billing address').fill('1 Main Street')
  await typeCard(page, testCards.succeeds)
  await page.evaluate(() => {
    addEventListener('click', () => performance.mark('pressed'), { capture: true, once: true })
    const watch = new MutationObserver(() => {
      if (![...document.querySelectorAll('h1')].some(({ textContent }) => textContent === 'Thank You')) return
      performance.mark('confirmed')
      watch.disconnect()
    })
    watch.observe(document.body, { childList: true, subtree: true })
  })
  const made: Request[] = []
  const onRequest = (request: Request) => {
    if (isPaymentRequest(request)) made.push(request)
  }
  page.on('request', onRequest)
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.getByRole('heading', { name: 'Thank You', level: 1 }).waitFor()
  page.off('request', onRequest)
  const pageTime = await page.evaluate(() => performance.measure('paying', 'pressed', 'confirmed').duration)
  // Calls after the payment do not delay the confirmation.
  const last = made.findIndex((request) => request.url().endsWith('/create-subscription'))
  const chain = await Promise.all(
    made.slice(0, last + 1).map(async (request) => ({
      url: request.url(),
      init: { method: request.method(), headers: await request.allHeaders(), body: request.postData() },
    })),
  )
  await page.context().close()

  // The same calls for the same user after a reset, which also ends the session.
  await server.sandbox.reset()
  const again = await open(browser, server)
  const cookies = await again.context().cookies()
  const cookie = (name: string) => cookies.find((stored) => stored.name === name)?.value ?? ''
  const fresh: Record<string, string> = {
    authorization: `Bearer ${cookie('access_token')}`,
    cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    xsrf: cookie('XSRF-TOKEN'),
    'idempotency-key': crypto.randomUUID(),
  }
  let method = ''
  const startedAt = performance.now()
  for (const { url, init } of chain) {
    const copied = Object.entries(init.headers).filter(([name]) => !/^(?::|content-length|host|connection)/.test(name))
    const headers = Object.fromEntries(copied.map(([name, value]) => [name, fresh[name] ?? value]))
    const body = init.body?.replace(/"payment_method_id":"[^"]*"/, `"payment_method_id":"${method}"`)
    const response = await fetch(url, { method: init.method, headers, ...(body !== undefined && { body }) })
    const text = await response.text()
    if (!response.ok) throw new Error(`${init.method} ${url} responded with ${response.status}: ${text}`)
    method = /"id":"(pm_[^"]*)"/.exec(text)?.[1] ?? method
  }
  const calls = performance.now() - startedAt
  await again.context().close()
  const names = chain.map(({ url, init }) => `${init.method} ${new URL(url).pathname.replace(/^.*\/(?=\w)/, '')}`)
  return { page: pageTime, calls, chain: names.join(', ') }
}

export const measure = (): Promise<Measurement[]> =>
  withBrowser(async (browser, server) => {
    const rows = modelCheck()
    rows.push(await scriptBeyondAppShell(browser, server))
    const rounds = []
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await pay(browser, server))
    const [page, calls] = [median(rounds.map((round) => round.page)), median(rounds.map((round) => round.calls))]
    rows.push(
      withoutLimit(
        'From pressing Pay until the confirmation',
        rounded(page),
        'ms',
        `median of ${ROUNDS}, on the sandbox`,
      ),
      withoutLimit(
        'The same, relative to its calls alone',
        rounded(page / calls),
        '×',
        `${rounds[0]?.chain ?? ''}: ${rounded(calls)} ms`,
      ),
    )
    return rows
  })
