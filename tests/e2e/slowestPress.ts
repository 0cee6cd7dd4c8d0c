/** The slowest press of a tour, for `npm run measure -- presses`. */
import { type Page } from '@playwright/test'

/** The time in ms from an input of the user until the next paint, which is rounded to 8 ms by the browser. */
export interface Press {
  readonly ms: number
  /** `click`, `keydown` and so on. */
  readonly event: string
  /** The element, as its tag and accessible name or text. */
  readonly target: string
}

/** The factor by which the processor is slowed down; undefined to measure nothing. */
export const slowdown = Number(process.env['PRESS_SLOWDOWN']) || undefined

/** Slows the processor of a page down and watches its presses. Returns a function that returns the slowest so far. */
export async function watchPresses(page: Page, rate: number): Promise<() => Promise<Press | undefined>> {
  let slowest: Press | undefined
  await page.exposeFunction('reportPress', (press: Press) => {
    if (press.ms > (slowest?.ms ?? 0)) slowest = press
  })
  await page.addInitScript(() => {
    const { reportPress } = window as unknown as { reportPress: (press: object) => void }
    const report = (entries: PerformanceEntryList) => {
      for (const entry of entries as PerformanceEventTiming[]) {
        const element = entry.target instanceof Element ? entry.target : undefined
        const name = element?.getAttribute('aria-label') ?? element?.textContent?.trim().slice(0, 40)
        if ('interactionId' in entry && entry.interactionId)
          reportPress({
            ms: entry.duration,
            event: entry.name,
            target: [element?.tagName.toLowerCase() ?? 'an element that is gone', name].filter(Boolean).join(' '),
          })
      }
    }
    const observer = new PerformanceObserver((list) => report(list.getEntries()))
    observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
    // A page that is left reports what it has.
    addEventListener('pagehide', () => report(observer.takeRecords()))
    Object.assign(window, { reportPresses: () => report(observer.takeRecords()) })
  })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  return async () => {
    // An entry is created after the paint. The page's own frames may stand still with its clock.
    await page.screenshot().catch(() => undefined)
    await page
      .evaluate(() => (window as unknown as { reportPresses: () => void }).reportPresses())
      .catch(() => undefined)
    return slowest
  }
}
