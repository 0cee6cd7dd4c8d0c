/**
 * The paths that somebody wants of a machine: of one kind, from a start to an end. How many there are is told before
 * they are made, and they are made one at a time, so that a machine with millions of them is no trouble.
 */
import { readChart, type Chart } from './chart.ts'
import { possibleTriggers, labelOf } from './trigger.ts'
import { type Model } from './model.ts'
import { UnknownNameError } from './suggestNames.ts'
import { createStepper, type Stepper } from './stepper.ts'
import { planTransitionTours } from './transitionTours.ts'
import { transitionPairsBetween, findTransitionPairs, type TransitionPairStep } from './transitionPairs.ts'
import { startNodes, pathTo, exploreTransitions, vertexOf, type PathNode, type Path } from './pathRun.ts'

/** What each kind of paths is, as it reads after "paths:". */
export const PATH_KINDS = {
  transitions: 'every transition at least once, each by the shortest way',
  shortest: 'the shortest way to every state',
  pairs: 'every pair of successive transitions at least once',
  simple: 'every way that comes to nothing twice',
  tours: 'every transition in as few paths as possible',
} as const

export type PathKind = keyof typeof PATH_KINDS

export type PathRequest = {
  readonly kind: PathKind
  /** A named start of the model, or a state, to which each path then goes by the shortest way. */
  readonly from?: string
  /** A state in which each path ends. */
  readonly to?: string
  /** A transition that each path takes: its event, or its key in the chart. */
  readonly through?: string
}

/** `isExact: false`: a guess from random walks, good for the order of magnitude. */
export type PathCount = { readonly paths: number; readonly isExact: boolean }

export type PathSearch = {
  readonly model: Model
  readonly request: PathRequest
  readonly count: PathCount
  /** How many steps lead to where the paths begin. */
  readonly prefixLength: number
  /** Makes the paths one after the other. */
  readonly paths: () => Generator<Path, void>
  /** Set as soon as something kept the paths from being all: a sentence that says what. */
  readonly stopReason: () => string | undefined
}

/** Steps of the machine that an exact count of simple paths may cost before it becomes a guess. */
const MAX_COUNTING_STEPS = 8_000
/** Steps that a guess may cost. */
const MAX_ESTIMATING_STEPS = 12_000
/** Steps between two simple paths after which the search for another is given up. */
const MAX_STEPS_WITHOUT_PATH = 200_000

const isPathKind = (kind: string): kind is PathKind => Object.hasOwn(PATH_KINDS, kind)

/** Reads the name of a kind. Throws `UnknownName`. */
export function parsePathKind(kind: string): PathKind {
  if (!isPathKind(kind)) throw new UnknownNameError('kind of paths', kind, Object.keys(PATH_KINDS))
  return kind
}

const isIn = (path: string, state: string): boolean => path === state || path.startsWith(`${state}.`)
/** Whether an arrival is in this state; of a state that is only passed through at once: whether it was passed. */
function createReachedPredicate(state: string, nodes: readonly PathNode[]): (arrival: PathNode) => boolean {
  const rests = ({ actorState }: PathNode): boolean =>
    actorState.snapshot._nodes.some(({ path }) => isIn(path.join('.'), state))
  if (nodes.some(rests)) return rests
  return ({ actorState }) => actorState.entered.some((path) => isIn(path, state))
}

/** Where the paths begin: the inputs, one of them, or the nearest moment in a state. */
function startsOf(model: Model, chart: Chart, step: Stepper, from: string | undefined): PathNode[] {
  const all = startNodes(model, step)
  if (from === undefined) return all
  if (Object.hasOwn(model.inputs, from)) return startNodes(model, step, [from])
  const states = [...chart.states.keys()]
  if (!states.includes(from))
    throw new UnknownNameError(`start or state of ${model.name}`, from, [...states, ...Object.keys(model.inputs)])
  const { nodes } = exploreTransitions(model, chart, step, all)
  const found = nodes.find(createReachedPredicate(from, nodes))
  if (!found) throw new Error(`${model.name} never reaches '${from}', so no path begins there.`)
  return [{ ...found, refusals: [], next: [], merged: [] }]
}

