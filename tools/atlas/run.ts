/**
 * Plays a machine with the cases of its model, step by step and purely: every step is calculated, nothing is started
 * and nothing is ever put back into a running actor. A past step is looked at, or gone on from.
 */
import { type AnyStateNode } from 'xstate'
import { pathOf } from '../model-testing/chart.ts'
import { possibleTriggers, labelOf, type Trigger } from '../model-testing/trigger.ts'
import { type Model } from '../model-testing/model.ts'
import { createStepper, type ActorState, type Stepper } from '../model-testing/stepper.ts'
import { triggerText } from '../model-testing/pathText.ts'

export type Step = { readonly text: string; readonly label: string; readonly actorState: ActorState }

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
  readonly trigger: Trigger
  readonly kind: 'event' | 'answer' | 'time'
  readonly label: string
  readonly text: string
  readonly next: ActorState
  /** Where it leads, as the states that are new; empty where the machine stays. */
  readonly newStates: readonly string[]
  /** False where a guard refuses it here. */
  readonly isPossible: boolean
}

/** The innermost states, in the order of the machine's file: XState names the newly entered last. */
const leavesOf = ({ snapshot }: ActorState): string[] =>
  snapshot._nodes
    .filter((node: AnyStateNode) => Object.keys(node.states).length === 0)
    .sort((a: AnyStateNode, b: AnyStateNode) => a.order - b.order)
    .map(pathOf)

export function startRun(model: Model, input = Object.keys(model.inputs)[0] ?? ''): Run {
  const ownStepper = createStepper(model.machine)
  const actorState = ownStepper.start(model.inputs[input])
  return { model, stepper: ownStepper, input, steps: [{ text: 'Start', label: 'start', actorState }], at: 0 }
}

export const actorStateOf = ({ steps, at }: Run): ActorState => (steps[at] ?? steps[0]).actorState

export function optionsOf(run: Run): Option[] {
  const now = actorStateOf(run)
  const here = new Set(leavesOf(now))
  return possibleTriggers(run.model, now).map((trigger): Option => {
    const next = run.stepper.next(now, trigger.event, trigger.timer)
    return {
      trigger,
      kind: trigger.kind === 'event' ? 'event' : trigger.kind === 'delay' ? 'time' : 'answer',
      label: labelOf(trigger),
      text: triggerText(run.model, trigger, now),
      next,
      newStates: leavesOf(next).filter((path) => !here.has(path)),
      isPossible: next.taken.length > 0,
    }
  })
}

/** Lets it happen: what had come after the step that is looked at is forgotten. */
export function takeOption(run: Run, { text: words, label, next }: Option): Run {
  const [start, ...later] = run.steps
  const steps: Run['steps'] = [start, ...later.slice(0, run.at), { text: words, label, actorState: next }]
  return { ...run, steps, at: run.at + 1 }
}

export const goToStep = (run: Run, at: number): Run => ({ ...run, at: Math.max(0, Math.min(run.steps.length - 1, at)) })

/** The states in which the machine now is, the machine itself left out. */
const currentOf = (run: Run): string[] =>
  actorStateOf(run)
    .snapshot._nodes.filter((node: AnyStateNode) => node.path.length > 0)
    .map(pathOf)

export const currentLeaves = (run: Run): string[] => leavesOf(actorStateOf(run))

/** What the chart shows of a run. */
export function liveOf(run: Run, options: readonly Option[]) {
  const before = run.at === 0 ? [] : leavesOf((run.steps[run.at - 1] ?? run.steps[0]).actorState)
  return {
    current: new Set(currentOf(run)),
    arrived: new Set(currentLeaves(run).filter((path) => !before.includes(path))),
    possible: new Set(options.flatMap(({ next }) => next.taken)),
    taken: new Set(run.at === 0 ? [] : actorStateOf(run).taken),
  }
}

/** The context as a person reads it: indented, with what JSON would leave out. */
export function contextText(run: Run): string {
  const replacer = (_: string, value: unknown): unknown => {
    if (value === undefined) return '(undefined)'
    if (typeof value === 'function') return '(function)'
    return value instanceof Map || value instanceof Set ? [...value] : value
  }
  return JSON.stringify(actorStateOf(run).snapshot.context, replacer, 2)
}
