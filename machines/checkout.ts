/**
 * checkout: sells one plan. The user selects a payment method; once it is ready, `planChange` cancels and pays.
 *
 *   resuming ─▶ loading ─▶ choosing (savedCard │ newCard │ paypal) ─▶ changing ─▶ thanking ─▶ rechecking ─▶ left
 *       │          └─▶ failed    ▲                                       │ │
 *       │                        └────────────(refused)──────────────────┘ └─(left, membershipChanged)─▶ loading
 *       └─(an attempt was interrupted)─▶ changing
 *   `planChange` sends the calls that move money. `changing` is the only state in which it runs.
 */
import { assign, setup } from 'xstate'
import { type cardPaymentMachine } from './cardPayment.ts'
import { type confirmationMachine } from './confirmation.ts'
import { type paypalPaymentMachine } from './paypalPayment.ts'
import { type planChangeMachine } from './planChange.ts'
import { type CheckoutContext, type CheckoutEvent, type CheckoutInput, type OfferResult } from './payment.types.ts'
import { type Destination, type PaymentMethod, type PayingMember, type PlanChangeOutput } from './payment.types.ts'
import { type savedCardPaymentMachine } from './savedCardPayment.ts'
import { createStubs } from './stub.ts'

const stub = createStubs('checkout')

