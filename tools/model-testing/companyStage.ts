/** The machines of a company live in one another; only what stands outside of them is in the test's hand. */
import {
  createActor,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
  type Snapshot,
} from 'xstate'
import { below, srcOf, type Cast, type Scene, type ScenePath, type Translate } from './company.ts'
import { settleIn } from './peers.ts'
import { same, show } from './same.ts'
import { doubleOf, effectsOf, HeldClock } from './stage.ts'

/** The machine as an actor whose end is told to its parent in the parent's words. */
function translated(machine: AnyStateMachine, translate: Translate | undefined): AnyStateMachine {
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

const troupes = new WeakMap<Cast, AnyStateMachine>()

/** The outermost machine with the others in it; all other actors are held. */
function troupeOf(cast: Cast): AnyStateMachine {
  const known = troupes.get(cast)
  if (known) return known
  const actors = Object.fromEntries(
    Object.entries(cast.children ?? {}).map(([src, child]) => [src, translated(troupeOf(child), child.translate)]),
  )
  const troupe = doubleOf(cast.model.machine).provide({ actors } as never) as AnyStateMachine
  troupes.set(cast, troupe)
  return troupe
}

/** Moments that live machines have been found to be in: other paths that begin with the same steps only pass them. */
const seen = new WeakSet<Scene>()

/** Lets promises of the application say what they have to say. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/**
 * Plays a path on live actors and throws at the first step at which one of them is not what the path says. Peers talk
 * as the application does, in promises: where there are some, each step waits until they are through.
 */
export async function perform(cast: Cast, path: ScenePath): Promise<void> {
  const clock = new HeldClock()
  const { peers } = cast
  const { input, place: begin } = peers?.starts[path.input] ?? { input: path.input, place: undefined }
  const start = (machine: AnyStateMachine, own: unknown): AnyActorRef => {
    const ref = createActor(machine, { input: own, clock } as never) as AnyActorRef
    // Without somebody who hears it, XState throws an actor's error out of a timer.
    ref.subscribe({ error: () => undefined })
    ref.start()
    return ref
  }
  const root = start(troupeOf(cast), cast.model.inputs[input])
  const live = new Map<string, AnyActorRef>()
  const snapshotOf = (ref: AnyActorRef): AnyMachineSnapshot => ref.getSnapshot() as AnyMachineSnapshot
  let place = begin
  const rest = async (): Promise<void> => {
    if (!peers || !place) return
    await settled()
    place = settleIn(peers, place, {
      outermost: () => snapshotOf(root),
      isThere: (peer) => live.has(peer),
      leave: (peer) => {
        live.get(peer)?.stop()
        live.delete(peer)
      },
      come: (name, own) => {
        const peer = peers.machines[name]
        if (!peer) throw new Error(`nobody plays '${name}'`)
        const machine = troupeOf(peer).provide({ actors: peer.live?.(root) ?? {} } as never) as AnyStateMachine
        const ref = start(machine, own)
        ref.subscribe({ complete: () => (place &&= peers.after(place, name)) })
        live.set(name, ref)
      },
    })
    await settled()
  }
  const childrenOf = (ref: AnyActorRef): Record<string, AnyActorRef> =>
    snapshotOf(ref).children as Record<string, AnyActorRef>
  const at = (way: string): AnyActorRef => {
    let ref = root
    for (const [i, id] of (way === '' ? [] : way.split('/')).entries()) {
      const child = (i === 0 ? live.get(id) : undefined) ?? childrenOf(ref)[id]
      if (!child) throw new Error(`${cast.model.name}, ${path.input}: ${path.name}\n'${way}' is not there`)
      ref = child
    }
    return ref
  }
  const compare = (label: string, { actors, place: should }: Scene): void => {
    const there = Object.keys(peers?.machines ?? {}).filter((peer) => actors.has(peer))
    if (!same([...live.keys()].sort(), there.sort()) || !same(place, should))
      throw new Error(
        `${cast.model.name}, ${path.input}: ${path.name}\nafter '${label}' ${show([...live.keys()])} are at ${show(place)}, but the path has ${show(there)} at ${show(should)}`,
      )
    for (const [way, { snapshot }] of actors) {
      const ref = at(way)
      const now = snapshotOf(ref)
      const differ = (what: string, is: unknown, should: unknown): void => {
        if (same(is, should)) return
        const whose = `${cast.model.name}, ${path.input}: ${path.name}\nafter '${label}' ${what} of '${way}'`
        throw new Error(`${whose} is ${show(is)}, but the path says ${show(should)}`)
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
  const effects = (label: string, { actors }: Scene, before: Scene | undefined): void => {
    for (const [way, moment] of actors) {
      // A moment that a step did not touch asked for nothing new.
      const should = before?.actors.get(way) === moment ? [] : moment.effects
      const is = effectsOf(at(way))
      if (!same(is.slice(-should.length || is.length), should))
        throw new Error(
          `${cast.model.name}, ${path.input}: ${path.name}\nafter '${label}' '${way}' asked for ${show(is)}, but the path says ${show(should)}`,
        )
    }
  }
  const look = (label: string, scene: Scene, before?: Scene): void => {
    if (!seen.has(scene)) compare(label, scene)
    seen.add(scene)
    effects(label, scene, before)
  }
  await rest()
  look('the start', path.start)
  let before = path.start
  for (const { act, scene } of path.steps) {
    if (act.kind === 'way') place = act.place
    else if (act.kind === 'time') {
      if (!clock.pass()) throw new Error(`${cast.model.name}, ${path.input}: no delay waits where the path has one`)
    } else {
      const { kind, subject, event } = act.happening
      if (kind === 'event' || kind === 'snapshot') at(act.at).send(event)
      else {
        const payload = (event as EventObject & Record<string, unknown>)[kind === 'done' ? 'output' : 'error']
        const src = peers?.machines[act.at] && srcOf(cast, act.at, subject)
        if (src !== undefined && kind === 'done')
          for (const heard of peers?.machines[act.at]?.remarks?.[src]?.(payload, snapshotOf(root)) ?? [])
            root.send(heard)
        at(below(act.at, subject)).send(
          kind === 'done' ? { type: 'held.done', output: payload } : { type: 'held.error', error: payload },
        )
      }
    }
    await rest()
    look(act.label, scene, before)
    before = scene
  }
  for (const peer of live.values()) peer.stop()
  root.stop()
}