/** The happenings of a moment that take a transition, each with where it leads; of equal ones the first. */
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

/** Every way that comes to no vertex twice, as the tree in which it is searched. */
function createSimplePathTree(
  model: Model,
  chart: Chart,
  step: Stepper,
  starts: readonly PathNode[],
  to: string | undefined,
) {
  const fresh = starts.map((start) => ({ ...start, next: [], merged: [] }))
  const nodes = to === undefined ? [] : exploreTransitions(model, chart, step, fresh).nodes
  const isEnd = to === undefined ? () => false : createReachedPredicate(to, nodes)
  /** From which vertices each can be come to, and which are the end. */
  const back = new Map<string, Set<string>>()
  const ends = new Set(nodes.filter(isEnd).map(({ vertex }) => vertex))
  const link = (from: PathNode, into: PathNode) =>
    back.set(into.vertex, (back.get(into.vertex) ?? new Set()).add(from.vertex))
  for (const arrival of nodes) {
    for (const other of arrival.next) link(arrival, other)
    for (const { into } of arrival.merged) link(arrival, into)
  }
  /**
   * The vertices from which the end can still be reached, past those that a way has come through, each with how far it
   * is: searching on from others is in vain.
   */
  const distancesAvoiding = (passed: ReadonlySet<string>): Map<string, number> => {
    const far = new Map([...ends].filter((end) => !passed.has(end)).map((end) => [end, 0]))
    // A map gives what is added to it while it is gone through.
    for (const [vertex, steps] of far)
      for (const before of back.get(vertex) ?? [])
        if (!passed.has(before) && !far.has(before)) far.set(before, steps + 1)
    return far
  }
  const isStart = (arrival: PathNode): boolean => starts.includes(arrival)
  let cost = 0
  return {
    /** Branchings that were looked at so far. */
    cost: () => cost,
    /** Where a way can go on to from here, given the vertices that it has come through. */
    branches: (at: PathNode, passed: ReadonlySet<string>): PathNode[] => {
      cost++
      if (at.actorState.snapshot.status !== 'active' || (isEnd(at) && !isStart(at))) return []
      const successors = successorsOf(model, step, at)
      cost += successors.length
      const unseen = successors.filter(({ vertex }) => !passed.has(vertex))
      if (to === undefined) return unseen
      // The nearest first, so that the first paths are short ones.
      const far = distancesAvoiding(passed)
      const farOf = ({ vertex }: PathNode): number => far.get(vertex) ?? Infinity
      return unseen.filter(({ vertex }) => far.has(vertex)).sort((one, other) => farOf(one) - farOf(other))
    },
    /** Whether a way that ends here is one of those that are wanted. */
    isWanted: (at: PathNode): boolean => !isStart(at) && (to === undefined || isEnd(at)),
  }
}

type SimplePathTree = ReturnType<typeof createSimplePathTree>

