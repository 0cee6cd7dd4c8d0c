import { channelListMachine, type ChannelFilter } from '../../../machines/channelList.ts'
import { createChannelListActors } from '../../actors/channelList.ts'
import { type Root } from '../../app/root.tsx'
import { type FavoritesActor } from '../../features/favorite/Favorites.tsx'

/** The machine of the screen with its actors. `saveFilter` writes the filter into the URL. */
export const provideLiveChannels = (
  { api, queryClient }: Root,
  favorites: FavoritesActor,
  saveFilter: (filter: ChannelFilter) => void,
) =>
  channelListMachine.provide({
    actors: createChannelListActors({ api, queryClient, favorites, now: Date.now }),
    actions: { saveFilter: (_, filter) => saveFilter(filter) },
  })
