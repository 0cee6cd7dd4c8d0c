import { checkoutMachine } from '../../machines/checkout.ts'
import { type PaymentMethod } from '../../machines/payment.types.ts'
import { createModel } from '../paths/model.ts'
import { fullRequest, member, offer, savedCard } from './paymentFixtures.ts'

const createRequest = (paymentMethod: PaymentMethod) => ({ ...fullRequest, paymentMethod })

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
    'paymentMethod.choose': {
      'the saved card': { paymentMethod: 'savedCard' },
      'a new card': { paymentMethod: 'newCard' },
      PayPal: { paymentMethod: 'paypal' },
    },
    'offer.retry': 'Press Try again',
    'warning.accept': 'Tick the box under the warning',
    'warning.decline': 'Clear the box under the warning',
  },
  outcomes: {
    findAttempt: {
      done: { 'nothing is open': { isOpen: false }, 'an attempt was interrupted': { isOpen: true } },
      error: { 'the storage can’t be read': { message: 'SecurityError' } },
    },
    loadOffer: {
      done: {
        'a plan that replaces the current one': {
          kind: 'granted',
          offer,
        },
        'a plan that leaves another gateway’s active': {
          kind: 'granted',
          offer: { ...offer, subscriptionToCancel: undefined, otherGatewayPlan: { title: 'Monthly' } },
        },
        'a plan that the member has': { kind: 'granted', offer: { ...offer, isCurrent: true } },
        'a plan that ends sooner than what is paid': { kind: 'granted', offer: { ...offer, daysLost: 23 } },
        refused: { kind: 'refused', message: 'Too many requests.' },
        'refused without a message': { kind: 'refused', message: '' },
        'an unknown plan': { kind: 'unknown' },
        'a plan without a period': { kind: 'incomplete' },
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
        'an interrupted attempt is paid': {
          kind: 'paid',
          message: '',
          request: createRequest({ kind: 'paypal', subscriptionId: 'I-1' }),
        },
        refused: { kind: 'refused', message: 'Your card was declined.', request: createRequest(savedCard) },
        membershipChanged: { kind: 'membershipChanged', message: '', request: undefined },
        'a cancellation is open': { kind: 'cancellationOpen', message: '', request: createRequest(savedCard) },
        left: { kind: 'left', message: '', request: createRequest(savedCard) },
      },
      error: 'never',
    },
    confirmation: { done: { left: { destination: 'packages' } }, error: 'never' },
    awaitRecheck: {
      done: { 'the role is known': undefined },
      error: { 'the session has stopped': { message: 'Actor terminated without satisfying predicate' } },
    },
  },
  stateKey: ({ historyValue, context: { paymentMethod, refusal, offer } }) => [
    Object.values(historyValue).flatMap((nodes) => nodes.map(({ key }) => key)),
    paymentMethod?.kind,
    refusal !== undefined,
    offer !== undefined,
    offer !== undefined && (offer.daysLost > 0 || offer.otherGatewayPlan !== undefined || offer.isCurrent),
  ],
  invariants: {
    'a payment method is selected only for a loaded plan': (snapshot) =>
      !snapshot.matches('choosing') || snapshot.context.offer !== undefined,
    'no payment method is offered before a warning is accepted': (snapshot) =>
      !snapshot.matches('warned') || snapshot.context.paymentMethod === undefined,
    'a warning has a reason': (snapshot) =>
      !snapshot.matches('warned') ||
      (snapshot.context.offer?.daysLost ?? 0) > 0 ||
      snapshot.context.offer?.otherGatewayPlan !== undefined ||
      snapshot.context.offer?.isCurrent === true,
    'the offered plan is the requested plan': ({ context }) =>
      context.offer === undefined || context.offer.planId === context.input.planId,
    'a payment method is set only during or after planChange': (snapshot) =>
      snapshot.context.paymentMethod === undefined ||
      snapshot.matches('changing') ||
      snapshot.matches('thanking') ||
      snapshot.matches('rechecking') ||
      snapshot.matches('left'),
    'a failed load has a message': (snapshot) => !snapshot.matches('failed') || snapshot.context.message !== '',
    'thanking follows a paid attempt': (snapshot) =>
      !snapshot.matches('thanking') || snapshot.context.result?.kind === 'paid',
  },
  texts: {
    events: {
      'paymentMethod.choose / the saved card': 'Choose the saved card',
      'paymentMethod.choose / a new card': 'Choose Debit /Credit Card',
      'paymentMethod.choose / PayPal': 'Choose PayPal Payment Method',
    },
    delays: { recheckTimeout: 'Five seconds pass' },
    outcomes: {
      'findAttempt done / nothing is open': 'No earlier attempt is open',
      'findAttempt done / an attempt was interrupted': 'A reload interrupted an earlier attempt',
      'findAttempt error': 'The browser’s storage can’t be read',
      'loadOffer done / a plan that replaces the current one': 'The host returns the plan; it replaces the current one',
      'loadOffer done / a plan that leaves another gateway’s active':
        'The host returns the plan; the current one belongs to another gateway and stays active',
      'loadOffer done / a plan that the member has': 'The host returns the plan; the member has it already',
      'loadOffer done / a plan that ends sooner than what is paid':
        'The host returns the plan; it ends sooner than what is already paid',
      'loadOffer done / refused': 'The host refuses the plan with a message',
      'loadOffer done / refused without a message': 'The host refuses the plan without a message',
      'loadOffer done / an unknown plan': 'The host has no such plan',
      'loadOffer done / a plan without a period': 'The host returns the plan without a period',
      'loadOffer error': 'The connection to the host is lost, and the plan does not load',
      'savedCardPayment done / no card is saved': 'The host has no saved card',
      'planChange done / an interrupted attempt is paid': 'The interrupted attempt turns out to be paid',
      'planChange done / membershipChanged': 'The membership differs from what the page showed',
      'planChange done / a cancellation is open': 'A reload interrupted a cancellation of the plan',
      'planChange done / left': 'The payment is refused; press Cancel',
      'savedCardPayment done / ready': 'Press Pay Now',
      'cardPayment done / ready': 'Fill in the card form and press Pay',
      'paypalPayment done / approved': 'Approve in PayPal’s window',
      'planChange done / paid': 'The plan is paid',
      'planChange done / refused': 'The payment is refused and nothing has changed',
      'confirmation done / left': 'Press Continue now',
      'awaitRecheck done': 'The session has checked the role again',
      'awaitRecheck error': 'The session has stopped',
    },
  },
  manual: {
    starts: {
      'the upgrade screen': { as: 'member', open: '/upgrade/104' },
      'the subscribe page': { as: 'guest', open: '/subscribe/102' },
    },
    calls: { loadOffer: 'GET /wp-json/mp/v1/memberships/{id}' },
    causedBy: {
      'awaitRecheck error': { impossible: 'The session runs as long as the page.' },
      'findAttempt done / an attempt was interrupted': {
        set: 'On the same page, with `cut-after` on `POST /wp-json/payment/v1/cancel-subscription` and `delay` of 60000 ms on `GET /wp-json/mp/v1/members/{id}`, press _Pay Now_ and reload while it pays.',
      },
      'findAttempt error': { impossible: 'The actor reports an unreadable storage as one without an attempt.' },
      'loadOffer done / a plan that leaves another gateway’s active': {
        set: 'Sign in as `manual-member@statecast.test` instead.',
      },
      'loadOffer done / a plan that the member has': { set: 'Open `/upgrade/102` instead.' },
      'loadOffer done / a plan that ends sooner than what is paid': { set: 'Open `/upgrade/101` instead.' },
      'savedCardPayment done / ready': { do: 'Press _Pay Now_ beside the saved card.' },
      'savedCardPayment done / no card is saved': { set: 'At `/profile/payment-cards`, remove both cards.' },
      'cardPayment done': { do: 'Fill in the card form with 4242 4242 4242 4242 and press _Pay_.' },
      'paypalPayment done': { do: 'Press PayPal’s button and approve in its window.' },
      'planChange done / an interrupted attempt is paid': {
        impossible: 'The response must be lost at a precise time: a path of planChange covers it.',
      },
      'planChange done / refused': { fault: 'status-429', call: 'GET /wp-json/mp/v1/members/{id}' },
      'planChange done / membershipChanged': {
        set: 'In another tab, cancel the subscription: at `/sandbox`, _End the subscriptions of member_.',
      },
      'planChange done / a cancellation is open': {
        set: 'At `/sandbox`: Call `POST /wp-json/payment/v1/cancel-subscription`, Fault `delay`, Times 1, Delay in ms 60000. In another tab, open `/profile`, press _Cancel plan_ twice, and close that tab while it cancels.',
      },
      'planChange done / left': {
        do: 'Let the payment be refused (`refuse` on `POST /wp-json/payment/v1/pay-from-save-card`), then press _Cancel_.',
      },
    },
  },
})
