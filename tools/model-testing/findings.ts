/** Problems of a machine or its model, each as a sentence that says how to fix it. */
import { type AnyMachineSnapshot } from 'xstate'
import { type Chart, matches } from './chart.ts'
import { type Coverage } from './coverage.ts'
import { eventTriggers, cases, labelOf } from './trigger.ts'
import { type Model } from './model.ts'
import { type PathNode } from './pathRun.ts'

export type FindingKind =
  | 'unreachable state'
  | 'dead transition'
  | 'guard never refuses'
  | 'state without exit'
  | 'missing event case'
  | 'missing outcome case'
  | 'unused case'
  | 'unhandled error'
  | 'busy without end'
  | 'broken invariant'
  | 'limit'

export type Finding = { readonly kind: FindingKind; readonly subject: string; readonly sentence: string }

type FindingsInput = {
  model: Model
  chart: Chart
  nodes: readonly PathNode[]
  coverage: Coverage
  limited: boolean
  usedLabels: ReadonlySet<string>
  leafPaths: (snapshot: AnyMachineSnapshot) => string[]
}

const createFinding = (kind: FindingKind, subject: string, sentence: string): Finding => ({ kind, subject, sentence })

function routeText(node: PathNode): string {
  const labels: string[] = []
  for (let at: PathNode | undefined = node; at?.trigger; at = at.from) labels.unshift(labelOf(at.trigger))
  return `${node.input}${labels.length > 0 ? `: ${labels.join(' → ')}` : ''}`
}

function missingCases({ model, chart, nodes }: FindingsInput): Finding[] {
  const found: Finding[] = []
  const ownEvents = new Set(
    nodes.flatMap(({ actorState }) => [...actorState.raised, ...actorState.timers.map(({ event }) => event.type)]),
  )
  for (const type of chart.eventTypes) {
    if (ownEvents.has(type) || Object.keys(model.events[type] ?? {}).length > 0) continue
    const sentence = `${model.name} handles '${type}', but its model has no case of it. Add events: { '${type}': { '<name>': {…payload} } } to the model.`
    found.push(createFinding('missing event case', type, sentence))
  }
  const handled = new Map<string, Set<string>>()
  for (const { eventType } of chart.candidates.values()) {
    const [, kind, id] = /^xstate\.(done|error|snapshot)\.(?:actor\.)?(.+)$/.exec(eventType) ?? []
    if (kind === undefined || id === undefined || eventType.startsWith('xstate.done.state.')) continue
    handled.set(id, (handled.get(id) ?? new Set()).add(kind))
  }
  for (const [id, kinds] of handled) {
    for (const kind of kinds as Set<'done' | 'error' | 'snapshot'>) {
      const named = model.outcomes[id]?.[kind]
      if (named === 'never') {
        const sentence = `The model of ${model.name} declares that '${id}' has no outcome '${kind}', but the machine handles it. Remove the transition, or name its cases in the model.`
        found.push(createFinding('missing outcome case', `${id} ${kind}`, sentence))
      } else if (cases(named).length === 0) {
        const sentence = `${model.name} handles the outcome '${kind}' of '${id}', but its model has no named payload for it. Add outcomes: { ${id}: { ${kind}: { '<name>': … } } } to the model.`
        found.push(createFinding('missing outcome case', `${id} ${kind}`, sentence))
      }
    }
    const logic = chart.invocations.find((invocation) => invocation.id === id)?.logic
    const isMachine = typeof logic === 'object' && logic !== null && 'root' in logic
    if (kinds.has('done') && !kinds.has('error') && !isMachine && model.outcomes[id]?.error !== 'never') {
      const sentence = `${model.name} handles the output of '${id}' but not its error, which would stop the machine with an error. Add onError, or declare outcomes: { ${id}: { error: 'never' } } if it cannot fail.`
      found.push(createFinding('unhandled error', id, sentence))
    }
  }
  return found
}

function unusedCases({ model, chart, usedLabels: used }: FindingsInput): Finding[] {
  const found: Finding[] = []
  const report = (subject: string, why: string): void => {
    const sentence = `The model of ${model.name} names '${subject}', but ${why}. Remove it, or correct its name.`
    found.push(createFinding('unused case', subject, sentence))
  }
  for (const trigger of eventTriggers(model)) {
    const { subject } = trigger
    const known = [...chart.eventTypes, ...chart.wildcards].some((descriptor) => matches(descriptor, subject))
    if (!known) report(labelOf(trigger), `no state of the machine handles '${subject}'`)
    else if (!used.has(labelOf(trigger)))
      report(labelOf(trigger), 'it takes no transition and no guard reads it on any path')
  }
  const ids = new Set(chart.invocations.map(({ id }) => id))
  for (const [id, kinds] of Object.entries(model.outcomes)) {
    for (const kind of ['done', 'error', 'snapshot'] as const) {
      for (const [name] of cases(kinds[kind])) {
        const label = labelOf({ kind, subject: id, case: name })
        if (used.has(label)) continue
        report(
          label,
          ids.has(id) ? 'it takes no transition on any path' : `the machine invokes nothing with the id '${id}'`,
        )
      }
    }
  }
  return found
}

