/** A machine taken purely through what happens to it, to say what it asks of others and where it stands. */
import { type AnyStateMachine, type EventObject } from 'xstate'
import { outcomeEvent } from '../../tools/model-testing/trigger.ts'
import { createStepper, spawnedActors } from '../../tools/model-testing/stepper.ts'

/** The answer that the actor `id` gives. */
export const done = (id: string, output?: unknown): EventObject => outcomeEvent('done', id, output)

/** The actor `id` came to no answer. */
export const errored = (id: string, error: unknown = { message: 'no line' }): EventObject =>
  outcomeEvent('error', id, error)

/** `asked` and `told`: every actor with its input, and every action of the world outside, from the start on. */
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
