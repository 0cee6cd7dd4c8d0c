/** What happens before the first frame of a channel, where each task and each render delays it. */
import type Hls from 'hls.js'
import { act, Suspense, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { createActor, setup } from 'xstate'
import { type StreamEvent } from '../../machines/stream.types.ts'
import { createStreamPlayer } from '../../src/actors/streamPlayer.ts'
import { lazyScreen } from '../../src/app/lazyScreen.ts'
import { createWarmStreams } from '../../src/platform/warmStreams.ts'

afterEach(() => void vi.unstubAllGlobals())

/** The text of the page right after the first render of a screen. */
async function renderScreen(screen: ReactNode): Promise<string> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const container = document.createElement('div')
  const root = createRoot(container)
  act(() => root.render(<Suspense fallback="Loading">{screen}</Suspense>))
  const first = container.textContent
  await act(async () => void (await new Promise((resolve) => setTimeout(resolve))))
  expect(container.textContent).toBe('Channel')
  act(() => root.unmount())
  return first
}

it('a screen whose code is preloaded is rendered at once, and another one when its code has loaded', async () => {
  const load = () => Promise.resolve({ Component: () => <p>Channel</p> })
  const Preloaded = lazyScreen(load)
  await Preloaded.preload()
  expect(await renderScreen(<Preloaded />)).toBe('Channel')
  const Other = lazyScreen(load)
  expect(await renderScreen(<Other />)).toBe('Loading')
})

it(
  'a video whose time moves to the start of the stream, or after its last frame, does not play',
  {
    tags: 'watch.tuning',
  },
  () => {
    const video = Object.assign(document.createElement('video'), { load: () => undefined })
    let time = 0
    // As in the standard; happy-dom has no such constants.
    const [haveCurrentData, haveFutureData, haveEnoughData] = [2, 3, 4]
    let readyState = haveEnoughData
    for (const [name, get] of [
      ['currentTime', () => time],
      ['readyState', () => readyState],
      ['HAVE_FUTURE_DATA', () => haveFutureData],
      ['paused', () => false],
      ['seeking', () => false],
      ['seekable', () => ({ length: 0 })],
    ] as const)
      Object.defineProperty(video, name, { get })
    const { playStream } = createStreamPlayer(
      { video: () => video, container: () => null },
      createWarmStreams(),
      () => new Promise<typeof Hls>(() => undefined),
    )
    const received: string[] = []
    const machine = setup({
      types: {} as { events: StreamEvent },
      actors: { playStream },
    }).createMachine({
      invoke: { src: 'playStream', input: { url: '/streams/harbor-one/index.m3u8' } },
      on: { '*': { actions: ({ event }) => void received.push(event.type) } },
    })
    const player = createActor(machine).start()
    const move = (to: number) => {
      time = to
      video.dispatchEvent(new Event('timeupdate'))
    }
    move(24)
    expect(received).toEqual([])
    video.dispatchEvent(new Event('loadeddata'))
    move(24.3)
    expect(received).toEqual(['stream.playing'])
    // The stream stalls, and the browser reports the time of the last frame.
    readyState = haveCurrentData
    video.dispatchEvent(new Event('waiting'))
    move(24.6)
    expect(received).toEqual(['stream.playing', 'stream.waiting'])
    readyState = haveEnoughData
    move(24.9)
    expect(received).toEqual(['stream.playing', 'stream.waiting', 'stream.playing'])
    player.stop()
  },
)
