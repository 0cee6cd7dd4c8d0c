import * as v from 'valibot'

/** How a viewer likes to watch, kept in this browser until logout. */
export type PlayerPreferences = { volume: number; muted: boolean; captions: boolean }

const preferencesSchema = v.object({
  volume: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  muted: v.boolean(),
  captions: v.boolean(),
})
const storageKey = 'statecast.player'
const defaultPreferences: PlayerPreferences = { volume: 1, muted: false, captions: false }

/** What was kept, or the usual where nothing was, or where it is damaged or storage is closed. */
export function readPlayerPreferences(getStorage: () => Pick<Storage, 'getItem'>): PlayerPreferences {
  try {
    return v.parse(preferencesSchema, JSON.parse(getStorage().getItem(storageKey) ?? 'null'))
  } catch {
    return defaultPreferences
  }
}

/** Keeps it where storage is open; elsewhere it holds for this page only. */
export function savePlayerPreferences(
  getStorage: () => Pick<Storage, 'setItem'>,
  preferences: PlayerPreferences,
): void {
  try {
    getStorage().setItem(storageKey, JSON.stringify(preferences))
  } catch {
    return
  }
}
