import { type Plan } from '../api/paymentParsers.ts'
import { type ChargedCard, type Member, type Subscription } from '../api/memberParsers.ts'
import { currentSubscription, type Gateways } from './subscriptionToCancel.ts'
import { dayOf, formatDay } from './validUntil.ts'

/** What pays: a card with its last digits where the record tells them, PayPal, or something that we don't know of. */
export type PaidWith = { kind: 'card'; card: ChargedCard | undefined } | { kind: 'paypal' } | { kind: 'elsewhere' }

/** What a member has, in facts. Days are written as the specification shows them; undefined where nobody can tell. */
export type MembershipFacts = {
  plan: string | undefined
  status: 'Active' | 'Paused' | 'Pending'
  validUntil: string | undefined
  /** Only of a subscription that goes on by itself. */
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

/** Until when a subscription is paid, as ISO 8601: the latest end of what was paid for it. */
const paidUntil = ({ transactions }: Pick<Member, 'transactions'>, { id }: Subscription): string | undefined =>
  transactions
    .filter(({ subscriptionId, status }) => subscriptionId === id && paidStatuses.includes(status))
    .flatMap(({ expiresAt }) => expiresAt ?? [])
    .sort()
    .at(-1)

/**
 * The facts of a membership; undefined for who has none: no subscription, or every one of them cancelled. The one that
 * stands is the newest active one, else the newest suspended one, else the newest that is still pending.
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
