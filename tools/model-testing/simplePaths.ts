/** Simple paths: paths that visit no vertex twice. They are searched lazily; their number is counted or estimated first. */
import { type Chart } from './chart.ts'
import { type Model } from './model.ts'
import { exploreTransitions, vertexOf, type PathNode } from './pathRun.ts'
import { type Stepper } from './stepper.ts'
import { possibleTriggers } from './trigger.ts'

/** `isExact: false`: an estimate of the order of magnitude. */
export type PathCount = { readonly paths: number; readonly isExact: boolean }

/** Maximum number of machine steps for an exact count; above it the number is estimated. */
const MAX_COUNTING_STEPS = 8_000
/** Maximum number of machine steps for an estimate. */
const MAX_ESTIMATING_STEPS = 12_000
const isIn = (path: string, state: string): boolean => path === state || path.startsWith(`${state}.`)
/** Whether a node is in a state. A transient state counts if the step passed through it. */
export function createReachedPredicate(state: string, nodes: readonly PathNode[]): (node: PathNode) => boolean {
  const rests = ({ actorState }: PathNode): boolean =>
    actorState.snapshot._nodes.some(({ path }) => isIn(path.join('.'), state))
  if (nodes.some(rests)) return rests
  return ({ actorState }) => actorState.entered.some((path) => isIn(path, state))
}

/** The nodes that the triggers of a node lead to; one for each vertex and set of transitions. */
function successorsOf(model: Model, { next }: Stepper, at: PathNode): PathNode[] {
  const known = new Set<string>()
  return possibleTriggers(model, at.actorState).flatMap((trigger) => {
    if (!trigger.isTimely) return []
    const actorState = next(at.actorState, trigger.event, trigger.timer)
    if (actorState.taken.length === 0 && actorState.snapshot.status === 'active') return []
    const vertex = vertexOf(model, actorState)
    const name = JSON.stringify([vertex, actorState.taken])
    if (known.has(name)) return []
    known.add(name)
    const { input, depth } = at
    return [{ actorState, vertex, input, depth: depth + 1, from: at, trigger, refusals: [], next: [], merged: [] }]
  })
}

/** The search tree of all paths that pass no vertex twice. */
export function createSimplePathTree(
  model: Model,
  chart: Chart,
  stepper: Stepper,
  starts: readonly PathNode[],
  to: string | undefined,
) {
  const fresh = starts.map((start) => ({ ...start, next: [], merged: [] }))
  const nodes = to === undefined ? [] : exploreTransitions(model, chart, stepper, fresh).nodes
  const isEnd = to === undefined ? () => false : createReachedPredicate(to, nodes)
  /** By vertex, the vertices with an edge to it. */
  const predecessors = new Map<string, Set<string>>()
  const ends = new Set(nodes.filter(isEnd).map(({ vertex }) => vertex))
  const link = (from: PathNode, into: PathNode) =>
    predecessors.set(into.vertex, (predecessors.get(into.vertex) ?? new Set()).add(from.vertex))
  for (const node of nodes) {
    for (const other of node.next) link(node, other)
    for (const { into } of node.merged) link(node, into)
  }
  /** By vertex, its distance to the end without the passed vertices. Other vertices cannot reach the end. */
  const distancesAvoiding = (passed: ReadonlySet<string>): Map<string, number> => {
    const distances = new Map([...ends].filter((end) => !passed.has(end)).map((end) => [end, 0]))
    // The iteration includes entries that are added meanwhile.
    for (const [vertex, steps] of distances)
      for (const before of predecessors.get(vertex) ?? [])
        if (!passed.has(before) && !distances.has(before)) distances.set(before, steps + 1)
    return distances
  }
  const isStart = (node: PathNode): boolean => starts.includes(node)
  let cost = 0
  return {
    cost: () => cost,
    /** The next nodes of a path, without those whose vertices it has passed. */
    branches: (at: PathNode, passed: ReadonlySet<string>): PathNode[] => {
      cost++
      if (at.actorState.snapshot.status !== 'active' || (isEnd(at) && !isStart(at))) return []
      const successors = successorsOf(model, stepper, at)
      cost += successors.length
      const unseen = successors.filter(({ vertex }) => !passed.has(vertex))
      if (to === undefined) return unseen
      // The nearest first, so that the first paths are short.
      const distances = distancesAvoiding(passed)
      const distanceOf = ({ vertex }: PathNode): number => distances.get(vertex) ?? Infinity
      return unseen
        .filter(({ vertex }) => distances.has(vertex))
        .sort((one, other) => distanceOf(one) - distanceOf(other))
    },
    isWanted: (at: PathNode): boolean => !isStart(at) && (to === undefined || isEnd(at)),
  }
}

type SimplePathTree = ReturnType<typeof createSimplePathTree>

/** Searches the tree depth first. Yields undefined after each step without a result. */
export function* searchDepthFirst(tree: SimplePathTree, start: PathNode): Generator<PathNode | undefined, void> {
  const passed = new Set([start.vertex])
  const open: { at: PathNode; left: PathNode[] }[] = [{ at: start, left: tree.branches(start, passed) }]
  if (open[0]?.left.length === 0 && tree.isWanted(start)) yield start
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const at = top.left.shift()
    if (!at) {
      open.pop()
      passed.delete(top.at.vertex)
      continue
    }
    passed.add(at.vertex)
    const left = tree.branches(at, passed)
    if (left.length === 0) {
      passed.delete(at.vertex)
      yield tree.isWanted(at) ? at : undefined
    } else {
      open.push({ at, left })
      yield undefined
    }
  }
}

/** Pseudo-random numbers with a seed, so that an estimate is reproducible. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

/** Counts the paths. Above the limit, estimates their number by random descents (Knuth 1975). */
export function countSimplePaths(tree: SimplePathTree, starts: readonly PathNode[]): PathCount {
  let paths = 0
  const isCounted = starts.every((start) => {
    for (const end of searchDepthFirst(tree, start)) {
      if (end) paths++
      if (tree.cost() > MAX_COUNTING_STEPS) return false
    }
    return true
  })
  if (isCounted) return { paths, isExact: true }
  const random = createRandom(1)
  const guesses = starts.map((start) => {
    let [sum, probes] = [0, 0]
    for (const until = tree.cost() + MAX_ESTIMATING_STEPS / starts.length; tree.cost() < until; probes++) {
      const passed = new Set([start.vertex])
      let at = start
      let weight = 1
      for (let next = tree.branches(at, passed); next.length > 0; next = tree.branches(at, passed)) {
        weight *= next.length
        at = next[Math.floor(random() * next.length)] as PathNode
        passed.add(at.vertex)
      }
      if (tree.isWanted(at)) sum += weight
    }
    return sum / probes
  })
  const guessed = guesses.reduce((sum, guess) => sum + guess, 0)
  return { paths: Math.max(paths, 1, Math.round(Number(guessed.toPrecision(2)))), isExact: false }
}
