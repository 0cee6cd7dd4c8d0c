import { type QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import { type ChannelResult } from '../../machines/stream.types.ts'
import { type ApiClient } from '../api/apiClient.ts'
import { ReadError } from '../api/readData.ts'
import { type WatchableChannel } from '../api/channelParsers.ts'
import { channelQuery } from '../queries/channelQuery.ts'
import { warmLifetimeMs } from '../queries/warmChannelQuery.ts'

type Dependencies = {
  api: ApiClient
  queryClient: QueryClient
  /** Whether the stream of a channel has been prepared since it was opened last. */
  takeWarm?: (slug: string) => boolean
}

async function toChannelResult(read: Promise<WatchableChannel>): Promise<ChannelResult> {
  try {
    const { live, streamUrl } = await read
    return live && streamUrl ? { kind: 'onAir', url: streamUrl } : { kind: 'offAir' }
  } catch (error) {
    if (!(error instanceof ReadError) || error.kind !== 'refused') throw error
    switch (error.code) {
      case 'channel_not_found':
        return { kind: 'unknown' }
      case 'membership_required':
        return { kind: 'lapsed' }
      default:
        return { kind: 'refused', message: error.message }
    }
  }
}

/** How long a prefetched channel is fresh, in ms. A refusal is never reused, because the user may have paid since. */
const prefetchStaleTimeMs = 5_000

/** Reads the channel for livePlayer, and a new stream URL for streamRenewal. */
export const createLivePlayerActors = (dependencies: Dependencies) => ({
  loadChannel: fromPromise<ChannelResult, { slug: string }>(async ({ input: { slug } }) => {
    const query = channelQuery(dependencies, slug)
    const staleTime = dependencies.takeWarm?.(slug) ? warmLifetimeMs : prefetchStaleTimeMs
    const result = await toChannelResult(dependencies.queryClient.query({ ...query, staleTime }))
    // The next read must reach the host, because stream URLs expire.
    void dependencies.queryClient.invalidateQueries({ queryKey: query.queryKey, refetchType: 'none' })
    return result
  }),
})
