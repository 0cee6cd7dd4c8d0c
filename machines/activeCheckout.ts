/**
 * activeCheckout: the one checkout of this page. A payment continues while the user visits another screen.
 *
 *   closed ──screen.opened──▶ open.idle ◀─▶ open.paying ──screen.closed──▶ open.unattended ──screen.opened──▶ open.paying
 *     ▲                         │  │                                         │
 *     └─────(screen.closed)─────┘  └──▶ finished                             └─(the payment has ended)─▶ closed
 */
import { assign, raise, setup } from 'xstate'
import { type checkoutMachine } from './checkout.ts'
import { type CheckoutInput, type Destination } from './payment.types.ts'
import { createStubs } from './stub.ts'

export type ActiveCheckoutContext = { input: CheckoutInput | undefined; destination: Destination }

export type ActiveCheckoutEvent =
  | { type: 'screen.opened'; input: CheckoutInput }
  | { type: 'screen.closed' }
  /** The user has signed out or another user has signed in. */
  | { type: 'session.ended' }
  | { type: 'payment.started' }
  | { type: 'payment.ended' }

const stub = createStubs('activeCheckout')

export const activeCheckoutMachine = setup({
  types: {} as {
    context: ActiveCheckoutContext
    events: ActiveCheckoutEvent
    children: { checkout: 'checkout'; watchSession: 'watchSession' }
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    checkout: stub.machine<typeof checkoutMachine>('checkout'),
    watchSession: stub.callback<ActiveCheckoutEvent>('watchSession'),
  },
  actions: {
    setInput: assign((_, { input }: { input: CheckoutInput }) => ({ input })),
    setDestination: assign((_, { destination }: { destination: Destination }) => ({ destination })),
    startPayment: raise({ type: 'payment.started' }),
    endPayment: raise({ type: 'payment.ended' }),
  },
  guards: { isPaying: (_, { value }: { value: unknown }) => value === 'changing' },
}).createMachine({
  id: 'activeCheckout',
  context: { input: undefined, destination: 'home' },
  initial: 'closed',
  states: {
    closed: {
      description: 'No screen with a checkout is open and no payment runs.',
      on: { 'screen.opened': { target: 'open', actions: { type: 'setInput', params: ({ event }) => event } } },
    },
    open: {
      meta: { requirement: 'pay.otherScreen' },
      invoke: [
        {
          id: 'checkout',
          src: 'checkout',
          input: ({ context: { input } }) => input ?? stub.action('an input')(),
          onSnapshot: [
            { guard: { type: 'isPaying', params: ({ event }) => event.snapshot }, actions: 'startPayment' },
            { actions: 'endPayment' },
          ],
          onDone: { target: 'finished', actions: { type: 'setDestination', params: ({ event }) => event.output } },
        },
        { id: 'watchSession', src: 'watchSession' },
      ],
      on: { 'session.ended': 'closed' },
      initial: 'idle',
      states: {
        idle: {
          description: 'The screen is open and no payment runs.',
          on: { 'payment.started': 'paying', 'screen.closed': '#activeCheckout.closed' },
        },
        paying: {
          description: 'The screen is open and the payment runs.',
          on: { 'payment.ended': 'idle', 'screen.closed': 'unattended' },
        },
        unattended: {
          description: 'The user visits another screen while the payment runs.',
          on: { 'payment.ended': '#activeCheckout.closed', 'screen.opened': 'paying' },
        },
      },
    },
    finished: {
      description: 'The screen opens the page that the checkout leads to.',
      meta: { requirement: 'after.destination' },
      on: { 'screen.closed': 'closed' },
    },
  },
})
