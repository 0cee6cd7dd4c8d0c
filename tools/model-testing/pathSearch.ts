/**
 * Finds paths of one kind. Their number is computed first, and they are generated one at a time, because a machine can
 * have millions of them.
 */
import { readChart, type Chart } from './chart.ts'
import { possibleTriggers, labelOf } from './trigger.ts'
import { type Model } from './model.ts'
import { UnknownNameError } from './suggestNames.ts'
import { createStepper, type Stepper } from './stepper.ts'
import { planTransitionTours } from './transitionTours.ts'
import {
  countSimplePaths,
  createReachedPredicate,
  createSimplePathTree,
  searchDepthFirst,
  type PathCount,
} from './simplePaths.ts'
import { transitionPairsBetween, findTransitionPairs, type TransitionPairStep } from './transitionPairs.ts'
import { startNodes, pathTo, exploreTransitions, vertexOf, type PathNode, type Path } from './pathRun.ts'

/** What each kind of path covers. */
export const PATH_KINDS = {
  transitions: 'every transition at least once, by the shortest path',
  shortest: 'the shortest path to every state',
  pairs: 'every pair of successive transitions at least once',
  simple: 'every path without a repeated state',
  tours: 'every transition in as few paths as possible',
} as const

export type PathKind = keyof typeof PATH_KINDS

export type PathRequest = {
  readonly kind: PathKind
  /** An input of the model, or a state, which each path reaches by the shortest route. */
  readonly from?: string
  readonly to?: string
  /** A transition that each path takes: its event or its key. */
  readonly through?: string
}

export type PathSearch = {
  readonly model: Model
  readonly request: PathRequest
  readonly count: PathCount
  /** Number of steps before the state in which the paths start. */
  readonly prefixLength: number
  readonly paths: () => Generator<Path, void>
  /** Why some paths are missing, as a sentence; undefined if none are. */
  readonly stopReason: () => string | undefined
}

/** Maximum number of machine steps between two simple paths. */
const MAX_STEPS_WITHOUT_PATH = 200_000

const isPathKind = (kind: string): kind is PathKind => Object.hasOwn(PATH_KINDS, kind)

export function parsePathKind(kind: string): PathKind {
  if (!isPathKind(kind)) throw new UnknownNameError('kind of paths', kind, Object.keys(PATH_KINDS))
  return kind
}

/** The nodes in which the paths start: all inputs, one input, or the nearest node in a state. */
function startsOf(model: Model, chart: Chart, stepper: Stepper, from: string | undefined): PathNode[] {
  const all = startNodes(model, stepper)
  if (from === undefined) return all
  if (Object.hasOwn(model.inputs, from)) return startNodes(model, stepper, [from])
  const states = [...chart.states.keys()]
  if (!states.includes(from))
    throw new UnknownNameError(`start or state of ${model.name}`, from, [...states, ...Object.keys(model.inputs)])
  const { nodes } = exploreTransitions(model, chart, stepper, all)
  const found = nodes.find(createReachedPredicate(from, nodes))
  if (!found) throw new Error(`${model.name} never reaches '${from}', so no path starts in it.`)
  return [{ ...found, refusals: [], next: [], merged: [] }]
}

function nodeAfterPair(model: Model, { next }: Stepper, { node: at, trigger }: TransitionPairStep): PathNode {
  const own = possibleTriggers(model, at.actorState).find(
    (other) => labelOf(other) === labelOf(trigger) && other.timer?.id === trigger.timer?.id,
  )
  if (!own) throw new Error(`${model.name} can't do '${labelOf(trigger)}' where it could before.`)
  const actorState = next(at.actorState, own.event, own.timer)
  const { input, depth } = at
  const vertex = vertexOf(model, actorState)
  return { actorState, vertex, input, depth: depth + 1, from: at, trigger: own, refusals: [], next: [], merged: [] }
}

/** Paths that take every pair. The longest paths come first, because they also cover pairs of shorter ones. */
function pairPaths(model: Model, stepper: Stepper, nodes: readonly PathNode[]): Path[] {
  const pairSteps = [...new Set(findTransitionPairs(nodes).values())].sort(
    (one, other) => other.node.depth - one.node.depth,
  )
  const taken = new Set<string>()
  const paths: Path[] = []
  for (const pairStep of pairSteps) {
    if (pairStep.pairs.every((pair) => taken.has(pair))) continue
    const path = pathTo(nodeAfterPair(model, stepper, pairStep))
    let before = path.start.actorState
    for (const { actorState } of path.steps) {
      for (const pair of transitionPairsBetween(before, actorState)) taken.add(pair)
      before = actorState
    }
    // The pair counts even if another context takes other transitions.
    for (const pair of pairStep.pairs) taken.add(pair)
    paths.push(path)
  }
  return paths.reverse()
}

