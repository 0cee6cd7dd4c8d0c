import { remindersMachine } from '../../../machines/reminders.ts'
import { createRemindersActors, createSaveReminders } from '../../actors/reminders.ts'
import { type Root } from '../../app/root.tsx'
import { createReminderStore } from '../../platform/reminderStore.ts'

/** The reminders machine with its actors, and its input: the stored reminders. */
export function provideReminders({ tabs }: Root) {
  const store = createReminderStore(() => window.localStorage)
  const dependencies = { store, tabs, now: Date.now }
  const save = createSaveReminders(dependencies)
  return {
    machine: remindersMachine.provide({
      actors: createRemindersActors(dependencies),
      actions: { saveReminders: (_, params) => save(params) },
    }),
    input: { reminders: store.get() },
  }
}
