/**
 * cardPayment: the form for a new card. Creates a payment method that is ready to be charged.
 *
 *   starting ─▶ loading ─▶ open.empty ──form.submit──▶ tokenizing ─▶ ready
 *       │           └─▶ unavailable   └──▶ open.invalid ◀────┴──▶ open.refused
 *       └─(a payment was refused, the fields keep their values)─▶ open.refused │ open.invalid
 *
 * The machine never has the card number: the field belongs to the provider, which reports only whether it is empty, incomplete or complete.
 */
import { assign, setup } from 'xstate'
import { type BillingDetails, type PaymentMethod, type PaymentRefusal } from './payment.types.ts'
import { createStubs } from './stub.ts'

/** Country by ISO2 code, state and city by name; '' where nothing is selected. */
export type CardForm = { cardholderName: string; billingAddress: string; country: string; state: string; city: string }

export type CardErrors = { cardholderName?: string; billingAddress?: string; card?: string }

/** Whether the provider's field is filled. */
export type CardField = 'empty' | 'incomplete' | 'complete'

/**
 * `refusal`: why the last payment was refused, with the card still in its field; undefined for a new form. `billing`: what
 * the form starts with.
 */
export type CardPaymentInput = { refusal: PaymentRefusal | undefined; billing: BillingDetails | undefined }

export type PaymentMethodResult = { kind: 'granted'; paymentMethodId: string } | ({ kind: 'refused' } & PaymentRefusal)

export type CardPaymentContext = {
  card: CardField
  errors: CardErrors
  /** The message above the button, '' without one. */
  message: string
  paymentMethod: PaymentMethod | undefined
  /** What the form starts with; it does not change with the form. */
  billing: BillingDetails
}

export type CardPaymentEvent =
  | ({ type: 'form.submit' } & CardForm)
  | { type: 'field.edit'; field: 'cardholderName' | 'billingAddress' }
  | { type: 'card.changed'; card: CardField }
  /** The provider's field failed to load. */
  | { type: 'card.failed' }
  | { type: 'provider.retry' }

const nothingKnown: BillingDetails = {
  cardholderName: '',
  billingAddress: '',
  country: '',
  state: '',
  city: '',
  postalCode: '',
}

const fallback = 'An error occurred while processing your payment. Please try again.'

const stub = createStubs('cardPayment')

