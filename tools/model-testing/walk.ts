/**
 * Walks a machine by its transitions. A vertex is (state value, facet); an edge is (vertex, happening, transitions
 * taken, vertex reached). Every edge gets a shortest path, and every edge is walked on from the snapshot that this
 * path really made, so that each path is exact, whatever the facet folds together.
 */
import { readChart, type Chart, leavesOf } from './chart.ts'
import { Coverage } from './coverage.ts'
import { judge, type Finding } from './findings.ts'
import { happenings, labelOf, type Happening } from './happening.ts'
import { type Model } from './model.ts'
import { show } from './same.ts'
import { stepper, type Moment, type Stepper } from './step.ts'

export type Step = {
  readonly happening: Happening
  readonly label: string
  readonly moment: Moment
  /** What a guard refuses here: sent to the live actor, it must change nothing. */
  readonly refusals: readonly Happening[]
}

export type Path = {
  /** The labels of its steps: `form.submit / valid → validate done / granted`. */
  readonly name: string
  readonly input: string
  readonly start: { readonly moment: Moment; readonly refusals: readonly Happening[] }
  readonly steps: readonly Step[]
}

/** A node of the walk: a moment and how it was reached. */
export type Arrival = {
  readonly moment: Moment
  readonly vertex: string
  readonly input: string
  readonly depth: number
  readonly from?: Arrival
  readonly happening?: Happening
  /** Filled when it is walked on from. */
  refusals: Happening[]
  next: Arrival[]
  /** What brings the actor to a moment that an earlier path had reached the same way. */
  folded: { happening: Happening; into: Arrival }[]
  /** An earlier arrival in the very same moment, which was walked on from in place of this one. */
  same?: Arrival
}

export type Walk = {
  readonly model: Model
  readonly chart: Chart
  readonly starts: readonly Arrival[]
  readonly arrivals: readonly Arrival[]
  /** The longest paths: every arrival lies on one of them. */
  readonly paths: readonly Path[]
  readonly coverage: Coverage
  readonly findings: readonly Finding[]
  readonly vertices: number
  /** Set when the limit ended the walk before everything had been seen. */
  readonly limited: boolean
}

export const vertexOf = (model: Model, { snapshot }: Moment): string =>
  JSON.stringify([snapshot.value, snapshot.status, model.facet(snapshot)])

/** The path that leads to an arrival. */
export function pathTo(arrival: Arrival): Path {
  const steps: Step[] = []
  let at = arrival
  while (at.from && at.happening) {
    steps.unshift({
      happening: at.happening,
      label: labelOf(at.happening),
      moment: at.moment,
      refusals: at.refusals,
    })
    at = at.from
  }
  const name = steps.map(({ label }) => label).join(' → ')
  return {
    name: name === '' ? 'start' : name,
    input: arrival.input,
    start: { moment: at.moment, refusals: at.refusals },
    steps,
  }
}

/** The first node of a walk, for each input. */
export const beginnings = (model: Model, { start }: Stepper, inputs = Object.keys(model.inputs)): Arrival[] =>
  inputs.map((input) => {
    const moment = start(model.inputs[input])
    return { moment, vertex: vertexOf(model, moment), input, depth: 0, refusals: [], next: [], folded: [] }
  })

/**
 * Walks every transition from the given starts, the nearest first. A start may have a way of its own behind it.
 * `late`: delays may end before shorter ones where nothing else leads on. `used` are the labels of what took a
 * transition or met a guard.
 */
export function spread(model: Model, chart: Chart, { next }: Stepper, starts: readonly Arrival[], late = true) {
  const coverage = new Coverage(chart)
  const known = new Map<string, Arrival>()
  const arrivals: Arrival[] = []
  const used = new Set<string>()
  let limited = false

  const arrive = (key: string, arrival: Arrival): void => {
    known.set(key, arrival)
    arrivals.push(arrival)
    coverage.add(arrival.moment)
  }
  for (const start of starts) arrive(JSON.stringify([start.input, start.vertex]), start)

  const expanded = new Map<string, Arrival>()
  /** True for the first arrival with this very state, context, delays and actors: the others would see the same again. */
  const isNew = (arrival: Arrival): boolean => {
    const { snapshot, now, timers, running } = arrival.moment
    const waiting = timers.map(({ id, due }) => [id, due - now])
    const history = Object.entries(snapshot.historyValue).map(([id, nodes]) => [id, nodes.map((node) => node.id)])
    const whole = show([arrival.input, snapshot.value, snapshot.context, waiting, [...running], history])
    const first = expanded.get(whole) ?? arrival
    expanded.set(whole, first)
    if (first !== arrival) arrival.same = first
    return first === arrival
  }

  const visit = (from: Arrival, wanted: (happening: Happening) => boolean): void => {
    for (const happening of happenings(model, from.moment)) {
      if (!wanted(happening)) continue
      if (arrivals.length >= model.limit) {
        limited = true
        return
      }
      const moment = next(from.moment, happening.event, happening.timer)
      const label = labelOf(happening)
      if (moment.taken.length === 0 && moment.snapshot.status === 'active') {
        if (moment.refused.length > 0) used.add(label)
        coverage.add(moment)
        if (happening.kind === 'event') from.refusals.push(happening)
        continue
      }
      used.add(label)
      const vertex = vertexOf(model, moment)
      const key = JSON.stringify([from.input, from.vertex, label, moment.taken, vertex])
      const into = known.get(key)
      if (into) {
        from.folded.push({ happening, into })
        // The same edge may be refused elsewhere or pass other guards from another context.
        coverage.add(moment)
        continue
      }
      const { input, depth } = from
      const arrival = { moment, vertex, input, depth: depth + 1, from, happening, refusals: [], next: [], folded: [] }
      from.next.push(arrival)
      arrive(key, arrival)
    }
  }

  for (let i = 0; i < arrivals.length && !limited; i++) {
    const arrival = arrivals[i] as Arrival
    if (isNew(arrival)) visit(arrival, ({ timely }) => timely)
  }
  // A delay that ends before a shorter one needs somebody who took their time before; only where nothing else covers it.
  const isDelay = (eventType: string): boolean => eventType.startsWith('xstate.after.')
  if (late && coverage.report().missing.transitions.some(({ eventType }) => isDelay(eventType))) {
    const first = arrivals.length
    for (let i = 0; i < arrivals.length && !limited; i++) {
      const arrival = arrivals[i] as Arrival
      if (isNew(arrival)) visit(arrival, ({ timely }) => (i < first ? !timely : true))
    }
  }
  return { arrivals, coverage, used, limited }
}

/** Walks every transition of the model's machine, from each of its inputs. */
export function walk(model: Model): Walk {
  const chart = readChart(model.machine)
  const step = stepper(model.machine)
  const starts = beginnings(model, step)
  const { arrivals, coverage, used, limited } = spread(model, chart, step, starts)
  const paths = arrivals.filter((arrival) => arrival.next.length === 0).map(pathTo)
  const seen = { model, chart, starts, arrivals, paths, coverage, limited }
  const findings = judge({ ...seen, used, leaves: leavesOf })
  return { ...seen, findings, vertices: new Set(arrivals.map(({ input, vertex }) => input + vertex)).size }
}
