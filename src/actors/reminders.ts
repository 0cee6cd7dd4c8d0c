import { fromCallback } from 'xstate'
import { type Reminder, type RemindersEvent } from '../../machines/reminders.ts'
import { type ReminderStore } from '../platform/reminderStore.ts'
import { type Tabs } from '../platform/tabs.ts'

type Dependencies = { store: ReminderStore; tabs: Tabs; now: () => number }
type Input = { reminders: readonly Reminder[] }

/** Timers of a computer that sleeps are late, so that a long wait is checked once in this time, in ms. */
const maxWait = 60_000

/** Calls `call` at a time, at once if it has passed. Returns a function that cancels it. */
function callAt(at: number, now: () => number, call: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    const left = at - now()
    if (left <= 0) call()
    else timer = setTimeout(wait, Math.min(left, maxWait))
  }
  wait()
  return () => clearTimeout(timer)
}

/** The actors and the action of the reminders machine. */
export const createRemindersActors = ({ store, tabs, now }: Dependencies) => ({
  watchStart: fromCallback<RemindersEvent, Input>(({ sendBack, input: { reminders } }) => {
    const [first] = [...reminders].sort((one, other) => one.startsAt - other.startsAt)
    if (!first) return undefined
    return callAt(first.startsAt, now, () =>
      sendBack({ type: now() < first.endsAt ? 'show.began' : 'show.ended', reminder: first }),
    )
  }),
  watchEnd: fromCallback<RemindersEvent, Input>(({ sendBack, input: { reminders } }) => {
    const [shown] = reminders
    return shown && callAt(shown.endsAt, now, () => sendBack({ type: 'show.ended', reminder: shown }))
  }),
  watchTabs: fromCallback<RemindersEvent>(({ sendBack }) =>
    tabs.listen(() => sendBack({ type: 'reminders.changed', reminders: store.get() })),
  ),
})

/** Stores the reminders and tells the other tabs. */
export const createSaveReminders =
  ({ store, tabs }: Pick<Dependencies, 'store' | 'tabs'>) =>
  ({ reminders }: Input): void => {
    store.set(reminders)
    tabs.notify('data')
  }
