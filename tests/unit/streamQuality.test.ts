/** The quality of a stream that hls.js plays. */
import type Hls from 'hls.js'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createActor } from 'xstate'
import { playerQualityMachine } from '../../machines/playerQuality.ts'
import { createStreamPlayer } from '../../src/actors/streamPlayer.ts'
import { createWarmStreams } from '../../src/platform/warmStreams.ts'

type Callbacks = { onSuccess: (response: { url: string; data: string }) => void }
type Request = { type: string; url: string }

const streamUrl = '/streams/harbor-one/index.m3u8?token=one'
const pictures = [
  '#EXTM3U',
  '#EXT-X-STREAM-INF:BANDWIDTH=60000,RESOLUTION=320x180',
  'low.m3u8',
  '#EXT-X-STREAM-INF:BANDWIDTH=100000,RESOLUTION=640x360',
  'high.m3u8',
]
const audio = ['#EXT-X-STREAM-INF:BANDWIDTH=20000,CODECS="mp4a.40.2"', 'audio.m3u8']

/** The text of the master playlist. */
let master = ''

/** The part of hls.js that selects levels. It reads what the playlist loader gives it. */
class FakeHls {
  static Events = new Proxy({}, { get: (_, name) => name })
  static DefaultConfig = {
    loader: class {
      load(request: Request, _: object, { onSuccess }: Callbacks) {
        onSuccess({ url: request.url, data: master })
      }
    },
  }
  static isSupported = () => true
  static latest: FakeHls
  levels: { height: number; bitrate: number; uri: string }[] = []
  subtitleTracks = []
  nextLevel = -1
  startLevel = -1
  liveSyncPosition: number | null = null
  latestLevelDetails: { edge: number } | null = null
  loaded: string[] = []
  listeners = new Map<string, (type: string, data: object) => void>()
  config: {
    pLoader: new (config: object) => { load: (request: Request, _: object, callbacks: Callbacks) => void }
    enableWorker?: boolean
    startOnSegmentBoundary?: boolean
  }
  constructor(config: FakeHls['config']) {
    this.config = config
    FakeHls.latest = this
  }
  on(type: string, listener: (type: string, data: object) => void) {
    this.listeners.set(type, listener)
  }
  loadSource(url: string) {
    const onSuccess: Callbacks['onSuccess'] = ({ data }) => {
      this.loaded.push(data)
      const variants = [...data.matchAll(/BANDWIDTH=(\d+)(?:,RESOLUTION=\d+x(\d+))?.*\n(.*)/g)].map(
        ([, bitrate, height, uri]) => ({ bitrate: Number(bitrate), height: Number(height ?? 0), uri: uri ?? '' }),
      )
      // hls.js omits levels without a picture if there are others.
      const pictures = variants.filter(({ height }) => height > 0)
      this.levels = pictures.length > 0 ? pictures : variants
      this.listeners.get('MANIFEST_PARSED')?.('MANIFEST_PARSED', { levels: this.levels })
    }
    new this.config.pLoader(this.config).load({ type: 'manifest', url }, {}, { onSuccess })
  }
  attachMedia() {}
  destroy() {}
}

let isPaused = false
const video = document.createElement('video')
Object.defineProperty(video, 'paused', { get: () => isPaused })
Object.defineProperty(video, 'currentTime', { writable: true, value: 0 })
Object.defineProperty(video, 'textTracks', { value: [] })
const play = vi.fn(() => Promise.resolve())
Object.assign(video, { play, pause: () => undefined, load: () => undefined })

/** A player with the qualities of the viewer, and its stream. */
function setUp({ hasAudioOnly = true, dataSaver = false } = {}) {
  master = [...pictures, ...(hasAudioOnly ? audio : []), ''].join('\n')
  const player = createStreamPlayer({ video: () => video, container: () => null }, createWarmStreams(), () =>
    Promise.resolve(FakeHls as unknown as typeof Hls),
  )
  const quality = createActor(playerQualityMachine.provide({ actors: { controlQuality: player.controlQuality } }), {
    input: { dataSaver, browserSavesData: false },
  }).start()
  const stream = createActor(player.playStream, { input: { url: streamUrl } }).start()
  started.push(quality, stream)
  const parsed = vi.waitFor(() => expect(FakeHls.latest.loaded).toHaveLength(1))
  return { player, quality, stream, parsed }
}
const started: { stop: () => void }[] = []
const hls = () => FakeHls.latest
const playingLevel = () => hls().levels[hls().nextLevel]?.uri

beforeEach(() => {
  isPaused = false
  video.currentTime = 0
  play.mockClear()
  Reflect.deleteProperty(FakeHls, 'latest')
})
afterEach(() => {
  for (const actor of started.splice(0)) actor.stop()
})

it('Data saver plays the rendition with the lowest bit rate from the start', { tags: 'watch.dataSaver' }, async () => {
  const { parsed, quality } = setUp({ dataSaver: true })
  await parsed
  expect(playingLevel()).toBe('low.m3u8')
  quality.send({ type: 'quality.choose', quality: 'automatic' })
  expect(hls().nextLevel).toBe(-1)
  quality.send({ type: 'quality.choose', quality: 'dataSaver' })
  expect(playingLevel()).toBe('low.m3u8')
  expect(hls().loaded).toHaveLength(1)
})

