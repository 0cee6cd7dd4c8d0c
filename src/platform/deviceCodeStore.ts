import * as v from 'valibot'
import { createStoredItem, type ItemStorage } from './storedItem.ts'

const schema = v.object({
  deviceCode: v.string(),
  userCode: v.string(),
  address: v.string(),
  link: v.string(),
  intervalMs: v.number(),
  lifetimeMs: v.number(),
  /** By the clock of the device, in ms since 1970. */
  expiresAt: v.number(),
})

type StoredCode = Omit<v.InferOutput<typeof schema>, 'expiresAt'>

export type DeviceCodeStore = {
  /** The code of this tab and the time until it expires, in ms; undefined without one that lasts. */
  get(): { code: StoredCode; remainingMs: number } | undefined
  set(code: StoredCode): void
  remove(): void
}

/** A shorter rest is not worth showing, in ms. */
const leastRest = 10_000

/**
 * Stores the code of a device that is signing in, so that a reload shows the same one. Its name has no prefix, because the
 * items with one belong to a user and are removed when a page starts without a session.
 */
export function createDeviceCodeStore(getStorage: () => ItemStorage, now = () => Date.now()): DeviceCodeStore {
  const item = createStoredItem(getStorage, 'deviceCode', schema)
  return {
    get() {
      const stored = item.get()
      if (!stored) return undefined
      const { expiresAt, ...code } = stored
      // A clock that was set back makes no code last longer.
      const remainingMs = Math.min(expiresAt - now(), code.lifetimeMs)
      if (remainingMs >= leastRest) return { code, remainingMs }
      item.remove()
      return undefined
    },
    set: (code) => void item.set({ ...code, expiresAt: now() + code.lifetimeMs }),
    remove: () => item.remove(),
  }
}
