/**
 * A model of the host: its subscriptions, the stored response of each Idempotency-Key, and the calls that it still
 * processes after the client timed out. The functions are pure and return a new host.
 */
import {
  type Attempt,
  type SubscriptionToCancel,
  type PaymentMethod,
  type MemberRecord,
} from '../../machines/payment.types.ts'

export type Gateway = SubscriptionToCancel['gateway'] | 'other'
export type Subscription = {
  id: number
  planId: number
  gateway: Gateway
  status: 'active' | 'pending' | 'cancelled'
  /** Canceled on another device or by support, not by a call of this browser. */
  isCanceledElsewhere?: true
  /** The key of its payment, while the key is referenced. */
  of?: string
  /** While it is pending: its call, and whether it is charged already. */
  open?: { call: PayCall; isCharged: boolean }
}
/** The response stored for a key. A repeated key returns it without another effect. */
export type StoredResponse = 'done' | 'refused' | 'failed' | 'action' | 'pending'
/** `paymentMethod`: the one that is ready to pay for another plan; 'none' if the member cancels without another plan. */
export type CancelCall = {
  kind: 'cancel'
  key: string
  id: number
  paymentMethod: PaymentMethod | 'none' | undefined
}
export type PayCall = { kind: 'pay'; key: string; planId: number; paymentMethod: PaymentMethod }
export type Call = CancelCall | PayCall

/** One press of Pay: the keys of its payments, the subscription it cancels, and the number of charges. */
export type Confirmation = { keys: readonly string[]; subscriptionToCancel: number | undefined; charges: number }

export type HostState = {
  /** Newest first. */
  subscriptions: readonly Subscription[]
  responses: Readonly<Record<string, StoredResponse>>
  /** The calls that timed out in the browser and are not processed yet. */
  lateCalls: readonly Call[]
  confirmations: readonly Confirmation[]
}

export type Effect = { host: HostState; violation?: string }
type IsUsed = (number: number) => boolean

export const isActive = ({ status }: Subscription): boolean => status === 'active'

/** The newest active subscription of the two gateways. */
export const subscriptionToCancel = ({ subscriptions }: HostState): SubscriptionToCancel | undefined => {
  const found = subscriptions.find((one) => isActive(one) && one.gateway !== 'other')
  return (
    found && { id: found.id, providerId: `sub_${found.id}`, gateway: found.gateway as SubscriptionToCancel['gateway'] }
  )
}

export const recordOf = (host: HostState): MemberRecord => ({
  subscriptions: host.subscriptions.map(({ id, planId, status }) => ({ id, planId, status })),
  subscriptionToCancel: subscriptionToCancel(host),
})

export const isLive = ({ subscriptions }: HostState, id: number | undefined): boolean =>
  subscriptions.some((one) => one.id === id && isActive(one))

export const confirmationOf = ({ confirmations }: HostState, attempt: Attempt | undefined): Confirmation | undefined =>
  confirmations.find(({ keys }) => attempt !== undefined && keys.includes(attempt.payKey))

const storeResponse = (host: HostState, key: string, stored: StoredResponse): HostState => ({
  ...host,
  responses: { ...host.responses, [key]: stored },
})

/** The smallest number that is not used. Reusing numbers keeps equal states identical and their count finite. */
export const smallestUnused = (isUsed: IsUsed): number => {
  let number = 1
  while (isUsed(number)) number++
  return number
}

const gatewayOf = (paymentMethod: PaymentMethod): Gateway => (paymentMethod.kind === 'paypal' ? 'paypal' : 'card')

function charge(host: HostState, { key }: PayCall): Effect {
  const confirmation = host.confirmations.find(({ keys }) => keys.includes(key))
  if (!confirmation) return { host, violation: 'a charge belongs to a confirmation' }
  const charged = { ...confirmation, charges: confirmation.charges + 1 }
  const confirmations = host.confirmations.map((one) => (one === confirmation ? charged : one))
  const next = { ...host, confirmations }
  if (charged.charges > 1) return { host: next, violation: 'at most one charge for one confirmation' }
  if (isLive(host, confirmation.subscriptionToCancel))
    return { host: next, violation: 'no charge after a failed cancellation' }
  return { host: next }
}

