/**
 * Stands in for hls.js and for what the browser tells of the picture. A real stream can be neither held nor repeated:
 * it plays when it has something to play. On a tour the stream says what the tour wants it to say; the real one is
 * watched in video.spec.ts.
 */
import { type Page, type Route } from '@playwright/test'

/** As much of hls.js as the player uses, as a module: the newest one is at `standIn`. */
const fakeHlsSource = `
class Hls {
  static Events = new Proxy({}, { get: (_, name) => name })
  static ErrorTypes = { MEDIA_ERROR: 'mediaError', NETWORK_ERROR: 'networkError' }
  static ErrorDetails = { BUFFER_STALLED_ERROR: 'bufferStalledError' }
  static isSupported() { return !window.lacksMediaSource }
  levels = [{ height: 360 }, { height: 180 }]
  subtitleTracks = []
  nextLevel = -1
  liveSyncPosition = null
  playingDate = null
  listeners = new Map()
  on(type, listener) { this.listeners.set(type, [...(this.listeners.get(type) ?? []), listener]) }
  say(type, data) { for (const listener of this.listeners.get(type) ?? []) listener(type, data) }
  loadSource(url) { this.url = url }
  attachMedia() { queueMicrotask(() => this.tellLevels()) }
  tellLevels() { this.say('MANIFEST_PARSED', { levels: this.levels }) }
  startLoad() {}
  recoverMediaError() {}
  destroy() { this.listeners.clear() }
  constructor() { window.standIn = this }
}
export { Hls, Hls as default }`

interface FakeHls {
  url: string
  nextLevel: number
  liveSyncPosition: number | null
  say(type: string, data: unknown): void
  tellLevels(): void
}
type WindowWithFakeHls = Window & { standIn?: FakeHls }

const hlsChunk = /\/assets\/hls-[^/]*\.js$/

/** Opens the page once more, while hls.js can't be fetched. */
export async function openWithoutEngine(page: Page, meanwhile: () => Promise<void>): Promise<void> {
  const cut = (route: Route) => route.abort()
  await page.route(hlsChunk, cut)
  await page.reload()
  await meanwhile()
  await page.unroute(hlsChunk, cut)
}

/** Opens the page once more, in a browser that can play no such stream. It stays like that. */
export async function openWithoutMediaSource(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { lacksMediaSource: true })
    HTMLMediaElement.prototype.canPlayType = () => ''
  })
  await page.reload()
}

/** Puts the stand-in where the page will fetch hls.js. Before the first `goto` of the page. */
export async function installFakeStream(page: Page): Promise<void> {
  await page.route(hlsChunk, (route) =>
    route.fulfill({ contentType: 'text/javascript; charset=utf-8', body: fakeHlsSource }),
  )
}

/** Waits until the player has joined the stream of this channel. */
export async function waitForStream(page: Page, slug: string): Promise<void> {
  await page.waitForFunction(
    (part) => (window as WindowWithFakeHls).standIn?.url?.includes(part),
    `/streams/${slug}/`,
    {
      polling: 50,
    },
  )
}

/** What hls.js says when a request of the stream fails. */
export const failStream = (page: Page, failure: { fatal: boolean; status?: number }): Promise<void> =>
  page.evaluate(({ fatal, status }) => {
    const response = status === undefined ? undefined : { code: status }
    ;(window as WindowWithFakeHls).standIn?.say('ERROR', {
      fatal,
      type: 'networkError',
      details: 'levelLoadError',
      response,
    })
  }, failure)

/** What the browser says of its video element. */
export const dispatchVideoEvent = (page: Page, type: 'playing' | 'waiting' | 'timeupdate'): Promise<void> =>
  page.locator('video').evaluate((video, name) => void video.dispatchEvent(new Event(name)), type)

/** A media key, a headset or another program stops the picture. */
export const pauseVideo = (page: Page): Promise<void> =>
  page.locator('video').evaluate((video: HTMLVideoElement) => {
    if (video.paused) video.dispatchEvent(new Event('pause'))
    else video.pause()
  })

