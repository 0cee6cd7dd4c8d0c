/**
 * Live Channels with 5,000 channels, compared with 18 in the same run: the time until the first card is painted, and the
 * time from a key in the search field to the next paint at a CPU that is slowed down four times. After a sign-in on a slow
 * network: the time until the first card, compared with the slowest call.
 */
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { brotliCompressSync, constants } from 'node:zlib'
import { type Browser, type Page, type Request } from '@playwright/test'
import { signIn } from '../e2e/fixture.ts'
import { loginField, routerLoaded, submitSignIn } from '../e2e/page.ts'
import { atMost, median, withoutLimit, type Measurement } from './measurement.ts'
import { profiles, slowDown } from './networkProfiles.ts'
import { withBrowser } from './withBrowser.ts'

const slowProfile = profiles.find(({ network }) => network)
/** How often to look for a paint, in ms. A look in every frame would make the browser paint every frame. */
const POLLING = 200
const FEW = 18
const MANY = 5_000
const ROUNDS = 7
/** A paint varies more from one to the next than the limit leaves between the two lists. */
const CARD_ROUNDS = 21
const TEXT = 'channel 4321'
/** Event Timing reports no event that is faster, in ms. */
const FASTEST = 16

const topics = ['Headlines', 'World', 'Business', 'Politics', 'Weather']
const regions = ['Northeast', 'Midwest', 'South', 'West']

/** One of the 96 quarters of an hour of a day, at which programs begin. */
const timeOf = (year: number, index: number): string =>
  new Date(Date.UTC(year, 10, 21, 0, 15 * (index % 96))).toISOString()

/** The host's response with this many channels, compressed as the edge compresses it. */
const listOf = (count: number): Buffer =>
  brotliCompressSync(
    JSON.stringify(
      Array.from({ length: count }, (_, index) => ({
        slug: `channel-${index}`,
        name: `Channel ${index}`,
        tagline: 'News',
        category: topics[index % topics.length],
        region: regions[index % regions.length],
        logo: '',
        followers: '1',
        live: true,
        now: { title: `Show ${index}`, starts_at: timeOf(2026, index), ends_at: timeOf(2036, index) },
        next: { title: `Later ${index}`, starts_at: timeOf(2036, index), ends_at: timeOf(2037, index) },
        letters: 'C',
      })),
    ),
    { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  )

/**
 * Serves the lists. A response that Playwright fulfills passes through the DevTools protocol, which takes longer for 5,000
 * channels than the page does.
 */
async function serveLists(): Promise<{ url: (count: number) => string; close(): void }> {
  const lists = new Map([FEW, MANY].map((count) => [`/${count}`, listOf(count)]))
  const server = createServer(({ url = '' }, response) =>
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'br' }).end(lists.get(url)),
  )
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return { url: (count) => `http://127.0.0.1:${port}/${count}`, close: () => void server.close() }
}

/** Records when the first card was painted and how long each key took. */
async function watchPaints(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('[data-box]')) return
      observer.disconnect()
      // The frame that paints the card has ended when the next one begins.
      requestAnimationFrame(() => requestAnimationFrame(() => Object.assign(window, { firstCard: performance.now() })))
    }).observe(document, { childList: true, subtree: true })
    Object.assign(window, { keyTimes: [] })
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries())
        if (name === 'keydown') (window as unknown as { keyTimes: number[] }).keyTimes.push(duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
}

async function openPage(browser: Browser, url: string, list: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.route('**/wp-json/channel/v2/channels', (route) => route.continue({ url: list }))
  await watchPaints(page)
  await signIn(page, 'member')
  return page
}

/** Waits until the first card is painted. Returns when that was. */
async function firstCard(page: Page): Promise<number> {
  const time = await page.waitForFunction(() => (window as unknown as { firstCard?: number }).firstCard, undefined, {
    polling: POLLING,
  })
  return Number(await time.jsonValue())
}

async function firstCardTime(page: Page): Promise<number> {
  await page.goto('/')
  return firstCard(page)
}

/**
 * From the response to the sign-in until the first card is painted, and the duration of the slowest call that the page made
 * meanwhile, when nothing else is loaded; in ms.
 */
