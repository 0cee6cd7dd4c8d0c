/**
 * A fake of hls.js and of the presentation modes. Tours emit each event of the stream; video.spec.ts plays
 * a real stream.
 */
import { type Page, type Route } from '@playwright/test'

/** The part of hls.js that the player uses, as a module. The latest instance is `window.fakeHls`. */
const fakeHlsSource = `
const pictures =
  '#EXTM3U\\n#EXT-X-STREAM-INF:RESOLUTION=640x360\\nhigh.m3u8\\n#EXT-X-STREAM-INF:RESOLUTION=320x180\\nlow.m3u8\\n'
const audioOnly = '#EXT-X-STREAM-INF:CODECS="mp4a.40.2"\\naudio.m3u8\\n'
class Hls {
  static Events = new Proxy({}, { get: (_, name) => name })
  static ErrorTypes = { MEDIA_ERROR: 'mediaError', NETWORK_ERROR: 'networkError' }
  static ErrorDetails = { BUFFER_STALLED_ERROR: 'bufferStalledError' }
  static DefaultConfig = {
    loader: class {
      stats = { loading: {} }
      load(context, _, callbacks) { callbacks.onSuccess({ url: context.url, data: context.master }) }
    },
  }
  static isSupported() { return !window.lacksMediaSource }
  hasAudioOnly = true
  levels = []
  subtitleTracks = []
  nextLevel = -1
  liveSyncPosition = null
  playingDate = null
  listeners = new Map()
  on(type, listener) { this.listeners.set(type, [...(this.listeners.get(type) ?? []), listener]) }
  emit(type, data) { for (const listener of this.listeners.get(type) ?? []) listener(type, data) }
  loadSource(url) {
    this.url = url
    if (this.isAttached) queueMicrotask(() => this.emitLevels())
  }
  attachMedia() {
    this.isAttached = true
    queueMicrotask(() => this.emitLevels())
  }
  emitLevels() {
    const master = pictures + (this.hasAudioOnly ? audioOnly : '')
    const onSuccess = ({ data }) => {
      this.levels = data.includes('RESOLUTION')
        ? [{ height: 360, bitrate: 100000 }, { height: 180, bitrate: 60000 }]
        : [{ height: 0, bitrate: 20000 }]
      this.emit('MANIFEST_PARSED', { levels: this.levels })
    }
    const { pLoader: Loader = Hls.DefaultConfig.loader } = this.config
    new Loader(this.config).load({ type: 'manifest', url: this.url, master }, {}, { onSuccess })
  }
  startLoad() {}
  recoverMediaError() {}
  destroy() { this.listeners.clear() }
  constructor(config) {
    this.config = config
    window.fakeHls = this
  }
}
export { Hls, Hls as default }`

interface FakeHls {
  url: string
  config: { xhrSetup(request: { open(method: string, url: string): void }, url: string): void }
  nextLevel: number
  liveSyncPosition: number | null
  hasAudioOnly: boolean
  levels: readonly { height: number }[]
  emit(type: string, data: unknown): void
  emitLevels(): void
}
type WindowWithFakeHls = Window & { fakeHls?: FakeHls }

export type PresentationMode = 'page' | 'fullScreen' | 'pictureInPicture'
type WindowWithModes = Window & {
  presentation: {
    elements: { fullScreen: Element | null; pictureInPicture: Element | null }
    requested: PresentationMode[]
  }
}

const hlsChunk = /\/assets\/hls-[^/]*\.js$/

/** Reloads the page while hls.js can't be fetched, and waits for `seen`. */
export async function openWithoutEngine(page: Page, seen: () => Promise<void>): Promise<void> {
  const abort = (route: Route) => route.abort()
  await page.route(hlsChunk, abort)
  await page.reload()
  await seen()
  await page.unroute(hlsChunk, abort)
}

/** Reloads the page without support for HLS. This also applies to later reloads. */
export async function openWithoutMediaSource(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { lacksMediaSource: true })
    HTMLMediaElement.prototype.canPlayType = () => ''
  })
  await page.reload()
}

