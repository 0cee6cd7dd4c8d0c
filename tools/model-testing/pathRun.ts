/**
 * Walks a machine by its transitions. A vertex is (state value, facet); an edge is (vertex, happening, transitions
 * taken, vertex reached). Every edge gets a shortest path, and every edge is walked on from the snapshot that this
 * path really made, so that each path is exact, whatever the facet folds together.
 */
import { readChart, type Chart, leavesOf } from './chart.ts'
import { Coverage } from './coverage.ts'
import { findProblems, type Finding } from './findings.ts'
import { possibleTriggers, labelOf, type Trigger } from './trigger.ts'
import { type Model } from './model.ts'
import { formatValue } from './isEqual.ts'
import { createStepper, type ActorState, type Stepper } from './stepper.ts'

export type Step = {
  readonly trigger: Trigger
  readonly label: string
  readonly actorState: ActorState
  /** What a guard refuses here: sent to the live actor, it must change nothing. */
  readonly refusals: readonly Trigger[]
}

export type Path = {
  /** The labels of its steps: `form.submit / valid → validate done / granted`. */
  readonly name: string
  readonly input: string
  readonly start: { readonly actorState: ActorState; readonly refusals: readonly Trigger[] }
  readonly steps: readonly Step[]
}

/** A node of the walk: a moment and how it was reached. */
export type PathNode = {
  readonly actorState: ActorState
  readonly vertex: string
  readonly input: string
  readonly depth: number
  readonly from?: PathNode
  readonly trigger?: Trigger
  /** Filled when it is walked on from. */
  refusals: Trigger[]
  next: PathNode[]
  /** What brings the actor to a moment that an earlier path had reached the same way. */
  merged: { trigger: Trigger; into: PathNode }[]
  /** An earlier arrival in the very same moment, which was walked on from in place of this one. */
  duplicateOf?: PathNode
}

export type PathRun = {
  readonly model: Model
  readonly chart: Chart
  readonly starts: readonly PathNode[]
  readonly nodes: readonly PathNode[]
  /** The longest paths: every arrival lies on one of them. */
  readonly paths: readonly Path[]
  readonly coverage: Coverage
  readonly findings: readonly Finding[]
  readonly vertices: number
  /** Set when the limit ended the walk before everything had been seen. */
  readonly limited: boolean
}

export const vertexOf = (model: Model, { snapshot }: ActorState): string =>
  JSON.stringify([snapshot.value, snapshot.status, model.stateKey(snapshot)])

/** The path that leads to an arrival. */
export function pathTo(node: PathNode): Path {
  const steps: Step[] = []
  let at = node
  while (at.from && at.trigger) {
    steps.unshift({
      trigger: at.trigger,
      label: labelOf(at.trigger),
      actorState: at.actorState,
      refusals: at.refusals,
    })
    at = at.from
  }
  const name = steps.map(({ label }) => label).join(' → ')
  return {
    name: name === '' ? 'start' : name,
    input: node.input,
    start: { actorState: at.actorState, refusals: at.refusals },
    steps,
  }
}

/** The first node of a walk, for each input. */
export const startNodes = (model: Model, { start }: Stepper, inputs = Object.keys(model.inputs)): PathNode[] =>
  inputs.map((input) => {
    const actorState = start(model.inputs[input])
    return { actorState, vertex: vertexOf(model, actorState), input, depth: 0, refusals: [], next: [], merged: [] }
  })

/**
 * Walks every transition from the given starts, the nearest first. A start may have a way of its own behind it.
 * `late`: delays may end before shorter ones where nothing else leads on. `used` are the labels of what took a
 * transition or met a guard.
 */
export function exploreTransitions(
  model: Model,
  chart: Chart,
  { next }: Stepper,
  starts: readonly PathNode[],
  includesLateDelays = true,
) {
  const coverage = new Coverage(chart)
  const known = new Map<string, PathNode>()
  const nodes: PathNode[] = []
  const usedLabels = new Set<string>()
  let limited = false

  const addNode = (key: string, arrival: PathNode): void => {
    known.set(key, arrival)
    nodes.push(arrival)
    coverage.add(arrival.actorState)
  }
  for (const start of starts) addNode(JSON.stringify([start.input, start.vertex]), start)

  const expanded = new Map<string, PathNode>()
  /** True for the first arrival with this very state, context, delays and actors: the others would see the same again. */
  const isUnexplored = (arrival: PathNode): boolean => {
    const { snapshot, now, timers, running } = arrival.actorState
    const waiting = timers.map(({ id, due }) => [id, due - now])
    const history = Object.entries(snapshot.historyValue).map(([id, nodes]) => [id, nodes.map((node) => node.id)])
    const whole = formatValue([arrival.input, snapshot.value, snapshot.context, waiting, [...running], history])
    const first = expanded.get(whole) ?? arrival
    expanded.set(whole, first)
    if (first !== arrival) arrival.duplicateOf = first
    return first === arrival
  }

  const visit = (from: PathNode, wanted: (trigger: Trigger) => boolean): void => {
    for (const trigger of possibleTriggers(model, from.actorState)) {
      if (!wanted(trigger)) continue
      if (nodes.length >= model.limit) {
        limited = true
        return
      }
      const actorState = next(from.actorState, trigger.event, trigger.timer)
      const label = labelOf(trigger)
      if (actorState.taken.length === 0 && actorState.snapshot.status === 'active') {
        if (actorState.refused.length > 0) usedLabels.add(label)
        coverage.add(actorState)
        if (trigger.kind === 'event') from.refusals.push(trigger)
        continue
      }
      usedLabels.add(label)
      const vertex = vertexOf(model, actorState)
      const key = JSON.stringify([from.input, from.vertex, label, actorState.taken, vertex])
      const into = known.get(key)
      if (into) {
        from.merged.push({ trigger, into })
        // The same edge may be refused elsewhere or pass other guards from another context.
        coverage.add(actorState)
        continue
      }
      const { input, depth } = from
      const arrival = { actorState, vertex, input, depth: depth + 1, from, trigger, refusals: [], next: [], merged: [] }
      from.next.push(arrival)
      addNode(key, arrival)
    }
  }

  for (let i = 0; i < nodes.length && !limited; i++) {
    const arrival = nodes[i] as PathNode
    if (isUnexplored(arrival)) visit(arrival, ({ isTimely: timely }) => timely)
  }
  // A delay that ends before a shorter one needs somebody who took their time before; only where nothing else covers it.
  const isDelay = (eventType: string): boolean => eventType.startsWith('xstate.after.')
  if (includesLateDelays && coverage.report().missing.transitions.some(({ eventType }) => isDelay(eventType))) {
    const first = nodes.length
    for (let i = 0; i < nodes.length && !limited; i++) {
      const arrival = nodes[i] as PathNode
      if (isUnexplored(arrival)) visit(arrival, ({ isTimely: timely }) => (i < first ? !timely : true))
    }
  }
  return { nodes, coverage, used: usedLabels, limited }
}

/** Walks every transition of the model's machine, from each of its inputs. */
export function runPaths(model: Model): PathRun {
  const chart = readChart(model.machine)
  const step = createStepper(model.machine)
  const starts = startNodes(model, step)
  const { nodes, coverage, used, limited } = exploreTransitions(model, chart, step, starts)
  const paths = nodes.filter((arrival) => arrival.next.length === 0).map(pathTo)
  const explored = { model, chart, starts, nodes, paths, coverage, limited }
  const findings = findProblems({ ...explored, usedLabels: used, leafPaths: leavesOf })
  return { ...explored, findings, vertices: new Set(nodes.map(({ input, vertex }) => input + vertex)).size }
}
