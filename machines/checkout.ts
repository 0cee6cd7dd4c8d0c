/**
 * checkout: sells one plan. The user selects a payment method; once it is ready, `planChange` cancels and pays.
 *
 *   recalling ─▶ loading ─▶ choosing ( savedCard │ newCard │ paypal ) ─▶ changing ─▶ thanking ─▶ left
 *       │          └─▶ unloaded  ▲                                         │ │
 *       │                        └─────────────(refused)───────────────────┘ └─(given up, or membershipChanged)─▶ loading
 *       └─(an interrupted attempt)─▶ changing
 */
import { assign, setup } from 'xstate'
import { type cardPaymentMachine } from './cardPayment.ts'
import { type confirmationMachine, type Destination } from './confirmation.ts'
import { type paypalPaymentMachine } from './paypalPayment.ts'
import { type planChangeMachine } from './planChange.ts'
import {
  type SubscriptionToCancel,
  type PaymentMethod,
  type PayingMember,
  type PlanChangeOutput,
} from './payment.types.ts'
import { type savedCardPaymentMachine } from './savedCardPayment.ts'
import { createStubs } from './stub.ts'

/** The plan, and the subscription it replaces. `hasOtherGatewaySubscription`: one of another gateway stays active. */
export type Offer = {
  planId: number
  title: string
  /** The price of this plan, in major units. */
  price: number | undefined
  subscriptionToCancel: SubscriptionToCancel | undefined
  hasOtherGatewaySubscription: boolean
}

export type OfferAnswer = { kind: 'granted'; offer: Offer } | { kind: 'refused'; message: string }

/** `initialPaymentMethod`: the method shown first. Only the upgrade screen offers saved cards. */
export type CheckoutInput = {
  planId: number
  member: PayingMember
  isMember: boolean
  initialPaymentMethod: PaymentMethod['kind']
  /** The user came from the link of a channel. */
  fromChannel: boolean
}

export type CheckoutContext = {
  input: CheckoutInput
  offer: Offer | undefined
  chosen: PaymentMethod['kind']
  paymentMethod: PaymentMethod | undefined
  /** Why the last payment was refused; undefined without a refusal. */
  refusal: string | undefined
  /** Why the offer could not be loaded. */
  message: string
  /** The result of the last attempt. */
  result: PlanChangeOutput | undefined
  destination: Destination
}

export type CheckoutEvent = { type: 'means.choose'; paymentMethod: PaymentMethod['kind'] } | { type: 'offer.retry' }

const stub = createStubs('checkout')

