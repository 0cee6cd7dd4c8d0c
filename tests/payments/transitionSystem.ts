/**
 * The transition system of a payment: a host with faults, a browser with storage and tabs, and a user who may press,
 * press twice, retry, give up, reload, close, return, and cancel the plan on the profile. `next` returns every possible transition of a state.
 */
import {
  type Attempt,
  type PlanChangeRequest,
  type SubscriptionToCancel,
  type PaymentMethod,
} from '../../machines/payment.types.ts'
import { type CancellationAttempt, type CancellationContext } from '../../machines/cancellation.setup.ts'
import { type CancellationState, type Flows, type PlanChangeState, type Step } from './planChangeSystem.ts'
import {
  type Call,
  cancelElsewhere,
  confirmPayment,
  confirmationOf,
  type Effect,
  smallestUnused,
  type HostState,
  isActive,
  isLive,
  hasOpenCall,
  type PayCall,
  performCall,
  recordOf,
  settlePending,
  type StoredResponse,
  type Subscription,
  subscriptionToCancel,
} from './hostModel.ts'
import { createNumbering, memoize } from './numbering.ts'

const member = { id: 2, email: 'member@statecast.test', name: 'Mara Member' }
const planId = 2

/** `allowed`: how many calls of each kind may be sent before the user acts again. */
type RunningTab = {
  page: 'running'
  planChange: PlanChangeState
  isReady: boolean
  allowed: Record<Call['kind'], number>
  offer: Offer
}
/** The profile, with a running cancellation machine. `allowed`: how many cancel calls may be sent. */
type ProfileTab = { page: 'profile'; cancellation: CancellationState; allowed: number; offer: Offer }
type Offer = { subscriptionToCancel: SubscriptionToCancel | undefined }
export type Tab =
  | { page: 'closed' }
  | { page: 'form'; offer: Offer }
  | { page: 'readying'; offer: Offer; paymentMethod: PaymentMethod }
  | RunningTab
  | ProfileTab
  | { page: 'thanks' }

export type SystemState = {
  host: HostState
  /** The attempt in the storage, and the tab that holds its lock. */
  storedAttempt: Attempt | undefined
  /** The cancellation in the storage. */
  storedCancellation: CancellationAttempt | undefined
  lockHolder: number | undefined
  tabs: readonly Tab[]
}

export type Transition = { label: string; state: SystemState; violation?: string }

/** What the machines assume about the page and its actors. Tests remove one assumption to cause a violation. */
export type Assumptions = { isPaymentMethodReadyFirst: boolean; isLockExclusive: boolean; isAttemptResumed: boolean }
export const assumptions: Assumptions = {
  isPaymentMethodReadyFirst: true,
  isLockExclusive: true,
  isAttemptResumed: true,
}

const callActors = [
  ['payment.cancelSubscription', 'cancel'],
  ['payment.pay', 'pay'],
] as const

// Responses are constants, because the numbering serializes every new object.
const networkError = { message: 'network error' }
const refused = { kind: 'refused', message: '' }
const paid = { kind: 'paid' }
const canceled = { kind: 'canceled' }
const pending = { kind: 'pending' }
const confirmed = { kind: 'confirmed' }
const cancellationOpen = { isCancellationOpen: true }

export const paymentMethods = {
  savedCard: { kind: 'savedCard', paymentMethodId: 'pm_saved' },
  newCard: { kind: 'newCard', paymentMethodId: 'pm_new' },
  paypal: { kind: 'paypal', subscriptionId: 'I-1' },
} as const satisfies Record<PaymentMethod['kind'], PaymentMethod>

/** Limits of the state space: the payment methods of each tab, or its profile, and the possible faults. */
export type Bounds = {
  paymentMethodsByTab: readonly (readonly PaymentMethod[] | 'profile')[]
  isPossible: (fault: string) => boolean
}

/** The fault that only some explorations include, because it multiplies the states. */
export const neverBoth = 'a cancellation and a plan change never run at the same time'
export const cancellationIsTrue = 'a member is told of a cancellation exactly if it happened'

export const canceledElsewhere = 'the old plan is canceled elsewhere'

const flowOf = (tab: Tab): PlanChangeState | CancellationState | undefined =>
  tab.page === 'running' ? tab.planChange : tab.page === 'profile' ? tab.cancellation : undefined