const createTransitionFilter = (chart: Chart, through: string): ((key: string) => boolean) => {
  const keys = new Set<string>()
  for (const { key, eventType } of chart.candidates.values())
    if (key === through || eventType === through) keys.add(key)
  if (keys.size === 0) throw new UnknownNameError(`event of ${chart.machine.id}`, through, [...chart.eventTypes])
  return (key) => keys.has(key)
}

/** Finds the requested paths. Throws `UnknownNameError` for an unknown state, input or event. */
export function searchPaths(model: Model, request: PathRequest): PathSearch {
  const { kind, from, to, through } = request
  const chart = readChart(model.machine)
  const stepper = createStepper(model.machine)
  const states = [...chart.states.keys()]
  if (to !== undefined && !states.includes(to)) throw new UnknownNameError(`state of ${model.name}`, to, states)
  const isWanted = through === undefined ? undefined : createTransitionFilter(chart, through)
  const starts = startsOf(model, chart, stepper, from)
  const prefixLength = Math.max(...starts.map(({ depth }) => depth))
  let stopped: string | undefined
  /** Only the steps after the prefix count. */
  const isPassing = ({ steps, start }: Path): boolean =>
    isWanted === undefined ||
    (prefixLength === 0 && start.actorState.taken.some(isWanted)) ||
    steps.slice(prefixLength).some(({ actorState }) => actorState.taken.some(isWanted))
  const createSearch = (count: PathCount, paths: () => Generator<Path, void>): PathSearch => ({
    model,
    request,
    prefixLength,
    count,
    paths,
    stopReason: () => stopped,
  })
  const list = (paths: readonly Path[]): PathSearch => {
    const wanted = paths.filter(isPassing)
    return createSearch({ paths: wanted.length, isExact: true }, function* () {
      yield* wanted
    })
  }

  if (kind === 'simple') {
    const tree = createSimplePathTree(model, chart, stepper, starts, to)
    return createSearch(countSimplePaths(tree, starts), function* () {
      for (const start of starts) {
        let before = tree.cost()
        for (const end of searchDepthFirst(tree, start)) {
          const path = end && pathTo(end)
          if (path && isPassing(path)) {
            before = tree.cost()
            yield path
          } else if (tree.cost() - before > MAX_STEPS_WITHOUT_PATH) {
            stopped = `The search stopped after ${MAX_STEPS_WITHOUT_PATH.toLocaleString('en')} steps without another path; there may be more.`
            return
          }
        }
      }
    })
  }
  if ((kind === 'tours' || kind === 'pairs') && to !== undefined)
    throw new Error(`Paths of the kind '${kind}' cover the whole machine. Remove the end, or choose another kind.`)
  if (kind === 'tours') {
    if (from !== undefined && !Object.hasOwn(model.inputs, from))
      throw new Error(
        `Tours start with an input, not in a state: ${Object.keys(model.inputs)
          .map((name) => `'${name}'`)
          .join(', ')}.`,
      )
    const { tours } = planTransitionTours(model, from === undefined ? {} : { inputs: [from] })
    return list(
      tours.map(({ input, start, steps }) => ({
        name: steps.map(({ label }) => label).join(' → '),
        input,
        start: { actorState: start, refusals: [] },
        steps: steps.map(({ trigger, label, actorState }) => ({ trigger, label, actorState, refusals: [] })),
      })),
    )
  }

  const { nodes, limited } = exploreTransitions(
    model,
    chart,
    stepper,
    starts,
    starts.every(({ depth }) => depth === 0),
  )
  if (limited)
    stopped = `The exploration stopped at its limit of ${model.limit.toLocaleString('en')} steps; there may be more.`
  if (kind === 'pairs') return list(pairPaths(model, stepper, nodes))
  if (kind === 'shortest') {
    const wanted = to === undefined ? states : [to]
    const found = wanted.flatMap((state) => nodes.find(createReachedPredicate(state, nodes)) ?? [])
    return list([...new Set(found)].map(pathTo))
  }
  // Every entry from another state. Without an end, the longest paths include all others.
  if (to !== undefined) {
    const isThere = createReachedPredicate(to, nodes)
    return list(nodes.filter((node) => isThere(node) && !(node.from && isThere(node.from))).map(pathTo))
  }
  if (isWanted !== undefined) return list(nodes.filter(({ actorState }) => actorState.taken.some(isWanted)).map(pathTo))
  return list(nodes.filter((node) => node.next.length === 0).map(pathTo))
}
