import { type QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import { type ChannelAnswer } from '../../machines/livePlayer.ts'
import { type ApiClient } from '../api/apiClient.ts'
import { toApiResult, type ApiResult } from '../api/apiResult.ts'
import { parseChannels, parseFavourites, type Channel, type WatchableChannel } from '../api/channelParsers.ts'
import { channelQuery } from '../queries/channel.ts'
import { channelsKey, favouritesKey } from './channels.ts'

type Dependencies = { api: ApiClient; queryClient: QueryClient }

/** All channels, from the same place in the cache as the wall of channels. */
export const channelListQuery = ({ api }: Dependencies) => ({
  queryKey: channelsKey,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Channel[]> => {
    const answer = await toApiResult(api.GET('/wp-json/channel/v2/channels', { signal }), parseChannels)
    if (answer.kind === 'refused') throw new Error(answer.refusal.message)
    return answer.data
  },
})

/** The viewer's favourites, from the same place in the cache as every other star. */
export const favouritesQuery = ({ api }: Dependencies) => ({
  queryKey: favouritesKey,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly string[]> => {
    const answer = await toApiResult(api.GET('/wp-json/channel/v2/favourites', { signal }), parseFavourites)
    if (answer.kind === 'refused') throw new Error(answer.refusal.message)
    return answer.data
  },
})

function toChannelAnswer(result: ApiResult<WatchableChannel>): ChannelAnswer {
  if (result.kind === 'granted') {
    const { live, streamUrl } = result.data
    return live && streamUrl ? { kind: 'onAir', url: streamUrl } : { kind: 'offAir' }
  }
  switch (result.refusal.code) {
    case 'channel_not_found':
      return { kind: 'unknown' }
    case 'membership_required':
      return { kind: 'lapsed' }
    default:
      return { kind: 'refused', message: result.refusal.message || 'Something went wrong' }
  }
}

/**
 * A channel this young, in ms, was asked for on the way to the screen and is as good as asked for by it. Not so a no: it
 * may have been said to a guest, who has paid since.
 */
const PREFETCH_STALE_TIME_MS = 5_000

/** What the player asks of the host: the channel, and later a fresh address for its stream. */
export const createLivePlayerActors = (dependencies: Dependencies) => {
  const createChannelLoader = (staleTime: number) =>
    fromPromise<ChannelAnswer, { slug: string }>(async ({ input: { slug } }) => {
      const query = channelQuery(dependencies, slug)
      const result = await dependencies.queryClient.fetchQuery({
        ...query,
        staleTime: ({ state: { data } }) => (data?.kind === 'granted' ? staleTime : 0),
      })
      // Taken once: whoever asks again wants to know what the host says now.
      void dependencies.queryClient.invalidateQueries({ queryKey: query.queryKey, refetchType: 'none' })
      return toChannelAnswer(result)
    })
  return { askChannel: createChannelLoader(PREFETCH_STALE_TIME_MS), renewAddress: createChannelLoader(0) }
}
