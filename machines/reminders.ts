/**
 * reminders: the shows that the user wants to be reminded of. When one begins, a notice says so.
 *
 *   resting ──▶ idle ──reminder.add──▶ waiting ──show.began──▶ announcing ──notice.dismiss, show.ended──▶ resting
 *           └─▶ waiting ──show.ended, reminder.remove, reminders.changed──▶ resting
 */
import { assign, setup } from 'xstate'
import { createStubs } from './stub.ts'

/** A show with its channel. Times are ms since the epoch. */
export type Reminder = { slug: string; channel: string; title: string; startsAt: number; endsAt: number }

/** What tells two reminders apart. */
export type ReminderKey = Pick<Reminder, 'slug' | 'startsAt'>

export type RemindersInput = { reminders: readonly Reminder[] }

export type RemindersContext = {
  reminders: readonly Reminder[]
  /** The show of the notice, without slug if there is none. */
  begun: ReminderKey
}

export type RemindersEvent =
  | { type: 'reminder.add'; reminder: Reminder }
  | { type: 'reminder.remove'; reminder: ReminderKey }
  | { type: 'notice.dismiss' }
  /** A show of the list has begun, or has ended. */
  | { type: 'show.began'; reminder: ReminderKey }
  | { type: 'show.ended'; reminder: ReminderKey }
  /** Another tab has changed the list. */
  | { type: 'reminders.changed'; reminders: readonly Reminder[] }

/** `notice`: the notice is visible. */
export type RemindersTag = 'notice'

const nothing: ReminderKey = { slug: '', startsAt: 0 }

/** Whether two reminders are of the same show. */
export const isSameShow = (one: ReminderKey, other: ReminderKey): boolean =>
  one.slug === other.slug && one.startsAt === other.startsAt

const without = (reminders: readonly Reminder[], key: ReminderKey) =>
  reminders.filter((reminder) => !isSameShow(reminder, key))

const stub = createStubs('reminders')

