import { and, eq, inArray } from 'drizzle-orm'
import { firstPaymentDate } from './createSubscription.ts'
import { type Records } from './records.ts'
import { addPeriod, endOfDay } from './seed/calendar.ts'
import { CARD_GATEWAY, PAYPAL_GATEWAY } from './seed/keys.ts'
import { planOf } from './seed/plans.ts'
import { paymentNumber } from './seed/records.ts'
import { subscriptions, transactions, type Subscription, type Transaction } from './tables.ts'

type Payment = typeof transactions.$inferInsert

/** The maximum number of payments per subscription and call, in case the system clock is wrong. */
const MAX_PAYMENTS = 1000

/**
 * Returns the payments due since the last one. Each is due on the same day of the month as the first, or on the last day
 * of a shorter month. The first payment after a trial is due when the trial ends.
 */
function listDuePayments(subscription: Subscription, paid: readonly Transaction[], now: Date): Payment[] {
  const plan = planOf(subscription.plan)
  const [first] = paid
  if (!plan || (!first && plan.trialDays === 0)) return []
  const startsAt = first ? new Date(first.createdAt) : firstPaymentDate(plan, new Date(subscription.createdAt))
  const dueAt = (index: number) => addPeriod(startsAt, { ...plan, period: plan.period * index })
  const due: Payment[] = []
  for (let index = paid.length; dueAt(index) <= now && due.length < MAX_PAYMENTS; index += 1) {
    due.push({
      member: subscription.member,
      plan: subscription.plan,
      subscription: subscription.id,
      cents: subscription.cents,
      number: paymentNumber(subscription.gateway, subscription.id, index),
      status: 'complete',
      kind: 'payment',
      gateway: subscription.gateway,
      createdAt: dueAt(index).toISOString(),
      expiresAt: endOfDay(dueAt(index + 1)).toISOString(),
    })
  }
  return due
}

/**
 * Records the renewal payments that the gateways have charged for a member's active subscriptions up to now. Manual
 * subscriptions expire. Repeated calls add nothing. The ledger lists the effects of calls only, so it has no renewals.
 */
export async function renewSubscriptions({ db, runExclusive }: Records, member: number, now: Date): Promise<void> {
  async function due(): Promise<Payment[]> {
    const [active, paid] = await db.batch([
      db
        .select()
        .from(subscriptions)
        .where(
          and(
            eq(subscriptions.member, member),
            eq(subscriptions.status, 'active'),
            inArray(subscriptions.gateway, [CARD_GATEWAY, PAYPAL_GATEWAY]),
          ),
        ),
      db
        .select()
        .from(transactions)
        .where(
          and(
            eq(transactions.member, member),
            eq(transactions.kind, 'payment'),
            inArray(transactions.status, ['complete', 'refunded']),
          ),
        )
        .orderBy(transactions.createdAt),
    ])
    return active
      .flatMap((subscription) =>
        listDuePayments(
          subscription,
          paid.filter((row) => row.subscription === subscription.id),
          now,
        ),
      )
      .sort((a, b) => a.createdAt.localeCompare(b.createdAt))
  }

  if ((await due()).length === 0) return
  await runExclusive(async () => {
    const payments = await due()
    for (let from = 0; from < payments.length; from += MAX_PAYMENTS) {
      await db
        .insert(transactions)
        .values(payments.slice(from, from + MAX_PAYMENTS))
        .onConflictDoNothing()
    }
  })
}
