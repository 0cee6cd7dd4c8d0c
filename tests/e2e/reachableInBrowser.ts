/** What can happen in a browser, and the reasons for everything else. */
import { readChart } from '../../tools/model-testing/chart.ts'
import {
  coverableNames,
  nameText,
  coveredNames,
  criteria,
  mergeNames,
  type LeftOut,
  type CoveredNames,
} from '../../tools/model-testing/coverageFigures.ts'
import { type Trigger } from '../../tools/model-testing/trigger.ts'
import { type ActorState } from '../../tools/model-testing/stepper.ts'
import { runPaths, type PathNode } from '../../tools/model-testing/pathRun.ts'
import { reasonAgainst, type PageDriver } from './pageDriver.ts'

type Edge = { readonly from: PathNode; readonly trigger: Trigger; readonly moment: ActorState; readonly vertex: string }

const edgesOf = (from: PathNode): Edge[] => {
  const { next, merged } = from.duplicateOf ?? from
  return [
    ...next.flatMap(({ trigger, actorState: moment, vertex }) => (trigger ? [{ from, trigger, moment, vertex }] : [])),
    ...merged.map(({ trigger, into: { actorState: moment, vertex } }) => ({ from, trigger, moment, vertex })),
  ]
}

/** The reason why a browser cannot reach a node; undefined if it can. */
function reasonAgainstArrival(flow: PageDriver, arrival: PathNode): string | undefined {
  const { inputs } = flow.config
  if (inputs !== undefined && !inputs.includes(arrival.input)) return `No page can be opened at '${arrival.input}'.`
  for (let at: PathNode | undefined = arrival; at?.trigger; at = at.from) {
    const reason = at.from && reasonAgainst(flow, at.trigger, at.from.actorState)
    if (reason !== undefined) return reason
  }
  return undefined
}

/** The default reason: a guard refuses and no other transition is taken. */
const NOT_OFFERED = 'The page does not offer what the guard refuses.'

export function reachableInBrowser(flow: PageDriver): { names: CoveredNames; leftOut: LeftOut[] } {
  const { model, config } = flow
  const whole = runPaths(model)
  const chart = readChart(model.machine)
  const starts = whole.starts.filter(({ input }) => config.inputs?.includes(input) !== false)
  const inputs = new Set(starts.map(({ input }) => input))

  const reached = new Set(starts.map(({ input, vertex }) => input + vertex))
  const at = new Map<string, PathNode[]>()
  for (const arrival of whole.nodes) {
    const name = arrival.input + arrival.vertex
    at.set(name, [...(at.get(name) ?? []), arrival])
  }
  const moments: ActorState[][] = starts.map(({ actorState: moment }) => [moment])
  const queue = [...reached]
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    for (const arrival of at.get(name) ?? []) {
      const { trigger: by, from } = arrival
      const isFree = !by || !from || reasonAgainst(flow, by, from.actorState) === undefined
      for (const { trigger, moment, vertex } of edgesOf(arrival)) {
        if (reasonAgainst(flow, trigger, arrival.actorState) !== undefined) continue
        moments.push(isFree ? [arrival.actorState, moment] : [moment])
        const to = arrival.input + vertex
        if (reached.has(to) || !inputs.has(arrival.input)) continue
        reached.add(to)
        queue.push(to)
      }
    }
  }
  const names = coveredNames(chart, moments)

  const everything = coverableNames(whole)
  const leftOut = criteria
    .filter((subject) => subject !== 'pairs')
    .flatMap((subject) => {
      const known = new Set(names[subject])
      return everything[subject].filter((name) => !known.has(name))
    })
  const reasonOf = (name: string): string => {
    const shows = (moments: readonly ActorState[]): boolean => {
      const shown = mergeNames([coveredNames(chart, [moments])])
      return criteria.some((subject) => shown[subject].includes(name))
    }
    for (const arrival of whole.nodes) {
      if (!shows([arrival.actorState])) continue
      const reason = reasonAgainstArrival(flow, arrival)
      if (reason !== undefined) return reason
    }
    for (const arrival of whole.nodes) {
      for (const { trigger, moment } of edgesOf(arrival)) {
        if (!shows([moment])) continue
        const reason = reasonAgainst(flow, trigger, arrival.actorState) ?? reasonAgainstArrival(flow, arrival)
        if (reason !== undefined) return reason
      }
    }
    return NOT_OFFERED
  }
  return { names, leftOut: leftOut.map((name) => ({ what: nameText(chart, name), reason: reasonOf(name) })) }
}
