/**
 * Plays a machine with the cases of its model, step by step and purely: every step is calculated, nothing is started
 * and nothing is ever put back into a running actor. A past step is looked at, or gone on from.
 */
import { type AnyStateNode } from 'xstate'
import { pathOf } from '../model-testing/chart.ts'
import { happenings, labelOf, type Happening } from '../model-testing/happening.ts'
import { type Model } from '../model-testing/model.ts'
import { stepper, type Moment, type Stepper } from '../model-testing/step.ts'
import { happeningWords } from '../model-testing/words.ts'

export type Step = { readonly words: string; readonly label: string; readonly moment: Moment }

export type Run = {
  readonly model: Model
  readonly stepper: Stepper
  readonly input: string
  /** The start and everything that has happened since. */
  readonly steps: readonly [Step, ...Step[]]
  /** The step that is looked at. */
  readonly at: number
}

/** One thing that may happen now, and what would come of it. */
export type Option = {
  readonly happening: Happening
  readonly kind: 'event' | 'answer' | 'time'
  readonly label: string
  readonly words: string
  readonly next: Moment
  /** Where it leads, as the states that are new; empty where the machine stays. */
  readonly leads: readonly string[]
  /** False where a guard refuses it here. */
  readonly happens: boolean
}

/** The innermost states, in the order of the machine's file: XState names the newly entered last. */
const leavesOf = ({ snapshot }: Moment): string[] =>
  snapshot._nodes
    .filter((node: AnyStateNode) => Object.keys(node.states).length === 0)
    .sort((a: AnyStateNode, b: AnyStateNode) => a.order - b.order)
    .map(pathOf)

export function begin(model: Model, input = Object.keys(model.inputs)[0] ?? ''): Run {
  const own = stepper(model.machine)
  const moment = own.start(model.inputs[input])
  return { model, stepper: own, input, steps: [{ words: 'Start', label: 'start', moment }], at: 0 }
}

export const momentOf = ({ steps, at }: Run): Moment => (steps[at] ?? steps[0]).moment

export function optionsOf(run: Run): Option[] {
  const now = momentOf(run)
  const here = new Set(leavesOf(now))
  return happenings(run.model, now).map((happening): Option => {
    const next = run.stepper.next(now, happening.event, happening.timer)
    return {
      happening,
      kind: happening.kind === 'event' ? 'event' : happening.kind === 'delay' ? 'time' : 'answer',
      label: labelOf(happening),
      words: happeningWords(run.model, happening, now),
      next,
      leads: leavesOf(next).filter((path) => !here.has(path)),
      happens: next.taken.length > 0,
    }
  })
}

/** Lets it happen: what had come after the step that is looked at is forgotten. */
export function take(run: Run, { words, label, next }: Option): Run {
  const [start, ...later] = run.steps
  const steps: Run['steps'] = [start, ...later.slice(0, run.at), { words, label, moment: next }]
  return { ...run, steps, at: run.at + 1 }
}

export const look = (run: Run, at: number): Run => ({ ...run, at: Math.max(0, Math.min(run.steps.length - 1, at)) })

/** The states in which the machine now is, the machine itself left out. */
export const currentOf = (run: Run): string[] =>
  momentOf(run)
    .snapshot._nodes.filter((node: AnyStateNode) => node.path.length > 0)
    .map(pathOf)

export const currentLeaves = (run: Run): string[] => leavesOf(momentOf(run))

/** What the chart shows of a run. */
export function liveOf(run: Run, options: readonly Option[]) {
  const before = run.at === 0 ? [] : leavesOf((run.steps[run.at - 1] ?? run.steps[0]).moment)
  return {
    current: new Set(currentOf(run)),
    arrived: new Set(currentLeaves(run).filter((path) => !before.includes(path))),
    possible: new Set(options.flatMap(({ next }) => next.taken)),
    taken: new Set(run.at === 0 ? [] : momentOf(run).taken),
  }
}

/** The context as a person reads it: indented, with what JSON would leave out. */
export function contextText(run: Run): string {
  const told = (_: string, value: unknown): unknown => {
    if (value === undefined) return '(undefined)'
    if (typeof value === 'function') return '(function)'
    return value instanceof Map || value instanceof Set ? [...value] : value
  }
  return JSON.stringify(momentOf(run).snapshot.context, told, 2)
}
