import { type Member, type PaidCard } from '../api/memberParsers.ts'
import { type Plan } from '../api/paymentParsers.ts'
import { dueToday } from './dueToday.ts'
import { type Gateways } from './subscriptionToCancel.ts'
import { dayOf, firstChargeDay, type Day } from './validUntil.ts'

/** What was paid for. `knownSubscriptionIds`: the subscriptions from before the payment. */
export type Purchase = { planId: number; knownSubscriptionIds: number[] }

/**
 * The facts of a payment, each undefined if it is unknown. `charged` is what was charged on `day`, in major units.
 * `firstCharge` is the day of the first charge of a trial that charged nothing. `invoiceId` is the id of the transaction.
 */
export type Receipt = {
  charged: number | undefined
  day: Day
  firstCharge: Day | undefined
  paidWith: { kind: 'card'; card: PaidCard | undefined } | { kind: 'paypal' } | undefined
  invoiceId: number | undefined
}

/**
 * The receipt of a payment, from the plan and the member record. Until the record has the new subscription, the amount is
 * the price that the plan charges on its first day.
 */
export function receiptOf(
  { planId, knownSubscriptionIds }: Purchase,
  plan: Plan | undefined,
  member: Pick<Member, 'subscriptions' | 'transactions'> | undefined,
  gateways: Gateways,
  today: Day,
): Receipt {
  const subscription = [...(member?.subscriptions ?? [])]
    .sort((one, other) => other.id - one.id)
    .find(({ id, planId: of, status }) => of === planId && status !== 'pending' && !knownSubscriptionIds.includes(id))
  const transactions = (member?.transactions ?? []).filter(
    ({ subscriptionId }) => subscription !== undefined && subscriptionId === subscription.id,
  )
  // The first payment: later ones renew the plan.
  const payment = transactions.filter(({ status }) => status === 'complete').at(-1)
  const isOnTrial = payment === undefined && plan !== undefined && plan.trialDays > 0
  // Without a payment, the confirmation of the gateway is the invoice of a trial.
  const invoice = payment ?? (isOnTrial ? transactions.find(({ status }) => status === 'confirmed') : undefined)
  const startedAt = invoice?.createdAt ?? subscription?.createdAt
  const day = startedAt === undefined ? today : dayOf(new Date(startedAt))
  const last4 = subscription?.card?.last4
  return {
    charged: payment ? payment.amount : plan && dueToday(plan),
    day,
    firstCharge: isOnTrial ? firstChargeDay(plan, day) : undefined,
    paidWith:
      subscription === undefined
        ? undefined
        : subscription.gateway === gateways.paypal
          ? { kind: 'paypal' }
          : subscription.gateway === gateways.card
            ? { kind: 'card', card: invoice?.card ?? (last4 === undefined ? undefined : { brand: '', last4 }) }
            : undefined,
    invoiceId: invoice?.id,
  }
}
