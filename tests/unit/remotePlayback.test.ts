/** Playback on another screen. No test has a real one. */
import Hls from 'hls.js'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createActor, type ActorRefFrom } from 'xstate'
import { remotePlaybackMachine } from '../../machines/remotePlayback.ts'
import { createRemotePlayback } from '../../src/actors/remotePlayback.ts'

const streamUrl = 'https://streams.test/harbor-one/index.m3u8?token=one'

class FakeRemote extends EventTarget {
  state: RemotePlaybackState = 'disconnected'
  report: (isAvailable: boolean) => void = () => undefined
  watched = 0
  watchAvailability = (callback: (isAvailable: boolean) => void) => {
    this.report = callback
    this.watched += 1
    return Promise.resolve(this.watched)
  }
  cancelWatchAvailability = vi.fn(() => Promise.resolve())
  prompt = vi.fn(() => Promise.resolve())
  change(state: RemotePlaybackState, event: string) {
    this.state = state
    this.dispatchEvent(new Event(event))
  }
}

/** Waits for the calls that follow each other in promises. */
const settle = () => new Promise((resolve) => void setTimeout(resolve))

/** The events of hls.js that matter here. */
class FakeHls {
  listeners = new Map<string, (type: string, data: object) => void>()
  on = (type: string, listener: (type: string, data: object) => void) => this.listeners.set(type, listener)
  emit = (type: string, data = {}) => this.listeners.get(type)?.(type, data)
  stopLoad = vi.fn()
  startLoad = vi.fn()
  attachMedia = vi.fn()
}

let video = document.createElement('video')
let remote = new FakeRemote()
let actor: ActorRefFrom<typeof remotePlaybackMachine> | undefined

beforeEach(() => {
  video = document.createElement('video')
  remote = new FakeRemote()
  Object.defineProperty(video, 'remote', { value: remote })
})
afterEach(() => actor?.stop())

async function setUp() {
  const remotePlayback = createRemotePlayback({ video: () => video })
  const started = createActor(remotePlaybackMachine.provide({ actors: { watchScreens: remotePlayback.watchScreens } }))
  actor = started.start()
  await settle()
  const hls = new FakeHls()
  const start = vi.fn(() => Promise.resolve())
  const follow = () =>
    remotePlayback.follow({ hls: hls as unknown as Hls, events: Hls.Events, url: () => streamUrl, start })
  return { actor: started, remotePlayback, hls, start, follow }
}
const sources = () => [...video.querySelectorAll('source')].map(({ type, src }) => [type, src])
/** Adds the source of a Managed Media Source, as hls.js does. */
const addManagedSource = () => {
  const source = document.createElement('source')
  source.src = 'blob:https://tv.test/one'
  video.append(source)
  video.disableRemotePlayback = true
}

it(
  'follows the screens and the connection of the browser',
  { tags: ['watch.otherScreen', 'watch.otherScreenStatus'] },
  async () => {
    const { actor: screens } = await setUp()
    const seen = [screens.getSnapshot().value]
    screens.subscribe(({ value }) => void seen.push(value))
    remote.report(true)
    remote.change('connecting', 'connecting')
    remote.change('connected', 'connect')
    remote.change('disconnected', 'disconnect')
    // The browser reports whether there is a screen to each that asks.
    await settle()
    expect(remote.watched).toBe(2)
    remote.report(false)
    expect(seen).toEqual(['unavailable', 'available', 'connecting', 'connected', 'available', 'unavailable'])
  },
)

it.each([
  ['NotAllowedError', 'available'],
  ['AbortError', 'available'],
  ['NotFoundError', 'failed'],
  ['NotSupportedError', 'failed'],
])(
  'a question of the browser that ends with %s leads to %s',
  { tags: 'watch.otherScreenStatus' },
  async (name, state) => {
    const { actor: screens } = await setUp()
    remote.report(true)
    remote.prompt.mockRejectedValue(new DOMException('no screen', name))
    screens.send({ type: 'screen.choose' })
    expect(remote.prompt).toHaveBeenCalledOnce()
    await settle()
    expect(screens.getSnapshot().value).toBe(state)
  },
)

it('is unavailable in a browser without remote playback', { tags: 'watch.otherScreen' }, async () => {
  video = document.createElement('video')
  Object.defineProperty(video, 'remote', { value: undefined })
  expect((await setUp()).actor.getSnapshot().value).toBe('unavailable')
})

it('is unavailable if the browser can’t tell whether there is a screen', { tags: 'watch.otherScreen' }, async () => {
  remote.watchAvailability = () => Promise.reject(new DOMException('no monitoring', 'NotSupportedError'))
  const { actor: screens } = await setUp()
  expect(screens.getSnapshot().value).toBe('unavailable')
})

it(
  'a Managed Media Source gets a source for AirPlay, with the latest URL, and screens are watched again',
  { tags: 'watch.otherScreen' },
  async () => {
    const { hls, follow, remotePlayback } = await setUp()
    expect(remote.watched).toBe(1)
    const stop = follow()
    addManagedSource()
    hls.emit('hlsMediaAttached', { media: video })
    expect(sources()[1]).toEqual(['application/x-mpegURL', streamUrl])
    expect(video.disableRemotePlayback).toBe(false)
    await settle()
    expect(remote.watched).toBe(2)
    expect(remote.cancelWatchAvailability).toHaveBeenCalledWith(1)
    remotePlayback.setUrl(`${streamUrl}2`)
    expect(sources()[1]?.[1]).toBe(`${streamUrl}2`)
    stop()
    expect(sources()).toHaveLength(1)
  },
)

it('another Media Source gets no source', { tags: 'watch.otherScreen' }, async () => {
  const { hls, follow } = await setUp()
  follow()
  hls.emit('hlsMediaAttached', { media: video })
  expect(sources()).toEqual([])
})

it(
  'hls.js stops while AirPlay plays the source, and continues when it ends',
  { tags: 'watch.otherScreen' },
  async () => {
    const { hls, follow, remotePlayback, start } = await setUp()
    follow()
    addManagedSource()
    hls.emit('hlsMediaAttached', { media: video })
    remote.change('connecting', 'connecting')
    hls.emit('hlsMediaDetached')
    remote.change('connected', 'connect')
    expect([hls.stopLoad.mock.calls.length, remotePlayback.isReplaced()]).toEqual([1, true])
    expect(hls.attachMedia).not.toHaveBeenCalled()
    remote.change('disconnected', 'disconnect')
    expect(hls.attachMedia).toHaveBeenCalledWith(video)
    expect(hls.startLoad).toHaveBeenCalledWith(-1)
    expect(start).toHaveBeenCalledOnce()
    expect(remotePlayback.isReplaced()).toBe(false)
    expect(sources()).toHaveLength(1)
  },
)

it(
  'hls.js goes on if the video is sent to the other screen by the browser',
  { tags: 'watch.otherScreen' },
  async () => {
    const { hls, follow, remotePlayback } = await setUp()
    follow()
    hls.emit('hlsMediaAttached', { media: video })
    remote.change('connected', 'connect')
    remote.change('disconnected', 'disconnect')
    expect(remotePlayback.isReplaced()).toBe(false)
    expect([hls.stopLoad.mock.calls.length, hls.attachMedia.mock.calls.length]).toEqual([0, 0])
  },
)
