import { confirmationMachine } from '../../machines/confirmation.ts'
import { createModel } from '../paths/model.ts'

export default createModel({
  machine: confirmationMachine,
  inputs: {
    'a new card': { paymentMethod: 'newCard', isMember: false, fromChannel: false },
    'a new card, for a requested channel': { paymentMethod: 'newCard', isMember: false, fromChannel: true },
    PayPal: { paymentMethod: 'paypal', isMember: true, fromChannel: false },
    'a member’s saved card': { paymentMethod: 'savedCard', isMember: true, fromChannel: false },
    'a guest’s saved card': { paymentMethod: 'savedCard', isMember: false, fromChannel: false },
  },
  events: {
    'redirect.go': 'Press Continue now',
    'redirect.stop': 'Press Stay here',
    'watch.start': 'Press Start watching',
  },
  stateKey: ({ context }) => context.seconds,
  invariants: {
    'never counts beyond the limit': ({ context }) => context.seconds <= context.limit,
    'leaves after 5, 6, 1 or 2 seconds': ({ context }) => [5, 6, 1, 2].includes(context.limit),
    'reaches the limit only when it redirects': (snapshot) =>
      snapshot.context.seconds < snapshot.context.limit || snapshot.matches('leaving'),
  },
  texts: {
    delays: { second: 'A second passes' },
  },
  manual: {
    starts: {
      'a new card': {
        as: 'guest',
        open: '/subscribe/102',
        then: 'Fill in the form with 4242 4242 4242 4242 and press _Pay_.',
      },
      'a new card, for a requested channel': {
        as: 'guest',
        open: '/video/harbor-one',
        then: 'Follow the links to a plan, fill in the form with 4242 4242 4242 4242 and press _Pay_.',
      },
      PayPal: {
        as: 'guest',
        open: '/subscribe/102',
        then: 'Choose _PayPal Payment Method_, press its button and approve.',
      },
      'a member’s saved card': { as: 'member', open: '/upgrade/104', then: 'Press _Pay Now_ beside the saved card.' },
      'a guest’s saved card': { impossible: 'No account of the sandbox is a guest with a saved card.' },
    },
  },
})
