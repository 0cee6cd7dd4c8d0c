/**
 * The time from the key of the next channel until its first painted frame, compared with opening the same channel from the
 * list. The neighbors were prepared while the viewer watched.
 */
import { type Browser, type Page } from '@playwright/test'
import { signIn } from '../e2e/fixture.ts'
import { atMost, median, type Measurement } from './measurement.ts'
import { profiles, slowDown, type Profile } from './networkProfiles.ts'
import { withBrowser } from './withBrowser.ts'

const ROUNDS = 5
/** The viewer watches this long before the key, in seconds, so that the playlists are no longer new. */
const WATCHED_SECONDS = 12
const START = 'harbor-one'
const NEXT = 'longitude'

/** Records when a press began, and when the first frame of a stream that starts after it was painted. */
async function openPage(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } })
  await context.addInitScript(() => {
    // Without named functions: the compiler would add a helper to them that the page does not have.
    for (const type of ['click', 'keydown'])
      addEventListener(type, () => Object.assign(window, { pressed: performance.now(), firstFrame: undefined }), true)
    addEventListener(
      'loadstart',
      ({ target }) => {
        if (!(target instanceof HTMLVideoElement)) return
        target.requestVideoFrameCallback(() => Object.assign(window, { firstFrame: performance.now() }))
      },
      true,
    )
  })
  const page = await context.newPage()
  await signIn(page, 'member')
  return page
}

async function timeOf(page: Page, press: () => Promise<unknown>): Promise<number> {
  await press()
  const frame = await page.waitForFunction(
    () => {
      const { firstFrame, pressed } = window as unknown as { firstFrame?: number; pressed: number }
      return firstFrame === undefined ? undefined : firstFrame - pressed
    },
    undefined,
    { timeout: 60_000 },
  )
  return Number(await frame.jsonValue())
}

/** Opens the channel from the list; the code of the player is not loaded. */
async function coldTime(browser: Browser, url: string, { network }: Profile): Promise<number> {
  const page = await openPage(browser, url)
  await page.goto('/')
  const card = page.locator(`a[href="/video/${NEXT}"]`).first()
  await card.waitFor()
  await page.waitForLoadState('networkidle')
  if (network) await slowDown(page, network)
  const time = await timeOf(page, () => card.click())
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
  const time = await timeOf(page, () => page.keyboard.press('n'))
  await page.context().close()
  return time
}

/** Medians of five rounds, measured alternately, on a fast and a slow network. */
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
