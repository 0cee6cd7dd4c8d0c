/** Computes what is possible in a browser, with the reasons for everything that is not. */
import { readChart } from '../../tools/model-testing/chart.ts'
import {
  coverableNames,
  nameText,
  coveredNames,
  criteria,
  mergeNames,
  type Exclusion,
  type CoveredNames,
} from '../../tools/model-testing/coverageFigures.ts'
import { type Trigger } from '../../tools/model-testing/trigger.ts'
import { type ActorState } from '../../tools/model-testing/stepper.ts'
import { runPaths, type PathNode } from '../../tools/model-testing/pathRun.ts'
import { actorStatesOf, planTours, reasonAgainst, type PageDriver } from './pageDriver.ts'

type Edge = {
  readonly from: PathNode
  readonly trigger: Trigger
  readonly actorState: ActorState
  readonly vertex: string
}

const edgesOf = (from: PathNode): Edge[] => {
  const { next, merged } = from.duplicateOf ?? from
  return [
    ...next.flatMap(({ trigger, actorState, vertex }) => (trigger ? [{ from, trigger, actorState, vertex }] : [])),
    ...merged.map(({ trigger, into: { actorState, vertex } }) => ({ from, trigger, actorState, vertex })),
  ]
}

/** The reason why a browser cannot reach a node; undefined if it can. */
function reasonAgainstNode(driver: PageDriver, node: PathNode): string | undefined {
  const { inputs } = driver.config
  if (inputs !== undefined && !inputs.includes(node.input)) return `No page can be opened at '${node.input}'.`
  for (let at: PathNode | undefined = node; at?.trigger; at = at.from) {
    const reason = at.from && reasonAgainst(driver, at.trigger, at.from.actorState)
    if (reason !== undefined) return reason
  }
  return undefined
}

/** The default reason: a guard refuses and no other transition is taken. */
const NOT_OFFERED = 'The page does not offer an event that the guard would refuse.'

const MODEL_CHECKED = 'The model check of payments takes it, and the ledger judges it.'

/** Without the transitions that the tours leave to the model check. They are listed with this reason. */
function withoutModelChecked(names: CoveredNames, driver: PageDriver): CoveredNames {
  const toured = coveredNames(readChart(driver.model.machine), planTours(driver).all.tours.map(actorStatesOf))
  const tours = (criterion: 'transitions' | 'branches' | 'pairs') =>
    names[criterion].filter((name) => toured[criterion].includes(name))
  return { ...names, transitions: tours('transitions'), branches: tours('branches'), pairs: tours('pairs') }
}

export function reachableInBrowser(driver: PageDriver): { names: CoveredNames; leftOut: Exclusion[] } {
  const { model, config } = driver
  const whole = runPaths(model)
  const chart = readChart(model.machine)
  const starts = whole.starts.filter(({ input }) => config.inputs?.includes(input) !== false)
  const inputs = new Set(starts.map(({ input }) => input))

  const reached = new Set(starts.map(({ input, vertex }) => input + vertex))
  const at = new Map<string, PathNode[]>()
  for (const node of whole.nodes) {
    const name = node.input + node.vertex
    at.set(name, [...(at.get(name) ?? []), node])
  }
  const actorStates: ActorState[][] = starts.map(({ actorState }) => [actorState])
  const queue = [...reached]
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    for (const node of at.get(name) ?? []) {
      const { trigger: by, from } = node
      const isFree = !by || !from || reasonAgainst(driver, by, from.actorState) === undefined
      for (const { trigger, actorState, vertex } of edgesOf(node)) {
        if (reasonAgainst(driver, trigger, node.actorState) !== undefined) continue
        actorStates.push(isFree ? [node.actorState, actorState] : [actorState])
        const to = node.input + vertex
        if (reached.has(to) || !inputs.has(node.input)) continue
        reached.add(to)
        queue.push(to)
      }
    }
  }
  const reachable = coveredNames(chart, actorStates)
  const names = config.untakenByModelCheck ? withoutModelChecked(reachable, driver) : reachable

  const everything = coverableNames(whole)
  const leftOut = criteria
    .filter((criterion) => criterion !== 'pairs')
    .flatMap((criterion) => {
      const known = new Set(names[criterion])
      return everything[criterion].filter((name) => !known.has(name))
    })
  const isReachable = new Set([...reachable.transitions, ...reachable.branches])
  const reasonOf = (name: string): string => {
    if (isReachable.has(name)) return MODEL_CHECKED
    const shows = (actorStates: readonly ActorState[]): boolean => {
      const shown = mergeNames([coveredNames(chart, [actorStates])])
      return criteria.some((criterion) => shown[criterion].includes(name))
    }
    for (const node of whole.nodes) {
      if (!shows([node.actorState])) continue
      const reason = reasonAgainstNode(driver, node)
      if (reason !== undefined) return reason
    }
    for (const node of whole.nodes) {
      for (const { trigger, actorState } of edgesOf(node)) {
        if (!shows([actorState])) continue
        const reason = reasonAgainst(driver, trigger, node.actorState) ?? reasonAgainstNode(driver, node)
        if (reason !== undefined) return reason
      }
    }
    return NOT_OFFERED
  }
  return { names, leftOut: leftOut.map((name) => ({ what: nameText(chart, name), reason: reasonOf(name) })) }
}
