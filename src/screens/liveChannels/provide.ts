import { channelListMachine } from '../../../machines/channelList.ts'
import { type ChannelFilter } from '../../../machines/channelFilter.ts'
import { createChannelListActors, isListCached } from '../../actors/channelList.ts'
import { hasFeature } from '../../app/configuration.ts'
import { type Root } from '../../app/root.tsx'
import { createFavoriteOrderStore } from '../../platform/favoriteOrderStore.ts'
import { createLastWatched } from '../../platform/lastWatched.ts'
import { type FavoritesActor } from '../../features/favorite/Favorites.tsx'

/** The machine of the screen with its actors. `saveFilter` writes the filter into the URL. */
export const provideLiveChannels = (
  { api, configuration, queryClient }: Root,
  favorites: FavoritesActor,
  saveFilter: (filter: ChannelFilter) => void,
) =>
  channelListMachine.provide({
    actors: createChannelListActors({
      api,
      queryClient,
      favorites,
      hasFavorites: hasFeature(configuration, 'favorites'),
      favoriteOrder: createFavoriteOrderStore(() => window.localStorage),
      now: Date.now,
    }),
    actions: { saveFilter: (_, filter) => saveFilter(filter) },
  })

/** Whether the machine will have its list at once. */
export const isListReady = ({ api, configuration, queryClient }: Root): boolean =>
  isListCached({ api, queryClient, hasFavorites: hasFeature(configuration, 'favorites') })

/** The slug of the channel that was watched last; '' without one. */
export const readLastWatched = (): string => createLastWatched(() => window.localStorage).get() ?? ''
