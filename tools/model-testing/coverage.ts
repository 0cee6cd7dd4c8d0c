/**
 * The coverage of a machine.
 * - A state is covered when it is entered, even if it is transient.
 * - A transition is covered when it is taken. Each entry of a list is a transition.
 * - A guard has two branches: its transition is taken, or the guard is evaluated and refuses.
 */
import { type AnyMachineSnapshot, type EventObject, type InspectionEvent } from 'xstate'
import { type Candidate, type Chart, pathOf } from './chart.ts'
import { summarizeMicrosteps, type ActorState } from './stepper.ts'

export type Tally = { readonly seen: number; readonly of: number }
export type CoverageReport = {
  readonly states: Tally
  readonly transitions: Tally
  readonly branches: Tally
  readonly missing: {
    readonly states: readonly string[]
    readonly transitions: readonly Candidate[]
    readonly refusals: readonly Candidate[]
  }
}

export class Coverage {
  readonly #chart: Chart
  readonly #states = new Set<string>()
  readonly #taken = new Set<string>()
  readonly #refused = new Set<string>()

  constructor(chart: Chart) {
    this.#chart = chart
  }

  add(seen: Pick<ActorState, 'taken' | 'refused' | 'entered'>): void {
    for (const state of seen.entered) if (this.#chart.states.has(state)) this.#states.add(state)
    for (const key of seen.taken) this.#taken.add(key)
    for (const key of seen.refused) this.#refused.add(key)
  }

  refusals(): string[] {
    return [...this.#refused]
  }

  hasState(path: string): boolean {
    return this.#states.has(path)
  }

  report(): CoverageReport {
    const candidates = [...this.#chart.candidates.values()]
    const guarded = candidates.filter(({ guard }) => guard !== undefined)
    const missing = {
      states: [...this.#chart.states.keys()].filter((state) => !this.#states.has(state)),
      transitions: candidates.filter(({ key }) => !this.#taken.has(key)),
      refusals: guarded.filter(({ key }) => !this.#refused.has(key)),
    }
    const untaken = missing.transitions.filter(({ guard }) => guard !== undefined).length
    return {
      states: { seen: this.#chart.states.size - missing.states.length, of: this.#chart.states.size },
      transitions: { seen: candidates.length - missing.transitions.length, of: candidates.length },
      branches: { seen: guarded.length * 2 - untaken - missing.refusals.length, of: guarded.length * 2 },
      missing,
    }
  }
}

/** Returns an inspector for `createActor` that adds the microsteps of a live actor. */
export function createCoverageInspector(coverage: Coverage, isRoot: (ref: unknown) => boolean) {
  let before: AnyMachineSnapshot | undefined
  let steps: Parameters<typeof summarizeMicrosteps>[2][number][] = []
  let cause: EventObject = { type: 'xstate.init' }
  const flush = (): void => {
    if (steps.length > 0) coverage.add(summarizeMicrosteps(before, cause, steps))
    steps = []
  }
  return (inspected: InspectionEvent): void => {
    if (!isRoot(inspected.actorRef)) return
    if (inspected.type === '@xstate.event') cause = inspected.event
    else if (inspected.type === '@xstate.microstep') {
      steps.push({
        event: inspected.event,
        snapshot: inspected.snapshot as AnyMachineSnapshot,
        transitions: inspected._transitions,
      })
    } else if (inspected.type === '@xstate.snapshot') {
      flush()
      before = inspected.snapshot as AnyMachineSnapshot
      // Without a transition at the start, no microstep has the initial states.
      coverage.add({ entered: before._nodes.map((node) => pathOf(node)), taken: [], refused: [] })
    }
  }
}
