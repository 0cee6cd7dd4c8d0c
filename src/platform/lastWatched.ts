import * as v from 'valibot'
import { createStoredItem, type ItemStorage, type StoredItem } from './storedItem.ts'

/** The slug of the channel that was watched last in this browser. Signing out removes all items with the prefix `statecast.`. */
export const createLastWatched = (getStorage: () => ItemStorage): StoredItem<string> =>
  createStoredItem(getStorage, 'statecast.lastWatched', v.string())
