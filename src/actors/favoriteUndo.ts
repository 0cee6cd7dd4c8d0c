import { type QueryClient } from '@tanstack/react-query'
import { fromCallback, fromPromise, type ActorRefFrom } from 'xstate'
import { type FavoriteUndoEvent } from '../../machines/favoriteUndo.ts'
import { type FavoriteResult, type favoritesMachine } from '../../machines/favorites.ts'
import { type ApiClient } from '../api/apiClient.ts'
import { saveFavorite, subscribeToSlugs } from './favorites.ts'

type Dependencies = { api: ApiClient; queryClient: QueryClient; favorites: ActorRefFrom<typeof favoritesMachine> }

/** The actors of the favoriteUndo machine. */
export const createFavoriteUndoActors = (dependencies: Dependencies) => ({
  restoreFavorite: fromPromise<FavoriteResult, { slug: string }>(({ input: { slug } }) =>
    saveFavorite(dependencies, { slug, starred: true }),
  ),
  watchFavorites: fromCallback<FavoriteUndoEvent>(({ sendBack }) =>
    subscribeToSlugs(dependencies.favorites, (slugs, before) => {
      // The first list that is loaded removes nothing.
      if (!before) return
      for (const slug of before) if (!slugs.includes(slug)) sendBack({ type: 'favorite.removed', slug })
      for (const slug of slugs) if (!before.includes(slug)) sendBack({ type: 'favorite.returned', slug })
    }),
  ),
})
