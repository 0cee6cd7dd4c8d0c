/**
 * activeCancellation: the one cancellation of this page. It continues while the user visits another screen.
 *
 *   closed ──profile.opened──▶ open.idle ◀─▶ open.canceling ──profile.closed──▶ open.unattended ──profile.opened──▶ open.canceling
 *     ▲                         │                                                 │ └─(nothing was canceled)─▶ open.unread
 *     └────(profile.closed)─────┴──────────────(the plan is canceled)─────────────┘                              │
 *                                   open.idle ◀────────────────────────(profile.opened)───────────────────────────┘
 */
import { assign, raise, setup } from 'xstate'
import { type CancellationInput } from './cancellation.setup.ts'
import { type cancellationMachine } from './cancellation.ts'
import { createStubs } from './stub.ts'

export type ActiveCancellationContext = { input: CancellationInput | undefined }

export type ActiveCancellationEvent =
  | { type: 'profile.opened'; input: CancellationInput }
  | { type: 'profile.closed' }
  /** The user has signed out or another user has signed in. */
  | { type: 'session.ended' }
  | { type: 'cancellation.started' }
  /** The plan is canceled, or no cancellation runs. */
  | { type: 'cancellation.ended' }
  /** Nothing was canceled, and the reason is to be read. */
  | { type: 'cancellation.failed' }

type Shown = { value: unknown }

const stub = createStubs('activeCancellation')

export const activeCancellationMachine = setup({
  types: {} as {
    context: ActiveCancellationContext
    events: ActiveCancellationEvent
    children: { cancellation: 'cancellation'; watchSession: 'watchSession' }
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    cancellation: stub.machine<typeof cancellationMachine>('cancellation'),
    watchSession: stub.callback<ActiveCancellationEvent>('watchSession'),
  },
  actions: {
    setInput: assign((_, { input }: { input: CancellationInput }) => ({ input })),
    startCancellation: raise({ type: 'cancellation.started' }),
    endCancellation: raise({ type: 'cancellation.ended' }),
    failCancellation: raise({ type: 'cancellation.failed' }),
  },
  guards: {
    isCanceling: (_, { value }: Shown) => typeof value === 'object',
    hasFailed: (_, { value }: Shown) => value === 'refused' || value === 'changed',
  },
}).createMachine({
  id: 'activeCancellation',
  context: { input: undefined },
  initial: 'closed',
  states: {
    closed: {
      description: 'The profile is not open and no cancellation runs.',
      on: { 'profile.opened': { target: 'open', actions: { type: 'setInput', params: ({ event }) => event } } },
    },
    open: {
      meta: { requirement: 'cancel.otherScreen' },
      invoke: [
        {
          id: 'cancellation',
          src: 'cancellation',
          input: ({ context: { input } }) => input ?? stub.action('an input')(),
          onSnapshot: [
            { guard: { type: 'isCanceling', params: ({ event }) => event.snapshot }, actions: 'startCancellation' },
            { guard: { type: 'hasFailed', params: ({ event }) => event.snapshot }, actions: 'failCancellation' },
            { actions: 'endCancellation' },
          ],
        },
        { id: 'watchSession', src: 'watchSession' },
      ],
      on: { 'session.ended': 'closed' },
      initial: 'idle',
      states: {
        idle: {
          description: 'The profile is open and no cancellation runs.',
          on: { 'cancellation.started': 'canceling', 'profile.closed': '#activeCancellation.closed' },
        },
        canceling: {
          description: 'The profile is open and the cancellation runs.',
          on: { 'cancellation.ended': 'idle', 'cancellation.failed': 'idle', 'profile.closed': 'unattended' },
        },
        unattended: {
          description: 'The user visits another screen while the cancellation runs.',
          on: {
            'cancellation.ended': '#activeCancellation.closed',
            'cancellation.failed': 'unread',
            'profile.opened': 'canceling',
          },
        },
        unread: {
          description: 'Nothing was canceled while the user visited another screen. The profile shows why.',
          meta: { requirement: 'cancel.otherScreenFailed' },
          on: { 'profile.opened': 'idle' },
        },
      },
    },
  },
})
