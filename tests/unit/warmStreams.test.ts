import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createWarmStreams, type WarmQuality } from '../../src/platform/warmStreams.ts'

const streamUrl = 'https://streams.test/longitude/index.m3u8?token=one'
const lowUrl = 'https://streams.test/longitude/180p/index.m3u8?token=one'
const highUrl = lowUrl.replace('180p', '360p')
const audioUrl = lowUrl.replace('180p', 'audio')

const master = [
  '#EXTM3U',
  '#EXT-X-STREAM-INF:BANDWIDTH=200000,RESOLUTION=320x180',
  '180p/index.m3u8?token=one',
  '#EXT-X-STREAM-INF:BANDWIDTH=500000,RESOLUTION=640x360',
  '360p/index.m3u8?token=one',
].join('\n')
const masterWithAudio = [
  master,
  '#EXT-X-STREAM-INF:BANDWIDTH=20000,CODECS="mp4a.40.2"',
  'audio/index.m3u8?token=one',
].join('\n')
const rendition = '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:1.92,\n7.m4s?token=one\n'

/** A store whose requests are recorded. */
function setUp(
  respond = (url: string) => new Response(url.includes('/longitude/index') ? masterWithAudio : rendition),
) {
  const requests: string[] = []
  const streams = createWarmStreams((request) => {
    const { url } = new Request(request)
    requests.push(url)
    return Promise.resolve(respond(url))
  })
  const warm = (quality: WarmQuality) => streams.warm(streamUrl, quality, new AbortController().signal)
  return { streams, requests, warm }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it.each([
  ['with the height of the current one', 180, lowUrl],
  ['below the height', 300, lowUrl],
  ['with the most lines', Infinity, highUrl],
  ['with the fewest lines if all have more', 100, lowUrl],
  ['without a picture', 'audioOnly', audioUrl],
  ['in which hls.js starts', 'start', lowUrl],
] as const)(
  'loads the playlists of a stream and of the rendition %s, and nothing else',
  { tags: 'watch.warm' },
  async (_, quality, expected) => {
    const { streams, requests, warm } = setUp()
    await warm(quality)
    expect(requests).toEqual([streamUrl, expected])
    const renewed = (url: string) => url.replace('one', 'two')
    expect(streams.isWarmRendition(renewed(streamUrl), renewed(expected))).toBe(true)
    expect(streams.isWarmRendition(streamUrl, expected === lowUrl ? highUrl : lowUrl)).toBe(false)
    expect(streams.isWarmRendition(streamUrl, undefined)).toBe(false)
    expect((await streams.take(renewed(expected)))?.text).toBe(rendition)
  },
)

it(
  'loads only the rendition again while the stream has the same address, and all with a new token',
  { tags: 'watch.warm' },
  async () => {
    const { streams, requests, warm } = setUp()
    expect(await warm(360)).toBe(4_000)
    vi.advanceTimersByTime(3_000)
    expect(await warm(360)).toBe(4_000)
    vi.advanceTimersByTime(237_000 - 3_000)
    const renewed = (url: string) => url.replace('one', 'two')
    await streams.warm(renewed(streamUrl), 360, new AbortController().signal)
    expect(requests).toEqual([streamUrl, highUrl, highUrl, renewed(streamUrl), highUrl])
    vi.advanceTimersByTime(180_000)
    expect((await streams.take(streamUrl))?.text).toBe(masterWithAudio)
  },
)

it('keeps a rendition that can be used if its renewal fails or is aborted', { tags: 'watch.warm' }, async () => {
  const caller = new AbortController()
  let respond = (): Promise<Response> => Promise.resolve(new Response(rendition))
  const streams = createWarmStreams((request) =>
    request === streamUrl ? Promise.resolve(new Response(master)) : respond(),
  )
  await streams.warm(streamUrl, 360, caller.signal)
  respond = () => Promise.reject(new DOMException('The renewal was aborted', 'AbortError'))
  await expect(streams.warm(streamUrl, 360, caller.signal)).rejects.toThrow('aborted')
  expect((await streams.take(highUrl))?.text).toBe(rendition)
})

it('each playlist is used once', async () => {
  const { streams, warm } = setUp()
  await warm(360)
  expect((await streams.take(streamUrl))?.text).toBe(masterWithAudio)
  expect(streams.take(streamUrl)).toBeUndefined()
})

it('a rendition is used for two target durations, and the list of renditions for four minutes', async () => {
  const { streams, warm } = setUp()
  await warm(360)
  vi.advanceTimersByTime(4_000)
  expect(await streams.take(highUrl)).toBeUndefined()
  await warm(360)
  vi.advanceTimersByTime(3_999)
  expect((await streams.take(highUrl))?.at).toBe(performance.now() - 3_999)
  vi.advanceTimersByTime(240_000 - 3_999)
  expect(await streams.take(streamUrl)).toBeUndefined()
})

it(
  'loads the lowest rendition of a stream that has none without a picture',
  { tags: ['watch.warm', 'watch.audioOnlyKept'] },
  async () => {
    const { requests, warm } = setUp((url) => new Response(url === streamUrl ? master : rendition))
    await warm('audioOnly')
    expect(requests).toEqual([streamUrl, lowUrl])
  },
)

it('keeps nothing of a stream that is refused', async () => {
  const { streams, warm } = setUp(() => new Response('', { status: 403 }))
  await expect(warm(360)).rejects.toThrow('403')
  expect(await streams.take(streamUrl)).toBeUndefined()
})

it('a playlist can be taken while it is on its way', async () => {
  const answers: (() => void)[] = []
  const streams = createWarmStreams(
    (request) =>
      new Promise((resolve) => {
        answers.push(() => resolve(new Response(request === streamUrl ? master : rendition)))
      }),
  )
  const warmed = streams.warm(streamUrl, 360, new AbortController().signal)
  const list = streams.take(streamUrl)
  answers[0]?.()
  expect((await list)?.text).toBe(master)
  expect(streams.isWarmRendition(streamUrl, highUrl)).toBe(true)
  const segments = streams.take(highUrl)
  answers[1]?.()
  expect((await segments)?.text).toBe(rendition)
  await warmed
})

it('stores nothing of a request that is answered after the store is cleared', async () => {
  const answers: (() => void)[] = []
  const streams = createWarmStreams(
    () => new Promise((resolve) => void answers.push(() => resolve(new Response(masterWithAudio)))),
  )
  const warmed = streams.warm(streamUrl, 360, new AbortController().signal)
  streams.clear()
  answers[0]?.()
  await expect(warmed).rejects.toThrow('aborted')
  expect(streams.take(streamUrl)).toBeUndefined()
  expect(streams.take(highUrl)).toBeUndefined()
  expect(answers).toHaveLength(1)
})
