/** The clock of the page in a browser test. */
import { type Page } from '@playwright/test'

/**
 * Stops the page's clock, a little ahead of its now. That now can't be read and stopped at in one call: where the page
 * was busy in between, the moment is over when the stop arrives, and the clock is left standing without having jumped.
 * Then the very next moment will do.
 */
export async function stopClock(page: Page): Promise<void> {
  const stopAhead = async (ms: number) => page.clock.pauseAt((await page.evaluate(() => Date.now())) + ms)
  await stopAhead(200).catch(() => stopAhead(1))
}
