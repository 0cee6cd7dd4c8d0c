/**
 * savedCardPayment: the primary card, offered to pay with at one press.
 *
 *   loading ─▶ offered ──payment.press──▶ ready
 *      ├──▶ cardless (a form for a new one is to be shown)
 *      └──▶ unloaded ──cards.retry──▶ loading
 */
import { assign, setup } from 'xstate'
import { type PaymentMethod } from './payment.types.ts'
import { createStubs } from './stub.ts'

/** Never more of a number than its last four digits. */
export type SavedCard = {
  id: string
  brand: string
  last4: string
  expMonth: number | undefined
  expYear: number | undefined
  holder: string
}

/** The primary card: the default one, else the first; undefined without any. */
export type CardsAnswer = { kind: 'granted'; card: SavedCard | undefined } | { kind: 'refused'; message: string }

/** `refusal`: why the payment before was refused. */
export type SavedCardPaymentInput = { userId: number; refusal: string | undefined }

export type SavedCardPaymentContext = { userId: number; card: SavedCard | undefined; message: string }

export type SavedCardPaymentEvent = { type: 'payment.press' } | { type: 'cards.retry' }

const stub = createStubs('savedCardPayment')

export const savedCardPaymentMachine = setup({
  types: {} as {
    input: SavedCardPaymentInput
    context: SavedCardPaymentContext
    events: SavedCardPaymentEvent
    /** No means: there is no card. */
    output: { paymentMethod: PaymentMethod | undefined }
    tags: 'busy'
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    loadCards: stub.promise<CardsAnswer, { userId: number }>('loadCards'),
  },
  actions: {
    rememberCard: assign((_, answer: CardsAnswer) => (answer.kind === 'granted' ? { card: answer.card } : {})),
    rememberFailure: assign((_, answer: CardsAnswer | { kind: 'lost' }) => ({
      message: ('message' in answer && answer.message) || 'Api is not loading because user id missing or network issue',
    })),
    forgetMessage: assign({ message: '' }),
  },
  guards: {
    isThere: (_, answer: CardsAnswer) => answer.kind === 'granted' && answer.card !== undefined,
    wasRefused: (_, answer: CardsAnswer) => answer.kind === 'refused',
  },
}).createMachine({
  id: 'savedCardPayment',
  context: ({ input }) => ({ userId: input.userId, card: undefined, message: input.refusal ?? '' }),
  output: ({ context: { card } }) => ({ paymentMethod: card && { kind: 'savedCard', paymentMethodId: card.id } }),
  initial: 'loading',
  states: {
    loading: {
      description: 'The saved cards are asked for.',
      tags: ['busy'],
      invoke: {
        id: 'loadCards',
        src: 'loadCards',
        input: ({ context }) => ({ userId: context.userId }),
        onDone: [
          {
            guard: { type: 'isThere', params: ({ event }) => event.output },
            target: 'offered',
            actions: { type: 'rememberCard', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'wasRefused', params: ({ event }) => event.output },
            target: 'unloaded',
            actions: { type: 'rememberFailure', params: ({ event }) => event.output },
          },
          { target: 'cardless' },
        ],
        onError: { target: 'unloaded', actions: { type: 'rememberFailure', params: { kind: 'lost' } } },
      },
    },
    offered: {
      description: 'The primary card with Pay Now, and why the last payment was refused, if one was.',
      meta: { requirement: 'savedCard.pay' },
      on: { 'payment.press': 'ready' },
    },
    unloaded: {
      description: 'The cards could not be loaded; nothing is known of them.',
      meta: { requirement: 'savedCard.failure' },
      exit: 'forgetMessage',
      on: { 'cards.retry': 'loading' },
    },
    cardless: { type: 'final', description: 'No card is saved.', meta: { requirement: 'savedCard.pay' } },
    ready: { type: 'final', description: 'The card stands ready to pay with.' },
  },
})
