/**
 * reconciliation: reads the outcome of a payment from the member record when the response is missing.
 *
 *   asking ─▶ pausing ─▶ asking … at most five reads in 30 seconds, then the outcome is unknown
 *      ├──▶ settled (paid, or canceled while the payment is unsent)
 *      └──▶ judging: the fifth read shows that nothing is canceled or nothing is paid; if it fails, the outcome is unknown
 *
 * An earlier read proves nothing, because the host may have processed the call since.
 */
import { assign, setup } from 'xstate'
import { type Attempt, type MemberRecord, type PayingMember, type RecordAnswer } from './payment.types.ts'
import { createStubs } from './stub.ts'

/** `isPaymentUnsent`: only the cancellation was sent, so a canceled subscription settles the outcome. */
export type ReconciliationInput = { attempt: Attempt; member: PayingMember; isPaymentUnsent: boolean }

/** `notCancelled`: nothing was canceled and nothing paid. `notPaid`: canceled where there was a plan to cancel. */
export type ReconciliationOutput = { kind: 'paid' | 'ended' | 'notCancelled' | 'notPaid' | 'outcomeUnknown' }

export type ReconciliationContext = ReconciliationInput & {
  /** The last read; undefined until the host answers it. */
  record: MemberRecord | undefined
  reads: number
  verdict: ReconciliationOutput['kind']
}

/** A pending subscription is an abandoned or unfinished checkout, so it proves no payment. */
const provesPayment = (status: string): boolean => status !== 'cancelled' && status !== 'pending'
/** Canceled, or no longer in the record. */
const isCancelled = ({ subscriptionToCancel }: Attempt, { subscriptions }: MemberRecord): boolean =>
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
    readRecord: stub.promise<RecordAnswer, { member: PayingMember }>('readRecord'),
  },
  actions: {
    countRead: assign(({ context }) => ({ reads: context.reads + 1, record: undefined })),
    setRecord: assign((_, answer: RecordAnswer) => ({
      record: answer.kind === 'granted' ? answer.record : undefined,
    })),
    setVerdict: assign((_, { verdict }: { verdict: ReconciliationOutput['kind'] }) => ({ verdict })),
  },
  guards: {
    showsPaid: ({ context: { attempt } }, answer: RecordAnswer) =>
      answer.kind === 'granted' &&
      answer.record.subscriptions.some(
        ({ id, planId, status }) =>
          provesPayment(status) && planId === attempt.planId && !attempt.knownSubscriptionIds.includes(id),
      ),
    showsEnded: ({ context: { attempt, isPaymentUnsent } }, answer: RecordAnswer) =>
      isPaymentUnsent && answer.kind === 'granted' && isCancelled(attempt, answer.record),
    hasReadsLeft: ({ context }) => context.reads < 5,
    /** A payment that is under way has failed only when its new subscription is canceled. */
    isUnknown: ({ context: { attempt, record } }) =>
      record === undefined ||
      (attempt.underWay &&
        !record.subscriptions.some(
          ({ id, planId, status }) =>
            status === 'cancelled' && planId === attempt.planId && !attempt.knownSubscriptionIds.includes(id),
        )),
    isNotCancelled: ({ context: { attempt, record } }) => record !== undefined && !isCancelled(attempt, record),
  },
  delays: {
    /** 2, 4, 6 and 8 seconds, so that five quick reads fit into 30 seconds. */
    betweenReads: ({ context }) => context.reads * 2_000,
    patience: 30_000,
  },
}).createMachine({
  id: 'reconciliation',
  context: ({ input }) => ({ ...input, record: undefined, reads: 0, verdict: 'outcomeUnknown' }),
  output: ({ context }) => ({ kind: context.verdict }),
  initial: 'reading',
  states: {
    reading: {
      description: 'The host may still process the call, so one read without a result proves nothing.',
      meta: { requirement: 'pay.unanswered' },
      tags: ['busy'],
      after: { patience: 'settled' },
      initial: 'asking',
      states: {
        asking: {
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
                actions: { type: 'setVerdict', params: { verdict: 'paid' } },
              },
              {
                guard: { type: 'showsEnded', params: ({ event }) => event.output },
                target: '#reconciliation.settled',
                actions: { type: 'setVerdict', params: { verdict: 'ended' } },
              },
              {
                guard: 'hasReadsLeft',
                target: 'pausing',
                actions: { type: 'setRecord', params: ({ event }) => event.output },
              },
              {
                target: '#reconciliation.judging',
                actions: { type: 'setRecord', params: ({ event }) => event.output },
              },
            ],
            onError: [{ guard: 'hasReadsLeft', target: 'pausing' }, { target: '#reconciliation.judging' }],
          },
        },
        pausing: { description: 'Waits before the next read.', after: { betweenReads: 'asking' } },
      },
    },
    judging: {
      description: 'Decides by the last read. If it failed, the outcome is unknown.',
      meta: { requirement: 'pay.unanswered' },
      always: [
        { guard: 'isUnknown', target: 'settled' },
        {
          guard: 'isNotCancelled',
          target: 'settled',
          actions: { type: 'setVerdict', params: { verdict: 'notCancelled' } },
        },
        { target: 'settled', actions: { type: 'setVerdict', params: { verdict: 'notPaid' } } },
      ],
    },
    settled: {
      type: 'final',
      description: 'The outcome is known, or the time is over.',
      meta: { requirement: 'pay.unclear' },
    },
  },
})
