/**
 * logout: asks for confirmation, tells the host, and clears the session here even when the host is unreachable.
 *
 *   asking ──logout.confirm──▶ telling ──(answered, unreachable, 3 s)──▶ leaving ──▶ loggedOut
 *      └──logout.cancel──▶ canceled
 */
import { assign, fromPromise, setup } from 'xstate'

export type LogoutContext = { told: boolean }

export type LogoutEvent = { type: 'logout.confirm' } | { type: 'logout.cancel' }

/** `busy`: the dialog can't be closed. */
export type LogoutTag = 'busy'

export const logoutMachine = setup({
  types: {} as {
    context: LogoutContext
    events: LogoutEvent
    tags: LogoutTag
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    /** Ends the session on the host. A refusal means that it has ended already. */
    tellHost: fromPromise<undefined>(() => {
      throw new Error('logout: provide tellHost')
    }),
    /** Clears storage, cookies, cache and the actors of the user. It can't fail. */
    leaveSession: fromPromise<undefined, { told: boolean }>(() => {
      throw new Error('logout: provide leaveSession')
    }),
  },
  actions: {
    setTold: assign({ told: true }),
  },
  delays: { timeout: 3_000 },
}).createMachine({
  id: 'logout',
  context: { told: false },
  initial: 'asking',
  states: {
    asking: {
      description: 'Are you sure you want to logout',
      meta: { requirement: 'logout.confirm' },
      on: { 'logout.confirm': 'telling', 'logout.cancel': 'canceled' },
    },
    telling: {
      description: 'The host is told, for three seconds at most.',
      meta: { requirement: 'logout.leavesNothing' },
      tags: ['busy'],
      invoke: {
        id: 'tellHost',
        src: 'tellHost',
        onDone: { target: 'leaving', actions: 'setTold' },
        onError: 'leaving',
      },
      after: { timeout: 'leaving' },
    },
    leaving: {
      description: 'The session is cleared here, whether the host was told or not.',
      meta: { requirement: 'logout.leavesNothing' },
      tags: ['busy'],
      invoke: {
        id: 'leaveSession',
        src: 'leaveSession',
        input: ({ context }) => ({ told: context.told }),
        onDone: 'loggedOut',
      },
    },
    loggedOut: { type: 'final', description: 'Signed out.' },
    canceled: { type: 'final', description: 'The dialog was closed.', meta: { requirement: 'logout.confirm' } },
  },
})
