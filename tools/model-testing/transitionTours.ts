/**
 * Transition tours: few long paths that take every transition with every label that triggers it ("form.submit / no
 * password" and "form.submit / valid" are two), or reach other goals. A tour continues with the nearest open goal, and
 * takes those last from which others are no longer reachable.
 */
import { readChart } from './chart.ts'
import { possibleTriggers, labelOf, type Trigger } from './trigger.ts'
import { type Model } from './model.ts'
import { createStepper, type ActorState } from './stepper.ts'
import { vertexOf, runPaths, type PathNode, type PathRun } from './pathRun.ts'

export type TourStep = {
  readonly trigger: Trigger
  readonly label: string
  readonly before: ActorState
  readonly actorState: ActorState
}
export type TransitionTour = { readonly input: string; readonly start: ActorState; readonly steps: readonly TourStep[] }

export type TourPlan = {
  readonly tours: readonly TransitionTour[]
  /** Goals that the tours reach: by default transitions with their labels. */
  readonly taken: ReadonlySet<string>
  /** Allowed goals that no tour reaches. */
  readonly notTaken: readonly string[]
  /** Goals whose labels `allows` excludes. */
  readonly leftOut: readonly string[]
}

export type TourOptions = {
  /** Whether a tour may use a trigger in a state. Default: all. */
  readonly allows?: (trigger: Trigger, before: ActorState) => boolean
  /** Inputs of the tours. Default: all. */
  readonly inputs?: readonly string[]
  /** What a step, or the start of a tour, reaches. Default: its transitions with the label. */
  readonly goalsOf?: GoalsOf
  /** A tour of this length is not continued. Default: 80. */
  readonly maxSteps?: number
}

export type GoalsOf = (actorState: ActorState, trigger?: Trigger) => readonly string[]

const labeledTransitions: GoalsOf = ({ taken }, trigger) =>
  taken.map((key) => `${key} ← ${trigger ? labelOf(trigger) : 'start'}`)

type Edge = { readonly to: string; readonly goals: readonly string[] }

/** The exploration as a graph of vertices, with the goals of each edge. */
function vertexGraph(
  pathRun: PathRun,
  allows: (trigger: Trigger, before: ActorState) => boolean,
  goalsOf: GoalsOf,
): Map<string, Edge[]> {
  const edges = new Map<string, Edge[]>()
  const known = new Set<string>()
  const add = (from: PathNode, trigger: Trigger, actorState: ActorState, to: string): void => {
    if (!allows(trigger, from.actorState)) return
    const edge = { to, goals: goalsOf(actorState, trigger) }
    const name = JSON.stringify([from.vertex, edge])
    if (known.has(name)) return
    known.add(name)
    edges.set(from.vertex, [...(edges.get(from.vertex) ?? []), edge])
  }
  for (const node of pathRun.nodes) {
    for (const to of node.next) if (to.trigger) add(node, to.trigger, to.actorState, to.vertex)
    for (const { trigger, into } of node.merged) add(node, trigger, into.actorState, into.vertex)
  }
  return edges
}

function reachableVertices(edges: Map<string, Edge[]>, from: string): Set<string> {
  const seen = new Set([from])
  const queue = [from]
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    for (const { to } of edges.get(at) ?? []) {
      if (seen.has(to)) continue
      seen.add(to)
      queue.push(to)
    }
  }
  return seen
}

