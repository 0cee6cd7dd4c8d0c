import { type Plan } from '../api/paymentParsers.ts'
import { type ChargedCard, type Member, type Subscription } from '../api/memberParsers.ts'
import { currentSubscription, type Gateways } from './subscriptionToCancel.ts'
import { dayOf, formatDay } from './validUntil.ts'

/** The payment method: a card (`card` is undefined if the record has no digits), PayPal, or an unknown gateway. */
export type PaidWith = { kind: 'card'; card: ChargedCard | undefined } | { kind: 'paypal' } | { kind: 'elsewhere' }

/** The facts of a membership. Days are formatted as in the specification; undefined if they are unknown. */
export type MembershipFacts = {
  plan: string | undefined
  status: 'Active' | 'Paused' | 'Pending'
  validUntil: string | undefined
  /** The next payment of a subscription that renews automatically. */
  next: { day: string; amount: number | undefined } | undefined
  paidWith: PaidWith
}

/** Transactions that give access (the membership service's own rule). */
const paidStatuses: readonly string[] = ['complete', 'confirmed']

const statuses: Readonly<Record<string, MembershipFacts['status']>> = {
  active: 'Active',
  suspended: 'Paused',
  pending: 'Pending',
}

/** The date until which a subscription is paid, as ISO 8601: the latest expiry of its paid transactions. */
const paidUntil = ({ transactions }: Pick<Member, 'transactions'>, { id }: Subscription): string | undefined =>
  transactions
    .filter(({ subscriptionId, status }) => subscriptionId === id && paidStatuses.includes(status))
    .flatMap(({ expiresAt }) => expiresAt ?? [])
    .sort()
    .at(-1)

/**
 * The facts of a membership; undefined without a subscription or if all are canceled. Uses the newest active
 * subscription, else the newest suspended one, else the newest pending one.
 */
export function membershipFacts(
  member: Pick<Member, 'subscriptions' | 'transactions' | 'activeMemberships'>,
  plans: readonly Plan[],
  gateways: Gateways,
): MembershipFacts | undefined {
  const newest = [...member.subscriptions].sort((one, other) => other.id - one.id)
  const found = currentSubscription(member) ?? newest.find(({ status }) => status !== 'cancelled')
  if (!found) return undefined
  const plan = plans.find(({ id }) => id === found.planId)
  const until = paidUntil(member, found)
  const day = until === undefined ? undefined : formatDay(dayOf(new Date(until)))
  const isForLife = plan?.periodType === 'lifetime'
  return {
    plan: plan?.title || member.activeMemberships.find(({ id }) => id === found.planId)?.title || undefined,
    status: statuses[found.status] ?? 'Pending',
    validUntil: isForLife ? 'Lifetime' : day,
    next: found.status === 'active' && !isForLife && day !== undefined ? { day, amount: found.price } : undefined,
    paidWith:
      found.gateway === gateways.card
        ? { kind: 'card', card: found.card }
        : found.gateway === gateways.paypal
          ? { kind: 'paypal' }
          : { kind: 'elsewhere' },
  }
}
