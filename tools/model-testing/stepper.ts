/**
 * One pure step of a machine, as `transition()` of XState computes it, with more of its result: the transitions taken,
 * the guards that refused, the invoked actors and the pending delays.
 */
import {
  createActor,
  type AnyActorRef,
  type AnyActorScope,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  type EventObject,
} from 'xstate'
import { keyOf, pathOf, refusedIn } from './chart.ts'

/** A pending delay: the event that it raises and when, in ms from the start of the path. */
export type Timer = { readonly id: string; readonly event: EventObject; readonly due: number }

/** A custom action of `setup`, with its params. */
export type Effect = { readonly type: string; readonly params: unknown }

/** What a machine does to one of its actors. */
export type ChildAction =
  | { readonly kind: 'spawn'; readonly id: string; readonly src: string; readonly input: unknown }
  | { readonly kind: 'send'; readonly id: string; readonly event: EventObject }
  | { readonly kind: 'stop'; readonly id: string }

export type Spawned = Extract<ChildAction, { kind: 'spawn' }>

export type ActorState = {
  readonly snapshot: AnyMachineSnapshot
  readonly now: number
  readonly timers: readonly Timer[]
  readonly running: ReadonlySet<string>
  readonly taken: readonly string[]
  /** Keys of the candidates whose guard was evaluated and false. */
  readonly refused: readonly string[]
  /** Paths of every state entered, transient ones included. */
  readonly entered: readonly string[]
  /** Types of the events that the machine raised. */
  readonly raised: readonly string[]
  readonly effects: readonly Effect[]
  /** In the order in which the machine executes them. An actor that is stopped before it starts is left out. */
  readonly childActions: readonly ChildAction[]
}

export const spawnedActors = ({ childActions }: Pick<ActorState, 'childActions'>): Spawned[] =>
  childActions.filter((action) => action.kind === 'spawn')

type Microstep = { event: EventObject; snapshot: AnyMachineSnapshot; transitions: readonly AnyTransitionDefinition[] }

/** A loop of `always` transitions exceeds it; other machines do not. */
const MAX_MICROSTEPS = 1_000

type Action = { type: string; params: unknown }

/** Returns the transitions taken and the guards that refused in one macrostep. */
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
      // A raised event is taken from the queue only when no `always` transition is enabled.
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
      // The initial state may be exited before a snapshot has it.
      entered.add(pathOf(transition.source))
    }
    enter(step.snapshot)
    at = step.snapshot
  })
  if (at?.status === 'active') refuse(refusedIn(at, undefined, []))
  return { taken: [...taken], refused: [...refused], entered: [...entered], raised: [...raised] }
}

/** Creates the pure step functions of a machine. `transition()` would create an actor per call. */
export function createStepper(machine: AnyStateMachine) {
  let microsteps: Microstep[] = []
  let actions: Action[] = []
  const self = createActor(machine, {
    inspect: (inspected) => {
      if (inspected.type !== '@xstate.microstep') return
      if (microsteps.length >= MAX_MICROSTEPS)
        throw new Error(
          `${machine.id} never settles on '${inspected.event.type}': it took ${MAX_MICROSTEPS} transitions in one macrostep. ` +
            `Break the loop of 'always' transitions or raised events.`,
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
    let childActions: ChildAction[] = []
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
        childActions.push({ kind: 'spawn', id: actorRef.id, src: String(src), input })
      } else if (type === 'xstate.sendTo') {
        const { to, event: sent, delay } = params as { to: AnyActorRef; event: EventObject; delay?: number }
        if (delay !== undefined) throw new Error(`${machine.id}: 'sendTo' with a delay is not supported`)
        childActions.push({ kind: 'send', id: to.id, event: sent })
      } else if (type === 'xstate.stopChild' && params) {
        const { id } = params as { id: string }
        running.delete(id)
        const isStarting = childActions.some((action) => action.kind === 'spawn' && action.id === id)
        if (isStarting) childActions = childActions.filter((action) => action.kind === 'stop' || action.id !== id)
        else childActions.push({ kind: 'stop', id })
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
      childActions,
    }
  }

  return {
    /** `now`: the start time in ms from the start of the path. */
    start: (input: unknown, now = 0): ActorState =>
      completeStep(undefined, { type: 'xstate.init' }, now, [], () => machine.getInitialSnapshot(scope, input)),
    /** `timer`: the delay that ends with this event; the clock advances to it. */
    next: (actorState: ActorState, event: EventObject, timer?: Timer): ActorState => {
      const now = timer ? Math.max(actorState.now, timer.due) : actorState.now
      const waiting = timer ? actorState.timers.filter(({ id }) => id !== timer.id) : actorState.timers
      return completeStep(actorState, event, now, waiting, () => machine.transition(actorState.snapshot, event, scope))
    },
  }
}

export type Stepper = ReturnType<typeof createStepper>
