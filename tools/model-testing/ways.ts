/**
 * The paths that somebody wants of a machine: of one kind, from a start to an end. How many there are is told before
 * they are made, and they are made one at a time, so that a machine with millions of them is no trouble.
 */
import { readChart, type Chart } from './chart.ts'
import { happenings, labelOf } from './happening.ts'
import { type Model } from './model.ts'
import { UnknownName } from './near.ts'
import { stepper, type Stepper } from './step.ts'
import { plan } from './tours.ts'
import { pairsOf, turnsOf, type Turn } from './turns.ts'
import { beginnings, pathTo, spread, vertexOf, type Arrival, type Path } from './walk.ts'

/** What each kind of paths is, as it reads after "paths:". */
export const KINDS = {
  transitions: 'every transition at least once, each by the shortest way',
  shortest: 'the shortest way to every state',
  pairs: 'every pair of successive transitions at least once',
  simple: 'every way that comes to nothing twice',
  tours: 'every transition in as few paths as possible',
} as const

export type PathKind = keyof typeof KINDS

export type Wish = {
  readonly kind: PathKind
  /** A named start of the model, or a state, to which each path then goes by the shortest way. */
  readonly from?: string
  /** A state in which each path ends. */
  readonly to?: string
  /** A transition that each path takes: its event, or its key in the chart. */
  readonly through?: string
}

/** `isExact: false`: a guess from random walks, good for the order of magnitude. */
export type Count = { readonly paths: number; readonly isExact: boolean }

export type Ways = {
  readonly model: Model
  readonly wish: Wish
  readonly count: Count
  /** How many steps lead to where the paths begin. */
  readonly lead: number
  /** Makes the paths one after the other. */
  readonly paths: () => Generator<Path, void>
  /** Set as soon as something kept the paths from being all: a sentence that says what. */
  readonly stopped: () => string | undefined
}

/** Steps of the machine that an exact count of simple paths may cost before it becomes a guess. */
const COUNTED = 8_000
/** Steps that a guess may cost. */
const GUESSED = 12_000
/** Steps between two simple paths after which the search for another is given up. */
const PATIENCE = 200_000

const isKind = (kind: string): kind is PathKind => Object.hasOwn(KINDS, kind)

/** Reads the name of a kind. Throws `UnknownName`. */
export function kindOf(kind: string): PathKind {
  if (!isKind(kind)) throw new UnknownName('kind of paths', kind, Object.keys(KINDS))
  return kind
}

const isIn = (path: string, state: string): boolean => path === state || path.startsWith(`${state}.`)
/** Whether an arrival is in this state; of a state that is only passed through at once: whether it was passed. */
function reacher(state: string, arrivals: readonly Arrival[]): (arrival: Arrival) => boolean {
  const rests = ({ moment }: Arrival): boolean => moment.snapshot._nodes.some(({ path }) => isIn(path.join('.'), state))
  if (arrivals.some(rests)) return rests
  return ({ moment }) => moment.entered.some((path) => isIn(path, state))
}

/** Where the paths begin: the inputs, one of them, or the nearest moment in a state. */
function startsOf(model: Model, chart: Chart, step: Stepper, from: string | undefined): Arrival[] {
  const all = beginnings(model, step)
  if (from === undefined) return all
  if (Object.hasOwn(model.inputs, from)) return beginnings(model, step, [from])
  const states = [...chart.states.keys()]
  if (!states.includes(from))
    throw new UnknownName(`start or state of ${model.name}`, from, [...states, ...Object.keys(model.inputs)])
  const { arrivals } = spread(model, chart, step, all)
  const found = arrivals.find(reacher(from, arrivals))
  if (!found) throw new Error(`${model.name} never reaches '${from}', so no path begins there.`)
  return [{ ...found, refusals: [], next: [], folded: [] }]
}

/** The happenings of a moment that take a transition, each with where it leads; of equal ones the first. */
function onward(model: Model, { next }: Stepper, at: Arrival): Arrival[] {
  const known = new Set<string>()
  return happenings(model, at.moment).flatMap((happening) => {
    if (!happening.timely) return []
    const moment = next(at.moment, happening.event, happening.timer)
    if (moment.taken.length === 0 && moment.snapshot.status === 'active') return []
    const vertex = vertexOf(model, moment)
    const name = JSON.stringify([vertex, moment.taken])
    if (known.has(name)) return []
    known.add(name)
    const { input, depth } = at
    return [{ moment, vertex, input, depth: depth + 1, from: at, happening, refusals: [], next: [], folded: [] }]
  })
}

