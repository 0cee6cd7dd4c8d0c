/**
 * checkout: sells one plan. The user selects a payment method; once it is ready, `planChange` cancels and pays.
 *
 *   resuming ─▶ loading ─▶ warned ─▶ choosing (savedCard │ newCard │ paypal) ─▶ changing ─▶ thanking ─▶ rechecking ─▶ left
 *       │          └─▶ failed             ▲                                       │ │
 *       │                                 └───────────────(refused)───────────────┘ └─(left, membershipChanged)─▶ loading
 *       └─(an attempt was interrupted)─▶ changing
 *   `planChange` sends the calls that move money. `changing` is the only state in which it runs.
 */
import { checkoutSetup } from './checkout.setup.ts'

export const checkoutMachine = checkoutSetup.createMachine({
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
            target: 'warned',
            actions: { type: 'setOffer', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isPlanUnknown', params: ({ event }) => event.output },
            target: 'failed.unknownPlan',
            actions: { type: 'setLoadError', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isPlanIncomplete', params: ({ event }) => event.output },
            target: 'failed.incompletePlan',
            actions: 'setIncompletePlan',
          },
          { target: 'failed', actions: { type: 'setLoadError', params: ({ event }) => event.output } },
        ],
        onError: { target: 'failed', actions: { type: 'setLoadError', params: { kind: 'unreachable' } } },
      },
    },
    failed: {
      meta: { requirement: ['plan.load', 'plan.loadAgain'] },
      initial: 'retryable',
      states: {
        retryable: {
          description: 'The plan or the member record could not be loaded.',
          on: { 'offer.retry': '#checkout.loading' },
        },
        unknownPlan: { type: 'final', description: 'There is no such plan, so Try again would not help.' },
        incompletePlan: {
          description:
            'The price, currency or period of the plan is unknown, so it is not sold. It can be loaded again.',
          meta: { requirement: 'plan.incomplete' },
          on: { 'offer.retry': '#checkout.loading' },
        },
        cancellationOpen: {
          description: 'A cancellation was interrupted. It is checked on the profile before anything is paid.',
          meta: { requirement: 'cancel.oneAttempt' },
          on: { 'offer.retry': '#checkout.loading' },
        },
      },
    },
    warned: {
      initial: 'reviewing',
      states: {
        reviewing: {
          description: 'A payment that costs paid time, or is a second one, needs a ticked box.',
          meta: { requirement: ['plan.warning', 'plan.consent'] },
          always: [
            { guard: 'losesPaidDays', target: 'losingDays' },
            { guard: 'paysTwice', target: 'payingTwice' },
            { guard: 'paysAgain', target: 'payingAgain' },
            { target: '#checkout.choosing.last' },
          ],
        },
        losingDays: {
          description:
            'The new plan ends sooner than what is already paid. Shows both dates and the days between them.',
          meta: { requirement: 'plan.daysLost' },
          on: { 'warning.accept': '#checkout.choosing.last' },
        },
        payingTwice: {
          description: 'A plan of another gateway continues beside the new one.',
          meta: { requirement: 'plan.payingTwice' },
          on: { 'warning.accept': '#checkout.choosing.last' },
        },
        payingAgain: {
          description: 'The member has this plan already, such as after a reload of the confirmation.',
          meta: { requirement: 'plan.payingAgain' },
          on: { 'warning.accept': '#checkout.choosing.last' },
        },
      },
    },
    choosing: {
      meta: { requirement: 'pay.choice' },
      entry: 'clearPaymentMethod',
      on: {
        'warning.decline': [
          { guard: 'losesPaidDays', target: 'warned.losingDays', actions: 'clearRefusal' },
          { guard: 'paysTwice', target: 'warned.payingTwice', actions: 'clearRefusal' },
          { guard: 'paysAgain', target: 'warned.payingAgain', actions: 'clearRefusal' },
        ],
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
            input: ({ context: { input, refusal } }) => ({ userId: input.member.id, refusal: refusal?.message }),
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
            input: ({ context: { refusal, offer } }) => ({ refusal, billing: offer?.billing }),
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
              refusal: refusal?.message,
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
          {
            guard: { type: 'isCancellationOpen', params: ({ event }) => event.output },
            target: 'failed.cancellationOpen',
            actions: ['clearPaymentMethod', 'setCancellationOpen'],
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
