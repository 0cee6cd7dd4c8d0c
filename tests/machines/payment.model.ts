import { paymentMachine } from '../../machines/payment.ts'
import { type Attempt } from '../../machines/payment.types.ts'
import { createModel } from '../paths/model.ts'

const member = { id: 2, email: 'member@statecast.test', name: 'Mara Member' }
const subscriptionToCancel = { id: 11, providerId: 'sub_11', gateway: 'card' } as const
const attempt: Attempt = {
  planId: 104,
  paymentMethod: { kind: 'savedCard', paymentMethodId: 'pm_1' },
  subscriptionToCancel,
  knownSubscriptionIds: [11],
  cancelKey: 'cancel-1',
  payKey: 'pay-1',
  underWay: false,
  outcomeUnknown: { cancel: false, pay: false },
}

export default createModel({
  machine: paymentMachine,
  inputs: {
    'a member with a saved card': { attempt, member, isCancelled: false },
    'a member with PayPal': {
      attempt: {
        ...attempt,
        subscriptionToCancel: { ...subscriptionToCancel, gateway: 'paypal' },
        paymentMethod: { kind: 'paypal', subscriptionId: 'I-1' },
      },
      member,
      isCancelled: false,
    },
    'a member who tries again what nobody answered': {
      attempt: { ...attempt, outcomeUnknown: { cancel: true, pay: true } },
      member,
      isCancelled: false,
    },
    'a member whose old subscription is ended': { attempt, member, isCancelled: true },
    'a guest with a new card': {
      attempt: {
        ...attempt,
        subscriptionToCancel: undefined,
        paymentMethod: { kind: 'newCard', paymentMethodId: 'pm_2' },
      },
      member,
      isCancelled: false,
    },
  },
  events: {},
  outcomes: {
    cancelSubscription: {
      done: {
        ended: { kind: 'ended' },
        refused: { kind: 'refused', message: 'This subscription can’t be ended.' },
        'refused without a word': { kind: 'refused', message: '' },
      },
      error: {
        'the line was cut': { message: 'no line' },
        'a 5xx with words': { serverText: 'The gateway does not answer.' },
      },
    },
    pay: {
      done: {
        paid: { kind: 'paid' },
        'wants 3-D Secure': { kind: 'requiresAction', clientSecret: 'pi_1_secret_2' },
        pending: { kind: 'pending' },
        declined: { kind: 'refused', message: 'Your card was declined.' },
        'declined without a word': { kind: 'refused', message: '' },
      },
      error: {
        'the line was cut': { message: 'no line' },
        'a 5xx with words': { serverText: 'The bank does not answer.' },
      },
    },
    confirmCard: {
      done: {
        confirmed: { kind: 'confirmed' },
        abandoned: { kind: 'refused', message: '' },
        failed: { kind: 'refused', message: 'We are unable to authenticate your payment method.' },
      },
      error: { 'nobody can tell': { message: 'no line' } },
    },
  },
  stateKey: ({ context: { kind, message } }) => [kind, message],
  invariants: {
    'nothing is charged before the old subscription is ended': ({ context, value }) =>
      context.kind !== 'notCancelled' || value === 'settled',
    'a refusal has words': ({ context: { kind, message } }) =>
      !['notCancelled', 'refused', 'cancelUnknown'].includes(kind) || message !== '',
    'paid is said where the host said it': (snapshot) =>
      snapshot.matches('paid') === (snapshot.context.kind === 'paid'),
    'a no to what was sent before is no verdict': ({ context: { kind, attempt } }) =>
      !(attempt.outcomeUnknown.pay && kind === 'refused') &&
      !(attempt.outcomeUnknown.cancel && kind === 'notCancelled'),
    'the bank is asked with a secret': (snapshot) =>
      !snapshot.matches('confirming') || snapshot.context.clientSecret !== '',
    'whoever has ended it already does not end it again': (snapshot) =>
      !snapshot.matches('cancelling') || !snapshot.context.isCancelled,
  },
  texts: {
    outcomes: {
      'cancelSubscription done / refused without a word':
        'The host refuses to end the old subscription and says nothing',
      'cancelSubscription error / the line was cut':
        'The line is cut, and nobody says whether the old subscription is ended',
      'cancelSubscription error / a 5xx with words':
        'The host is broken as it is to end the old subscription, and says so',
      'pay done / wants 3-D Secure': 'The bank asks for a confirmation',
      'pay done / pending': 'The host says that the payment is under way',
      'pay done / declined without a word': 'The bank declines and says nothing',
      'pay error / the line was cut': 'The line is cut, and nobody says whether it is paid',
      'pay error / a 5xx with words': 'The host is broken as it is to be paid, and says so',
      'confirmCard done / failed': 'Press Fail in the bank’s dialog',
      'confirmCard error': 'The bank’s dialog breaks',
      'cancelSubscription done / ended': 'The host ends the old subscription.',
      'cancelSubscription done / refused': 'The host refuses to end the old subscription.',
      'pay done / paid': 'The host says that it is paid.',
      'pay done / declined': 'The bank declines.',
      'confirmCard done / confirmed': 'Confirm in the bank’s dialog.',
      'confirmCard done / abandoned': 'Close the bank’s dialog.',
    },
  },
  manual: {
    starts: {
      'a member with a saved card': {
        as: 'member',
        open: '/upgrade/104',
        then: 'Press _Pay Now_ beside the saved card.',
      },
      'a member with PayPal': {
        as: 'paypal-member',
        open: '/upgrade/104',
        then: 'Choose _PayPal Payment Method_ and approve.',
      },
      'a guest with a new card': {
        as: 'guest',
        open: '/subscribe/102',
        then: 'Fill the form in and press _Pay_: with 4242 4242 4242 4242, or with 4000 0027 6000 3184 where the bank is to ask.',
      },
      'a member who tries again what nobody answered': {
        as: 'member',
        before:
          'Let a payment go unanswered: `cut-before` on `POST /wp-json/payment/v1/pay-from-save-card`, then _Pay Now_.',
        open: '/upgrade/104',
        then: 'Press _Try again_.',
      },
      'a member whose old subscription is ended': {
        as: 'member',
        before: 'Let a payment be refused: `refuse` on `POST /wp-json/payment/v1/pay-from-save-card`, then _Pay Now_.',
        open: '/upgrade/104',
        then: 'Press _Try again_.',
      },
    },
    calls: { cancelSubscription: 'POST /wp-json/payment/v1/cancel-subscription' },
    causedBy: {
      'cancelSubscription error / a 5xx with words': { fault: 'status-500' },
      'pay done / declined': {
        set: 'At `/sandbox`: Fault `refuse`, Times 1, Message “Your card was declined.”, for the call that pays: `POST /wp-json/payment/v1/pay-from-save-card` with a saved card, `POST /wp-json/payment/v1/create-subscription` with a new one.',
      },
      'pay done / declined without a word': { not: 'The sandbox declines with words only.' },
      'pay done / wants 3-D Secure': { set: 'Pay with a new card, 4000 0027 6000 3184.' },
      'pay done / pending': { not: 'The sandbox’s payments are paid or declined at once.' },
      'pay error / a 5xx with words': {
        set: 'At `/sandbox`: Fault `status-500`, Times 1, for the call that pays: `POST /wp-json/payment/v1/pay-from-save-card` with a saved card, `POST /wp-json/payment/v1/create-subscription` with a new one.',
      },
      'pay error': {
        set: 'At `/sandbox`: Fault `cut-before`, Times 1, for the call that pays: `POST /wp-json/payment/v1/pay-from-save-card` with a saved card, `POST /wp-json/payment/v1/create-subscription` with a new one.',
      },
      'confirmCard done / confirmed': { do: 'Press _Complete_ in the bank’s dialog.' },
      'confirmCard done / failed': { do: 'Press _Fail_ in the bank’s dialog.' },
      'confirmCard error': { not: 'The bank’s dialog has no fault in the sandbox.' },
    },
  },
})