/** Whether anything but the results on the host refers to the key. */
const isKeyUsed = ({ host, storedAttempt, storedCancellation, tabs }: SystemState, key: string): boolean =>
  storedAttempt?.payKey === key ||
  storedAttempt?.cancelKey === key ||
  storedCancellation?.key === key ||
  tabs.some((tab) => flowOf(tab)?.keys.includes(key) === true) ||
  host.lateCalls.some((call) => call.key === key) ||
  host.subscriptions.some(({ open }) => open?.call.key === key)

/** Whether anything but the subscriptions on the host refers to the id. */
const isIdUsed = ({ host, storedAttempt, storedCancellation, tabs }: SystemState, id: number): boolean =>
  storedAttempt?.subscriptionToCancel?.id === id ||
  storedCancellation?.subscriptionToCancel.id === id ||
  storedAttempt?.knownSubscriptionIds.includes(id) === true ||
  tabs.some(
    (tab) => ('offer' in tab && tab.offer.subscriptionToCancel?.id === id) || flowOf(tab)?.ids.includes(id) === true,
  ) ||
  host.lateCalls.some((call) => call.kind === 'cancel' && call.id === id)

/** The smallest number that neither key of an attempt uses. */
const unusedKeyNumber = (at: SystemState): number =>
  smallestUnused((number) => isKeyUsed(at, `c${number}`) || isKeyUsed(at, `p${number}`))

const grantedRecordOf = memoize((host: HostState) => ({ kind: 'granted', record: recordOf(host) }))

/** The attempt as a new page finds it: the outcome of its calls is unknown. */
const interrupted = memoize((attempt: Attempt): Attempt => ({
  ...attempt,
  outcomeUnknown: { cancel: true, pay: true },
}))

/** Drops unreferenced keys and ids, so that the number of states is finite. */
function dropUnreferenced(state: SystemState, before: HostState): SystemState {
  const { host } = state
  const isKept = (key: string): boolean => isKeyUsed(state, key)
  const isSubscriptionKept = ({ id, status, of }: Subscription): boolean =>
    status !== 'cancelled' || of !== undefined || isIdUsed(state, id)
  if (
    host === before &&
    host.subscriptions.every((one) => (one.of === undefined || isKept(one.of)) && isSubscriptionKept(one)) &&
    Object.keys(host.responses).every(isKept) &&
    host.confirmations.every(({ keys }) => keys.every(isKept))
  )
    return state
  return {
    ...state,
    host: {
      ...host,
      subscriptions: host.subscriptions
        .map(({ of, ...one }) => (of !== undefined && isKept(of) ? { ...one, of } : one))
        .filter(isSubscriptionKept),
      responses: Object.fromEntries(
        Object.entries(host.responses)
          .filter(([key]) => isKept(key))
          .sort(([one], [other]) => (one < other ? -1 : 1)),
      ),
      confirmations: host.confirmations
        .map((one) => ({ ...one, keys: one.keys.filter(isKept) }))
        .filter((one) => one.keys.length > 0),
    },
  }
}

/** Returns a function that calculates the key of a state. Equal states have the same key. */
export function createStateKeys(): (state: SystemState) => string {
  const numberOf = createNumbering()
  const keyOfTab = (tab: Tab): string => {
    if (tab.page === 'profile') return `profile ${tab.cancellation.index} ${tab.allowed} ${numberOf(tab.offer)}`
    if (tab.page !== 'running') return `${numberOf(tab)}`
    const { planChange, isReady, allowed, offer } = tab
    return `${planChange.index} ${isReady} ${allowed.cancel} ${allowed.pay} ${numberOf(offer)}`
  }
  return ({ host, storedAttempt, storedCancellation, lockHolder, tabs }) =>
    [numberOf(host), numberOf(storedAttempt), numberOf(storedCancellation), lockHolder, ...tabs.map(keyOfTab)].join()
}

