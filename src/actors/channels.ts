import { type QueryClient } from '@tanstack/react-query'
import { fromCallback, fromPromise } from 'xstate'
import { type ChannelListAnswer, type ChannelListEvent } from '../../machines/channelList.ts'
import { type FavouriteAnswer, type FavouriteEvent } from '../../machines/favourite.ts'
import { type FavouriteUndoEvent } from '../../machines/favouriteUndo.ts'
import { type HostClient } from '../api/client.ts'
import { outcome, type Outcome } from '../api/outcome.ts'
import { readChannels, readFavourites, type Channel } from '../api/channelReaders.ts'

type World = { host: HostClient; queryClient: QueryClient; now: () => number }

/** The shared reads of channels, by their names in the query cache. */
export const channelsKey = ['channels'] as const
export const favouritesKey = ['favourites'] as const

/** A refusal on its way through the query cache, which knows only data and errors. */
class Refused extends Error {
  override readonly name = 'Refused'
}

async function granted<T>(answer: Promise<Outcome<T>>): Promise<T> {
  const { kind, ...rest } = await answer
  if (kind === 'granted' && 'data' in rest) return rest.data
  throw new Refused('refusal' in rest ? rest.refusal.message : '')
}

const soon = 15_000
const atMost = 600_000

/**
 * How long a list stays true, in ms: until its first programme ends. At least 15 s, so that a clock that runs ahead of
 * the host's does not ask without end, and at most 10 min.
 */
export function lastingOf(channels: readonly Pick<Channel, 'now'>[], now: number): number {
  const ends = channels
    .map((channel) => Date.parse(channel.now?.endsAt ?? '') - now)
    .filter((left) => !Number.isNaN(left))
  return Math.min(atMost, Math.max(soon, Math.min(...ends)))
}

/** All channels, without their streams: anybody who is signed in may ask for them. */
export const channelsQuery = ({ host }: Pick<World, 'host'>) => ({
  queryKey: channelsKey,
  queryFn: () => granted(outcome(host.GET('/wp-json/channel/v2/channels'), readChannels)),
})

/** What the wall of channels and the stars on it ask of the world. */
export const channelActors = ({ host, queryClient, now }: World) => {
  const channels = channelsQuery({ host })
  const favourites = {
    queryKey: favouritesKey,
    queryFn: () => granted(outcome(host.GET('/wp-json/channel/v2/favourites'), readFavourites)),
  }
  const known = () => queryClient.getQueryData<readonly string[]>(favouritesKey)

  /** Puts one star into the shared list. Only the one: another star's answer may still be on its way. */
  const keep = (slug: string, starred: boolean) =>
    queryClient.setQueryData<readonly string[]>(favouritesKey, (slugs) => {
      const others = (slugs ?? []).filter((other) => other !== slug)
      return starred ? [slug, ...others] : others
    })

  async function tell(answer: Promise<Outcome<string[]>>, slug: string, starred: boolean): Promise<FavouriteAnswer> {
    try {
      const told = await answer
      if (told.kind === 'refused') return { kind: 'refused', message: told.refusal.message || 'Something went wrong' }
      keep(slug, starred)
      return { kind: 'granted' }
    } catch (lost) {
      // The host may have heard it all the same: ask what it keeps.
      void queryClient.fetchQuery({ ...favourites, staleTime: 0 }).catch(() => undefined)
      throw lost
    }
  }

  const watchList = (heard: (slugs: readonly string[]) => void) => {
    let last = known()
    return queryClient.getQueryCache().subscribe(() => {
      const slugs = known()
      if (slugs === undefined || slugs === last) return
      last = slugs
      heard(slugs)
    })
  }

  const addFavourite = fromPromise<FavouriteAnswer, { slug: string }>(({ input: { slug } }) =>
    tell(
      outcome(host.PUT('/wp-json/channel/v2/favourites/{slug}', { params: { path: { slug } } }), readFavourites),
      slug,
      true,
    ),
  )

  return {
    list: {
      loadChannels: fromPromise<ChannelListAnswer, { fresh: boolean }>(async ({ input: { fresh } }) => {
        try {
          const [all, slugs] = await Promise.all([
            queryClient.fetchQuery({ ...channels, staleTime: fresh ? 0 : soon }),
            queryClient.fetchQuery({ ...favourites, staleTime: fresh ? 0 : soon }),
          ])
          return { kind: 'granted', channels: all, favourites: slugs, lasts: lastingOf(all, now()) }
        } catch (failure) {
          if (failure instanceof Refused) return { kind: 'refused', message: failure.message || 'Something went wrong' }
          throw failure
        }
      }),
      watchFavourites: fromCallback<ChannelListEvent>(({ sendBack }) =>
        watchList((favourites) => sendBack({ type: 'favourites.changed', favourites })),
      ),
    },
    favourite: {
      addFavourite,
      removeFavourite: fromPromise<FavouriteAnswer, { slug: string }>(({ input: { slug } }) =>
        tell(
          outcome(host.DELETE('/wp-json/channel/v2/favourites/{slug}', { params: { path: { slug } } }), readFavourites),
          slug,
          false,
        ),
      ),
      watchFavourites: fromCallback<FavouriteEvent, { slug: string }>(({ input: { slug }, sendBack }) =>
        watchList((slugs) => sendBack({ type: slugs.includes(slug) ? 'star.found' : 'star.missed' })),
      ),
    },
    undo: {
      addFavourite,
      watchFavourites: fromCallback<FavouriteUndoEvent>(({ sendBack }) => {
        let before = known()
        return watchList((slugs) => {
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
