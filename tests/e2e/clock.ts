/** The clock of the page in a browser test. */
import { type Page } from '@playwright/test'
import { RequestHold, type Call } from './requestHold.ts'

const stoppedPages = new WeakSet<Page>()

/** Whether the page's clock stands: then nothing that waits by timers of the page comes to its end by itself. */
export const isClockStopped = (page: Page): boolean => stoppedPages.has(page)

/** Lets the page's clock go on as clocks do. */
export async function resumeClock(page: Page): Promise<void> {
  await page.clock.resume()
  stoppedPages.delete(page)
}

/**
 * Stops the page's clock, a little ahead of its now. That now can't be read and stopped at in one call: where the page
 * was busy in between, the moment is over when the stop arrives, and the clock is left standing without having jumped.
 * Then the very next moment will do. Where a page that was on its way has come in between, it has a clock of its own,
 * which runs: that one is stopped like the first.
 */
export async function stopClock(page: Page): Promise<void> {
  const stopAhead = async (ms: number) => page.clock.pauseAt((await page.evaluate(() => Date.now())) + ms)
  const stop = () => stopAhead(200).catch(() => stopAhead(1))
  await stop().catch(stop)
  stoppedPages.add(page)
}

/**
 * Does what makes the page ask the host, and stops the page's clock before it has the answer: what is said then, for a
 * second or for five, stays until the clock is told to go on. The clock has to be installed.
 */
export async function stopClockDuringCall(page: Page, call: Call, act: () => Promise<void>): Promise<void> {
  const hold = await RequestHold.create(page)
  hold.holdCalls(call)
  await act()
  await hold.waitFor(call)
  await stopClock(page)
  await hold.release()
}
