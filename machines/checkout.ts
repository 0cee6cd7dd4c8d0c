/**
 * checkout: from a plan to thanks. One means is chosen and made ready, then `planChange` has the say over the money.
 *
 *   recalling ─▶ loading ─▶ choosing ( savedCard │ newCard │ paypal ) ─▶ changing ─▶ thanking ─▶ left
 *       │          └─▶ unloaded  ▲                                         │ │
 *       │                        └─────────────(refused)───────────────────┘ └─(given up, or superseded)─▶ loading
 *       └─(an attempt was cut)─▶ changing
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

/** What is for sale, and what it ends. `isForeign`: a subscription of another gateway stays beside it. */
export type Offer = {
  planId: number
  title: string
  /** In major units, of this very plan. */
  price: number | undefined
  subscriptionToCancel: SubscriptionToCancel | undefined
  hasOtherGatewaySubscription: boolean
}

export type OfferAnswer = { kind: 'granted'; offer: Offer } | { kind: 'refused'; message: string }

/** `begins`: the means that is shown first; only the upgrade screen has saved cards. */
export type CheckoutInput = {
  planId: number
  member: PayingMember
  isMember: boolean
  initialPaymentMethod: PaymentMethod['kind']
  /** The way here began at a channel's link. */
  fromChannel: boolean
}

export type CheckoutContext = {
  input: CheckoutInput
  offer: Offer | undefined
  chosen: PaymentMethod['kind']
  paymentMethod: PaymentMethod | undefined
  /** Why the last payment was refused; undefined when none was. */
  refusal: string | undefined
  /** Why the offer could not be loaded. */
  message: string
  /** What the last attempt came to. */
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
    /** Whether an attempt of this browser was cut, or is under way in another tab. */
    recallAttempt: stub.promise<{ isOpen: boolean }, { member: PayingMember }>('recallAttempt'),
    loadOffer: stub.promise<OfferAnswer, { planId: number; member: PayingMember }>('loadOffer'),
    savedCardPayment: stub.machine<typeof savedCardPaymentMachine>('savedCardPayment'),
    cardPayment: stub.machine<typeof cardPaymentMachine>('cardPayment'),
    paypalPayment: stub.machine<typeof paypalPaymentMachine>('paypalPayment'),
    planChange: stub.machine<typeof planChangeMachine>('planChange'),
    confirmation: stub.machine<typeof confirmationMachine>('confirmation'),
  },
  actions: {
    /** The membership is another now: role, member record and everything that shows them. */
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
    /** A refusal of what was chosen here, not of an attempt that was cut. */
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
      description: 'An attempt that was cut comes before anything new.',
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
      description: 'The plan, and what the member record says would be ended for it.',
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
      description: 'Plan or member record could not be loaded.',
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
          description: 'The means that is chosen is shown.',
          always: [
            { guard: 'isSavedCard', target: 'savedCard' },
            { guard: 'isPaypal', target: 'paypal' },
            { target: 'newCard' },
          ],
        },
        savedCard: {
          description: 'The primary card at one press; without one, the form for a new card.',
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
          description: 'PayPal’s own button and window.',
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
      description: 'The means stands ready, or an attempt was cut: planChange ends, pays, reads and asks.',
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
      description: 'Thank You, or PayPal’s Congratulations; then on.',
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
    left: { type: 'final', description: 'On to where the payment leads.' },
  },
})
