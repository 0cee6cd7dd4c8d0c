import { paymentMachine } from '../../machines/payment.ts'
import { createModel } from '../paths/model.ts'
import { attempt, member, subscriptionToCancel } from './paymentFixtures.ts'

const noListedServerError = 'No fault of the sandbox is a 5xx with a code of the contract.'

export default createModel({
  machine: paymentMachine,
  inputs: {
    'a member with a saved card': { attempt, member, isCanceled: false },
    'a member with PayPal': {
      attempt: {
        ...attempt,
        subscriptionToCancel: { ...subscriptionToCancel, gateway: 'paypal' },
        paymentMethod: { kind: 'paypal', subscriptionId: 'I-1' },
      },
      member,
      isCanceled: false,
    },
    'a member who tries again after no response': {
      attempt: { ...attempt, outcomeUnknown: { cancel: true, pay: true } },
      member,
      isCanceled: false,
    },
    'a member whose old subscription is canceled': { attempt, member, isCanceled: true },
    'a guest with a new card': {
      attempt: {
        ...attempt,
        subscriptionToCancel: undefined,
        paymentMethod: { kind: 'newCard', paymentMethodId: 'pm_2' },
      },
      member,
      isCanceled: false,
    },
  },
  events: {},
  outcomes: {
    cancelSubscription: {
      done: {
        canceled: { kind: 'canceled' },
        refused: { kind: 'refused', message: 'This subscription can’t be ended.' },
        'refused without a message': { kind: 'refused', message: '' },
      },
      error: {
        'connection lost': { message: 'network error' },
        'a 5xx with a message': { serverText: 'The gateway does not answer.' },
      },
    },
    pay: {
      done: {
        paid: { kind: 'paid' },
        'requires 3-D Secure': { kind: 'requiresAction', clientSecret: 'pi_1_secret_2' },
        pending: { kind: 'pending' },
        declined: { kind: 'refused', message: 'Your card was declined.', isAboutCard: true },
        'declined without a message': { kind: 'refused', message: '', isAboutCard: true },
      },
      error: {
        'connection lost': { message: 'network error' },
        'a 5xx with a message': { serverText: 'The bank does not answer.' },
      },
    },
    confirmCard: {
      done: {
        confirmed: { kind: 'confirmed' },
        abandoned: { kind: 'refused', message: '' },
        failed: { kind: 'refused', message: 'We are unable to authenticate your payment method.' },
      },
      error: { 'outcome unknown': { message: 'network error' } },
    },
  },
  stateKey: ({ context: { kind, message } }) => [kind, message],
  invariants: {
    'nothing is charged if the old subscription is not canceled': ({ context, value }) =>
      context.kind !== 'notCanceled' || value === 'settled',
    'a refusal has a message': ({ context: { kind, message } }) =>
      !['notCanceled', 'refused', 'cancelUnknown'].includes(kind) || message !== '',
    'paid has the kind paid': (snapshot) => snapshot.matches('paid') === (snapshot.context.kind === 'paid'),
    'a refused retry is not a refusal while the earlier outcome is unknown': ({ context: { kind, attempt } }) =>
      !(attempt.outcomeUnknown.pay && kind === 'refused') && !(attempt.outcomeUnknown.cancel && kind === 'notCanceled'),
    'confirming has a client secret': (snapshot) =>
      !snapshot.matches('confirming') || snapshot.context.clientSecret !== '',
    'a canceled subscription is not canceled again': (snapshot) =>
      !snapshot.matches('canceling') || !snapshot.context.isCanceled,
  },
  texts: {
    outcomes: {
      'cancelSubscription done / refused without a message':
        'The host refuses to cancel the old subscription without a message',
      'cancelSubscription error / connection lost':
        'The connection is lost, and the outcome of the cancellation is unknown',
      'cancelSubscription error / a 5xx with a message':
        'The host responds to the cancellation with a 5xx and a message',
      'pay done / requires 3-D Secure': 'The bank asks for a confirmation',
      'pay done / pending': 'The host reports that the payment is under way',
      'pay done / declined without a message': 'The bank declines without a message',
      'pay error / connection lost': 'The connection is lost, and the outcome of the payment is unknown',
      'pay error / a 5xx with a message': 'The host responds to the payment with a 5xx and a message',
      'confirmCard done / failed': 'Press Fail in the bank’s dialog',
      'confirmCard error': 'The bank’s dialog fails',
      'cancelSubscription done / canceled': 'The host cancels the old subscription.',
      'cancelSubscription done / refused': 'The host refuses to cancel the old subscription.',
      'pay done / paid': 'The host confirms the payment.',
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
        then: 'Fill in the form and press _Pay_: with 4242 4242 4242 4242, or with 4000 0027 6000 3184 for 3-D Secure.',
      },
      'a member who tries again after no response': {
        as: 'member',
        before:
          'Cut the connection of a payment: `cut-before` on `POST /wp-json/payment/v1/pay-from-save-card`, then _Pay Now_.',
        open: '/upgrade/104',
        then: 'Press _Try again_.',
      },
      'a member whose old subscription is canceled': {
        as: 'member',
        before: 'Let a payment be refused: `refuse` on `POST /wp-json/payment/v1/pay-from-save-card`, then _Pay Now_.',
        open: '/upgrade/104',
        then: 'Press _Try again_.',
      },
    },
    calls: { cancelSubscription: 'POST /wp-json/payment/v1/cancel-subscription' },
    causedBy: {
      'cancelSubscription error / a 5xx with a message': { impossible: noListedServerError },
      'pay done / declined': {
        set: 'At `/sandbox`: Fault `refuse`, Times 1, Message “Your card was declined.”, for the call that pays: `POST /wp-json/payment/v1/pay-from-save-card` with a saved card, `POST /wp-json/payment/v1/create-subscription` with a new one.',
      },
      'pay done / declined without a message': { impossible: 'The sandbox always declines with a message.' },
      'pay done / requires 3-D Secure': { set: 'Pay with a new card, 4000 0027 6000 3184.' },
      'pay done / pending': { impossible: 'The sandbox pays or declines immediately.' },
      'pay error / a 5xx with a message': { impossible: noListedServerError },
      'pay error': {
        set: 'At `/sandbox`: Fault `cut-before`, Times 1, for the call that pays: `POST /wp-json/payment/v1/pay-from-save-card` with a saved card, `POST /wp-json/payment/v1/create-subscription` with a new one.',
      },
      'confirmCard done / confirmed': { do: 'Press _Complete_ in the bank’s dialog.' },
      'confirmCard done / failed': { do: 'Press _Fail_ in the bank’s dialog.' },
      'confirmCard error': { impossible: 'The bank’s dialog has no fault in the sandbox.' },
    },
  },
})
