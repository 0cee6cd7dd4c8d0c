import * as v from 'valibot'
import { createStoredItem, type ItemStorage } from './storedItem.ts'

export type FavoriteOrderStore = {
  /** The favorites (newest first) in the order of the user. Those that were added since come first. */
  sort(slugs: readonly string[]): readonly string[]
  /** Whether the user has put the favorites in order. */
  hasOrder(): boolean
  set(slugs: readonly string[]): void
  /** Calls `onChange` after `set`. Returns a function that ends the subscription. */
  subscribe(onChange: () => void): () => void
}

/**
 * Stores the order of the favorites in this browser, since the host keeps only when each was added. Signing out removes
 * all items with the prefix `statecast.`.
 */
export function createFavoriteOrderStore(getStorage: () => ItemStorage): FavoriteOrderStore {
  const item = createStoredItem(getStorage, 'statecast.favoriteOrder', v.array(v.string()))
  const listeners = new Set<() => void>()
  return {
    sort(slugs) {
      const places = new Map((item.get() ?? []).map((slug, at) => [slug, at]))
      const placeOf = (slug: string) => places.get(slug) ?? -1
      return [...slugs].sort((one, other) => placeOf(one) - placeOf(other))
    },
    hasOrder: () => item.get() !== undefined,
    set(slugs) {
      item.set([...slugs])
      for (const listener of listeners) listener()
    },
    subscribe(onChange) {
      listeners.add(onChange)
      return () => void listeners.delete(onChange)
    },
  }
}
