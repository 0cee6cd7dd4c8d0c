/** Ten minutes of one channel, more than fifty rounds of its loop: stalls, and growth of the page's memory. */
import { type CDPSession } from '@playwright/test'
import { signIn } from '../e2e/fixture.ts'
import { atMost, withoutLimit, type Measurement } from './measurement.ts'
import { withBrowser } from './withBrowser.ts'

/** Duration of the stored loop in seconds. */
const LOOP = 11.52

async function heap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize / 1024 / 1024
}

/** Stalls, and the heap after 50 loops compared with 10. Takes a little over ten minutes. */
export const measure = (): Promise<Measurement[]> =>
  withBrowser(
    async (browser, server) => {
      const page = await browser.newPage({ baseURL: server.url, viewport: { width: 1440, height: 900 } })
      await signIn(page, 'member')
      await page.goto('/video/harbor-one')
      const video = page.locator('video[data-state="playing"]')
      await video.waitFor({ timeout: 60_000 })
      await page.evaluate(() => {
        Object.assign(window, { stalls: 0 })
        document
          .querySelector('video')
          ?.addEventListener('waiting', () =>
            Object.assign(window, { stalls: (window as unknown as { stalls: number }).stalls + 1 }),
          )
      })
      const session = await page.context().newCDPSession(page)
      const from = await video.evaluate((one: HTMLVideoElement) => one.currentTime)
      const played = (seconds: number) =>
        page.waitForFunction((until) => (document.querySelector('video')?.currentTime ?? 0) >= until, from + seconds, {
          timeout: seconds * 1000 + 120_000,
          polling: 1_000,
        })
      await played(10 * LOOP)
      const early = await heap(session)
      await played(Math.max(600, 51 * LOOP))
      const late = await heap(session)
      const stalls = await page.evaluate(() => (window as unknown as { stalls: number }).stalls)
      const loops = Math.floor(Math.max(600, 51 * LOOP) / LOOP)
      return [
        atMost(`Stalls in 10 minutes of playback (${loops} loops)`, stalls, 'stalls', 0),
        withoutLimit('JS heap after 10 loops', Number(early.toFixed(2)), 'MiB', 'after garbage collection'),
        atMost(
          `JS heap after ${loops} loops`,
          Number(late.toFixed(2)),
          'MiB',
          Number((1.1 * early).toFixed(2)),
          '1.1 × the heap after 10 loops',
        ),
      ]
    },
    ['--autoplay-policy=no-user-gesture-required'],
  )
