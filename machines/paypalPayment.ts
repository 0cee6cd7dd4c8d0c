/**
 * paypalPayment: PayPal's script, its window, and an approval that stands ready to be captured.
 *
 *   initial ─▶ pending ─▶ resolved.idle ──window.open──▶ creatingProduct ─▶ creatingSubscription ─▶ awaitingApproval
 *                 └─▶ rejected   ├─ cancelled ◀──────────(the window closes)────────────┤                │
 *                                └─ failed ◀────────────────────────────────────────────┘                ▼
 *                                                                                                    approved
 *   Product and subscription are created once and used again when the window opens again.
 */
import { assign, setup } from 'xstate'
import { type PaymentMethod } from './payment.types.ts'
import { createStubs } from './stub.ts'

export type CreatedAnswer = { kind: 'granted'; id: string } | { kind: 'refused'; message: string }

/** `refusal`: why the payment before was refused. */
export type PaypalPaymentInput = { planId: number; title: string; refusal: string | undefined }

export type PaypalPaymentContext = {
  planId: number
  title: string
  /** PayPal's ids, '' until they are created. */
  productId: string
  subscriptionId: string
  /** The window was closed while something was still created. */
  isClosed: boolean
  message: string
}

export type PaypalPaymentEvent =
  | { type: 'script.retry' }
  | { type: 'window.open' }
  | { type: 'window.approved' }
  /** Cancelled or closed. */
  | { type: 'window.cancelled' }
  | { type: 'window.failed' }

const fallback = 'Something went wrong in creating new subscription'
const serverTextOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'serverText' in error ? String(error.serverText) : ''

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
    /** Once per plan and page: the port remembers what it has created. */
    createProduct: stub.promise<CreatedAnswer, { planId: number; title: string }>('createProduct'),
    /** Once per plan and page, as well. */
    createSubscription: stub.promise<CreatedAnswer, { planId: number; productId: string }>('createSubscription'),
  },
  actions: {
    rememberProduct: assign((_, answer: CreatedAnswer) => ('id' in answer ? { productId: answer.id } : {})),
    rememberSubscription: assign((_, answer: CreatedAnswer) => ('id' in answer ? { subscriptionId: answer.id } : {})),
    rememberRefusal: assign((_, answer: CreatedAnswer) => ({
      message: ('message' in answer && answer.message) || fallback,
    })),
    rememberLoss: assign((_, { error }: { error: unknown }) => ({ message: serverTextOf(error) || fallback })),
    rememberFailure: assign({ message: fallback }),
    rememberCancelled: assign({ message: 'Subscription has been cancelled' }),
    rememberClosed: assign({ isClosed: true }),
    rememberOpened: assign({ isClosed: false, message: '' }),
  },
  guards: {
    hasProduct: ({ context }) => context.productId !== '',
    hasSubscription: ({ context }) => context.subscriptionId !== '',
    isClosed: ({ context }) => context.isClosed,
    wasGranted: (_, { kind }: CreatedAnswer) => kind === 'granted',
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
      description: 'PayPal has just been chosen; nothing of it is loaded before.',
      meta: { requirement: 'paypal.script' },
      always: 'pending',
    },
    pending: {
      description: 'PayPal’s script is fetched.',
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
      description: 'The script did not load; it can be fetched again.',
      meta: { requirement: 'paypal.script' },
      on: { 'script.retry': 'pending' },
    },
    resolved: {
      description: 'PayPal’s own button is there.',
      meta: { requirement: 'paypal.script' },
      on: {
        'window.open': [
          { guard: 'hasSubscription', target: 'awaitingApproval', actions: 'rememberOpened' },
          { guard: 'hasProduct', target: 'creatingSubscription', actions: 'rememberOpened' },
          { target: 'creatingProduct', actions: 'rememberOpened' },
        ],
      },
      initial: 'idle',
      states: {
        idle: { description: 'Nobody has pressed it yet.' },
        cancelled: {
          description: 'The window was cancelled or closed. Nothing was paid.',
          meta: { requirement: 'paypal.cancelled' },
        },
        failed: { description: 'PayPal, the host or the payment said no.', meta: { requirement: 'paypal.failure' } },
      },
    },
    creatingProduct: {
      description: 'The window is open and waits; the host creates the product of this plan.',
      meta: { requirement: 'paypal.once' },
      tags: ['busy'],
      on: { 'window.cancelled': { actions: 'rememberClosed' }, 'window.open': { actions: 'rememberOpened' } },
      invoke: {
        id: 'createProduct',
        src: 'createProduct',
        input: ({ context: { planId, title } }) => ({ planId, title }),
        onDone: [
          {
            guard: { type: 'wasGranted', params: ({ event }) => event.output },
            target: 'creatingSubscription',
            actions: { type: 'rememberProduct', params: ({ event }) => event.output },
          },
          { target: 'resolved.failed', actions: { type: 'rememberRefusal', params: ({ event }) => event.output } },
        ],
        onError: {
          target: 'resolved.failed',
          actions: { type: 'rememberLoss', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    creatingSubscription: {
      description: 'The host creates the subscription that is to be approved.',
      meta: { requirement: 'paypal.once' },
      tags: ['busy'],
      on: { 'window.cancelled': { actions: 'rememberClosed' }, 'window.open': { actions: 'rememberOpened' } },
      invoke: {
        id: 'createSubscription',
        src: 'createSubscription',
        input: ({ context: { planId, productId } }) => ({ planId, productId }),
        onDone: [
          {
            guard: { type: 'wasGranted', params: ({ event }) => event.output },
            target: 'awaitingApproval',
            actions: { type: 'rememberSubscription', params: ({ event }) => event.output },
          },
          { target: 'resolved.failed', actions: { type: 'rememberRefusal', params: ({ event }) => event.output } },
        ],
        onError: {
          target: 'resolved.failed',
          actions: { type: 'rememberLoss', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    awaitingApproval: {
      description: 'The person decides in PayPal’s window.',
      meta: { requirement: 'paypal.approved' },
      always: { guard: 'isClosed', target: 'resolved.cancelled', actions: 'rememberCancelled' },
      on: {
        'window.approved': 'approved',
        'window.cancelled': { target: 'resolved.cancelled', actions: 'rememberCancelled' },
        'window.failed': { target: 'resolved.failed', actions: 'rememberFailure' },
      },
    },
    approved: {
      type: 'final',
      description: 'Approved: it stands ready to be captured.',
      meta: { requirement: 'paypal.approved' },
    },
  },
})
