/** Replays paths of a system on live actors; only the actors outside the system are fakes. */
import {
  createActor,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
  type Snapshot,
} from 'xstate'
import { childPath, srcOf, type ActorTree, type MapOutput } from './actorTree.ts'
import { ControlledClock, takeEffects, withFakeActors } from './controlledActor.ts'
import { formatValue, isEqual } from './isEqual.ts'
import { settleEnvironment } from './peerActors.ts'
import { type SystemPath } from './systemRun.ts'
import { type SystemEvent, type SystemState } from './systemStepper.ts'

function withMappedOutput(machine: AnyStateMachine, mapOutput: MapOutput | undefined): AnyStateMachine {
  if (!mapOutput) return machine
  const map = (snapshot: AnyMachineSnapshot): AnyMachineSnapshot => {
    if (snapshot.status !== 'done') return snapshot
    const { kind, payload } = mapOutput(snapshot.output)
    // The methods of a snapshot use `this`, so the copy needs its prototype.
    return Object.assign(
      Object.create(Object.getPrototypeOf(snapshot) as object) as AnyMachineSnapshot,
      snapshot,
      kind === 'done' ? { output: payload } : { status: 'error', output: undefined, error: payload },
    )
  }
  return Object.assign(Object.create(machine) as AnyStateMachine, {
    getInitialSnapshot: (...args: Parameters<AnyStateMachine['getInitialSnapshot']>) =>
      map(machine.getInitialSnapshot(...args)),
    transition: (...args: Parameters<AnyStateMachine['transition']>) => map(machine.transition(...args)),
  })
}

const systemMachines = new WeakMap<ActorTree, AnyStateMachine>()

function systemMachineOf(tree: ActorTree): AnyStateMachine {
  const known = systemMachines.get(tree)
  if (known) return known
  const actors = Object.fromEntries(
    Object.entries(tree.children ?? {}).map(([src, child]) => [
      src,
      withMappedOutput(systemMachineOf(child), child.mapOutput),
    ]),
  )
  const systemMachine = withFakeActors(tree.model.machine).provide({ actors } as never) as AnyStateMachine
  systemMachines.set(tree, systemMachine)
  return systemMachine
}

const snapshotOf = (ref: AnyActorRef): AnyMachineSnapshot => ref.getSnapshot() as AnyMachineSnapshot
const childrenOf = (ref: AnyActorRef): Record<string, AnyActorRef> =>
  snapshotOf(ref).children as Record<string, AnyActorRef>
const runningIn = (ref: AnyActorRef): string[] =>
  Object.entries(childrenOf(ref))
    .filter(([, child]) => (child.getSnapshot() as Snapshot<unknown>).status === 'active')
    .map(([id]) => id)

const flushPromises = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

