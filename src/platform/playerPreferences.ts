import * as v from 'valibot'
import { createStoredItem, type ItemStorage } from './storedItem.ts'

/** The player settings of this browser, stored until the user signs out. `volume` is from 0 to 1. */
export type PlayerPreferences = { volume: number; muted: boolean; captions: boolean }

const preferencesSchema = v.object({
  volume: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  muted: v.boolean(),
  captions: v.boolean(),
})

/** The stored player preferences, with defaults. */
export function createPlayerPreferences(getStorage: () => ItemStorage) {
  const item = createStoredItem(getStorage, 'statecast.player', preferencesSchema)
  return {
    read: (): PlayerPreferences => item.get() ?? { volume: 1, muted: false, captions: false },
    save: (preferences: PlayerPreferences): void => void item.set(preferences),
  }
}