/** Every way that comes to no vertex twice, as the tree in which it is searched. */
function simpleTree(model: Model, chart: Chart, step: Stepper, starts: readonly Arrival[], to: string | undefined) {
  const fresh = starts.map((start) => ({ ...start, next: [], folded: [] }))
  const arrivals = to === undefined ? [] : spread(model, chart, step, fresh).arrivals
  const isEnd = to === undefined ? () => false : reacher(to, arrivals)
  /** From which vertices each can be come to, and which are the end. */
  const back = new Map<string, Set<string>>()
  const ends = new Set(arrivals.filter(isEnd).map(({ vertex }) => vertex))
  const link = (from: Arrival, into: Arrival) =>
    back.set(into.vertex, (back.get(into.vertex) ?? new Set()).add(from.vertex))
  for (const arrival of arrivals) {
    for (const other of arrival.next) link(arrival, other)
    for (const { into } of arrival.folded) link(arrival, into)
  }
  /**
   * The vertices from which the end can still be reached, past those that a way has come through, each with how far it
   * is: searching on from others is in vain.
   */
  const usefulBut = (passed: ReadonlySet<string>): Map<string, number> => {
    const far = new Map([...ends].filter((end) => !passed.has(end)).map((end) => [end, 0]))
    // A map gives what is added to it while it is gone through.
    for (const [vertex, steps] of far)
      for (const before of back.get(vertex) ?? [])
        if (!passed.has(before) && !far.has(before)) far.set(before, steps + 1)
    return far
  }
  const isStart = (arrival: Arrival): boolean => starts.includes(arrival)
  let cost = 0
  return {
    /** Branchings that were looked at so far. */
    cost: () => cost,
    /** Where a way can go on to from here, given the vertices that it has come through. */
    branches: (at: Arrival, passed: ReadonlySet<string>): Arrival[] => {
      cost++
      if (at.moment.snapshot.status !== 'active' || (isEnd(at) && !isStart(at))) return []
      const onwards = onward(model, step, at)
      cost += onwards.length
      const unseen = onwards.filter(({ vertex }) => !passed.has(vertex))
      if (to === undefined) return unseen
      // The nearest first, so that the first paths are short ones.
      const far = usefulBut(passed)
      const farOf = ({ vertex }: Arrival): number => far.get(vertex) ?? Infinity
      return unseen.filter(({ vertex }) => far.has(vertex)).sort((one, other) => farOf(one) - farOf(other))
    },
    /** Whether a way that ends here is one of those that are wanted. */
    isWanted: (at: Arrival): boolean => !isStart(at) && (to === undefined || isEnd(at)),
  }
}

type Tree = ReturnType<typeof simpleTree>

