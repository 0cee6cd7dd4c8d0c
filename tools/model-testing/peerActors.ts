/**
 * Peers: machines that communicate with the root of a system and are not its children. The root always runs; a peer
 * runs while the environment, such as the current route, contains it.
 */
import { type AnyActorLogic, type AnyActorRef, type AnyMachineSnapshot, type EventObject } from 'xstate'
import { type ActorTree } from './actorTree.ts'
import { type ActorState } from './stepper.ts'
import { type SystemState } from './systemStepper.ts'

/** What decides which peers run, such as a route. Environments with the same JSON are the same. */
export type Environment = { readonly name: string; readonly message?: string }

/** An actor of a peer that sends events to the root and runs until the root has handled them. */
export type PeerRequest = {
  eventsFor(input: unknown): readonly EventObject[]
  isOver(root: AnyMachineSnapshot): boolean
  /** The reason of a failure; undefined if the request succeeded. */
  failureOf(root: AnyMachineSnapshot): string | undefined
}

export type PeerActor = ActorTree & {
  readonly input?: (root: AnyMachineSnapshot) => unknown
  /** By name of the actor in `setup`. */
  readonly requests?: Readonly<Record<string, PeerRequest>>
  /** By name of an actor in `setup`: the events that the root receives before the peer receives its output. */
  readonly eventsOnDone?: Readonly<
    Record<string, (output: unknown, root: AnyMachineSnapshot) => readonly EventObject[]>
  >
  /** The implementations of `requests` for `replaySystemPath`. */
  readonly live?: (root: AnyActorRef) => Readonly<Record<string, AnyActorLogic>>
}

export type PeerActors = {
  readonly machines: Readonly<Record<string, PeerActor>>
  /** Named starts: an input of the root's model and the first environment. */
  readonly starts: Readonly<Record<string, { readonly input: string; readonly environment: Environment }>>
  /** Returns the environment after redirects, and the peers that run in it. */
  readonly resolveEnvironment: (
    environment: Environment,
    root: AnyMachineSnapshot,
  ) => { readonly environment: Environment; readonly present: readonly string[] }
  /** The navigation that the user can cause, by label. */
  readonly userActions: (
    environment: Environment,
    actors: ReadonlyMap<string, ActorState>,
  ) => Readonly<Record<string, Environment>>
  /** Returns false while the user cannot send events to a peer, for example behind a dialog. */
  readonly isReachable: (environment: Environment, peer: string) => boolean
  readonly afterEnd: (environment: Environment, peer: string) => Environment
  readonly invariants: Readonly<Record<string, (state: SystemState) => boolean>>
}

const MAX_REDIRECTS = 10

/**
 * Follows redirects, and stops and starts peers, until the environment no longer changes. Throws if the redirects form
 * a loop.
 */
export function settleEnvironment(
  peers: PeerActors,
  start: Environment,
  system: {
    root: () => AnyMachineSnapshot
    isPresent: (peer: string) => boolean
    leave: (peer: string) => void
    enter: (peer: string, input: unknown) => void
  },
): Environment {
  let environment = start
  for (let i = 0; i < MAX_REDIRECTS; i++) {
    const resolved = peers.resolveEnvironment(environment, system.root())
    const isSame = JSON.stringify(resolved.environment) === JSON.stringify(environment)
    environment = resolved.environment
    const missing = resolved.present.filter((peer) => !system.isPresent(peer))
    for (const peer of Object.keys(peers.machines))
      if (!resolved.present.includes(peer) && system.isPresent(peer)) system.leave(peer)
    for (const peer of missing) system.enter(peer, peers.machines[peer]?.input?.(system.root()))
    if (isSame && missing.length === 0) return environment
  }
  throw new Error(`The redirects from '${start.name}' form a loop.`)
}
