/**
 * planChange: one press of Pay. Cancels the current subscription, pays for the new plan, and does neither twice.
 *   claiming ─▶ reading ─▶ opening ─▶ cancelThenPay │ payOnly ─▶ paid │ refused
 *      │           │                        │   └──▶ renewing ─▶ canceledNotPaid ─(retry)─▶ payOnly
 *      │           └─▶ membershipChanged    ▼ (the outcome of a call is unknown)
 *      │                     awaitingCancel │ awaitingPayment
 *      ├─▶ underWay          └─▶ paid │ outcomeUnknown │ notPaid │ canceledNotPaid │ notCanceled
 *   `payment` sends the calls; `reconciliation` reads from the member record what became of them.
 */
import { type PaymentOutput } from './payment.ts'
import { planChangeResults, planChangeSetup, requireAttempt } from './planChange.setup.ts'

const paymentErrored: PaymentOutput = { kind: 'paymentUnknown', message: '' }

export const planChangeMachine = planChangeSetup.createMachine({
  id: 'planChange',
  context: ({ input }) => ({
    member: input.member,
    request: input.request && { ...input.request, knownSubscriptionIds: [] },
    attempt: undefined,
    message: '',
    isAboutCard: false,
  }),
  output: ({ context: { message, isAboutCard, attempt, request }, event }) => ({
    kind: planChangeResults.find((kind) => kind === event.output) ?? 'left',
    message,
    ...(isAboutCard && { isAboutCard }),
    request: attempt ?? request,
  }),
  invoke: { id: 'holdAttempt', src: 'holdAttempt', input: ({ context }) => ({ member: context.member }) },
  initial: 'claiming',
  states: {
    claiming: {
      description: 'Checks whether another attempt is open, in this tab or another.',
      meta: { requirement: 'pay.oneAttempt' },
      on: {
        'attempt.claimed': [
          {
            guard: { type: 'isInterrupted', params: ({ event }) => event },
            target: 'awaitingPayment',
            actions: { type: 'setAttempt', params: ({ event }) => event },
          },
          { guard: { type: 'isCancellationOpen', params: ({ event }) => event }, target: 'cancellationOpen' },
          { guard: 'isProviderIdMissing', target: 'refused', actions: 'setMissingIdError' },
          { guard: 'hasRequest', target: 'reading' },
          { target: 'membershipChanged' },
        ],
        'attempt.taken': 'underWay',
      },
    },
    underWay: {
      description: 'Another tab is paying. Nothing can be paid here until it has finished.',
      meta: { requirement: 'pay.oneAttempt' },
      on: { 'attempt.freed': 'membershipChanged' },
    },
    reading: {
      description: 'Reads the member record: the subscriptions so far and the one to cancel.',
      tags: ['busy'],
      invoke: {
        id: 'readRecord',
        src: 'readRecord',
        input: ({ context }) => ({ member: context.member }),
        onDone: [
          {
            guard: { type: 'isUnchanged', params: ({ event }) => event.output },
            target: 'opening',
            actions: { type: 'setKnownSubscriptions', params: ({ event }) => event.output },
          },
          { guard: { type: 'wasRead', params: ({ event }) => event.output }, target: 'membershipChanged' },
          { target: 'refused', actions: { type: 'setReadError', params: ({ event }) => event.output } },
        ],
        onError: { target: 'refused', actions: { type: 'setReadError', params: {} } },
      },
    },
    opening: {
      description: 'Creates the keys and stores the attempt, so that a reload can’t pay twice.',
      meta: { requirement: 'pay.once' },
      tags: ['busy'],
      invoke: {
        id: 'openAttempt',
        src: 'openAttempt',
        input: ({ context }) => ({ request: context.request }),
        onDone: [
          {
            guard: { type: 'opensWithCancel', params: ({ event }) => event.output },
            target: 'cancelThenPay',
            actions: { type: 'setAttempt', params: ({ event }) => event.output },
          },
          { target: 'payOnly', actions: { type: 'setAttempt', params: ({ event }) => event.output } },
        ],
        onError: { target: 'refused', actions: 'setStorageError' },
      },
    },
    cancelThenPay: {
      description: 'Cancels the current subscription, then pays for the plan. Sends each call once.',
      meta: { requirement: 'pay.cancelFirst' },
      tags: ['busy'],
      entry: 'clearMessage',
      invoke: {
        id: 'payment',
        src: 'payment',
        input: ({ context }) => ({ attempt: requireAttempt(context), member: context.member, isCanceled: false }),
        onDone: [
          { guard: { type: 'wasPaid', params: ({ event }) => event.output }, target: 'paid' },
          {
            guard: { type: 'wasNotCanceled', params: ({ event }) => event.output },
            target: 'refused',
            actions: { type: 'setOutcome', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'wasRefused', params: ({ event }) => event.output },
            target: 'renewing',
            actions: { type: 'setOutcome', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isPaymentUnsent', params: ({ event }) => event.output },
            target: 'awaitingCancel',
            actions: { type: 'setOutcome', params: ({ event }) => event.output },
          },
          { target: 'awaitingPayment', actions: { type: 'setOutcome', params: ({ event }) => event.output } },
        ],
        onError: { target: 'awaitingPayment', actions: { type: 'setOutcome', params: paymentErrored } },
      },
    },
    payOnly: {
      description: 'Pays for the plan: there is nothing to cancel, or it is already canceled.',
      tags: ['busy'],
      entry: 'clearMessage',
      invoke: {
        id: 'payment',
        src: 'payment',
        input: ({ context }) => ({ attempt: requireAttempt(context), member: context.member, isCanceled: true }),
        onDone: [
          { guard: { type: 'wasPaid', params: ({ event }) => event.output }, target: 'paid' },
          {
            guard: { type: 'wasRefusedAfterCancel', params: ({ event }) => event.output },
            target: 'renewing',
            actions: { type: 'setOutcome', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'wasRefused', params: ({ event }) => event.output },
            target: 'refused',
            actions: { type: 'setOutcome', params: ({ event }) => event.output },
          },
          { target: 'awaitingPayment', actions: { type: 'setOutcome', params: ({ event }) => event.output } },
        ],
        onError: { target: 'awaitingPayment', actions: { type: 'setOutcome', params: paymentErrored } },
      },
    },
    renewing: {
      description: 'The payment was refused, so the next try is a new payment and needs a new key.',
      tags: ['busy'],
      invoke: {
        id: 'renewKey',
        src: 'renewKey',
        input: ({ context }) => ({ attempt: requireAttempt(context) }),
        onDone: { target: 'canceledNotPaid', actions: { type: 'setAttempt', params: ({ event }) => event.output } },
        onError: 'canceledNotPaid',
      },
    },
    awaitingCancel: {
      description: 'The outcome of the cancellation is unknown and nothing was sent to pay: reads the member record.',
      meta: { requirement: 'pay.reconcile' },
      tags: ['busy'],
      entry: 'storeAttempt',
      invoke: {
        id: 'reconciliation',
        src: 'reconciliation',
        input: ({ context }) => ({ attempt: requireAttempt(context), member: context.member, isPaymentUnsent: true }),
        onDone: [
          { guard: { type: 'wasPaid', params: ({ event }) => event.output }, target: 'paid' },
          { guard: { type: 'isCanceled', params: ({ event }) => event.output }, target: 'payOnly' },
          { guard: { type: 'wasNotCanceled', params: ({ event }) => event.output }, target: 'notCanceled' },
          { target: 'outcomeUnknown' },
        ],
        onError: 'outcomeUnknown',
      },
    },
    awaitingPayment: {
      description: 'The outcome of the payment is unknown: reads the member record until it shows what happened.',
      meta: { requirement: 'pay.reconcile' },
      tags: ['busy'],
      entry: 'storeAttempt',
      invoke: {
        id: 'reconciliation',
        src: 'reconciliation',
        input: ({ context }) => ({ attempt: requireAttempt(context), member: context.member, isPaymentUnsent: false }),
        onDone: [
          { guard: { type: 'wasPaid', params: ({ event }) => event.output }, target: 'paid' },
          { guard: { type: 'wasNotCanceled', params: ({ event }) => event.output }, target: 'notCanceled' },
          { guard: { type: 'isUnknown', params: ({ event }) => event.output }, target: 'outcomeUnknown' },
          { guard: 'replacesPlan', target: 'canceledNotPaid' },
          { target: 'notPaid' },
        ],
        onError: 'outcomeUnknown',
      },
    },
    outcomeUnknown: {
      description: 'The record could not be read in time. It can be checked again, but not paid again.',
      meta: { requirement: 'pay.outcomeUnknown' },
      tags: ['question'],
      on: { 'record.check': 'awaitingPayment' },
    },
    notCanceled: {
      description: 'The current subscription is still active, and nothing was paid.',
      meta: { requirement: 'pay.cancelFailed' },
      tags: ['question'],
      on: { 'payment.retry': 'cancelThenPay', 'payment.leave': 'left' },
    },
    canceledNotPaid: {
      description: 'The old subscription is canceled and the new plan is not paid. Trying again only pays.',
      meta: { requirement: 'pay.canceledNotPaid' },
      tags: ['question'],
      on: { 'payment.retry': 'payOnly', 'payment.leave': 'left' },
    },
    notPaid: {
      description: 'The record shows no payment. Trying again sends the same payment under the same key.',
      meta: { requirement: 'pay.notPaid' },
      tags: ['question'],
      on: { 'payment.retry': 'payOnly', 'payment.leave': 'left' },
    },
    paid: { type: 'final', description: 'The plan is paid.', entry: 'closePaidAttempt', output: 'paid' },
    refused: {
      type: 'final',
      description: 'Refused: nothing was canceled and nothing was paid.',
      meta: { requirement: 'pay.errors' },
      entry: 'closeAttempt',
      output: 'refused',
    },
    membershipChanged: {
      type: 'final',
      description: 'The membership differs from what the page showed, so the page loads it again.',
      meta: { requirement: 'pay.membershipChanged' },
      output: 'membershipChanged',
    },
    cancellationOpen: {
      type: 'final',
      description: 'A cancellation of this browser was interrupted. Its outcome is checked before anything is paid.',
      meta: { requirement: 'cancel.oneAttempt' },
      output: 'cancellationOpen',
    },
    left: { type: 'final', description: 'Given up. Nothing was paid.', entry: 'closeAttempt', output: 'left' },
  },
})
