/**
 * reconciliation: reads the outcome of a payment from the member record when the response is missing.
 *
 *   requesting ─▶ waiting ─▶ requesting … at most five reads in 30 seconds, then the outcome is unknown
 *      ├──▶ settled (paid, or canceled before the payment was sent)
 *      └──▶ deciding: the fifth read shows that nothing is canceled or nothing is paid; if it fails, the outcome is unknown
 *
 * Earlier reads prove nothing, because the host may process the call after them.
 */
import { assign, setup } from 'xstate'
import { type Attempt, type MemberRecord, type PayingMember, type RecordResult } from './payment.types.ts'
import { createStubs } from './stub.ts'

/** The part of an attempt that the record is compared with. Without a payment, `planId` is undefined. */
export type ReconciledAttempt = Pick<Attempt, 'subscriptionToCancel' | 'knownSubscriptionIds' | 'underWay'> & {
  planId: number | undefined
}

/** `isPaymentUnsent`: only the cancellation was sent, so a canceled subscription is a result. */
export type ReconciliationInput = { attempt: ReconciledAttempt; member: PayingMember; isPaymentUnsent: boolean }

/**
 * `canceled`: the old subscription is canceled and no payment was sent. `notCanceled`: nothing was canceled and nothing paid.
 * `notPaid`: nothing was paid; a subscription to cancel is canceled.
 */
export type ReconciliationOutput = { kind: 'paid' | 'canceled' | 'notCanceled' | 'notPaid' | 'outcomeUnknown' }

export type ReconciliationContext = ReconciliationInput & {
  /** The last record that was read; undefined without a response. */
  record: MemberRecord | undefined
  reads: number
  outcome: ReconciliationOutput['kind']
}

/** A pending subscription is an abandoned or unfinished checkout, so it proves no payment. */
const isProofOfPayment = (status: string): boolean => status !== 'cancelled' && status !== 'pending'
/** Canceled, or no longer in the record. */
const isCanceled = ({ subscriptionToCancel }: ReconciledAttempt, { subscriptions }: MemberRecord): boolean =>
  !subscriptions.some(({ id, status }) => id === subscriptionToCancel?.id && status !== 'cancelled')

const stub = createStubs('reconciliation')

export const reconciliationMachine = setup({
  types: {} as {
    input: ReconciliationInput
    context: ReconciliationContext
    output: ReconciliationOutput
    tags: 'busy'
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    readRecord: stub.promise<RecordResult, { member: PayingMember }>('readRecord'),
  },
  actions: {
    countRead: assign(({ context }) => ({ reads: context.reads + 1, record: undefined })),
    setRecord: assign((_, result: RecordResult) => ({
      record: result.kind === 'granted' ? result.record : undefined,
    })),
    setOutcome: assign((_, { outcome }: { outcome: ReconciliationOutput['kind'] }) => ({ outcome })),
  },
  guards: {
    showsPaid: ({ context: { attempt } }, result: RecordResult) =>
      result.kind === 'granted' &&
      result.record.subscriptions.some(
        ({ id, planId, status }) =>
          isProofOfPayment(status) &&
          planId !== undefined &&
          planId === attempt.planId &&
          !attempt.knownSubscriptionIds.includes(id),
      ),
    showsCanceled: ({ context: { attempt, isPaymentUnsent } }, result: RecordResult) =>
      isPaymentUnsent && result.kind === 'granted' && isCanceled(attempt, result.record),
    hasReadsLeft: ({ context }) => context.reads < 5,
    /** A payment that is under way has failed only when its new subscription is canceled. */
    isUnknown: ({ context: { attempt, record } }) =>
      record === undefined ||
      (attempt.underWay &&
        !record.subscriptions.some(
          ({ id, planId, status }) =>
            status === 'cancelled' && planId === attempt.planId && !attempt.knownSubscriptionIds.includes(id),
        )),
    isNotCanceled: ({ context: { attempt, record } }) => record !== undefined && !isCanceled(attempt, record),
  },
  delays: {
    /** 2, 4, 6 and 8 seconds, so that five quick reads fit into 30 seconds. */
    betweenReads: ({ context }) => context.reads * 2_000,
    timeout: 30_000,
  },
}).createMachine({
  id: 'reconciliation',
  context: ({ input }) => ({ ...input, record: undefined, reads: 0, outcome: 'outcomeUnknown' }),
  output: ({ context }) => ({ kind: context.outcome }),
  initial: 'reading',
  states: {
    reading: {
      description: 'The member record is read repeatedly, because the host may still be processing the call.',
      meta: { requirement: 'pay.reconcile' },
      tags: ['busy'],
      after: { timeout: 'settled' },
      initial: 'requesting',
      states: {
        requesting: {
          description: 'Reads the member record once.',
          entry: 'countRead',
          invoke: {
            id: 'readRecord',
            src: 'readRecord',
            input: ({ context }) => ({ member: context.member }),
            onDone: [
              {
                guard: { type: 'showsPaid', params: ({ event }) => event.output },
                target: '#reconciliation.settled',
                actions: { type: 'setOutcome', params: { outcome: 'paid' } },
              },
              {
                guard: { type: 'showsCanceled', params: ({ event }) => event.output },
                target: '#reconciliation.settled',
                actions: { type: 'setOutcome', params: { outcome: 'canceled' } },
              },
              {
                guard: 'hasReadsLeft',
                target: 'waiting',
                actions: { type: 'setRecord', params: ({ event }) => event.output },
              },
              {
                target: '#reconciliation.deciding',
                actions: { type: 'setRecord', params: ({ event }) => event.output },
              },
            ],
            onError: [{ guard: 'hasReadsLeft', target: 'waiting' }, { target: '#reconciliation.deciding' }],
          },
        },
        waiting: { description: 'Waits before the next read.', after: { betweenReads: 'requesting' } },
      },
    },
    deciding: {
      description: 'Decides by the last read. If it failed, the outcome is unknown.',
      meta: { requirement: 'pay.reconcile' },
      always: [
        { guard: 'isUnknown', target: 'settled' },
        {
          guard: 'isNotCanceled',
          target: 'settled',
          actions: { type: 'setOutcome', params: { outcome: 'notCanceled' } },
        },
        { target: 'settled', actions: { type: 'setOutcome', params: { outcome: 'notPaid' } } },
      ],
    },
    settled: {
      type: 'final',
      description: 'The outcome is known, or the timeout has expired.',
      meta: { requirement: 'pay.outcomeUnknown' },
    },
  },
})
