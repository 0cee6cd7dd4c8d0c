/** A browser without Media Source plays HLS itself, for example on an older iPhone. */
import type Hls from 'hls.js'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createActor } from 'xstate'
import { createStreamPlayer } from '../../src/actors/streamPlayer.ts'
import { createWarmStreams } from '../../src/platform/warmStreams.ts'

type FakeTrack = { kind: string; mode: string }

/** The text tracks of a video, to which `add` adds one. */
class FakeTracks extends EventTarget {
  list: FakeTrack[] = []
  add(kind: string) {
    this.list.push({ kind, mode: 'disabled' })
    this.dispatchEvent(new Event('addtrack'))
  }
  modes = () => this.list.map(({ kind, mode }) => `${kind} ${mode}`);
  [Symbol.iterator]() {
    return this.list.values()
  }
}

const video = document.createElement('video')
const tracks = new FakeTracks()
const { playStream, controlVideo, playbackStatus } = createStreamPlayer(
  { video: () => video, container: () => null },
  createWarmStreams(),
  () => Promise.resolve({ isSupported: () => false } as typeof Hls),
)
const stream = createActor(playStream, { input: { url: '/streams/harbor-one/index.m3u8?token=one' } })
const controls = createActor(controlVideo, { input: { volume: 1 } })

beforeEach(() => {
  Object.defineProperty(video, 'textTracks', { value: tracks })
  Object.assign(video, { canPlayType: () => 'maybe', play: vi.fn(() => Promise.resolve()), load: () => undefined })
})
afterEach(() => {
  stream.stop()
  controls.stop()
})

it('plays the stream, with captions, also in a track that the stream adds later', async () => {
  stream.start()
  controls.start()
  // The code of the stream is loaded first, which takes more than the default second on a busy machine.
  await vi.waitFor(() => expect(video.src).toContain('/streams/harbor-one/index.m3u8'), { timeout: 8_000 })
  expect(video.play).toHaveBeenCalledOnce()
  controls.send({ type: 'setCaptions', on: true })
  for (const kind of ['metadata', 'subtitles', 'captions']) tracks.add(kind)
  expect(tracks.modes()).toEqual(['metadata disabled', 'subtitles showing', 'captions disabled'])
  controls.send({ type: 'setCaptions', on: false })
  expect(tracks.modes()).toEqual(['metadata disabled', 'subtitles disabled', 'captions disabled'])
})

it('says until it stops that the browser plays the stream itself', { tags: 'watch.nativeQuality' }, async () => {
  expect(playbackStatus.get().isNative).toBe(false)
  const other = createActor(playStream, { input: { url: '/streams/harbor-two/index.m3u8?token=one' } }).start()
  await vi.waitFor(() => expect(playbackStatus.get().isNative).toBe(true), { timeout: 8_000 })
  other.stop()
  expect(playbackStatus.get().isNative).toBe(false)
})
