import { eq } from 'drizzle-orm'
import { createSubscription, cancelPendingIntents } from '../createSubscription.ts'
import { type Statement } from '../idempotency.ts'
import { type Records } from '../records.ts'
import { planOf } from '../seed/plans.ts'
import { accounts, paymentIntents, type PaymentIntent } from '../tables.ts'
import { randomAlphanumeric } from '../tokens.ts'
import { attachPaymentMethod, findPaymentMethod } from './paymentMethods.ts'
import { testCardOf, type Decline } from './testCards.ts'

/** The lifetime of an unconfirmed payment intent: 23 hours. */
const INTENT_LIFETIME_MS = 23 * 3_600_000

export interface StripeError {
  readonly type: 'card_error' | 'invalid_request_error' | 'validation_error' | 'api_error'
  readonly code?: string
  readonly decline_code?: string
  readonly message: string
  readonly param?: string
  readonly payment_intent?: SerializedIntent
}

export interface SerializedIntent {
  readonly id: string
  readonly object: 'payment_intent'
  readonly amount: number
  readonly currency: 'usd'
  readonly status: PaymentIntent['status']
  readonly client_secret: string
  readonly payment_method: string | null
  readonly livemode: false
}

export type PaymentIntentResult = { readonly paymentIntent: SerializedIntent } | { readonly error: StripeError }

function serializeIntent(intent: PaymentIntent): SerializedIntent {
  return {
    id: intent.id,
    object: 'payment_intent',
    amount: planOf(intent.plan)?.cents ?? 0,
    currency: 'usd',
    status: intent.status,
    client_secret: intent.clientSecret,
    payment_method: intent.status === 'requires_payment_method' ? null : intent.method,
    livemode: false,
  }
}

export const cardError = ({ providerCode, declineCode, message }: Decline): StripeError => ({
  type: 'card_error',
  code: providerCode,
  ...(declineCode !== undefined && { decline_code: declineCode }),
  message,
})

const NOT_AUTHENTICATED: StripeError = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}

const NO_INTENT: StripeError = {
  type: 'invalid_request_error',
  code: 'resource_missing',
  message: 'No such payment_intent',
  param: 'intent',
}

/** Creates a payment intent that requires authentication and cancels the member's earlier ones. */
export function createPaymentIntent(
  { db }: Records,
  payment: {
    readonly member: number
    readonly plan: number
    readonly method: string
    readonly key: string
    readonly applicationOrigin: string
  },
  now: Date,
): { readonly clientSecret: string; readonly statements: readonly Statement[] } {
  const id = `pi_3S${randomAlphanumeric(22)}`
  const clientSecret = `${id}_secret_${randomAlphanumeric(25)}`
  return {
    clientSecret,
    statements: [
      cancelPendingIntents(db, payment.member),
      db.insert(paymentIntents).values({
        id,
        clientSecret,
        member: payment.member,
        plan: payment.plan,
        method: payment.method,
        status: 'requires_action',
        idempotencyKey: payment.key,
        createdAt: now.toISOString(),
        applicationOrigin: payment.applicationOrigin,
      }),
    ],
  }
}

export interface PaymentIntentStore {
  read(clientSecret: string): Promise<PaymentIntentResult>
  /** Completes or fails the authentication. Completing charges the card and creates the subscription. */
  authenticate(clientSecret: string, completed: boolean): Promise<PaymentIntentResult>
}

export function createPaymentIntentStore(records: Records, now: () => Date): PaymentIntentStore {
  const { db, runExclusive } = records

  async function find(clientSecret: string): Promise<PaymentIntent | undefined> {
    const [intent] = await db.select().from(paymentIntents).where(eq(paymentIntents.clientSecret, clientSecret))
    if (intent?.status !== 'requires_action') return intent
    if (now().getTime() - new Date(intent.createdAt).getTime() < INTENT_LIFETIME_MS) return intent
    return { ...intent, status: 'canceled' }
  }

  const setStatus = (intent: PaymentIntent, status: PaymentIntent['status']) =>
    db.update(paymentIntents).set({ status }).where(eq(paymentIntents.id, intent.id))

  async function failPayment(intent: PaymentIntent, error: StripeError): Promise<PaymentIntentResult> {
    await setStatus(intent, 'requires_payment_method')
    return { error: { ...error, payment_intent: serializeIntent({ ...intent, status: 'requires_payment_method' }) } }
  }

  async function completePayment(intent: PaymentIntent): Promise<PaymentIntentResult> {
    const at = now()
    const method = await findPaymentMethod(db, intent.member, intent.method, at)
    const plan = planOf(intent.plan)
    const [account] = await db.select().from(accounts).where(eq(accounts.id, intent.member))
    if (!method || !plan || !account) return failPayment(intent, NOT_AUTHENTICATED)
    const { declineAfterAuthentication: decline } = testCardOf(method.testCard)
    if (decline) return failPayment(intent, cardError(decline))
    const subscription = await createSubscription(db, {
      account,
      plan,
      provider: 'stripe',
      providerId: `sub_1S${randomAlphanumeric(22)}`,
      card: method,
      key: intent.idempotencyKey,
      now: at,
      applicationOrigin: intent.applicationOrigin,
    })
    const saved = await attachPaymentMethod(db, intent.member, method, account.displayName, at)
    await db.batch([setStatus(intent, 'succeeded'), ...subscription.statements, ...saved])
    return { paymentIntent: serializeIntent({ ...intent, status: 'succeeded' }) }
  }

  return {
    async read(clientSecret) {
      const intent = await find(clientSecret)
      return intent ? { paymentIntent: serializeIntent(intent) } : { error: NO_INTENT }
    },
    authenticate: (clientSecret, completed) =>
      runExclusive(async () => {
        const intent = await find(clientSecret)
        if (!intent) return { error: NO_INTENT }
        if (intent.status !== 'requires_action') {
          return {
            error: {
              type: 'invalid_request_error',
              code: 'payment_intent_unexpected_state',
              message: `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`,
              payment_intent: serializeIntent(intent),
            },
          }
        }
        return completed ? completePayment(intent) : failPayment(intent, NOT_AUTHENTICATED)
      }),
  }
}
