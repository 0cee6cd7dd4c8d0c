/** The clock of the page in a browser test. */
import { type Page } from '@playwright/test'
import { RequestHold, type Call } from './requestHold.ts'

/**
 * Stops the clock of the page slightly ahead of its current time, and with it the clocks of all tabs and frames. Reading
 * the time and stopping are two calls. If the time has passed in between, or a frame runs ahead of the others, the
 * clocks are paused but the call fails: the second call takes the latest of their times. If the page navigated in
 * between, the new page has its own clock, which is stopped the same way.
 */
export async function stopClock(page: Page): Promise<void> {
  const stopAhead = async (ms: number) => {
    const frames = page
      .context()
      .pages()
      .flatMap((tab) => tab.frames())
    const times = await Promise.all(frames.map((frame) => frame.evaluate(() => Date.now())))
    await page.clock.pauseAt(Math.max(...times) + ms)
  }
  const stop = () => stopAhead(200).catch(() => stopAhead(1))
  await stop().catch(stop)
}

/**
 * Performs `act` and stops the page's clock before the response to `call`, so that a message that is shown for a few seconds
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
