/**
 * confirmation: confirms a payment and counts down to the redirect, which can be stopped.
 *
 *   counting ─(after each second)─▶ leaving
 *      │ └──redirect.go, watch.start──▲
 *      └──redirect.stop──▶ stopped ───┘
 */
import { assign, setup } from 'xstate'
import { type Destination, type PaymentMethod } from './payment.types.ts'

/** `isMember`: a member changed the plan. `fromChannel`: the user had opened the link of a channel. */
export type ConfirmationInput = { paymentMethod: PaymentMethod['kind']; isMember: boolean; fromChannel: boolean }

export type ConfirmationContext = {
  seconds: number
  limit: number
  destination: Destination
  /** Where the user watches: the requested channel, else the list of channels. */
  watchDestination: 'channel' | 'home'
}

export type ConfirmationEvent = { type: 'redirect.go' } | { type: 'redirect.stop' } | { type: 'watch.start' }

const destinations = {
  newCard: 'home',
  savedCard: 'packages',
  paypal: 'success',
} as const satisfies Record<PaymentMethod['kind'], Destination>

/** The specified countdown, in seconds. */
const countdownSecondsOf = ({ paymentMethod, isMember }: ConfirmationInput): number =>
  paymentMethod === 'newCard' ? 5 : paymentMethod === 'paypal' ? 6 : isMember ? 1 : 2

export const confirmationMachine = setup({
  types: {} as {
    input: ConfirmationInput
    context: ConfirmationContext
    events: ConfirmationEvent
    output: { destination: Destination }
    meta: { requirement: string | readonly string[] }
  },
  actions: {
    countSecond: assign(({ context }) => ({ seconds: context.seconds + 1 })),
    setWatching: assign(({ context }) => ({ destination: context.watchDestination })),
  },
  guards: { isTimeLeft: ({ context }) => context.seconds + 1 < context.limit },
  delays: { second: 1_000 },
}).createMachine({
  id: 'confirmation',
  context: ({ input }) => ({
    seconds: 0,
    limit: countdownSecondsOf(input),
    destination: input.fromChannel ? 'channel' : destinations[input.paymentMethod],
    watchDestination: input.fromChannel ? 'channel' : 'home',
  }),
  output: ({ context }) => ({ destination: context.destination }),
  on: { 'watch.start': { target: '.leaving', actions: 'setWatching', meta: { requirement: 'after.watch' } } },
  initial: 'counting',
  states: {
    counting: {
      description: 'Counts the seconds, from 0.',
      meta: { requirement: 'after.countdown' },
      after: {
        second: [
          { guard: 'isTimeLeft', target: 'counting', reenter: true, actions: 'countSecond' },
          { target: 'leaving', actions: 'countSecond' },
        ],
      },
      on: {
        'redirect.go': { target: 'leaving', meta: { requirement: 'after.stop' } },
        'redirect.stop': { target: 'stopped', meta: { requirement: 'after.stop' } },
      },
    },
    stopped: {
      description: 'The countdown was stopped. The page stays until the user continues.',
      meta: { requirement: 'after.stop' },
      on: { 'redirect.go': 'leaving' },
    },
    leaving: {
      type: 'final',
      description: 'The redirect starts.',
      meta: { requirement: 'after.destination' },
    },
  },
})
