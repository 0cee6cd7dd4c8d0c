/**
 * cardPayment: the form for a new card, from its fields to a payment method that stands ready.
 *
 *   beginning ─▶ loading ─▶ open.empty ──form.submit──▶ tokenising ─▶ ready
 *       │           └─▶ unavailable   └──▶ open.invalid      └──▶ open.refused
 *       └─(a payment was refused, the fields are as they were)─▶ open.refused
 *
 * The card itself is never here: its field belongs to the provider, which only says how far it is filled.
 */
import { assign, setup } from 'xstate'
import { type PaymentMethod } from './payment.types.ts'
import { createStubs } from './stub.ts'

/** Country by ISO2 code, state and city by name; '' where nothing was chosen. */
export type CardForm = { cardholderName: string; billingAddress: string; country: string; state: string; city: string }

export type CardErrors = { cardholderName?: string; billingAddress?: string; card?: string }

/** How far the provider's own field is filled. */
export type CardField = 'empty' | 'incomplete' | 'complete'

/** `refusal`: why the payment before was refused, with the card still in its field; undefined for a fresh form. */
export type CardPaymentInput = { refusal: string | undefined }

export type PaymentMethodAnswer = { kind: 'granted'; paymentMethodId: string } | { kind: 'refused'; message: string }

export type CardPaymentContext = {
  card: CardField
  errors: CardErrors
  /** The words above the button; '' when there is nothing to say. */
  message: string
  paymentMethod: PaymentMethod | undefined
}

export type CardPaymentEvent =
  | ({ type: 'form.submit' } & CardForm)
  | { type: 'field.edit'; field: 'cardholderName' | 'billingAddress' }
  | { type: 'card.changed'; card: CardField }
  /** The provider's field could not be shown. */
  | { type: 'card.failed' }
  | { type: 'provider.retry' }

const fallback = 'An error occurred while processing your payment. Please try again.'

const stub = createStubs('cardPayment')

export const cardPaymentMachine = setup({
  types: {} as {
    input: CardPaymentInput
    context: CardPaymentContext
    events: CardPaymentEvent
    output: { paymentMethod: PaymentMethod | undefined }
    /** `busy`: the button spins and the form can't be sent again. */
    tags: 'busy'
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    loadProvider: stub.promise<undefined>('loadProvider'),
    createPaymentMethod: stub.promise<PaymentMethodAnswer, { form: CardForm }>('createPaymentMethod'),
  },
  actions: {
    forgetMessages: assign({ errors: {}, message: '' }),
    rememberErrors: assign(({ context }, form: CardForm) => ({
      errors: {
        ...(form.cardholderName.trim() === '' ? { cardholderName: 'Cardholder name is required' } : {}),
        ...(form.billingAddress.trim() === '' ? { billingAddress: 'Enter your billing address' } : {}),
        ...(context.card === 'complete' ? {} : { card: 'Card details are required' }),
      },
    })),
    forgetError: assign(({ context }, { field }: { field: keyof CardErrors }) => ({
      errors: Object.fromEntries(Object.entries(context.errors).filter(([name]) => name !== field)),
    })),
    rememberCard: assign((_, { card }: { card: CardField }) => ({ card })),
    forgetCard: assign({ card: 'empty' }),
    rememberMeans: assign((_, answer: PaymentMethodAnswer) =>
      answer.kind === 'granted'
        ? { paymentMethod: { kind: 'newCard' as const, paymentMethodId: answer.paymentMethodId } }
        : {},
    ),
    rememberRefusal: assign((_, answer: PaymentMethodAnswer) => ({
      message: ('message' in answer && answer.message) || fallback,
    })),
    rememberLoss: assign({ message: fallback }),
  },
  guards: {
    isBack: ({ context }) => context.card === 'complete',
    isCardThere: ({ context }) => context.card !== 'empty',
    isComplete: ({ context }, { cardholderName, billingAddress }: CardForm) =>
      context.card === 'complete' && cardholderName.trim() !== '' && billingAddress.trim() !== '',
    wasGranted: (_, { kind }: PaymentMethodAnswer) => kind === 'granted',
  },
}).createMachine({
  id: 'cardPayment',
  context: ({ input: { refusal } }) => ({
    card: refusal === undefined ? 'empty' : 'complete',
    errors: {},
    message: refusal ?? '',
    paymentMethod: undefined,
  }),
  output: ({ context }) => ({ paymentMethod: context.paymentMethod }),
  initial: 'beginning',
  states: {
    beginning: {
      description: 'After a refused payment the form is as it was, with the reason in it.',
      always: [{ guard: 'isBack', target: 'open.refused' }, { target: 'loading' }],
    },
    loading: {
      description: 'The provider’s script is fetched.',
      tags: ['busy'],
      invoke: { id: 'loadProvider', src: 'loadProvider', onDone: 'open', onError: 'unavailable' },
    },
    unavailable: {
      description: 'The provider’s field can’t be shown; it can be fetched again.',
      meta: { requirement: 'card.provider' },
      entry: ['forgetMessages', 'forgetCard'],
      on: { 'provider.retry': 'loading' },
    },
    open: {
      description: 'The form can be filled in. It can be sent once the card field is not empty.',
      meta: { requirement: 'card.disabled' },
      on: {
        'card.changed': { actions: { type: 'rememberCard', params: ({ event }) => event } },
        'card.failed': 'unavailable',
        'form.submit': [
          { guard: { type: 'isComplete', params: ({ event }) => event }, target: 'tokenising' },
          {
            guard: 'isCardThere',
            target: '.invalid',
            actions: ['forgetMessages', { type: 'rememberErrors', params: ({ event }) => event }],
          },
        ],
      },
      initial: 'empty',
      states: {
        empty: { description: 'Nobody has tried yet.' },
        invalid: {
          description: 'Something required is missing; the fields say what until they are edited.',
          meta: { requirement: 'card.fields' },
          on: {
            'field.edit': { actions: { type: 'forgetError', params: ({ event }) => event } },
            'card.changed': {
              actions: [
                { type: 'rememberCard', params: ({ event }) => event },
                { type: 'forgetError', params: { field: 'card' } },
              ],
            },
          },
        },
        refused: {
          description: 'The provider or the payment said no; the fields are as they were.',
          meta: { requirement: 'card.refused' },
        },
      },
    },
    tokenising: {
      description: 'The provider makes a payment method of the card. Nothing is charged yet.',
      meta: { requirement: 'card.disabled' },
      tags: ['busy'],
      entry: 'forgetMessages',
      invoke: {
        id: 'createPaymentMethod',
        src: 'createPaymentMethod',
        input: ({ event }) => {
          if (event.type !== 'form.submit') throw new Error('cardPayment: tokenising starts with a form')
          const { type: _, ...form } = event
          return {
            form: { ...form, cardholderName: form.cardholderName.trim(), billingAddress: form.billingAddress.trim() },
          }
        },
        onDone: [
          {
            guard: { type: 'wasGranted', params: ({ event }) => event.output },
            target: 'ready',
            actions: { type: 'rememberMeans', params: ({ event }) => event.output },
          },
          { target: 'open.refused', actions: { type: 'rememberRefusal', params: ({ event }) => event.output } },
        ],
        onError: { target: 'open.refused', actions: 'rememberLoss' },
      },
    },
    ready: { type: 'final', description: 'The card stands ready to pay with.' },
  },
})