/** Searches the tree depth first. Gives undefined in place of an end after so many steps without one. */
function* leaves(tree: Tree, start: Arrival): Generator<Arrival | undefined, void> {
  const passed = new Set([start.vertex])
  const open: { at: Arrival; left: Arrival[] }[] = [{ at: start, left: tree.branches(start, passed) }]
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
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

/** Counts, or, where that takes too long, guesses by random descents (Knuth 1975): each tells its branchings' product. */
function countSimple(tree: Tree, starts: readonly Arrival[]): Count {
  let paths = 0
  const isCounted = starts.every((start) => {
    for (const end of leaves(tree, start)) {
      if (end) paths++
      if (tree.cost() > COUNTED) return false
    }
    return true
  })
  if (isCounted) return { paths, isExact: true }
  const random = chance(1)
  const guesses = starts.map((start) => {
    let [sum, probes] = [0, 0]
    for (const until = tree.cost() + GUESSED / starts.length; tree.cost() < until; probes++) {
      const passed = new Set([start.vertex])
      let at = start
      let weight = 1
      for (let next = tree.branches(at, passed); next.length > 0; next = tree.branches(at, passed)) {
        weight *= next.length
        at = next[Math.floor(random() * next.length)] as Arrival
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
function turned(model: Model, { next }: Stepper, { at, happening }: Turn): Arrival {
  const own = happenings(model, at.moment).find(
    (other) => labelOf(other) === labelOf(happening) && other.timer?.id === happening.timer?.id,
  )
  if (!own) throw new Error(`${model.name} can't do '${labelOf(happening)}' where it could before.`)
  const moment = next(at.moment, own.event, own.timer)
  const { input, depth } = at
  const vertex = vertexOf(model, moment)
  return { moment, vertex, input, depth: depth + 1, from: at, happening: own, refusals: [], next: [], folded: [] }
}

/** Few paths that take every pair; the deepest are drawn first, because they take the pairs of others on their way. */
function pairPaths(model: Model, step: Stepper, arrivals: readonly Arrival[]): Path[] {
  const turns = [...new Set(turnsOf(arrivals).values())].sort((one, other) => other.at.depth - one.at.depth)
  const taken = new Set<string>()
  const paths: Path[] = []
  for (const turn of turns) {
    if (turn.pairs.every((pair) => taken.has(pair))) continue
    const path = pathTo(turned(model, step, turn))
    let before = path.start.moment
    for (const { moment } of path.steps) {
      for (const pair of pairsOf(before, moment)) taken.add(pair)
      before = moment
    }
    // What an earlier context took may differ from what this one takes: the turn itself counts in any case.
    for (const pair of turn.pairs) taken.add(pair)
    paths.push(path)
  }
  return paths.reverse()
}

const takes = (chart: Chart, through: string): ((key: string) => boolean) => {
  const keys = new Set<string>()
  for (const { key, eventType } of chart.candidates.values())
    if (key === through || eventType === through) keys.add(key)
  if (keys.size === 0) throw new UnknownName(`event of ${chart.machine.id}`, through, [...chart.eventTypes])
  return (key) => keys.has(key)
}

/** Finds the paths that are wished. Throws `UnknownName` for a state, start or event that the machine does not have. */
export function ways(model: Model, wish: Wish): Ways {
  const { kind, from, to, through } = wish
  const chart = readChart(model.machine)
  const step = stepper(model.machine)
  const states = [...chart.states.keys()]
  if (to !== undefined && !states.includes(to)) throw new UnknownName(`state of ${model.name}`, to, states)
  const isWanted = through === undefined ? undefined : takes(chart, through)
  const starts = startsOf(model, chart, step, from)
  const lead = Math.max(...starts.map(({ depth }) => depth))
  let stopped: string | undefined
  /** Of the steps of its own, not of those that lead to its start. */
  const passes = ({ steps, start }: Path): boolean =>
    isWanted === undefined ||
    (lead === 0 && start.moment.taken.some(isWanted)) ||
    steps.slice(lead).some(({ moment }) => moment.taken.some(isWanted))
  const told = (count: Count, paths: () => Generator<Path, void>): Ways => ({
    model,
    wish,
    lead,
    count,
    paths,
    stopped: () => stopped,
  })
  const list = (paths: readonly Path[]): Ways => {
    const wanted = paths.filter(passes)
    return told({ paths: wanted.length, isExact: true }, function* () {
      yield* wanted
    })
  }

  if (kind === 'simple') {
    const tree = simpleTree(model, chart, step, starts, to)
    return told(countSimple(tree, starts), function* () {
      for (const start of starts) {
        let before = tree.cost()
        for (const end of leaves(tree, start)) {
          const path = end && pathTo(end)
          if (path && passes(path)) {
            before = tree.cost()
            yield path
          } else if (tree.cost() - before > PATIENCE) {
            stopped = `The search was given up after ${PATIENCE.toLocaleString('en')} steps without another path; there may be more.`
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
    const { tours } = plan(model, from === undefined ? {} : { inputs: [from] })
    return list(
      tours.map(({ input, start, steps }) => ({
        name: steps.map(({ label }) => label).join(' → '),
        input,
        start: { moment: start, refusals: [] },
        steps: steps.map(({ happening, label, moment }) => ({ happening, label, moment, refusals: [] })),
      })),
    )
  }

  const { arrivals, limited } = spread(
    model,
    chart,
    step,
    starts,
    starts.every(({ depth }) => depth === 0),
  )
  if (limited)
    stopped = `The walk stopped at its limit of ${model.limit.toLocaleString('en')} steps; there may be more.`
  if (kind === 'pairs') return list(pairPaths(model, step, arrivals))
  if (kind === 'shortest') {
    const wanted = to === undefined ? states : [to]
    const found = wanted.flatMap((state) => arrivals.find(reacher(state, arrivals)) ?? [])
    return list([...new Set(found)].map(pathTo))
  }
  // Every way in: arrivals there that come from elsewhere. Without an end, the longest paths take all.
  if (to !== undefined) {
    const isThere = reacher(to, arrivals)
    return list(arrivals.filter((arrival) => isThere(arrival) && !(arrival.from && isThere(arrival.from))).map(pathTo))
  }
  if (isWanted !== undefined) return list(arrivals.filter(({ moment }) => moment.taken.some(isWanted)).map(pathTo))
  return list(arrivals.filter((arrival) => arrival.next.length === 0).map(pathTo))
}
