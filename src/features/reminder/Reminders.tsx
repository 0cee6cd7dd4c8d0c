import { useActorRef, useSelector } from '@xstate/react'
import { createContext, useContext, useMemo, useState, type ReactNode } from 'react'
import { type ActorRefFrom } from 'xstate'
import { isSameShow, type Reminder, type ReminderKey, type remindersMachine } from '../../../machines/reminders.ts'
import { useRoot } from '../../app/root.tsx'
import { provideReminders } from './provide.ts'

export type RemindersActor = ActorRefFrom<typeof remindersMachine>

const RemindersContext = createContext<RemindersActor | undefined>(undefined)

/** Runs the one reminders actor of the application, for every screen inside the app shell. */
export function RemindersProvider({ children }: { children: ReactNode }) {
  const root = useRoot()
  const [{ machine, input }] = useState(() => provideReminders(root))
  const reminders = useActorRef(machine, { input })
  return <RemindersContext value={reminders}>{children}</RemindersContext>
}

/** The reminders actor. Throws outside of `RemindersProvider`. */
export function useReminders(): RemindersActor {
  const reminders = useContext(RemindersContext)
  if (!reminders) throw new Error('useReminders outside of RemindersProvider')
  return reminders
}

/** All reminders, and what adds and removes one. */
export function useReminderList() {
  const actor = useReminders()
  const reminders = useSelector(actor, ({ context }) => context.reminders)
  return useMemo(
    () => ({
      has: (key: ReminderKey) => reminders.some((reminder) => isSameShow(reminder, key)),
      add: (reminder: Reminder) => actor.send({ type: 'reminder.add', reminder }),
      remove: (reminder: ReminderKey) => actor.send({ type: 'reminder.remove', reminder }),
    }),
    [actor, reminders],
  )
}
