import { type QueryClient } from '@tanstack/react-query'
import { fromCallback, fromPromise, type ActorRefFrom } from 'xstate'
import { type ChannelListResult, type ChannelListEvent } from '../../machines/channelList.setup.ts'
import { type favoritesMachine } from '../../machines/favorites.ts'
import { type ApiClient } from '../api/apiClient.ts'
import { type Channel } from '../api/channelParsers.ts'
import { toRefusedResult } from '../api/readData.ts'
import { type FavoriteOrderStore } from '../platform/favoriteOrderStore.ts'
import { channelsQuery } from '../queries/channelsQuery.ts'
import { favoritesQuery } from '../queries/favoritesQuery.ts'
import { subscribeToSlugs } from './favorites.ts'

type Dependencies = {
  api: ApiClient
  queryClient: QueryClient
  favorites: ActorRefFrom<typeof favoritesMachine>
  /** Whether the host stores favorites. */
  hasFavorites: boolean
  favoriteOrder: Pick<FavoriteOrderStore, 'sort' | 'subscribe'>
  now: () => number
}

const minStaleTimeMs = 15_000
const maxStaleTimeMs = 600_000

/**
 * How long a list stays current, in ms: until its first program ends. At least 15 s, so that a client clock that is
 * ahead of the host's does not cause endless requests, and at most 10 min.
 */
function staleTimeOf(channels: readonly Pick<Channel, 'now'>[], now: number): number {
  // As texts: times in UTC sort as they are written, and parsing thousands takes longer.
  let firstEnd = ''
  for (const { now: show } of channels) if (show && (firstEnd === '' || show.endsAt < firstEnd)) firstEnd = show.endsAt
  if (firstEnd === '') return maxStaleTimeMs
  return Math.min(maxStaleTimeMs, Math.max(minStaleTimeMs, Date.parse(firstEnd) - now))
}

/** Whether the machine will have its list at once. */
export function isListCached({
  api,
  queryClient,
  hasFavorites,
}: Pick<Dependencies, 'api' | 'queryClient' | 'hasFavorites'>): boolean {
  const keys = [channelsQuery({ api }).queryKey, ...(hasFavorites ? [favoritesQuery({ api }).queryKey] : [])]
  return keys.every(
    (queryKey) => queryClient.getQueryCache().find({ queryKey })?.isStaleByTime(minStaleTimeMs) === false,
  )
}

/** The actors of the channelList machine. */
export const createChannelListActors = ({
  api,
  queryClient,
  favorites,
  hasFavorites,
  favoriteOrder,
  now,
}: Dependencies) => ({
  loadChannels: fromPromise<ChannelListResult, { fresh: boolean }>(async ({ input: { fresh } }) => {
    const staleTime = fresh ? 0 : minStaleTimeMs
    try {
      const [channels, slugs] = await Promise.all([
        queryClient.query({ ...channelsQuery({ api }), staleTime }),
        hasFavorites ? queryClient.query({ ...favoritesQuery({ api }), staleTime }) : [],
      ])
      return {
        kind: 'granted',
        channels,
        favorites: favoriteOrder.sort(slugs),
        staleTime: staleTimeOf(channels, now()),
      }
    } catch (error) {
      return toRefusedResult(error)
    }
  }),
  watchFavorites: fromCallback<ChannelListEvent>(({ sendBack }) => {
    const send = (slugs: readonly string[]) =>
      sendBack({ type: 'favorites.changed', favorites: favoriteOrder.sort(slugs) })
    const stops = [
      subscribeToSlugs(favorites, send),
      favoriteOrder.subscribe(() => send(favorites.getSnapshot().context.slugs ?? [])),
    ]
    return () => stops.forEach((stop) => stop())
  }),
})
