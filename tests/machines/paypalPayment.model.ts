import { paypalPaymentMachine } from '../../machines/paypalPayment.ts'
import { createModel } from '../paths/model.ts'

const created = (id: string) =>
  ({
    done: {
      created: { kind: 'granted', id },
      refused: { kind: 'refused', message: 'PayPal does not answer.' },
      'refused without a message': { kind: 'refused', message: '' },
    },
    error: { 'connection lost': { message: 'network error' } },
  }) as const

export default createModel({
  machine: paypalPaymentMachine,
  inputs: {
    'PayPal is chosen': { planId: 102, title: 'Monthly', refusal: undefined },
    'the capture was refused': { planId: 102, title: 'Monthly', refusal: 'PayPal declined the payment.' },
  },
  events: {
    'script.retry': 'Press Try again',
    'window.open': 'Press PayPal’s button',
    'window.approved': 'Press Approve in PayPal’s window',
    'window.canceled': 'Close PayPal’s window',
    'window.failed': 'PayPal’s window fails',
  },
  outcomes: {
    loadScript: {
      done: { loaded: undefined },
      error: { 'it does not load': { message: 'The script failed to load' } },
    },
    createProduct: created('PROD-1'),
    createSubscription: created('I-1'),
  },
  stateKey: ({ context: { productId, subscriptionId, isClosed, message } }) => [
    productId !== '',
    subscriptionId !== '',
    isClosed,
    message !== '',
  ],
  invariants: {
    'an approval has a subscription': (snapshot) =>
      !(snapshot.matches('awaitingApproval') || snapshot.matches('approved')) || snapshot.context.subscriptionId !== '',
    'an existing product is not created again': (snapshot) =>
      !snapshot.matches('creatingProduct') || snapshot.context.productId === '',
    'an existing subscription is not created again': (snapshot) =>
      !snapshot.matches('creatingSubscription') || snapshot.context.subscriptionId === '',
    'awaitingApproval has an open window': (snapshot) =>
      !snapshot.matches('awaitingApproval') || !snapshot.context.isClosed,
    'canceled has its message': (snapshot) =>
      !snapshot.matches({ resolved: 'canceled' }) || snapshot.context.message === 'Subscription has been cancelled',
    'a failure has a message': (snapshot) =>
      !snapshot.matches({ resolved: 'failed' }) || snapshot.context.message !== '',
  },
  texts: {
    outcomes: {
      'loadScript done / loaded': 'PayPal’s button loads',
      'loadScript error': 'PayPal’s script fails to load',
      'createProduct done / created': 'The host creates the product at PayPal',
      'createProduct done / refused': 'The host refuses the product with a message',
      'createProduct done / refused without a message': 'The host refuses the product without a message',
      'createProduct error / connection lost': 'The connection is lost while the product is created',
      'createSubscription done / created': 'The host creates the subscription at PayPal',
      'createSubscription done / refused': 'The host refuses the subscription with a message',
      'createSubscription done / refused without a message': 'The host refuses the subscription without a message',
      'createSubscription error / connection lost': 'The connection is lost while the subscription is created',
    },
  },
  manual: {
    starts: {
      'PayPal is chosen': { as: 'guest', open: '/subscribe/102', then: 'Choose _PayPal Payment Method_.' },
      'the capture was refused': {
        as: 'guest',
        before: 'Set `refuse` on `POST /wp-json/payment/v1/capture-paypal-subscription`.',
        open: '/subscribe/102',
        then: 'Choose _PayPal Payment Method_, press its button and approve.',
      },
    },
    calls: {
      createProduct: 'POST /wp-json/payment/v1/create-paypal-product',
      createSubscription: 'POST /wp-json/payment/v1/create-subscription-paypal',
    },
    causedBy: {
      'loadScript error': { fault: 'cut-before', call: 'SCRIPT paypal' },
      'window.failed': { impossible: 'PayPal’s window has no fault in the sandbox.' },
    },
  },
})
