/**
 * The world of a payment: a host with its faults, one browser with its storage and its tabs, and a person who may
 * press, press twice, try again, give up, reload, close and come back. `next` tells everything that may happen.
 */
import {
  type Attempt,
  type PlanChangeRequest,
  type SubscriptionToCancel,
  type PaymentMethod,
} from '../../machines/payment.types.ts'
import { type PlanChangeState, type PlanChangeSystem, type Step } from './planChangeSystem.ts'
import {
  type Call,
  confirmPayment,
  confirmationOf,
  type Effect,
  smallestUnused,
  type HostState,
  isLive,
  hasOpenCall,
  type PayCall,
  performCall,
  recordOf,
  settlePending,
  type StoredAnswer,
  subscriptionToCancel,
} from './hostModel.ts'

const member = { id: 2, email: 'member@statecast.test', name: 'Mara Member' }
/** The plan that is bought. */
const planId = 2

/** `allowed`: how often each call that moves money may still begin before the person presses again. */
type RunningTab = {
  page: 'running'
  planChange: PlanChangeState
  isReady: boolean
  allowed: Record<Call['kind'], number>
  offer: Offer
}
type Offer = { subscriptionToCancel: SubscriptionToCancel | undefined }
export type Tab =
  | { page: 'closed' }
  | { page: 'form'; offer: Offer }
  | { page: 'readying'; offer: Offer; paymentMethod: PaymentMethod }
  | RunningTab
  | { page: 'thanks' }

export type SystemState = {
  host: HostState
  /** The attempt that the storage keeps, and the tab that has claimed it. */
  storedAttempt: Attempt | undefined
  lockHolder: number | undefined
  tabs: readonly Tab[]
}

export type Transition = { label: string; world: SystemState; broken?: string }

/** What the page and the ports beside the machines promise; a test takes one away to see that it is missed. */
export type Assumptions = { isPaymentMethodReadyFirst: boolean; isLockExclusive: boolean; isAttemptResumed: boolean }
export const assumptions: Assumptions = {
  isPaymentMethodReadyFirst: true,
  isLockExclusive: true,
  isAttemptResumed: true,
}

export const paymentMethods = {
  savedCard: { kind: 'savedCard', paymentMethodId: 'pm_saved' },
  newCard: { kind: 'newCard', paymentMethodId: 'pm_new' },
  paypal: { kind: 'paypal', subscriptionId: 'I-1' },
} as const satisfies Record<PaymentMethod['kind'], PaymentMethod>

/** How the world can be made smaller: which means each tab has, and which faults there are. */
export type Bounds = {
  paymentMethodsByTab: readonly (readonly PaymentMethod[])[]
  isPossible: (fault: string) => boolean
}

const keysOf = (attempt: Attempt | undefined): string[] => (attempt ? [attempt.payKey, attempt.cancelKey] : [])
const idsOf = (attempt: Attempt | undefined): number[] =>
  attempt
    ? [...attempt.knownSubscriptionIds, ...(attempt.subscriptionToCancel ? [attempt.subscriptionToCancel.id] : [])]
    : []
const offerOf = (tab: Tab): Offer | undefined => ('offer' in tab ? tab.offer : undefined)

const referencesOf = ({ host, storedAttempt: open, tabs }: SystemState): { keys: Set<string>; ids: Set<number> } => ({
  keys: new Set([
    ...keysOf(open),
    ...tabs.flatMap((tab) => (tab.page === 'running' ? tab.planChange.keys : [])),
    ...host.lateCalls.map(({ key }) => key),
    ...host.subscriptions.flatMap(({ open: pending }) => (pending ? [pending.call.key] : [])),
  ]),
  ids: new Set([
    ...idsOf(open),
    ...tabs.flatMap((tab) => (tab.page === 'running' ? tab.planChange.ids : [])),
    ...tabs.flatMap((tab) => offerOf(tab)?.subscriptionToCancel?.id ?? []),
  ]),
})

/** Forgets what nobody speaks of any more, so that the worlds are finitely many. */
function dropUnreferenced(world: SystemState): SystemState {
  const { keys, ids } = referencesOf(world)
  const { host } = world
  return {
    ...world,
    host: {
      ...host,
      subscriptions: host.subscriptions
        .map(({ of, ...one }) => (of !== undefined && keys.has(of) ? { ...one, of } : one))
        .filter((one) => one.status !== 'cancelled' || ids.has(one.id) || 'of' in one),
      answers: Object.fromEntries(
        Object.entries(host.answers)
          .filter(([key]) => keys.has(key))
          .sort(([one], [other]) => (one < other ? -1 : 1)),
      ),
      confirmations: host.confirmations
        .map((one) => ({ ...one, keys: one.keys.filter((key) => keys.has(key)) }))
        .filter((one) => one.keys.length > 0),
    },
  }
}

