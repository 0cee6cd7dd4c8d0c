/** Runs events through a machine without side effects and returns its state, invocations and actions. */
import { expect } from 'vitest'
import { type AnyStateMachine, type EventObject } from 'xstate'
import { outcomeEvent } from '../../tools/model-testing/trigger.ts'
import { createStepper, spawnedActors } from '../../tools/model-testing/stepper.ts'

export const done = (id: string, output?: unknown): EventObject => outcomeEvent('done', id, output)

export const errored = (id: string, error: unknown = { message: 'no connection' }): EventObject =>
  outcomeEvent('error', id, error)

/** `invocations`: each invoked actor with its input. `executedActions`: the actions without an implementation in the machine. */
export function runEvents(machine: AnyStateMachine, input: unknown, ...events: EventObject[]) {
  const steps = createStepper(machine)
  let current = steps.start(input)
  const invocations = spawnedActors(current)
  const executedActions = [...current.effects]
  for (const event of events) {
    const { snapshot, running } = current
    const actorId = /^xstate\.(?:done|error)\.actor\.(.+)$/.exec(event.type)?.[1]
    if (actorId !== undefined && !running.has(actorId))
      throw new Error(`The actor ${actorId} is not running in ${JSON.stringify(snapshot.value)}`)
    current = steps.next(current, event)
    invocations.push(...spawnedActors(current))
    executedActions.push(...current.effects)
  }
  const { value, context, output, tags } = current.snapshot
  return {
    value: value as unknown,
    context: context as unknown,
    output: output as unknown,
    tags: [...tags],
    invocations: invocations.map(({ id, input: actorInput }) => [id, actorInput]),
    invokedIds: invocations.map(({ id }) => id),
    executedActions: executedActions.map(({ type }) => type),
    can: (...candidates: EventObject[]) =>
      candidates.filter((event) => current.snapshot.can(event)).map(({ type }) => type),
  }
}

/** Compares the given parts of a run exactly. */
export function expectRun<Run extends object>(run: Run, expected: { [Part in keyof Run]?: unknown }): void {
  for (const part of Object.keys(expected) as (keyof Run)[])
    expect(run[part], String(part)).toStrictEqual(expected[part])
}
