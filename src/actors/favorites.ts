import { type QueryClient } from '@tanstack/react-query'
import { fromCallback, fromPromise, type ActorRefFrom } from 'xstate'
import {
  type FavoriteResult,
  type FavoriteChange,
  type favoritesMachine,
  type FavoritesEvent,
} from '../../machines/favorites.ts'
import { type ApiClient } from '../api/apiClient.ts'
import { toApiResult } from '../api/apiResult.ts'
import { parseFavourites } from '../api/channelParsers.ts'
import { errorTextFor } from '../api/errorTexts.ts'
import { favoritesQuery } from '../queries/favoritesQuery.ts'

type Dependencies = { api: ApiClient; queryClient: QueryClient }

/**
 * Adds a channel to the favorites of the user, or removes it, and updates the cached list.
 * @throws HostUnreachable without a usable response. The list is then loaded again, because the host may have saved the
 * change.
 */
export async function saveFavorite(
  { api, queryClient }: Dependencies,
  { slug, starred }: FavoriteChange,
): Promise<FavoriteResult> {
  const query = favoritesQuery({ api })
  const request = { params: { path: { slug } } }
  try {
    const result = await toApiResult(
      starred
        ? api.PUT('/wp-json/channel/v2/favourites/{slug}', request)
        : api.DELETE('/wp-json/channel/v2/favourites/{slug}', request),
      parseFavourites,
    )
    if (result.kind === 'refused') return { kind: 'refused', message: errorTextFor('generic', result.refusal.message) }
  } catch (error) {
    queryClient.query({ ...query, staleTime: 0 }).catch(() => undefined)
    throw error
  }
  // Updates only this channel, because another change may still be pending.
  queryClient.setQueryData(query.queryKey, (slugs) => {
    const others = (slugs ?? []).filter((other) => other !== slug)
    return starred ? [slug, ...others] : others
  })
  return { kind: 'granted' }
}

/** The actors of the favorites machine. TanStack Query loads the list; the actors subscribe to its cache. */
export const createFavoritesActors = (dependencies: Dependencies) => ({
  watchFavorites: fromCallback<FavoritesEvent>(({ sendBack }) => {
    const { queryClient } = dependencies
    const { queryKey } = favoritesQuery(dependencies)
    let last: readonly string[] | undefined
    const update = () => {
      const slugs = queryClient.getQueryData(queryKey)
      if (slugs === last) return
      last = slugs
      sendBack(slugs ? { type: 'list.loaded', slugs } : { type: 'list.cleared' })
    }
    update()
    return queryClient.getQueryCache().subscribe(update)
  }),
  saveFavorite: fromPromise<FavoriteResult, { changes: readonly FavoriteChange[] }>(async ({ input: { changes } }) => {
    const [change] = changes
    return change ? saveFavorite(dependencies, change) : { kind: 'granted' }
  }),
})

/**
 * Calls `onChange` whenever the list of favorites changes after it was loaded; `before` is the previous list.
 * @returns a function that ends the subscription
 */
export function subscribeToSlugs(
  favorites: ActorRefFrom<typeof favoritesMachine>,
  onChange: (slugs: readonly string[], before: readonly string[] | undefined) => void,
): () => void {
  let last = favorites.getSnapshot().context.slugs
  const subscription = favorites.subscribe(({ context: { slugs } }) => {
    if (slugs === last) return
    const before = last
    last = slugs
    if (slugs) onChange(slugs, before)
  })
  return () => subscription.unsubscribe()
}
