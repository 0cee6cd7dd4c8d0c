/** Visits every world that can be reached, the nearest first, and tells each promise that one of them breaks. */
import { createPlanChangeSystem, type Machines } from './planChangeSystem.ts'
import { type HostState } from './hostModel.ts'
import {
  isIdle,
  stateKeyOf,
  assumptions,
  createTransitionSystem,
  type Bounds,
  type Assumptions,
  type SystemState,
} from './transitionSystem.ts'

export type ExplorationResult = {
  states: number
  transitions: number
  planChangeStates: number
  ms: number
  /** Promise → the shortest story in which it is broken. */
  violations: Record<string, string[]>
  isLimitReached: boolean
}

export type Exploration = {
  machines: Machines
  hosts: readonly HostState[]
  bounds: Bounds
  assumptions?: Assumptions
  /** Stop as soon as this promise is broken. */
  untilViolationOf?: string
  limit?: number
}

/** What a page that goes away does: no way on that a screen may rely on. */
const isPageUnload = (label: string): boolean => /^(?:in the other tab, )?(?:reload|close|open)(?: |$)/.test(label)

export function explore({
  machines,
  hosts,
  bounds,
  assumptions: assumed = assumptions,
  untilViolationOf: until,
  limit = 400_000,
}: Exploration): ExplorationResult {
  const began = performance.now()
  const planChangeSystem = createPlanChangeSystem(machines)
  const { initialState: begin, next } = createTransitionSystem(planChangeSystem, bounds, assumed)
  const indexByKey = new Map<string, number>()
  const states: SystemState[] = []
  const reachedFrom: [number, string][] = []
  const predecessors: number[][] = []
  const violations: Record<string, string[]> = {}
  let transitions = 0

  const traceTo = (place: number, last: string): string[] => {
    const told = [last]
    for (let at = place; at >= 0;) {
      const [before, label] = reachedFrom[at] ?? [-1, '']
      if (before >= 0) told.unshift(label)
      at = before
    }
    return told
  }
  const place = (one: SystemState, before: number, label: string): number => {
    const name = stateKeyOf(one)
    const seen = indexByKey.get(name)
    if (seen !== undefined) return seen
    indexByKey.set(name, states.length)
    states.push(one)
    reachedFrom.push([before, label])
    predecessors.push([])
    return states.length - 1
  }

  for (const host of hosts) place(begin(host, bounds.paymentMethodsByTab.length), -1, '')
  for (let at = 0; at < states.length && states.length < limit; at++) {
    for (const { label, world: reached, broken: promise } of next(states[at] as SystemState)) {
      transitions++
      if (promise !== undefined) {
        violations[promise] ??= traceTo(at, label)
        // What follows from a broken promise says nothing more.
        continue
      }
      const to = place(reached, at, label)
      if (!isPageUnload(label)) predecessors[to]?.push(at)
    }
    if (until !== undefined && violations[until]) break
  }

  const limited = states.length >= limit
  if (!limited && Object.keys(violations).length === 0) {
    for (let tab = 0; tab < bounds.paymentMethodsByTab.length; tab++) {
      const canComeToRest = new Uint8Array(states.length)
      const queue = states.flatMap(({ tabs: open }, at) => (isIdle(open[tab]) ? [at] : []))
      for (const at of queue) canComeToRest[at] = 1
      for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
        for (const before of predecessors[at] ?? []) {
          if (canComeToRest[before] === 1) continue
          canComeToRest[before] = 1
          queue.push(before)
        }
      }
      const deadEnd = canComeToRest.indexOf(0)
      if (deadEnd >= 0)
        violations['no state without a way on'] ??= traceTo(
          deadEnd,
          JSON.stringify(states[deadEnd]?.tabs[tab]).slice(0, 300),
        )
    }
  }
  return {
    states: states.length,
    transitions,
    planChangeStates: planChangeSystem.count(),
    ms: performance.now() - began,
    violations,
    isLimitReached: limited,
  }
}
