/** planChange.setup: the actors, actions and guards of planChange. */
import { assign, setup } from 'xstate'
import { genericMessage } from './messageOf.ts'
import { type paymentMachine, type PaymentOutput } from './payment.ts'
import { type Attempt, type PayingMember, type PlanChangeOutput, type RecordResult } from './payment.types.ts'
import { type PlanChangeContext, type PlanChangeEvent, type PlanChangeInput } from './payment.types.ts'
import { type reconciliationMachine, type ReconciliationOutput } from './reconciliation.ts'
import { createStubs } from './stub.ts'

type Outcome = (PaymentOutput | ReconciliationOutput)['kind']
const stub = createStubs('planChange')

/** The outputs of the final states. */
export const planChangeResults = [
  'paid',
  'refused',
  'membershipChanged',
  'cancellationOpen',
  'left',
] as const satisfies readonly PlanChangeOutput['kind'][]

/** The attempt of a state that has one. */
export const requireAttempt = ({ attempt }: PlanChangeContext): Attempt => attempt ?? stub.action('an attempt')()

const replacesPlan = (context: PlanChangeContext): boolean => requireAttempt(context).subscriptionToCancel !== undefined

export const planChangeSetup = setup({
  types: {} as {
    input: PlanChangeInput
    context: PlanChangeContext
    events: PlanChangeEvent
    /** `busy`: a call is running. `question`: the member decides what happens next. */
    tags: 'busy' | 'question'
    output: PlanChangeOutput
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    /** Holds the lock of the attempt while it runs: one attempt at a time in this browser. */
    holdAttempt: stub.callback<PlanChangeEvent, { member: PayingMember }>('holdAttempt'),
    readRecord: stub.promise<RecordResult, { member: PayingMember }>('readRecord'),
    /** Creates a key for each call and stores the attempt. Fails if storage does. */
    openAttempt: stub.promise<{ attempt: Attempt }, { request: PlanChangeContext['request'] }>('openAttempt'),
    renewKey: stub.promise<{ attempt: Attempt }, { attempt: Attempt }>('renewKey'),
    payment: stub.machine<typeof paymentMachine>('payment'),
    reconciliation: stub.machine<typeof reconciliationMachine>('reconciliation'),
  },
  actions: {
    storeAttempt: stub.action('storeAttempt'),
    closeAttempt: stub.action('closeAttempt'),
    closePaidAttempt: stub.action('closePaidAttempt'),
    setAttempt: assign((_, { attempt }: { attempt: Attempt | undefined }) => ({ attempt })),
    setKnownSubscriptions: assign(({ context: { request } }, result: RecordResult) => {
      // This attempt may turn a pending subscription into a paid one, so a pending one does not count as known.
      const known = 'record' in result ? result.record.subscriptions.filter(({ status }) => status !== 'pending') : []
      return { request: request && { ...request, knownSubscriptionIds: known.map(({ id }) => id) } }
    }),
    setReadError: assign((_, { message }: { kind?: RecordResult['kind']; message?: string }) => ({
      message: message || 'Something went wrong while fetching memberpress data',
    })),
    setMissingIdError: assign({ message: 'Something went wrong in cancelling previous subscription' }),
    setStorageError: assign({ message: genericMessage }),
    /** An outcome that was unknown stays unknown: a later refusal says nothing about the earlier call. */
    setOutcome: assign(({ context }, { kind, message, isAboutCard }: PaymentOutput) => {
      const attempt = requireAttempt(context)
      const cancel = attempt.outcomeUnknown.cancel || kind === 'cancelUnknown'
      const pay = attempt.outcomeUnknown.pay || kind === 'paymentUnknown' || kind === 'underWay'
      return {
        message,
        isAboutCard: isAboutCard === true,
        attempt: { ...attempt, underWay: kind === 'underWay', outcomeUnknown: { cancel, pay } },
      }
    }),
    clearMessage: assign({ message: '', isAboutCard: false }),
  },
  guards: {
    isInterrupted: (_, { attempt }: { attempt: Attempt | undefined }) => attempt !== undefined,
    isCancellationOpen: (_, { isCancellationOpen }: { isCancellationOpen: boolean }) => isCancellationOpen,
    hasRequest: ({ context }) => context.request !== undefined,
    wasRead: (_, result: RecordResult) => result.kind === 'granted',
    isUnchanged: ({ context: { request } }, result: RecordResult) =>
      result.kind === 'granted' && result.record.subscriptionToCancel?.id === request?.subscriptionToCancel?.id,
    isProviderIdMissing: ({ context: { request } }) => request?.subscriptionToCancel?.providerId === '',
    opensWithCancel: (_, { attempt }: { attempt: Attempt }) => attempt.subscriptionToCancel !== undefined,
    wasPaid: (_, { kind }: { kind: Outcome }) => kind === 'paid',
    wasRefused: (_, { kind }: { kind: Outcome }) => kind === 'refused',
    wasRefusedAfterCancel: ({ context }, { kind }: { kind: Outcome }) => kind === 'refused' && replacesPlan(context),
    wasNotCanceled: ({ context }, { kind }: { kind: Outcome }) => kind === 'notCanceled' && replacesPlan(context),
    isPaymentUnsent: ({ context }, { kind }: { kind: Outcome }) =>
      kind === 'cancelUnknown' && !requireAttempt(context).outcomeUnknown.pay,
    isCanceled: (_, { kind }: { kind: Outcome }) => kind === 'canceled',
    isUnknown: (_, { kind }: { kind: Outcome }) => kind === 'outcomeUnknown',
    replacesPlan: ({ context }) => replacesPlan(context),
  },
})
