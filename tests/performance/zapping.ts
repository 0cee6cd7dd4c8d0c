/**
 * The time from the key of the next channel until its first painted frame, compared with opening the same channel from the
 * list, which has loaded the code of the player. The neighbors were prepared while the viewer watched.
 */
import { type Browser, type Page } from '@playwright/test'
import { signIn } from '../e2e/fixture.ts'
import { atMost, median, type Measurement } from './measurement.ts'
import { profiles, slowDown, type Profile } from './networkProfiles.ts'
import { withBrowser } from './withBrowser.ts'

const ROUNDS = 11
/** The viewer watches this long before the key, in seconds, so that the playlists are no longer new. */
const WATCHED_SECONDS = 12
const START = 'harbor-one'
const NEXT = 'longitude'

/**
 * In a page: the time from the next press until the first frame of a stream that starts after it, in ms. Without named
 * functions inside: the compiler would add a helper to them that the page does not have.
 */
function watchFirstFrame() {
  let start = 0
  Object.assign(window, {
    firstFrame: new Promise<number>((resolve) => {
      for (const type of ['click', 'keydown'])
        addEventListener(type, () => void (start = performance.now()), { capture: true, once: true })
      addEventListener(
        'loadstart',
        ({ target }) => {
          if (target instanceof HTMLVideoElement)
            target.requestVideoFrameCallback(() => resolve(performance.now() - start))
        },
        { capture: true, once: true },
      )
    }),
  })
}

/** Waits in the page: a question from outside would take processor time from the player. */
const firstFrame = (page: Page) =>
  page.evaluate(() => (window as unknown as { firstFrame: Promise<number> }).firstFrame)

async function openPage(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await signIn(page, 'member')
  return page
}

/** The time from a press until the first frame. */
async function pressTime(page: Page, press: () => Promise<unknown>): Promise<number> {
  await page.evaluate(watchFirstFrame)
  const frame = firstFrame(page)
  await press()
  return frame
}

/** Opens the channel from the list, which has loaded the code of the player. */
async function coldTime(browser: Browser, url: string, { network }: Profile): Promise<number> {
  const page = await openPage(browser, url)
  await page.goto('/')
  const card = page.locator(`a[href="/video/${NEXT}"]`).first()
  await card.waitFor()
  await page.waitForLoadState('networkidle')
  if (network) await slowDown(page, network)
  const time = await pressTime(page, () => card.click())
  await page.context().close()
  return time
}

async function zapTime(browser: Browser, url: string, { network }: Profile): Promise<number> {
  const page = await openPage(browser, url)
  if (network) await slowDown(page, network)
  const warmed = page.waitForResponse((response) => /longitude\/\d+p\/index\.m3u8/.test(response.url()))
  await page.goto(`/video/${START}`)
  await page.locator('video[data-state="playing"]').waitFor({ timeout: 60_000 })
  await warmed
  const from = await page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
  await page.waitForFunction(
    (until) => (document.querySelector('video')?.currentTime ?? 0) >= until,
    from + WATCHED_SECONDS,
    { timeout: 120_000 },
  )
  const time = await pressTime(page, () => page.keyboard.press('n'))
  await page.context().close()
  return time
}

/** Medians of the rounds, which are measured alternately, on a fast and a slow network. */
export const measure = (): Promise<Measurement[]> =>
  withBrowser(
    async (browser, server) => {
      const rows: Measurement[] = []
      for (const profile of profiles) {
        const cold: number[] = []
        const zap: number[] = []
        for (let round = 0; round < ROUNDS; round += 1) {
          cold.push(await coldTime(browser, server.url, profile))
          zap.push(await zapTime(browser, server.url, profile))
        }
        const baseline = median(cold)
        rows.push(
          atMost(
            `First frame of the next channel after the key, ${profile.name}`,
            Math.round(median(zap)),
            'ms',
            Math.round(0.6 * baseline),
            `0.6 × opening it from the list (${Math.round(baseline)} ms)`,
          ),
        )
      }
      return rows
    },
    ['--autoplay-policy=no-user-gesture-required'],
  )