export const checkoutMachine = setup({
  types: {} as {
    input: CheckoutInput
    context: CheckoutContext
    events: CheckoutEvent
    output: { destination: Destination }
    tags: 'busy'
    children: {
      findAttempt: 'findAttempt'
      loadOffer: 'loadOffer'
      savedCardPayment: 'savedCardPayment'
      cardPayment: 'cardPayment'
      paypalPayment: 'paypalPayment'
      planChange: 'planChange'
      confirmation: 'confirmation'
      awaitRecheck: 'awaitRecheck'
    }
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    /** Whether this browser has an interrupted attempt, or one under way in another tab. */
    findAttempt: stub.promise<{ isOpen: boolean }, { member: PayingMember }>('findAttempt'),
    loadOffer: stub.promise<OfferResult, { planId: number; member: PayingMember }>('loadOffer'),
    savedCardPayment: stub.machine<typeof savedCardPaymentMachine>('savedCardPayment'),
    cardPayment: stub.machine<typeof cardPaymentMachine>('cardPayment'),
    paypalPayment: stub.machine<typeof paypalPaymentMachine>('paypalPayment'),
    planChange: stub.machine<typeof planChangeMachine>('planChange'),
    confirmation: stub.machine<typeof confirmationMachine>('confirmation'),
    /** Resolves when the session has checked the role again. */
    awaitRecheck: stub.promise<undefined>('awaitRecheck'),
  },
  actions: {
    /** The membership has changed: reloads the role, the member record and everything that depends on them. */
    refreshMembership: stub.action('refreshMembership'),
    setOffer: assign((_, result: OfferResult) => (result.kind === 'granted' ? { offer: result.offer } : {})),
    setLoadError: assign((_, result: OfferResult | { kind: 'unreachable' }) => ({
      message: ('message' in result && result.message) || 'Something went wrong while fetching memberpress data',
    })),
    clearRefusal: assign({ refusal: undefined }),
    setPaymentMethod: assign((_, { paymentMethod }: { paymentMethod: PaymentMethod | undefined }) => ({
      paymentMethod,
    })),
    clearPaymentMethod: assign({ paymentMethod: undefined }),
    setResult: assign((_, result: PlanChangeOutput) => ({
      result,
      refusal: result.kind === 'refused' ? result.message : undefined,
    })),
    setDestination: assign((_, { destination }: { destination: Destination }) => ({ destination })),
  },
  guards: {
    isOpen: (_, { isOpen }: { isOpen: boolean }) => isOpen,
    wasLoaded: (_, { kind }: OfferResult) => kind === 'granted',
    startsWithSavedCard: ({ context }) => context.input.initialPaymentMethod === 'savedCard',
    choosesSavedCard: ({ event }) => event.type === 'paymentMethod.choose' && event.paymentMethod === 'savedCard',
    choosesPaypal: ({ event }) => event.type === 'paymentMethod.choose' && event.paymentMethod === 'paypal',
    hasPaymentMethod: (_, { paymentMethod }: { paymentMethod: PaymentMethod | undefined }) =>
      paymentMethod !== undefined,
    wasPaid: (_, { kind }: PlanChangeOutput) => kind === 'paid',
    /** A refusal of the payment method selected here, not of an interrupted attempt. */
    wasRefused: ({ context }, { kind }: PlanChangeOutput) => kind === 'refused' && context.paymentMethod !== undefined,
  },
  delays: { recheckTimeout: 5_000 },
}).createMachine({
  id: 'checkout',
  context: ({ input }) => ({
    input,
    offer: undefined,
    paymentMethod: undefined,
    refusal: undefined,
    message: '',
    result: undefined,
    destination: 'home',
  }),
  output: ({ context }) => ({ destination: context.destination }),
  initial: 'resuming',
  states: {
    resuming: {
      description: 'Checks for an interrupted attempt, which is resolved before a new one starts.',
      meta: { requirement: 'pay.stored' },
      tags: ['busy'],
      invoke: {
        id: 'findAttempt',
        src: 'findAttempt',
        input: ({ context: { input } }) => ({ member: input.member }),
        onDone: [
          { guard: { type: 'isOpen', params: ({ event }) => event.output }, target: 'changing' },
          { target: 'loading' },
        ],
        onError: 'loading',
      },
    },
    loading: {
      description: 'Loads the plan and the subscription that it would replace.',
      meta: { requirement: 'plan.load' },
      tags: ['busy'],
      entry: 'clearPaymentMethod',
      invoke: {
        id: 'loadOffer',
        src: 'loadOffer',
        input: ({ context: { input } }) => ({ planId: input.planId, member: input.member }),
        onDone: [
          {
            guard: { type: 'wasLoaded', params: ({ event }) => event.output },
            target: 'choosing.last',
            actions: { type: 'setOffer', params: ({ event }) => event.output },
          },
          { target: 'failed', actions: { type: 'setLoadError', params: ({ event }) => event.output } },
        ],
        onError: { target: 'failed', actions: { type: 'setLoadError', params: { kind: 'unreachable' } } },
      },
    },
    failed: {
      description: 'The plan or the member record could not be loaded.',
      meta: { requirement: 'plan.load' },
      on: { 'offer.retry': 'loading' },
    },
    choosing: {
      meta: { requirement: 'pay.choice' },
      entry: 'clearPaymentMethod',
      on: {
        'paymentMethod.choose': [
          { guard: 'choosesSavedCard', target: '.savedCard', actions: 'clearRefusal' },
          { guard: 'choosesPaypal', target: '.paypal', actions: 'clearRefusal' },
          { target: '.newCard', actions: 'clearRefusal' },
        ],
      },
      initial: 'starting',
      states: {
        starting: {
          description: 'The upgrade screen starts with the saved card, the subscribe page with the card form.',
          always: [{ guard: 'startsWithSavedCard', target: 'savedCard' }, { target: 'newCard' }],
        },
        last: { type: 'history', target: 'starting' },
        savedCard: {
          description: 'Offers the primary card. Without one, the form for a new card opens.',
          invoke: {
            id: 'savedCardPayment',
            src: 'savedCardPayment',
            input: ({ context: { input, refusal } }) => ({ userId: input.member.id, refusal }),
            onDone: [
              {
                guard: { type: 'hasPaymentMethod', params: ({ event }) => event.output },
                target: '#checkout.changing',
                actions: { type: 'setPaymentMethod', params: ({ event }) => event.output },
              },
              { target: 'newCard', actions: 'clearRefusal' },
            ],
          },
        },
        newCard: {
          description: 'The form for a new card.',
          invoke: {
            id: 'cardPayment',
            src: 'cardPayment',
            input: ({ context: { refusal } }) => ({ refusal }),
            onDone: {
              target: '#checkout.changing',
              actions: { type: 'setPaymentMethod', params: ({ event }) => event.output },
            },
          },
        },
        paypal: {
          description: 'Shows PayPal’s own button and window.',
          invoke: {
            id: 'paypalPayment',
            src: 'paypalPayment',
            input: ({ context: { input, offer, refusal } }) => ({
              planId: input.planId,
              title: offer?.title ?? '',
              refusal,
            }),
            onDone: {
              target: '#checkout.changing',
              actions: { type: 'setPaymentMethod', params: ({ event }) => event.output },
            },
          },
        },
      },
    },
    changing: {
      description: 'The payment method is ready, or an attempt was interrupted: planChange completes the payment.',
      invoke: {
        id: 'planChange',
        src: 'planChange',
        input: ({ context: { input, offer, paymentMethod } }) => ({
          member: input.member,
          request: paymentMethod &&
            offer && { planId: offer.planId, paymentMethod, subscriptionToCancel: offer.subscriptionToCancel },
        }),
        onDone: [
          {
            guard: { type: 'wasPaid', params: ({ event }) => event.output },
            target: 'thanking',
            actions: { type: 'setResult', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'wasRefused', params: ({ event }) => event.output },
            target: 'choosing.last',
            actions: { type: 'setResult', params: ({ event }) => event.output },
          },
          { target: 'loading', actions: { type: 'setResult', params: ({ event }) => event.output } },
        ],
      },
    },
    thanking: {
      description: 'Shows Thank You, or Congratulations after PayPal. The session meanwhile checks the role again.',
      meta: { requirement: 'after.thanks' },
      entry: 'refreshMembership',
      invoke: {
        id: 'confirmation',
        src: 'confirmation',
        input: ({ context: { input, result } }) => ({
          paymentMethod: result?.request?.paymentMethod.kind ?? input.initialPaymentMethod,
          isMember: input.isMember,
          fromChannel: input.fromChannel,
        }),
        onDone: { target: 'rechecking', actions: { type: 'setDestination', params: ({ event }) => event.output } },
      },
    },
    rechecking: {
      description: 'Waits for the new role, because it decides which pages open.',
      meta: { requirement: 'after.destination' },
      tags: ['busy'],
      invoke: { id: 'awaitRecheck', src: 'awaitRecheck', onDone: 'left', onError: 'left' },
      after: { recheckTimeout: 'left' },
    },
    left: { type: 'final', description: 'The user leaves for the destination.' },
  },
})