export const checkoutMachine = setup({
  types: {} as {
    input: CheckoutInput
    context: CheckoutContext
    events: CheckoutEvent
    output: { destination: Destination }
    tags: 'busy'
    children: {
      recallAttempt: 'recallAttempt'
      loadOffer: 'loadOffer'
      savedCardPayment: 'savedCardPayment'
      cardPayment: 'cardPayment'
      paypalPayment: 'paypalPayment'
      planChange: 'planChange'
      confirmation: 'confirmation'
    }
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    /** Whether this browser has an interrupted attempt, or one under way in another tab. */
    recallAttempt: stub.promise<{ isOpen: boolean }, { member: PayingMember }>('recallAttempt'),
    loadOffer: stub.promise<OfferAnswer, { planId: number; member: PayingMember }>('loadOffer'),
    savedCardPayment: stub.machine<typeof savedCardPaymentMachine>('savedCardPayment'),
    cardPayment: stub.machine<typeof cardPaymentMachine>('cardPayment'),
    paypalPayment: stub.machine<typeof paypalPaymentMachine>('paypalPayment'),
    planChange: stub.machine<typeof planChangeMachine>('planChange'),
    confirmation: stub.machine<typeof confirmationMachine>('confirmation'),
  },
  actions: {
    /** The membership has changed: reloads the role, the member record and everything that depends on them. */
    refreshMembership: stub.action('refreshMembership'),
    rememberOffer: assign((_, answer: OfferAnswer) => (answer.kind === 'granted' ? { offer: answer.offer } : {})),
    rememberUnloaded: assign((_, answer: OfferAnswer | { kind: 'lost' }) => ({
      message: ('message' in answer && answer.message) || 'Something went wrong while fetching memberpress data',
    })),
    rememberChoice: assign((_, { paymentMethod }: { paymentMethod: PaymentMethod['kind'] }) => ({
      chosen: paymentMethod,
      refusal: undefined,
    })),
    rememberMeans: assign((_, { paymentMethod }: { paymentMethod: PaymentMethod | undefined }) => ({ paymentMethod })),
    forgetMeans: assign({ paymentMethod: undefined }),
    rememberResult: assign((_, result: PlanChangeOutput) => ({
      result,
      refusal: result.kind === 'refused' ? result.message : undefined,
    })),
    rememberDestination: assign((_, { destination }: { destination: Destination }) => ({ destination })),
  },
  guards: {
    isOpen: (_, { isOpen }: { isOpen: boolean }) => isOpen,
    wasLoaded: (_, { kind }: OfferAnswer) => kind === 'granted',
    isSavedCard: ({ context }) => context.chosen === 'savedCard',
    isPaypal: ({ context }) => context.chosen === 'paypal',
    hasMeans: (_, { paymentMethod }: { paymentMethod: PaymentMethod | undefined }) => paymentMethod !== undefined,
    wasPaid: (_, { kind }: PlanChangeOutput) => kind === 'paid',
    /** A refusal of the payment method selected here, not of an interrupted attempt. */
    wasRefused: ({ context }, { kind }: PlanChangeOutput) => kind === 'refused' && context.paymentMethod !== undefined,
  },
}).createMachine({
  id: 'checkout',
  context: ({ input }) => ({
    input,
    offer: undefined,
    chosen: input.initialPaymentMethod,
    paymentMethod: undefined,
    refusal: undefined,
    message: '',
    result: undefined,
    destination: 'home',
  }),
  output: ({ context }) => ({ destination: context.destination }),
  initial: 'recalling',
  states: {
    recalling: {
      description: 'Checks for an interrupted attempt, which is resolved before a new one starts.',
      meta: { requirement: 'pay.remembered' },
      tags: ['busy'],
      invoke: {
        id: 'recallAttempt',
        src: 'recallAttempt',
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
      entry: 'forgetMeans',
      invoke: {
        id: 'loadOffer',
        src: 'loadOffer',
        input: ({ context: { input } }) => ({ planId: input.planId, member: input.member }),
        onDone: [
          {
            guard: { type: 'wasLoaded', params: ({ event }) => event.output },
            target: 'choosing',
            actions: { type: 'rememberOffer', params: ({ event }) => event.output },
          },
          { target: 'unloaded', actions: { type: 'rememberUnloaded', params: ({ event }) => event.output } },
        ],
        onError: { target: 'unloaded', actions: { type: 'rememberUnloaded', params: { kind: 'lost' } } },
      },
    },
    unloaded: {
      description: 'The plan or the member record could not be loaded.',
      meta: { requirement: 'plan.load' },
      on: { 'offer.retry': 'loading' },
    },
    choosing: {
      meta: { requirement: 'pay.choice' },
      entry: 'forgetMeans',
      on: {
        'means.choose': { target: '.deciding', actions: { type: 'rememberChoice', params: ({ event }) => event } },
      },
      initial: 'deciding',
      states: {
        deciding: {
          description: 'Shows the selected payment method.',
          always: [
            { guard: 'isSavedCard', target: 'savedCard' },
            { guard: 'isPaypal', target: 'paypal' },
            { target: 'newCard' },
          ],
        },
        savedCard: {
          description: 'Offers the primary card. Without one, the form for a new card opens.',
          invoke: {
            id: 'savedCardPayment',
            src: 'savedCardPayment',
            input: ({ context: { input, refusal } }) => ({ userId: input.member.id, refusal }),
            onDone: [
              {
                guard: { type: 'hasMeans', params: ({ event }) => event.output },
                target: '#checkout.changing',
                actions: { type: 'rememberMeans', params: ({ event }) => event.output },
              },
              { target: 'newCard', actions: { type: 'rememberChoice', params: { paymentMethod: 'newCard' } } },
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
              actions: { type: 'rememberMeans', params: ({ event }) => event.output },
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
              actions: { type: 'rememberMeans', params: ({ event }) => event.output },
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
            actions: { type: 'rememberResult', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'wasRefused', params: ({ event }) => event.output },
            target: 'choosing',
            actions: { type: 'rememberResult', params: ({ event }) => event.output },
          },
          { target: 'loading', actions: { type: 'rememberResult', params: ({ event }) => event.output } },
        ],
      },
    },
    thanking: {
      description: 'Shows Thank You, or Congratulations after PayPal, then redirects.',
      meta: { requirement: 'after.thanks' },
      entry: 'refreshMembership',
      invoke: {
        id: 'confirmation',
        src: 'confirmation',
        input: ({ context: { input, result, chosen } }) => ({
          paymentMethod: result?.request?.paymentMethod.kind ?? chosen,
          isMember: input.isMember,
          fromChannel: input.fromChannel,
        }),
        onDone: { target: 'left', actions: { type: 'rememberDestination', params: ({ event }) => event.output } },
      },
    },
    left: { type: 'final', description: 'The user leaves for the destination.' },
  },
})
