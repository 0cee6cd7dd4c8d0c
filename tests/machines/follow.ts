/** A machine taken purely through what happens to it, to say what it asks of others and where it stands. */
import { type AnyStateMachine, type EventObject } from 'xstate'
import { answerEvent } from '../../tools/model-testing/happening.ts'
import { stepper } from '../../tools/model-testing/step.ts'

/** The answer that the actor `id` gives. */
export const done = (id: string, output?: unknown): EventObject => answerEvent('done', id, output)

/** The actor `id` came to no answer. */
export const lost = (id: string, error: unknown = { message: 'no line' }): EventObject =>
  answerEvent('error', id, error)

/** `asked` and `told`: every actor with its input, and every action of the world outside, from the start on. */
export function follow(machine: AnyStateMachine, input: unknown, ...events: EventObject[]) {
  const steps = stepper(machine)
  let moment = steps.start(input)
  const asked = [...moment.spawned]
  const told = [...moment.effects]
  for (const event of events) {
    const { snapshot, running } = moment
    const answered = /^xstate\.(?:done|error)\.actor\.(.+)$/.exec(event.type)?.[1]
    if (answered !== undefined && !running.has(answered))
      throw new Error(`${answered} does not run in ${JSON.stringify(snapshot.value)}`)
    moment = steps.next(moment, event)
    asked.push(...moment.spawned)
    told.push(...moment.effects)
  }
  const { value, context, output, tags } = moment.snapshot
  return {
    value: value as unknown,
    context: context as unknown,
    output: output as unknown,
    tags: [...tags],
    asked: asked.map(({ id, input: question }) => [id, question]),
    told: told.map(({ type }) => type),
    can: (...candidates: EventObject[]) =>
      candidates.filter((event) => moment.snapshot.can(event)).map(({ type }) => type),
  }
}
