import { useActorRef, useSelector } from '@xstate/react'
import { createContext, useContext, useState, type ReactNode } from 'react'
import { type ActorRefFrom } from 'xstate'
import { isStarred, type favoritesMachine } from '../../../machines/favorites.ts'
import { useRoot } from '../../app/root.tsx'
import { provideFavorites } from './provide.ts'

export type FavoritesActor = ActorRefFrom<typeof favoritesMachine>

export const FavoritesContext = createContext<FavoritesActor | undefined>(undefined)

/** Runs the one favorites actor of the application, for every screen inside the app shell. */
export function FavoritesProvider({ children }: { children: ReactNode }) {
  const root = useRoot()
  const [machine] = useState(() => provideFavorites(root))
  const favorites = useActorRef(machine)
  return <FavoritesContext value={favorites}>{children}</FavoritesContext>
}

/** The favorites actor. Throws outside of `FavoritesProvider`. */
export function useFavorites(): FavoritesActor {
  const favorites = useContext(FavoritesContext)
  if (!favorites) throw new Error('useFavorites outside of FavoritesProvider')
  return favorites
}

/**
 * The star of one channel. A component that uses it re-renders only when this star changes. `starred` is undefined
 * until the list is loaded, `message` says why the last change was undone.
 */
export function useFavorite(slug: string) {
  const favorites = useFavorites()
  const starred = useSelector(favorites, ({ context }) => context.slugs && isStarred(context, slug))
  const busy = useSelector(favorites, ({ context }) => context.changes.some((change) => change.slug === slug))
  const message = useSelector(
    favorites,
    ({ context }) => context.failures.find((failure) => failure.slug === slug)?.message ?? '',
  )
  return {
    starred,
    busy,
    message,
    toggle: () => favorites.send({ type: 'star.toggle', slug }),
    dismiss: () => favorites.send({ type: 'failure.dismiss', slug }),
  }
}
