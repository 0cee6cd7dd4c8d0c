/**
 * planChange: one press of Pay. What stood before is ended, the plan is paid, and nothing happens twice.
 *
 *   claiming ─▶ reading ─▶ opening ─▶ paying ─▶ paid
 *      │           │          └────────┼┬──▶ refused (nothing ended, nothing paid)
 *      │           └─▶ superseded      │└──▶ renewing ─▶ cancelledNotPaid ─(retry)─▶ paying
 *      ├─▶ underWay (another tab)      ▼ (something sent was never answered)
 *      └─(an attempt was cut)─▶ reconciling ─▶ paid │ unclear │ notPaid │ cancelledNotPaid │ notCancelled
 *   Cancelling, charging and 3-D Secure are `payment`; reading what became of them is `reconciliation`.
 */
import { assign, setup } from 'xstate'
import { type paymentMachine, type PaymentOutput } from './payment.ts'
import { type Attempt, type PlanChangeRequest, type PayingMember, type RecordAnswer } from './payment.types.ts'
import { type reconciliationMachine, type ReconciliationOutput } from './reconciliation.ts'
import { createStubs } from './stub.ts'

/** `wish`: what Pay was pressed for; undefined where an attempt that was cut is to be cleared up. */
export type PlanChangeInput = {
  member: PayingMember
  request: Omit<PlanChangeRequest, 'knownSubscriptionIds'> | undefined
}

/** `superseded`: the membership is another than the page showed. `left`: given up. A resumed attempt has its own draft. */
export type PlanChangeOutput = {
  kind: 'paid' | 'refused' | 'superseded' | 'left'
  message: string
  request: PlanChangeRequest | undefined
}

export type PlanChangeContext = {
  member: PayingMember
  request: PlanChangeRequest | undefined
  attempt: Attempt | undefined
  isEnded: boolean
  isUnsent: boolean
  message: string
  result: PlanChangeOutput['kind']
}

export type PlanChangeEvent =
  | { type: 'payment.retry' }
  | { type: 'payment.leave' }
  | { type: 'record.check' }
  /** This tab has the attempt now; `attempt` is one that was cut. */
  | { type: 'attempt.claimed'; attempt: Attempt | undefined }
  | { type: 'attempt.taken' }
  | { type: 'attempt.freed' }

type Outcome = (PaymentOutput | ReconciliationOutput)['kind']

const stub = createStubs('planChange')

const attemptOf = ({ attempt }: PlanChangeContext): Attempt => attempt ?? stub.action('an attempt')()
const paymentErrored: PaymentOutput = { kind: 'unanswered', message: '' }