/**
 * Serves the fake in place of hls.js. A browser that saves data prepares no other channel. Call it before the first
 * `goto`.
 */
export async function installFakeStream(page: Page, { savesData = true } = {}): Promise<void> {
  await page.addInitScript(
    (saveData) => Object.defineProperty(navigator, 'connection', { value: { saveData } }),
    savesData,
  )
  await page.route(hlsChunk, (route) =>
    route.fulfill({ contentType: 'text/javascript; charset=utf-8', body: fakeHlsSource }),
  )
}

/** Waits until the player has loaded the stream of the channel. */
export async function waitForStream(page: Page, slug: string): Promise<void> {
  await page.waitForFunction(
    (part) => (window as WindowWithFakeHls).fakeHls?.url?.includes(part),
    `/streams/${slug}/`,
    {
      polling: 50,
    },
  )
}

/** Forgets the stream that was loaded last. */
export const forgetStream = (page: Page): Promise<void> =>
  page.evaluate(() => {
    delete (window as WindowWithFakeHls).fakeHls
  })

/** The URL of the stream that was loaded last; '' without one. */
export const loadedUrl = (page: Page): Promise<string> =>
  page.evaluate(() => (window as WindowWithFakeHls).fakeHls?.url ?? '')

/** The URL with which the player would request this stream again; '' without a stream. */
export const requestedUrl = (page: Page): Promise<string> =>
  page.evaluate(() => {
    let requested = ''
    const { fakeHls } = window as WindowWithFakeHls
    fakeHls?.config.xhrSetup({ open: (_, url) => (requested = url) }, fakeHls.url)
    return requested
  })

/** Opens and closes the menu, so that its code is loaded before the clock stops: React shows it by a timer. */
export async function loadMenu(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'More controls' })
  await button.press('Enter')
  await page.getByRole('region', { name: 'More controls' }).waitFor()
  await button.press('Enter')
}

/** Emits the error of hls.js for a failed request of the stream. */
export const failStream = (page: Page, failure: { fatal: boolean; status?: number }): Promise<void> =>
  page.evaluate(({ fatal, status }) => {
    const response = status === undefined ? undefined : { code: status }
    ;(window as WindowWithFakeHls).fakeHls?.emit('ERROR', {
      fatal,
      type: 'networkError',
      details: 'levelLoadError',
      response,
    })
  }, failure)

export const dispatchVideoEvent = (page: Page, type: 'playing' | 'waiting' | 'loadeddata'): Promise<void> =>
  page.locator('video').evaluate((video, name) => void video.dispatchEvent(new Event(name)), type)

/** Pauses the video as a media key or a headset does. */
export const pauseVideo = (page: Page): Promise<void> =>
  page.locator('video').evaluate((video: HTMLVideoElement) => {
    if (video.paused) video.dispatchEvent(new Event('pause'))
    else video.pause()
  })

/** Sets how far the video is behind the live edge, in seconds. It has a position from its first frame. */
export async function fallBehind(page: Page, seconds: number): Promise<void> {
  await page.locator('video').evaluate((video: HTMLVideoElement, behind) => {
    const { fakeHls } = window as WindowWithFakeHls
    if (fakeHls) fakeHls.liveSyncPosition = video.currentTime + behind
  }, seconds)
  await dispatchVideoEvent(page, 'loadeddata')
}

/**
 * Makes the player call `play()`, which rejects because autoplay is blocked: once with sound, or twice, with sound and
 * without.
 */
export const refusePlay = (page: Page, times: 1 | 2): Promise<void> =>
  page.locator('video').evaluate((video: HTMLVideoElement, refusals) => {
    let left = refusals
    video.play = () => {
      left -= 1
      // A video that is muted already is not played a second time.
      if (left === 0 || video.muted) Reflect.deleteProperty(video, 'play')
      return Promise.reject(new DOMException('play() requires a user gesture', 'NotAllowedError'))
    }
    ;(window as WindowWithFakeHls).fakeHls?.emitLevels()
  }, times as number)

