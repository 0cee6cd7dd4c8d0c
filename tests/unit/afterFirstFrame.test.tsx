import { QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import { playerQualityMachine } from '../../machines/playerQuality.ts'
import { createQueryClient } from '../../src/app/createQueryClient.ts'
import { RootContext, type Root } from '../../src/app/root.tsx'
import { AfterFirstFrame } from '../../src/screens/video/AfterFirstFrame.tsx'
import { createFakeApi } from './fakeApi.ts'
import { createOpening, watchChannel } from './watchChannel.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
})

/** How long a prepared stream can be used, in ms. It is renewed at three quarters of that. */
const lifetimeMs = 4_000

/** What follows the first frame of Harbor One, whose neighbor is Longitude, and the streams that it prepares. */
async function renderAfterFirstFrame() {
  const { watching } = await watchChannel()
  const { store, open } = createOpening()
  const warmed: string[] = []
  const api = createFakeApi(({ url }) =>
    Promise.resolve(
      Response.json(
        url.endsWith('/channels')
          ? []
          : { slug: 'longitude', name: 'Longitude', live: true, stream_url: '/streams/longitude/index.m3u8?token=one' },
      ),
    ),
  )
  const quality = createActor(
    playerQualityMachine.provide({ actors: { controlQuality: fromCallback(() => undefined) } }),
    { input: { browserSavesData: false } },
  ).start()
  const video = {
    playerStore: store,
    preferences: { browserSavesData: false } as Parameters<typeof AfterFirstFrame>[0]['video']['preferences'],
    saveLastWatched: () => undefined,
    warm: (slug: string) => {
      warmed.push(slug)
      return Promise.resolve(lifetimeMs)
    },
  }
  const queryClient = createQueryClient(() => undefined)
  render(
    <QueryClientProvider client={queryClient}>
      <RootContext value={{ api, queryClient } as Root}>
        <AfterFirstFrame
          video={video}
          player={watching}
          quality={quality}
          slug="harbor-one"
          neighbors={['longitude']}
        />
      </RootContext>
    </QueryClientProvider>,
  )
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  return { watching, open, warmed, wait }
}

it('prepares the neighbors after the first frame', { tags: 'watch.warm' }, async () => {
  const { watching, warmed, wait } = await renderAfterFirstFrame()
  await wait(10_000)
  expect(warmed).toEqual([])
  act(() => watching.send({ type: 'stream.playing' }))
  await wait(3_100)
  expect(warmed).toEqual(['longitude', 'longitude'])
  watching.stop()
})

it('renews no stream while another channel opens', { tags: 'watch.warm' }, async () => {
  const { watching, open, warmed, wait } = await renderAfterFirstFrame()
  act(() => watching.send({ type: 'stream.playing' }))
  await wait(100)
  act(() => open('longitude'))
  await wait(10_000)
  expect(warmed).toEqual(['longitude'])
  act(() => open(undefined))
  await wait(3_100)
  expect(warmed).toEqual(['longitude', 'longitude'])
  watching.stop()
})
