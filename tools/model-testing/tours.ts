/**
 * Tours: the fewest starts from which everything a person and the host can cause is taken at least once. What has to
 * be taken is each pair of a transition and the happening that takes it ("form.submit / no password" and "… / valid"
 * are two). A tour goes on from where it is to the nearest pair not yet taken, and keeps those for last that lead to
 * where nothing leads back from.
 */
import { readChart } from './chart.ts'
import { happenings, labelOf, type Happening } from './happening.ts'
import { type Model } from './model.ts'
import { stepper, type Moment } from './step.ts'
import { vertexOf, walk, type Arrival, type Walk } from './walk.ts'

export type TourStep = {
  readonly happening: Happening
  readonly label: string
  readonly before: Moment
  readonly moment: Moment
}
export type Tour = { readonly input: string; readonly start: Moment; readonly steps: readonly TourStep[] }

export type Itinerary = {
  readonly tours: readonly Tour[]
  /** Pairs of transition and happening that the tours take. */
  readonly taken: ReadonlySet<string>
  /** Pairs that no tour takes, although nothing was left out by name. */
  readonly missed: readonly string[]
  /** Pairs that fall away because their happening was left out. */
  readonly leftOut: readonly string[]
}

export type TourOptions = {
  /** Which happenings take part, and in which moment; all when left out. */
  readonly allows?: (happening: Happening, before: Moment) => boolean
  /** Inputs that a tour can start from; all when left out. */
  readonly inputs?: readonly string[]
  /** A tour longer than this ends at the next chance. */
  readonly longest?: number
}

export const pairs = (label: string, { taken }: Moment): string[] => taken.map((key) => `${key} ← ${label}`)

type Edge = { readonly to: string; readonly pairs: readonly string[] }

/** The walk as a graph of vertices, with the pairs of each edge. */
function graphOf(walked: Walk, allows: (happening: Happening, before: Moment) => boolean): Map<string, Edge[]> {
  const edges = new Map<string, Edge[]>()
  const known = new Set<string>()
  const add = (from: Arrival, happening: Happening, moment: Moment, to: string): void => {
    if (!allows(happening, from.moment)) return
    const edge = { to, pairs: pairs(labelOf(happening), moment) }
    const name = JSON.stringify([from.vertex, edge])
    if (known.has(name)) return
    known.add(name)
    edges.set(from.vertex, [...(edges.get(from.vertex) ?? []), edge])
  }
  for (const arrival of walked.arrivals) {
    for (const to of arrival.next) if (to.happening) add(arrival, to.happening, to.moment, to.vertex)
    for (const { happening, into } of arrival.folded) add(arrival, happening, into.moment, into.vertex)
  }
  return edges
}

function reachable(edges: Map<string, Edge[]>, from: string): Set<string> {
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

/** Plans the tours of a model. */
export function plan(model: Model, options: TourOptions = {}): Itinerary {
  const { allows = () => true, longest = 80 } = options
  const inputs = options.inputs ?? Object.keys(model.inputs)
  const walked = walk({ ...model, inputs: Object.fromEntries(inputs.map((name) => [name, model.inputs[name]])) })
  const chart = readChart(model.machine)
  const { start, next } = stepper(model.machine)
  const edges = graphOf(walked, allows)

  const open = new Set<string>()
  const leftOut = new Set<string>()
  for (const { happening, moment, from } of walked.arrivals) {
    if (!happening || !from) for (const key of moment.taken) open.add(`${key} ← start`)
    else
      for (const pair of pairs(labelOf(happening), moment)) (allows(happening, from.moment) ? open : leftOut).add(pair)
  }
  const taken = new Set<string>()
  const take = (list: readonly string[]): void => {
    for (const pair of list) {
      open.delete(pair)
      taken.add(pair)
    }
  }
  const reach = new Map<string, Set<string>>()
  const reachOf = (vertex: string): Set<string> => {
    const known = reach.get(vertex) ?? reachable(edges, vertex)
    reach.set(vertex, known)
    return known
  }
  /** How many of the open pairs can still be taken from here. */
  const prospects = (vertex: string): number => {
    const left = new Set<string>()
    for (const at of reachOf(vertex))
      for (const edge of edges.get(at) ?? []) for (const pair of edge.pairs) if (open.has(pair)) left.add(pair)
    return left.size
  }

  /** The way to the nearest edge with an open pair; among all, one that closes no door if there is one. */
  const nearest = (from: Moment): TourStep[] | undefined => {
    type Node = { moment: Moment; vertex: string; way: TourStep[] }
    const seen = new Set([vertexOf(model, from)])
    const queue: Node[] = [{ moment: from, vertex: vertexOf(model, from), way: [] }]
    let fallback: { way: TourStep[]; left: number } | undefined
    const all = prospects(vertexOf(model, from))
    for (let i = 0; i < queue.length; i++) {
      const { moment: before, way } = queue[i] as Node
      for (const happening of happenings(model, before)) {
        if (!allows(happening, before) || !happening.timely) continue
        const moment = next(before, happening.event, happening.timer)
        if (moment.taken.length === 0 && moment.snapshot.status === 'active') continue
        const label = labelOf(happening)
        const vertex = vertexOf(model, moment)
        const longer = [...way, { happening, label, before, moment }]
        const gains = pairs(label, moment).filter((pair) => open.has(pair)).length
        if (gains > 0) {
          const left = prospects(vertex)
          if (left >= all - gains || left >= all) return longer
          if (!fallback || left > fallback.left) fallback = { way: longer, left }
        }
        if (seen.has(vertex)) continue
        seen.add(vertex)
        queue.push({ moment, vertex, way: longer })
      }
    }
    return fallback?.way
  }

  const tours: Tour[] = []
  for (let round = 0; open.size > 0; round++) {
    // Where most can still be taken from is where the next tour starts.
    const starts = inputs.map((input) => {
      const moment = start(model.inputs[input])
      const gains = moment.taken.filter((key) => open.has(`${key} ← start`)).length
      return { input, moment, worth: gains + prospects(vertexOf(model, moment)) }
    })
    const [best] = starts.sort((a, b) => b.worth - a.worth)
    if (!best || best.worth === 0) break
    const before = open.size
    take(best.moment.taken.map((key) => `${key} ← start`))
    const steps: TourStep[] = []
    let at = best.moment
    while (steps.length < longest) {
      const way = nearest(at)
      if (!way) break
      for (const step of way) {
        take(pairs(step.label, step.moment))
        steps.push(step)
        at = step.moment
      }
    }
    if (open.size === before) break
    tours.push({ input: best.input, start: best.moment, steps })
  }
  const words = (pair: string): string => {
    const [key = '', label = ''] = pair.split(' ← ')
    return `${chart.candidates.get(key)?.words ?? key} (by ${label})`
  }
  return {
    tours,
    taken,
    missed: [...open].map(words),
    leftOut: [...leftOut].filter((pair) => !taken.has(pair)).map(words),
  }
}
