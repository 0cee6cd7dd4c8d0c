/**
 * accountRemoval: asks for the account to be deleted. The host sends an email whose link deletes it.
 *
 *   idle ──removal.ask──▶ confirming ──removal.confirm──▶ requesting ──▶ requested
 *                          ▲  └──removal.cancel──▶ idle        ├──(refused, unreachable)──▶ confirming
 *                          └─────────(with the reason)─────────┘
 *                                                              └──▶ planRunning ──removal.cancel──▶ idle
 */
import { assign, setup } from 'xstate'
import { messageOf } from './messageOf.ts'
import { createStubs } from './stub.ts'

/** `plan` is the title of the plan that still runs, '' if it is unknown. `email` is where the email was sent. */
export type RemovalResult =
  | { kind: 'granted'; email: string }
  | { kind: 'planRunning'; plan: string }
  | { kind: 'refused'; message: string }

export type AccountRemovalContext = {
  email: string
  plan: string
  /** Why the last request failed; '' for none. */
  message: string
}

export type AccountRemovalEvent = { type: 'removal.ask' } | { type: 'removal.confirm' } | { type: 'removal.cancel' }

/** `busy`: the request is in flight. */
export type AccountRemovalTag = 'busy'

const stub = createStubs('accountRemoval')

export const accountRemovalMachine = setup({
  types: {} as {
    context: AccountRemovalContext
    events: AccountRemovalEvent
    tags: AccountRemovalTag
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    /** Reads whether a plan runs; if none does, asks the host. */
    requestRemoval: stub.promise<RemovalResult>('requestRemoval'),
  },
  actions: {
    setEmail: assign((_, { result }: { result: RemovalResult }) =>
      result.kind === 'granted' ? { email: result.email } : {},
    ),
    setPlan: assign((_, { result }: { result: RemovalResult }) =>
      result.kind === 'planRunning' ? { plan: result.plan } : {},
    ),
    setRefusal: assign((_, { result }: { result: RemovalResult }) => ({ message: messageOf(result) })),
    setUnreachable: assign((_, { error }: { error: unknown }) => ({ message: messageOf(error) })),
    clearMessage: assign({ message: '' }),
  },
  guards: {
    wasGranted: (_, { result }: { result: RemovalResult }) => result.kind === 'granted',
    isPlanRunning: (_, { result }: { result: RemovalResult }) => result.kind === 'planRunning',
  },
}).createMachine({
  id: 'accountRemoval',
  context: { email: '', plan: '', message: '' },
  initial: 'idle',
  states: {
    idle: {
      description: 'The profile offers to delete the account.',
      on: { 'removal.ask': { target: 'confirming', actions: 'clearMessage' } },
    },
    confirming: {
      description: 'A dialog says what is deleted and asks once. After a failed request it shows the reason.',
      meta: { requirement: ['removal.confirm', 'removal.failed'] },
      on: { 'removal.confirm': 'requesting', 'removal.cancel': 'idle' },
    },
    requesting: {
      description: 'The plan is checked, and the host is asked.',
      tags: ['busy'],
      entry: 'clearMessage',
      invoke: {
        id: 'requestRemoval',
        src: 'requestRemoval',
        onDone: [
          {
            guard: { type: 'wasGranted', params: ({ event }) => ({ result: event.output }) },
            target: 'requested',
            actions: { type: 'setEmail', params: ({ event }) => ({ result: event.output }) },
          },
          {
            guard: { type: 'isPlanRunning', params: ({ event }) => ({ result: event.output }) },
            target: 'planRunning',
            actions: { type: 'setPlan', params: ({ event }) => ({ result: event.output }) },
          },
          {
            target: 'confirming',
            actions: { type: 'setRefusal', params: ({ event }) => ({ result: event.output }) },
          },
        ],
        // Another request only sends another email.
        onError: { target: 'confirming', actions: { type: 'setUnreachable', params: ({ event }) => event } },
      },
    },
    planRunning: {
      description: 'A plan runs and would go on being charged. The dialog links to it.',
      meta: { requirement: 'removal.plan' },
      on: { 'removal.cancel': 'idle' },
    },
    requested: {
      type: 'final',
      description: 'The email is sent. Its link deletes the account.',
      meta: { requirement: 'removal.requested' },
    },
  },
})
