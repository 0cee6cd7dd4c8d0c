/**
 * Payments: the model check, the size of the checkout's script, and the time from pressing Pay until the confirmation,
 * compared with a page that only sends the same calls.
 */
import { gzipSync } from 'node:zlib'
import {
  expect,
  type Browser,
  type BrowserContextOptions,
  type Page,
  type Request,
  type Response,
} from '@playwright/test'
import { cardNumber, testCards, typeCard } from '../e2e/card.ts'
import { signIn } from '../e2e/fixture.ts'
import { type RunningServer } from '../e2e/server.ts'
import { explore } from '../payments/explore.ts'
import { machines } from '../payments/planChangeSystem.ts'
import { explorations } from '../payments/explorations.ts'
import { atMost, withoutLimit, median, type Measurement } from './measurement.ts'
import { profiles, slowDown, type Profile } from './networkProfiles.ts'
import { withBrowser } from './withBrowser.ts'

const ROUNDS = 15
const PLAN = 102
const rounded = (value: number) => Math.round(value * 100) / 100

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

async function open(browser: Browser, server: RunningServer, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    ...options,
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

/**
 * Returns a function that waits until no request has run for half a second. Playwright's `networkidle` never comes if a
 * frame is removed during a request, as the card field is when PayPal is chosen.
 */
function watchRequests(page: Page): () => Promise<void> {
  const running = new Set<Request>()
  let quietSince = performance.now()
  const onEnd = (request: Request) => {
    running.delete(request)
    quietSince = performance.now()
  }
  page.on('request', (request) => void running.add(request))
  page.on('requestfinished', onEnd)
  page.on('requestfailed', onEnd)
  return () =>
    expect.poll(() => running.size === 0 && performance.now() - quietSince > 500, { timeout: 30_000 }).toBe(true)
}

/** What the checkout loads, with card form and PayPal button, beyond what every page of a guest loads. */
async function scriptBeyondAppShell(browser: Browser, server: RunningServer): Promise<Measurement> {
  const visited = async (path: string, waitUntilReady: (page: Page) => Promise<void>) => {
    const page = await open(browser, server)
    const waitUntilIdle = watchRequests(page)
    const scripts = await scriptsOf(page, async () => {
      await page.goto(path)
      await waitUntilReady(page)
      // The shell loads its dialogs when the page is idle.
      await waitUntilIdle()
    })
    await page.context().close()
    return scripts
  }
  const heading = (page: Page) => page.getByRole('heading', { level: 1 }).waitFor()
  const plain = await Promise.all(['/support/faqs', '/profile/view-profile'].map((path) => visited(path, heading)))
  const checkout = await visited(`/subscribe/${PLAN}`, async (page) => {
    await cardNumber(page).waitFor()
    await page.getByRole('radio', { name: 'PayPal Payment Method' }).check()
    await page.frameLocator('iframe[title="PayPal"]').getByRole('button', { name: 'Pay with PayPal' }).waitFor()
  })
  const beyond = [...checkout].filter(([path]) => !plain.every((scripts) => scripts.has(path)))
  return atMost(
    'Checkout, JavaScript beyond the app shell, without the providers’ scripts (gzip)',
    rounded(beyond.reduce((total, [, size]) => total + size, 0)),
    'KiB',
    60,
    beyond.map(([path, size]) => `${path.replace(/^.*\//, '')} ${rounded(size)}`).join(', '),
  )
}

/** Presses Pay. `x` and `y` are its center. */
type Press = (page: Page, x: number, y: number) => Promise<void>
type Connection = Profile & { press: Press }

/** How long the mouse holds a button, in ms: about as long as a person does. */
const HOLD = 80

/**
 * The ways to press Pay, each by the end of its name, which follows that of the network. Not the locator's click: it would check in the page, at
 * each event of the mouse, what the mouse hits.
 */
const presses: Record<string, Press> = {
  '': ({ mouse }, x, y) => mouse.click(x, y, { delay: HOLD }),
  // As a script does.
  ', the mouse not held': ({ mouse }, x, y) => mouse.click(x, y),
  ', with Enter': async (page) => {
    await page.getByRole('button', { name: /^Pay/ }).focus()
    await page.keyboard.press('Enter')
  },
}

/** In a page: the time from the next click until the heading that confirms the payment, in ms. */
const watchPayment = () =>
  new Promise<number>((resolve) => {
    addEventListener('click', () => performance.mark('pressed'), { capture: true, once: true })
    const watch = new MutationObserver(() => {
      if (![...document.querySelectorAll('h1')].some(({ textContent }) => textContent === 'Thank You')) return
      watch.disconnect()
      resolve(performance.measure('paying', 'pressed').duration)
    })
    watch.observe(document.body, { childList: true, subtree: true })
  })

/** The time from the click on Pay until the confirmation, in ms. The network is slow from the press on. */
async function pay(page: Page, { network, press }: Connection): Promise<number> {
  // Not a locator: it would search the page in every frame meanwhile, which takes longer in a page with more elements.
  const duration = page.evaluate(watchPayment)
  const box = await page.getByRole('button', { name: /^Pay/ }).boundingBox()
  if (!box) throw new Error('The button Pay is not visible')
  if (network) await slowDown(page, network)
  await press(page, box.x + box.width / 2, box.y + box.height / 2)
  return duration
}

/** A call of a payment to the host. The value of `payment_method_id` is that of the recorded payment. */
interface Call {
  method: string
  path: string
  headers: Record<string, string>
  body: string | null
}

const isHostCall = (request: Request): boolean =>
  request.resourceType() === 'fetch' && new URL(request.url()).pathname.startsWith('/wp-json/')

/** Pays with a new card in the product, and records its calls to the host. */
async function payInProduct(browser: Browser, server: RunningServer, profile: Connection) {
  await server.sandbox.reset()
  const page = await open(browser, server)
  await page.goto(`/subscribe/${PLAN}`)
  await cardNumber(page).waitFor()
  await page.getByLabel('Cardholder name').fill('Gus Guest')
  await page.getByLabel('Billing address').fill('1 Main Street')
  await typeCard(page, testCards.succeeds)
  const providerScript = await page.locator('script[src*="stripe"]').first().getAttribute('src')
  const made: Request[] = []
  page.on('request', (request) => {
    if (isHostCall(request)) made.push(request)
  })
  const ms = await pay(page, profile)
  // Calls after the payment do not delay the confirmation.
  const last = made.findIndex((request) => request.url().endsWith('/create-subscription'))
  const calls = await Promise.all(
    made.slice(0, last + 1).map(async (request): Promise<Call> => {
      const headers = Object.entries(await request.allHeaders())
      return {
        method: request.method(),
        path: new URL(request.url()).pathname,
        headers: Object.fromEntries(headers.filter(([name]) => sentHeaders.has(name))),
        body: request.postData(),
      }
    }),
  )
  await page.context().close()
  return { ms, calls, providerScript: providerScript ?? '' }
}

/** The headers that a page sets itself. */
const sentHeaders = new Set(['accept', 'authorization', 'content-type', 'idempotency-key', 'xsrf'])

/**
 * A payment in a page without an application, in the same browser, on the same origin and with the same session: the same
 * field of the provider, and the same calls one after the other.
 */
async function payInBarePage(
  browser: Browser,
  server: RunningServer,
  profile: Connection,
  { calls, providerScript }: { calls: Call[]; providerScript: string },
): Promise<number> {
  await server.sandbox.reset()
  const page = await open(browser, server, { bypassCSP: true })
  // Any file of the server that is not a page of the application. Its policy forbids scripts.
  await page.goto('/third-party-notices.txt')
  await page.evaluate(async (src) => {
    document.body.innerHTML = '<div id="card"></div><button>Pay</button>'
    const script = Object.assign(document.createElement('script'), { src })
    const loaded = new Promise((resolve) => script.addEventListener('load', resolve))
    document.head.append(script)
    await loaded
  }, providerScript)
  const cookies = await page.context().cookies()
  const cookieOf = (name: string) => cookies.find((stored) => stored.name === name)?.value ?? ''
  const session: Record<string, string> = {
    authorization: `Bearer ${cookieOf('access_token')}`,
    xsrf: cookieOf('XSRF-TOKEN'),
    'idempotency-key': crypto.randomUUID(),
  }
  const renewed = calls.map((call) => ({
    ...call,
    headers: Object.fromEntries(Object.entries(call.headers).map(([name, value]) => [name, session[name] ?? value])),
  }))
  await page.evaluate((chain) => {
    const stripe = window.Stripe?.('pk_test_bare')
    const card = stripe?.elements().create('card')
    const place = document.querySelector<HTMLElement>('#card')
    if (place) card?.mount(place)
    document.querySelector('button')?.addEventListener('click', () => {
      void (async () => {
        if (!stripe || !card) throw new Error('The provider’s script did not load')
        const { paymentMethod, error } = await stripe.createPaymentMethod({ type: 'card', card })
        if (error) throw new Error(error.message)
        for (const { method, path, headers, body } of chain) {
          const sent = body?.replace(/"payment_method_id":"[^"]*"/, `"payment_method_id":"${paymentMethod.id}"`)
          const response = await fetch(path, { method, headers, ...(sent !== undefined && { body: sent }) })
          const text = await response.text()
          if (!response.ok) throw new Error(`${method} ${path} responded with ${response.status}: ${text}`)
        }
        document.body.append(Object.assign(document.createElement('h1'), { textContent: 'Thank You' }))
      })()
    })
  }, renewed)
  await typeCard(page, testCards.succeeds)
  const ms = await pay(page, profile)
  await page.context().close()
  return ms
}

const nameOf = ({ method, path }: Call) => `${method} ${path.replace(/^.*\/(?=\w)/, '')}`

const home: Profile = {
  name: 'a home connection: 20 Mb/s, 40 ms',
  network: { rate: 20_000_000, delay: 40, slowdown: 1 },
}

/** Each network, with each way to press Pay. */
const connections: Connection[] = Object.entries(presses).flatMap(([way, press]) =>
  [...profiles, home].map((profile) => ({ ...profile, name: profile.name + way, press })),
)

/** The times of both pages, measured in turn, in ms. */
async function comparePayments(browser: Browser, server: RunningServer, profile: Connection) {
  const product = []
  const bare = []
  let chain = ''
  for (let round = 0; round < ROUNDS; round += 1) {
    const paid = await payInProduct(browser, server, profile)
    product.push(paid.ms)
    bare.push(await payInBarePage(browser, server, profile, paid))
    chain = ['payment method', ...paid.calls.map(nameOf)].join(', ')
  }
  return { product: median(product), bare: median(bare), chain }
}

export const measure = (): Promise<Measurement[]> =>
  withBrowser(
    async (browser, server) => {
      const rows = modelCheck()
      rows.push(await scriptBeyondAppShell(browser, server))
      for (const profile of connections) {
        const { name } = profile
        const { product, bare, chain } = await comparePayments(browser, server, profile)
        const figure = `The same, relative to a page that only sends its calls, ${name}`
        const ratio = rounded(product / bare)
        const reference = `in turn, in the same browser: ${chain}: ${rounded(bare)} ms`
        rows.push(
          withoutLimit(
            `From the click on Pay until the confirmation, ${name}`,
            rounded(product),
            'ms',
            `median of ${ROUNDS}, on the sandbox; the mouse held for ${HOLD} ms unless stated otherwise`,
          ),
          atMost(figure, ratio, '×', 1.6, reference),
        )
      }
      return rows
    },
    ['--site-per-process'],
  )
