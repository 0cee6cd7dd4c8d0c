/** Visits every reachable state in breadth-first order and reports each invariant that a state violates. */
import { createFlows, type Machines } from './planChangeSystem.ts'
import { type HostState } from './hostModel.ts'
import {
  isIdle,
  assumptions,
  createStateKeys,
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
  /** Invariant → the shortest trace that violates it. */
  violations: Record<string, string[]>
  isLimitReached: boolean
}

export type Exploration = {
  machines: Machines
  hosts: readonly HostState[]
  bounds: Bounds
  assumptions?: Assumptions
  /** Stop at the first violation of this invariant. */
  untilViolationOf?: string
  limit?: number
}

/** Unloading the page does not count as an exit: every state needs an exit within the page. */
const isPageUnload = (label: string): boolean => /^(?:in the other tab, )?(?:reload|close|open)(?: |$)/.test(label)

export function explore({
  machines,
  hosts,
  bounds,
  assumptions: assumed = assumptions,
  untilViolationOf: until,
  limit = 400_000,
}: Exploration): ExplorationResult {
  const startedAt = performance.now()
  const { initialState, next } = createTransitionSystem(createFlows(machines), bounds, assumed)
  const stateKeyOf = createStateKeys()
  const indexByKey = new Map<string, number>()
  const states: SystemState[] = []
  const reachedFrom: [number, string][] = []
  const predecessors: number[][] = []
  const violations: Record<string, string[]> = {}
  let transitions = 0

  const traceTo = (index: number, last: string): string[] => {
    const labels = [last]
    for (let at = index; at >= 0;) {
      const [before, label] = reachedFrom[at] ?? [-1, '']
      if (before >= 0) labels.unshift(label)
      at = before
    }
    return labels
  }
  const indexOf = (one: SystemState, before: number, label: string): number => {
    const key = stateKeyOf(one)
    const seen = indexByKey.get(key)
    if (seen !== undefined) return seen
    indexByKey.set(key, states.length)
    states.push(one)
    reachedFrom.push([before, label])
    predecessors.push([])
    return states.length - 1
  }

  for (const host of hosts) indexOf(initialState(host, bounds.paymentMethodsByTab.length), -1, '')
  for (let at = 0; at < states.length && states.length < limit; at++) {
    for (const { label, state: reached, violation } of next(states[at] as SystemState)) {
      transitions++
      if (violation !== undefined) {
        violations[violation] ??= traceTo(at, label)
        // States after a violation are not explored.
        continue
      }
      const to = indexOf(reached, at, label)
      if (!isPageUnload(label)) predecessors[to]?.push(at)
    }
    if (until !== undefined && violations[until]) break
  }

  const limited = states.length >= limit
  if (!limited && Object.keys(violations).length === 0) {
    for (let tab = 0; tab < bounds.paymentMethodsByTab.length; tab++) {
      const canBecomeIdle = new Uint8Array(states.length)
      const queue = states.flatMap(({ tabs: open }, at) => (isIdle(open[tab]) ? [at] : []))
      for (const at of queue) canBecomeIdle[at] = 1
      for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
        for (const before of predecessors[at] ?? []) {
          if (canBecomeIdle[before] === 1) continue
          canBecomeIdle[before] = 1
          queue.push(before)
        }
      }
      const deadEnd = canBecomeIdle.indexOf(0)
      if (deadEnd >= 0)
        violations['every state has an exit'] ??= traceTo(
          deadEnd,
          JSON.stringify(states[deadEnd]?.tabs[tab]).slice(0, 300),
        )
    }
  }
  const planChangeStates = new Set(
    states.flatMap(({ tabs }) => tabs.flatMap((tab) => (tab.page === 'running' ? [tab.planChange.index] : []))),
  )
  return {
    states: states.length,
    transitions,
    planChangeStates: planChangeStates.size,
    ms: performance.now() - startedAt,
    violations,
    isLimitReached: limited,
  }
}
