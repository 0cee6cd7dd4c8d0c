/**
 * payment: cancels the current subscription, then charges or captures the plan. Sends each request once, with its own idempotency key.
 *
 *   starting ─▶ canceling ─▶ charging ─▶ paid
 *       └────────────┼────────────▲  ├──▶ confirming (3-D Secure)
 *                    └──▶ settled ◀──┴───────┘
 *   The output of `settled` names the call that was refused or has an unknown outcome. The machine repeats no call.
 */
import { assign, setup } from 'xstate'
import { cancelErrorTexts, serverTextOf } from './messageOf.ts'
import { type Attempt, type PayingMember, type PaymentMethod } from './payment.types.ts'
import { type PaymentRefusal, type SubscriptionToCancel } from './payment.types.ts'
import { createStubs } from './stub.ts'

/** `canceled`: the subscription is canceled, now or before. */
export type CancelResult = { kind: 'canceled' } | { kind: 'refused'; message: string }

export type PayResult =
  | { kind: 'paid' }
  | { kind: 'pending' }
  | { kind: 'requiresAction'; clientSecret: string }
  | ({ kind: 'refused' } & PaymentRefusal)

/** A closed dialog is `refused`. An unknown outcome rejects. */
export type ConfirmResult = { kind: 'confirmed' } | { kind: 'refused'; message: string }

/** `isCanceled`: the current subscription is already canceled, so this only pays. */
export type PaymentInput = { attempt: Attempt; member: PayingMember; isCanceled: boolean }

/**
 * `notCanceled`: the host refused to cancel, nothing was paid. `refused`: the payment was refused.
 * `cancelUnknown`, `paymentUnknown`: the outcome of that call is unknown, of this attempt or an earlier one.
 * `underWay`: the host or the bank is processing the payment. `isAboutCard`: the provider refused the card.
 */
export type PaymentOutput = {
  kind: 'paid' | 'notCanceled' | 'refused' | 'cancelUnknown' | 'paymentUnknown' | 'underWay'
  message: string
  isAboutCard?: true
}

export type PaymentContext = PaymentInput & PaymentRefusal & { kind: PaymentOutput['kind']; clientSecret: string }

const cancelErrorTextOf = ({ subscriptionToCancel }: Attempt): string =>
  cancelErrorTexts[subscriptionToCancel?.gateway ?? 'card']

const payErrorTexts = {
  newCard: 'An error occurred while processing your payment or balance is low. Please try again.',
  savedCard: 'Something went wrong in creating new subscription',
  paypal: 'Something went wrong in creating new subscription',
} as const satisfies Record<PaymentMethod['kind'], string>

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
      CancelResult,
      { subscriptionToCancel: SubscriptionToCancel | undefined; key: string }
    >('cancelSubscription'),
    pay: stub.promise<PayResult, { planId: number; paymentMethod: PaymentMethod; key: string; member: PayingMember }>(
      'pay',
    ),
    confirmCard: stub.promise<ConfirmResult, { clientSecret: string }>('confirmCard'),
  },
  actions: {
    setCancelRefusal: assign(({ context: { attempt } }, result: CancelResult) => ({
      kind: attempt.outcomeUnknown.cancel ? ('cancelUnknown' as const) : ('notCanceled' as const),
      message: ('message' in result && result.message) || cancelErrorTextOf(attempt),
    })),
    setRefusal: assign(({ context: { attempt } }, result: PayResult) => ({
      kind: attempt.outcomeUnknown.pay ? ('paymentUnknown' as const) : ('refused' as const),
      message: ('message' in result && result.message) || payErrorTexts[attempt.paymentMethod.kind],
      isAboutCard: result.kind === 'refused' && result.isAboutCard,
    })),
    setUnconfirmed: assign(({ context: { attempt } }, result: ConfirmResult) => ({
      kind: attempt.outcomeUnknown.pay ? ('paymentUnknown' as const) : ('refused' as const),
      message:
        ('message' in result && result.message) || 'An error occurred while processing your payment. Please try again.',
    })),
    setSecret: assign((_, result: PayResult) =>
      result.kind === 'requiresAction' ? { clientSecret: result.clientSecret } : {},
    ),
    setCancelUnknown: assign(({ context: { attempt } }, { error }: { error: unknown }) => ({
      kind: 'cancelUnknown' as const,
      message: serverTextOf(error) || cancelErrorTextOf(attempt),
    })),
    setUnreachable: assign((_, { error }: { error: unknown }) => ({
      kind: 'paymentUnknown' as const,
      message: serverTextOf(error),
    })),
    setUnderWay: assign({ kind: 'underWay', message: '' }),
    setPaid: assign({ kind: 'paid', message: '' }),
  },
  guards: {
    hasToCancel: ({ context: { attempt, isCanceled } }) => attempt.subscriptionToCancel !== undefined && !isCanceled,
    wasCanceled: (_, result: CancelResult) => result.kind === 'canceled',
    wasPaid: (_, result: PayResult) => result.kind === 'paid',
    wantsAction: (_, result: PayResult) => result.kind === 'requiresAction',
    isPending: (_, result: PayResult) => result.kind === 'pending',
    wasConfirmed: (_, result: ConfirmResult) => result.kind === 'confirmed',
  },
}).createMachine({
  id: 'payment',
  context: ({ input }) => ({ ...input, kind: 'paymentUnknown', message: '', isAboutCard: false, clientSecret: '' }),
  output: ({ context: { kind, message, isAboutCard } }) => ({ kind, message, ...(isAboutCard && { isAboutCard }) }),
  initial: 'starting',
  states: {
    starting: {
      description: 'A guest and a retry after the cancellation start with the payment.',
      meta: { requirement: 'pay.cancelFirst' },
      always: [{ guard: 'hasToCancel', target: 'canceling' }, { target: 'charging' }],
    },
    canceling: {
      description: 'Cancels the current subscription. If that fails, nothing is paid.',
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
          { guard: { type: 'wasCanceled', params: ({ event }) => event.output }, target: 'charging' },
          {
            target: 'settled',
            actions: { type: 'setCancelRefusal', params: ({ event }) => event.output },
            meta: { requirement: 'pay.cancelFailed' },
          },
        ],
        onError: {
          target: 'settled',
          actions: { type: 'setCancelUnknown', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    charging: {
      description: 'Charges the plan, or captures the approved PayPal subscription.',
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
            actions: { type: 'setSecret', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isPending', params: ({ event }) => event.output },
            target: 'settled',
            actions: 'setUnderWay',
          },
          { target: 'settled', actions: { type: 'setRefusal', params: ({ event }) => event.output } },
        ],
        onError: {
          target: 'settled',
          actions: { type: 'setUnreachable', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    confirming: {
      description: 'The card holder confirms the payment in the provider’s own dialog.',
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
            actions: 'setUnderWay',
          },
          { target: 'settled', actions: { type: 'setUnconfirmed', params: ({ event }) => event.output } },
        ],
        onError: {
          target: 'settled',
          actions: { type: 'setUnreachable', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    paid: { type: 'final', description: 'The host confirms the payment.', entry: 'setPaid' },
    settled: {
      type: 'final',
      description: 'The payment was refused, is processing, or has an unknown outcome.',
      meta: { requirement: 'pay.errors' },
    },
  },
})
