/**
 * The world of a payment: a host with its faults, one browser with its storage and its tabs, and a person who may
 * press, press twice, try again, give up, reload, close and come back. `next` tells everything that may happen.
 */
import { type Attempt, type Draft, type Ending, type Means } from '../../machines/reconciliation.ts'
import { type Flow, type Flows, type Step } from './flow.ts'
import {
  type Call,
  confirm,
  confirmationOf,
  type Effect,
  free,
  type Host,
  isLive,
  isOpen,
  type PayCall,
  perform,
  recordOf,
  settle,
  type Stored,
  toEnd,
} from './host.ts'

const payer = { id: 2, email: 'member@statecast.test', name: 'Mara Member' }
/** The plan that is bought. */
const planId = 2

/** `allowed`: how often each call that moves money may still begin before the person presses again. */
type Running = { page: 'running'; flow: Flow; isReady: boolean; allowed: Record<Call['kind'], number>; offer: Offer }
type Offer = { ending: Ending | undefined }
export type Tab =
  | { page: 'closed' }
  | { page: 'form'; offer: Offer }
  | { page: 'readying'; offer: Offer; means: Means }
  | Running
  | { page: 'thanks' }

export type World = {
  host: Host
  /** The attempt that the storage keeps, and the tab that has claimed it. */
  open: Attempt | undefined
  holder: number | undefined
  tabs: readonly Tab[]
}

export type Happened = { label: string; world: World; broken?: string }

/** What the page and the ports beside the machines promise; a test takes one away to see that it is missed. */
export type Rules = { meansFirst: boolean; oneAtATime: boolean; resumes: boolean }
export const rules: Rules = { meansFirst: true, oneAtATime: true, resumes: true }

export const means = {
  savedCard: { kind: 'savedCard', paymentMethodId: 'pm_saved' },
  newCard: { kind: 'newCard', paymentMethodId: 'pm_new' },
  paypal: { kind: 'paypal', subscriptionId: 'I-1' },
} as const satisfies Record<Means['kind'], Means>

/** How the world can be made smaller: which means each tab has, and which faults there are. */
export type Bounds = { ways: readonly (readonly Means[])[]; isPossible: (fault: string) => boolean }

const keysOf = (attempt: Attempt | undefined): string[] => (attempt ? [attempt.payKey, attempt.cancelKey] : [])
const idsOf = (attempt: Attempt | undefined): number[] =>
  attempt ? [...attempt.known, ...(attempt.ending ? [attempt.ending.id] : [])] : []
const offerOf = (tab: Tab): Offer | undefined => ('offer' in tab ? tab.offer : undefined)

const spokenOf = ({ host, open, tabs }: World): { keys: Set<string>; ids: Set<number> } => ({
  keys: new Set([
    ...keysOf(open),
    ...tabs.flatMap((tab) => (tab.page === 'running' ? tab.flow.keys : [])),
    ...host.late.map(({ key }) => key),
    ...host.subscriptions.flatMap(({ open: pending }) => (pending ? [pending.call.key] : [])),
  ]),
  ids: new Set([
    ...idsOf(open),
    ...tabs.flatMap((tab) => (tab.page === 'running' ? tab.flow.ids : [])),
    ...tabs.flatMap((tab) => offerOf(tab)?.ending?.id ?? []),
  ]),
})

