import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../src/app/createQueryClient.ts'
import { warmChannelQuery } from '../../src/queries/warmChannelQuery.ts'
import { createFakeApi } from './fakeApi.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Prepares a channel whose playlists can be used for `lifetimeMs`, and counts what is read. */
function observe(channel: object, lifetimeMs: number | undefined) {
  const counts = { channel: 0, playlists: 0 }
  const api = createFakeApi(() => {
    counts.channel += 1
    return Promise.resolve(Response.json(channel))
  })
  const queryClient = createQueryClient(() => undefined)
  const query = warmChannelQuery({ api, queryClient }, 'longitude', () => {
    counts.playlists += 1
    return Promise.resolve(lifetimeMs)
  })
  const stop = new QueryObserver(queryClient, query).subscribe(() => undefined)
  return { counts, stop }
}

const onAir = {
  slug: 'longitude',
  name: 'Longitude',
  live: true,
  stream_url: '/streams/longitude/index.m3u8?token=one',
}

it(
  'renews the stream of a neighbor for a minute, and its token as long as it is a neighbor',
  { tags: 'watch.warm' },
  async () => {
    const { counts, stop } = observe(onAir, 4_000)
    await vi.advanceTimersByTimeAsync(59_000)
    expect(counts).toEqual({ channel: 1, playlists: 20 })
    await vi.advanceTimersByTimeAsync(177_000)
    expect(counts).toEqual({ channel: 1, playlists: 20 })
    await vi.advanceTimersByTimeAsync(3_000)
    expect(counts).toEqual({ channel: 2, playlists: 21 })
    stop()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(counts).toEqual({ channel: 2, playlists: 21 })
  },
)

it('reads a neighbor that is off air before its token would expire', { tags: 'watch.warm' }, async () => {
  const { counts, stop } = observe({ ...onAir, live: false, stream_url: null }, 4_000)
  await vi.advanceTimersByTimeAsync(239_000)
  expect(counts).toEqual({ channel: 2, playlists: 0 })
  stop()
})
