/** Runs events through a machine without side effects and returns its state, invocations and actions. */
import { type AnyStateMachine, type EventObject } from 'xstate'
import { outcomeEvent } from '../../tools/model-testing/trigger.ts'
import { createStepper, spawnedActors } from '../../tools/model-testing/stepper.ts'

/** The event for the output of the actor `id`. */
export const done = (id: string, output?: unknown): EventObject => outcomeEvent('done', id, output)

/** The event for an error of the actor `id`. */
export const errored = (id: string, error: unknown = { message: 'no line' }): EventObject =>
  outcomeEvent('error', id, error)

/** `invocations`: each invoked actor with its input. `executedActions`: the actions that the machine leaves open. */
export function runEvents(machine: AnyStateMachine, input: unknown, ...events: EventObject[]) {
  const steps = createStepper(machine)
  let current = steps.start(input)
  const invocations = spawnedActors(current)
  const executedActions = [...current.effects]
  for (const event of events) {
    const { snapshot, running } = current
    const answered = /^xstate\.(?:done|error)\.actor\.(.+)$/.exec(event.type)?.[1]
    if (answered !== undefined && !running.has(answered))
      throw new Error(`${answered} does not run in ${JSON.stringify(snapshot.value)}`)
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
    executedActions: executedActions.map(({ type }) => type),
    can: (...candidates: EventObject[]) =>
      candidates.filter((event) => current.snapshot.can(event)).map(({ type }) => type),
  }
}
