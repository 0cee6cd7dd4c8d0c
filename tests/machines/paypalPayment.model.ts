import { paypalPaymentMachine } from '../../machines/paypalPayment.ts'
import { createModel } from '../paths/model.ts'

const created = (id: string) =>
  ({
    done: {
      created: { kind: 'granted', id },
      refused: { kind: 'refused', message: 'PayPal does not answer.' },
      'refused without a word': { kind: 'refused', message: '' },
    },
    error: { 'the line was cut': { message: 'no line' }, 'a 5xx with words': { serverText: 'Service unavailable.' } },
  }) as const

export default createModel({
  machine: paypalPaymentMachine,
  inputs: {
    'PayPal is chosen': { planId: 102, title: 'Monthly', refusal: undefined },
    'the capture was refused': { planId: 102, title: 'Monthly', refusal: 'PayPal declined the payment.' },
  },
  events: {
    'script.retry': { '': {} },
    'window.open': { '': {} },
    'window.approved': { '': {} },
    'window.cancelled': { '': {} },
    'window.failed': { '': {} },
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
    'an approval is of a subscription': (snapshot) =>
      !(snapshot.matches('awaitingApproval') || snapshot.matches('approved')) || snapshot.context.subscriptionId !== '',
    'a product that is there is not created again': (snapshot) =>
      !snapshot.matches('creatingProduct') || snapshot.context.productId === '',
    'a subscription that is there is not created again': (snapshot) =>
      !snapshot.matches('creatingSubscription') || snapshot.context.subscriptionId === '',
    'a closed window is not waited for': (snapshot) =>
      !snapshot.matches('awaitingApproval') || !snapshot.context.isClosed,
    'cancelled says so': (snapshot) =>
      !snapshot.matches({ resolved: 'cancelled' }) || snapshot.context.message === 'Subscription has been cancelled',
    'what failed has words': (snapshot) => !snapshot.matches({ resolved: 'failed' }) || snapshot.context.message !== '',
  },
  texts: {
    events: {
      'script.retry': 'Press Try again',
      'window.open': 'Press PayPal’s button',
      'window.approved': 'Press Approve in PayPal’s window',
      'window.cancelled': 'Close PayPal’s window',
      'window.failed': 'PayPal’s window breaks',
    },
    outcomes: {
      'loadScript done / loaded': 'PayPal’s button comes',
      'loadScript error': 'PayPal’s script does not come',
      'createProduct done / created': 'The host makes PayPal’s product',
      'createProduct done / refused': 'The host refuses PayPal’s product and says why',
      'createProduct done / refused without a word': 'The host refuses PayPal’s product and says nothing',
      'createProduct error / the line was cut': 'The line is cut as PayPal’s product is made',
      'createProduct error / a 5xx with words': 'The host is broken as PayPal’s product is made, and says so',
      'createSubscription done / created': 'The host makes PayPal’s subscription',
      'createSubscription done / refused': 'The host refuses PayPal’s subscription and says why',
      'createSubscription done / refused without a word': 'The host refuses PayPal’s subscription and says nothing',
      'createSubscription error / the line was cut': 'The line is cut as PayPal’s subscription is made',
      'createSubscription error / a 5xx with words': 'The host is broken as PayPal’s subscription is made, and says so',
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
      'createProduct error / a 5xx with words': { fault: 'status-500' },
      'createSubscription error / a 5xx with words': { fault: 'status-500' },
      'window.failed': { not: 'PayPal’s window has no fault in the sandbox.' },
    },
  },
})