/** How far the picture is behind what is live, in seconds. */
export async function fallBehind(page: Page, seconds: number): Promise<void> {
  await page.locator('video').evaluate((video: HTMLVideoElement, behind) => {
    const { standIn } = window as WindowWithFakeHls
    if (standIn) standIn.liveSyncPosition = video.currentTime + behind
  }, seconds)
  await dispatchVideoEvent(page, 'timeupdate')
}

/** The stream tells its renditions, which makes the player play; the browser refuses to before a press. */
export const refusePlay = (page: Page): Promise<void> =>
  page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.play = () => {
      Reflect.deleteProperty(video, 'play')
      return Promise.reject(new DOMException('play() needs a press', 'NotAllowedError'))
    }
    ;(window as WindowWithFakeHls).standIn?.tellLevels()
  })

/** The stream tells its renditions. */
export const announceLevels = (page: Page): Promise<void> =>
  page.evaluate(() => (window as WindowWithFakeHls).standIn?.tellLevels())

/** The rendition that hls.js was told to play; -1 is its own choice. */
export const levelOf = (page: Page): Promise<number | undefined> =>
  page.evaluate(() => (window as WindowWithFakeHls).standIn?.nextLevel)

/**
 * The places a picture can go to, taken when `moveTo` says so and not when they are asked for: in a browser the one
 * follows the other at once, and a state between them could not be looked at.
 */
export async function holdPresentationModes(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const at: { full: Element | null; floating: Element | null } = { full: null, floating: null }
    const asked: string[] = []
    const really = Element.prototype.requestFullscreen
    const leave = Document.prototype.exitFullscreen
    const fill = (on: boolean) => (on && at.full ? really.call(at.full) : leave.call(document))
    Object.assign(window, { places: { at, asked, fill } })
    const ask = (what: string) => () => {
      asked.push(what)
      return Promise.resolve()
    }
    Object.defineProperty(Document.prototype, 'fullscreenElement', { get: () => at.full })
    Object.defineProperty(Document.prototype, 'pictureInPictureElement', { get: () => at.floating })
    Object.defineProperty(Document.prototype, 'pictureInPictureEnabled', { get: () => true })
    Object.assign(Element.prototype, { requestFullscreen: ask('full') })
    Object.assign(Document.prototype, { exitFullscreen: ask('page'), exitPictureInPicture: ask('page') })
    Object.assign(HTMLVideoElement.prototype, { requestPictureInPicture: ask('floating') })
  })
}

/** Really fills the screen with a picture that is said to: a pose, see flow.ts. Answers how it goes back to the page. */
export async function enterFullScreen(page: Page): Promise<() => Promise<void>> {
  const protocol = await page.context().newCDPSession(page)
  const fill = async (on: boolean) =>
    void (await protocol.send('Runtime.evaluate', {
      expression: `places.fill(${on})`,
      userGesture: true,
      awaitPromise: true,
    }))
  await fill(true)
  return async () => {
    await fill(false)
    await protocol.detach()
  }
}

/** What was asked of the browser last: the whole screen, a window, or the page again. */
export const requestedMode = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => (window as unknown as { places: { asked: string[] } }).places.asked.at(-1))

/** The picture is now there, and the browser says so. */
export const enterMode = (page: Page, place: 'page' | 'full' | 'floating'): Promise<void> =>
  page.locator('video').evaluate((video, there) => {
    const { at } = (window as unknown as { places: { at: { full: Element | null; floating: Element | null } } }).places
    const floated = at.floating !== null
    at.full = there === 'full' ? (video.parentElement ?? video) : null
    at.floating = there === 'floating' ? video : null
    if (there === 'floating') video.dispatchEvent(new Event('enterpictureinpicture'))
    else if (there === 'page' && floated) video.dispatchEvent(new Event('leavepictureinpicture'))
    else document.dispatchEvent(new Event('fullscreenchange'))
  }, place)