it('a chosen rendition plays, and the qualities of the stream are known', { tags: 'watch.quality' }, async () => {
  const { parsed, quality } = setUp()
  await parsed
  expect(quality.getSnapshot().context).toMatchObject({ heights: [360, 180], hasAudioOnly: true })
  quality.send({ type: 'quality.choose', quality: 360 })
  expect(playingLevel()).toBe('high.m3u8')
})

it(
  'Audio only loads the stream again without pictures, and another quality with them',
  { tags: ['watch.audioOnly', 'watch.audioOnlyStage'] },
  async () => {
    const { parsed, quality, player } = setUp()
    await parsed
    expect(play).toHaveBeenCalledTimes(1)
    quality.send({ type: 'quality.choose', quality: 'audioOnly' })
    expect(hls().levels.map(({ uri }) => uri)).toEqual(['audio.m3u8'])
    expect(play).toHaveBeenCalledTimes(2)
    // The pictures can still be chosen.
    expect(quality.getSnapshot().context).toMatchObject({ heights: [360, 180], hasAudioOnly: true })
    expect(player.warmQuality()).toBe('audioOnly')
    quality.send({ type: 'quality.choose', quality: 180 })
    expect(playingLevel()).toBe('low.m3u8')
    expect(hls().loaded).toHaveLength(3)
    expect(player.warmQuality()).toBe(Infinity)
  },
)

it('a stream starts without pictures if Audio only was chosen before', { tags: 'watch.audioOnlyKept' }, async () => {
  const { parsed, quality } = setUp()
  quality.send({ type: 'quality.choose', quality: 'audioOnly' })
  await parsed
  expect(hls().loaded[0]).not.toContain('RESOLUTION')
  expect(quality.getSnapshot().value).toEqual({ audioOnly: 'available' })
})

it('a stream with pictures only plays its lowest rendition', { tags: 'watch.audioOnlyKept' }, async () => {
  const { parsed, quality } = setUp({ hasAudioOnly: false })
  quality.send({ type: 'quality.choose', quality: 'audioOnly' })
  await parsed
  expect(quality.getSnapshot().value).toEqual({ audioOnly: 'missing' })
  expect(playingLevel()).toBe('low.m3u8')
  expect(hls().loaded).toHaveLength(1)
})

it('a paused video stays paused when the picture is dropped', { tags: 'watch.audioOnly' }, async () => {
  const { parsed, quality } = setUp()
  await parsed
  isPaused = true
  play.mockClear()
  quality.send({ type: 'quality.choose', quality: 'audioOnly' })
  expect(hls().loaded).toHaveLength(2)
  expect(play).not.toHaveBeenCalled()
})

it('a video behind the live edge stays there, and one at the live edge too', { tags: 'watch.audioOnly' }, async () => {
  const { parsed, quality } = setUp()
  await parsed
  quality.send({ type: 'quality.choose', quality: 'audioOnly' })
  expect(hls().loaded.at(-1)).not.toContain('EXT-X-START')
  Object.assign(hls(), { liveSyncPosition: 594, latestLevelDetails: { edge: 600 } })
  video.currentTime = 500
  video.dispatchEvent(new Event('loadeddata'))
  quality.send({ type: 'quality.choose', quality: 'automatic' })
  expect(hls().loaded.at(-1)).toContain('#EXT-X-START:TIME-OFFSET=-100.000')
})

it('the position is not known before the first frame, also when the stream is loaded again', async () => {
  const { parsed, player, stream } = setUp()
  await parsed
  Object.assign(hls(), { liveSyncPosition: 594 })
  const updateLevel = () => hls().listeners.get('LEVEL_UPDATED')?.('LEVEL_UPDATED', {})
  const secondsBehind = () => player.playbackStatus.get().secondsBehind
  updateLevel()
  stream.send({ type: 'seek', seconds: 10 })
  expect([secondsBehind(), video.currentTime]).toEqual([0, 0])
  video.currentTime = 552
  video.dispatchEvent(new Event('loadeddata'))
  expect(secondsBehind()).toBe(42)
  video.dispatchEvent(new Event('emptied'))
  video.currentTime = 0
  updateLevel()
  expect(secondsBehind()).toBe(42)
})

it.each([
  ['with an initialization segment are not converted, so no worker starts', { url: 'init.mp4' }, false],
  ['without one are converted in a worker', null, true],
])('fragments %s', async (_, initSegment, enableWorker) => {
  await setUp().parsed
  hls().listeners.get('LEVEL_LOADED')?.('LEVEL_LOADED', { details: { fragments: [{ initSegment }] } })
  expect(hls().config.enableWorker).toBe(enableWorker)
})

it.each([
  ['short', 2, true],
  ['long', 6, false],
])('a stream of %s fragments of %d s starts at the start of one: %s', async (_, targetduration, starts) => {
  await setUp().parsed
  hls().listeners.get('LEVEL_LOADED')?.('LEVEL_LOADED', { details: { fragments: [], targetduration } })
  expect(hls().config.startOnSegmentBoundary).toBe(starts)
})
