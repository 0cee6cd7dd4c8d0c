/**
 * logout: asks for confirmation, ends the session on the host, and always clears it in this browser.
 *
 *   confirming ──logout.confirm──▶ ending ──(response, unreachable, 3 s)──▶ leaving ──▶ loggedOut
 *      └──logout.cancel──▶ canceled
 */
import { assign, setup } from 'xstate'
import { createStubs } from './stub.ts'

export type LogoutContext = {
  /** The host has ended the session. */
  endedOnHost: boolean
}

export type LogoutEvent = { type: 'logout.confirm' } | { type: 'logout.cancel' }

/** `busy`: the dialog can't be closed. */
export type LogoutTag = 'busy'

const stub = createStubs('logout')

export const logoutMachine = setup({
  types: {} as {
    context: LogoutContext
    events: LogoutEvent
    tags: LogoutTag
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    /** Ends the session on the host. A refusal means that the session has already ended. */
    endSession: stub.promise<undefined>('endSession'),
    /** Clears storage, cookies, cache and the actors of the user. It can't fail. */
    leaveSession: stub.promise<undefined, { endedOnHost: boolean }>('leaveSession'),
  },
  actions: {
    setEndedOnHost: assign({ endedOnHost: true }),
  },
  delays: { timeout: 3_000 },
}).createMachine({
  id: 'logout',
  context: { endedOnHost: false },
  initial: 'confirming',
  states: {
    confirming: {
      description: 'The dialog asks for confirmation.',
      meta: { requirement: 'logout.confirm' },
      on: { 'logout.confirm': 'ending', 'logout.cancel': 'canceled' },
    },
    ending: {
      description: 'The host ends the session. The page waits at most three seconds.',
      meta: { requirement: 'logout.clearsData' },
      tags: ['busy'],
      invoke: {
        id: 'endSession',
        src: 'endSession',
        onDone: { target: 'leaving', actions: 'setEndedOnHost' },
        onError: 'leaving',
      },
      after: { timeout: 'leaving' },
    },
    leaving: {
      description: 'The session is cleared in this browser, even if the host was unreachable.',
      meta: { requirement: 'logout.clearsData' },
      tags: ['busy'],
      invoke: {
        id: 'leaveSession',
        src: 'leaveSession',
        input: ({ context }) => ({ endedOnHost: context.endedOnHost }),
        onDone: 'loggedOut',
      },
    },
    loggedOut: { type: 'final', description: 'The session is cleared, and the sign-in page opens.' },
    canceled: { type: 'final', description: 'The dialog was closed.', meta: { requirement: 'logout.confirm' } },
  },
})
