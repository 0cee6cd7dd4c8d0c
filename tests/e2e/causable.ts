/** What a person or the host can cause in a browser, and the reason for everything else. */
import { readChart } from '../../tools/model-testing/chart.ts'
import {
  everythingOf,
  nameWords,
  seenIn,
  subjects,
  together,
  type LeftOut,
  type Names,
} from '../../tools/model-testing/figures.ts'
import { type Happening } from '../../tools/model-testing/happening.ts'
import { type Moment } from '../../tools/model-testing/step.ts'
import { walk, type Arrival } from '../../tools/model-testing/walk.ts'
import { reasonAgainst, type Flow } from './flow.ts'

type Edge = { readonly from: Arrival; readonly happening: Happening; readonly moment: Moment; readonly vertex: string }

const edgesOf = (from: Arrival): Edge[] => {
  const { next, folded } = from.same ?? from
  return [
    ...next.flatMap(({ happening, moment, vertex }) => (happening ? [{ from, happening, moment, vertex }] : [])),
    ...folded.map(({ happening, into: { moment, vertex } }) => ({ from, happening, moment, vertex })),
  ]
}

/** Why no browser comes this way; undefined where one does. */
function reasonAgainstWay(flow: Flow, arrival: Arrival): string | undefined {
  const { inputs } = flow.config
  if (inputs !== undefined && !inputs.includes(arrival.input)) return `No page can be opened at '${arrival.input}'.`
  for (let at: Arrival | undefined = arrival; at?.happening; at = at.from) {
    const reason = at.from && reasonAgainst(flow, at.happening, at.from.moment)
    if (reason !== undefined) return reason
  }
  return undefined
}

/** Told where no reason is given by name: a guard that refuses without anything else to take. */
const NOT_OFFERED = 'What the guard refuses is not offered on the page; alone it is sent, and changes nothing.'

export function causable(flow: Flow): { names: Names; leftOut: LeftOut[] } {
  const { model, config } = flow
  const whole = walk(model)
  const chart = readChart(model.machine)
  const starts = whole.starts.filter(({ input }) => config.inputs?.includes(input) !== false)
  const inputs = new Set(starts.map(({ input }) => input))

  const reached = new Set(starts.map(({ input, vertex }) => input + vertex))
  const at = new Map<string, Arrival[]>()
  for (const arrival of whole.arrivals) {
    const name = arrival.input + arrival.vertex
    at.set(name, [...(at.get(name) ?? []), arrival])
  }
  const moments: Moment[][] = starts.map(({ moment }) => [moment])
  const queue = [...reached]
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    for (const arrival of at.get(name) ?? []) {
      const { happening: by, from } = arrival
      const isFree = !by || !from || reasonAgainst(flow, by, from.moment) === undefined
      for (const { happening, moment, vertex } of edgesOf(arrival)) {
        if (reasonAgainst(flow, happening, arrival.moment) !== undefined) continue
        moments.push(isFree ? [arrival.moment, moment] : [moment])
        const to = arrival.input + vertex
        if (reached.has(to) || !inputs.has(arrival.input)) continue
        reached.add(to)
        queue.push(to)
      }
    }
  }
  const names = seenIn(chart, moments)

  const everything = everythingOf(whole)
  const leftOut = subjects
    .filter((subject) => subject !== 'pairs')
    .flatMap((subject) => {
      const known = new Set(names[subject])
      return everything[subject].filter((name) => !known.has(name))
    })
  const reasonOf = (name: string): string => {
    const shows = (moments: readonly Moment[]): boolean => {
      const shown = together([seenIn(chart, [moments])])
      return subjects.some((subject) => shown[subject].includes(name))
    }
    for (const arrival of whole.arrivals) {
      if (!shows([arrival.moment])) continue
      const reason = reasonAgainstWay(flow, arrival)
      if (reason !== undefined) return reason
    }
    for (const arrival of whole.arrivals) {
      for (const { happening, moment } of edgesOf(arrival)) {
        if (!shows([moment])) continue
        const reason = reasonAgainst(flow, happening, arrival.moment) ?? reasonAgainstWay(flow, arrival)
        if (reason !== undefined) return reason
      }
    }
    return NOT_OFFERED
  }
  return { names, leftOut: leftOut.map((name) => ({ what: nameWords(chart, name), reason: reasonOf(name) })) }
}
