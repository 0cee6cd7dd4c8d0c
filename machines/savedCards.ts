/**
 * savedCards: the cards that the provider has stored. One is the default card; cards can be added and removed.
 *
 *   loading ──▶ listed.ready ──card.makeDefault──▶ listed.settingDefault ──────────▶ listed.ready
 *      │          ├──card.remove──▶ listed.asking ──remove.confirm──▶ listed.removing ──▲
 *      │          └──card.add──▶ listed.adding ──(the form is filled)──▶ listed.saving ─┘
 *      │        listed.outcomeUnknown (the host is unreachable) ──list.retry──▶ loading
 *      └─▶ failed ──list.retry──▶ loading
 */
import { assign, setup } from 'xstate'
import { type cardPaymentMachine } from './cardPayment.ts'
import { type PaymentMethod } from './payment.types.ts'
import { type CardChangeAnswer, type CardListAnswer } from './savedCards.types.ts'
import { type SavedCardsContext, type SavedCardsEvent } from './savedCards.types.ts'
import { createStubs } from './stub.ts'

const stub = createStubs('savedCards')

export const savedCardsMachine = setup({
  types: {} as {
    input: { userId: number }
    context: SavedCardsContext
    events: SavedCardsEvent
    /** A card is being changed. */
    tags: 'busy'
    children: {
      loadCards: 'loadCards'
      setDefaultCard: 'setDefaultCard'
      removeCard: 'removeCard'
      cardPayment: 'cardPayment'
      addCard: 'addCard'
    }
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    loadCards: stub.promise<CardListAnswer, { userId: number }>('loadCards'),
    setDefaultCard: stub.promise<CardChangeAnswer, { userId: number; id: string }>('setDefaultCard'),
    removeCard: stub.promise<CardChangeAnswer, { userId: number; id: string }>('removeCard'),
    /** The form for a new card, up to a payment method. Nothing is charged. */
    cardPayment: stub.machine<typeof cardPaymentMachine>('cardPayment'),
    addCard: stub.promise<CardChangeAnswer, { userId: number; id: string }>('addCard'),
  },
  actions: {
    setCards: assign(({ context }, answer: (CardListAnswer | CardChangeAnswer) & { note?: string }) =>
      answer.kind === 'granted'
        ? { cards: answer.cards, defaultCard: answer.defaultCard, note: answer.note ?? context.note }
        : {},
    ),
    setPlan: assign((_, answer: CardListAnswer) => (answer.kind === 'granted' ? { isPaying: answer.isPaying } : {})),
    setLoadFailure: assign((_, answer: CardListAnswer | { kind: 'unreachable' }) => ({
      note: '',
      trouble: ('message' in answer && answer.message) || 'Api is not loading because user id missing or network issue',
    })),
    setRefusal: assign((_, answer: CardChangeAnswer) => ({
      trouble: ('message' in answer && answer.message) || 'Something went wrong',
    })),
    setOutcomeUnknown: assign({ trouble: 'We couldn’t confirm the change. Refresh to check your cards.' }),
    setDefaultRequired: assign({
      trouble: 'This card pays for your current plan. Set another default card first.',
    }),
    setChosen: assign((_, { id }: { id: string }) => ({ chosen: id })),
    setNewCard: assign((_, { paymentMethod }: { paymentMethod: PaymentMethod | undefined }) => ({
      chosen: paymentMethod?.kind === 'newCard' ? paymentMethod.paymentMethodId : '',
    })),
    clearChosen: assign({ chosen: '' }),
    clearMessages: assign({ note: '', trouble: '' }),
    setNote: assign((_, { note }: { note: string }) => ({ note })),
  },
  guards: {
    wasGranted: (_, { kind }: CardListAnswer | CardChangeAnswer) => kind === 'granted',
    wasGone: (_, { kind }: CardChangeAnswer) => kind === 'gone',
    isOther: ({ context }, { id }: { id: string }) =>
      id !== context.defaultCard && context.cards.some((card) => card.id === id),
    isNeeded: ({ context }, { id }: { id: string }) => context.isPaying && id === context.defaultCard,
    isThere: ({ context }, { id }: { id: string }) => context.cards.some((card) => card.id === id),
  },
}).createMachine({
  id: 'savedCards',
  context: ({ input: { userId } }) => ({
    userId,
    cards: [],
    defaultCard: undefined,
    isPaying: false,
    chosen: '',
    note: '',
    trouble: '',
  }),
  initial: 'loading',
  states: {
    loading: {
      description: 'The cards load, and whether the default card pays for an active plan.',
      entry: 'clearChosen',
      invoke: {
        id: 'loadCards',
        src: 'loadCards',
        input: ({ context: { userId } }) => ({ userId }),
        onDone: [
          {
            guard: { type: 'wasGranted', params: ({ event }) => event.output },
            target: 'listed',
            actions: [
              { type: 'setCards', params: ({ event }) => event.output },
              { type: 'setPlan', params: ({ event }) => event.output },
            ],
          },
          { target: 'failed', actions: { type: 'setLoadFailure', params: ({ event }) => event.output } },
        ],
        onError: { target: 'failed', actions: { type: 'setLoadFailure', params: { kind: 'unreachable' } } },
      },
    },
    failed: {
      description: 'The list could not be loaded; the page shows the reason and a retry button.',
      meta: { requirement: 'cards.failure' },
      on: { 'list.retry': { target: 'loading', actions: 'clearMessages' } },
    },
    listed: {
      initial: 'ready',
      states: {
        ready: {
          description: 'Each card shows its actions, and a card can be added.',
          meta: { requirement: 'cards.list' },
          entry: 'clearChosen',
          on: {
            'card.makeDefault': {
              guard: { type: 'isOther', params: ({ event }) => event },
              target: 'settingDefault',
              actions: ['clearMessages', { type: 'setChosen', params: ({ event }) => event }],
            },
            'card.remove': [
              {
                guard: { type: 'isNeeded', params: ({ event }) => event },
                actions: ['clearMessages', 'setDefaultRequired'],
                meta: { requirement: 'cards.needed' },
              },
              {
                guard: { type: 'isThere', params: ({ event }) => event },
                target: 'asking',
                actions: ['clearMessages', { type: 'setChosen', params: ({ event }) => event }],
              },
            ],
            'card.add': { target: 'adding', actions: 'clearMessages' },
          },
        },
        settingDefault: {
          description: 'The default card is being changed.',
          meta: { requirement: 'cards.default' },
          tags: ['busy'],
          invoke: {
            id: 'setDefaultCard',
            src: 'setDefaultCard',
            input: ({ context: { userId, chosen } }) => ({ userId, id: chosen }),
            onDone: [
              {
                guard: { type: 'wasGranted', params: ({ event }) => event.output },
                target: 'ready',
                actions: {
                  type: 'setCards',
                  params: ({ event }) => ({ ...event.output, note: 'Default card updated' }),
                },
              },
              {
                guard: { type: 'wasGone', params: ({ event }) => event.output },
                target: '#savedCards.loading',
                actions: { type: 'setNote', params: { note: 'Card already removed' } },
              },
              { target: 'ready', actions: { type: 'setRefusal', params: ({ event }) => event.output } },
            ],
            onError: { target: 'outcomeUnknown', actions: 'setOutcomeUnknown' },
          },
        },
        asking: {
          description: 'Asks for confirmation before a card is removed.',
          meta: { requirement: 'cards.remove' },
          on: { 'remove.confirm': 'removing', 'remove.cancel': 'ready' },
        },
        removing: {
          description: 'A card is being removed.',
          meta: { requirement: 'cards.remove' },
          tags: ['busy'],
          invoke: {
            id: 'removeCard',
            src: 'removeCard',
            input: ({ context: { userId, chosen } }) => ({ userId, id: chosen }),
            onDone: [
              {
                guard: { type: 'wasGranted', params: ({ event }) => event.output },
                target: 'ready',
                actions: { type: 'setCards', params: ({ event }) => ({ ...event.output, note: 'Card removed' }) },
              },
              {
                guard: { type: 'wasGone', params: ({ event }) => event.output },
                target: '#savedCards.loading',
                actions: { type: 'setNote', params: { note: 'Card removed' } },
              },
              { target: 'ready', actions: { type: 'setRefusal', params: ({ event }) => event.output } },
            ],
            onError: { target: 'outcomeUnknown', actions: 'setOutcomeUnknown' },
          },
        },
        adding: {
          description: 'The form for a new card. After a refusal it keeps its values and shows the reason.',
          meta: { requirement: 'cards.add' },
          invoke: {
            id: 'cardPayment',
            src: 'cardPayment',
            input: ({ context: { trouble } }) => ({ refusal: trouble === '' ? undefined : trouble }),
            onDone: {
              target: 'saving',
              actions: ['clearMessages', { type: 'setNewCard', params: ({ event }) => event.output }],
            },
          },
          on: { 'add.cancel': { target: 'ready', actions: 'clearMessages' } },
        },
        saving: {
          description: 'The new card is being saved. Nothing is charged.',
          meta: { requirement: 'cards.add' },
          tags: ['busy'],
          invoke: {
            id: 'addCard',
            src: 'addCard',
            input: ({ context: { userId, chosen } }) => ({ userId, id: chosen }),
            onDone: [
              {
                guard: { type: 'wasGranted', params: ({ event }) => event.output },
                target: 'ready',
                actions: { type: 'setCards', params: ({ event }) => ({ ...event.output, note: 'Card saved' }) },
              },
              { target: 'adding', actions: { type: 'setRefusal', params: ({ event }) => event.output } },
            ],
            onError: { target: 'outcomeUnknown', actions: 'setOutcomeUnknown' },
          },
        },
        outcomeUnknown: {
          description: 'No response: the outcome is unknown until the list is loaded again.',
          meta: { requirement: 'cards.unclear' },
          on: { 'list.retry': { target: '#savedCards.loading', actions: 'clearMessages' } },
        },
      },
    },
  },
})