/** Emits the renditions of the stream, with or without one that has no picture. */
export const announceLevels = (page: Page, { hasAudioOnly }: { hasAudioOnly: boolean }): Promise<void> =>
  page.evaluate((hasAudio) => {
    const { fakeHls } = window as WindowWithFakeHls
    if (!fakeHls) return
    fakeHls.hasAudioOnly = hasAudio
    fakeHls.emitLevels()
  }, hasAudioOnly)

/** The heights of the renditions that hls.js knows; 0 without a picture. */
export const heightsOf = (page: Page): Promise<number[] | undefined> =>
  page.evaluate(() => (window as WindowWithFakeHls).fakeHls?.levels.map(({ height }) => height))

/** The rendition that the player set in hls.js; -1 is automatic. */
export const levelOf = (page: Page): Promise<number | undefined> =>
  page.evaluate(() => (window as WindowWithFakeHls).fakeHls?.nextLevel)

/**
 * Replaces the full screen and picture-in-picture APIs. A request only records the mode; `enterMode` enters it. A
 * browser does both at once, so a test could not assert the state in between.
 */
export async function holdPresentationModes(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const elements: WindowWithModes['presentation']['elements'] = { fullScreen: null, pictureInPicture: null }
    const requested: PresentationMode[] = []
    const { requestFullscreen } = Element.prototype
    const { exitFullscreen } = Document.prototype
    const setFullScreen = (on: boolean) =>
      on && elements.fullScreen ? requestFullscreen.call(elements.fullScreen) : exitFullscreen.call(document)
    Object.assign(window, { presentation: { elements, requested, setFullScreen } })
    const request = (mode: PresentationMode) => () => {
      requested.push(mode)
      return Promise.resolve()
    }
    Object.defineProperty(Document.prototype, 'fullscreenElement', { get: () => elements.fullScreen })
    Object.defineProperty(Document.prototype, 'pictureInPictureElement', { get: () => elements.pictureInPicture })
    Object.defineProperty(Document.prototype, 'pictureInPictureEnabled', { get: () => true })
    Object.assign(Element.prototype, { requestFullscreen: request('fullScreen') })
    Object.assign(Document.prototype, { exitFullscreen: request('page'), exitPictureInPicture: request('page') })
    Object.assign(HTMLVideoElement.prototype, { requestPictureInPicture: request('pictureInPicture') })
  })
}

/** Shows the player in the real full screen for a screenshot. Returns a function that leaves it. */
export async function enterFullScreen(page: Page): Promise<() => Promise<void>> {
  const protocol = await page.context().newCDPSession(page)
  const setFullScreen = async (on: boolean) =>
    void (await protocol.send('Runtime.evaluate', {
      expression: `presentation.setFullScreen(${on})`,
      userGesture: true,
      awaitPromise: true,
    }))
  await setFullScreen(true)
  return async () => {
    await setFullScreen(false)
    await protocol.detach()
  }
}

/** The presentation mode that the page requested last. */
export const requestedModes = (page: Page): Promise<readonly PresentationMode[]> =>
  page.evaluate(() => (window as unknown as WindowWithModes).presentation.requested)

/** Enters a presentation mode and dispatches its event. */
export const enterMode = (page: Page, mode: PresentationMode): Promise<void> =>
  page.locator('video').evaluate((video, entered) => {
    const { elements } = (window as unknown as WindowWithModes).presentation
    const wasPictureInPicture = elements.pictureInPicture !== null
    elements.fullScreen = entered === 'fullScreen' ? (video.parentElement ?? video) : null
    elements.pictureInPicture = entered === 'pictureInPicture' ? video : null
    if (entered === 'pictureInPicture') video.dispatchEvent(new Event('enterpictureinpicture'))
    else if (entered === 'page' && wasPictureInPicture) video.dispatchEvent(new Event('leavepictureinpicture'))
    else document.dispatchEvent(new Event('fullscreenchange'))
  }, mode)
