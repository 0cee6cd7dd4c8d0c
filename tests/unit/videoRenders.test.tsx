import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, Profiler, type ComponentProps } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createActor } from 'xstate'
import { favoritesMachine } from '../../machines/favorites.ts'
import { createFavoritesActors } from '../../src/actors/favorites.ts'
import { defaults } from '../../src/app/configuration.ts'
import { FavoritesContext } from '../../src/features/favorite/Favorites.tsx'
import type * as ChannelGuide from '../../src/screens/video/ChannelGuide.tsx'
import { Component as Video } from '../../src/screens/video/Video.tsx'
import { createFakeApi } from './fakeApi.ts'

const renders = vi.hoisted(() => {
  // The modules that are replaced here may be loaded.
  vi.resetModules()
  return { root: {} as object, channelRail: 0 }
})
afterAll(() => void vi.resetModules())

vi.mock('../../src/app/root.tsx', () => ({ useRoot: () => renders.root }))
// The stream never starts: the test sends what the video element reports.
vi.mock('../../src/platform/loadHls.ts', () => ({ loadHls: () => new Promise(() => undefined) }))
vi.mock('../../src/platform/hlsConfig.ts', () => ({ createHlsConfig: () => ({}) }))
vi.mock('../../src/screens/video/ChannelGuide.tsx', async (importOriginal) => {
  const original = await importOriginal<typeof ChannelGuide>()
  return {
    ...original,
    ChannelRail: (props: ComponentProps<typeof original.ChannelRail>) => (
      <Profiler id="channel rail" onRender={() => void (renders.channelRail += 1)}>
        <original.ChannelRail {...props} />
      </Profiler>
    ),
  }
})

const channels = ['harbor-one', 'longitude', 'rotunda'].map((slug) => ({
  slug,
  name: slug,
  tagline: '',
  category: 'World',
  region: 'West',
  live: true,
  stream_url: `/sandbox/streams/${slug}/index.m3u8?token=one`,
}))

const respond = (request: Request) => {
  const path = new URL(request.url).pathname
  if (path.endsWith('/favourites')) return Response.json({ favourites: [] })
  return Response.json(path.endsWith('/channels') ? channels : channels[0])
}

const container = document.createElement('div')
let reactRoot: Root
const api = createFakeApi((request) => Promise.resolve(respond(request)))
const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } })

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  document.body.append(container)
  reactRoot = createRoot(container)
  renders.root = {
    api,
    queryClient,
    configuration: defaults,
  }
})
afterEach(() => {
  act(() => reactRoot.unmount())
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Opens Harbor One and plays it. */
async function watch() {
  const favorites = createActor(
    favoritesMachine.provide({ actors: createFavoritesActors({ api, queryClient }) }),
  ).start()
  const router = createMemoryRouter([{ path: '/video/:channel', element: <Video /> }], {
    initialEntries: ['/video/harbor-one'],
  })
  act(() =>
    reactRoot.render(
      <QueryClientProvider client={queryClient}>
        <FavoritesContext value={favorites}>
          <RouterProvider router={router} />
        </FavoritesContext>
      </QueryClientProvider>,
    ),
  )
  const video = () => container.querySelector('video')
  await vi.waitFor(() => act(() => expect(video()?.dataset['state']).toBe('starting')))
  act(() => void video()?.dispatchEvent(new Event('playing')))
  await vi.waitFor(() => act(() => expect(container.querySelectorAll('nav li')).toHaveLength(3)))
  await vi.waitFor(() =>
    act(() => expect(container.querySelector('button[aria-pressed][title*=favorites]')).toBeTruthy()),
  )
  expect(renders.channelRail).toBeGreaterThan(0)
  renders.channelRail = 0
  return { video, path: () => router.state.location.pathname }
}

it('renders the controls and not the list of channels while the pointer moves over the video', async () => {
  await watch()
  const frame = container.querySelector('[role=group]')
  const pointer = (type: string) =>
    act(
      () =>
        void frame?.dispatchEvent(
          new PointerEvent(type, { bubbles: true, pointerType: 'mouse', relatedTarget: document.body }),
        ),
    )
  const isHidden = () => container.querySelector('[role=toolbar]')?.getAttribute('data-hidden')
  for (let count = 0; count < 10; count += 1) {
    pointer('pointermove')
    expect(isHidden()).toBe('false')
    pointer('pointerout')
    expect(isHidden()).toBe('true')
  }
  expect(renders.channelRail).toBe(0)
})

it('renders the list of channels once for another channel, and counts quick keys from the channel of the last', async () => {
  const { video, path } = await watch()
  vi.useFakeTimers()
  /** Presses the keys, and renders the screen of the channel of the last. */
  const press = (...keys: string[]) => {
    act(() => keys.forEach((key) => document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))))
    expect(renders.channelRail).toBe(0)
    act(() => void vi.advanceTimersByTime(100))
  }
  press('n')
  expect(path()).toBe('/video/longitude')
  expect(renders.channelRail).toBe(1)

  renders.channelRail = 0
  press('n', 'n')
  expect(path()).toBe('/video/harbor-one')
  expect(renders.channelRail).toBe(1)
  renders.channelRail = 0
  press('n', 'p')
  expect(path()).toBe('/video/harbor-one')
  expect(renders.channelRail).toBe(1)
  const picture = () => container.querySelector('[data-shown]')?.getAttribute('data-shown')
  await vi.waitFor(() => act(() => expect(video()?.dataset['state']).toBe('starting')))
  expect(picture()).toBe('true')
  act(() => void video()?.dispatchEvent(new Event('playing')))
  expect(picture()).toBe('false')
})
