import { type Member, type Subscription } from '../api/memberParsers.ts'

/** The gateway ids of this installation. */
export type Gateways = { card: string; paypal: string }

/** A subscription with the parameters of its cancel call. `providerId` is '' if the record does not contain it. */
export type SubscriptionToCancel = { id: number; providerId: string; gateway: keyof Gateways }

/**
 * The subscription that a plan change cancels: the newest active one, else the newest suspended one, never a pending
 * one. Undefined if it belongs to another gateway, because the application can't cancel it (specification §4).
 */
export function subscriptionToCancel(
  { subscriptions, latestTransaction }: Pick<Member, 'subscriptions' | 'latestTransaction'>,
  gateways: Gateways,
): SubscriptionToCancel | undefined {
  const found = currentSubscription({ subscriptions })
  const gateway = found && gatewayOf(found, gateways)
  if (!gateway) return undefined
  // Until the gateway confirms, the membership service uses its own id, which the gateway does not accept.
  const own = found.gatewayId.startsWith('mp-sub-') ? '' : found.gatewayId
  const latest = latestTransaction?.subscriptionId === found.id ? latestTransaction.number : ''
  return { id: found.id, providerId: own || latest, gateway }
}

/** The gateway of a subscription; undefined for another one, at which the application can't cancel. */
const gatewayOf = ({ gateway }: Subscription, { card, paypal }: Gateways): keyof Gateways | undefined =>
  gateway === card ? 'card' : gateway === paypal ? 'paypal' : undefined

/** The current subscription among those of another gateway. It continues when a plan is changed or canceled. */
export const otherGatewaySubscription = (
  { subscriptions }: Pick<Member, 'subscriptions'>,
  gateways: Gateways,
): Subscription | undefined =>
  currentSubscription({ subscriptions: subscriptions.filter((one) => gatewayOf(one, gateways) === undefined) })

/** The current subscription: the newest active one, else the newest suspended one. */
export function currentSubscription({ subscriptions }: Pick<Member, 'subscriptions'>): Subscription | undefined {
  // The order of the response is not reliable. A higher id is newer.
  const newest = [...subscriptions].sort((one, other) => other.id - one.id)
  return newest.find(({ status }) => status === 'active') ?? newest.find(({ status }) => status === 'suspended')
}
