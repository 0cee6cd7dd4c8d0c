import { type Attempt } from '../../machines/payment.types.ts'
import { reconciliationMachine } from '../../machines/reconciliation.ts'
import { createModel } from '../paths/model.ts'

const member = { id: 2, email: 'member@statecast.test', name: 'Mara Member' }
const activeSubscription = { id: 11, planId: 102, status: 'active' }
const attempt: Attempt = {
  planId: 104,
  paymentMethod: { kind: 'savedCard', paymentMethodId: 'pm_1' },
  subscriptionToCancel: { id: 11, providerId: 'sub_11', gateway: 'card' },
  knownSubscriptionIds: [11],
  cancelKey: 'cancel-1',
  payKey: 'pay-1',
  underWay: false,
  outcomeUnknown: { cancel: false, pay: false },
}
const recordWith = (...subscriptions: (typeof activeSubscription)[]) => ({
  kind: 'granted' as const,
  record: { subscriptions, subscriptionToCancel: undefined },
})

export default createModel({
  machine: reconciliationMachine,
  inputs: {
    'nobody answered the cancellation': { attempt, member, isPaymentUnsent: true },
    'nobody answered the payment of a change': { attempt, member, isPaymentUnsent: false },
    'nobody answered the payment of a guest': {
      attempt: { ...attempt, subscriptionToCancel: undefined },
      member,
      isPaymentUnsent: false,
    },
    'the bank said yes': { attempt: { ...attempt, underWay: true }, member, isPaymentUnsent: false },
  },
  events: {},
  outcomes: {
    readRecord: {
      done: {
        'as it was': recordWith(activeSubscription),
        'the old one ended': recordWith({ ...activeSubscription, status: 'cancelled' }),
        'the old one gone': recordWith(),
        'the new one pending': recordWith(
          { ...activeSubscription, id: 12, planId: 104, status: 'pending' },
          activeSubscription,
        ),
        'the new one active': recordWith(
          { ...activeSubscription, id: 12, planId: 104 },
          { ...activeSubscription, status: 'cancelled' },
        ),
        'the new one failed': recordWith(
          { ...activeSubscription, id: 12, planId: 104, status: 'cancelled' },
          { ...activeSubscription, status: 'cancelled' },
        ),
        'another plan active': recordWith(
          { ...activeSubscription, id: 12, planId: 103 },
          { ...activeSubscription, status: 'cancelled' },
        ),
        'the plan known before': recordWith({ ...activeSubscription, planId: 104 }),
        refused: { kind: 'refused', message: 'Sorry, you are not allowed to do that.' },
      },
      error: { unreachable: { message: 'network error' } },
    },
  },
  stateKey: ({ context: { reads, record, verdict, attempt: about, isPaymentUnsent } }) => [
    reads,
    record?.subscriptions,
    verdict,
    about.underWay,
    about.subscriptionToCancel !== undefined,
    isPaymentUnsent,
  ],
  invariants: {
    'the record is read at most five times': ({ context }) => context.reads <= 5,
    'every verdict except outcomeUnknown requires a record': ({ context, status }) =>
      status !== 'done' ||
      context.verdict === 'outcomeUnknown' ||
      context.verdict === 'paid' ||
      context.verdict === 'ended' ||
      context.record !== undefined,
    'a payment under way never counts as unpaid without a canceled subscription': ({ context }) =>
      !context.attempt.underWay ||
      !['notPaid', 'notCancelled'].includes(context.verdict) ||
      context.record?.subscriptions[0]?.status === 'cancelled',
    'a canceled subscription alone is no result once the payment was sent': ({ context }) =>
      context.isPaymentUnsent || context.verdict !== 'ended',
  },
  texts: {
    outcomes: {
      'readRecord done / the old one ended': 'The record shows that the old subscription is canceled',
      'readRecord done / the old one gone': 'The record no longer contains the old subscription',
      'readRecord done / the new one pending': 'The record shows the new subscription as pending',
      'readRecord done / the new one failed': 'The record shows the new subscription as failed',
      'readRecord done / another plan active': 'The record shows another plan as active',
      'readRecord done / the plan known before': 'The record shows a subscription of this plan from before the attempt',
      'readRecord done / refused': 'The host refuses the record',
      'readRecord done / as it was': 'The record shows the old subscription only.',
      'readRecord done / the new one active': 'The record shows the new subscription.',
      'readRecord error / unreachable': 'The record can’t be read.',
    },
    delays: { betweenReads: 'A few seconds pass', patience: '30 seconds have passed' },
  },
  manual: {
    starts: {
      'nobody answered the cancellation': {
        as: 'member',
        before:
          'At `/sandbox`: Call `POST /wp-json/payment/v1/cancel-subscription`, Fault `cut-before` if the old one is to stay active, `cut-after` if it is to be canceled.',
        open: '/upgrade/104',
        then: 'Press _Pay Now_ beside the saved card.',
      },
      'nobody answered the payment of a change': {
        as: 'member',
        before:
          'At `/sandbox`: Call `POST /wp-json/payment/v1/pay-from-save-card`, Fault `cut-before` if it is not to be paid, `cut-after` if it is.',
        open: '/upgrade/104',
        then: 'Press _Pay Now_ beside the saved card.',
      },
      'nobody answered the payment of a guest': {
        as: 'guest',
        before:
          'At `/sandbox`: Call `POST /wp-json/payment/v1/create-subscription`, Fault `cut-before` if it is not to be paid, `cut-after` if it is.',
        open: '/subscribe/104',
        then: 'Fill in the form with 4242 4242 4242 4242 and press _Pay_.',
      },
      'the bank said yes': { not: 'The sandbox pays or declines immediately.' },
    },
    calls: { readRecord: 'GET /wp-json/mp/v1/members/{id}' },
    causedBy: {
      'readRecord done / the old one ended': 'itself',
      'readRecord done / the new one active': 'itself',
      'readRecord done / the old one gone': { not: 'The sandbox leaves canceled subscriptions in the record.' },
      'readRecord done / refused': { fault: 'status-429' },
      'readRecord error / unreachable': { fault: 'cut-before' },
    },
  },
})
