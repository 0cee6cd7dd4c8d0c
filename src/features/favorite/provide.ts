import { favoritesMachine } from '../../../machines/favorites.ts'
import { createFavoritesActors } from '../../actors/favorites.ts'
import { type Root } from '../../app/root.tsx'

/** The favorites machine with its actors. */
export const provideFavorites = (root: Root) => favoritesMachine.provide({ actors: createFavoritesActors(root) })