function deadEnds({ model, chart, nodes, coverage, leafPaths: leaves }: FindingsInput): Finding[] {
  const found: Finding[] = []
  const left = new Set<string>()
  const busy = new Set<string>()
  const released = new Set<string>()
  const edges = nodes.flatMap((at) => [
    ...at.next.map((next) => ({ from: at, trigger: next.trigger, to: next.actorState })),
    ...at.merged.map(({ trigger, into }) => ({ from: at, trigger, to: into.actorState })),
  ])
  for (const { from, trigger, to } of edges) {
    const after = new Set(to.snapshot.status === 'active' ? leaves(to.snapshot) : [])
    for (const leaf of leaves(from.actorState.snapshot)) if (!after.has(leaf)) left.add(leaf)
    const stays = JSON.stringify(to.snapshot.value) === JSON.stringify(from.actorState.snapshot.value)
    const isOver = to.snapshot.status !== 'active' || !to.snapshot.hasTag('busy') || !stays
    if (trigger?.kind !== 'event' && isOver) released.add(from.vertex)
  }
  for (const { actorState, vertex } of nodes) {
    if (actorState.snapshot.status === 'active' && actorState.snapshot.hasTag('busy')) busy.add(vertex)
  }
  for (const vertex of busy) {
    if (released.has(vertex)) continue
    const [value] = JSON.parse(vertex) as [unknown]
    const sentence = `${model.name} is busy in ${JSON.stringify(value)}, and no outcome and no delay leaves it. Handle the outcome of the invoked actor, or add an 'after'.`
    found.push(createFinding('busy without end', JSON.stringify(value), sentence))
  }
  for (const [path, node] of chart.states) {
    if (node.type !== 'atomic' || left.has(path) || !coverage.hasState(path)) continue
    const alone = Object.keys(node.parent?.states ?? {}).length === 1
    const handles = [...chart.candidates.values()].some(({ state }) => state === path || state === '(machine)')
    if (alone && handles) continue
    const example = nodes.find(({ actorState }) => leaves(actorState.snapshot).includes(path))
    if (!example) continue
    const sentence = `${model.name} can't leave '${path}', and it isn't final (${routeText(example)}). Add a transition, or type: 'final'.`
    found.push(createFinding('state without exit', path, sentence))
  }
  return found
}

export function findProblems(seen: FindingsInput): Finding[] {
  const { model, nodes, coverage, limited } = seen
  const found: Finding[] = []
  const { missing } = coverage.report()
  if (limited) {
    const sentence = `The exploration of ${model.name} stopped at its limit of ${model.limit} edges. A counter or a text in the state key makes the graph infinite: keep only the context that guards read, or raise 'limit' in the model.`
    found.push(createFinding('limit', model.name, sentence))
  }
  const cases = missingCases(seen)
  found.push(...cases)
  for (const state of missing.states) {
    const sentence = `${model.name} never reaches '${state}'. Remove it, or add the transition or the case that leads to it. If a guard before it reads the context, add that part to the state key.`
    found.push(createFinding('unreachable state', state, sentence))
  }
  const isUnreached = (state: string): boolean => state !== '(machine)' && !coverage.hasState(state)
  const isCaseMissing = (eventType: string): boolean =>
    cases.some(({ kind, subject }) => {
      if (kind === 'missing event case') return subject === eventType
      const [id = '', outcome = ''] = subject.split(' ')
      return eventType === (outcome === 'snapshot' ? `xstate.snapshot.${id}` : `xstate.${outcome}.actor.${id}`)
    })
  for (const { key, text, state, eventType } of missing.transitions) {
    if (isUnreached(state) || isCaseMissing(eventType)) continue
    const sentence = `No path of ${model.name} takes: ${text}. Add the case that takes it, add the context that its guard reads to the state key, or remove it.`
    found.push(createFinding('dead transition', key, sentence))
  }
  for (const { key, text, state, eventType } of missing.refusals) {
    if (isUnreached(state) || isCaseMissing(eventType)) continue
    const sentence = `The guard is true on every path of ${model.name}: ${text}. Add a case for which it is false, or remove the guard.`
    found.push(createFinding('guard never refuses', key, sentence))
  }
  found.push(...deadEnds(seen), ...unusedCases(seen))
  for (const node of nodes) {
    const { snapshot } = node.actorState
    if (snapshot.status === 'error') {
      const sentence = `${model.name} stops with an unhandled error (${routeText(node)}): ${JSON.stringify(snapshot.error) ?? 'undefined'}. Add onError where it is invoked.`
      found.push(createFinding('unhandled error', routeText(node), sentence))
    }
    for (const [name, holds] of Object.entries(model.invariants)) {
      if (holds(snapshot)) continue
      const sentence = `${model.name} breaks '${name}' in ${JSON.stringify(snapshot.value)} (${routeText(node)}).`
      found.push(createFinding('broken invariant', name, sentence))
    }
  }
  // The first of a kind has the shortest route.
  const firstByName = new Map<string, Finding>()
  for (const finding of found) {
    const name = `${finding.kind} ${finding.subject}`
    if (!firstByName.has(name)) firstByName.set(name, finding)
  }
  return [...firstByName.values()]
}
