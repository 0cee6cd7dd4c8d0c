import * as v from 'valibot'
import { type CaptionStyle } from '../../machines/captionStyle.ts'
import { createStoredItem, type ItemStorage } from './storedItem.ts'

/**
 * The player settings of this browser, stored until the user signs out. `volume` is from 0 to 1. Without `captionStyle`,
 * captions have the standard style. `dataSaver` is undefined until the viewer chooses whether to save data.
 */
export type PlayerPreferences = {
  volume: number
  muted: boolean
  captions: boolean
  dataSaver?: boolean | undefined
  captionStyle?: CaptionStyle | undefined
}

const captionStyleSchema = v.object({
  size: v.picklist(['small', 'medium', 'large', 'largest']),
  color: v.picklist(['white', 'yellow', 'green', 'cyan']),
  background: v.picklist(['dark', 'translucent', 'none']),
})

const preferencesSchema = v.object({
  volume: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  muted: v.boolean(),
  captions: v.boolean(),
  dataSaver: v.fallback(v.optional(v.boolean()), undefined),
  captionStyle: v.fallback(v.optional(captionStyleSchema), undefined),
})

/** The stored player preferences, with defaults. */
export function createPlayerPreferences(getStorage: () => ItemStorage) {
  const item = createStoredItem(getStorage, 'statecast.player', preferencesSchema)
  return {
    read: (): PlayerPreferences => item.get() ?? { volume: 1, muted: false, captions: false },
    save: (preferences: PlayerPreferences): void => void item.set(preferences),
  }
}
