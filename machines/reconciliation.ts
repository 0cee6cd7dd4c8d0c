/**
 * reconciliation: what became of a payment that nobody answered, read from the member record.
 *
 *   asking ─▶ pausing ─▶ asking … at most five times in 30 seconds; when they are over, it is unclear
 *      ├──▶ settled (paid, or only ended)
 *      └──▶ judging: the fifth reading says that it still stands, or is not paid; unanswered, it is unclear
 *
 * An older reading proves nothing: the host may have come to it since.
 */
import { assign, setup } from 'xstate'
import { type Attempt, type MemberRecord, type PayingMember, type RecordAnswer } from './payment.types.ts'
import { createStubs } from './stub.ts'

/** `unsent`: the payment itself has not been asked for yet, so an ended subscription is all there is to wait for. */
export type ReconciliationInput = { attempt: Attempt; member: PayingMember; isUnsent: boolean }

/** `notCancelled`: nothing was ended, nothing paid. `notPaid`: whatever was to be ended is ended. */
export type ReconciliationOutput = { kind: 'paid' | 'ended' | 'notCancelled' | 'notPaid' | 'outcomeUnknown' }

export type ReconciliationContext = ReconciliationInput & {
  /** The last reading; undefined while the host has not answered it. */
  record: MemberRecord | undefined
  reads: number
  verdict: ReconciliationOutput['kind']
}

/** A pending one is an abandoned or unfinished checkout: it proves no payment. */
const provesPayment = (status: string): boolean => status !== 'cancelled' && status !== 'pending'
/** "Ended: the old one is cancelled or gone." */
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
    rememberRecord: assign((_, answer: RecordAnswer) => ({
      record: answer.kind === 'granted' ? answer.record : undefined,
    })),
    rememberVerdict: assign((_, { verdict }: { verdict: ReconciliationOutput['kind'] }) => ({ verdict })),
  },
  guards: {
    showsPaid: ({ context: { attempt } }, answer: RecordAnswer) =>
      answer.kind === 'granted' &&
      answer.record.subscriptions.some(
        ({ id, planId, status }) =>
          provesPayment(status) && planId === attempt.planId && !attempt.knownSubscriptionIds.includes(id),
      ),
    showsEnded: ({ context: { attempt, isUnsent } }, answer: RecordAnswer) =>
      isUnsent && answer.kind === 'granted' && isCancelled(attempt, answer.record),
    hasReadsLeft: ({ context }) => context.reads < 5,
    /** What is under way is known to have failed by a new subscription that is cancelled. */
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
    /** 2, 4, 6 and 8 seconds, so that five quick readings fit into the patience. */
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
      description: 'The host may still be at it, so a reading that shows nothing is not the last one.',
      meta: { requirement: 'pay.unanswered' },
      tags: ['busy'],
      after: { patience: 'settled' },
      initial: 'asking',
      states: {
        asking: {
          description: 'One reading of the member record.',
          entry: 'countRead',
          invoke: {
            id: 'readRecord',
            src: 'readRecord',
            input: ({ context }) => ({ member: context.member }),
            onDone: [
              {
                guard: { type: 'showsPaid', params: ({ event }) => event.output },
                target: '#reconciliation.settled',
                actions: { type: 'rememberVerdict', params: { verdict: 'paid' } },
              },
              {
                guard: { type: 'showsEnded', params: ({ event }) => event.output },
                target: '#reconciliation.settled',
                actions: { type: 'rememberVerdict', params: { verdict: 'ended' } },
              },
              {
                guard: 'hasReadsLeft',
                target: 'pausing',
                actions: { type: 'rememberRecord', params: ({ event }) => event.output },
              },
              {
                target: '#reconciliation.judging',
                actions: { type: 'rememberRecord', params: ({ event }) => event.output },
              },
            ],
            onError: [{ guard: 'hasReadsLeft', target: 'pausing' }, { target: '#reconciliation.judging' }],
          },
        },
        pausing: { description: 'Not yet; the host gets a moment.', after: { betweenReads: 'asking' } },
      },
    },
    judging: {
      description: 'What the last reading says, just now. Without an answer to it, nobody knows.',
      meta: { requirement: 'pay.unanswered' },
      always: [
        { guard: 'isUnknown', target: 'settled' },
        {
          guard: 'isNotCancelled',
          target: 'settled',
          actions: { type: 'rememberVerdict', params: { verdict: 'notCancelled' } },
        },
        { target: 'settled', actions: { type: 'rememberVerdict', params: { verdict: 'notPaid' } } },
      ],
    },
    settled: { type: 'final', description: 'As much is known as can be.', meta: { requirement: 'pay.unclear' } },
  },
})