export const remindersMachine = setup({
  types: {} as {
    input: RemindersInput
    context: RemindersContext
    events: RemindersEvent
    tags: RemindersTag
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    /** Sends `show.began` when the first show of the list begins, or `show.ended` if it has ended meanwhile. */
    watchStart: stub.callback<RemindersEvent, { reminders: readonly Reminder[] }>('watchStart'),
    /** Sends `show.ended` when the show of the notice ends. */
    watchEnd: stub.callback<RemindersEvent, { reminders: readonly Reminder[] }>('watchEnd'),
    /** Sends `reminders.changed` whenever another tab has changed the stored list. */
    watchTabs: stub.callback<RemindersEvent>('watchTabs'),
  },
  actions: {
    addReminder: assign(({ context }, { reminder }: { reminder: Reminder }) => ({
      reminders: [...without(context.reminders, reminder), reminder],
    })),
    removeReminder: assign(({ context }, { reminder }: { reminder: ReminderKey }) => ({
      reminders: without(context.reminders, reminder),
    })),
    removeBegun: assign(({ context }) => ({ reminders: without(context.reminders, context.begun) })),
    setReminders: assign((_, { reminders }: { reminders: readonly Reminder[] }) => ({ reminders })),
    setBegun: assign((_, { reminder }: { reminder: ReminderKey }) => ({ begun: reminder })),
    clearBegun: assign({ begun: nothing }),
    /** Stores the list for the next visit and for other tabs. */
    saveReminders: (_, _params: { reminders: readonly Reminder[] }) => stub.action('saveReminders')(),
  },
  guards: {
    hasReminders: ({ context }) => context.reminders.length > 0,
    isNew: ({ context }, { reminder }: { reminder: ReminderKey }) =>
      !context.reminders.some((other) => isSameShow(other, reminder)),
    isListed: ({ context }, { reminder }: { reminder: ReminderKey }) =>
      context.reminders.some((other) => isSameShow(other, reminder)),
    isBegun: ({ context }, { reminder }: { reminder: ReminderKey }) => isSameShow(context.begun, reminder),
    lacksBegun: ({ context }) => !context.reminders.some((reminder) => isSameShow(reminder, context.begun)),
  },
}).createMachine({
  id: 'reminders',
  context: ({ input }) => ({ reminders: input.reminders, begun: nothing }),
  invoke: { id: 'watchTabs', src: 'watchTabs' },
  initial: 'resting',
  states: {
    resting: {
      description: 'The list was read or has changed. It decides what to wait for.',
      meta: { requirement: 'reminders.stored' },
      entry: 'clearBegun',
      always: [{ guard: 'hasReminders', target: 'waiting' }, { target: 'idle' }],
    },
    idle: {
      description: 'There are no reminders.',
      on: {
        'reminder.add': {
          target: 'resting',
          actions: [
            { type: 'addReminder', params: ({ event }) => event },
            { type: 'saveReminders', params: ({ context: { reminders } }) => ({ reminders }) },
          ],
        },
        'reminders.changed': {
          target: 'resting',
          actions: { type: 'setReminders', params: ({ event }) => event },
        },
      },
    },
    waiting: {
      description: 'The next show of the list has not begun.',
      meta: { requirement: 'reminders.stored' },
      invoke: {
        id: 'watchStart',
        src: 'watchStart',
        input: ({ context: { reminders } }) => ({ reminders }),
      },
      on: {
        'reminder.add': {
          guard: { type: 'isNew', params: ({ event }) => event },
          target: 'resting',
          actions: [
            { type: 'addReminder', params: ({ event }) => event },
            { type: 'saveReminders', params: ({ context: { reminders } }) => ({ reminders }) },
          ],
        },
        'reminder.remove': {
          guard: { type: 'isListed', params: ({ event }) => event },
          target: 'resting',
          actions: [
            { type: 'removeReminder', params: ({ event }) => event },
            { type: 'saveReminders', params: ({ context: { reminders } }) => ({ reminders }) },
          ],
        },
        'reminders.changed': { target: 'resting', actions: { type: 'setReminders', params: ({ event }) => event } },
        'show.began': {
          guard: { type: 'isListed', params: ({ event }) => event },
          target: 'announcing',
          actions: { type: 'setBegun', params: ({ event }) => event },
        },
        'show.ended': {
          guard: { type: 'isListed', params: ({ event }) => event },
          target: 'resting',
          actions: [
            { type: 'removeReminder', params: ({ event }) => event },
            { type: 'saveReminders', params: ({ context: { reminders } }) => ({ reminders }) },
          ],
        },
      },
    },
    announcing: {
      description: 'A show has begun. The notice names it, with a link to its channel.',
      meta: { requirement: 'reminders.notice' },
      tags: ['notice'],
      invoke: {
        id: 'watchEnd',
        src: 'watchEnd',
        input: ({ context: { reminders, begun } }) => ({
          reminders: reminders.filter((reminder) => isSameShow(reminder, begun)),
        }),
      },
      always: { guard: 'lacksBegun', target: 'resting' },
      on: {
        'notice.dismiss': {
          target: 'resting',
          actions: ['removeBegun', { type: 'saveReminders', params: ({ context: { reminders } }) => ({ reminders }) }],
        },
        'show.ended': {
          guard: { type: 'isBegun', params: ({ event }) => event },
          target: 'resting',
          actions: ['removeBegun', { type: 'saveReminders', params: ({ context: { reminders } }) => ({ reminders }) }],
        },
        'reminder.add': {
          guard: { type: 'isNew', params: ({ event }) => event },
          actions: [
            { type: 'addReminder', params: ({ event }) => event },
            { type: 'saveReminders', params: ({ context: { reminders } }) => ({ reminders }) },
          ],
        },
        'reminder.remove': {
          guard: { type: 'isListed', params: ({ event }) => event },
          actions: [
            { type: 'removeReminder', params: ({ event }) => event },
            { type: 'saveReminders', params: ({ context: { reminders } }) => ({ reminders }) },
          ],
        },
        'reminders.changed': { actions: { type: 'setReminders', params: ({ event }) => event } },
      },
    },
  },
})