function addSubscription(host: HostState, call: PayCall, isIdUsed: IsUsed, open?: Subscription['open']): Effect {
  const id = smallestUnused((number) => host.subscriptions.some((one) => one.id === number) || isIdUsed(number))
  const added: Subscription = {
    id,
    planId: call.planId,
    gateway: gatewayOf(call.paymentMethod),
    status: open ? 'pending' : 'active',
    of: call.key,
    ...(open ? { open } : {}),
  }
  const next = { ...host, subscriptions: [added, ...host.subscriptions] }
  return { host: next, ...findDoubleSubscription(next) }
}

const findDoubleSubscription = (host: HostState): { violation?: string } =>
  host.subscriptions.filter((one) => isActive(one) && one.gateway !== 'other').length > 1
    ? { violation: 'at most one live subscription of the card gateway and PayPal' }
    : {}

const andThen = (first: Effect, then: (host: HostState) => Effect): Effect => {
  const second = then(first.host)
  const violation = first.violation ?? second.violation
  return { host: second.host, ...(violation === undefined ? {} : { violation }) }
}

/** Performs a call once, with `response` as its result. `isIdUsed`: whether an id is still referenced. */
export function performCall(host: HostState, call: Call, response: StoredResponse, isIdUsed: IsUsed): Effect {
  if (call.key in host.responses) return { host }
  const next = storeResponse(host, call.key, response)
  if (call.kind === 'cancel') {
    if (response !== 'done') return { host: next }
    const subscriptions = host.subscriptions.map((one) =>
      one.id === call.id ? { ...one, status: 'cancelled' as const } : one,
    )
    const ready = call.paymentMethod !== undefined
    return {
      host: { ...next, subscriptions },
      ...(ready ? {} : { violation: 'no cancellation before the new payment method is ready' }),
    }
  }
  if (response === 'done') return andThen(charge(next, call), (charged) => addSubscription(charged, call, isIdUsed))
  if (response === 'pending') return addSubscription(next, call, isIdUsed, { call, isCharged: false })
  return { host: next }
}

/** A successful 3-D Secure confirmation: charged, and on the record immediately or (`isRecordLate`) later. */
export function confirmPayment(host: HostState, call: PayCall, isRecordLate: boolean, isIdUsed: IsUsed): Effect {
  return andThen(charge(host, call), (charged) =>
    addSubscription(charged, call, isIdUsed, isRecordLate ? { call, isCharged: true } : undefined),
  )
}

/** Settles a pending subscription: paid (charged now unless it was charged before) or failed. */
export function settlePending(host: HostState, { id, open }: Subscription, isPaid: boolean): Effect {
  const settled: Subscription['status'] = isPaid ? 'active' : 'cancelled'
  const subscriptions = host.subscriptions.map(({ open: _, ...one }) =>
    one.id === id ? { ...one, status: settled } : { ...one, ...(_ ? { open: _ } : {}) },
  )
  const next = { ...host, subscriptions }
  if (!isPaid || !open) return { host: next }
  return andThen({ host: next, ...findDoubleSubscription(next) }, (paid) =>
    open.isCharged ? { host: paid } : charge(paid, open.call),
  )
}

export const cancelElsewhere = (host: HostState, { id }: Subscription): HostState => ({
  ...host,
  subscriptions: host.subscriptions.map((one) =>
    one.id === id ? { ...one, status: 'cancelled', isCanceledElsewhere: true } : one,
  ),
})

export const hasOpenCall = ({ lateCalls: late, subscriptions }: HostState, attempt: Attempt | undefined): boolean => {
  const keys = [attempt?.payKey, attempt?.cancelKey]
  return (
    late.some(({ key }) => keys.includes(key)) || subscriptions.some(({ open }) => open && keys.includes(open.call.key))
  )
}
