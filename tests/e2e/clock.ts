/** The clock of the page in a browser test. */
import { type Page } from '@playwright/test'
import { RequestHold, type Call } from './requestHold.ts'

const stoppedPages = new WeakSet<Page>()

/** Whether the page's clock is stopped, so that its timers do not fire. */
export const isClockStopped = (page: Page): boolean => stoppedPages.has(page)

/** Lets the page's clock run again. */
export async function resumeClock(page: Page): Promise<void> {
  await page.clock.resume()
  stoppedPages.delete(page)
}

/**
 * Stops the page's clock slightly ahead of its current time. Reading the time and stopping are two calls: if the page
 * was busy in between, that time has passed and the stop is repeated with the next moment. If the page navigated in
 * between, the new page has its own clock, which is stopped the same way.
 */
export async function stopClock(page: Page): Promise<void> {
  const stopAhead = async (ms: number) => page.clock.pauseAt((await page.evaluate(() => Date.now())) + ms)
  const stop = () => stopAhead(200).catch(() => stopAhead(1))
  await stop().catch(stop)
  stoppedPages.add(page)
}

/**
 * Performs `act` and stops the page's clock before `call` is answered, so that a message that is shown for seconds
 * stays until the clock resumes. The clock must be installed.
 */
export async function stopClockDuringCall(page: Page, call: Call, act: () => Promise<void>): Promise<void> {
  const hold = await RequestHold.create(page)
  hold.holdCalls(call)
  await act()
  await hold.waitFor(call)
  await stopClock(page)
  await hold.release()
}