export function createTransitionSystem(
  { planChange: flows, cancellation: cancellations }: Flows,
  { paymentMethodsByTab, isPossible }: Bounds,
  { isPaymentMethodReadyFirst, isLockExclusive, isAttemptResumed }: Assumptions = assumptions,
) {
  const setTab = (at: SystemState, i: number, tab: Tab): SystemState => ({
    ...at,
    tabs: at.tabs.map((one, index) => (index === i ? tab : one)),
  })

  const contradictsLedger = ({ host }: SystemState, { value, context }: PlanChangeState, offer: Offer): boolean => {
    const confirmation = confirmationOf(host, context.attempt)
    const isCharged = (confirmation?.charges ?? 0) > 0
    const subscriptionToCancel = (context.attempt ?? offer).subscriptionToCancel?.id
    const isUncanceled =
      subscriptionToCancel === undefined ||
      host.subscriptions.some((one) => one.id === subscriptionToCancel && (isActive(one) || one.isCanceledElsewhere))
    if (hasOpenCall(host, context.attempt)) return false
    switch (value) {
      case 'paid':
        return !(isCharged && host.subscriptions.some((one) => one.planId === planId && one.status === 'active'))
      case 'notPaid':
        return isCharged
      case 'canceledNotPaid':
        return isCharged || isLive(host, context.attempt?.subscriptionToCancel?.id)
      case 'notCanceled':
        return isCharged || !isUncanceled
      case 'refused':
        return context.attempt !== undefined && (isCharged || !isUncanceled)
      default:
        return false
    }
  }

  /** A cancellation that is stored or that the host still processes. */
  const isCancellationOpen = ({ host, storedCancellation }: SystemState): boolean =>
    storedCancellation !== undefined ||
    host.lateCalls.some((call) => call.kind === 'cancel' && call.paymentMethod === 'none' && isLive(host, call.id))

  /** Applies a step of a tab's cancellation and its immediate consequences. */
  const applyCancellationStep = (
    at: SystemState,
    i: number,
    tab: ProfileTab,
    { state: flow, effects }: Step<CancellationContext>,
    finishedId = '',
  ): Omit<Transition, 'label'> => {
    let next = at
    let violation: string | undefined
    if (effects.includes('closeAttempt')) next = { ...next, storedCancellation: undefined }
    let { allowed } = tab
    const isSending = ({ running }: CancellationState) => running.some(({ id }) => id === 'cancelSubscription')
    if (isSending(flow) && (finishedId === 'cancelSubscription' || !isSending(tab.cancellation))) {
      if (at.storedAttempt) violation ??= neverBoth
      allowed -= 1
      if (allowed < 0) violation ??= 'no payment call is repeated without user action'
    }
    const { attempt } = flow.context
    const isEnded = attempt !== undefined && !isLive(next.host, attempt.subscriptionToCancel.id)
    const isToldOtherwise = attempt && next.host.responses[attempt.key] === 'done'
    if (flow !== tab.cancellation) {
      if (flow.value === 'canceled' && !isEnded) violation ??= cancellationIsTrue
      if (['refused', 'attempting.notCanceled'].includes(flow.value) && isToldOtherwise)
        violation ??= cancellationIsTrue
    }
    const offer = effects.includes('refreshMembership') ? offerToCancel(next.host) : tab.offer
    const applied: ProfileTab = { ...tab, cancellation: flow, allowed, offer }
    next = setTab(next, i, applied)
    const result =
      tab.cancellation.isHolding && !flow.isHolding
        ? release(next, i)
        : !tab.cancellation.isHolding && flow.isHolding
          ? claimCancellation(next, i, applied)
          : { state: next }
    violation ??= result.violation
    return { state: result.state, ...(violation === undefined ? {} : { violation }) }
  }

  /** Claims the lock for a cancellation. */
  const claimCancellation = (at: SystemState, i: number, tab: ProfileTab): Omit<Transition, 'label'> => {
    if (at.lockHolder !== undefined && isLockExclusive)
      return applyCancellationStep(at, i, tab, cancellations.send(tab.cancellation, { type: 'attempt.taken' }))
    const found = {
      attempt: isAttemptResumed ? at.storedCancellation : undefined,
      openPaymentPlanId: isAttemptResumed ? at.storedAttempt?.planId : undefined,
    }
    const claimed = { ...at, lockHolder: at.lockHolder ?? i }
    const event = { type: 'attempt.claimed', ...found }
    return applyCancellationStep(claimed, i, tab, cancellations.send(tab.cancellation, event, found))
  }

  /** Only the plan that an upgrade replaces: canceling the new one as well exceeds the limit of an exploration. */
  const offerToCancel = (host: HostState): Offer => {
    const found = subscriptionToCancel(host)
    const isNew = host.subscriptions.some((one) => one.id === found?.id && one.planId === planId)
    return { subscriptionToCancel: isNew ? undefined : found }
  }

  const loadProfile = (at: SystemState, i: number): SystemState => {
    const isInterrupted = isAttemptResumed && at.storedCancellation !== undefined
    const { state: cancellation } = cancellations.start({ member, isInterrupted })
    const tab: ProfileTab = { page: 'profile', cancellation, allowed: 0, offer: offerToCancel(at.host) }
    const opened = setTab(at, i, tab)
    return cancellation.isHolding ? claimCancellation(opened, i, tab).state : opened
  }

  /** Releases the lock of the attempt and notifies the tabs that wait for it. */
  const release = (at: SystemState, i: number): { state: SystemState; violation?: string } => {
    if (at.lockHolder !== i) return { state: at }
    let result: { state: SystemState; violation?: string } = { state: { ...at, lockHolder: undefined } }
    at.tabs.forEach((tab, other) => {
      if (other === i || result.violation) return
      const freed = { type: 'attempt.freed' }
      if (tab.page === 'running' && tab.planChange.value === 'underWay')
        result = applyStep(result.state, other, tab, flows.send(tab.planChange, freed))
      if (tab.page === 'profile' && tab.cancellation.value === 'attempting.underWay')
        result = applyCancellationStep(result.state, other, tab, cancellations.send(tab.cancellation, freed))
    })
    return result
  }

  /** Applies a step of a tab's planChange and its immediate consequences. */
  const applyStep = (
    at: SystemState,
    i: number,
    tab: RunningTab,
    { state: flow, effects }: Step,
    finishedId = '',
  ): Omit<Transition, 'label'> => {
    let next = at
    let violation: string | undefined
    if (effects.includes('storeAttempt')) next = { ...next, storedAttempt: flow.context.attempt }
    if (effects.includes('closeAttempt') || effects.includes('closePaidAttempt'))
      next = { ...next, storedAttempt: undefined }
    let { allowed } = tab
    for (const [id, kind] of callActors) {
      const isRunning = (one: { readonly id: string }): boolean => one.id === id
      if (id !== finishedId && tab.planChange.running.some(isRunning)) continue
      if (!flow.running.some(isRunning)) continue
      if (isCancellationOpen(at)) violation ??= neverBoth
      allowed = { ...allowed, [kind]: allowed[kind] - 1 }
      if (allowed[kind] < 0)
        violation ??=
          kind === 'cancel' && tab.planChange.value === 'canceledNotPaid'
            ? 'a retry in canceledNotPaid sends no cancellation'
            : 'no payment call is repeated without user action'
    }
    if (flow !== tab.planChange && contradictsLedger(next, flow, tab.offer))
      violation ??= `the result '${flow.value}' agrees with the ledger`
    next = setTab(next, i, { ...tab, planChange: flow, allowed })
    if (flow.isDone) {
      const { value: result } = flow
      next = setTab(next, i, result === 'paid' ? { page: 'thanks' } : { page: 'form', offer: tab.offer })
      const freed = release(next, i)
      next = result === 'paid' || result === 'refused' ? freed.state : loadPage(freed.state, i)
      violation ??= freed.violation
    }
    return { state: next, ...(violation === undefined ? {} : { violation }) }
  }

  const startPlanChange = (
    at: SystemState,
    i: number,
    request: Omit<PlanChangeRequest, 'knownSubscriptionIds'> | undefined,
    isReady: boolean,
  ): Omit<Transition, 'label'> => {
    const { state: flow } = flows.start({ member, request })
    const calls = request ? 1 : 0
    const tab: RunningTab = {
      page: 'running',
      planChange: flow,
      isReady,
      allowed: { cancel: calls, pay: calls },
      offer: { subscriptionToCancel: request?.subscriptionToCancel },
    }
    if (at.lockHolder !== undefined && isLockExclusive)
      return applyStep(setTab(at, i, tab), i, tab, flows.send(flow, { type: 'attempt.taken' }))
    const found = isLockExclusive && isAttemptResumed && at.storedAttempt ? interrupted(at.storedAttempt) : undefined
    const claimed = { ...setTab(at, i, tab), lockHolder: at.lockHolder ?? i }
    const isCanceling = isLockExclusive && isAttemptResumed && at.storedCancellation !== undefined
    const event = { type: 'attempt.claimed', attempt: found, isCancellationOpen: isCanceling }
    return applyStep(claimed, i, tab, flows.send(flow, event, isCanceling ? cancellationOpen : found))
  }

  const loadPage = (at: SystemState, i: number): SystemState =>
    paymentMethodsByTab[i] === 'profile'
      ? loadProfile(at, i)
      : at.storedAttempt && isAttemptResumed
        ? startPlanChange(at, i, undefined, true).state
        : setTab(at, i, { page: 'form', offer: { subscriptionToCancel: subscriptionToCancel(at.host) } })

  const callOf = ({ planChange: flow, isReady }: RunningTab, id: string, input: unknown): Call | undefined => {
    if (id === 'payment.pay') return { kind: 'pay', ...(input as Omit<PayCall, 'kind'>) }
    if (id !== 'payment.cancelSubscription') return undefined
    const { subscriptionToCancel, key } = input as { subscriptionToCancel: SubscriptionToCancel; key: string }
    return {
      kind: 'cancel',
      key,
      id: subscriptionToCancel.id,
      paymentMethod: isReady ? flow.context.attempt?.paymentMethod : undefined,
    }
  }

  const cancellationCallOf = ({ cancellation }: ProfileTab): Call | undefined => {
    const sent = cancellation.running.find(({ id }) => id === 'cancelSubscription')
    if (!sent) return undefined
    const { subscriptionToCancel, key } = sent.input as CancellationAttempt
    return { kind: 'cancel', key, id: subscriptionToCancel.id, paymentMethod: 'none' }
  }

  type CallResponse = [label: string, effect: Effect, kind: 'done' | 'error', payload: object]

  /** Every response of the host to a call, with or without the effect, delivered or not. */
  const responsesTo = (at: SystemState, call: Call): CallResponse[] => {
    const { host } = at
    const same: Effect = { host }
    const perform = (response: StoredResponse): Effect => performCall(host, call, response, (id) => isIdUsed(at, id))
    const cutBefore: CallResponse = ['is cut before the host receives it', same, 'error', networkError]
    // A refusal before the host checks the key: session expired, too many requests, a proxy.
    const refusedBefore: CallResponse = ['is refused before the host checks the key', same, 'done', refused]
    if (host.lateCalls.some(({ key }) => key === call.key))
      return [refusedBefore, ['is still being processed', same, 'error', networkError]]
    const stored = host.responses[call.key]
    const resultOf: Record<StoredResponse, [kind: 'done' | 'error', payload: object]> = {
      done: ['done', call.kind === 'pay' ? paid : canceled],
      refused: ['done', refused],
      failed: ['error', networkError],
      action: ['done', { kind: 'requiresAction', clientSecret: call.key }],
      pending: ['done', pending],
    }
    if (stored)
      return [cutBefore, refusedBefore, [`gets the stored response of its key (${stored})`, same, ...resultOf[stored]]]
    if (call.kind === 'cancel' && !isLive(host, call.id))
      return [cutBefore, refusedBefore, ['was already done', perform('done'), 'done', canceled]]
    const late: CallResponse = [
      'times out',
      { host: { ...host, lateCalls: [...host.lateCalls, call] } },
      'error',
      networkError,
    ]
    return [
      cutBefore,
      refusedBefore,
      late,
      ['is granted', perform('done'), ...resultOf.done],
      ['is refused', perform('refused'), ...resultOf.refused],
      ['gets a 5xx', perform('failed'), 'error', networkError],
      ['succeeds, and the response is cut', perform('done'), 'error', networkError],
      ['is refused, and the response is cut', perform('refused'), 'error', networkError],
      ...(call.kind === 'pay'
        ? ([
            ['is reported as pending', perform('pending'), ...resultOf.pending],
            ['is pending, and the response is cut', perform('pending'), 'error', networkError],
          ] satisfies CallResponse[])
        : []),
      ...(call.kind === 'pay' && call.paymentMethod.kind !== 'paypal'
        ? ([['requires 3-D Secure', perform('action'), ...resultOf.action]] satisfies CallResponse[])
        : []),
    ]
  }

  const bankResponsesTo = (at: SystemState, { planChange: flow }: RunningTab): CallResponse[] => {
    const { host } = at
    const { attempt } = flow.context
    if (!attempt) return []
    const call: PayCall = {
      kind: 'pay',
      key: attempt.payKey,
      planId: attempt.planId,
      paymentMethod: attempt.paymentMethod,
    }
    const confirm = (isRecordLate: boolean): Effect =>
      confirmPayment(host, call, isRecordLate, (id) => isIdUsed(at, id))
    const isDone = (confirmationOf(host, attempt)?.charges ?? 0) > 0
    if (isDone) return [['was confirmed before', { host }, 'error', networkError]]
    return [
      ['is confirmed', confirm(false), 'done', confirmed],
      ['is confirmed, and the record lags', confirm(true), 'done', confirmed],
      ['is abandoned', { host }, 'done', refused],
      ['fails before the bank receives it', { host }, 'error', networkError],
      ['is confirmed, and the response is cut', confirm(false), 'error', networkError],
    ]
  }

  /** The possible responses to the running calls by the id of the actor. */
  const responsesById = (at: SystemState, tab: Tab): Map<string, CallResponse[]> => {
    const responses = new Map<string, CallResponse[]>()
    if (tab.page === 'profile') {
      const call = cancellationCallOf(tab)
      if (call)
        responses.set(
          'cancelSubscription',
          responsesTo(at, call).filter(([label]) => isPossible(label)),
        )
    }
    if (tab.page !== 'running') return responses
    for (const { id, input } of tab.planChange.running) {
      const call = callOf(tab, id, input)
      const all = call ? responsesTo(at, call) : id === 'payment.confirmCard' ? bankResponsesTo(at, tab) : undefined
      if (all)
        responses.set(
          id,
          all.filter(([label]) => isPossible(label)),
        )
    }
    return responses
  }

  /** The possible outcomes of running calls when the page unloads. */
  const unloadOutcomes = ({ host }: SystemState, responses: Map<string, CallResponse[]>): [string, Effect][] => {
    const outcomes = [...responses].flatMap(([id, all]) =>
      all.map(([label, effect]): [string, Effect] => [` while ${id} ${label}`, effect]),
    )
    return outcomes.length > 0 ? outcomes : [['', { host }]]
  }

  const openAttempt = (at: SystemState, request: PlanChangeRequest): SystemState => {
    const number = unusedKeyNumber(at)
    const outcomeUnknown = { cancel: false, pay: false }
    const attempt: Attempt = {
      ...request,
      cancelKey: `c${number}`,
      payKey: `p${number}`,
      underWay: false,
      outcomeUnknown,
    }
    const confirmation = { keys: [attempt.payKey], subscriptionToCancel: request.subscriptionToCancel?.id, charges: 0 }
    return {
      ...at,
      storedAttempt: attempt,
      host: { ...at.host, confirmations: [...at.host.confirmations, confirmation] },
    }
  }

  const renewKey = (at: SystemState, attempt: Attempt): SystemState => {
    const payKey = `p${unusedKeyNumber(at)}`
    const confirmations = at.host.confirmations.map((one) =>
      one.keys.includes(attempt.payKey) ? { ...one, keys: [...one.keys, payKey] } : one,
    )
    return { ...at, storedAttempt: { ...attempt, payKey }, host: { ...at.host, confirmations } }
  }

  const callTransitions = (
    at: SystemState,
    i: number,
    tab: RunningTab,
    responses: Map<string, CallResponse[]>,
  ): Transition[] =>
    tab.planChange.running.flatMap(({ id, input }): Transition[] => {
      const toTransition = (
        label: string,
        from: SystemState,
        kind: 'done' | 'error',
        payload: object,
        violation?: string,
      ): Transition => {
        const arrived = applyStep(from, i, tab, flows.respond(tab.planChange, id, kind, payload), id)
        const found = violation ?? arrived.violation
        return { label: `${id} ${label}`, state: arrived.state, ...(found === undefined ? {} : { violation: found }) }
      }
      const responsesToActor = responses.get(id)
      if (responsesToActor)
        return responsesToActor.map(([label, { host, violation }, kind, payload]) =>
          toTransition(label, { ...at, host }, kind, payload, violation),
        )
      switch (id) {
        case 'readRecord':
        case 'reconciliation.readRecord':
          return [
            toTransition('is read', at, 'done', grantedRecordOf(at.host)),
            ...(isPossible('has no response') ? [toTransition('has no response', at, 'error', networkError)] : []),
          ]
        case 'openAttempt': {
          const opened = openAttempt(at, (input as { request: PlanChangeRequest }).request)
          return [
            toTransition('stores it', opened, 'done', { attempt: opened.storedAttempt }),
            toTransition('can’t store it', at, 'error', networkError),
          ]
        }
        case 'renewKey': {
          const renewed = renewKey(at, (input as { attempt: Attempt }).attempt)
          return [
            toTransition('stores it', renewed, 'done', { attempt: renewed.storedAttempt }),
            ...(isPossible('can’t store it') ? [toTransition('can’t store it', at, 'error', networkError)] : []),
          ]
        }
        default:
          throw new Error(`unknown actor ${id}`)
      }
    })

  const openCancellation = (at: SystemState, subscription: SubscriptionToCancel): SystemState => {
    const key = `x${smallestUnused((number) => isKeyUsed(at, `x${number}`))}`
    return { ...at, storedCancellation: { subscriptionToCancel: subscription, key } }
  }

  /** The responses to the calls of a cancellation, and what the user does on the profile. */
  const profileTransitions = (
    at: SystemState,
    i: number,
    tab: ProfileTab,
    responses: Map<string, CallResponse[]>,
  ): Transition[] => {
    const { cancellation: flow, offer } = tab
    const arrive = (id: string, [label, { host, violation }, kind, payload]: CallResponse, from = at): Transition => {
      const step = cancellations.respond(flow, id, kind, payload)
      const arrived = applyCancellationStep({ ...from, host }, i, tab, step, id)
      const found = violation ?? arrived.violation
      return { label: `${id} ${label}`, state: arrived.state, ...(found === undefined ? {} : { violation: found }) }
    }
    const { host } = at
    const calls = flow.running.flatMap(({ id, input }): Transition[] => {
      const possible = responses.get(id)
      if (possible) return possible.map((response) => arrive(id, response))
      if (id === 'openAttempt') {
        const opened = openCancellation(at, (input as { subscription: SubscriptionToCancel }).subscription)
        return [
          arrive(id, ['stores it', { host }, 'done', opened.storedCancellation as object], opened),
          ...(isPossible('can’t store it') ? [arrive(id, ['can’t store it', { host }, 'error', networkError])] : []),
        ]
      }
      return [
        arrive(id, ['is read', { host }, 'done', grantedRecordOf(host)]),
        ...(isPossible('has no response') ? [arrive(id, ['has no response', { host }, 'error', networkError])] : []),
      ]
    })
    const user = (['plan.cancel', 'plan.keep', 'plan.confirm', 'cancellation.retry', 'record.check'] as const).flatMap(
      (type): Transition[] => {
        const { subscriptionToCancel: subscription } = offer
        if (type === 'plan.cancel' && !subscription) return []
        // Assumption: the user gives a cancellation up only after the host has finished its call.
        if (type === 'plan.keep' && host.lateCalls.some(({ key }) => flow.keys.includes(key))) return []
        const step =
          type === 'plan.cancel'
            ? cancellations.send(flow, { type, subscription }, subscription)
            : cancellations.send(flow, { type })
        if (step.state === flow) return []
        const allowed = type === 'plan.confirm' || type === 'cancellation.retry' ? 1 : 0
        return [{ label: type, ...applyCancellationStep(at, i, { ...tab, allowed }, step) }]
      },
    )
    const delays = flow.timers.filter(isPossible).map((timer): Transition => ({
      label: `${timer} ends`,
      ...applyCancellationStep(at, i, tab, cancellations.endDelay(flow, timer)),
    }))
    return [...calls, ...delays, ...user]
  }

  const userTransitions = (at: SystemState, i: number, tab: RunningTab): Transition[] =>
    (['payment.retry', 'payment.leave', 'record.check'] as const).flatMap((type): Transition[] => {
      // Assumption: the user gives an attempt up only after the host has finished its calls.
      if (type === 'payment.leave' && hasOpenCall(at.host, tab.planChange.context.attempt)) return []
      const step = flows.send(tab.planChange, { type })
      if (step.state === tab.planChange) return []
      const isPayOnly = tab.planChange.value === 'canceledNotPaid'
      const calls = type === 'payment.retry' ? 1 : 0
      const granted = { ...tab, allowed: { cancel: isPayOnly ? 0 : calls, pay: calls } }
      return [{ label: type, ...applyStep(at, i, granted, step) }]
    })

  const methodsOf = (i: number): readonly PaymentMethod[] => {
    const methods = paymentMethodsByTab[i] ?? []
    return methods === 'profile' ? [] : methods
  }

  const tabTransitions = (at: SystemState, i: number): Transition[] => {
    const tab = at.tabs[i] as Tab
    const responses = responsesById(at, tab)
    const prefix = i === 0 ? '' : 'in the other tab, '
    const name = (all: Transition[]): Transition[] => all.map((one) => ({ ...one, label: prefix + one.label }))
    const unload = (label: string, then: (state: SystemState) => SystemState): Transition[] =>
      unloadOutcomes(at, responses).map(([outcome, { host, violation }]): Transition => {
        const left = release(setTab({ ...at, host }, i, { page: 'closed' }), i)
        const found = violation ?? left.violation
        return { label: label + outcome, state: then(left.state), ...(found === undefined ? {} : { violation: found }) }
      })
    const unloads = [...unload('reload', (left) => loadPage(left, i)), ...unload('close', (left) => left)]
    switch (tab.page) {
      case 'closed':
        return name([{ label: 'open', state: loadPage(at, i) }])
      case 'thanks':
        return name([{ label: 'choose again', state: loadPage(at, i) }])
      case 'form':
        return name([
          ...methodsOf(i).map((chosen): Transition => {
            const request = { planId, paymentMethod: chosen, subscriptionToCancel: tab.offer.subscriptionToCancel }
            const label = `press Pay (${chosen.kind})`
            if (!isPaymentMethodReadyFirst) return { label, ...startPlanChange(at, i, request, false) }
            return { label, state: setTab(at, i, { page: 'readying', offer: tab.offer, paymentMethod: chosen }) }
          }),
          ...unloads,
        ])
      case 'readying': {
        const request = {
          planId,
          paymentMethod: tab.paymentMethod,
          subscriptionToCancel: tab.offer.subscriptionToCancel,
        }
        return name([
          { label: 'the payment method is ready', ...startPlanChange(at, i, request, true) },
          { label: 'the payment method is refused', state: setTab(at, i, { page: 'form', offer: tab.offer }) },
          ...unloads,
        ])
      }
      case 'profile':
        return name([...profileTransitions(at, i, tab, responses), ...unloads])
      case 'running':
        return name([
          ...callTransitions(at, i, tab, responses),
          ...tab.planChange.timers.filter(isPossible).map((timer): Transition => ({
            label: `${timer} ends`,
            ...applyStep(at, i, tab, flows.endDelay(tab.planChange, timer)),
          })),
          ...userTransitions(at, i, tab),
          ...unloads,
        ])
    }
  }

  /** Calls that the host processes after the client timed out, pending payments, and a cancellation from elsewhere. */
  const hostTransitions = (at: SystemState): Transition[] => {
    const effect = (label: string, { host, violation }: Effect): Transition => ({
      label,
      state: { ...at, host },
      ...(violation === undefined ? {} : { violation }),
    })
    return [
      ...at.host.lateCalls.flatMap((call) => {
        const host = { ...at.host, lateCalls: at.host.lateCalls.filter((one) => one !== call) }
        return [
          effect(
            `the host performs a late ${call.kind}`,
            performCall(host, call, 'done', (id) => isIdUsed(at, id)),
          ),
          effect(`the host drops a late ${call.kind}`, { host }),
        ]
      }),
      ...at.host.subscriptions.flatMap((one) =>
        one.open
          ? [
              effect('the pending payment succeeds', settlePending(at.host, one, true)),
              ...(one.open.isCharged ? [] : [effect('the pending payment fails', settlePending(at.host, one, false))]),
            ]
          : [],
      ),
      // Only the plan that an upgrade replaces: canceling the new one as well exceeds the limit of an exploration.
      ...at.host.subscriptions
        .filter((one) => isActive(one) && one.planId !== planId && isPossible(canceledElsewhere))
        .map((one) => effect(canceledElsewhere, { host: cancelElsewhere(at.host, one) })),
    ]
  }

  return {
    initialState: (host: HostState, tabs: number): SystemState => ({
      host,
      storedAttempt: undefined,
      storedCancellation: undefined,
      lockHolder: undefined,
      tabs: Array.from({ length: tabs }, (): Tab => ({ page: 'closed' })),
    }),
    next: (at: SystemState): Transition[] =>
      [...at.tabs.flatMap((_, i) => tabTransitions(at, i)), ...hostTransitions(at)].map((one) => ({
        ...one,
        state: dropUnreferenced(one.state, at.host),
      })),
  }
}

export const isIdle = (tab: Tab | undefined): boolean =>
  (tab?.page === 'profile' && ['idle', 'changed', 'canceled'].includes(tab.cancellation.value)) ||
  tab === undefined ||
  tab.page === 'closed' ||
  tab.page === 'form' ||
  tab.page === 'thanks'
