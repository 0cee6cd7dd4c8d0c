/**
 * The host as a payment can meet it: subscriptions, what each Idempotency-Key was answered, and what it is still at
 * although nobody waits for the answer any more. Every function gives a new host; nothing is changed in place.
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
  /** The key that it was paid for under, as long as somebody speaks of that. */
  of?: string
  /** While it is pending: what it is for, and whether the money has moved already. */
  open?: { call: PayCall; isCharged: boolean }
}
/** What a key was answered. The same key gets it again, without another effect. */
export type StoredAnswer = 'done' | 'refused' | 'failed' | 'action' | 'pending'
export type CancelCall = { kind: 'cancel'; key: string; id: number; paymentMethod: PaymentMethod | undefined }
export type PayCall = { kind: 'pay'; key: string; planId: number; paymentMethod: PaymentMethod }
export type Call = CancelCall | PayCall

/** One press of Pay: the keys that its payments went under, what it ended, and whether it was charged. */
export type Confirmation = { keys: readonly string[]; subscriptionToCancel: number | undefined; charges: number }

export type HostState = {
  /** Newest first. */
  subscriptions: readonly Subscription[]
  answers: Readonly<Record<string, StoredAnswer>>
  /** Sent, given up by the browser, and not done yet. */
  lateCalls: readonly Call[]
  confirmations: readonly Confirmation[]
}

export type Effect = { host: HostState; broken?: string }

const isActive = ({ status }: Subscription): boolean => status === 'active'

/** The newest active one of the two gateways. */
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

const storeAnswer = (host: HostState, key: string, stored: StoredAnswer): HostState => ({
  ...host,
  answers: { ...host.answers, [key]: stored },
})

/** The smallest number that none of `taken` is, so that a world that comes back is the same world. */
export const smallestUnused = (taken: Iterable<number>): number => {
  const all = new Set(taken)
  let number = 1
  while (all.has(number)) number++
  return number
}

const gatewayOf = (paymentMethod: PaymentMethod): Gateway => (paymentMethod.kind === 'paypal' ? 'paypal' : 'card')

/** Money moves. Tells which promise that breaks. */
function charge(host: HostState, { key }: PayCall): Effect {
  const confirmation = host.confirmations.find(({ keys }) => keys.includes(key))
  if (!confirmation) return { host, broken: 'a charge belongs to a confirmation' }
  const charged = { ...confirmation, charges: confirmation.charges + 1 }
  const confirmations = host.confirmations.map((one) => (one === confirmation ? charged : one))
  const next = { ...host, confirmations }
  if (charged.charges > 1) return { host: next, broken: 'at most one effective charge for one confirmation' }
  if (isLive(host, confirmation.subscriptionToCancel))
    return { host: next, broken: 'nothing captured when the cancel failed' }
  return { host: next }
}

function addSubscription(host: HostState, call: PayCall, taken: Iterable<number>, open?: Subscription['open']): Effect {
  const id = smallestUnused([...host.subscriptions.map((one) => one.id), ...taken])
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

const findDoubleSubscription = (host: HostState): { broken?: string } =>
  host.subscriptions.filter((one) => isActive(one) && one.gateway !== 'other').length > 1
    ? { broken: 'never two live subscriptions of the card gateway and PayPal' }
    : {}

const andThen = (first: Effect, then: (host: HostState) => Effect): Effect => {
  const second = then(first.host)
  const broken = first.broken ?? second.broken
  return { host: second.host, ...(broken === undefined ? {} : { broken }) }
}

/** What the host does for a call, once; `as` is how it decides. `taken` are ids that somebody still speaks of. */
export function performCall(host: HostState, call: Call, answer: StoredAnswer, taken: Iterable<number> = []): Effect {
  if (call.key in host.answers) return { host }
  const next = storeAnswer(host, call.key, answer)
  if (call.kind === 'cancel') {
    if (answer !== 'done') return { host: next }
    const subscriptions = host.subscriptions.map((one) =>
      one.id === call.id ? { ...one, status: 'cancelled' as const } : one,
    )
    const ready = call.paymentMethod !== undefined
    return {
      host: { ...next, subscriptions },
      ...(ready ? {} : { broken: 'no cancellation before the new means stands' }),
    }
  }
  if (answer === 'done') return andThen(charge(next, call), (charged) => addSubscription(charged, call, taken))
  if (answer === 'pending') return addSubscription(next, call, taken, { call, isCharged: false })
  return { host: next }
}

/** The bank's yes in 3-D Secure: charged, and on the record at once or (`lags`) only later. */
export function confirmPayment(host: HostState, call: PayCall, isRecordLate: boolean, taken: Iterable<number>): Effect {
  return andThen(charge(host, call), (charged) =>
    addSubscription(charged, call, taken, isRecordLate ? { call, isCharged: true } : undefined),
  )
}

/** What is pending comes to its end: paid, charged now unless the bank has done so before, or failed. */
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

/** Whether the host is still at something that this attempt asked for. */
export const hasOpenCall = ({ lateCalls: late, subscriptions }: HostState, attempt: Attempt | undefined): boolean => {
  const keys = [attempt?.payKey, attempt?.cancelKey]
  return (
    late.some(({ key }) => keys.includes(key)) || subscriptions.some(({ open }) => open && keys.includes(open.call.key))
  )
}
