import { channelListMachine } from '../../../machines/channelList.ts'
import { favoriteOrderMachine } from '../../../machines/favoriteOrder.ts'
import { favoriteUndoMachine } from '../../../machines/favoriteUndo.ts'
import { createChannelListActors } from '../../actors/channelList.ts'
import { createFavoriteOrderActors } from '../../actors/favoriteOrder.ts'
import { createFavoriteUndoActors } from '../../actors/favoriteUndo.ts'
import { type Root } from '../../app/root.tsx'
import { type FavoritesActor } from '../../features/favorite/Favorites.tsx'
import { createFavoriteOrderStore } from '../../platform/favoriteOrderStore.ts'

/** The machines of the screen with their actors. The list has no filter, so none is saved. */
export function provideFavoritesScreen({ api, queryClient }: Root, favorites: FavoritesActor) {
  const favoriteOrder = createFavoriteOrderStore(() => window.localStorage)
  const dependencies = { api, queryClient, favorites, hasFavorites: true, favoriteOrder, now: Date.now }
  return {
    list: channelListMachine.provide({
      actors: createChannelListActors(dependencies),
      actions: { saveFilter: () => undefined },
    }),
    undo: favoriteUndoMachine.provide({ actors: createFavoriteUndoActors(dependencies) }),
    order: favoriteOrderMachine.provide({
      actors: createFavoriteOrderActors(),
      actions: { saveOrder: (_, { slugs }) => favoriteOrder.set(slugs) },
    }),
    hasOrder: () => favoriteOrder.hasOrder(),
  }
}
