/** checkout.setup: the actors, actions and guards of checkout. */
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

export const checkoutSetup = setup({
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
    setIncompletePlan: assign({
      message: 'Its price or period isn’t available, so we can’t say what you’d pay. You haven’t been charged.',
    }),
    setCancellationOpen: assign({
      message: 'Check your cancellation on your profile before you pay. You haven’t been charged.',
    }),
    clearRefusal: assign({ refusal: undefined }),
    setPaymentMethod: assign((_, { paymentMethod }: { paymentMethod: PaymentMethod | undefined }) => ({
      paymentMethod,
    })),
    clearPaymentMethod: assign({ paymentMethod: undefined }),
    setResult: assign((_, result: PlanChangeOutput) => {
      const { kind, message, isAboutCard } = result
      return { result, refusal: kind === 'refused' ? { message, isAboutCard: isAboutCard === true } : undefined }
    }),
    setDestination: assign((_, { destination }: { destination: Destination }) => ({ destination })),
  },
  guards: {
    isOpen: (_, { isOpen }: { isOpen: boolean }) => isOpen,
    wasLoaded: (_, { kind }: OfferResult) => kind === 'granted',
    isPlanUnknown: (_, { kind }: OfferResult) => kind === 'unknown',
    isPlanIncomplete: (_, { kind }: OfferResult) => kind === 'incomplete',
    losesPaidDays: ({ context: { offer } }) => offer !== undefined && offer.daysLost > 0,
    paysTwice: ({ context: { offer } }) => offer?.otherGatewayPlan !== undefined,
    paysAgain: ({ context: { offer } }) => offer?.isCurrent === true,
    startsWithSavedCard: ({ context }) => context.input.initialPaymentMethod === 'savedCard',
    choosesSavedCard: ({ event }) => event.type === 'paymentMethod.choose' && event.paymentMethod === 'savedCard',
    choosesPaypal: ({ event }) => event.type === 'paymentMethod.choose' && event.paymentMethod === 'paypal',
    hasPaymentMethod: (_, { paymentMethod }: { paymentMethod: PaymentMethod | undefined }) =>
      paymentMethod !== undefined,
    isCancellationOpen: (_, { kind }: PlanChangeOutput) => kind === 'cancellationOpen',
    wasPaid: (_, { kind }: PlanChangeOutput) => kind === 'paid',
    /** A refusal of the payment method selected here, not of an interrupted attempt. */
    wasRefused: ({ context }, { kind }: PlanChangeOutput) => kind === 'refused' && context.paymentMethod !== undefined,
  },
  delays: { recheckTimeout: 5_000 },
})
