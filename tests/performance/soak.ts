/**
 * An hour of live television with a hundred changes of the channel: stalls, and growth of the page's memory. The last ten
 * minutes are one channel, more than fifty rounds of its loop.
 *
 *   npm run soak          60 minutes
 *   npm run soak -- 480   as many minutes as the number says, with as many changes for each hour
 */
import { type CDPSession } from '@playwright/test'
import { signIn } from '../e2e/fixture.ts'
import { atMost, withoutLimit, type Measurement } from './measurement.ts'
import { withBrowser } from './withBrowser.ts'

const ZAPS_PER_HOUR = 100
/** The time on one channel at the end, in minutes. A shorter run has none. */
const ONE_CHANNEL = 10
/** The heap at the end is compared with the heap after so many changes, or after half of them in a short run. */
const EARLY_ZAPS = 10

async function heap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return Number((usedSize / 1024 / 1024).toFixed(2))
}

/** Counts the stalls of a channel that has started: `waiting` between its start and the next change. */
function countStalls(): void {
  const counts = { stalls: 0, isStarted: false }
  Object.assign(window, { counts })
  for (const type of ['loadstart', 'emptied'])
    addEventListener(type, () => Object.assign(counts, { isStarted: false }), true)
  addEventListener('playing', () => Object.assign(counts, { isStarted: true }), true)
  addEventListener('waiting', () => void (counts.stalls += counts.isStarted ? 1 : 0), true)
}

/** `minutes` is the duration of the run. */
export const measure = (minutes = 60): Promise<Measurement[]> =>
  withBrowser(async (browser, server) => {
    const page = await browser.newPage({ baseURL: server.url, viewport: { width: 1440, height: 900 } })
    await page.addInitScript(countStalls)
    await signIn(page, 'member')
    await page.goto('/video/harbor-one')
    const playing = page.locator('video[data-state="playing"]')
    await playing.waitFor({ timeout: 60_000 })
    const session = await page.context().newCDPSession(page)
    /** Watches the channel for so many seconds of its stream. */
    const watch = async (seconds: number) => {
      const from = await playing.evaluate((video: HTMLVideoElement) => video.currentTime)
      await page.waitForFunction(
        (until) => (document.querySelector('video')?.currentTime ?? 0) >= until,
        from + seconds,
        {
          timeout: seconds * 1_000 + 120_000,
          polling: 1_000,
        },
      )
    }
    const zaps = Math.round((minutes / 60) * ZAPS_PER_HOUR)
    const atEnd = minutes > 2 * ONE_CHANNEL ? ONE_CHANNEL : 0
    const secondsPerChannel = ((minutes - atEnd) * 60) / zaps
    const earlyZaps = Math.min(EARLY_ZAPS, Math.ceil(zaps / 2))
    let early = 0
    for (let zap = 1; zap <= zaps; zap += 1) {
      const path = new URL(page.url()).pathname
      await page.keyboard.press('n')
      await page.waitForURL((url) => url.pathname !== path)
      await playing.waitFor({ timeout: 60_000 })
      await watch(secondsPerChannel)
      if (zap === earlyZaps) early = await heap(session)
    }
    if (atEnd > 0) await watch(atEnd * 60)
    const late = await heap(session)
    const { stalls } = await page.evaluate(() => (window as unknown as { counts: { stalls: number } }).counts)
    return [
      atMost(`Stalls in ${minutes} minutes with ${zaps} changes of the channel`, stalls, 'stalls', 0),
      withoutLimit(`JS heap after ${earlyZaps} changes`, early, 'MiB', 'after garbage collection'),
      atMost(
        `JS heap after ${zaps} changes`,
        late,
        'MiB',
        Number((1.15 * early).toFixed(2)),
        `1.15 × the heap after ${earlyZaps} changes`,
      ),
    ]
  })
