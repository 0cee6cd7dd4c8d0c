/**
 * The time from pressing a channel in the list until its first painted frame. The list has preloaded the code of the
 * player. The baseline is a minimal page with hls.js and a video element, with the same stream, browser and network.
 */
import { type Browser, type BrowserContext, type Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { gzipSync } from 'node:zlib'
import { signIn } from '../e2e/fixture.ts'
import { atMost, median, type Measurement } from './measurement.ts'
import { profiles, slowDown, type Profile } from './networkProfiles.ts'
import { withBrowser } from './withBrowser.ts'

const ROUNDS = 11
const CHANNEL = 'harbor-one'
/** Muted, because every browser autoplays muted video. */
const baselinePage = `<!doctype html><video muted playsinline width="1280" height="720"></video><script src="/hls.min.js"></script>
<script>const video = document.querySelector('video'); const hls = new Hls({ enableWorker: true })
video.requestVideoFrameCallback(() => { window.firstFrame = performance.now() })
hls.on(Hls.Events.MANIFEST_PARSED, () => video.play())
hls.loadSource(new URLSearchParams(location.search).get('stream')); hls.attachMedia(video)</script>`

const hlsScript = gzipSync(readFileSync(createRequire(import.meta.url).resolve('hls.js/dist/hls.min.js')), { level: 9 })

/** Serves the minimal page from its own origin, with a compressed script like ours. */
async function serveBaselinePage(): Promise<{ url: string; close(): void }> {
  const server = createServer(({ url = '' }, response) => {
    if (url.startsWith('/hls.min.js')) {
      response.writeHead(200, { 'content-type': 'text/javascript', 'content-encoding': 'gzip' }).end(hlsScript)
    } else {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(baselinePage)
    }
  })
  await new Promise<void>((ready) => server.listen(0, 'localhost', ready))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The baseline server has no port')
  return { url: `http://localhost:${address.port}`, close: () => void server.close() }
}

async function openContext(browser: Browser, url: string): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } })
  await context.addInitScript(() => {
    const seen = new WeakSet<HTMLVideoElement>()
    addEventListener(
      'loadstart',
      ({ target }) => {
        if (!(target instanceof HTMLVideoElement) || seen.has(target)) return
        seen.add(target)
        target.requestVideoFrameCallback(() => Object.assign(window, { firstFrame: performance.now() }))
      },
      true,
    )
    addEventListener('click', () => Object.assign(window, { pressed: performance.now() }), {
      capture: true,
      once: true,
    })
  })
  return context
}

const numberOn = (page: Page, name: 'firstFrame' | 'pressed') =>
  page.waitForFunction((wanted) => (window as unknown as Record<string, number>)[wanted], name, { timeout: 60_000 })

async function appTime(browser: Browser, url: string, { network }: Profile): Promise<number> {
  const context = await openContext(browser, url)
  const page = await context.newPage()
  await signIn(page, 'member')
  await page.goto('/')
  const card = page.locator(`a[href="/video/${CHANNEL}"]`).first()
  await card.waitFor()
  await page.waitForLoadState('networkidle')
  if (network) await slowDown(page, network)
  await card.click()
  const frame = await numberOn(page, 'firstFrame')
  const pressed = await numberOn(page, 'pressed')
  const time = Number(await frame.jsonValue()) - Number(await pressed.jsonValue())
  await context.close()
  return time
}

async function baselineTime(browser: Browser, url: string, baselineUrl: string, { network }: Profile): Promise<number> {
  const context = await openContext(browser, url)
  const page = await context.newPage()
  await signIn(page, 'member')
  const cookies = await context.cookies()
  const token = cookies.find(({ name }) => name === 'access_token')?.value ?? ''
  const response = await page.request.get(`/wp-json/channel/v2/channels/${CHANNEL}`, {
    headers: { authorization: `Bearer ${decodeURIComponent(token)}` },
  })
  const { stream_url: stream } = (await response.json()) as { stream_url: string }
  await page.goto('about:blank')
  if (network) await slowDown(page, network)
  const streamUrl = new URL(stream, url).href
  await page.goto(`${baselineUrl}/?stream=${encodeURIComponent(streamUrl)}`, { waitUntil: 'commit' })
  const time = Number(await (await numberOn(page, 'firstFrame')).jsonValue())
  await context.close()
  return time
}

/** Medians of eleven rounds, measured alternately, on a fast and a slow network. */
export const measure = (): Promise<Measurement[]> =>
  withBrowser(async (browser, server) => {
    const baseline = await serveBaselinePage()
    const rows: Measurement[] = []
    for (const profile of profiles) {
      const app: number[] = []
      const reference: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        app.push(await appTime(browser, server.url, profile))
        reference.push(await baselineTime(browser, server.url, baseline.url, profile))
      }
      const value = median(app)
      const baselineMedian = median(reference)
      rows.push(
        atMost(
          `First frame of a channel after the press, ${profile.name}`,
          Math.round(value),
          'ms',
          Math.round(baselineMedian),
          'a minimal hls.js page',
        ),
      )
    }
    baseline.close()
    return rows
  })
