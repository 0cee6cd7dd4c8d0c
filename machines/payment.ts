/**
 * payment: what stood before is ended, then the plan is charged or captured, each call once and under its own key.
 *
 *   beginning ─▶ cancelling ─▶ charging ─▶ paid
 *       └────────────┼────────────▲  ├──▶ confirming (3-D Secure)
 *                    └──▶ settled ◀──┴───────┘
 *   Settled says who said no, or that something was never answered. No call is repeated here.
 */
import { assign, setup } from 'xstate'
import { type Attempt, type SubscriptionToCancel, type PaymentMethod, type PayingMember } from './payment.types.ts'
import { createStubs } from './stub.ts'

/** A subscription that had ended already counts as ended. */
export type CancelAnswer = { kind: 'ended' } | { kind: 'refused'; message: string }

export type PayAnswer =
  | { kind: 'paid' }
  | { kind: 'pending' }
  | { kind: 'requiresAction'; clientSecret: string }
  | { kind: 'refused'; message: string }

/** Abandoned is refused. That nobody can tell whether money moved is an error. */
export type ConfirmAnswer = { kind: 'confirmed' } | { kind: 'refused'; message: string }

/** `isEnded`: nothing is to be ended any more, so this only pays. */
export type PaymentInput = { attempt: Attempt; member: PayingMember; isEnded: boolean }

/**
 * `notCancelled`: the host refused to end the old subscription, nothing was paid. `refused`: the payment was.
 * `unended`: nobody answered the cancellation, now or before. `unanswered`: nobody answered the payment, now or before.
 * `underWay`: host or bank said that it is being processed.
 */
export type PaymentOutput = {
  kind: 'paid' | 'notCancelled' | 'refused' | 'unended' | 'unanswered' | 'underWay'
  message: string
}

export type PaymentContext = PaymentInput & PaymentOutput & { clientSecret: string }

const cancelErrorTexts = {
  card: 'Something went wrong in cancelling previous subscription in stripe',
  paypal: 'Something went wrong in cancelling previous subscription in paypal',
} as const satisfies Record<SubscriptionToCancel['gateway'], string>

const payErrorTexts = {
  newCard: 'An error occurred while processing your payment or balance is low. Please try again.',
  savedCard: 'Something went wrong in creating new subscription',
  paypal: 'Something went wrong in creating new subscription',
} as const satisfies Record<PaymentMethod['kind'], string>

/** What a host said that gave no answer: a 5xx keeps its words. */
const serverTextOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'serverText' in error ? String(error.serverText) : ''

const stub = createStubs('payment')

