/**
 * The host as a payment can meet it: subscriptions, what each Idempotency-Key was answered, and what it is still at
 * although nobody waits for the answer any more. Every function gives a new host; nothing is changed in place.
 */
import { type Attempt, type Ending, type Means, type MemberRecord } from '../../machines/reconciliation.ts'

export type Gateway = Ending['gateway'] | 'other'
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
export type Stored = 'done' | 'refused' | 'failed' | 'action' | 'pending'
export type CancelCall = { kind: 'cancel'; key: string; id: number; means: Means | undefined }
export type PayCall = { kind: 'pay'; key: string; planId: number; means: Means }
export type Call = CancelCall | PayCall

/** One press of Pay: the keys that its payments went under, what it ended, and whether it was charged. */
export type Confirmation = { keys: readonly string[]; ending: number | undefined; charges: number }

export type Host = {
  /** Newest first. */
  subscriptions: readonly Subscription[]
  answers: Readonly<Record<string, Stored>>
  /** Sent, given up by the browser, and not done yet. */
  late: readonly Call[]
  confirmations: readonly Confirmation[]
}

export type Effect = { host: Host; broken?: string }

const lives = ({ status }: Subscription): boolean => status === 'active'

/** The newest active one of the two gateways. */
export const toEnd = ({ subscriptions }: Host): Ending | undefined => {
  const found = subscriptions.find((one) => lives(one) && one.gateway !== 'other')
  return found && { id: found.id, providerId: `sub_${found.id}`, gateway: found.gateway as Ending['gateway'] }
}

export const recordOf = (host: Host): MemberRecord => ({
  subscriptions: host.subscriptions.map(({ id, planId, status }) => ({ id, planId, status })),
  toEnd: toEnd(host),
})

export const isLive = ({ subscriptions }: Host, id: number | undefined): boolean =>
  subscriptions.some((one) => one.id === id && lives(one))

export const confirmationOf = ({ confirmations }: Host, attempt: Attempt | undefined): Confirmation | undefined =>
  confirmations.find(({ keys }) => attempt !== undefined && keys.includes(attempt.payKey))

const store = (host: Host, key: string, stored: Stored): Host => ({
  ...host,
  answers: { ...host.answers, [key]: stored },
})

/** The smallest number that none of `taken` is, so that a world that comes back is the same world. */
export const free = (taken: Iterable<number>): number => {
  const all = new Set(taken)
  let number = 1
  while (all.has(number)) number++
  return number
}

const gatewayOf = (means: Means): Gateway => (means.kind === 'paypal' ? 'paypal' : 'card')

/** Money moves. Tells which promise that breaks. */
function charge(host: Host, { key }: PayCall): Effect {
  const confirmation = host.confirmations.find(({ keys }) => keys.includes(key))
  if (!confirmation) return { host, broken: 'a charge belongs to a confirmation' }
  const charged = { ...confirmation, charges: confirmation.charges + 1 }
  const confirmations = host.confirmations.map((one) => (one === confirmation ? charged : one))
  const next = { ...host, confirmations }
  if (charged.charges > 1) return { host: next, broken: 'at most one effective charge for one confirmation' }
  if (isLive(host, confirmation.ending)) return { host: next, broken: 'nothing captured when the cancel failed' }
  return { host: next }
}

function begin(host: Host, call: PayCall, taken: Iterable<number>, open?: Subscription['open']): Effect {
  const id = free([...host.subscriptions.map((one) => one.id), ...taken])
  const added: Subscription = {
    id,
    planId: call.planId,
    gateway: gatewayOf(call.means),
    status: open ? 'pending' : 'active',
    of: call.key,
    ...(open ? { open } : {}),
  }
  const next = { ...host, subscriptions: [added, ...host.subscriptions] }
  return { host: next, ...twice(next) }
}

const twice = (host: Host): { broken?: string } =>
  host.subscriptions.filter((one) => lives(one) && one.gateway !== 'other').length > 1
    ? { broken: 'never two live subscriptions of the card gateway and PayPal' }
    : {}

const both = (first: Effect, then: (host: Host) => Effect): Effect => {
  const second = then(first.host)
  const broken = first.broken ?? second.broken
  return { host: second.host, ...(broken === undefined ? {} : { broken }) }
}

/** What the host does for a call, once; `as` is how it decides. `taken` are ids that somebody still speaks of. */
export function perform(host: Host, call: Call, as: Stored, taken: Iterable<number> = []): Effect {
  if (call.key in host.answers) return { host }
  const next = store(host, call.key, as)
  if (call.kind === 'cancel') {
    if (as !== 'done') return { host: next }
    const subscriptions = host.subscriptions.map((one) =>
      one.id === call.id ? { ...one, status: 'cancelled' as const } : one,
    )
    const ready = call.means !== undefined
    return {
      host: { ...next, subscriptions },
      ...(ready ? {} : { broken: 'no cancellation before the new means stands' }),
    }
  }
  if (as === 'done') return both(charge(next, call), (charged) => begin(charged, call, taken))
  if (as === 'pending') return begin(next, call, taken, { call, isCharged: false })
  return { host: next }
}

/** The bank's yes in 3-D Secure: charged, and on the record at once or (`lags`) only later. */
export function confirm(host: Host, call: PayCall, lags: boolean, taken: Iterable<number>): Effect {
  return both(charge(host, call), (charged) =>
    begin(charged, call, taken, lags ? { call, isCharged: true } : undefined),
  )
}

/** What is pending comes to its end: paid, charged now unless the bank has done so before, or failed. */
export function settle(host: Host, { id, open }: Subscription, isPaid: boolean): Effect {
  const settled: Subscription['status'] = isPaid ? 'active' : 'cancelled'
  const subscriptions = host.subscriptions.map(({ open: _, ...one }) =>
    one.id === id ? { ...one, status: settled } : { ...one, ...(_ ? { open: _ } : {}) },
  )
  const next = { ...host, subscriptions }
  if (!isPaid || !open) return { host: next }
  return both({ host: next, ...twice(next) }, (paid) => (open.isCharged ? { host: paid } : charge(paid, open.call)))
}

/** Whether the host is still at something that this attempt asked for. */
export const isOpen = ({ late, subscriptions }: Host, attempt: Attempt | undefined): boolean => {
  const keys = [attempt?.payKey, attempt?.cancelKey]
  return (
    late.some(({ key }) => keys.includes(key)) || subscriptions.some(({ open }) => open && keys.includes(open.call.key))
  )
}
