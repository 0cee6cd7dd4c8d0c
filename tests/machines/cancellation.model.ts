import { cancellationMachine } from '../../machines/cancellation.ts'
import { createModel } from '../paths/model.ts'
import { member, subscriptionToCancel } from './paymentFixtures.ts'

const attempt = { subscriptionToCancel, key: 'cancel-1' }
const record = (id: number | undefined) => ({
  kind: 'granted' as const,
  record: {
    subscriptions: [{ id: 11, planId: 102, status: id === 11 ? 'active' : 'cancelled' }],
    subscriptionToCancel: id === undefined ? undefined : { ...subscriptionToCancel, id },
  },
})

export default createModel({
  machine: cancellationMachine,
  inputs: {
    'a plan that renews': { member, isInterrupted: false },
    'a reload after an interrupted cancellation': { member, isInterrupted: true },
  },
  events: {
    'plan.cancel': {
      'a plan by card': { subscription: subscriptionToCancel },
      'a plan by PayPal': { subscription: { id: 11, providerId: 'I-11', gateway: 'paypal' } },
      'a plan without an id at its gateway': { subscription: { ...subscriptionToCancel, providerId: '' } },
    },
    'plan.keep': 'Press Keep plan',
    'plan.confirm': 'Confirm the cancellation',
    'cancellation.retry': 'Press Try again',
    'record.check': 'Press Check again',
    'attempt.claimed': {
      'nothing is open': { attempt: undefined, openPaymentPlanId: undefined },
      'a cancellation was interrupted': { attempt, openPaymentPlanId: undefined },
      'a payment was interrupted': { attempt: undefined, openPaymentPlanId: 104 },
    },
    'attempt.taken': 'Another tab changes or cancels the plan',
    'attempt.freed': 'The other tab has finished',
  },
  outcomes: {
    holdAttempt: { done: 'never', error: 'never' },
    readRecord: {
      done: {
        'as on the page': record(11),
        'the plan is canceled': record(undefined),
        'another plan': record(12),
        refused: { kind: 'refused', message: 'Sorry, you are not allowed to do that.' },
        'refused without a message': { kind: 'refused', message: '' },
      },
      error: { unreachable: { message: 'network error' } },
    },
    openAttempt: {
      done: {
        stored: attempt,
        'stored, by PayPal': {
          ...attempt,
          subscriptionToCancel: { id: 11, providerId: 'I-11', gateway: 'paypal' },
        },
      },
      error: { 'it can’t be stored': { message: 'QuotaExceededError' } },
    },
    cancelSubscription: {
      done: {
        canceled: { kind: 'canceled' },
        refused: { kind: 'refused', message: 'This subscription can’t be ended.' },
        'refused without a message': { kind: 'refused', message: '' },
      },
      error: { 'no response': { message: 'network error' } },
    },
    reconciliation: {
      done: {
        canceled: { kind: 'canceled' },
        notCanceled: { kind: 'notCanceled' },
        outcomeUnknown: { kind: 'outcomeUnknown' },
      },
      error: { broken: { message: 'unexpected' } },
    },
  },
  stateKey: ({ context: { subscription, attempt: open, openPaymentPlanId } }) => [
    subscription?.gateway,
    subscription?.providerId,
    open?.subscriptionToCancel.gateway,
    openPaymentPlanId,
  ],
  invariants: {
    'a refusal has a message': (snapshot) =>
      !(snapshot.matches('refused') || snapshot.matches('missingId')) || snapshot.context.message !== '',
    'a call is sent only for a stored attempt': (snapshot) =>
      !(snapshot.matches({ attempting: 'canceling' }) || snapshot.matches({ attempting: 'retrying' })) ||
      snapshot.context.attempt !== undefined,
    'a cancellation with an unknown outcome is never sent again': (snapshot) =>
      !snapshot.matches({ attempting: 'outcomeUnknown' }) ||
      !(snapshot.can({ type: 'cancellation.retry' }) || snapshot.can({ type: 'plan.confirm' })),
    'a canceled plan was sent to the host': (snapshot) =>
      !snapshot.matches('canceled') || snapshot.context.attempt !== undefined,
    'a tab that waits for another one has sent nothing': (snapshot) =>
      !snapshot.matches({ attempting: 'underWay' }) || snapshot.context.attempt === undefined,
  },
  texts: {
    events: {
      'plan.cancel / a plan by card': 'Press Cancel plan beside a plan that is paid by card',
      'plan.cancel / a plan by PayPal': 'Press Cancel plan beside a plan that is paid with PayPal',
      'plan.cancel / a plan without an id at its gateway': 'Press Cancel plan beside a plan whose gateway has no id',
      'attempt.claimed / nothing is open': 'No payment and no cancellation is open',
      'attempt.claimed / a cancellation was interrupted': 'A reload interrupted an earlier cancellation',
      'attempt.claimed / a payment was interrupted': 'A reload interrupted an earlier payment',
    },
    outcomes: {
      'readRecord done / as on the page': 'The record matches the page',
      'readRecord done / the plan is canceled': 'The record shows that the plan is canceled',
      'readRecord done / another plan': 'The record shows another plan',
      'readRecord done / refused': 'The host refuses the record with a message',
      'readRecord done / refused without a message': 'The host refuses the record without a message',
      'readRecord error': 'The connection to the host is lost, and the record does not load',
      'openAttempt done / stored': 'The browser stores the attempt',
      'openAttempt done / stored, by PayPal': 'The browser stores the attempt of a plan by PayPal',
      'openAttempt error': 'The browser can’t store the attempt',
      'cancelSubscription done / canceled': 'The host cancels the plan',
      'cancelSubscription done / refused': 'The host refuses to cancel the plan',
      'cancelSubscription done / refused without a message': 'The host refuses without a message',
      'cancelSubscription error': 'The connection is lost during the cancellation',
      'reconciliation done / canceled': 'The record shows that the plan is canceled',
      'reconciliation done / notCanceled': 'The record shows that the plan is active',
      'reconciliation done / outcomeUnknown': 'The record can’t be read in time',
      'reconciliation error': 'The reconciliation machine fails',
    },
  },
  manual: {
    starts: {
      'a plan that renews': { as: 'member', open: '/profile' },
      'a reload after an interrupted cancellation': {
        as: 'member',
        before:
          'At `/sandbox`: Call `POST /wp-json/payment/v1/cancel-subscription`, Fault `delay`, Times 1, Delay in ms 10000. At `/profile`, press _Cancel plan_ twice and close the tab while it cancels.',
        open: '/profile',
      },
    },
    calls: {
      readRecord: 'GET /wp-json/mp/v1/members/{id}',
      cancelSubscription: 'POST /wp-json/payment/v1/cancel-subscription',
    },
    causedBy: {
      'plan.cancel / a plan by card': { do: 'Press _Cancel plan_.' },
      'plan.cancel / a plan by PayPal': { impossible: 'Sign in as `paypal-member` for this step.' },
      'plan.cancel / a plan without an id at its gateway': {
        impossible: 'Every subscription of the sandbox has an id at its gateway.',
      },
      'attempt.claimed / nothing is open': 'itself',
      'attempt.claimed / a cancellation was interrupted': {
        set: 'At `/sandbox`: Call `POST /wp-json/payment/v1/cancel-subscription`, Fault `delay`, Times 1, Delay in ms 60000. In another tab, open `/profile`, press _Cancel plan_ twice, and close that tab while it cancels.',
      },
      'attempt.claimed / a payment was interrupted': {
        set: 'At `/sandbox`: Call `POST /wp-json/payment/v1/cancel-subscription`, Fault `delay`, Times 1, Delay in ms 60000. In another tab, open `/upgrade/104`, press _Pay Now_, and close that tab while it pays.',
      },
      'attempt.taken': {
        set: 'At `/sandbox`: Call `POST /wp-json/payment/v1/cancel-subscription`, Fault `delay`, Times 1, Delay in ms 60000. In another tab, open `/upgrade/104`, and press _Pay Now_ in that tab first.',
      },
      'attempt.freed': { do: 'Close the other tab.' },
      'readRecord done / the plan is canceled': { do: 'Cancel the plan on another device before this step.' },
      'readRecord done / another plan': { do: 'Change the plan on another device before this step.' },
      'openAttempt done / stored': 'itself',
      'openAttempt done / stored, by PayPal': 'itself',
      'openAttempt error': { impossible: 'The storage would have to fill up between two calls.' },
      'cancelSubscription done / refused': { fault: 'refuse', message: 'This subscription can’t be ended.' },
      'cancelSubscription error': {
        set: 'At `/sandbox`: Call `POST /wp-json/payment/v1/cancel-subscription`, Times 1, Fault `cut-before` if the plan is to stay active, `cut-after` if it is to be canceled.',
      },
      'reconciliation done / canceled': { do: 'Wait: the record shows it after `cut-after`.' },
      'reconciliation done / notCanceled': { do: 'Wait half a minute: the record shows it after `cut-before`.' },
      'reconciliation done / outcomeUnknown': {
        do: 'At `/sandbox`, immediately: Call `GET /wp-json/mp/v1/members/{id}`, Fault `cut-before`, Times empty; remove it after the path. Wait half a minute.',
      },
      'reconciliation error': { impossible: 'The reconciliation machine turns every failure into an output.' },
    },
  },
})
