import { type Ending, type MemberRecord } from '../../machines/reconciliation.ts'
import { type Configuration } from '../configuration.ts'
import { type Member, type Subscription } from '../host/readers.ts'

/**
 * What becomes of the subscription that stands when another plan is paid: it is ended first, or left alone because its
 * gateway is neither of ours, which the page says before paying. `nothing`: none stands.
 */
export type Standing =
  | { kind: 'nothing' }
  | { kind: 'toEnd'; subscription: Subscription; ending: Ending }
  | { kind: 'leftAlone'; subscription: Subscription }

type Known = Pick<Member, 'subscriptions' | 'latestTransaction'>

/** The newest of a status. The host counts ids up, so the highest is the newest, however the list is ordered. */
const newest = (subscriptions: readonly Subscription[], status: string): Subscription | undefined =>
  subscriptions
    .filter((subscription) => subscription.status === status)
    .reduce<Subscription | undefined>((one, other) => (one && one.id > other.id ? one : other), undefined)

/**
 * The subscription that stands: the newest active one, else the newest suspended one, never a pending one. The
 * provider's id is the subscription's own, else the number of the latest transaction if that is one of this
 * subscription, else ''.
 */
export function standing({ subscriptions, latestTransaction }: Known, gateways: Configuration['gateways']): Standing {
  const subscription = newest(subscriptions, 'active') ?? newest(subscriptions, 'suspended')
  if (!subscription) return { kind: 'nothing' }
  const { id, gateway, gatewayId } = subscription
  const ours = gateway === gateways.card ? 'card' : gateway === gateways.paypal ? 'paypal' : undefined
  if (!ours) return { kind: 'leftAlone', subscription }
  // Before the gateway has confirmed, the membership service keeps a name of its own, which no gateway knows.
  const own = gatewayId.startsWith('mp-sub-') ? '' : gatewayId
  const ofLatest = latestTransaction?.subscriptionId === id ? latestTransaction.number : ''
  return { kind: 'toEnd', subscription, ending: { id, providerId: own || ofLatest, gateway: ours } }
}

/** The member record as far as paying needs it. */
export function memberRecord(member: Known, gateways: Configuration['gateways']): MemberRecord {
  const found = standing(member, gateways)
  return {
    subscriptions: member.subscriptions.map(({ id, planId, status }) => ({ id, planId, status })),
    toEnd: found.kind === 'toEnd' ? found.ending : undefined,
  }
}
