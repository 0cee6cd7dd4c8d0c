import { checkoutMachine } from '../../machines/checkout.ts'
import { type PaymentMethod } from '../../machines/payment.types.ts'
import { createModel } from '../paths/model.ts'

const member = { id: 2, email: 'member@statecast.test', name: 'Mara Member' }
const subscriptionToCancel = { id: 11, providerId: 'sub_11', gateway: 'card' } as const
const savedCard = { kind: 'savedCard', paymentMethodId: 'pm_1' } as const
const createRequest = (paymentMethod: PaymentMethod) => ({
  planId: 104,
  paymentMethod,
  subscriptionToCancel,
  knownSubscriptionIds: [11],
})

export default createModel({
  machine: checkoutMachine,
  inputs: {
    'the upgrade screen': {
      planId: 104,
      member,
      isMember: true,
      initialPaymentMethod: 'savedCard',
      fromChannel: false,
    },
    'the subscribe page': { planId: 104, member, isMember: false, initialPaymentMethod: 'newCard', fromChannel: true },
  },
  events: {
    'means.choose': {
      'the saved card': { paymentMethod: 'savedCard' },
      'a new card': { paymentMethod: 'newCard' },
      PayPal: { paymentMethod: 'paypal' },
    },
    'offer.retry': { '': {} },
  },
  outcomes: {
    recallAttempt: {
      done: { 'nothing is open': { isOpen: false }, 'an attempt was cut': { isOpen: true } },
      error: { 'the storage can’t be read': { message: 'SecurityError' } },
    },
    loadOffer: {
      done: {
        'a plan that ends another': {
          kind: 'granted',
          offer: { planId: 104, title: 'Yearly', price: 179, subscriptionToCancel, hasOtherGatewaySubscription: false },
        },
        'a plan beside another gateway’s': {
          kind: 'granted',
          offer: {
            planId: 104,
            title: 'Yearly',
            price: 179,
            subscriptionToCancel: undefined,
            hasOtherGatewaySubscription: true,
          },
        },
        refused: { kind: 'refused', message: 'There were no memberships found with an id of 999' },
        'refused without a word': { kind: 'refused', message: '' },
      },
      error: { unreachable: { message: 'network error' } },
    },
    savedCardPayment: {
      done: { ready: { paymentMethod: savedCard }, 'no card is saved': { paymentMethod: undefined } },
      error: 'never',
    },
    cardPayment: { done: { ready: { paymentMethod: { kind: 'newCard', paymentMethodId: 'pm_2' } } }, error: 'never' },
    paypalPayment: { done: { approved: { paymentMethod: { kind: 'paypal', subscriptionId: 'I-1' } } }, error: 'never' },
    planChange: {
      done: {
        paid: { kind: 'paid', message: '', request: createRequest(savedCard) },
        'an attempt that was cut is paid': {
          kind: 'paid',
          message: '',
          request: createRequest({ kind: 'paypal', subscriptionId: 'I-1' }),
        },
        refused: { kind: 'refused', message: 'Your card was declined.', request: createRequest(savedCard) },
        membershipChanged: { kind: 'membershipChanged', message: '', request: undefined },
        left: { kind: 'left', message: '', request: createRequest(savedCard) },
      },
      error: 'never',
    },
    confirmation: { done: { left: { destination: 'packages' } }, error: 'never' },
  },
  stateKey: ({ context: { chosen, paymentMethod, refusal, offer } }) => [
    chosen,
    paymentMethod?.kind,
    refusal !== undefined,
    offer !== undefined,
  ],
  invariants: {
    'a payment method is selected only for a loaded plan': (snapshot) =>
      !snapshot.matches('choosing') || snapshot.context.offer !== undefined,
    'the offered plan is the requested plan': ({ context }) =>
      context.offer === undefined || context.offer.planId === context.input.planId,
    'a payment method is set only during or after planChange': (snapshot) =>
      snapshot.context.paymentMethod === undefined ||
      snapshot.matches('changing') ||
      snapshot.matches('thanking') ||
      snapshot.matches('left'),
    'a failed load has a message': (snapshot) => !snapshot.matches('unloaded') || snapshot.context.message !== '',
    'thanking follows a paid attempt': (snapshot) =>
      !snapshot.matches('thanking') || snapshot.context.result?.kind === 'paid',
  },
  texts: {
    events: {
      'means.choose / the saved card': 'Choose the saved card',
      'means.choose / a new card': 'Choose Debit /Credit Card',
      'means.choose / PayPal': 'Choose PayPal Payment Method',
      'offer.retry': 'Press Try again',
    },
    outcomes: {
      'recallAttempt done / nothing is open': 'No earlier attempt is open',
      'recallAttempt done / an attempt was cut': 'A reload interrupted an earlier attempt',
      'recallAttempt error': 'The browser’s storage can’t be read',
      'loadOffer done / a plan that ends another': 'The host returns the plan; it replaces the current one',
      'loadOffer done / a plan beside another gateway’s':
        'The host returns the plan; the current one belongs to another gateway and stays active',
      'loadOffer done / refused': 'The host refuses the plan with a message',
      'loadOffer done / refused without a word': 'The host refuses the plan without a message',
      'loadOffer error': 'The connection to the host is lost, and the plan does not load',
      'savedCardPayment done / no card is saved': 'The host has no saved card',
      'planChange done / an attempt that was cut is paid': 'The interrupted attempt turns out to be paid',
      'planChange done / membershipChanged': 'The membership differs from what the page showed',
      'planChange done / left': 'The payment is refused; press Cancel',
      'savedCardPayment done / ready': 'Press Pay Now',
      'cardPayment done / ready': 'Fill in the card form and press Pay',
      'paypalPayment done / approved': 'Approve in PayPal’s window',
      'planChange done / paid': 'The plan is paid.',
      'planChange done / refused': 'The payment is refused; nothing has changed.',
      'confirmation done / left': 'Press Go now',
    },
  },
  manual: {
    starts: {
      'the upgrade screen': { as: 'member', open: '/upgrade/104' },
      'the subscribe page': { as: 'guest', open: '/subscribe/102' },
    },
    calls: { loadOffer: 'GET /wp-json/mp/v1/memberships/{id}' },
    causedBy: {
      'recallAttempt done / an attempt was cut': {
        set: 'On the same page, with `cut-after` on `POST /wp-json/payment/v1/cancel-subscription` and `delay` of 60000 ms on `GET /wp-json/mp/v1/members/{id}`, press _Pay Now_ and reload while it pays.',
      },
      'recallAttempt error': { not: 'The actor reports an unreadable storage as one without an attempt.' },
      'loadOffer done / a plan beside another gateway’s': { set: 'Sign in as `manual-member@statecast.test` instead.' },
      'savedCardPayment done / ready': { do: 'Press _Pay Now_ beside the saved card.' },
      'savedCardPayment done / no card is saved': { set: 'At `/profile/payment-cards`, remove both cards.' },
      'cardPayment done': { do: 'Fill in the card form with 4242 4242 4242 4242 and press _Pay_.' },
      'paypalPayment done': { do: 'Press PayPal’s button and approve in its window.' },
      'planChange done / an attempt that was cut is paid': {
        not: 'The answer must be lost at a precise time: a path of planChange covers it.',
      },
      'planChange done / refused': { fault: 'status-429', call: 'GET /wp-json/mp/v1/members/{id}' },
      'planChange done / membershipChanged': {
        set: 'In another tab, cancel the subscription: at `/sandbox`, _End the subscriptions of member_.',
      },
      'planChange done / left': {
        do: 'Let the payment be refused (`refuse` on `POST /wp-json/payment/v1/pay-from-save-card`), then press _Cancel_.',
      },
    },
  },
})
