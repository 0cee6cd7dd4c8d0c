/**
 * Long lists at a CPU that is slowed down four times: 10,000 transactions and 1,000 devices. The baseline of the first row
 * is the same page with 10 records, measured alternately.
 */
import { type Browser, type CDPSession, type Page } from '@playwright/test'
import { signIn } from '../e2e/fixture.ts'
import { answerManyDevices, answerManyTransactions } from '../e2e/largeData.ts'
import { atLeast, atMost, median, type Measurement } from './measurement.ts'
import { withBrowser } from './withBrowser.ts'

const ROUNDS = 5
const FEW = 10
const FRAMES = 120

interface List {
  readonly name: string
  readonly many: number
  readonly path: string
  /** The first row. */
  readonly row: string
  /** Is visible when all records are loaded. */
  readonly complete: string
  readonly answer: (page: Page, total: number) => Promise<unknown>
}

const transactions: List = {
  name: 'Billing history',
  many: 10_000,
  path: '/profile/transcation-history',
  row: 'tbody tr',
  complete: '10,000 transactions',
  answer: answerManyTransactions,
}

const devices: List = {
  name: 'Devices',
  many: 1_000,
  path: '/profile/all-sessions',
  row: 'ul[aria-label="Devices"] > li',
  complete: 'This device',
  answer: answerManyDevices,
}

interface Opened {
  readonly page: Page
  readonly session: CDPSession
}

/** Opens the page of personal details, from which a link leads to the list. */
async function openProfile(browser: Browser, url: string, list: List, total: number): Promise<Opened> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await list.answer(page, total)
  await signIn(page, 'member')
  await page.goto('/profile/view-profile')
  await page.locator(`a[href="${list.path}"]`).waitFor()
  await page.waitForLoadState('networkidle')
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return { page, session }
}

/** The time in ms from a press on an element until the frame after the first one in which `shown` is in the document. */
const pressTime = (page: Page, selector: string, shown: string): Promise<number> =>
  page.evaluate(
    async ([selector, shown]) => {
      const target = document.querySelector<HTMLElement>(selector)
      const start = performance.now()
      target?.click()
      do await new Promise(requestAnimationFrame)
      while (!document.querySelector(shown))
      await new Promise(requestAnimationFrame)
      return performance.now() - start
    },
    [selector, shown] as const,
  )

/** The median times until the first row with few records and with many. */
async function firstRows(browser: Browser, url: string, list: List): Promise<{ few: number; many: number }> {
  const times = { few: [] as number[], many: [] as number[] }
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [size, total] of [
      ['few', FEW],
      ['many', list.many],
    ] as const) {
      const { page } = await openProfile(browser, url, list, total)
      times[size].push(await pressTime(page, `a[href="${list.path}"]`, list.row))
      await page.context().close()
    }
  return { few: median(times.few), many: median(times.many) }
}

/** Scrolls the page down by `step` px in each frame. Returns the frames per second. */
const scroll = (page: Page, step: number): Promise<number> =>
  page.evaluate(
    async ([frames, step]) => {
      window.scrollTo(0, 0)
      await new Promise(requestAnimationFrame)
      const start = performance.now()
      for (let frame = 0; frame < frames; frame += 1) {
        window.scrollBy(0, step)
        await new Promise(requestAnimationFrame)
      }
      return (frames * 1000) / (performance.now() - start)
    },
    [FRAMES, step] as const,
  )

async function heap({ session }: Opened): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  return (await session.send('Runtime.getHeapUsage')).usedSize / 1024 / 1024
}

const elements = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length)

async function measureList(browser: Browser, url: string, list: List): Promise<Measurement[]> {
  const { few, many } = await firstRows(browser, url, list)
  const opened = await openProfile(browser, url, list, list.many)
  const { page } = opened
  const visit = async () => {
    await page.locator(`a[href="${list.path}"]`).click()
    await page.getByText(list.complete).first().waitFor({ timeout: 120_000 })
  }
  const leave = async () => {
    await page.locator('a[href="/profile/view-profile"]').click()
    await page.locator(list.row).first().waitFor({ state: 'detached' })
    await page.waitForLoadState('networkidle')
  }
  // The code of the page stays in memory; its data must not.
  await list.answer(page, FEW)
  await page.locator(`a[href="${list.path}"]`).click()
  await page.locator(list.row).first().waitFor()
  await leave()
  const before = await heap(opened)
  await list.answer(page, list.many)
  await visit()
  const during = await heap(opened)
  const count = await elements(page)
  const rates = { scrolling: [] as number[], still: [] as number[] }
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.still.push(await scroll(page, 0))
    rates.scrolling.push(await scroll(page, 40))
  }
  const presses: number[] = []
  if (list === transactions)
    for (const press of [
      'th:nth-child(5) button',
      'th:nth-child(2) button',
      'th:nth-child(1) button',
      '[aria-label="Status"] button:nth-child(2)',
      '[aria-label="Status"] button:nth-child(1)',
      '[aria-label="Year"] button:nth-child(3)',
      '[aria-label="Year"] button:nth-child(1)',
    ])
      presses.push(await pressTime(page, press, list.row))
  await page.evaluate(() => window.scrollTo(0, 0))
  await leave()
  const after = await heap(opened)
  await page.context().close()
  const records = `${list.many.toLocaleString('en-US')} records, CPU slowed four times`
  return [
    atMost(
      `${list.name}, from the press to the first row`,
      Math.round(many),
      'ms',
      few * 1.3,
      `${FEW} records: ${Math.round(few)} ms; median of ${ROUNDS}, ${records}`,
    ),
    atLeast(
      `${list.name}, scrolling`,
      Math.round(median(rates.scrolling)),
      'frames/s',
      60,
      `${Math.round(median(rates.still))} without scrolling; median of ${ROUNDS}, ${records}`,
    ),
    ...(presses.length > 0
      ? [
          atMost(
            `${list.name}, slowest sort or filter until it is painted`,
            Math.round(Math.max(...presses)),
            'ms',
            100,
            `${presses.length} presses, ${records}`,
          ),
        ]
      : []),
    atMost(`${list.name}, elements in the document`, count, 'elements', 1_000, records),
    atMost(
      `${list.name}, memory kept after leaving`,
      after - before,
      'MiB',
      1.5,
      `with the compiled code; the page takes ${(during - before).toFixed(1)} MiB`,
    ),
  ]
}

export const measure = (): Promise<Measurement[]> =>
  withBrowser(async (browser, server) => [
    ...(await measureList(browser, server.url, transactions)),
    ...(await measureList(browser, server.url, devices)),
  ])