export const stateKeyOf = ({ host, storedAttempt: open, lockHolder: holder, tabs }: SystemState): string =>
  JSON.stringify([
    host,
    open,
    holder,
    tabs.map((tab) => (tab.page === 'running' ? [tab.planChange.index, tab.isReady, tab.allowed, tab.offer] : tab)),
  ])

export function createTransitionSystem(
  flows: PlanChangeSystem,
  { paymentMethodsByTab: ways, isPossible }: Bounds,
  {
    isPaymentMethodReadyFirst: meansFirst,
    isLockExclusive: oneAtATime,
    isAttemptResumed: resumes,
  }: Assumptions = assumptions,
) {
  const setTab = (at: SystemState, i: number, tab: Tab): SystemState => ({
    ...at,
    tabs: at.tabs.map((one, place) => (place === i ? tab : one)),
  })

  /** What the words in a tab say against what is true. */
  const contradictsLedger = ({ host }: SystemState, { value, context }: PlanChangeState, offer: Offer): boolean => {
    const confirmation = confirmationOf(host, context.attempt)
    const isCharged = (confirmation?.charges ?? 0) > 0
    const subscriptionToCancel = (context.attempt ?? offer).subscriptionToCancel?.id
    const stands = subscriptionToCancel === undefined || isLive(host, subscriptionToCancel)
    if (hasOpenCall(host, context.attempt)) return false
    switch (value) {
      case 'paid':
        return !(isCharged && host.subscriptions.some((one) => one.planId === planId && one.status === 'active'))
      case 'notPaid':
        return isCharged
      case 'cancelledNotPaid':
        return isCharged || isLive(host, context.attempt?.subscriptionToCancel?.id)
      case 'notCancelled':
        return isCharged || !stands
      case 'refused':
        return context.attempt !== undefined && (isCharged || !stands)
      default:
        return false
    }
  }

  /** Frees the attempt, and tells the tabs that wait for it. */
  const release = (at: SystemState, i: number): { world: SystemState; broken?: string } => {
    if (at.lockHolder !== i) return { world: at }
    let result: { world: SystemState; broken?: string } = { world: { ...at, lockHolder: undefined } }
    at.tabs.forEach((tab, other) => {
      if (other !== i && tab.page === 'running' && tab.planChange.value === 'underWay' && !result.broken)
        result = applyStep(result.world, other, tab, flows.send(tab.planChange, { type: 'attempt.freed' }))
    })
    return result
  }

  /** Brings a tab to where a step of its flow leads, with everything that follows at once. */
  const applyStep = (
    at: SystemState,
    i: number,
    tab: RunningTab,
    { state: flow, effects }: Step,
    answered = '',
  ): Omit<Transition, 'label'> => {
    let next = at
    let broken: string | undefined
    if (effects.includes('storeAttempt')) next = { ...next, storedAttempt: flow.context.attempt }
    if (effects.includes('closeAttempt') || effects.includes('closePaidAttempt'))
      next = { ...next, storedAttempt: undefined }
    const before = tab.planChange.running.filter(({ id }) => id !== answered).map(({ id }) => id)
    const allowed = { ...tab.allowed }
    for (const [id, kind] of [
      ['payment.cancelSubscription', 'cancel'],
      ['payment.pay', 'pay'],
    ] as const) {
      if (before.includes(id) || !flow.running.some((one) => one.id === id)) continue
      allowed[kind]--
      if (allowed[kind] < 0)
        broken =
          kind === 'cancel' && tab.planChange.value === 'cancelledNotPaid'
            ? 'trying again after cancelled, not paid sends no cancel'
            : 'no money call is repeated by itself'
    }
    if (flow !== tab.planChange && contradictsLedger(next, flow, tab.offer))
      broken ??= `the words of '${flow.value}' agree with the ledger`
    next = setTab(next, i, { ...tab, planChange: flow, allowed })
    if (flow.isDone) {
      const { value: result } = flow
      next = setTab(next, i, result === 'paid' ? { page: 'thanks' } : { page: 'form', offer: tab.offer })
      const freed = release(next, i)
      next = result === 'paid' || result === 'refused' ? freed.world : loadPage(freed.world, i)
      broken ??= freed.broken
    }
    return { world: next, ...(broken === undefined ? {} : { broken }) }
  }

  const startPlanChange = (
    at: SystemState,
    i: number,
    request: Omit<PlanChangeRequest, 'knownSubscriptionIds'> | undefined,
    isReady: boolean,
  ): Omit<Transition, 'label'> => {
    const { state: flow } = flows.start({ member, request })
    const times = request ? 1 : 0
    const tab: RunningTab = {
      page: 'running',
      planChange: flow,
      isReady,
      allowed: { cancel: times, pay: times },
      offer: { subscriptionToCancel: request?.subscriptionToCancel },
    }
    if (at.lockHolder !== undefined && oneAtATime)
      return applyStep(setTab(at, i, tab), i, tab, flows.send(flow, { type: 'attempt.taken' }))
    // Nobody knows how far it had come.
    const outcomeUnknown = { cancel: true, pay: true }
    const found = oneAtATime && resumes && at.storedAttempt ? { ...at.storedAttempt, outcomeUnknown } : undefined
    const claimed = { ...setTab(at, i, tab), lockHolder: at.lockHolder ?? i }
    return applyStep(claimed, i, tab, flows.send(flow, { type: 'attempt.claimed', attempt: found } as never))
  }

  /** The page is opened: an attempt that was cut is cleared up first. */
  const loadPage = (at: SystemState, i: number): SystemState =>
    at.storedAttempt && resumes
      ? startPlanChange(at, i, undefined, true).world
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

  type Answer = [label: string, effect: Effect, kind: 'done' | 'error', payload: unknown]
  const lostError = { message: 'no line' }

  /** How the host may answer a call, what it may do and not say, and what it may say and not do. */
  const answersTo = (at: SystemState, call: Call): Answer[] =>
    everyAnswerTo(at, call).filter(([label]) => isPossible(label))

  const everyAnswerTo = (at: SystemState, call: Call): Answer[] => {
    const { host } = at
    const same: Effect = { host }
    const { ids } = referencesOf(at)
    const does = (as: StoredAnswer): Effect => performCall(host, call, as, ids)
    const cut: Answer = ['is cut before it arrives', same, 'error', lostError]
    // A session that ran out, too many requests, a gate before the host: a no that looks at no key.
    const away: Answer = ['is turned away at the door', same, 'done', { kind: 'refused', message: '' }]
    if (host.lateCalls.some(({ key }) => key === call.key))
      return [away, ['is still under way', same, 'error', lostError]]
    const stored = host.answers[call.key]
    const words: Record<StoredAnswer, [kind: 'done' | 'error', payload: unknown]> = {
      done: ['done', { kind: call.kind === 'pay' ? 'paid' : 'ended' }],
      refused: ['done', { kind: 'refused', message: '' }],
      failed: ['error', lostError],
      action: ['done', { kind: 'requiresAction', clientSecret: call.key }],
      pending: ['done', { kind: 'pending' }],
    }
    if (stored) return [cut, away, [`gets the answer of its key again (${stored})`, same, ...words[stored]]]
    if (call.kind === 'cancel' && !isLive(host, call.id))
      return [cut, away, ['had been done already', does('done'), 'done', { kind: 'ended' }]]
    const late: Answer = [
      'takes longer than anybody waits',
      { host: { ...host, lateCalls: [...host.lateCalls, call] } },
      'error',
      lostError,
    ]
    return [
      cut,
      away,
      late,
      ['is granted', does('done'), ...words.done],
      ['is refused', does('refused'), ...words.refused],
      ['is answered with a 5xx', does('failed'), 'error', lostError],
      ['is done, and the answer is cut', does('done'), 'error', lostError],
      ['is refused, and the answer is cut', does('refused'), 'error', lostError],
      ...(call.kind === 'pay'
        ? ([
            ['is said to be pending', does('pending'), ...words.pending],
            ['is pending, and the answer is cut', does('pending'), 'error', lostError],
          ] satisfies Answer[])
        : []),
      ...(call.kind === 'pay' && call.paymentMethod.kind !== 'paypal'
        ? ([['wants 3-D Secure', does('action'), ...words.action]] satisfies Answer[])
        : []),
    ]
  }

  const bankAnswersTo = (at: SystemState, { planChange: flow }: RunningTab): Answer[] => {
    const { host } = at
    const { attempt } = flow.context
    const { ids } = referencesOf(at)
    if (!attempt) return []
    const call: PayCall = {
      kind: 'pay',
      key: attempt.payKey,
      planId: attempt.planId,
      paymentMethod: attempt.paymentMethod,
    }
    const isDone = (confirmationOf(host, attempt)?.charges ?? 0) > 0
    if (isDone) return [['was confirmed before', { host }, 'error', lostError]]
    return [
      ['is confirmed', confirmPayment(host, call, false, ids), 'done', { kind: 'confirmed' }],
      ['is confirmed, and the record lags', confirmPayment(host, call, true, ids), 'done', { kind: 'confirmed' }],
      ['is abandoned', { host }, 'done', { kind: 'refused', message: '' }],
      ['is lost', { host }, 'error', lostError],
      ['is confirmed, and the answer is lost', confirmPayment(host, call, false, ids), 'error', lostError],
    ]
  }

  /** What may become of a call whose page goes away. */
  const unloadOutcomes = (at: SystemState, tab: Tab): [string, Effect][] => {
    if (tab.page !== 'running') return [['', { host: at.host }]]
    const fates = tab.planChange.running.flatMap(({ id, input }): [string, Effect][] => {
      const call = callOf(tab, id, input)
      const answers = call ? answersTo(at, call) : id === 'payment.confirmCard' ? bankAnswersTo(at, tab) : []
      return answers.map(([label, effect]) => [` while ${id} ${label}`, effect])
    })
    return fates.length > 0 ? fates : [['', { host: at.host }]]
  }

  const openAttempt = (at: SystemState, request: PlanChangeRequest): SystemState => {
    const { keys } = referencesOf(at)
    const number = smallestUnused([...keys].map((key) => Number(key.slice(1))))
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
    const { keys } = referencesOf(at)
    const payKey = `p${smallestUnused([...keys].map((key) => Number(key.slice(1))))}`
    const confirmations = at.host.confirmations.map((one) =>
      one.keys.includes(attempt.payKey) ? { ...one, keys: [...one.keys, payKey] } : one,
    )
    return { ...at, storedAttempt: { ...attempt, payKey }, host: { ...at.host, confirmations } }
  }

  /** Everything that running actors of a tab may answer. */
  const answered = (at: SystemState, i: number, tab: RunningTab): Transition[] =>
    tab.planChange.running.flatMap(({ id, input }): Transition[] => {
      const toTransition = (
        label: string,
        from: SystemState,
        kind: 'done' | 'error',
        payload: unknown,
        broken?: string,
      ): Transition => {
        const arrived = applyStep(from, i, tab, flows.answer(tab.planChange, id, kind, payload), id)
        const found = broken ?? arrived.broken
        return { label: `${id} ${label}`, world: arrived.world, ...(found === undefined ? {} : { broken: found }) }
      }
      const call = callOf(tab, id, input)
      if (call)
        return answersTo(at, call).map(([label, { host, broken }, kind, payload]) =>
          toTransition(label, { ...at, host }, kind, payload, broken),
        )
      switch (id) {
        case 'payment.confirmCard':
          return bankAnswersTo(at, tab)
            .filter(([label]) => isPossible(label))
            .map(([label, { host, broken }, kind, payload]) =>
              toTransition(label, { ...at, host }, kind, payload, broken),
            )
        case 'readRecord':
        case 'reconciliation.readRecord':
          return [
            toTransition('is read', at, 'done', { kind: 'granted', record: recordOf(at.host) }),
            ...(isPossible('is not answered') ? [toTransition('is not answered', at, 'error', lostError)] : []),
          ]
        case 'openAttempt': {
          const opened = openAttempt(at, (input as { request: PlanChangeRequest }).request)
          return [
            toTransition('keeps it', opened, 'done', { attempt: opened.storedAttempt }),
            toTransition('can’t keep it', at, 'error', lostError),
          ]
        }
        case 'renewKey': {
          const renewed = renewKey(at, (input as { attempt: Attempt }).attempt)
          return [
            toTransition('keeps it', renewed, 'done', { attempt: renewed.storedAttempt }),
            ...(isPossible('can’t keep it') ? [toTransition('can’t keep it', at, 'error', lostError)] : []),
          ]
        }
        default:
          throw new Error(`nobody answers ${id}`)
      }
    })

  const userTransitions = (at: SystemState, i: number, tab: RunningTab): Transition[] =>
    (['payment.retry', 'payment.leave', 'record.check'] as const).flatMap((type): Transition[] => {
      // Nobody gives an attempt up faster than the host comes to an end with it: that is what the wait was for.
      if (type === 'payment.leave' && hasOpenCall(at.host, tab.planChange.context.attempt)) return []
      const step = flows.send(tab.planChange, { type })
      if (step.state === tab.planChange) return []
      const only = tab.planChange.value === 'cancelledNotPaid'
      const times = type === 'payment.retry' ? 1 : 0
      const granted = { ...tab, allowed: { cancel: only ? 0 : times, pay: times } }
      return [{ label: type, ...applyStep(at, i, granted, step) }]
    })

  const tabTransitions = (at: SystemState, i: number): Transition[] => {
    const tab = at.tabs[i] as Tab
    const isFirst = i === 0 ? '' : 'in the other tab, '
    const name = (all: Transition[]): Transition[] => all.map((one) => ({ ...one, label: isFirst + one.label }))
    const gone = (label: string, then: (world: SystemState) => SystemState): Transition[] =>
      unloadOutcomes(at, tab).map(([fate, { host, broken }]): Transition => {
        const left = release(setTab({ ...at, host }, i, { page: 'closed' }), i)
        const found = broken ?? left.broken
        return { label: label + fate, world: then(left.world), ...(found === undefined ? {} : { broken: found }) }
      })
    const away = [...gone('reload', (left) => loadPage(left, i)), ...gone('close', (left) => left)]
    switch (tab.page) {
      case 'closed':
        return name([{ label: 'open', world: loadPage(at, i) }])
      case 'thanks':
        return name([{ label: 'choose again', world: loadPage(at, i) }])
      case 'form':
        return name([
          ...(ways[i] ?? []).map((chosen): Transition => {
            const request = { planId, paymentMethod: chosen, subscriptionToCancel: tab.offer.subscriptionToCancel }
            const label = `press Pay (${chosen.kind})`
            if (!meansFirst) return { label, ...startPlanChange(at, i, request, false) }
            return { label, world: setTab(at, i, { page: 'readying', offer: tab.offer, paymentMethod: chosen }) }
          }),
          ...away,
        ])
      case 'readying': {
        const request = {
          planId,
          paymentMethod: tab.paymentMethod,
          subscriptionToCancel: tab.offer.subscriptionToCancel,
        }
        return name([
          { label: 'the means stands ready', ...startPlanChange(at, i, request, true) },
          { label: 'the means is refused', world: setTab(at, i, { page: 'form', offer: tab.offer }) },
          ...away,
        ])
      }
      case 'running':
        return name([
          ...answered(at, i, tab),
          ...tab.planChange.timers.filter(isPossible).map((timer): Transition => ({
            label: `${timer} ends`,
            ...applyStep(at, i, tab, flows.endDelay(tab.planChange, timer)),
          })),
          ...userTransitions(at, i, tab),
          ...away,
        ])
    }
  }

  /** What the host still does although nobody waits any more. */
  const hostTransitions = (at: SystemState): Transition[] => {
    const { ids } = referencesOf(at)
    const effect = (label: string, { host, broken }: Effect): Transition => ({
      label,
      world: { ...at, host },
      ...(broken === undefined ? {} : { broken }),
    })
    return [
      ...at.host.lateCalls.flatMap((call) => {
        const host = { ...at.host, lateCalls: at.host.lateCalls.filter((one) => one !== call) }
        return [
          effect(`the host does a late ${call.kind}`, performCall(host, call, 'done', ids)),
          effect(`the host drops a late ${call.kind}`, { host }),
        ]
      }),
      ...at.host.subscriptions.flatMap((one) =>
        one.open
          ? [
              effect('what was pending is paid', settlePending(at.host, one, true)),
              ...(one.open.isCharged ? [] : [effect('what was pending fails', settlePending(at.host, one, false))]),
            ]
          : [],
      ),
    ]
  }

  return {
    initialState: (host: HostState, tabs: number): SystemState => ({
      host,
      storedAttempt: undefined,
      lockHolder: undefined,
      tabs: Array.from({ length: tabs }, (): Tab => ({ page: 'closed' })),
    }),
    next: (at: SystemState): Transition[] =>
      [...at.tabs.flatMap((_, i) => tabTransitions(at, i)), ...hostTransitions(at)].map((one) => ({
        ...one,
        world: dropUnreferenced(one.world),
      })),
  }
}

/** Where a person has nothing left to wait for. */
export const isIdle = (tab: Tab | undefined): boolean =>
  tab === undefined || tab.page === 'closed' || tab.page === 'form' || tab.page === 'thanks'
