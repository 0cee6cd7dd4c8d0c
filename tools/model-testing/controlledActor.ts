/** A live actor of a machine whose invoked actors and clock are in the test's hand. Every step is synchronous. */
import {
  createActor,
  SimulatedClock,
  type ActorLogic,
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
  type Snapshot,
} from 'xstate'
import { readChart } from './chart.ts'
import { Coverage, createCoverageInspector } from './coverage.ts'
import { type Trigger } from './trigger.ts'
import { type Model } from './model.ts'
import { isEqual, formatValue } from './isEqual.ts'
import { type Effect, type ActorState } from './stepper.ts'
import { type Path } from './pathRun.ts'

/** A clock on which single delays can be ended, in any order, and which still moves as a clock does. */
export class ControlledClock extends SimulatedClock {
  readonly #waiting = new Map<unknown, { due: number; fire: () => void }>()

  override setTimeout(fire: () => void, timeout: number): number {
    const id = super.setTimeout(() => {
      this.#waiting.delete(id)
      fire()
    }, timeout)
    this.#waiting.set(id, { due: this.now() + timeout, fire })
    return id
  }

  override clearTimeout(id: number): void {
    this.#waiting.delete(id)
    super.clearTimeout(id)
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /** Ends the delay that was started as the `index`-th of those that wait; the clock moves to its end at least. */
  endTimer(index: number): void {
    const [id, timer] = [...this.#waiting][index] ?? []
    if (timer === undefined) throw new Error(`no delay waits at place ${index}: ${this.waiting} wait`)
    this.clearTimeout(id as number)
    // Delays that would have ended before this one stay waiting: in this story somebody was quicker.
    this.move(timer.due)
    timer.fire()
  }

  /** Moves the time without ending anything. */
  private move(to: number): void {
    const held = this as unknown as { _now: number }
    held._now = Math.max(held._now, to)
  }

  /** Lets the time pass to the end of the next delay and ends all that are due. False when none waits. */
  advance(): boolean {
    if (this.#waiting.size === 0) return false
    const next = Math.min(...[...this.#waiting.values()].map(({ due }) => due))
    this.increment(Math.max(0, next - this.now()))
    return true
  }
}

type ControlledEvent = { type: 'fake.done'; output: unknown } | { type: 'fake.error'; error: unknown } | AnyEventObject

/** Stands for every invoked actor: it waits until the test gives its answer. */
const controlledLogic: ActorLogic<Snapshot<unknown>, ControlledEvent, unknown> = {
  // `context` is what `onSnapshot` reads of a machine that has just started.
  getInitialSnapshot: () => ({ status: 'active', output: undefined, error: undefined, context: {} }),
  getPersistedSnapshot: (snapshot) => snapshot,
  transition: (snapshot, event) => {
    if (event.type === 'fake.done') return { status: 'done', output: event['output'] as unknown, error: undefined }
    if (event.type === 'fake.error') return { status: 'error', output: undefined, error: event['error'] as unknown }
    return snapshot
  },
}

export type ControlledActor = {
  readonly snapshot: () => AnyMachineSnapshot
  /** Makes one happening of the model happen. */
  readonly apply: (trigger: Trigger, before: ActorState) => void
  readonly send: (event: EventObject) => void
  /** Gives the answer of the running actor `id`. False when it does not run. */
  readonly answerActor: (id: string, kind: 'done' | 'error', payload: unknown) => boolean
  /** Lets the next delay end. False when none waits. */
  readonly advance: () => boolean
  readonly running: () => string[]
  readonly waiting: () => number
  /** Takes the named actions asked for since the last call. */
  readonly effects: () => Effect[]
  readonly coverage: Coverage
  readonly stop: () => void
}

/** What each live actor has asked for since somebody looked. */
const effectsByActor = new WeakMap<object, Effect[]>()
const fakedMachines = new WeakMap<AnyStateMachine, AnyStateMachine>()

/** Takes the named actions that this live actor has asked for since somebody looked. */
export function takeEffects(actor: object): Effect[] {
  const taken = effectsByActor.get(actor) ?? []
  effectsByActor.delete(actor)
  return taken
}

/** The machine with held actors and recorded actions; made once, because it is as dear as a hundred steps. */
export function withFakeActors(machine: AnyStateMachine): AnyStateMachine {
  const known = fakedMachines.get(machine)
  if (known) return known
  const { actors, actions } = machine.implementations as Record<'actors' | 'actions', Record<string, unknown>>
  const record =
    (type: string) =>
    ({ self }: { self: object }, params: unknown): void => {
      effectsByActor.set(self, [...(effectsByActor.get(self) ?? []), { type, params }])
    }
  const custom = Object.entries(actions).filter(([, action]) => !(typeof action === 'function' && 'resolve' in action))
  const faked = machine.provide({
    actors: Object.fromEntries(Object.keys(actors).map((name) => [name, controlledLogic])),
    actions: Object.fromEntries(custom.map(([type]) => [type, record(type)])),
  } as never) as AnyStateMachine
  fakedMachines.set(machine, faked)
  return faked
}

/** Starts a live actor of `machine` with held actors and a held clock. */
export function createControlledActor(
  machine: AnyStateMachine,
  input: unknown,
  coverage = new Coverage(readChart(machine)),
): ControlledActor {
  const clock = new ControlledClock()
  const root: { ref?: unknown } = {}
  const count = createCoverageInspector(coverage, (ref) => root.ref === undefined || ref === root.ref)
  const actor = createActor(withFakeActors(machine), { input, clock, inspect: count } as never)
  root.ref = actor
  // Without somebody who hears it, XState throws an actor's error out of a timer.
  actor.subscribe({ error: () => undefined })
  actor.start()

  const snapshot = (): AnyMachineSnapshot => actor.getSnapshot() as AnyMachineSnapshot
  const answer = (id: string, kind: 'done' | 'error', payload: unknown): boolean => {
    const child = snapshot().children[id]
    if (!child || (child.getSnapshot() as Snapshot<unknown>).status !== 'active') return false
    child.send(kind === 'done' ? { type: 'fake.done', output: payload } : { type: 'fake.error', error: payload })
    return true
  }
  return {
    snapshot,
    answerActor: answer,
    apply: ({ kind, subject, event, timer }, before) => {
      if (kind === 'done' || kind === 'error') {
        const payload = (event as AnyEventObject)[kind === 'done' ? 'output' : 'error'] as unknown
        if (!answer(subject, kind, payload)) throw new Error(`${machine.id} does not run '${subject}' here`)
      } else if (timer) {
        if (clock.waiting !== before.timers.length)
          throw new Error(`${clock.waiting} delays wait where the path has ${before.timers.length}`)
        clock.endTimer(before.timers.indexOf(timer))
      } else actor.send(event)
    },
    send: (event) => actor.send(event),
    advance: () => clock.advance(),
    running: () =>
      Object.entries(snapshot().children)
        .filter(([, child]) => ((child as AnyActorRef).getSnapshot() as Snapshot<unknown>).status === 'active')
        .map(([id]) => id),
    waiting: () => clock.waiting,
    effects: () => takeEffects(actor),
    coverage,
    stop: () => {
      actor.stop()
    },
  }
}

/** Plays a path on a live actor and throws at the first step where it is not what the path says. */
export function replayPath(model: Model, path: Path, coverage: Coverage): void {
  const live = createControlledActor(model.machine, model.inputs[path.input], coverage)
  const compare = (label: string, { snapshot, effects }: ActorState, asked = live.effects()): void => {
    const now = live.snapshot()
    const expectSame = (what: string, is: unknown, should: unknown): void => {
      if (!isEqual(is, should))
        throw new Error(
          `${model.name}, ${path.input}: ${path.name}\nafter '${label}' ${what} is ${formatValue(is)}, but the path says ${formatValue(should)}`,
        )
    }
    expectSame('the state', now.value, snapshot.value)
    expectSame('the status', now.status, snapshot.status)
    expectSame('the context', now.context, snapshot.context)
    expectSame('what the machine asked for', asked, effects)
    for (const [name, holds] of Object.entries(model.invariants)) {
      if (!holds(now)) throw new Error(`${model.name} breaks '${name}' after '${label}': ${path.input}: ${path.name}`)
    }
  }
  const sendRefused = (refusals: readonly Trigger[], at: ActorState): void => {
    for (const { event } of refusals) {
      live.send(event)
      compare(`${event.type}, which is refused,`, { ...at, effects: [] })
    }
  }
  compare('the start', path.start.actorState)
  sendRefused(path.start.refusals, path.start.actorState)
  let before = path.start.actorState
  for (const step of path.steps) {
    live.apply(step.trigger, before)
    compare(step.label, step.actorState)
    sendRefused(step.refusals, step.actorState)
    before = step.actorState
  }
  live.stop()
}
