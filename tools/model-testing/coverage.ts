/**
 * What has been seen of a machine, counted by name.
 * - a state counts when it was entered, if only to be passed through;
 * - a transition counts when it was taken (each entry of a guarded list is one transition);
 * - a guarded entry has two branches: taken, and refused, which means that its guard was asked and said no.
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

  /** Counts what a step of the walk saw. */
  add(seen: Pick<ActorState, 'taken' | 'refused' | 'entered'>): void {
    for (const state of seen.entered) if (this.#chart.states.has(state)) this.#states.add(state)
    for (const key of seen.taken) this.#taken.add(key)
    for (const key of seen.refused) this.#refused.add(key)
  }

  /** Adds what another count of the same machine saw. */
  merge(other: Coverage): void {
    this.add({ entered: [...other.#states], taken: [...other.#taken], refused: [...other.#refused] })
  }

  /** Counts by names only, as a browser run hands them over. */
  addNames(names: { states: readonly string[]; taken: readonly string[]; refused: readonly string[] }): void {
    this.add({ entered: names.states, taken: names.taken, refused: names.refused })
  }

  hasTaken(key: string): boolean {
    return this.#taken.has(key)
  }

  hasRefused(key: string): boolean {
    return this.#refused.has(key)
  }

  /** Guards that were asked and said no, also where nothing else was taken. */
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

/** Counts a live actor by its `@xstate.microstep` inspection. Hand `inspect` to `createActor`. */
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
      // A machine that passes no transition at its start shows its first states only here.
      coverage.add({ entered: before._nodes.map((node) => pathOf(node)), taken: [], refused: [] })
    }
  }
}
