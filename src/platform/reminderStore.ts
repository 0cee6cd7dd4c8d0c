import * as v from 'valibot'
import { type Reminder } from '../../machines/reminders.ts'
import { createStoredItem, type ItemStorage } from './storedItem.ts'

export type ReminderStore = {
  /** The reminders of this browser; none when they are damaged or storage is blocked. */
  get(): readonly Reminder[]
  set(reminders: readonly Reminder[]): void
}

const time = v.pipe(v.number(), v.safeInteger())
const remindersSchema = v.array(
  v.object({ slug: v.string(), channel: v.string(), title: v.string(), startsAt: time, endsAt: time }),
)

/** Stores the reminders under `statecast.reminders`. Signing out removes all items with the prefix `statecast.`. */
export function createReminderStore(getStorage: () => ItemStorage): ReminderStore {
  const item = createStoredItem(getStorage, 'statecast.reminders', remindersSchema)
  return {
    get: () => item.get() ?? [],
    set: (reminders) => void item.set([...reminders]),
  }
}