/** Searches the tree depth first. Gives undefined in place of an end after so many steps without one. */
function* searchDepthFirst(tree: SimplePathTree, start: PathNode): Generator<PathNode | undefined, void> {
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

/** A small generator of pseudo-random numbers, so that a guess is the same every time. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

/** Counts, or, where that takes too long, guesses by random descents (Knuth 1975): each tells its branchings' product. */
function countSimplePaths(tree: SimplePathTree, starts: readonly PathNode[]): PathCount {
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

/** The arrival to which a turn leads, from the very moment in which it is taken. */
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

/** Few paths that take every pair; the deepest are drawn first, because they take the pairs of others on their way. */
function pairPaths(model: Model, step: Stepper, nodes: readonly PathNode[]): Path[] {
  const pairSteps = [...new Set(findTransitionPairs(nodes).values())].sort(
    (one, other) => other.node.depth - one.node.depth,
  )
  const taken = new Set<string>()
  const paths: Path[] = []
  for (const pairStep of pairSteps) {
    if (pairStep.pairs.every((pair) => taken.has(pair))) continue
    const path = pathTo(nodeAfterPair(model, step, pairStep))
    let before = path.start.actorState
    for (const { actorState } of path.steps) {
      for (const pair of transitionPairsBetween(before, actorState)) taken.add(pair)
      before = actorState
    }
    // What an earlier context took may differ from what this one takes: the turn itself counts in any case.
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

/** Finds the paths that are wished. Throws `UnknownName` for a state, start or event that the machine does not have. */
export function searchPaths(model: Model, request: PathRequest): PathSearch {
  const { kind, from, to, through } = request
  const chart = readChart(model.machine)
  const step = createStepper(model.machine)
  const states = [...chart.states.keys()]
  if (to !== undefined && !states.includes(to)) throw new UnknownNameError(`state of ${model.name}`, to, states)
  const isWanted = through === undefined ? undefined : createTransitionFilter(chart, through)
  const starts = startsOf(model, chart, step, from)
  const lead = Math.max(...starts.map(({ depth }) => depth))
  let stopped: string | undefined
  /** Of the steps of its own, not of those that lead to its start. */
  const isPassing = ({ steps, start }: Path): boolean =>
    isWanted === undefined ||
    (lead === 0 && start.actorState.taken.some(isWanted)) ||
    steps.slice(lead).some(({ actorState }) => actorState.taken.some(isWanted))
  const createSearch = (count: PathCount, paths: () => Generator<Path, void>): PathSearch => ({
    model,
    request,
    prefixLength: lead,
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
    const tree = createSimplePathTree(model, chart, step, starts, to)
    return createSearch(countSimplePaths(tree, starts), function* () {
      for (const start of starts) {
        let before = tree.cost()
        for (const end of searchDepthFirst(tree, start)) {
          const path = end && pathTo(end)
          if (path && isPassing(path)) {
            before = tree.cost()
            yield path
          } else if (tree.cost() - before > MAX_STEPS_WITHOUT_PATH) {
            stopped = `The search was given up after ${MAX_STEPS_WITHOUT_PATH.toLocaleString('en')} steps without another path; there may be more.`
            return
          }
        }
      }
    })
  }
  if ((kind === 'tours' || kind === 'pairs') && to !== undefined)
    throw new Error(`Paths of the kind '${kind}' take everything: leave the end out, or choose another kind.`)
  if (kind === 'tours') {
    if (from !== undefined && !Object.hasOwn(model.inputs, from))
      throw new Error(
        `Tours begin at a named start, not in a state: ${Object.keys(model.inputs)
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
    step,
    starts,
    starts.every(({ depth }) => depth === 0),
  )
  if (limited)
    stopped = `The walk stopped at its limit of ${model.limit.toLocaleString('en')} steps; there may be more.`
  if (kind === 'pairs') return list(pairPaths(model, step, nodes))
  if (kind === 'shortest') {
    const wanted = to === undefined ? states : [to]
    const found = wanted.flatMap((state) => nodes.find(createReachedPredicate(state, nodes)) ?? [])
    return list([...new Set(found)].map(pathTo))
  }
  // Every way in: arrivals there that come from elsewhere. Without an end, the longest paths take all.
  if (to !== undefined) {
    const isThere = createReachedPredicate(to, nodes)
    return list(nodes.filter((arrival) => isThere(arrival) && !(arrival.from && isThere(arrival.from))).map(pathTo))
  }
  if (isWanted !== undefined) return list(nodes.filter(({ actorState }) => actorState.taken.some(isWanted)).map(pathTo))
  return list(nodes.filter((arrival) => arrival.next.length === 0).map(pathTo))
}
