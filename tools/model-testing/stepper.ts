/**
 * One pure step of a machine, seen from inside: which transitions were taken and which guards said no, which actors
 * run, which delays wait. The same calculation as `transition()` of XState, with the inspection switched on.
 */
import {
  createActor,
  type AnyActorScope,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  type EventObject,
} from 'xstate'
import { keyOf, pathOf, refusedIn } from './chart.ts'

/** A delay that waits: the event it will raise and when, in ms from the start of the path. */
export type Timer = { readonly id: string; readonly event: EventObject; readonly due: number }

/** A named action that the machine asked the outside world to do. */
export type Effect = { readonly type: string; readonly params: unknown }

/** An actor that was invoked on the way to a moment. */
export type Spawned = { readonly id: string; readonly src: string; readonly input: unknown }

export type ActorState = {
  readonly snapshot: AnyMachineSnapshot
  readonly now: number
  readonly timers: readonly Timer[]
  /** Ids of invoked actors that have not answered yet. */
  readonly running: ReadonlySet<string>
  /** Names of the transitions taken on the way here from the moment before. */
  readonly taken: readonly string[]
  /** Names of guarded candidates that were asked and refused. */
  readonly refused: readonly string[]
  /** Every state entered, also those passed through at once. */
  readonly entered: readonly string[]
  /** Event types the machine raised to itself. */
  readonly raised: readonly string[]
  readonly effects: readonly Effect[]
  /** Actors that were invoked on the way here, and the ids of those that were stopped, in order. */
  readonly spawned: readonly Spawned[]
  readonly stopped: readonly string[]
}

type Microstep = { event: EventObject; snapshot: AnyMachineSnapshot; transitions: readonly AnyTransitionDefinition[] }

/** No real machine needs more steps at once; a circle of `always` transitions never ends. */
const MAX_MICROSTEPS = 1_000

type Action = { type: string; params: unknown }

/** Takes and refusals of one macrostep, told from its microsteps. Shared with the live stage. */
export function summarizeMicrosteps(
  before: AnyMachineSnapshot | undefined,
  event: EventObject,
  microsteps: readonly Microstep[],
) {
  const taken = new Set<string>()
  const refused = new Set<string>()
  const entered = new Set<string>()
  const raised = new Set<string>()
  const refuse = (keys: readonly string[]): void => {
    for (const key of keys) refused.add(key)
  }
  const enter = (snapshot: AnyMachineSnapshot): void => {
    for (const node of snapshot._nodes) entered.add(pathOf(node))
  }
  let at = before
  microsteps.forEach((step, i) => {
    const eventless = step.transitions.length > 0 && step.transitions.every(({ eventType }) => eventType === '')
    if (at) {
      // A raised event is taken from the queue only after every `always` has been asked in vain.
      if (!eventless && i > 0) refuse(refusedIn(at, undefined, []))
      refuse(refusedIn(at, eventless ? undefined : step.event.type, step.transitions))
    } else if (eventless) {
      for (const transition of step.transitions) {
        const list = transition.source.always ?? []
        refuse(list.slice(0, list.indexOf(transition)).map((earlier: AnyTransitionDefinition) => keyOf(earlier)))
      }
    }
    if (!eventless && i > 0 && step.event.type !== event.type) raised.add(step.event.type)
    for (const transition of step.transitions) {
      taken.add(keyOf(transition))
      // The first state of a machine may be left before any snapshot shows it.
      entered.add(pathOf(transition.source))
    }
    enter(step.snapshot)
    at = step.snapshot
  })
  if (at?.status === 'active') refuse(refusedIn(at, undefined, []))
  return { taken: [...taken], refused: [...refused], entered: [...entered], raised: [...raised] }
}