function createLiveSystem(tree: ActorTree, startName: string) {
  const { peers } = tree
  const { input, environment: first } = peers?.starts[startName] ?? { input: startName, environment: undefined }
  const clock = new ControlledClock()
  const startActor = (machine: AnyStateMachine, actorInput: unknown): AnyActorRef => {
    const ref = createActor(machine, { input: actorInput, clock } as never) as AnyActorRef
    // XState throws an actor's error from a timer unless it has an error observer.
    ref.subscribe({ error: () => undefined })
    ref.start()
    return ref
  }
  const root = startActor(systemMachineOf(tree), tree.model.inputs[input])
  const livePeers = new Map<string, AnyActorRef>()
  let environment = first

  const enter = (name: string, peerInput: unknown): void => {
    const peer = peers?.machines[name]
    if (!peer) throw new Error(`${tree.model.name} has no peer '${name}'`)
    const machine = systemMachineOf(peer).provide({ actors: peer.live?.(root) ?? {} } as never) as AnyStateMachine
    const ref = startActor(machine, peerInput)
    ref.subscribe({ complete: () => (environment &&= peers.afterEnd(environment, name)) })
    livePeers.set(name, ref)
  }
  const leave = (name: string): void => {
    livePeers.get(name)?.stop()
    livePeers.delete(name)
  }
  /** Peers send in promises, as in the application. */
  const settle = async (): Promise<void> => {
    if (!peers || !environment) return
    await flushPromises()
    environment = settleEnvironment(peers, environment, {
      root: () => snapshotOf(root),
      isPresent: (peer) => livePeers.has(peer),
      leave,
      enter,
    })
    await flushPromises()
  }
  const actorAt = (actorPath: string): AnyActorRef => {
    let ref = root
    for (const [i, id] of (actorPath === '' ? [] : actorPath.split('/')).entries()) {
      const child = (i === 0 ? livePeers.get(id) : undefined) ?? childrenOf(ref)[id]
      if (!child) throw new Error(`'${actorPath}' does not run`)
      ref = child
    }
    return ref
  }
  const triggerActor = ({ actorPath, trigger }: Extract<SystemEvent, { kind: 'trigger' }>): void => {
    const { kind, subject, event } = trigger
    if (kind === 'event' || kind === 'snapshot') {
      actorAt(actorPath).send(event)
      return
    }
    const payload = (event as EventObject & Record<string, unknown>)[kind === 'done' ? 'output' : 'error']
    const peer = peers?.machines[actorPath]
    if (peer && kind === 'done')
      for (const sent of peer.eventsOnDone?.[srcOf(tree, actorPath, subject)]?.(payload, snapshotOf(root)) ?? [])
        root.send(sent)
    actorAt(childPath(actorPath, subject)).send(
      kind === 'done' ? { type: 'fake.done', output: payload } : { type: 'fake.error', error: payload },
    )
  }
  return {
    actorAt,
    settle,
    environment: () => environment,
    peers: () => [...livePeers.keys()],
    apply: async (event: SystemEvent): Promise<void> => {
      if (event.kind === 'navigate') environment = event.environment
      else if (event.kind === 'trigger') triggerActor(event)
      else if (!clock.advance()) throw new Error('no delay is pending')
      await settle()
    },
    stop: () => {
      for (const peer of livePeers.values()) peer.stop()
      root.stop()
    },
  }
}

/** System states that a replay has already compared; paths share their first steps. */
const comparedStates = new WeakSet<SystemState>()

/**
 * Replays a path on live actors. Throws at the first step after which an actor has another state, context, set of
 * running actors or effects than the path.
 */
export async function replaySystemPath(tree: ActorTree, path: SystemPath): Promise<void> {
  const live = createLiveSystem(tree, path.input)
  const expectSame = (what: string, actual: unknown, expected: unknown): void => {
    if (!isEqual(actual, expected))
      throw new Error(`${what} is ${formatValue(actual)}, but the path has ${formatValue(expected)}`)
  }
  const compare = ({ actors, environment }: SystemState): void => {
    const expectedPeers = Object.keys(tree.peers?.machines ?? {}).filter((peer) => actors.has(peer))
    expectSame('the environment', live.environment(), environment)
    expectSame('the list of peers', live.peers().sort(), expectedPeers.sort())
    for (const [actorPath, { snapshot, running }] of actors) {
      const ref = live.actorAt(actorPath)
      expectSame(`the state of '${actorPath}'`, snapshotOf(ref).value, snapshot.value)
      expectSame(`the context of '${actorPath}'`, snapshotOf(ref).context, snapshot.context)
      if (snapshot.status === 'active')
        expectSame(`the list of actors in '${actorPath}'`, runningIn(ref).sort(), [...running].sort())
    }
  }
  const compareEffects = ({ actors }: SystemState, before: SystemState | undefined): void => {
    for (const [actorPath, actorState] of actors) {
      const isUnchanged = before?.actors.get(actorPath) === actorState
      expectSame(
        `the list of effects of '${actorPath}'`,
        takeEffects(live.actorAt(actorPath)),
        isUnchanged ? [] : actorState.effects,
      )
    }
  }
  let label = 'the start'
  let before: SystemState | undefined
  const check = (state: SystemState): void => {
    if (!comparedStates.has(state)) compare(state)
    comparedStates.add(state)
    compareEffects(state, before)
    before = state
  }
  try {
    await live.settle()
    check(path.start)
    for (const { event, state } of path.steps) {
      label = event.label
      await live.apply(event)
      check(state)
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${tree.model.name}, ${path.input}: ${path.name}\nafter '${label}' ${reason}`, { cause: error })
  } finally {
    live.stop()
  }
}