export const cardPaymentMachine = setup({
  types: {} as {
    input: CardPaymentInput
    context: CardPaymentContext
    events: CardPaymentEvent
    output: { paymentMethod: PaymentMethod | undefined }
    /** `busy`: the button shows a spinner and the form can't be submitted again. */
    tags: 'busy'
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    loadProvider: stub.promise<undefined>('loadProvider'),
    createPaymentMethod: stub.promise<PaymentMethodResult, { form: CardForm }>('createPaymentMethod'),
  },
  actions: {
    clearMessages: assign({ errors: {}, message: '' }),
    setErrors: assign(({ context }, form: CardForm) => ({
      errors: {
        ...(form.cardholderName.trim() === '' ? { cardholderName: 'Cardholder name is required' } : {}),
        ...(form.billingAddress.trim() === '' ? { billingAddress: 'Enter your billing address' } : {}),
        ...(context.card === 'complete' ? {} : { card: 'Card details are required' }),
      },
    })),
    clearError: assign(({ context }, { field }: { field: keyof CardErrors }) => ({
      errors: Object.fromEntries(Object.entries(context.errors).filter(([name]) => name !== field)),
    })),
    setCard: assign((_, { card }: { card: CardField }) => ({ card })),
    clearCard: assign({ card: 'empty' }),
    setPaymentMethod: assign((_, result: PaymentMethodResult) =>
      result.kind === 'granted'
        ? { paymentMethod: { kind: 'newCard' as const, paymentMethodId: result.paymentMethodId } }
        : {},
    ),
    setRefusal: assign((_, result: PaymentMethodResult) => ({
      message: ('message' in result && result.message) || fallback,
    })),
    setCardError: assign((_, result: PaymentMethodResult) => ({
      errors: { card: ('message' in result && result.message) || fallback },
    })),
    setUnreachable: assign({ message: fallback }),
  },
  guards: {
    isAfterCardRefusal: ({ context }) => context.errors.card !== undefined,
    isAfterRefusal: ({ context }) => context.card === 'complete',
    hasCardInput: ({ context }) => context.card !== 'empty',
    isComplete: ({ context }, { cardholderName, billingAddress }: CardForm) =>
      context.card === 'complete' && cardholderName.trim() !== '' && billingAddress.trim() !== '',
    wasGranted: (_, { kind }: PaymentMethodResult) => kind === 'granted',
    wasCardRefused: (_, result: PaymentMethodResult) => result.kind === 'refused' && result.isAboutCard,
  },
}).createMachine({
  id: 'cardPayment',
  context: ({ input: { refusal, billing } }) => ({
    card: refusal === undefined ? 'empty' : 'complete',
    errors: refusal?.isAboutCard ? { card: refusal.message } : {},
    message: refusal?.isAboutCard ? '' : (refusal?.message ?? ''),
    paymentMethod: undefined,
    billing: billing ?? nothingKnown,
  }),
  output: ({ context }) => ({ paymentMethod: context.paymentMethod }),
  initial: 'starting',
  states: {
    starting: {
      description: 'After a refused payment the form keeps its values and shows the reason.',
      always: [
        { guard: 'isAfterCardRefusal', target: 'open.invalid' },
        { guard: 'isAfterRefusal', target: 'open.refused' },
        { target: 'loading' },
      ],
    },
    loading: {
      description: 'Loads the provider’s script.',
      tags: ['busy'],
      invoke: { id: 'loadProvider', src: 'loadProvider', onDone: 'open', onError: 'unavailable' },
    },
    unavailable: {
      description: 'The provider’s field failed to load. It can be loaded again.',
      meta: { requirement: 'card.provider' },
      entry: ['clearMessages', 'clearCard'],
      on: { 'provider.retry': 'loading' },
    },
    open: {
      description: 'The form can be filled in, and submitted once the card field is not empty.',
      meta: { requirement: 'card.disabled' },
      on: {
        'card.changed': { actions: { type: 'setCard', params: ({ event }) => event } },
        'card.failed': 'unavailable',
        'form.submit': [
          { guard: { type: 'isComplete', params: ({ event }) => event }, target: 'tokenizing' },
          {
            guard: 'hasCardInput',
            target: '.invalid',
            actions: ['clearMessages', { type: 'setErrors', params: ({ event }) => event }],
          },
        ],
      },
      initial: 'empty',
      states: {
        empty: {
          description: 'Not submitted yet. The form starts with what the profile knows.',
          meta: { requirement: 'card.prefill' },
        },
        invalid: {
          description:
            'A field is missing, or the provider refused the card, also when it was charged. A field shows its error until it is edited.',
          meta: { requirement: ['card.fields', 'card.refused'] },
          on: {
            'field.edit': { actions: { type: 'clearError', params: ({ event }) => event } },
            'card.changed': {
              actions: [
                { type: 'setCard', params: ({ event }) => event },
                { type: 'clearError', params: { field: 'card' } },
              ],
            },
          },
        },
        refused: {
          description: 'The payment was refused, or the provider not reached. The fields keep their values.',
          meta: { requirement: 'card.refused' },
        },
      },
    },
    tokenizing: {
      description: 'The provider creates a payment method. Nothing is charged yet.',
      meta: { requirement: 'card.disabled' },
      tags: ['busy'],
      entry: 'clearMessages',
      invoke: {
        id: 'createPaymentMethod',
        src: 'createPaymentMethod',
        input: ({ event }) => {
          if (event.type !== 'form.submit') throw new Error('cardPayment: tokenizing is entered by form.submit only')
          const { type: _, ...form } = event
          return {
            form: { ...form, cardholderName: form.cardholderName.trim(), billingAddress: form.billingAddress.trim() },
          }
        },
        onDone: [
          {
            guard: { type: 'wasGranted', params: ({ event }) => event.output },
            target: 'ready',
            actions: { type: 'setPaymentMethod', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'wasCardRefused', params: ({ event }) => event.output },
            target: 'open.invalid',
            actions: { type: 'setCardError', params: ({ event }) => event.output },
          },
          { target: 'open.refused', actions: { type: 'setRefusal', params: ({ event }) => event.output } },
        ],
        onError: { target: 'open.refused', actions: 'setUnreachable' },
      },
    },
    ready: { type: 'final', description: 'The card is ready to be charged.' },
  },
})
