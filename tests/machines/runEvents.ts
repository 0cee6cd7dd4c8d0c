/** Runs events through a machine without side effects and returns its state, invocations and actions. */
import { expect, it } from 'vitest'
import { type AnyStateMachine, type EventFrom, type EventObject } from 'xstate'
import { outcomeEvent } from '../../tools/model-testing/trigger.ts'
import { delayOf } from '../../tools/model-testing/chart.ts'
import { createStepper, spawnedActors } from '../../tools/model-testing/stepper.ts'

export const done = (id: string, output?: unknown): EventObject => outcomeEvent('done', id, output)

export const errored = (id: string, error: unknown = { message: 'no connection' }): EventObject =>
  outcomeEvent('error', id, error)

/** The end of a pending delay. */
export const elapsed = (delay: string): EventObject => ({ type: `elapsed.${delay}` })

/** A pause of the given ms, in which no delay ends. */
export const passed = (ms: number): EventObject => ({ type: `passed.${ms}` })

/**
 * `invocations`: each invoked actor with its input. `executedActions`: the actions without an implementation
 * in the machine. `started`: what the last event invokes. `delays`: the pending delays, in ms.
 */
export function runEvents(machine: AnyStateMachine, input: unknown, ...events: EventObject[]) {
  const steps = createStepper(machine)
  let current = steps.start(input)
  const invocations = spawnedActors(current)
  const executedActions = [...current.effects]
  for (const event of events) {
    const { snapshot, running } = current
    const actorId = /^xstate\.(?:done|error)\.actor\.(.+)$/.exec(event.type)?.[1]
    const delay = /^elapsed\.(.+)$/.exec(event.type)?.[1]
    const pause = /^passed\.(.+)$/.exec(event.type)?.[1]
    if (pause !== undefined) {
      const now = current.now + Number(pause)
      const ended = current.timers.find(({ due }) => due <= now)
      if (ended) throw new Error(`The delay ${delayOf(ended.event.type)} ends within ${pause} ms`)
      current = { ...current, now }
      continue
    }
    const timer = current.timers.find((pending) => delayOf(pending.event.type) === delay)
    if (delay !== undefined && timer === undefined)
      throw new Error(`The delay ${delay} is not pending in ${JSON.stringify(snapshot.value)}`)
    if (actorId !== undefined && !running.has(actorId))
      throw new Error(`The actor ${actorId} is not running in ${JSON.stringify(snapshot.value)}`)
    current = timer ? steps.next(current, timer.event, timer) : steps.next(current, event)
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
    started: spawnedActors(current).map(({ id, input: actorInput }) => [id, actorInput]),
    delays: current.timers.map(({ event, due }) => [delayOf(event.type), due - current.now]),
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

/** What happens to a machine, and the state, the values and the calls that follow. */
type Example<M extends AnyStateMachine> = {
  /** What the example shows, see docs/requirements.md. */
  readonly requirement?: string | readonly string[]
  readonly input?: unknown
  readonly when: readonly (EventFrom<M> | EventObject)[]
  readonly state: unknown
  /** Parts of the context, such as the message on the screen. */
  readonly shows?: Readonly<Record<string, unknown>>
  /** What the last event invokes, with its input. */
  readonly starts?: readonly (readonly [id: string, input: unknown])[]
  readonly executes?: readonly string[]
  readonly delays?: readonly (readonly [name: string, ms: number])[]
  readonly tags?: readonly string[]
  readonly output?: unknown
}

/** Defines a test for each example, by its title. */
export function testExamples<M extends AnyStateMachine>(
  machine: M,
  examples: Readonly<Record<string, Example<M>>>,
): void {
  for (const [title, { requirement = [], input, when, state, shows, starts, executes, ...rest }] of Object.entries(
    examples,
  ))
    it(title, { tags: [requirement].flat() }, () => {
      const { value, context, started, executedActions, ...run } = runEvents(machine, input, ...when)
      expect(value).toEqual(state)
      if (shows) expect(context).toEqual(expect.objectContaining(shows))
      if (starts) expect(started).toEqual(starts)
      if (executes) expect(executedActions).toEqual(executes)
      expect(run).toMatchObject(rest)
    })
}