export const paymentMachine = setup({
  types: {} as {
    input: PaymentInput
    context: PaymentContext
    output: PaymentOutput
    tags: 'busy'
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    cancelSubscription: stub.promise<
      CancelAnswer,
      { subscriptionToCancel: SubscriptionToCancel | undefined; key: string }
    >('cancelSubscription'),
    pay: stub.promise<PayAnswer, { planId: number; paymentMethod: PaymentMethod; key: string; member: PayingMember }>(
      'pay',
    ),
    confirmCard: stub.promise<ConfirmAnswer, { clientSecret: string }>('confirmCard'),
  },
  actions: {
    rememberCancelRefusal: assign(({ context: { attempt } }, answer: CancelAnswer) => ({
      kind: attempt.outcomeUnknown.cancel ? ('unended' as const) : ('notCancelled' as const),
      message:
        ('message' in answer && answer.message) || cancelErrorTexts[attempt.subscriptionToCancel?.gateway ?? 'card'],
    })),
    rememberRefusal: assign(({ context: { attempt } }, answer: PayAnswer) => ({
      kind: attempt.outcomeUnknown.pay ? ('unanswered' as const) : ('refused' as const),
      message: ('message' in answer && answer.message) || payErrorTexts[attempt.paymentMethod.kind],
    })),
    rememberUnconfirmed: assign(({ context: { attempt } }, answer: ConfirmAnswer) => ({
      kind: attempt.outcomeUnknown.pay ? ('unanswered' as const) : ('refused' as const),
      message:
        ('message' in answer && answer.message) || 'An error occurred while processing your payment. Please try again.',
    })),
    rememberSecret: assign((_, answer: PayAnswer) =>
      answer.kind === 'requiresAction' ? { clientSecret: answer.clientSecret } : {},
    ),
    rememberUnended: assign(({ context: { attempt } }, { error }: { error: unknown }) => ({
      kind: 'unended' as const,
      message: serverTextOf(error) || cancelErrorTexts[attempt.subscriptionToCancel?.gateway ?? 'card'],
    })),
    rememberLoss: assign((_, { error }: { error: unknown }) => ({
      kind: 'unanswered' as const,
      message: serverTextOf(error),
    })),
    rememberUnderWay: assign({ kind: 'underWay', message: '' }),
    rememberPaid: assign({ kind: 'paid', message: '' }),
  },
  guards: {
    hasToEnd: ({ context: { attempt, isEnded } }) => attempt.subscriptionToCancel !== undefined && !isEnded,
    wasEnded: (_, answer: CancelAnswer) => answer.kind === 'ended',
    wasPaid: (_, answer: PayAnswer) => answer.kind === 'paid',
    wantsAction: (_, answer: PayAnswer) => answer.kind === 'requiresAction',
    isPending: (_, answer: PayAnswer) => answer.kind === 'pending',
    wasConfirmed: (_, answer: ConfirmAnswer) => answer.kind === 'confirmed',
  },
}).createMachine({
  id: 'payment',
  context: ({ input }) => ({ ...input, kind: 'unanswered', message: '', clientSecret: '' }),
  output: ({ context: { kind, message } }) => ({ kind, message }),
  initial: 'beginning',
  states: {
    beginning: {
      description: 'A guest, and whoever is tried again after the cancellation, only pays.',
      meta: { requirement: 'pay.cancelFirst' },
      always: [{ guard: 'hasToEnd', target: 'cancelling' }, { target: 'charging' }],
    },
    cancelling: {
      description: 'The means stands ready; the old subscription is ended. If that fails, nothing is paid.',
      meta: { requirement: 'pay.cancelFirst' },
      tags: ['busy'],
      invoke: {
        id: 'cancelSubscription',
        src: 'cancelSubscription',
        input: ({ context: { attempt } }) => ({
          subscriptionToCancel: attempt.subscriptionToCancel,
          key: attempt.cancelKey,
        }),
        onDone: [
          { guard: { type: 'wasEnded', params: ({ event }) => event.output }, target: 'charging' },
          {
            target: 'settled',
            actions: { type: 'rememberCancelRefusal', params: ({ event }) => event.output },
            meta: { requirement: 'pay.cancelFailed' },
          },
        ],
        onError: {
          target: 'settled',
          actions: { type: 'rememberUnended', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    charging: {
      description: 'The plan is charged, or the approved PayPal subscription captured.',
      meta: { requirement: 'pay.once' },
      tags: ['busy'],
      invoke: {
        id: 'pay',
        src: 'pay',
        input: ({ context: { attempt, member } }) => ({
          planId: attempt.planId,
          paymentMethod: attempt.paymentMethod,
          key: attempt.payKey,
          member,
        }),
        onDone: [
          { guard: { type: 'wasPaid', params: ({ event }) => event.output }, target: 'paid' },
          {
            guard: { type: 'wantsAction', params: ({ event }) => event.output },
            target: 'confirming',
            actions: { type: 'rememberSecret', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isPending', params: ({ event }) => event.output },
            target: 'settled',
            actions: 'rememberUnderWay',
          },
          { target: 'settled', actions: { type: 'rememberRefusal', params: ({ event }) => event.output } },
        ],
        onError: {
          target: 'settled',
          actions: { type: 'rememberLoss', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    confirming: {
      description: 'The bank asks the card holder, in the provider’s own dialog.',
      meta: { requirement: 'pay.threeDSecure' },
      tags: ['busy'],
      invoke: {
        id: 'confirmCard',
        src: 'confirmCard',
        input: ({ context }) => ({ clientSecret: context.clientSecret }),
        onDone: [
          {
            guard: { type: 'wasConfirmed', params: ({ event }) => event.output },
            target: 'settled',
            actions: 'rememberUnderWay',
          },
          { target: 'settled', actions: { type: 'rememberUnconfirmed', params: ({ event }) => event.output } },
        ],
        onError: {
          target: 'settled',
          actions: { type: 'rememberLoss', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    paid: { type: 'final', description: 'The host says that it is paid.', entry: 'rememberPaid' },
    settled: {
      type: 'final',
      description: 'Refused, or without an answer that could be relied on.',
      meta: { requirement: 'pay.errors' },
    },
  },
})
