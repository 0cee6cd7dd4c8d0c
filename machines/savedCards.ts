/**
 * savedCards: the cards that the provider has stored. One is the default card; cards can be added and removed.
 *
 *   loading ──▶ listed.ready ──card.makeDefault──▶ listed.settingDefault ──────────▶ listed.ready
 *      │          ├──card.remove──▶ listed.confirming ──remove.confirm──▶ listed.removing ──▲
 *      │          └──card.add──▶ listed.adding ──(a payment method is created)──▶ listed.saving ─┘
 *      │        listed.outcomeUnknown (the host is unreachable) ──list.retry──▶ loading
 *      └─▶ failed ──list.retry──▶ loading
 */
import { assign, setup } from 'xstate'
import { messageOf } from './messageOf.ts'
import { type cardPaymentMachine } from './cardPayment.ts'
import { type PaymentMethod } from './payment.types.ts'
import { type CardChangeResult, type CardListResult } from './savedCards.types.ts'
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
    loadCards: stub.promise<CardListResult, { userId: number }>('loadCards'),
    setDefaultCard: stub.promise<CardChangeResult, { userId: number; id: string }>('setDefaultCard'),
    removeCard: stub.promise<CardChangeResult, { userId: number; id: string }>('removeCard'),
    /** The form for a new card. Its result is a payment method; nothing is charged. */
    cardPayment: stub.machine<typeof cardPaymentMachine>('cardPayment'),
    addCard: stub.promise<CardChangeResult, { userId: number; id: string }>('addCard'),
  },
  actions: {
    setCards: assign(({ context }, result: (CardListResult | CardChangeResult) & { notice?: string }) =>
      result.kind === 'granted'
        ? { cards: result.cards, defaultCard: result.defaultCard, notice: result.notice ?? context.notice }
        : {},
    ),
    setProfile: assign((_, result: CardListResult) =>
      result.kind === 'granted' ? { isPaying: result.isPaying, billing: result.billing } : {},
    ),
    setLoadFailure: assign((_, result: CardListResult | { kind: 'unreachable' }) => ({
      notice: '',
      error: ('message' in result && result.message) || 'Api is not loading because user id missing or network issue',
    })),
    setRefusal: assign((_, result: CardChangeResult) => ({
      error: messageOf(result),
      isCardRefused: result.kind === 'refused' && result.isAboutCard === true,
    })),
    setOutcomeUnknown: assign({ error: 'We couldn’t confirm the change. Refresh to check your cards.' }),
    setDefaultRequired: assign({
      error: 'This card pays for your current plan. Set another default card first.',
    }),
    setSelectedId: assign((_, { id }: { id: string }) => ({ selectedId: id })),
    setNewCard: assign((_, { paymentMethod }: { paymentMethod: PaymentMethod | undefined }) => ({
      selectedId: paymentMethod?.kind === 'newCard' ? paymentMethod.paymentMethodId : '',
    })),
    clearSelectedId: assign({ selectedId: '' }),
    clearMessages: assign({ notice: '', error: '', isCardRefused: false }),
    setNotice: assign((_, { notice }: { notice: string }) => ({ notice })),
  },
  guards: {
    wasGranted: (_, { kind }: CardListResult | CardChangeResult) => kind === 'granted',
    wasRemoved: (_, { kind }: CardChangeResult) => kind === 'gone',
    isOther: ({ context }, { id }: { id: string }) =>
      id !== context.defaultCard && context.cards.some((card) => card.id === id),
    isDefaultRequired: ({ context }, { id }: { id: string }) => context.isPaying && id === context.defaultCard,
    isListed: ({ context }, { id }: { id: string }) => context.cards.some((card) => card.id === id),
  },
}).createMachine({
  id: 'savedCards',
  context: ({ input: { userId } }) => ({
    userId,
    cards: [],
    defaultCard: undefined,
    isPaying: false,
    billing: undefined,
    selectedId: '',
    notice: '',
    error: '',
    isCardRefused: false,
  }),
  initial: 'loading',
  states: {
    loading: {
      description: 'Loads the cards, and whether the default card pays for an active plan.',
      entry: 'clearSelectedId',
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
              { type: 'setProfile', params: ({ event }) => event.output },
            ],
          },
          { target: 'failed', actions: { type: 'setLoadFailure', params: ({ event }) => event.output } },
        ],
        onError: { target: 'failed', actions: { type: 'setLoadFailure', params: { kind: 'unreachable' } } },
      },
    },
    failed: {
      description: 'The list could not be loaded. The page shows the reason and Try again.',
      meta: { requirement: 'cards.failure' },
      on: { 'list.retry': { target: 'loading', actions: 'clearMessages' } },
    },
    listed: {
      initial: 'ready',
      states: {
        ready: {
          description: 'Each card shows its actions, and a card can be added.',
          meta: { requirement: 'cards.list' },
          entry: 'clearSelectedId',
          on: {
            'card.makeDefault': {
              guard: { type: 'isOther', params: ({ event }) => event },
              target: 'settingDefault',
              actions: ['clearMessages', { type: 'setSelectedId', params: ({ event }) => event }],
            },
            'card.remove': [
              {
                guard: { type: 'isDefaultRequired', params: ({ event }) => event },
                actions: ['clearMessages', 'setDefaultRequired'],
                meta: { requirement: 'cards.defaultRequired' },
              },
              {
                guard: { type: 'isListed', params: ({ event }) => event },
                target: 'confirming',
                actions: ['clearMessages', { type: 'setSelectedId', params: ({ event }) => event }],
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
            input: ({ context: { userId, selectedId } }) => ({ userId, id: selectedId }),
            onDone: [
              {
                guard: { type: 'wasGranted', params: ({ event }) => event.output },
                target: 'ready',
                actions: {
                  type: 'setCards',
                  params: ({ event }) => ({ ...event.output, notice: 'Default card updated' }),
                },
              },
              {
                guard: { type: 'wasRemoved', params: ({ event }) => event.output },
                target: '#savedCards.loading',
                actions: { type: 'setNotice', params: { notice: 'Card already removed' } },
              },
              { target: 'ready', actions: { type: 'setRefusal', params: ({ event }) => event.output } },
            ],
            onError: { target: 'outcomeUnknown', actions: 'setOutcomeUnknown' },
          },
        },
        confirming: {
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
            input: ({ context: { userId, selectedId } }) => ({ userId, id: selectedId }),
            onDone: [
              {
                guard: { type: 'wasGranted', params: ({ event }) => event.output },
                target: 'ready',
                actions: { type: 'setCards', params: ({ event }) => ({ ...event.output, notice: 'Card removed' }) },
              },
              {
                guard: { type: 'wasRemoved', params: ({ event }) => event.output },
                target: '#savedCards.loading',
                actions: { type: 'setNotice', params: { notice: 'Card removed' } },
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
            input: ({ context: { error, isCardRefused, billing } }) => ({
              refusal: error === '' ? undefined : { message: error, isAboutCard: isCardRefused },
              billing,
            }),
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
            input: ({ context: { userId, selectedId } }) => ({ userId, id: selectedId }),
            onDone: [
              {
                guard: { type: 'wasGranted', params: ({ event }) => event.output },
                target: 'ready',
                actions: { type: 'setCards', params: ({ event }) => ({ ...event.output, notice: 'Card saved' }) },
              },
              { target: 'adding', actions: { type: 'setRefusal', params: ({ event }) => event.output } },
            ],
            onError: { target: 'outcomeUnknown', actions: 'setOutcomeUnknown' },
          },
        },
        outcomeUnknown: {
          description: 'No response: the outcome is unknown until the list is loaded again.',
          meta: { requirement: 'cards.outcomeUnknown' },
          on: { 'list.retry': { target: '#savedCards.loading', actions: 'clearMessages' } },
        },
      },
    },
  },
})
