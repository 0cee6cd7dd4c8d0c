/** cancellation.setup: the actors, actions and guards of cancellation. */
import { assign, setup } from 'xstate'
import { cancelErrorTexts, genericMessage } from './messageOf.ts'
import { type CancelResult } from './payment.ts'
import { type PayingMember, type RecordResult, type SubscriptionToCancel } from './payment.types.ts'
import { type reconciliationMachine, type ReconciliationOutput } from './reconciliation.ts'
import { createStubs } from './stub.ts'

/** One cancellation, stored so that it survives a reload. */
export type CancellationAttempt = { subscriptionToCancel: SubscriptionToCancel; key: string }

/** `isInterrupted`: a reload interrupted a cancellation, so its outcome is checked first. */
export type CancellationInput = { member: PayingMember; isInterrupted: boolean }

export type CancellationContext = CancellationInput & {
  /** The subscription that the member wants to cancel; undefined before the question. */
  subscription: SubscriptionToCancel | undefined
  attempt: CancellationAttempt | undefined
  /** Why the host refused; '' without a refusal. */
  message: string
  /** The plan of an interrupted payment, which is checked before anything is canceled. */
  openPaymentPlanId: number | undefined
}

/** What the store found when this tab got the lock. */
type Claim = { attempt: CancellationAttempt | undefined; openPaymentPlanId: number | undefined }

export type CancellationEvent =
  | { type: 'plan.cancel'; subscription: SubscriptionToCancel }
  | { type: 'plan.keep' }
  | { type: 'plan.confirm' }
  | { type: 'cancellation.retry' }
  | { type: 'record.check' }
  | ({ type: 'attempt.claimed' } & Claim)
  | { type: 'attempt.taken' }
  | { type: 'attempt.freed' }

const stub = createStubs('cancellation')

/** The attempt of a state that has one. */
export const requireCancellation = ({ attempt }: CancellationContext): CancellationAttempt =>
  attempt ?? stub.action('an attempt')()

/** A cancellation pays for nothing, so the record can't show a payment of it. */
export const withoutPayment = { planId: undefined, knownSubscriptionIds: [], underWay: false }

type Outcome = { kind: (CancelResult | RecordResult | ReconciliationOutput)['kind'] }

export const cancellationSetup = setup({
  types: {} as {
    input: CancellationInput
    context: CancellationContext
    events: CancellationEvent
    /** `busy`: a call is running. `question`: the member decides what happens next. */
    tags: 'busy' | 'question'
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    /** Holds the lock of payments while it runs. */
    holdAttempt: stub.callback<CancellationEvent, { member: PayingMember }>('holdAttempt'),
    readRecord: stub.promise<RecordResult, { member: PayingMember }>('readRecord'),
    /** Creates the key and stores the attempt. Fails if storage does. */
    openAttempt: stub.promise<
      CancellationAttempt,
      { subscription: SubscriptionToCancel | undefined; member: PayingMember }
    >('openAttempt'),
    cancelSubscription: stub.promise<
      CancelResult,
      { subscriptionToCancel: SubscriptionToCancel | undefined; key: string }
    >('cancelSubscription'),
    reconciliation: stub.machine<typeof reconciliationMachine>('reconciliation'),
  },
  actions: {
    closeAttempt: stub.action('closeAttempt'),
    refreshMembership: stub.action('refreshMembership'),
    setSubscription: assign((_, { subscription }: { subscription: SubscriptionToCancel }) => ({ subscription })),
    setClaim: assign((_, { attempt, openPaymentPlanId }: Claim) => ({ attempt, openPaymentPlanId })),
    setAttempt: assign((_, attempt: CancellationAttempt) => ({ attempt })),
    setReadError: assign((_, result: { message?: string }) => ({
      message: result.message || 'Something went wrong while fetching memberpress data',
    })),
    setMissingIdError: assign({ message: 'Something went wrong in cancelling previous subscription' }),
    setStorageError: assign({ message: genericMessage }),
    setCancelRefusal: assign(({ context }, result: CancelResult) => ({
      message:
        ('message' in result && result.message) ||
        cancelErrorTexts[requireCancellation(context).subscriptionToCancel.gateway],
    })),
    clearAttempt: assign({ attempt: undefined }),
    clearMessage: assign({ message: '' }),
  },
  guards: {
    isInterrupted: ({ context }) => context.isInterrupted,
    hasOpenPayment: (_, { openPaymentPlanId }: Claim) => openPaymentPlanId !== undefined,
    wasInterrupted: (_, { attempt }: Claim) => attempt !== undefined,
    hasSubscription: ({ context }) => context.subscription !== undefined,
    isProviderIdMissing: (_, { subscription }: { subscription: SubscriptionToCancel }) =>
      subscription.providerId === '',
    isUnchanged: ({ context }, result: RecordResult) =>
      result.kind === 'granted' && result.record.subscriptionToCancel?.id === context.subscription?.id,
    wasRead: (_, { kind }: Outcome) => kind === 'granted',
    isCanceled: (_, { kind }: Outcome) => kind === 'canceled',
    isNotCanceled: (_, { kind }: Outcome) => kind === 'notCanceled',
  },
})