export function planTransitionTours(model: Model, options: TourOptions = {}): TourPlan {
  const { allows = () => true, goalsOf = labeledTransitions, maxSteps = 80 } = options
  const inputs = options.inputs ?? Object.keys(model.inputs)
  const pathRun = runPaths(
    options.inputs ? { ...model, inputs: Object.fromEntries(inputs.map((name) => [name, model.inputs[name]])) } : model,
  )
  const chart = readChart(model.machine)
  const { start, next } = createStepper(model.machine)
  const edges = vertexGraph(pathRun, allows, goalsOf)

  const open = new Set<string>()
  const leftOut = new Set<string>()
  for (const { trigger, actorState, from } of pathRun.nodes) {
    const isAllowed = !trigger || !from || allows(trigger, from.actorState)
    for (const goal of goalsOf(actorState, trigger)) (isAllowed ? open : leftOut).add(goal)
  }
  const taken = new Set<string>()
  const take = (list: readonly string[]): void => {
    for (const goal of list) {
      open.delete(goal)
      taken.add(goal)
    }
  }
  const reach = new Map<string, Set<string>>()
  const reachOf = (vertex: string): Set<string> => {
    const known = reach.get(vertex) ?? reachableVertices(edges, vertex)
    reach.set(vertex, known)
    return known
  }
  /** Number of open goals that are reachable from a vertex. */
  const countRemaining = (vertex: string): number => {
    const left = new Set<string>()
    for (const at of reachOf(vertex))
      for (const edge of edges.get(at) ?? []) for (const goal of edge.goals) if (open.has(goal)) left.add(goal)
    return left.size
  }

  /** Steps to the nearest open goal, preferably one after which all others stay reachable. */
  const nearest = (from: ActorState): TourStep[] | undefined => {
    type Node = { actorState: ActorState; vertex: string; steps: TourStep[] }
    const seen = new Set([vertexOf(model, from)])
    const queue: Node[] = [{ actorState: from, vertex: vertexOf(model, from), steps: [] }]
    let fallback: { steps: TourStep[]; left: number } | undefined
    const all = countRemaining(vertexOf(model, from))
    for (let i = 0; i < queue.length; i++) {
      const { actorState: before, steps: path } = queue[i] as Node
      for (const trigger of possibleTriggers(model, before)) {
        if (!allows(trigger, before) || !trigger.isTimely) continue
        const actorState = next(before, trigger.event, trigger.timer)
        if (actorState.taken.length === 0 && actorState.snapshot.status === 'active') continue
        const label = labelOf(trigger)
        const vertex = vertexOf(model, actorState)
        const longer = [...path, { trigger, label, before, actorState }]
        const gains = goalsOf(actorState, trigger).filter((goal) => open.has(goal)).length
        if (gains > 0) {
          const left = countRemaining(vertex)
          if (left >= all - gains || left >= all) return longer
          if (!fallback || left > fallback.left) fallback = { steps: longer, left }
        }
        if (seen.has(vertex)) continue
        seen.add(vertex)
        queue.push({ actorState, vertex, steps: longer })
      }
    }
    return fallback?.steps
  }

  const tours: TransitionTour[] = []
  for (let round = 0; open.size > 0; round++) {
    // The next tour starts with the input that reaches most open goals.
    const starts = inputs.map((input) => {
      const actorState = start(model.inputs[input])
      const gains = goalsOf(actorState).filter((goal) => open.has(goal)).length
      return { input, actorState, worth: gains + countRemaining(vertexOf(model, actorState)) }
    })
    const [best] = starts.sort((a, b) => b.worth - a.worth)
    if (!best || best.worth === 0) break
    const before = open.size
    take(goalsOf(best.actorState))
    const steps: TourStep[] = []
    let at = best.actorState
    while (steps.length < maxSteps) {
      const found = nearest(at)
      if (!found) break
      for (const step of found) {
        take(goalsOf(step.actorState, step.trigger))
        steps.push(step)
        at = step.actorState
      }
    }
    if (open.size === before) break
    tours.push({ input: best.input, start: best.actorState, steps })
  }
  const describeGoal = (goal: string): string => {
    const [key = '', label] = goal.split(' ← ')
    const { text = key } = chart.candidates.get(key) ?? {}
    return label === undefined ? text : `${text} (by ${label})`
  }
  return {
    tours,
    taken,
    notTaken: [...open].map(describeGoal),
    leftOut: [...leftOut].filter((goal) => !taken.has(goal)).map(describeGoal),
  }
}
