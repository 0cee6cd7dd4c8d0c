/**
 * accountRemoval: asks for the account to be deleted. The host sends an email whose link deletes it.
 *
 *   idle ──removal.ask──▶ confirming ──removal.confirm──▶ requesting ──▶ requested
 *                          ▲  └──removal.cancel──▶ idle        ├──(refused, unreachable)──▶ confirming
 *                          └─────────(with the reason)─────────┘
 *                                                              ├──▶ planRunning ──removal.cancel──▶ idle
 *                                                              └──▶ losingTime ──removal.confirm──▶ requesting
 */
import { assign, setup } from 'xstate'
import { messageOf } from './messageOf.ts'
import { type CalendarDay } from './payment.types.ts'
import { createStubs } from './stub.ts'

/**
 * Time that is paid for and ends with the account. `end` and `days` are undefined if the record has no end, as of a
 * lifetime plan; `plan` is '' if it is unknown.
 */
export type PaidTime = { plan: string; end: CalendarDay | undefined; days: number | undefined }

/** `plan` is the title of the plan that still runs, '' if it is unknown. `email` is where the email was sent. */
export type RemovalResult =
  | { kind: 'granted'; email: string }
  | { kind: 'planRunning'; plan: string }
  | { kind: 'losingTime'; paidTime: PaidTime }
  | { kind: 'refused'; message: string }

export type AccountRemovalContext = {
  email: string
  plan: string
  /** What the member was asked to give up; undefined before that question. */
  paidTime: PaidTime | undefined
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
    /** Reads whether a plan runs or time is paid for, other than `paidTime`, which is given up. If not, asks the host. */
    requestRemoval: stub.promise<RemovalResult, { paidTime: PaidTime | undefined }>('requestRemoval'),
  },
  actions: {
    setEmail: assign((_, { result }: { result: RemovalResult }) =>
      result.kind === 'granted' ? { email: result.email } : {},
    ),
    setPlan: assign((_, { result }: { result: RemovalResult }) =>
      result.kind === 'planRunning' ? { plan: result.plan } : {},
    ),
    setPaidTime: assign((_, { result }: { result: RemovalResult }) =>
      result.kind === 'losingTime' ? { paidTime: result.paidTime } : {},
    ),
    clearPaidTime: assign({ paidTime: undefined }),
    setRefusal: assign((_, { result }: { result: RemovalResult }) => ({ message: messageOf(result) })),
    setUnreachable: assign((_, { error }: { error: unknown }) => ({ message: messageOf(error) })),
    clearMessage: assign({ message: '' }),
  },
  guards: {
    wasGranted: (_, { result }: { result: RemovalResult }) => result.kind === 'granted',
    isPlanRunning: (_, { result }: { result: RemovalResult }) => result.kind === 'planRunning',
    isTimePaid: (_, { result }: { result: RemovalResult }) => result.kind === 'losingTime',
    givesTimeUp: ({ context }) => context.paidTime !== undefined,
  },
}).createMachine({
  id: 'accountRemoval',
  context: { email: '', plan: '', paidTime: undefined, message: '' },
  initial: 'idle',
  states: {
    idle: {
      description: 'The profile offers to delete the account.',
      on: { 'removal.ask': { target: 'confirming', actions: ['clearMessage', 'clearPaidTime'] } },
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
        input: ({ context }) => ({ paidTime: context.paidTime }),
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
            guard: { type: 'isTimePaid', params: ({ event }) => ({ result: event.output }) },
            target: 'losingTime',
            actions: { type: 'setPaidTime', params: ({ event }) => ({ result: event.output }) },
          },
          {
            guard: 'givesTimeUp',
            target: 'losingTime',
            actions: { type: 'setRefusal', params: ({ event }) => ({ result: event.output }) },
          },
          {
            target: 'confirming',
            actions: { type: 'setRefusal', params: ({ event }) => ({ result: event.output }) },
          },
        ],
        // Another request only sends another email.
        onError: [
          {
            guard: 'givesTimeUp',
            target: 'losingTime',
            actions: { type: 'setUnreachable', params: ({ event }) => event },
          },
          { target: 'confirming', actions: { type: 'setUnreachable', params: ({ event }) => event } },
        ],
      },
    },
    losingTime: {
      description:
        'A canceled or one-time plan is still paid for. The question names the days and the date that are lost.',
      meta: { requirement: ['removal.paidTime', 'removal.failed'] },
      on: { 'removal.confirm': 'requesting', 'removal.cancel': 'idle' },
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
