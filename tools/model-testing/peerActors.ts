/**
 * Machines that are peers: none runs inside another, but one of them, the outermost, is there all the time, and the
 * others come and go with where a person is and with what it is at. They talk to it as the application wires them.
 */
import { type AnyActorLogic, type AnyActorRef, type AnyMachineSnapshot, type EventObject } from 'xstate'
import { type ActorTree, type SystemState } from './systemRun.ts'
import { type ActorState } from './stepper.ts'

/** Where a person is, and what is said there. Two places with the same content are one. */
export type Environment = { readonly name: string; readonly message?: string }

/** What an actor of a peer says to the outermost machine, until when it then runs, and why it came to nothing. */
export type PeerRequest = {
  eventsFor(input: unknown): readonly EventObject[]
  isOver(outermost: AnyMachineSnapshot): boolean
  failureOf(outermost: AnyMachineSnapshot): string | undefined
}

export type PeerActor = ActorTree & {
  readonly input?: (outermost: AnyMachineSnapshot) => unknown
  /** By name of the actor. */
  readonly requests?: Readonly<Record<string, PeerRequest>>
  /** By name of an actor: what the outermost machine hears when it answers, before the peer does. */
  readonly eventsOnDone?: Readonly<
    Record<string, (output: unknown, outermost: AnyMachineSnapshot) => readonly EventObject[]>
  >
  /** The talks as the application plays them on a live machine; without them the peer can't be played live. */
  readonly live?: (outermost: AnyActorRef) => Readonly<Record<string, AnyActorLogic>>
}

export type PeerActors = {
  readonly machines: Readonly<Record<string, PeerActor>>
  /** Named beginnings: the input of the outermost machine, by its name in the model, and where a person is. */
  readonly starts: Readonly<Record<string, { readonly input: string; readonly environment: Environment }>>
  /** Where somebody who is at `place` is led, as the outermost machine now is, and who is there. */
  readonly resolveEnvironment: (
    place: Environment,
    outermost: AnyMachineSnapshot,
  ) => { readonly place: Environment; readonly present: readonly string[] }
  /** Where a person can go from here, by what they do for it. */
  readonly userActions: (
    place: Environment,
    actors: ReadonlyMap<string, ActorState>,
  ) => Readonly<Record<string, Environment>>
  /** Whether a person can do anything with this peer, as things are: a dialog keeps one from what is behind it. */
  readonly isReachable: (place: Environment, peer: string) => boolean
  /** Where the end of a peer leads. */
  readonly afterEnd: (place: Environment, peer: string) => Environment
  /** What must hold at every moment, by a sentence that says it. */
  readonly rules: Readonly<Record<string, (systemState: SystemState) => boolean>>
}

/** Guards that send somebody in a circle never come to rest. */
const MAX_REDIRECTS = 10

/**
 * Leads to where the guards say, and lets those come and go who are there then. `leave` and `come` do that; what they
 * change is read anew by `outermost`.
 */
export function settleEnvironment(
  peers: PeerActors,
  start: Environment,
  world: {
    outermost: () => AnyMachineSnapshot
    isPresent: (peer: string) => boolean
    leave: (peer: string) => void
    enter: (peer: string, input: unknown) => void
  },
): Environment {
  let environment = start
  for (let i = 0; i < MAX_REDIRECTS; i++) {
    const resolved = peers.resolveEnvironment(environment, world.outermost())
    const isSame = JSON.stringify(resolved.place) === JSON.stringify(environment)
    environment = resolved.place
    const missing = resolved.present.filter((peer) => !world.isPresent(peer))
    for (const peer of Object.keys(peers.machines))
      if (!resolved.present.includes(peer) && world.isPresent(peer)) world.leave(peer)
    for (const peer of missing) world.enter(peer, peers.machines[peer]?.input?.(world.outermost()))
    if (isSame && missing.length === 0) return environment
  }
  throw new Error(`Nobody who is at '${start.name}' ever arrives: the guards lead in a circle.`)
}
