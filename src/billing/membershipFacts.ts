import { type Plan } from '../api/paymentParsers.ts'
import { type ChargedCard, type Member, type RecentTransaction, type Subscription } from '../api/memberParsers.ts'
import { currentSubscription, type Gateways } from './subscriptionToCancel.ts'
import { dayOf, formatDay, type Day } from './validUntil.ts'

/**
 * The payment method: a card (`card` is undefined if the record has no card number, `brand` is '' if it is unknown),
 * PayPal, or an unknown gateway.
 */
export type PaidWith =
  | { kind: 'card'; card: (ChargedCard & { brand: string }) | undefined }
  | { kind: 'paypal' }
  | { kind: 'otherGateway' }

/** The facts of a membership. Days are formatted as in the specification; undefined if they are unknown. */
export type MembershipFacts = {
  plan: string | undefined
  status: 'Active' | 'Paused' | 'Pending' | 'Canceled'
  validUntil: string | undefined
  /** The day until which a plan with an end is paid. */
  paidUntil: Day | undefined
  /** The next payment of a subscription that renews automatically. */
  next: { day: string; amount: number | undefined } | undefined
  /** Undefined for a plan without a subscription. */
  paidWith: PaidWith | undefined
}

/** The statuses of transactions that grant access, as in the membership service. */
const paidStatuses: readonly string[] = ['complete', 'confirmed']

const statuses: Readonly<Record<string, MembershipFacts['status']>> = {
  active: 'Active',
  suspended: 'Paused',
  pending: 'Pending',
}

/** The latest day through which the given transactions are paid. */
function paidDay(transactions: readonly RecentTransaction[], toDay = dayOf): Day | undefined {
  const until = transactions
    .filter(({ status }) => paidStatuses.includes(status))
    .flatMap(({ expiresAt }) => expiresAt ?? [])
    .sort()
    .at(-1)
  return until === undefined ? undefined : toDay(new Date(until))
}

/** The transactions of a subscription. */
const transactionsOf = ({ transactions }: Pick<Member, 'transactions'>, { id }: Subscription) =>
  transactions.filter(({ subscriptionId }) => subscriptionId === id)

/** The day through which the current subscription is paid; undefined if it is unknown. `toDay` chooses the time zone. */
export function paidThrough(member: Pick<Member, 'subscriptions' | 'transactions'>, toDay = dayOf): Day | undefined {
  const current = currentSubscription(member)
  return current && paidDay(transactionsOf(member, current), toDay)
}

/** The payment method of a subscription. Only its transactions have the brand of the card. */
const paidWithOf = (subscription: Subscription, member: Pick<Member, 'transactions'>, gateways: Gateways): PaidWith => {
  const { gateway, card } = subscription
  if (gateway === gateways.card) {
    const paid = transactionsOf(member, subscription).find((transaction) => transaction.card?.last4 === card?.last4)
    return { kind: 'card', card: card && { ...card, brand: paid?.card?.brand ?? '' } }
  }
  return gateway === gateways.paypal ? { kind: 'paypal' } : { kind: 'otherGateway' }
}

/** A plan that is paid for without a running subscription, and its canceled subscription, if it had one. */
function paidPlan({ activeMemberships }: Pick<Member, 'activeMemberships'>, newest: readonly Subscription[]) {
  return activeMemberships
    .filter(({ id }) => id !== undefined)
    .map((plan) => ({
      plan,
      canceled: newest.find(({ planId, status }) => planId === plan.id && status === 'cancelled'),
    }))
    .find(({ plan, canceled }) => canceled || !newest.some(({ planId }) => planId === plan.id))
}

/**
 * The facts of a membership; undefined without one. Uses the newest active subscription, else the newest suspended one.
 * Without either, it uses a plan that is paid for: a one-time plan, or a canceled one until the paid period ends. Otherwise
 * it uses the newest pending subscription, which may be an abandoned checkout. `toDay` chooses the time zone of `paidUntil`.
 */
export function membershipFacts(
  member: Pick<Member, 'subscriptions' | 'transactions' | 'activeMemberships'>,
  plans: readonly Plan[],
  gateways: Gateways,
  toDay = dayOf,
): MembershipFacts | undefined {
  const newest = [...member.subscriptions].sort((one, other) => other.id - one.id)
  const current = currentSubscription(member)
  const paid = current ? undefined : paidPlan(member, newest)
  if (paid) {
    const { canceled } = paid
    const plan = plans.find(({ id }) => id === paid.plan.id)
    const paidUntil = paidDay(
      member.transactions.filter(({ planId }) => planId === paid.plan.id),
      toDay,
    )
    return {
      plan: plan?.title || paid.plan.title || undefined,
      status: canceled ? 'Canceled' : 'Active',
      validUntil: plan?.periodType === 'lifetime' ? 'Lifetime' : paidUntil && formatDay(paidUntil),
      paidUntil: plan?.periodType === 'lifetime' ? undefined : paidUntil,
      next: undefined,
      paidWith: canceled && paidWithOf(canceled, member, gateways),
    }
  }
  const found = current ?? newest.find(({ status }) => status !== 'cancelled')
  if (!found) return undefined
  const plan = plans.find(({ id }) => id === found.planId)
  const paidUntil = paidDay(transactionsOf(member, found))
  const day = paidUntil && formatDay(paidUntil)
  const isForLife = plan?.periodType === 'lifetime'
  return {
    plan: plan?.title || member.activeMemberships.find(({ id }) => id === found.planId)?.title || undefined,
    status: statuses[found.status] ?? 'Pending',
    validUntil: isForLife ? 'Lifetime' : day,
    paidUntil: isForLife ? undefined : paidUntil,
    next: found.status === 'active' && !isForLife && day !== undefined ? { day, amount: found.price } : undefined,
    paidWith: paidWithOf(found, member, gateways),
  }
}