/** Forgets what nobody speaks of any more, so that the worlds are finitely many. */
function forget(world: World): World {
  const { keys, ids } = spokenOf(world)
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

export const nameOf = ({ host, open, holder, tabs }: World): string =>
  JSON.stringify([
    host,
    open,
    holder,
    tabs.map((tab) => (tab.page === 'running' ? [tab.flow.number, tab.isReady, tab.allowed, tab.offer] : tab)),
  ])

export function world(flows: Flows, { ways, isPossible }: Bounds, { meansFirst, oneAtATime, resumes }: Rules = rules) {
  const put = (at: World, i: number, tab: Tab): World => ({
    ...at,
    tabs: at.tabs.map((one, place) => (place === i ? tab : one)),
  })

  /** What the words in a tab say against what is true. */
  const contradicts = ({ host }: World, { value, context }: Flow, offer: Offer): boolean => {
    const confirmation = confirmationOf(host, context.attempt)
    const isCharged = (confirmation?.charges ?? 0) > 0
    const ending = (context.attempt ?? offer).ending?.id
    const stands = ending === undefined || isLive(host, ending)
    if (isOpen(host, context.attempt)) return false
    switch (value) {
      case 'paid':
        return !(isCharged && host.subscriptions.some((one) => one.planId === planId && one.status === 'active'))
      case 'notPaid':
        return isCharged
      case 'cancelledNotPaid':
        return isCharged || isLive(host, context.attempt?.ending?.id)
      case 'notCancelled':
        return isCharged || !stands
      case 'refused':
        return context.attempt !== undefined && (isCharged || !stands)
      default:
        return false
    }
  }

  /** Frees the attempt, and tells the tabs that wait for it. */
  const release = (at: World, i: number): { world: World; broken?: string } => {
    if (at.holder !== i) return { world: at }
    let told: { world: World; broken?: string } = { world: { ...at, holder: undefined } }
    at.tabs.forEach((tab, other) => {
      if (other !== i && tab.page === 'running' && tab.flow.value === 'underWay' && !told.broken)
        told = arrive(told.world, other, tab, flows.send(tab.flow, { type: 'attempt.freed' }))
    })
    return told
  }

  /** Brings a tab to where a step of its flow leads, with everything that follows at once. */
  const arrive = (
    at: World,
    i: number,
    tab: Running,
    { flow, effects }: Step,
    answered = '',
  ): Omit<Happened, 'label'> => {
    let next = at
    let broken: string | undefined
    if (effects.includes('storeAttempt')) next = { ...next, open: flow.context.attempt }
    if (effects.includes('closeAttempt')) next = { ...next, open: undefined }
    const before = tab.flow.running.filter(({ id }) => id !== answered).map(({ id }) => id)
    const allowed = { ...tab.allowed }
    for (const [id, kind] of [
      ['payment.cancelSubscription', 'cancel'],
      ['payment.pay', 'pay'],
    ] as const) {
      if (before.includes(id) || !flow.running.some((one) => one.id === id)) continue
      allowed[kind]--
      if (allowed[kind] < 0)
        broken =
          kind === 'cancel' && tab.flow.value === 'cancelledNotPaid'
            ? 'trying again after cancelled, not paid sends no cancel'
            : 'no money call is repeated by itself'
    }
    if (flow !== tab.flow && contradicts(next, flow, tab.offer))
      broken ??= `the words of '${flow.value}' agree with the ledger`
    next = put(next, i, { ...tab, flow, allowed })
    if (flow.isOver) {
      const { result } = flow.context
      next = put(next, i, result === 'paid' ? { page: 'thanks' } : { page: 'form', offer: tab.offer })
      const freed = release(next, i)
      next = result === 'paid' || result === 'refused' ? freed.world : load(freed.world, i)
      broken ??= freed.broken
    }
    return { world: next, ...(broken === undefined ? {} : { broken }) }
  }

  const start = (
    at: World,
    i: number,
    wish: Omit<Draft, 'known'> | undefined,
    isReady: boolean,
  ): Omit<Happened, 'label'> => {
    const { flow } = flows.start({ payer, wish })
    const times = wish ? 1 : 0
    const tab: Running = {
      page: 'running',
      flow,
      isReady,
      allowed: { cancel: times, pay: times },
      offer: { ending: wish?.ending },
    }
    if (at.holder !== undefined && oneAtATime)
      return arrive(put(at, i, tab), i, tab, flows.send(flow, { type: 'attempt.taken' }))
    // Nobody knows how far it had come.
    const unanswered = { cancel: true, pay: true }
    const found = oneAtATime && resumes && at.open ? { ...at.open, unanswered } : undefined
    const claimed = { ...put(at, i, tab), holder: at.holder ?? i }
    return arrive(claimed, i, tab, flows.send(flow, { type: 'attempt.claimed', attempt: found } as never))
  }

  /** The page is opened: an attempt that was cut is cleared up first. */
  const load = (at: World, i: number): World =>
    at.open && resumes
      ? start(at, i, undefined, true).world
      : put(at, i, { page: 'form', offer: { ending: toEnd(at.host) } })

  const callOf = ({ flow, isReady }: Running, id: string, input: unknown): Call | undefined => {
    if (id === 'payment.pay') return { kind: 'pay', ...(input as Omit<PayCall, 'kind'>) }
    if (id !== 'payment.cancelSubscription') return undefined
    const { ending, key } = input as { ending: Ending; key: string }
    return { kind: 'cancel', key, id: ending.id, means: isReady ? flow.context.attempt?.means : undefined }
  }

  type Answer = [label: string, effect: Effect, kind: 'done' | 'error', payload: unknown]
  const lost = { message: 'no line' }

  /** How the host may answer a call, what it may do and not say, and what it may say and not do. */
  const answersTo = (at: World, call: Call): Answer[] => possible(at, call).filter(([label]) => isPossible(label))

  const possible = (at: World, call: Call): Answer[] => {
    const { host } = at
    const same: Effect = { host }
    const { ids } = spokenOf(at)
    const does = (as: Stored): Effect => perform(host, call, as, ids)
    const cut: Answer = ['is cut before it arrives', same, 'error', lost]
    // A session that ran out, too many requests, a gate before the host: a no that looks at no key.
    const away: Answer = ['is turned away at the door', same, 'done', { kind: 'refused', message: '' }]
    if (host.late.some(({ key }) => key === call.key)) return [away, ['is still under way', same, 'error', lost]]
    const stored = host.answers[call.key]
    const words: Record<Stored, [kind: 'done' | 'error', payload: unknown]> = {
      done: ['done', { kind: call.kind === 'pay' ? 'paid' : 'ended' }],
      refused: ['done', { kind: 'refused', message: '' }],
      failed: ['error', lost],
      action: ['done', { kind: 'requiresAction', clientSecret: call.key }],
      pending: ['done', { kind: 'pending' }],
    }
    if (stored) return [cut, away, [`gets the answer of its key again (${stored})`, same, ...words[stored]]]
    if (call.kind === 'cancel' && !isLive(host, call.id))
      return [cut, away, ['had been done already', does('done'), 'done', { kind: 'ended' }]]
    const late: Answer = [
      'takes longer than anybody waits',
      { host: { ...host, late: [...host.late, call] } },
      'error',
      lost,
    ]
    return [
      cut,
      away,
      late,
      ['is granted', does('done'), ...words.done],
      ['is refused', does('refused'), ...words.refused],
      ['is answered with a 5xx', does('failed'), 'error', lost],
      ['is done, and the answer is cut', does('done'), 'error', lost],
      ['is refused, and the answer is cut', does('refused'), 'error', lost],
      ...(call.kind === 'pay'
        ? ([
            ['is said to be pending', does('pending'), ...words.pending],
            ['is pending, and the answer is cut', does('pending'), 'error', lost],
          ] satisfies Answer[])
        : []),
      ...(call.kind === 'pay' && call.means.kind !== 'paypal'
        ? ([['wants 3-D Secure', does('action'), ...words.action]] satisfies Answer[])
        : []),
    ]
  }

  const confirmations = (at: World, { flow }: Running): Answer[] => {
    const { host } = at
    const { attempt } = flow.context
    const { ids } = spokenOf(at)
    if (!attempt) return []
    const call: PayCall = { kind: 'pay', key: attempt.payKey, planId: attempt.planId, means: attempt.means }
    const isDone = (confirmationOf(host, attempt)?.charges ?? 0) > 0
    if (isDone) return [['was confirmed before', { host }, 'error', lost]]
    return [
      ['is confirmed', confirm(host, call, false, ids), 'done', { kind: 'confirmed' }],
      ['is confirmed, and the record lags', confirm(host, call, true, ids), 'done', { kind: 'confirmed' }],
      ['is abandoned', { host }, 'done', { kind: 'refused', message: '' }],
      ['is lost', { host }, 'error', lost],
      ['is confirmed, and the answer is lost', confirm(host, call, false, ids), 'error', lost],
    ]
  }

  /** What may become of a call whose page goes away. */
  const unloads = (at: World, tab: Tab): [string, Effect][] => {
    if (tab.page !== 'running') return [['', { host: at.host }]]
    const fates = tab.flow.running.flatMap(({ id, input }): [string, Effect][] => {
      const call = callOf(tab, id, input)
      const answers = call ? answersTo(at, call) : id === 'payment.confirmCard' ? confirmations(at, tab) : []
      return answers.map(([label, effect]) => [` while ${id} ${label}`, effect])
    })
    return fates.length > 0 ? fates : [['', { host: at.host }]]
  }

  const openAttempt = (at: World, draft: Draft): World => {
    const { keys } = spokenOf(at)
    const number = free([...keys].map((key) => Number(key.slice(1))))
    const unanswered = { cancel: false, pay: false }
    const attempt: Attempt = { ...draft, cancelKey: `c${number}`, payKey: `p${number}`, underWay: false, unanswered }
    const confirmation = { keys: [attempt.payKey], ending: draft.ending?.id, charges: 0 }
    return {
      ...at,
      open: attempt,
      host: { ...at.host, confirmations: [...at.host.confirmations, confirmation] },
    }
  }

  const renewKey = (at: World, attempt: Attempt): World => {
    const { keys } = spokenOf(at)
    const payKey = `p${free([...keys].map((key) => Number(key.slice(1))))}`
    const confirmations = at.host.confirmations.map((one) =>
      one.keys.includes(attempt.payKey) ? { ...one, keys: [...one.keys, payKey] } : one,
    )
    return { ...at, open: { ...attempt, payKey }, host: { ...at.host, confirmations } }
  }

  /** Everything that running actors of a tab may answer. */
  const answered = (at: World, i: number, tab: Running): Happened[] =>
    tab.flow.running.flatMap(({ id, input }): Happened[] => {
      const tell = (
        label: string,
        from: World,
        kind: 'done' | 'error',
        payload: unknown,
        broken?: string,
      ): Happened => {
        const arrived = arrive(from, i, tab, flows.answer(tab.flow, id, kind, payload), id)
        const found = broken ?? arrived.broken
        return { label: `${id} ${label}`, world: arrived.world, ...(found === undefined ? {} : { broken: found }) }
      }
      const call = callOf(tab, id, input)
      if (call)
        return answersTo(at, call).map(([label, { host, broken }, kind, payload]) =>
          tell(label, { ...at, host }, kind, payload, broken),
        )
      switch (id) {
        case 'payment.confirmCard':
          return confirmations(at, tab)
            .filter(([label]) => isPossible(label))
            .map(([label, { host, broken }, kind, payload]) => tell(label, { ...at, host }, kind, payload, broken))
        case 'readRecord':
        case 'reconciliation.readRecord':
          return [
            tell('is read', at, 'done', { kind: 'granted', record: recordOf(at.host) }),
            ...(isPossible('is not answered') ? [tell('is not answered', at, 'error', lost)] : []),
          ]
        case 'openAttempt': {
          const opened = openAttempt(at, (input as { draft: Draft }).draft)
          return [tell('keeps it', opened, 'done', { attempt: opened.open }), tell('can’t keep it', at, 'error', lost)]
        }
        case 'renewKey': {
          const renewed = renewKey(at, (input as { attempt: Attempt }).attempt)
          return [
            tell('keeps it', renewed, 'done', { attempt: renewed.open }),
            ...(isPossible('can’t keep it') ? [tell('can’t keep it', at, 'error', lost)] : []),
          ]
        }
        default:
          throw new Error(`nobody answers ${id}`)
      }
    })

  const pressed = (at: World, i: number, tab: Running): Happened[] =>
    (['payment.retry', 'payment.leave', 'record.check'] as const).flatMap((type): Happened[] => {
      // Nobody gives an attempt up faster than the host comes to an end with it: that is what the wait was for.
      if (type === 'payment.leave' && isOpen(at.host, tab.flow.context.attempt)) return []
      const step = flows.send(tab.flow, { type })
      if (step.flow === tab.flow) return []
      const only = tab.flow.value === 'cancelledNotPaid'
      const times = type === 'payment.retry' ? 1 : 0
      const granted = { ...tab, allowed: { cancel: only ? 0 : times, pay: times } }
      return [{ label: type, ...arrive(at, i, granted, step) }]
    })

  const inTab = (at: World, i: number): Happened[] => {
    const tab = at.tabs[i] as Tab
    const isFirst = i === 0 ? '' : 'in the other tab, '
    const name = (all: Happened[]): Happened[] => all.map((one) => ({ ...one, label: isFirst + one.label }))
    const gone = (label: string, then: (world: World) => World): Happened[] =>
      unloads(at, tab).map(([fate, { host, broken }]): Happened => {
        const left = release(put({ ...at, host }, i, { page: 'closed' }), i)
        const found = broken ?? left.broken
        return { label: label + fate, world: then(left.world), ...(found === undefined ? {} : { broken: found }) }
      })
    const away = [...gone('reload', (left) => load(left, i)), ...gone('close', (left) => left)]
    switch (tab.page) {
      case 'closed':
        return name([{ label: 'open', world: load(at, i) }])
      case 'thanks':
        return name([{ label: 'choose again', world: load(at, i) }])
      case 'form':
        return name([
          ...(ways[i] ?? []).map((chosen): Happened => {
            const wish = { planId, means: chosen, ending: tab.offer.ending }
            const label = `press Pay (${chosen.kind})`
            if (!meansFirst) return { label, ...start(at, i, wish, false) }
            return { label, world: put(at, i, { page: 'readying', offer: tab.offer, means: chosen }) }
          }),
          ...away,
        ])
      case 'readying': {
        const wish = { planId, means: tab.means, ending: tab.offer.ending }
        return name([
          { label: 'the means stands ready', ...start(at, i, wish, true) },
          { label: 'the means is refused', world: put(at, i, { page: 'form', offer: tab.offer }) },
          ...away,
        ])
      }
      case 'running':
        return name([
          ...answered(at, i, tab),
          ...tab.flow.timers.filter(isPossible).map((timer): Happened => ({
            label: `${timer} ends`,
            ...arrive(at, i, tab, flows.pass(tab.flow, timer)),
          })),
          ...pressed(at, i, tab),
          ...away,
        ])
    }
  }

  /** What the host still does although nobody waits any more. */
  const atHost = (at: World): Happened[] => {
    const { ids } = spokenOf(at)
    const effect = (label: string, { host, broken }: Effect): Happened => ({
      label,
      world: { ...at, host },
      ...(broken === undefined ? {} : { broken }),
    })
    return [
      ...at.host.late.flatMap((call) => {
        const host = { ...at.host, late: at.host.late.filter((one) => one !== call) }
        return [
          effect(`the host does a late ${call.kind}`, perform(host, call, 'done', ids)),
          effect(`the host drops a late ${call.kind}`, { host }),
        ]
      }),
      ...at.host.subscriptions.flatMap((one) =>
        one.open
          ? [
              effect('what was pending is paid', settle(at.host, one, true)),
              ...(one.open.isCharged ? [] : [effect('what was pending fails', settle(at.host, one, false))]),
            ]
          : [],
      ),
    ]
  }

  return {
    begin: (host: Host, tabs: number): World => ({
      host,
      open: undefined,
      holder: undefined,
      tabs: Array.from({ length: tabs }, (): Tab => ({ page: 'closed' })),
    }),
    next: (at: World): Happened[] =>
      [...at.tabs.flatMap((_, i) => inTab(at, i)), ...atHost(at)].map((one) => ({ ...one, world: forget(one.world) })),
  }
}

/** Where a person has nothing left to wait for. */
export const isAtRest = (tab: Tab | undefined): boolean =>
  tab === undefined || tab.page === 'closed' || tab.page === 'form' || tab.page === 'thanks'
