/**
 * logout: asks once, tells the host if it can be told, and leaves nothing behind here either way.
 *
 *   asking ──logout.confirm──▶ telling ──(told, refused, no line, 3 s)──▶ leaving ──▶ left
 *      └──logout.cancel──▶ kept
 */
import { assign, fromPromise, setup } from 'xstate'

export type LogoutContext = { told: boolean }

export type LogoutEvent = { type: 'logout.confirm' } | { type: 'logout.cancel' }

/** `busy`: the dialog waits and can't be closed. */
export type LogoutTag = 'busy'

export const logoutMachine = setup({
  types: {} as {
    context: LogoutContext
    events: LogoutEvent
    tags: LogoutTag
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    /** Ends the session at the host; an answered refusal (it has ended already) is as good as a yes. */
    tellHost: fromPromise<undefined>(() => {
      throw new Error('logout: provide tellHost')
    }),
    /** Clears storage, cookies, cache and every running actor of the user; it can't fail. */
    leaveSession: fromPromise<undefined, { told: boolean }>(() => {
      throw new Error('logout: provide leaveSession')
    }),
  },
  actions: {
    rememberTold: assign({ told: true }),
  },
  delays: { patience: 3_000 },
}).createMachine({
  id: 'logout',
  context: { told: false },
  initial: 'asking',
  states: {
    asking: {
      description: 'Are you sure you want to logout',
      meta: { requirement: 'logout.confirm' },
      on: { 'logout.confirm': 'telling', 'logout.cancel': 'kept' },
    },
    telling: {
      description: 'The host is told, for as long as somebody would wait for that.',
      meta: { requirement: 'logout.leavesNothing' },
      tags: ['busy'],
      invoke: {
        id: 'tellHost',
        src: 'tellHost',
        onDone: { target: 'leaving', actions: 'rememberTold' },
        onError: 'leaving',
      },
      after: { patience: 'leaving' },
    },
    leaving: {
      description: 'Everything of the user is cleared here, told or not.',
      meta: { requirement: 'logout.leavesNothing' },
      tags: ['busy'],
      invoke: {
        id: 'leaveSession',
        src: 'leaveSession',
        input: ({ context }) => ({ told: context.told }),
        onDone: 'left',
      },
    },
    left: { type: 'final', description: 'Signed out.' },
    kept: { type: 'final', description: 'Nothing was done.', meta: { requirement: 'logout.confirm' } },
  },
})
