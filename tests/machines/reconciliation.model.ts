import { reconciliationMachine } from '../../machines/reconciliation.ts'
import { createModel } from '../paths/model.ts'
import { attempt, member } from './paymentFixtures.ts'

const activeSubscription = { id: 11, planId: 102, status: 'active' }
const recordWith = (...subscriptions: (typeof activeSubscription)[]) => ({
  kind: 'granted' as const,
  record: { subscriptions, subscriptionToCancel: undefined },
})

export default createModel({
  machine: reconciliationMachine,
  inputs: {
    'the cancellation has no response': { attempt, member, isPaymentUnsent: true },
    'the payment of a change has no response': { attempt, member, isPaymentUnsent: false },
    'the payment of a guest has no response': {
      attempt: { ...attempt, subscriptionToCancel: undefined },
      member,
      isPaymentUnsent: false,
    },
    'the bank confirmed the payment': { attempt: { ...attempt, underWay: true }, member, isPaymentUnsent: false },
  },
  events: {},
  outcomes: {
    readRecord: {
      done: {
        'as it was': recordWith(activeSubscription),
        'the old one canceled': recordWith({ ...activeSubscription, status: 'cancelled' }),
        'the old one missing': recordWith(),
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
        'the plan from before the attempt': recordWith({ ...activeSubscription, planId: 104 }),
        refused: { kind: 'refused', message: 'Sorry, you are not allowed to do that.' },
      },
      error: { unreachable: { message: 'network error' } },
    },
  },
  stateKey: ({ context }) => [
    context.reads,
    context.record?.subscriptions,
    context.outcome,
    context.attempt.underWay,
    context.attempt.subscriptionToCancel !== undefined,
    context.isPaymentUnsent,
  ],
  invariants: {
    'the record is read at most five times': ({ context }) => context.reads <= 5,
    'every outcome except outcomeUnknown requires a record': ({ context, status }) =>
      status !== 'done' ||
      context.outcome === 'outcomeUnknown' ||
      context.outcome === 'paid' ||
      context.outcome === 'canceled' ||
      context.record !== undefined,
    'a payment under way never counts as unpaid without a canceled subscription': ({ context }) =>
      !context.attempt.underWay ||
      !['notPaid', 'notCanceled'].includes(context.outcome) ||
      context.record?.subscriptions[0]?.status === 'cancelled',
    'once the payment was sent, a canceled subscription alone proves nothing': ({ context }) =>
      context.isPaymentUnsent || context.outcome !== 'canceled',
  },
  texts: {
    outcomes: {
      'readRecord done / the old one canceled': 'The record shows that the old subscription is canceled',
      'readRecord done / the old one missing': 'The record no longer contains the old subscription',
      'readRecord done / the new one pending': 'The record shows the new subscription as pending',
      'readRecord done / the new one failed': 'The record shows the new subscription as failed',
      'readRecord done / another plan active': 'The record shows another plan as active',
      'readRecord done / the plan from before the attempt':
        'The record shows a subscription of this plan from before the attempt',
      'readRecord done / refused': 'The host refuses the record',
      'readRecord done / as it was': 'The record shows the old subscription only.',
      'readRecord done / the new one active': 'The record shows the new subscription.',
      'readRecord error / unreachable': 'The record can’t be read.',
    },
    delays: { betweenReads: 'A few seconds pass', timeout: '30 seconds have passed' },
  },
  manual: {
    starts: {
      'the cancellation has no response': {
        as: 'member',
        before:
          'At `/sandbox`: Call `POST /wp-json/payment/v1/cancel-subscription`, Fault `cut-before` if the old one is to stay active, `cut-after` if it is to be canceled.',
        open: '/upgrade/104',
        then: 'Press _Pay Now_ beside the saved card.',
      },
      'the payment of a change has no response': {
        as: 'member',
        before:
          'At `/sandbox`: Call `POST /wp-json/payment/v1/pay-from-save-card`, Fault `cut-before` if it is not to be paid, `cut-after` if it is.',
        open: '/upgrade/104',
        then: 'Press _Pay Now_ beside the saved card.',
      },
      'the payment of a guest has no response': {
        as: 'guest',
        before:
          'At `/sandbox`: Call `POST /wp-json/payment/v1/create-subscription`, Fault `cut-before` if it is not to be paid, `cut-after` if it is.',
        open: '/subscribe/104',
        then: 'Fill in the form with 4242 4242 4242 4242 and press _Pay_.',
      },
      'the bank confirmed the payment': { impossible: 'The sandbox pays or declines immediately.' },
    },
    calls: { readRecord: 'GET /wp-json/mp/v1/members/{id}' },
    causedBy: {
      'readRecord done / the old one canceled': 'itself',
      'readRecord done / the new one active': 'itself',
      'readRecord done / the old one missing': {
        impossible: 'The sandbox leaves canceled subscriptions in the record.',
      },
      'readRecord done / refused': { fault: 'status-429' },
      'readRecord error / unreachable': { fault: 'cut-before' },
    },
  },
})
