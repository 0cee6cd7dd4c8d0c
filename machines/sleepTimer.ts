/**
 * sleepTimer: pauses the player after a time that the viewer sets, and asks one minute before.
 *
 *   off ──timer.set──▶ running ──(the time, less one minute)──▶ asking ──(1 minute)──▶ asleep
 *   running ──timer.cancel──▶ off · asking ──watching.keep──▶ off · asleep ──playback.resumed──▶ off
 */
import { assign, setup } from 'xstate'
import { createStubs } from './stub.ts'

/** Minutes, or the end of the show. */
export type SleepChoice = 15 | 30 | 45 | 60 | 'show'

/** `ms` is the time until the player pauses. */
type Setting = { choice: SleepChoice; ms: number }

export type SleepTimerEvent =
  | ({ type: 'timer.set' } & Setting)
  | { type: 'timer.cancel' }
  | { type: 'watching.keep' }
  | { type: 'playback.resumed' }

/** How long the question is shown, in ms. */
const answerTime = 60_000

const stub = createStubs('sleepTimer')

export const sleepTimerMachine = setup({
  types: {} as {
    context: { setting: Setting | undefined }
    events: SleepTimerEvent
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    /** Pauses the player as soon as it plays. Sends `playback.resumed` when the viewer plays it again. */
    pausePlayer: stub.callback<SleepTimerEvent>('pausePlayer'),
  },
  actions: {
    setSetting: assign((_, { choice, ms }: Setting) => ({ setting: { choice, ms } })),
    clearSetting: assign({ setting: undefined }),
  },
  delays: {
    sleepDelay: ({ context }) => Math.max(0, (context.setting?.ms ?? 0) - answerTime),
    answerTime,
  },
}).createMachine({
  id: 'sleepTimer',
  context: { setting: undefined },
  initial: 'off',
  on: {
    'timer.set': {
      target: '.running',
      reenter: true,
      actions: { type: 'setSetting', params: ({ event }) => event },
    },
  },
  states: {
    off: { description: 'The player does not stop by itself.', entry: 'clearSetting' },
    running: {
      description: 'The player will pause at the time that the viewer set.',
      meta: { requirement: 'watch.sleep' },
      after: { sleepDelay: 'asking' },
      on: { 'timer.cancel': 'off' },
    },
    asking: {
      description: 'Asks whether the viewer is still watching. Without an answer, the player pauses after a minute.',
      meta: { requirement: 'watch.sleep' },
      after: { answerTime: 'asleep' },
      on: { 'watching.keep': 'off', 'timer.cancel': 'off' },
    },
    asleep: {
      description: 'The timer paused the player, or does so as soon as it plays.',
      meta: { requirement: 'watch.sleep' },
      invoke: { id: 'pausePlayer', src: 'pausePlayer' },
      on: { 'playback.resumed': 'off' },
    },
  },
})
