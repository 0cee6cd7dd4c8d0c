/**
 * paypalPayment: loads PayPal and opens its window. The approved subscription is ready to be captured.
 *
 *   initial ─▶ pending ─▶ resolved.idle ──window.open──▶ creatingProduct ─▶ creatingSubscription ─▶ awaitingApproval
 *                 └─▶ rejected   ├─ canceled ◀───────────(the window closes)────────────┤                │
 *                                └─ failed ◀────────────────────────────────────────────┘                ▼
 *                                                                                                    approved
 *   Product and subscription are created once and reused when the window opens again.
 */
import { assign, setup } from 'xstate'
import { type PaymentMethod } from './payment.types.ts'
import { createStubs } from './stub.ts'

export type CreatedResult = { kind: 'granted'; id: string } | { kind: 'refused'; message: string }

/** `refusal`: why the last payment was refused. */
export type PaypalPaymentInput = { planId: number; title: string; refusal: string | undefined }

export type PaypalPaymentContext = {
  planId: number
  title: string
  /** PayPal's ids, '' until they are created. */
  productId: string
  subscriptionId: string
  /** The window was closed while the product or subscription was created. */
  isClosed: boolean
  message: string
}

export type PaypalPaymentEvent =
  | { type: 'script.retry' }
  | { type: 'window.open' }
  | { type: 'window.approved' }
  /** The user canceled or closed the window. */
  | { type: 'window.canceled' }
  | { type: 'window.failed' }

const fallback = 'Something went wrong in creating new subscription'

const stub = createStubs('paypalPayment')

export const paypalPaymentMachine = setup({
  types: {} as {
    input: PaypalPaymentInput
    context: PaypalPaymentContext
    events: PaypalPaymentEvent
    output: { paymentMethod: PaymentMethod | undefined }
    tags: 'busy'
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    loadScript: stub.promise<undefined>('loadScript'),
    /** Creates one product per plan and checkout. */
    createProduct: stub.promise<CreatedResult, { planId: number; title: string }>('createProduct'),
    /** Creates one subscription per plan and checkout. */
    createSubscription: stub.promise<CreatedResult, { planId: number; productId: string }>('createSubscription'),
  },
  actions: {
    setProduct: assign((_, result: CreatedResult) => ('id' in result ? { productId: result.id } : {})),
    setSubscription: assign((_, result: CreatedResult) => ('id' in result ? { subscriptionId: result.id } : {})),
    setRefusal: assign((_, result: CreatedResult) => ({
      message: ('message' in result && result.message) || fallback,
    })),
    setFailure: assign({ message: fallback }),
    setCanceled: assign({ message: 'Subscription has been cancelled' }),
    setClosed: assign({ isClosed: true }),
    setOpened: assign({ isClosed: false, message: '' }),
  },
  guards: {
    hasProduct: ({ context }) => context.productId !== '',
    hasSubscription: ({ context }) => context.subscriptionId !== '',
    isClosed: ({ context }) => context.isClosed,
    wasGranted: (_, { kind }: CreatedResult) => kind === 'granted',
    wasRefused: ({ context }) => context.message !== '',
  },
}).createMachine({
  id: 'paypalPayment',
  context: ({ input }) => ({
    planId: input.planId,
    title: input.title,
    productId: '',
    subscriptionId: '',
    isClosed: false,
    message: input.refusal ?? '',
  }),
  output: ({ context: { subscriptionId } }) => ({ paymentMethod: { kind: 'paypal', subscriptionId } }),
  initial: 'initial',
  states: {
    initial: {
      description: 'Nothing is loaded from PayPal before the user selects it.',
      meta: { requirement: 'paypal.script' },
      always: 'pending',
    },
    pending: {
      description: 'Loads PayPal’s script.',
      meta: { requirement: 'paypal.script' },
      tags: ['busy'],
      invoke: {
        id: 'loadScript',
        src: 'loadScript',
        onDone: [{ guard: 'wasRefused', target: 'resolved.failed' }, { target: 'resolved' }],
        onError: 'rejected',
      },
    },
    rejected: {
      description: 'The script failed to load. It can be loaded again.',
      meta: { requirement: 'paypal.script' },
      on: { 'script.retry': 'pending' },
    },
    resolved: {
      description: 'Shows PayPal’s own button.',
      meta: { requirement: 'paypal.script' },
      on: {
        'window.open': [
          { guard: 'hasSubscription', target: 'awaitingApproval', actions: 'setOpened' },
          { guard: 'hasProduct', target: 'creatingSubscription', actions: 'setOpened' },
          { target: 'creatingProduct', actions: 'setOpened' },
        ],
      },
      initial: 'idle',
      states: {
        idle: { description: 'The button was not pressed yet.' },
        canceled: {
          description: 'The user canceled or closed the window. Nothing was paid.',
          meta: { requirement: 'paypal.canceled' },
        },
        failed: {
          description: 'PayPal or the host refused, or the payment was declined.',
          meta: { requirement: 'paypal.failure' },
        },
      },
    },
    creatingProduct: {
      description: 'The window is open while the host creates the product of this plan.',
      meta: { requirement: 'paypal.once' },
      tags: ['busy'],
      on: { 'window.canceled': { actions: 'setClosed' }, 'window.open': { actions: 'setOpened' } },
      invoke: {
        id: 'createProduct',
        src: 'createProduct',
        input: ({ context: { planId, title } }) => ({ planId, title }),
        onDone: [
          {
            guard: { type: 'wasGranted', params: ({ event }) => event.output },
            target: 'creatingSubscription',
            actions: { type: 'setProduct', params: ({ event }) => event.output },
          },
          { target: 'resolved.failed', actions: { type: 'setRefusal', params: ({ event }) => event.output } },
        ],
        onError: {
          target: 'resolved.failed',
          actions: 'setFailure',
        },
      },
    },
    creatingSubscription: {
      description: 'The host creates the subscription to approve.',
      meta: { requirement: 'paypal.once' },
      tags: ['busy'],
      on: { 'window.canceled': { actions: 'setClosed' }, 'window.open': { actions: 'setOpened' } },
      invoke: {
        id: 'createSubscription',
        src: 'createSubscription',
        input: ({ context: { planId, productId } }) => ({ planId, productId }),
        onDone: [
          {
            guard: { type: 'wasGranted', params: ({ event }) => event.output },
            target: 'awaitingApproval',
            actions: { type: 'setSubscription', params: ({ event }) => event.output },
          },
          { target: 'resolved.failed', actions: { type: 'setRefusal', params: ({ event }) => event.output } },
        ],
        onError: {
          target: 'resolved.failed',
          actions: 'setFailure',
        },
      },
    },
    awaitingApproval: {
      description: 'The user approves or cancels in PayPal’s window.',
      meta: { requirement: 'paypal.approved' },
      always: { guard: 'isClosed', target: 'resolved.canceled', actions: 'setCanceled' },
      on: {
        'window.approved': 'approved',
        'window.canceled': { target: 'resolved.canceled', actions: 'setCanceled' },
        'window.failed': { target: 'resolved.failed', actions: 'setFailure' },
      },
    },
    approved: {
      type: 'final',
      description: 'The subscription is approved and can be captured.',
      meta: { requirement: 'paypal.approved' },
    },
  },
})
