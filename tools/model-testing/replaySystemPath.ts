/** The machines of a company live in one another; only what stands outside of them is in the test's hand. */
import {
  createActor,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
  type Snapshot,
} from 'xstate'
import { childPath, srcOf, type ActorTree, type SystemState, type SystemPath, type Translate } from './systemRun.ts'
import { settleEnvironment } from './peerActors.ts'
import { isEqual, formatValue } from './isEqual.ts'
import { withFakeActors, takeEffects, ControlledClock } from './controlledActor.ts'

/** The machine as an actor whose end is told to its parent in the parent's words. */
function withTranslatedOutput(machine: AnyStateMachine, translate: Translate | undefined): AnyStateMachine {
  if (!translate) return machine
  const change = (snapshot: AnyMachineSnapshot): AnyMachineSnapshot => {
    if (snapshot.status !== 'done') return snapshot
    const { kind, payload } = translate(snapshot.output)
    // The snapshot keeps its methods: they read it by `this`.
    return Object.assign(
      Object.create(Object.getPrototypeOf(snapshot) as object) as AnyMachineSnapshot,
      snapshot,
      kind === 'done' ? { output: payload } : { status: 'error', output: undefined, error: payload },
    )
  }
  const own = Object.create(machine) as AnyStateMachine
  return Object.assign(own, {
    getInitialSnapshot: (...args: Parameters<AnyStateMachine['getInitialSnapshot']>) =>
      change(machine.getInitialSnapshot(...args)),
    transition: (...args: Parameters<AnyStateMachine['transition']>) => change(machine.transition(...args)),
  })
}

const systemMachines = new WeakMap<ActorTree, AnyStateMachine>()

/** The outermost machine with the others in it; all other actors are held. */
function systemMachineOf(tree: ActorTree): AnyStateMachine {
  const known = systemMachines.get(tree)
  if (known) return known
  const actors = Object.fromEntries(
    Object.entries(tree.children ?? {}).map(([src, child]) => [
      src,
      withTranslatedOutput(systemMachineOf(child), child.translate),
    ]),
  )
  const systemMachine = withFakeActors(tree.model.machine).provide({ actors } as never) as AnyStateMachine
  systemMachines.set(tree, systemMachine)
  return systemMachine
}

/** Moments that live machines have been found to be in: other paths that begin with the same steps only pass them. */
const checkedStates = new WeakSet<SystemState>()

/** Lets promises of the application say what they have to say. */
const flushPromises = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/**
 * Plays a path on live actors and throws at the first step at which one of them is not what the path says. Peers talk
 * as the application does, in promises: where there are some, each step waits until they are through.
 */
