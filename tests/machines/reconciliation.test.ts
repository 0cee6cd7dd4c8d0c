import { reconciliationMachine } from '../../machines/reconciliation.ts'
import { attempt, member } from './paymentFixtures.ts'
import { done, elapsed, errored, testExamples } from './runEvents.ts'

const cancelAndPay = { attempt, member, isPaymentUnsent: false }
const cancelOnly = { attempt, member, isPaymentUnsent: true }
const underWay = { ...cancelAndPay, attempt: { ...attempt, underWay: true } }
const old = (status: string) => ({ id: 11, planId: 103, status })
const record = (...subscriptions: object[]) =>
  done('readRecord', { kind: 'granted', record: { subscriptions, subscriptionToCancel: undefined } })
/** The same response five times, with the pauses between them. */
const fiveTimes = (response: ReturnType<typeof record>) => [
  ...Array.from({ length: 4 }, () => [response, elapsed('betweenReads')]).flat(),
  response,
]

testExamples(reconciliationMachine, {
  'reads the record of the member, for 30 seconds at most': {
    requirement: 'pay.reconcile',
    input: cancelAndPay,
    when: [],
    state: { reading: 'requesting' },
    starts: [['readRecord', { member }]],
    delays: [['timeout', 30_000]],
  },
  'is paid as soon as the record has a new subscription of the plan': {
    input: cancelAndPay,
    when: [record(old('cancelled'), { id: 12, planId: 104, status: 'active' })],
    state: 'settled',
    output: { kind: 'paid' },
  },
  'takes a pending subscription for no payment, and reads again after two seconds': {
    input: cancelAndPay,
    when: [record(old('active'), { id: 12, planId: 104, status: 'pending' })],
    state: { reading: 'waiting' },
    delays: [
      ['timeout', 30_000],
      ['betweenReads', 2_000],
    ],
  },
  'is canceled at once if the payment was not sent': {
    input: cancelOnly,
    when: [record(old('cancelled'))],
    state: 'settled',
    output: { kind: 'canceled' },
  },
  'is not canceled if the fifth read shows the old subscription': {
    input: cancelOnly,
    when: fiveTimes(record(old('active'))),
    state: 'settled',
    output: { kind: 'notCanceled' },
  },
  'is not paid if the fifth read shows only the cancellation': {
    requirement: 'pay.reconcile',
    input: cancelAndPay,
    when: fiveTimes(record(old('cancelled'))),
    state: 'settled',
    output: { kind: 'notPaid' },
  },
  'is unknown while the host still processes the payment': {
    input: underWay,
    when: fiveTimes(record(old('cancelled'))),
    state: 'settled',
    output: { kind: 'outcomeUnknown' },
  },
  'is not paid if the payment under way left a canceled subscription of the plan': {
    input: underWay,
    when: fiveTimes(record(old('cancelled'), { id: 12, planId: 104, status: 'cancelled' })),
    state: 'settled',
    output: { kind: 'notPaid' },
  },
  'is unknown if only a new subscription of another plan is canceled': {
    input: underWay,
    when: fiveTimes(record(old('cancelled'), { id: 12, planId: 105, status: 'cancelled' })),
    state: 'settled',
    output: { kind: 'outcomeUnknown' },
  },
  'is unknown if the fifth read fails': {
    requirement: 'pay.reconcile',
    input: cancelAndPay,
    when: fiveTimes(errored('readRecord')),
    state: 'settled',
    output: { kind: 'outcomeUnknown' },
  },
  'is unknown after 30 seconds': {
    input: cancelAndPay,
    when: [elapsed('timeout')],
    state: 'settled',
    output: { kind: 'outcomeUnknown' },
  },
})
