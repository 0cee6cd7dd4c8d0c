import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fromCallback, fromPromise } from 'xstate'
import { livePlayerMachine } from '../../machines/livePlayer.ts'
import { type ChannelResult, type StreamCommand } from '../../machines/stream.types.ts'
import { createPlayerStore } from '../../src/screens/video/playerStore.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A store that plays Harbor One, the channels whose players it has started, and those whose screens it has rendered. */
function createStore() {
  const started: string[] = []
  const rendered: string[] = []
  const store = createPlayerStore(
    livePlayerMachine.provide({
      actors: {
        loadChannel: fromPromise<ChannelResult, { slug: string }>(({ input: { slug } }) => {
          started.push(slug)
          return Promise.resolve({ kind: 'onAir', url: `/${slug}.m3u8` })
        }),
        playStream: fromCallback<StreamCommand, { url: string }>(() => undefined),
      },
    }),
    'harbor-one',
    () => undefined,
  )
  store.show('harbor-one')
  const openAhead = (slug: string) => store.openAhead(slug, () => void rendered.push(slug))
  return { store, openAhead, started, rendered }
}

it('starts the stream of the next channel before the screen renders it', { tags: 'watch.zapping' }, () => {
  const { store, openAhead, started, rendered } = createStore()
  openAhead('longitude')
  expect(started).toEqual(['harbor-one', 'longitude'])
  expect(store.opening()).toBe('longitude')
  expect(rendered).toEqual([])
  vi.advanceTimersByTime(100)
  expect(rendered).toEqual(['longitude'])
  store.stop()
})

it('renders only the last of several channels that are opened quickly', { tags: 'watch.zapping' }, () => {
  const { store, openAhead, rendered } = createStore()
  openAhead('longitude')
  openAhead('rotunda')
  vi.advanceTimersByTime(100)
  expect(rendered).toEqual(['rotunda'])
  store.stop()
})

it(
  'keeps the channel of the last key when the screen renders the one before it late',
  { tags: 'watch.zapping' },
  () => {
    const { store, openAhead, started, rendered } = createStore()
    openAhead('longitude')
    vi.advanceTimersByTime(100)
    openAhead('rotunda')
    store.show('longitude')
    expect(store.opening()).toBe('rotunda')
    vi.advanceTimersByTime(100)
    expect(rendered).toEqual(['longitude', 'rotunda'])
    store.show('rotunda')
    expect(store.opening()).toBeUndefined()
    // Later its address opens it again.
    store.show('longitude')
    expect(started).toEqual(['harbor-one', 'longitude', 'rotunda', 'longitude'])
    store.stop()
  },
)

it.each([
  ['another channel is opened by its address', 'open'],
  ['the viewer leaves', 'stop'],
] as const)('renders no channel if %s first', { tags: 'watch.zapping' }, (_, what) => {
  const { store, openAhead, rendered } = createStore()
  openAhead('longitude')
  if (what === 'stop') store.stop()
  else store.show('harbor-one')
  vi.advanceTimersByTime(100)
  expect(rendered).toEqual([])
  store.stop()
})
