/**
 * savedCardPayment: offers the primary card for payment.
 *
 *   loading ─▶ offered ──payment.press──▶ ready
 *      ├──▶ noCard (the form for a new card follows)
 *      └──▶ failed ──cards.retry──▶ loading
 */
import { assign, setup } from 'xstate'
import { type PaymentMethod } from './payment.types.ts'
import { createStubs } from './stub.ts'

/** A saved card. It contains only the last four digits of the number. */
export type SavedCard = {
  id: string
  brand: string
  last4: string
  expMonth: number | undefined
  expYear: number | undefined
  holder: string
}

/** The primary card: the default card, else the first one; undefined without cards. */
export type CardsResult = { kind: 'granted'; card: SavedCard | undefined } | { kind: 'refused'; message: string }

/** `refusal`: why the last payment was refused. */
export type SavedCardPaymentInput = { userId: number; refusal: string | undefined }

export type SavedCardPaymentContext = { userId: number; card: SavedCard | undefined; message: string }

export type SavedCardPaymentEvent = { type: 'payment.press' } | { type: 'cards.retry' }

const stub = createStubs('savedCardPayment')

export const savedCardPaymentMachine = setup({
  types: {} as {
    input: SavedCardPaymentInput
    context: SavedCardPaymentContext
    events: SavedCardPaymentEvent
    /** Undefined without a saved card. */
    output: { paymentMethod: PaymentMethod | undefined }
    tags: 'busy'
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    loadCards: stub.promise<CardsResult, { userId: number }>('loadCards'),
  },
  actions: {
    setCard: assign((_, result: CardsResult) => (result.kind === 'granted' ? { card: result.card } : {})),
    setFailure: assign((_, result: CardsResult | { kind: 'unreachable' }) => ({
      message: ('message' in result && result.message) || 'Api is not loading because user id missing or network issue',
    })),
    clearMessage: assign({ message: '' }),
  },
  guards: {
    hasCard: (_, result: CardsResult) => result.kind === 'granted' && result.card !== undefined,
    wasRefused: (_, result: CardsResult) => result.kind === 'refused',
  },
}).createMachine({
  id: 'savedCardPayment',
  context: ({ input }) => ({ userId: input.userId, card: undefined, message: input.refusal ?? '' }),
  output: ({ context: { card } }) => ({ paymentMethod: card && { kind: 'savedCard', paymentMethodId: card.id } }),
  initial: 'loading',
  states: {
    loading: {
      description: 'Loads the saved cards.',
      tags: ['busy'],
      invoke: {
        id: 'loadCards',
        src: 'loadCards',
        input: ({ context }) => ({ userId: context.userId }),
        onDone: [
          {
            guard: { type: 'hasCard', params: ({ event }) => event.output },
            target: 'offered',
            actions: { type: 'setCard', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'wasRefused', params: ({ event }) => event.output },
            target: 'failed',
            actions: { type: 'setFailure', params: ({ event }) => event.output },
          },
          { target: 'noCard' },
        ],
        onError: { target: 'failed', actions: { type: 'setFailure', params: { kind: 'unreachable' } } },
      },
    },
    offered: {
      description: 'Shows the primary card with Pay Now and, after a refusal, the reason.',
      meta: { requirement: 'savedCard.pay' },
      on: { 'payment.press': 'ready' },
    },
    failed: {
      description: 'The cards could not be loaded.',
      meta: { requirement: 'savedCard.failure' },
      exit: 'clearMessage',
      on: { 'cards.retry': 'loading' },
    },
    noCard: { type: 'final', description: 'No card is saved.', meta: { requirement: 'savedCard.pay' } },
    ready: { type: 'final', description: 'The card is ready to be charged.' },
  },
})
