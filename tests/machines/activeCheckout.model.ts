import { activeCheckoutMachine } from '../../machines/activeCheckout.ts'
import { createModel } from '../paths/model.ts'
import { member } from './paymentFixtures.ts'

const input = {
  planId: 104,
  member,
  isMember: true,
  initialPaymentMethod: 'savedCard',
  fromChannel: false,
} as const

export default createModel({
  machine: activeCheckoutMachine,
  inputs: { 'any page': undefined },
  events: {
    'screen.opened': { '': { input } },
    'screen.closed': 'Open another page',
    'session.ended': 'The session ends',
    'payment.started': 'The payment starts',
    'payment.ended': 'The payment ends',
  },
  outcomes: {
    checkout: {
      done: { 'the user leaves': { destination: 'packages' } },
      error: 'never',
      snapshot: { 'a payment runs': { value: 'changing' }, 'no payment runs': { value: { choosing: 'savedCard' } } },
    },
    watchSession: { done: 'never', error: 'never' },
  },
  invariants: {
    'the checkout runs only while its screen is open or it pays': (snapshot) =>
      snapshot.matches('open') === (snapshot.children.checkout !== undefined),
    'the checkout has an input': (snapshot) => !snapshot.matches('open') || snapshot.context.input !== undefined,
  },
  texts: {
    events: {
      'screen.opened': 'Open the page that pays for a plan',
    },
    outcomes: {
      'checkout done': 'Continue after the payment',
      'checkout snapshot / a payment runs': 'Pay with the saved card',
      'checkout snapshot / no payment runs': 'The payment is refused',
    },
  },
  manual: {
    starts: { 'any page': { as: 'member', open: '/profile/packages' } },
    causedBy: {
      'screen.opened': { do: 'Open the plan Yearly.' },
      'screen.closed': { do: 'Choose _Support_ in the menu.' },
      'session.ended': { do: 'In another tab, log out.' },
      'payment.started': { impossible: 'The machine raises it when the payment starts.' },
      'payment.ended': { impossible: 'The machine raises it when the payment ends.' },
      'checkout done': { do: 'Pay, then press _Continue now_.' },
      'checkout snapshot / a payment runs': {
        do: 'At `/sandbox`, set `delay` of 60000 ms on `POST /wp-json/payment/v1/pay-from-save-card`. Press _Pay Now_.',
      },
      'checkout snapshot / no payment runs': {
        do: 'At `/sandbox`, set `refuse` on `GET /wp-json/mp/v1/members/{id}`. Press _Pay Now_.',
      },
    },
  },
})