export async function replaySystemPath(tree: ActorTree, path: SystemPath): Promise<void> {
  const clock = new ControlledClock()
  const { peers } = tree
  const { input, environment: startEnvironment } = peers?.starts[path.input] ?? {
    input: path.input,
    environment: undefined,
  }
  const start = (machine: AnyStateMachine, own: unknown): AnyActorRef => {
    const ref = createActor(machine, { input: own, clock } as never) as AnyActorRef
    // Without somebody who hears it, XState throws an actor's error out of a timer.
    ref.subscribe({ error: () => undefined })
    ref.start()
    return ref
  }
  const root = start(systemMachineOf(tree), tree.model.inputs[input])
  const live = new Map<string, AnyActorRef>()
  const snapshotOf = (ref: AnyActorRef): AnyMachineSnapshot => ref.getSnapshot() as AnyMachineSnapshot
  let environment = startEnvironment
  const settle = async (): Promise<void> => {
    if (!peers || !environment) return
    await flushPromises()
    environment = settleEnvironment(peers, environment, {
      outermost: () => snapshotOf(root),
      isPresent: (peer) => live.has(peer),
      leave: (peer) => {
        live.get(peer)?.stop()
        live.delete(peer)
      },
      enter: (name, own) => {
        const peer = peers.machines[name]
        if (!peer) throw new Error(`nobody plays '${name}'`)
        const machine = systemMachineOf(peer).provide({ actors: peer.live?.(root) ?? {} } as never) as AnyStateMachine
        const ref = start(machine, own)
        ref.subscribe({ complete: () => (environment &&= peers.afterEnd(environment, name)) })
        live.set(name, ref)
      },
    })
    await flushPromises()
  }
  const childrenOf = (ref: AnyActorRef): Record<string, AnyActorRef> =>
    snapshotOf(ref).children as Record<string, AnyActorRef>
  const at = (actorPath: string): AnyActorRef => {
    let ref = root
    for (const [i, id] of (actorPath === '' ? [] : actorPath.split('/')).entries()) {
      const child = (i === 0 ? live.get(id) : undefined) ?? childrenOf(ref)[id]
      if (!child) throw new Error(`${tree.model.name}, ${path.input}: ${path.name}\n'${actorPath}' is not there`)
      ref = child
    }
    return ref
  }
  const compare = (label: string, { actors, environment: should }: SystemState): void => {
    const there = Object.keys(peers?.machines ?? {}).filter((peer) => actors.has(peer))
    if (!isEqual([...live.keys()].sort(), there.sort()) || !isEqual(environment, should))
      throw new Error(
        `${tree.model.name}, ${path.input}: ${path.name}\nafter '${label}' ${formatValue([...live.keys()])} are at ${formatValue(environment)}, but the path has ${formatValue(there)} at ${formatValue(should)}`,
      )
    for (const [way, { snapshot }] of actors) {
      const ref = at(way)
      const now = snapshotOf(ref)
      const differ = (what: string, is: unknown, should: unknown): void => {
        if (isEqual(is, should)) return
        const whose = `${tree.model.name}, ${path.input}: ${path.name}\nafter '${label}' ${what} of '${way}'`
        throw new Error(`${whose} is ${formatValue(is)}, but the path says ${formatValue(should)}`)
      }
      differ('the state', now.value, snapshot.value)
      differ('the context', now.context, snapshot.context)
      const running = Object.entries(childrenOf(ref))
        .filter(([, child]) => (child.getSnapshot() as Snapshot<unknown>).status === 'active')
        .map(([id]) => id)
      const wanted = snapshot.status === 'active' ? [...(actors.get(way)?.running ?? [])] : []
      differ('what runs in it', running.sort(), snapshot.status === 'active' ? wanted.sort() : running)
    }
  }
  /** What the machines asked for in this step, as far as the path still has them on the stage. */
  const checkEffects = (label: string, { actors }: SystemState, before: SystemState | undefined): void => {
    for (const [way, actorState] of actors) {
      // A moment that a step did not touch asked for nothing new.
      const should = before?.actors.get(way) === actorState ? [] : actorState.effects
      const is = takeEffects(at(way))
      if (!isEqual(is.slice(-should.length || is.length), should))
        throw new Error(
          `${tree.model.name}, ${path.input}: ${path.name}\nafter '${label}' '${way}' asked for ${formatValue(is)}, but the path says ${formatValue(should)}`,
        )
    }
  }
  const checkState = (label: string, systemState: SystemState, before?: SystemState): void => {
    if (!checkedStates.has(systemState)) compare(label, systemState)
    checkedStates.add(systemState)
    checkEffects(label, systemState, before)
  }
  await settle()
  checkState('the start', path.start)
  let before = path.start
  for (const { systemEvent: act, systemState } of path.steps) {
    if (act.kind === 'way') environment = act.environment
    else if (act.kind === 'time') {
      if (!clock.advance()) throw new Error(`${tree.model.name}, ${path.input}: no delay waits where the path has one`)
    } else {
      const { kind, subject, event } = act.trigger
      if (kind === 'event' || kind === 'snapshot') at(act.at).send(event)
      else {
        const payload = (event as EventObject & Record<string, unknown>)[kind === 'done' ? 'output' : 'error']
        const src = peers?.machines[act.at] && srcOf(tree, act.at, subject)
        if (src !== undefined && kind === 'done')
          for (const heard of peers?.machines[act.at]?.eventsOnDone?.[src]?.(payload, snapshotOf(root)) ?? [])
            root.send(heard)
        at(childPath(act.at, subject)).send(
          kind === 'done' ? { type: 'held.done', output: payload } : { type: 'held.error', error: payload },
        )
      }
    }
    await settle()
    checkState(act.label, systemState, before)
    before = systemState
  }
  for (const peer of live.values()) peer.stop()
  root.stop()
}
