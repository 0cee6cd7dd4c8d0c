/**
 * Explores a machine by its transitions. A vertex is (state value, status, state key); an edge is (vertex, label,
 * transitions taken, next vertex). Each edge has a shortest path. The exploration continues with the snapshot of that
 * path, so that every path is exact even if the state key merges snapshots.
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
  /** Events that a guard refuses after the step. Sent to a live actor, they change nothing. */
  readonly refusals: readonly Trigger[]
}

export type Path = {
  /** The labels of its steps: `form.submit / valid → validate done / granted`. */
  readonly name: string
  readonly input: string
  readonly start: { readonly actorState: ActorState; readonly refusals: readonly Trigger[] }
  readonly steps: readonly Step[]
}

/** A node of the exploration: a state and how it was reached. */
export type PathNode = {
  readonly actorState: ActorState
  readonly vertex: string
  readonly input: string
  readonly depth: number
  readonly from?: PathNode
  readonly trigger?: Trigger
  /** Empty until the node is expanded. */
  refusals: Trigger[]
  next: PathNode[]
  /** Edges that an earlier node has already. */
  merged: { trigger: Trigger; into: PathNode }[]
  /** An earlier node with the same snapshot, timers and actors. That node was expanded, this one was not. */
  duplicateOf?: PathNode
}

export type PathRun = {
  readonly model: Model
  readonly chart: Chart
  readonly starts: readonly PathNode[]
  readonly nodes: readonly PathNode[]
  /** The longest paths: every node is on one of them. */
  readonly paths: readonly Path[]
  readonly coverage: Coverage
  readonly findings: readonly Finding[]
  readonly vertices: number
  readonly limited: boolean
}

export const vertexOf = (model: Model, { snapshot }: ActorState): string =>
  JSON.stringify([snapshot.value, snapshot.status, model.stateKey(snapshot)])

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

export const startNodes = (model: Model, { start }: Stepper, inputs = Object.keys(model.inputs)): PathNode[] =>
  inputs.map((input) => {
    const actorState = start(model.inputs[input])
    return { actorState, vertex: vertexOf(model, actorState), input, depth: 0, refusals: [], next: [], merged: [] }
  })

/**
 * Explores every transition from the given nodes, breadth first. `includesLateDelays`: a delay may end before a shorter
 * one if its transition is not covered otherwise. `used` has the labels that took a transition or evaluated a guard.
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

  const addNode = (key: string, node: PathNode): void => {
    known.set(key, node)
    nodes.push(node)
    coverage.add(node.actorState)
  }
  for (const start of starts) addNode(JSON.stringify([start.input, start.vertex]), start)

  const expanded = new Map<string, PathNode>()
  /** True for the first node with this state, context, timers and actors. */
  const isUnexplored = (node: PathNode): boolean => {
    const { snapshot, now, timers, running } = node.actorState
    const waiting = timers.map(({ id, due }) => [id, due - now])
    const history = Object.entries(snapshot.historyValue).map(([id, nodes]) => [id, nodes.map((node) => node.id)])
    const whole = formatValue([node.input, snapshot.value, snapshot.context, waiting, [...running], history])
    const first = expanded.get(whole) ?? node
    expanded.set(whole, first)
    if (first !== node) node.duplicateOf = first
    return first === node
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
        // With another context, the edge can evaluate other guards.
        coverage.add(actorState)
        continue
      }
      const { input, depth } = from
      const node = { actorState, vertex, input, depth: depth + 1, from, trigger, refusals: [], next: [], merged: [] }
      from.next.push(node)
      addNode(key, node)
    }
  }

  for (let i = 0; i < nodes.length && !limited; i++) {
    const node = nodes[i] as PathNode
    if (isUnexplored(node)) visit(node, ({ isTimely }) => isTimely)
  }
  // A late delay is possible only after a pause in an earlier state, so it comes last.
  const isDelay = (eventType: string): boolean => eventType.startsWith('xstate.after.')
  if (includesLateDelays && coverage.report().missing.transitions.some(({ eventType }) => isDelay(eventType))) {
    const first = nodes.length
    for (let i = 0; i < nodes.length && !limited; i++) {
      const node = nodes[i] as PathNode
      if (isUnexplored(node)) visit(node, ({ isTimely }) => (i < first ? !isTimely : true))
    }
  }
  return { nodes, coverage, used: usedLabels, limited }
}

const runs = new WeakMap<Model, PathRun>()

/** Explores a model, once. */
export function runPaths(model: Model): PathRun {
  const run = runs.get(model) ?? explorePaths(model)
  runs.set(model, run)
  return run
}

function explorePaths(model: Model): PathRun {
  const chart = readChart(model.machine)
  const stepper = createStepper(model.machine)
  const starts = startNodes(model, stepper)
  const { nodes, coverage, used, limited } = exploreTransitions(model, chart, stepper, starts)
  const paths = nodes.filter((node) => node.next.length === 0).map(pathTo)
  const explored = { model, chart, starts, nodes, paths, coverage, limited }
  const findings = findProblems({ ...explored, usedLabels: used, leafPaths: leavesOf })
  return { ...explored, findings, vertices: new Set(nodes.map(({ input, vertex }) => input + vertex)).size }
}