async function timesAfterSignIn(browser: Browser, url: string): Promise<{ card: number; slowestCall: number }> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await watchPaints(page)
  if (slowProfile?.network) await slowDown(page, slowProfile.network)
  await page.goto('/signin')
  await routerLoaded(page)
  // The first key loads the code of the list, and a user types for seconds. The text of the field is set at once below.
  await loginField(page).pressSequentially('m')
  await page.waitForLoadState('networkidle')
  const calls: Request[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch' && request.url().includes('/wp-json/')) calls.push(request)
  })
  await submitSignIn(page, 'member')
  const painted = await firstCard(page)
  const made = [...calls]
  const card = await page.evaluate((until) => {
    const [signedIn] = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('/user-login')) as PerformanceResourceTiming[]
    return until - (signedIn?.responseEnd ?? NaN)
  }, painted)
  const [, ...later] = await Promise.all(
    made.map(async (call) => [call.url(), (await call.allHeaders())['authorization'] ?? ''] as const),
  )
  // The code of the player loads when the browser is idle.
  await page.waitForFunction(
    () => performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/hls-')),
    undefined,
    { polling: POLLING, timeout: 60_000 },
  )
  await page.waitForLoadState('networkidle')
  const slowestCall = await page.evaluate(async (repeated) => {
    let slowest = 0
    for (const [address, authorization] of repeated) {
      const start = performance.now()
      await (await fetch(address, { headers: { authorization }, cache: 'no-store' })).text()
      slowest = Math.max(slowest, performance.now() - start)
    }
    return slowest
  }, later)
  await context.close()
  return { card, slowestCall }
}

/** The times of the keys of a text, in ms. */
async function keyTimes(page: Page): Promise<number[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.getByRole('searchbox').focus()
  await page.evaluate(() => Object.assign(window, { keyTimes: [] }))
  // As fast as ten keys a second.
  await page.keyboard.type(TEXT, { delay: 100 })
  await page.getByText('1 of 1 channel live now').waitFor()
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const slow = await page.evaluate(() => (window as unknown as { keyTimes: number[] }).keyTimes)
  return [...slow, ...Array<number>(Math.max(0, TEXT.length - slow.length)).fill(FASTEST)]
}

export const measure = (): Promise<Measurement[]> =>
  withBrowser(async (browser, server) => {
    const lists = await serveLists()
    const cards: { few: number; many: number }[] = []
    const texts: number[][] = []
    try {
      const few = await openPage(browser, server.url, lists.url(FEW))
      const many = await openPage(browser, server.url, lists.url(MANY))
      for (let round = 0; round < CARD_ROUNDS; round += 1)
        cards.push({ few: await firstCardTime(few), many: await firstCardTime(many) })
      for (let round = 0; round < ROUNDS; round += 1) {
        await firstCardTime(many)
        texts.push(await keyTimes(many))
      }
    } finally {
      lists.close()
    }
    const signIns: { card: number; slowestCall: number }[] = []
    for (let round = 0; round < ROUNDS; round += 1) signIns.push(await timesAfterSignIn(browser, server.url))
    const slowestCall = median(signIns.map((one) => one.slowestCall))
    const baseline = median(cards.map((round) => round.few))
    const slowestKeys = texts.map((keys) => Math.max(...keys))
    return [
      atMost(
        `Live Channels, first card of ${MANY} channels painted`,
        Math.round(median(cards.map((round) => round.many))),
        'ms',
        Math.round(1.3 * baseline),
        `1.3 × ${FEW} channels (${Math.round(baseline)} ms), median of ${CARD_ROUNDS}, measured alternately`,
      ),
      atMost(
        `A key in the search of ${MANY} channels, until the next paint`,
        Math.round(median(texts.flat())),
        'ms',
        50,
        `median of ${ROUNDS * TEXT.length} keys, CPU slowed four times`,
      ),
      atMost(
        `Live Channels after a sign-in, first card painted, ${slowProfile?.name}`,
        Math.round(median(signIns.map((one) => one.card))),
        'ms',
        Math.round(1.25 * slowestCall),
        `from the response to the sign-in; 1.25 × its slowest call (${Math.round(slowestCall)} ms), median of ${ROUNDS}`,
      ),
      withoutLimit('The slowest key of a text', Math.round(median(slowestKeys)), 'ms', `median of ${ROUNDS} texts`),
    ]
  })
