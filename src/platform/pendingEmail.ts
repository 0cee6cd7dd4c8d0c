import * as v from 'valibot'
import { createStoredItem, type ItemStorage } from './storedItem.ts'

/** The new email address of a user that is not confirmed yet. */
export type PendingEmailStore = {
  /** '' without one. */
  get(userId: number): string
  set(userId: number, email: string): void
  remove(): void
}

const pendingEmailSchema = v.object({ userId: v.number(), email: v.string() })

/** Stores the email address in this tab, because the host does not return it. */
export function createPendingEmailStore(getStorage: () => ItemStorage): PendingEmailStore {
  const item = createStoredItem(getStorage, 'statecast.pendingEmail', pendingEmailSchema)
  return {
    get(userId) {
      const stored = item.get()
      return stored?.userId === userId ? stored.email : ''
    },
    set: (userId, email) => void item.set({ userId, email }),
    remove: () => item.remove(),
  }
}
