/**
 * Simulates a machine with the cases of its model. Every step is a pure computation without a running actor,
 * so that the user can go back to a step and continue from it.
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
  /** The start and the steps since. */
  readonly steps: readonly [Step, ...Step[]]
  /** The index of the viewed step. */
  readonly at: number
}

/** A possible trigger and its result. */
export type Option = {
  readonly trigger: Trigger
  readonly kind: 'event' | 'outcome' | 'delay'
  readonly label: string
  readonly text: string
  readonly next: ActorState
  /** The leaf states that the step enters; empty without a change of state. */
  readonly newStates: readonly string[]
  /** False if a guard refuses it in this state. */
  readonly isPossible: boolean
}

/** Returns the leaf states in document order. XState lists the entered ones last. */
const leavesOf = ({ snapshot }: ActorState): string[] =>
  snapshot._nodes
    .filter((node: AnyStateNode) => Object.keys(node.states).length === 0)
    .sort((a: AnyStateNode, b: AnyStateNode) => a.order - b.order)
    .map(pathOf)

export function startRun(model: Model, input = Object.keys(model.inputs)[0] ?? ''): Run {
  const stepper = createStepper(model.machine)
  const actorState = stepper.start(model.inputs[input])
  return { model, stepper, input, steps: [{ text: 'Start', label: 'start', actorState }], at: 0 }
}

export const actorStateOf = ({ steps, at }: Run): ActorState => (steps[at] ?? steps[0]).actorState

export function optionsOf(run: Run): Option[] {
  const now = actorStateOf(run)
  const here = new Set(leavesOf(now))
  return possibleTriggers(run.model, now).map((trigger): Option => {
    const next = run.stepper.next(now, trigger.event, trigger.timer)
    return {
      trigger,
      kind: trigger.kind === 'event' ? 'event' : trigger.kind === 'delay' ? 'delay' : 'outcome',
      label: labelOf(trigger),
      text: triggerText(run.model, trigger, now),
      next,
      newStates: leavesOf(next).filter((path) => !here.has(path)),
      isPossible: next.taken.length > 0,
    }
  })
}

/** Takes an option from the viewed step. Later steps are removed. */
export function takeOption(run: Run, { text, label, next }: Option): Run {
  const [start, ...later] = run.steps
  const steps: Run['steps'] = [start, ...later.slice(0, run.at), { text, label, actorState: next }]
  return { ...run, steps, at: run.at + 1 }
}

export const goToStep = (run: Run, at: number): Run => ({ ...run, at: Math.max(0, Math.min(run.steps.length - 1, at)) })

const currentOf = (run: Run): string[] =>
  actorStateOf(run)
    .snapshot._nodes.filter((node: AnyStateNode) => node.path.length > 0)
    .map(pathOf)

export const currentLeaves = (run: Run): string[] => leavesOf(actorStateOf(run))

export function liveOf(run: Run, options: readonly Option[]) {
  const before = run.at === 0 ? [] : leavesOf((run.steps[run.at - 1] ?? run.steps[0]).actorState)
  return {
    current: new Set(currentOf(run)),
    entered: new Set(currentLeaves(run).filter((path) => !before.includes(path))),
    possible: new Set(options.flatMap(({ next }) => next.taken)),
    taken: new Set(run.at === 0 ? [] : actorStateOf(run).taken),
  }
}

/** Returns the context as indented JSON, including values that JSON omits. */
export function contextText(run: Run): string {
  const replacer = (_: string, value: unknown): unknown => {
    if (value === undefined) return '(undefined)'
    if (typeof value === 'function') return '(function)'
    return value instanceof Map || value instanceof Set ? [...value] : value
  }
  return JSON.stringify(actorStateOf(run).snapshot.context, replacer, 2)
}
