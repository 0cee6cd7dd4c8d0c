import { savedCardPaymentMachine } from '../../machines/savedCardPayment.ts'
import { createModel } from '../paths/model.ts'

export default createModel({
  machine: savedCardPaymentMachine,
  inputs: {
    'a member': { userId: 2, refusal: undefined },
    'the payment was refused': { userId: 2, refusal: 'Your card was declined.' },
  },
  events: { 'payment.press': 'Press Pay Now', 'cards.retry': 'Press Try again' },
  outcomes: {
    loadCards: {
      done: {
        'a primary card': {
          kind: 'granted',
          card: { id: 'pm_1', brand: 'visa', last4: '4242', expMonth: 4, expYear: 2030, holder: 'Mara Member' },
        },
        'no card': { kind: 'granted', card: undefined },
        refused: { kind: 'refused', message: 'No such customer' },
        'refused without a message': { kind: 'refused', message: '' },
      },
      error: { unreachable: { message: 'network error' } },
    },
  },
  invariants: {
    'offered has a card': (snapshot) => !snapshot.matches('offered') || snapshot.context.card !== undefined,
    'a failure has a message': (snapshot) => !snapshot.matches('failed') || snapshot.context.message !== '',
    'noCard has no card': (snapshot) => !snapshot.matches('noCard') || snapshot.context.card === undefined,
  },
  texts: {
    outcomes: {
      'loadCards done / no card': 'The host has no saved card.',
      'loadCards done / a primary card': 'The host returns the primary card',
      'loadCards done / refused': 'The host refuses the cards with a message',
      'loadCards done / refused without a message': 'The host refuses the cards without a message',
    },
  },
  manual: {
    starts: {
      'a member': { as: 'member', open: '/upgrade/103?type=upgrade' },
      'the payment was refused': {
        as: 'member',
        before: 'At `/sandbox`: Call `POST /wp-json/payment/v1/cancel-subscription`, Fault `refuse`, Times 1.',
        open: '/upgrade/103?type=upgrade',
        then: 'Press _Pay Now_ beside the saved card.',
      },
    },
    calls: { loadCards: 'POST /wp-json/payment/v1/user-stripe-all-cards' },
    causedBy: { 'loadCards done / no card': { set: 'At `/profile/payment-cards`, remove both cards.' } },
  },
})
