import { type QueryClient } from '@tanstack/react-query'
import { fromCallback, fromPromise } from 'xstate'
import { type ChannelListAnswer, type ChannelListEvent } from '../../machines/channelList.ts'
import { type FavouriteAnswer, type FavouriteEvent } from '../../machines/favourite.ts'
import { type FavouriteUndoEvent } from '../../machines/favouriteUndo.ts'
import { type ApiClient } from '../api/apiClient.ts'
import { toApiResult, type ApiResult } from '../api/apiResult.ts'
import { parseFavourites, type Channel } from '../api/channelParsers.ts'
import { ReadError } from '../api/readData.ts'
import { channelsQuery } from '../queries/channelsQuery.ts'
import { favoritesQuery } from '../queries/favoritesQuery.ts'

type Dependencies = { api: ApiClient; queryClient: QueryClient; now: () => number }

const minStaleTimeMs = 15_000
const maxStaleTimeMs = 600_000

/**
 * How long a list stays true, in ms: until its first programme ends. At least 15 s, so that a clock that runs ahead of
 * the host's does not ask without end, and at most 10 min.
 */
export function staleTimeOf(channels: readonly Pick<Channel, 'now'>[], now: number): number {
  const ends = channels
    .map((channel) => Date.parse(channel.now?.endsAt ?? '') - now)
    .filter((left) => !Number.isNaN(left))
  return Math.min(maxStaleTimeMs, Math.max(minStaleTimeMs, Math.min(...ends)))
}

/** What the wall of channels and the stars on it ask of the world. */
export const createChannelActors = ({ api, queryClient, now }: Dependencies) => {
  const channels = channelsQuery({ api })
  const favourites = favoritesQuery({ api })
  const cachedFavourites = () => queryClient.getQueryData(favourites.queryKey)

  /** Puts one star into the shared list. Only the one: another star's answer may still be on its way. */
  const setCachedFavourite = (slug: string, starred: boolean) =>
    queryClient.setQueryData(favourites.queryKey, (slugs) => {
      const others = (slugs ?? []).filter((other) => other !== slug)
      return starred ? [slug, ...others] : others
    })

  async function toFavouriteAnswer(
    answer: Promise<ApiResult<string[]>>,
    slug: string,
    starred: boolean,
  ): Promise<FavouriteAnswer> {
    try {
      const result = await answer
      if (result.kind === 'refused')
        return { kind: 'refused', message: result.refusal.message || 'Something went wrong' }
      setCachedFavourite(slug, starred)
      return { kind: 'granted' }
    } catch (error) {
      // The host may have heard it all the same: ask what it keeps.
      void queryClient.fetchQuery({ ...favourites, staleTime: 0 }).catch(() => undefined)
      throw error
    }
  }

  const subscribeToFavourites = (onChange: (slugs: readonly string[]) => void) => {
    let last = cachedFavourites()
    return queryClient.getQueryCache().subscribe(() => {
      const slugs = cachedFavourites()
      if (slugs === undefined || slugs === last) return
      last = slugs
      onChange(slugs)
    })
  }

  const addFavourite = fromPromise<FavouriteAnswer, { slug: string }>(({ input: { slug } }) =>
    toFavouriteAnswer(
      toApiResult(api.PUT('/wp-json/channel/v2/favourites/{slug}', { params: { path: { slug } } }), parseFavourites),
      slug,
      true,
    ),
  )

  return {
    list: {
      loadChannels: fromPromise<ChannelListAnswer, { fresh: boolean }>(async ({ input: { fresh } }) => {
        try {
          const [all, slugs] = await Promise.all([
            queryClient.fetchQuery({ ...channels, staleTime: fresh ? 0 : minStaleTimeMs }),
            queryClient.fetchQuery({ ...favourites, staleTime: fresh ? 0 : minStaleTimeMs }),
          ])
          return { kind: 'granted', channels: all, favourites: slugs, staleTime: staleTimeOf(all, now()) }
        } catch (failure) {
          if (failure instanceof ReadError && failure.kind === 'refused')
            return { kind: 'refused', message: failure.message }
          throw failure
        }
      }),
      watchFavourites: fromCallback<ChannelListEvent>(({ sendBack }) =>
        subscribeToFavourites((favourites) => sendBack({ type: 'favourites.changed', favourites })),
      ),
    },
    favourite: {
      addFavourite,
      removeFavourite: fromPromise<FavouriteAnswer, { slug: string }>(({ input: { slug } }) =>
        toFavouriteAnswer(
          toApiResult(
            api.DELETE('/wp-json/channel/v2/favourites/{slug}', { params: { path: { slug } } }),
            parseFavourites,
          ),
          slug,
          false,
        ),
      ),
      watchFavourites: fromCallback<FavouriteEvent, { slug: string }>(({ input: { slug }, sendBack }) =>
        subscribeToFavourites((slugs) => sendBack({ type: slugs.includes(slug) ? 'star.found' : 'star.missed' })),
      ),
    },
    undo: {
      addFavourite,
      watchFavourites: fromCallback<FavouriteUndoEvent>(({ sendBack }) => {
        let before = cachedFavourites()
        return subscribeToFavourites((slugs) => {
          // The first list that comes has lost nothing.
          for (const slug of before ?? []) if (!slugs.includes(slug)) sendBack({ type: 'favourite.removed', slug })
          for (const slug of before ? slugs : [])
            if (!before?.includes(slug)) sendBack({ type: 'favourite.returned', slug })
          before = slugs
        })
      }),
    },
  }
}
