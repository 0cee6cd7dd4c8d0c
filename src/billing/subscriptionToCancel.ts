import { type Member, type Subscription } from '../api/memberParsers.ts'

/** The gateway ids of this installation. */
export type Gateways = { card: string; paypal: string }

/** A subscription with what its cancel call wants; `providerId` is '' where the record does not tell it. */
export type SubscriptionToCancel = { id: number; providerId: string; gateway: keyof Gateways }

/**
 * The subscription that a change of plan ends: the newest active one, else the newest suspended one, never a pending
 * one. One of another gateway is left alone (specification §4), and then there is none to end.
 */
export function subscriptionToCancel(
  { subscriptions, latestTransaction }: Pick<Member, 'subscriptions' | 'latestTransaction'>,
  gateways: Gateways,
): SubscriptionToCancel | undefined {
  const found = currentSubscription({ subscriptions })
  const gateway = found?.gateway === gateways.card ? 'card' : found?.gateway === gateways.paypal ? 'paypal' : undefined
  if (!found || !gateway) return undefined
  // Before the gateway has confirmed, the membership service keeps a name of its own, which no gateway knows.
  const own = found.gatewayId.startsWith('mp-sub-') ? '' : found.gatewayId
  const latest = latestTransaction?.subscriptionId === found.id ? latestTransaction.number : ''
  return { id: found.id, providerId: own || latest, gateway }
}

/** The subscription that stands now: the newest active one, else the newest suspended one. */
export function currentSubscription({ subscriptions }: Pick<Member, 'subscriptions'>): Subscription | undefined {
  // Newest first is how the host sends them; the id says it whatever the order.
  const newest = [...subscriptions].sort((one, other) => other.id - one.id)
  return newest.find(({ status }) => status === 'active') ?? newest.find(({ status }) => status === 'suspended')
}
