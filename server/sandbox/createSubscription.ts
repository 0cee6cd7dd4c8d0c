import { and, eq, max } from 'drizzle-orm'
import { createReceiptMessage } from './emails.ts'
import { type Statement } from './idempotency.ts'
import { type Database } from './records.ts'
import { addDays, addPeriod, endOfDay } from './seed/calendar.ts'
import { CARD_GATEWAY, PAYPAL_GATEWAY } from './seed/keys.ts'
import { type PlanSeed } from './seed/plans.ts'
import { paymentNumber } from './seed/records.ts'
import { ledger, mail, paymentIntents, subscriptions, transactions, type Account } from './tables.ts'

export interface NewSubscription {
  readonly account: Account
  readonly plan: PlanSeed
  readonly provider: 'stripe' | 'paypal'
  /** The provider's id of the subscription. */
  readonly providerId: string
  readonly card?: {
    readonly brand: string
    readonly last4: string
    readonly expMonth: number
    readonly expYear: number
  }
  readonly key: string
  readonly now: Date
  /** The origin of the application, for the link in the receipt. */
  readonly applicationOrigin: string
}

/** Cancels the member's pending intents. Confirmed later, they would be charged in addition to the new payment. */
export function cancelPendingIntents(db: Database, member: number): Statement {
  return db
    .update(paymentIntents)
    .set({ status: 'canceled' })
    .where(and(eq(paymentIntents.member, member), eq(paymentIntents.status, 'requires_action')))
}

/** The due date of the first payment: now, or the end of the trial. */
export function firstPaymentDate(plan: PlanSeed, from: Date): Date {
  return addDays(from, plan.trialDays)
}

/**
 * The statements that create a subscription: its record, its transactions, its ledger row and the receipt, to run in one
 * batch. Call it within `runExclusive`, because it reads the next free ids.
 */
export async function createSubscription(
  db: Database,
  { account, plan, provider, providerId, card, key, now, applicationOrigin }: NewSubscription,
): Promise<{ readonly id: number; readonly statements: readonly Statement[] }> {
  const [[last], [lastTransaction]] = await db.batch([
    db.select({ id: max(subscriptions.id) }).from(subscriptions),
    db.select({ id: max(transactions.id) }).from(transactions),
  ])
  const id = (last?.id ?? 0) + 1
  const confirmationId = (lastTransaction?.id ?? 0) + 1
  const member = account.id
  const gateway = provider === 'stripe' ? CARD_GATEWAY : PAYPAL_GATEWAY
  const at = now.toISOString()
  const common = { member, plan: plan.id, subscription: id, gateway, createdAt: at }
  const onTrial = plan.trialDays > 0
  const confirmedUntil = endOfDay(onTrial ? firstPaymentDate(plan, now) : addDays(now, 1))
  return {
    id,
    statements: [
      cancelPendingIntents(db, member),
      db.insert(subscriptions).values({
        id,
        member,
        plan: plan.id,
        providerId,
        gateway,
        status: 'active',
        cents: plan.cents,
        createdAt: at,
        ...(card && {
          cardBrand: card.brand,
          cardLast4: card.last4,
          cardExpMonth: String(card.expMonth).padStart(2, '0'),
          cardExpYear: String(card.expYear),
        }),
      }),
      db.insert(transactions).values({
        ...common,
        id: confirmationId,
        cents: 0,
        number: providerId,
        status: 'confirmed',
        kind: 'subscription_confirmation',
        expiresAt: confirmedUntil.toISOString(),
      }),
      ...(onTrial
        ? []
        : [
            db.insert(transactions).values({
              ...common,
              id: confirmationId + 1,
              cents: plan.cents,
              number: paymentNumber(gateway, id, 0),
              status: 'complete',
              kind: 'payment',
              expiresAt: endOfDay(addPeriod(now, plan)).toISOString(),
            }),
          ]),
      db.insert(ledger).values({
        at,
        kind: provider === 'stripe' ? 'charge' : 'capture',
        provider,
        member,
        plan: plan.id,
        cents: onTrial ? 0 : plan.cents,
        subscriptionId: String(id),
        idempotencyKey: key,
      }),
      db.insert(mail).values(
        createReceiptMessage(account, {
          plan,
          provider,
          card,
          at: now,
          nextPayment: onTrial ? firstPaymentDate(plan, now) : addPeriod(now, plan),
          invoice: onTrial ? confirmationId : confirmationId + 1,
          applicationOrigin,
        }),
      ),
    ],
  }
}
