import { type Plan } from '../api/paymentParsers.ts'
import { type ChargedCard, type Member, type Subscription } from '../api/memberParsers.ts'
import { currentSubscription, type Gateways } from './subscriptionToCancel.ts'
import { dayOf, formatDay } from './validUntil.ts'

/** The payment method: a card (`card` is undefined if the record has no card number), PayPal, or an unknown gateway. */
export type PaidWith = { kind: 'card'; card: ChargedCard | undefined } | { kind: 'paypal' } | { kind: 'otherGateway' }

/** The facts of a membership. Days are formatted as in the specification; undefined if they are unknown. */
export type MembershipFacts = {
  plan: string | undefined
  status: 'Active' | 'Paused' | 'Pending'
  validUntil: string | undefined
  /** The next payment of a subscription that renews automatically. */
  next: { day: string; amount: number | undefined } | undefined
  paidWith: PaidWith
}

/** The statuses of transactions that grant access, as in the membership service. */
const paidStatuses: readonly string[] = ['complete', 'confirmed']

const statuses: Readonly<Record<string, MembershipFacts['status']>> = {
  active: 'Active',
  suspended: 'Paused',
  pending: 'Pending',
}

/** The day through which a subscription is paid: the latest expiry of its paid transactions. */
function paidDay({ transactions }: Pick<Member, 'transactions'>, { id }: Subscription): string | undefined {
  const until = transactions
    .filter(({ subscriptionId, status }) => subscriptionId === id && paidStatuses.includes(status))
    .flatMap(({ expiresAt }) => expiresAt ?? [])
    .sort()
    .at(-1)
  return until === undefined ? undefined : formatDay(dayOf(new Date(until)))
}

/** The day through which the current subscription is paid, formatted; undefined if it is unknown. */
export function paidThrough(member: Pick<Member, 'subscriptions' | 'transactions'>): string | undefined {
  const current = currentSubscription(member)
  return current && paidDay(member, current)
}

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
  const day = paidDay(member, found)
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
          : { kind: 'otherGateway' },
  }
}
