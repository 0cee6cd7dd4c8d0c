/**
 * A model as a `TestModel` of `xstate/graph`. `createTestModel` of XState rejects machines with `invoke` or `after`.
 * Here the actors never run: an outcome of an invoked actor or the end of a delay is an event of the wrapped logic.
 */
import { type ActorLogic, type Snapshot, type StateValue } from 'xstate'
import { TestModel, type TestModelOptions } from 'xstate/graph'
import { readChart } from './chart.ts'
import { type Model } from './model.ts'
import { vertexOf, type Path, type Step } from './pathRun.ts'
import { suggestNames } from './suggestNames.ts'
import { createStepper, type ActorState } from './stepper.ts'
import { labelOf, possibleTriggers, type Trigger } from './trigger.ts'

/** The snapshot of the wrapped logic. Its JSON is the state value; `actorState` has the machine's snapshot. */
export type TestSnapshot = Snapshot<unknown> & {
  readonly value: StateValue
  readonly context: unknown
  readonly actorState: ActorState
  readonly toJSON: () => unknown
}

/** An event of the wrapped logic. `type` is a label: `form.submit / valid`, `validate done / accepted`, `after fade`. */
export type TestEvent = { readonly type: string }

export type ModelTestOptions = Partial<TestModelOptions<TestSnapshot, TestEvent, unknown>> & {
  /** Name of the model's input to start with; default: its first input. */
  readonly start?: string
}

function createSnapshot(actorState: ActorState): TestSnapshot {
  const { value, context, status, output, error } = actorState.snapshot
  const base = { status, output, error } as Snapshot<unknown>
  return { ...base, value, context, actorState, toJSON: () => value }
}

/**
 * Returns a `TestModel` that treats outcomes and delays as events. Its keys of `params.states` are state paths or, as
 * in XState, `#id`. Throws if the model has no input `start`.
 */
export function createTestModel(
  model: Model,
  { start, ...options }: ModelTestOptions = {},
): TestModel<TestSnapshot, TestEvent, unknown> {
  const stepper = createStepper(model.machine)
  const input = start ?? Object.keys(model.inputs)[0] ?? ''
  if (!Object.hasOwn(model.inputs, input)) throw new Error(`${model.name} has no input '${input}'.`)
  const { states } = readChart(model.machine)
  const next = ({ actorState }: TestSnapshot, trigger: Trigger): ActorState =>
    stepper.next(actorState, trigger.event, trigger.timer)
  const triggersOf = (snapshot: TestSnapshot): Trigger[] =>
    possibleTriggers(model, snapshot.actorState).filter((trigger) => {
      if (!trigger.isTimely) return false
      const { taken, snapshot: reached } = next(snapshot, trigger)
      return taken.length > 0 || reached.status !== 'active'
    })
  const logic: ActorLogic<TestSnapshot, TestEvent, unknown> = {
    getInitialSnapshot: () => createSnapshot(stepper.start(model.inputs[input])),
    getPersistedSnapshot: (snapshot) => snapshot,
    transition: (snapshot, { type }) => {
      const trigger = possibleTriggers(model, snapshot.actorState).find((other) => labelOf(other) === type)
      return trigger ? createSnapshot(next(snapshot, trigger)) : snapshot
    },
  }
  return new TestModel(logic, {
    serializeState: ({ actorState }) => vertexOf(model, actorState),
    serializeEvent: ({ type }) => type,
    events: (snapshot) => triggersOf(snapshot).map((trigger) => ({ type: labelOf(trigger) })),
    stateMatcher: ({ actorState }, key) =>
      key.startsWith('#')
        ? actorState.snapshot._nodes.includes(model.machine.getStateNodeById(key))
        : states.has(key) && actorState.snapshot._nodes.some(({ path }) => path.join('.') === key),
    ...options,
  })
}

/**
 * Returns the path of an input and labels, with the snapshot that the machine really has after each step. A path of
 * `TestModel` becomes exact this way: `createPath(model, 'start', statePath.steps.slice(1).map(({ event }) => event.type))`.
 * Throws if a step is impossible, with the possible labels.
 */
export function createPath(model: Model, input: string, labels: readonly string[]): Path {
  if (!Object.hasOwn(model.inputs, input)) throw new Error(`${model.name} has no input '${input}'.`)
  const stepper = createStepper(model.machine)
  const start = stepper.start(model.inputs[input])
  const steps: Step[] = []
  let before = start
  for (const label of labels) {
    const triggers = possibleTriggers(model, before)
    const trigger = triggers.find((other) => labelOf(other) === label)
    if (!trigger) {
      const known = triggers.map(labelOf)
      const [suggestion] = suggestNames(label, known)
      const hint =
        suggestion === undefined
          ? `Possible: ${known.map((name) => `'${name}'`).join(', ')}.`
          : `Did you mean '${suggestion}'?`
      throw new Error(`Step ${steps.length + 1} of ${model.name}, '${label}', is impossible. ${hint}`)
    }
    const actorState = stepper.next(before, trigger.event, trigger.timer)
    steps.push({ trigger, label, actorState, refusals: [] })
    before = actorState
  }
  return { name: labels.join(' → ') || 'start', input, start: { actorState: start, refusals: [] }, steps }
}
