import { type QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import { type ChannelAnswer } from '../../machines/livePlayer.ts'
import { type HostClient } from '../api/client.ts'
import { outcome, type Outcome } from '../api/outcome.ts'
import { readChannels, readFavourites, type Channel, type WatchableChannel } from '../api/channelReaders.ts'
import { channelQuery } from '../queries/channel.ts'
import { channelsKey, favouritesKey } from './channels.ts'

type World = { host: HostClient; queryClient: QueryClient }

/** All channels, from the same place in the cache as the wall of channels. */
export const neighboursQuery = ({ host }: World) => ({
  queryKey: channelsKey,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Channel[]> => {
    const answer = await outcome(host.GET('/wp-json/channel/v2/channels', { signal }), readChannels)
    if (answer.kind === 'refused') throw new Error(answer.refusal.message)
    return answer.data
  },
})

/** The viewer's favourites, from the same place in the cache as every other star. */
export const favouritesQuery = ({ host }: World) => ({
  queryKey: favouritesKey,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly string[]> => {
    const answer = await outcome(host.GET('/wp-json/channel/v2/favourites', { signal }), readFavourites)
    if (answer.kind === 'refused') throw new Error(answer.refusal.message)
    return answer.data
  },
})

function answerOf(told: Outcome<WatchableChannel>): ChannelAnswer {
  if (told.kind === 'granted') {
    const { live, streamUrl } = told.data
    return live && streamUrl ? { kind: 'onAir', url: streamUrl } : { kind: 'offAir' }
  }
  switch (told.refusal.code) {
    case 'channel_not_found':
      return { kind: 'unknown' }
    case 'membership_required':
      return { kind: 'lapsed' }
    default:
      return { kind: 'refused', message: told.refusal.message || 'Something went wrong' }
  }
}

/**
 * A channel this young, in ms, was asked for on the way to the screen and is as good as asked for by it. Not so a no: it
 * may have been said to a guest, who has paid since.
 */
const YOUNG = 5_000

/** What the player asks of the host: the channel, and later a fresh address for its stream. */
export const watchingActors = (world: World) => {
  const ask = (staleTime: number) =>
    fromPromise<ChannelAnswer, { slug: string }>(async ({ input: { slug } }) => {
      const query = channelQuery(world, slug)
      const told = await world.queryClient.fetchQuery({
        ...query,
        staleTime: ({ state: { data } }) => (data?.kind === 'granted' ? staleTime : 0),
      })
      // Taken once: whoever asks again wants to know what the host says now.
      void world.queryClient.invalidateQueries({ queryKey: query.queryKey, refetchType: 'none' })
      return answerOf(told)
    })
  return { askChannel: ask(YOUNG), renewAddress: ask(0) }
}