/** Steps a machine purely. Make one per machine: it is cheaper than `transition()`, which makes an actor per call. */
export function createStepper(machine: AnyStateMachine) {
  let microsteps: Microstep[] = []
  let actions: Action[] = []
  const self = createActor(machine, {
    inspect: (inspected) => {
      if (inspected.type !== '@xstate.microstep') return
      if (microsteps.length >= MAX_MICROSTEPS)
        throw new Error(
          `${machine.id} never comes to rest on '${inspected.event.type}': ${MAX_MICROSTEPS} transitions followed each other at once. ` +
            `Break the circle of 'always' transitions or raised events.`,
        )
      microsteps.push({
        event: inspected.event,
        snapshot: inspected.snapshot as AnyMachineSnapshot,
        transitions: inspected._transitions,
      })
    },
  })
  const noop = (): void => undefined
  const scope: AnyActorScope = {
    self,
    defer: noop,
    id: '',
    logger: noop,
    sessionId: '',
    stopChild: noop,
    system: self.system,
    emit: noop,
    actionExecutor: (action) => actions.push(action as Action),
  }
  const custom = machine.implementations.actions as Record<string, unknown>
  const isCustom = (type: string): boolean => {
    const action = custom[type]
    return !type.startsWith('xstate.') && !(typeof action === 'function' && 'resolve' in action)
  }

  const completeStep = (
    before: ActorState | undefined,
    event: EventObject,
    now: number,
    waiting: readonly Timer[],
    calculate: () => AnyMachineSnapshot,
  ): ActorState => {
    microsteps = []
    actions = []
    const snapshot = calculate()
    const timers = new Map(waiting.map((timer) => [timer.id, timer]))
    const running = new Set(before?.running)
    const spawned: Spawned[] = []
    const stopped: string[] = []
    const endedActor = /^xstate\.(?:done|error)\.actor\.(.+)$/.exec(event.type)?.[1]
    if (endedActor !== undefined) running.delete(endedActor)
    for (const { type, params } of actions) {
      if (type === 'xstate.raise') {
        const { id, event: raised, delay } = params as { id?: string; event: EventObject; delay?: number }
        if (delay === undefined) continue
        const name = id ?? raised.type
        timers.delete(name)
        timers.set(name, { id: name, event: raised, due: now + delay })
      } else if (type === 'xstate.cancel') timers.delete((params as { sendId: string }).sendId)
      else if (type === 'xstate.spawnChild') {
        const { actorRef, src, input } = params as { actorRef: { id: string }; src: unknown; input: unknown }
        running.add(actorRef.id)
        spawned.push({ id: actorRef.id, src: String(src), input })
      } else if (type === 'xstate.stopChild' && params) {
        const { id } = params as { id: string }
        running.delete(id)
        stopped.push(id)
      }
    }
    const { taken, refused, entered, raised } = summarizeMicrosteps(before?.snapshot, event, microsteps)
    const states = new Set([...entered, ...snapshot._nodes.map((node) => pathOf(node))])
    const ended = snapshot.status !== 'active'
    return {
      snapshot,
      now,
      timers: ended ? [] : [...timers.values()],
      running: ended ? new Set() : running,
      taken,
      refused,
      entered: [...states],
      raised,
      effects: actions.filter(({ type }) => isCustom(type)).map(({ type, params }) => ({ type, params })),
      spawned,
      stopped,
    }
  }

  return {
    /** `now`: when it starts, in ms from the start of the path. */
    start: (input: unknown, now = 0): ActorState =>
      completeStep(undefined, { type: 'xstate.init' }, now, [], () => machine.getInitialSnapshot(scope, input)),
    /** `timer`: the delay whose event this is; the clock moves to it. */
    next: (actorState: ActorState, event: EventObject, timer?: Timer): ActorState => {
      const now = timer ? Math.max(actorState.now, timer.due) : actorState.now
      const waiting = timer ? actorState.timers.filter(({ id }) => id !== timer.id) : actorState.timers
      return completeStep(actorState, event, now, waiting, () => machine.transition(actorState.snapshot, event, scope))
    },
  }
}

export type Stepper = ReturnType<typeof createStepper>