export const planChangeMachine = setup({
  types: {} as {
    input: PlanChangeInput
    context: PlanChangeContext
    events: PlanChangeEvent
    /** `busy`: no press is taken until an answer comes. `question`: the person decides what happens next. */
    tags: 'busy' | 'question'
    output: PlanChangeOutput
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    /** One attempt at a time in this browser: claims it, holds it while this runs, and says when it is free. */
    holdAttempt: stub.callback<PlanChangeEvent, { member: PayingMember }>('holdAttempt'),
    readRecord: stub.promise<RecordAnswer, { member: PayingMember }>('readRecord'),
    /** Makes a key for each call and keeps the attempt. Fails where it can't be kept. */
    openAttempt: stub.promise<{ attempt: Attempt }, { request: PlanChangeRequest | undefined }>('openAttempt'),
    renewKey: stub.promise<{ attempt: Attempt }, { attempt: Attempt }>('renewKey'),
    payment: stub.machine<typeof paymentMachine>('payment'),
    reconciliation: stub.machine<typeof reconciliationMachine>('reconciliation'),
  },
  actions: {
    storeAttempt: stub.action('storeAttempt'),
    /** Nothing is open any more. An attempt that ended paid is remembered as that. */
    closeAttempt: stub.action('closeAttempt'),
    rememberAttempt: assign((_, { attempt }: { attempt: Attempt | undefined }) => ({ attempt })),
    rememberRecord: assign(({ context: { request } }, answer: RecordAnswer) => {
      if (answer.kind !== 'granted' || !request) return {}
      // A pending one may become paid by this very attempt, so only what counts already is known.
      const knownSubscriptionIds = answer.record.subscriptions
        .filter(({ status }) => status !== 'pending')
        .map(({ id }) => id)
      return { request: { ...request, knownSubscriptionIds } }
    }),
    rememberUnread: assign((_, answer: RecordAnswer | { kind: 'lost' }) => ({
      message: ('message' in answer && answer.message) || 'Something went wrong while fetching memberpress data',
    })),
    rememberUnnamed: assign({ message: 'Something went wrong in cancelling previous subscription' }),
    rememberUnkept: assign({ message: 'Something went wrong' }),
    rememberPayment: assign(({ context }, { kind, message }: PaymentOutput) => {
      const attempt = attemptOf(context)
      const cancel = attempt.outcomeUnknown.cancel || kind === 'unended'
      const pay = attempt.outcomeUnknown.pay || kind === 'unanswered' || kind === 'underWay'
      const isUnsent = kind === 'unended' && !attempt.outcomeUnknown.pay
      return {
        message,
        isUnsent,
        attempt: { ...attempt, underWay: kind === 'underWay', outcomeUnknown: { cancel, pay } },
      }
    }),
    rememberEnded: assign({ isEnded: true }),
    forgetUnsent: assign({ isUnsent: false }),
    forgetMessage: assign({ message: '' }),
    rememberResult: assign((_, { result }: { result: PlanChangeOutput['kind'] }) => ({ result })),
  },
  guards: {
    isCut: (_, { attempt }: { attempt: Attempt | undefined }) => attempt !== undefined,
    isWished: ({ context }) => context.request !== undefined,
    wasRead: (_, answer: RecordAnswer) => answer.kind === 'granted',
    isUnchanged: ({ context: { request } }, answer: RecordAnswer) =>
      answer.kind === 'granted' && answer.record.subscriptionToCancel?.id === request?.subscriptionToCancel?.id,
    isUnnamed: ({ context: { request } }) => request?.subscriptionToCancel?.providerId === '',
    hasEnding: ({ context: { attempt } }) => attempt?.subscriptionToCancel !== undefined,
    wasPaid: (_, { kind }: { kind: Outcome }) => kind === 'paid',
    wasRefusedAfterEnding: ({ context: { attempt } }, { kind }: { kind: Outcome }) =>
      kind === 'refused' && attempt?.subscriptionToCancel !== undefined,
    isUnanswered: (_, { kind }: { kind: Outcome }) => ['unended', 'unanswered', 'underWay'].includes(kind),
    isUnclear: (_, { kind }: { kind: Outcome }) => kind === 'unclear',
    isEnded: (_, { kind }: { kind: Outcome }) => kind === 'ended',
    isStanding: (_, { kind }: { kind: Outcome }) => kind === 'standing',
  },
}).createMachine({
  id: 'planChange',
  context: ({ input }) => ({
    member: input.member,
    request: input.request && { ...input.request, knownSubscriptionIds: [] },
    attempt: undefined,
    isEnded: false,
    isUnsent: false,
    message: '',
    result: 'left',
  }),
  output: ({ context: { result, message, attempt, request } }) => ({
    kind: result,
    message,
    request: attempt ?? request,
  }),
  invoke: { id: 'holdAttempt', src: 'holdAttempt', input: ({ context }) => ({ member: context.member }) },
  initial: 'claiming',
  states: {
    claiming: {
      description: 'Is another attempt open, in this tab or another?',
      meta: { requirement: 'pay.oneAttempt' },
      on: {
        'attempt.claimed': [
          {
            guard: { type: 'isCut', params: ({ event }) => event },
            target: 'reconciling',
            actions: { type: 'rememberAttempt', params: ({ event }) => event },
          },
          { guard: 'isUnnamed', target: 'refused', actions: 'rememberUnnamed' },
          { guard: 'isWished', target: 'reading' },
          { target: 'superseded' },
        ],
        'attempt.taken': 'underWay',
      },
    },
    underWay: {
      description: 'Payment under way: another tab is at it. Nothing is paid here until it has come to its end.',
      meta: { requirement: 'pay.oneAttempt' },
      on: { 'attempt.freed': 'superseded' },
    },
    reading: {
      description: 'The member record as it is now: what counts already, and what is to be ended.',
      tags: ['busy'],
      invoke: {
        id: 'readRecord',
        src: 'readRecord',
        input: ({ context }) => ({ member: context.member }),
        onDone: [
          {
            guard: { type: 'isUnchanged', params: ({ event }) => event.output },
            target: 'opening',
            actions: { type: 'rememberRecord', params: ({ event }) => event.output },
          },
          { guard: { type: 'wasRead', params: ({ event }) => event.output }, target: 'superseded' },
          { target: 'refused', actions: { type: 'rememberUnread', params: ({ event }) => event.output } },
        ],
        onError: { target: 'refused', actions: { type: 'rememberUnread', params: { kind: 'lost' } } },
      },
    },
    opening: {
      description: 'The attempt gets its keys and is kept, so that a reload can never pay twice.',
      meta: { requirement: 'pay.once' },
      tags: ['busy'],
      invoke: {
        id: 'openAttempt',
        src: 'openAttempt',
        input: ({ context }) => ({ request: context.request }),
        onDone: { target: 'paying', actions: { type: 'rememberAttempt', params: ({ event }) => event.output } },
        onError: { target: 'refused', actions: 'rememberUnkept' },
      },
    },
    paying: {
      description: 'The old subscription is ended and the plan is paid; each call is sent once.',
      tags: ['busy'],
      entry: 'forgetMessage',
      invoke: {
        id: 'payment',
        src: 'payment',
        input: ({ context }) => ({ attempt: attemptOf(context), member: context.member, isEnded: context.isEnded }),
        onDone: [
          { guard: { type: 'wasPaid', params: ({ event }) => event.output }, target: 'paid' },
          {
            guard: { type: 'isUnanswered', params: ({ event }) => event.output },
            target: 'reconciling',
            actions: { type: 'rememberPayment', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'wasRefusedAfterEnding', params: ({ event }) => event.output },
            target: 'renewing',
            actions: { type: 'rememberPayment', params: ({ event }) => event.output },
          },
          { target: 'refused', actions: { type: 'rememberPayment', params: ({ event }) => event.output } },
        ],
        onError: { target: 'reconciling', actions: { type: 'rememberPayment', params: paymentErrored } },
      },
    },
    renewing: {
      description: 'The refusal answered all that was sent: the next try is another payment and gets another key.',
      tags: ['busy'],
      invoke: {
        id: 'renewKey',
        src: 'renewKey',
        input: ({ context }) => ({ attempt: attemptOf(context) }),
        onDone: {
          target: 'cancelledNotPaid',
          actions: { type: 'rememberAttempt', params: ({ event }) => event.output },
        },
        onError: 'cancelledNotPaid',
      },
    },
    reconciling: {
      description: 'Something sent was never answered: the member record is read until it tells what happened.',
      meta: { requirement: 'pay.unanswered' },
      tags: ['busy'],
      entry: 'storeAttempt',
      invoke: {
        id: 'reconciliation',
        src: 'reconciliation',
        input: ({ context }) => ({ attempt: attemptOf(context), member: context.member, isUnsent: context.isUnsent }),
        onDone: [
          { guard: { type: 'wasPaid', params: ({ event }) => event.output }, target: 'paid' },
          { guard: { type: 'isUnclear', params: ({ event }) => event.output }, target: 'unclear' },
          {
            guard: { type: 'isEnded', params: ({ event }) => event.output },
            target: 'paying',
            actions: 'rememberEnded',
          },
          { guard: { type: 'isStanding', params: ({ event }) => event.output }, target: 'notCancelled' },
          { guard: 'hasEnding', target: 'cancelledNotPaid' },
          { target: 'notPaid' },
        ],
        onError: 'unclear',
      },
    },
    unclear: {
      description: 'Nobody can say yet whether it was paid. It can be checked again, never paid again.',
      meta: { requirement: 'pay.unclear' },
      tags: ['question'],
      entry: 'forgetUnsent',
      on: { 'record.check': 'reconciling' },
    },
    notCancelled: {
      description: 'The old subscription still stands, and nothing was paid.',
      meta: { requirement: 'pay.cancelFailed' },
      tags: ['question'],
      on: { 'payment.retry': 'paying', 'payment.leave': 'left' },
    },
    cancelledNotPaid: {
      description: 'The old subscription is ended and the new plan is not paid. Trying again only pays.',
      meta: { requirement: 'pay.cancelledNotPaid' },
      tags: ['question'],
      entry: 'rememberEnded',
      on: { 'payment.retry': 'paying', 'payment.leave': 'left' },
    },
    notPaid: {
      description: 'The record shows no payment. Trying again is the same payment, under the same key.',
      meta: { requirement: 'pay.notPaid' },
      tags: ['question'],
      on: { 'payment.retry': 'paying', 'payment.leave': 'left' },
    },
    paid: {
      type: 'final',
      description: 'The plan is paid.',
      entry: [{ type: 'rememberResult', params: { result: 'paid' } }, 'closeAttempt'],
    },
    refused: {
      type: 'final',
      description: 'Answered with no: nothing was ended and nothing paid.',
      meta: { requirement: 'pay.errors' },
      entry: [{ type: 'rememberResult', params: { result: 'refused' } }, 'closeAttempt'],
    },
    superseded: {
      type: 'final',
      description: 'The membership is another than the page showed: it has to be looked at anew.',
      meta: { requirement: 'pay.changedMeanwhile' },
      entry: { type: 'rememberResult', params: { result: 'superseded' } },
    },
    left: {
      type: 'final',
      description: 'Given up by the person, who knows that nothing was paid.',
      entry: 'closeAttempt',
    },
  },
})
