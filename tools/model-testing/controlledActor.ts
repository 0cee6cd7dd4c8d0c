/** A live actor with fake invoked actors and a controlled clock. Every step is synchronous. */
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

/** A simulated clock that can also end single delays, in any order. */
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

  /** Ends a pending delay, by the order in which the delays started. The clock advances to its end at least. */
  endTimer(index: number): void {
    const [id, timer] = [...this.#waiting][index] ?? []
    if (timer === undefined) throw new Error(`There is no pending delay ${index}; ${this.waiting} are pending`)
    this.clearTimeout(id as number)
    // Delays with an earlier end stay pending.
    this.move(timer.due)
    timer.fire()
  }

  /** Advances the time without ending delays. */
  private move(to: number): void {
    const clock = this as unknown as { _now: number }
    clock._now = Math.max(clock._now, to)
  }

  /** Advances to the end of the next delay and ends all that are due. Returns false if none is pending. */
  advance(): boolean {
    if (this.#waiting.size === 0) return false
    const next = Math.min(...[...this.#waiting.values()].map(({ due }) => due))
    this.increment(Math.max(0, next - this.now()))
    return true
  }
}

type ControlledEvent = { type: 'fake.done'; output: unknown } | { type: 'fake.error'; error: unknown } | AnyEventObject

/** The fake of an invoked actor: it is active until the test sends its outcome. */
const controlledLogic: ActorLogic<Snapshot<unknown>, ControlledEvent, unknown> = {
  // `onSnapshot` of the parent reads the context of a machine that has started.
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
  readonly apply: (trigger: Trigger, before: ActorState) => void
  readonly send: (event: EventObject) => void
  /** Sends the outcome of an actor. Returns false if the actor does not run. */
  readonly sendOutcome: (id: string, kind: 'done' | 'error', payload: unknown) => boolean
  /** Ends the next delay. Returns false if none is pending. */
  readonly advance: () => boolean
  readonly running: () => string[]
  readonly waiting: () => number
  readonly effects: () => Effect[]
  readonly coverage: Coverage
  readonly stop: () => void
}

const effectsByActor = new WeakMap<object, Effect[]>()
const fakedMachines = new WeakMap<AnyStateMachine, AnyStateMachine>()

export function takeEffects(actor: object): Effect[] {
  const taken = effectsByActor.get(actor) ?? []
  effectsByActor.delete(actor)
  return taken
}

/** Returns the machine with fake actors and recorded actions. Cached, because `provide` is slow. */
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

export function createControlledActor(
  machine: AnyStateMachine,
  input: unknown,
  coverage = new Coverage(readChart(machine)),
): ControlledActor {
  const clock = new ControlledClock()
  const root: { ref?: unknown } = {}
  const inspect = createCoverageInspector(coverage, (ref) => root.ref === undefined || ref === root.ref)
  const actor = createActor(withFakeActors(machine), { input, clock, inspect } as never)
  root.ref = actor
  // XState throws an actor's error from a timer unless it has an error observer.
  actor.subscribe({ error: () => undefined })
  actor.start()

  const snapshot = (): AnyMachineSnapshot => actor.getSnapshot() as AnyMachineSnapshot
  const sendOutcome = (id: string, kind: 'done' | 'error', payload: unknown): boolean => {
    const child = snapshot().children[id]
    if (!child || (child.getSnapshot() as Snapshot<unknown>).status !== 'active') return false
    child.send(kind === 'done' ? { type: 'fake.done', output: payload } : { type: 'fake.error', error: payload })
    return true
  }
  return {
    snapshot,
    sendOutcome,
    apply: ({ kind, subject, event, timer }, before) => {
      if (kind === 'done' || kind === 'error') {
        const payload = (event as AnyEventObject)[kind === 'done' ? 'output' : 'error'] as unknown
        if (!sendOutcome(subject, kind, payload)) throw new Error(`${machine.id} does not run '${subject}' here`)
      } else if (timer) {
        if (clock.waiting !== before.timers.length)
          throw new Error(`${clock.waiting} delays are pending, but the path has ${before.timers.length}`)
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

/** Replays a path on a live actor. Throws at the first difference. */
export function replayPath(model: Model, path: Path, coverage: Coverage): void {
  const live = createControlledActor(model.machine, model.inputs[path.input], coverage)
  const compare = (label: string, { snapshot, effects }: ActorState, recorded = live.effects()): void => {
    const now = live.snapshot()
    const expectSame = (what: string, is: unknown, should: unknown): void => {
      if (!isEqual(is, should))
        throw new Error(
          `${model.name}, ${path.input}: ${path.name}\nafter '${label}' ${what} is ${formatValue(is)}, but the path has ${formatValue(should)}`,
        )
    }
    expectSame('the state', now.value, snapshot.value)
    expectSame('the status', now.status, snapshot.status)
    expectSame('the context', now.context, snapshot.context)
    expectSame('the list of effects', recorded, effects)
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
