/**
 * Machines that are peers: none runs inside another, but one of them, the outermost, is there all the time, and the
 * others come and go with where a person is and with what it is at. They talk to it as the application wires them.
 */
import { type AnyActorLogic, type AnyActorRef, type AnyMachineSnapshot, type EventObject } from 'xstate'
import { type Cast, type Scene } from './company.ts'
import { type Moment } from './step.ts'

/** Where a person is, and what is said there. Two places with the same content are one. */
export type Place = { readonly name: string; readonly words?: string }

/** What an actor of a peer says to the outermost machine, until when it then runs, and why it came to nothing. */
export type Talk = {
  says(input: unknown): readonly EventObject[]
  isOver(outermost: AnyMachineSnapshot): boolean
  failure(outermost: AnyMachineSnapshot): string | undefined
}

export type Peer = Cast & {
  readonly input?: (outermost: AnyMachineSnapshot) => unknown
  /** By name of the actor. */
  readonly talks?: Readonly<Record<string, Talk>>
  /** By name of an actor: what the outermost machine hears when it answers, before the peer does. */
  readonly remarks?: Readonly<
    Record<string, (output: unknown, outermost: AnyMachineSnapshot) => readonly EventObject[]>
  >
  /** The talks as the application plays them on a live machine; without them the peer can't be played live. */
  readonly live?: (outermost: AnyActorRef) => Readonly<Record<string, AnyActorLogic>>
}

export type Peers = {
  readonly machines: Readonly<Record<string, Peer>>
  /** Named beginnings: the input of the outermost machine, by its name in the model, and where a person is. */
  readonly starts: Readonly<Record<string, { readonly input: string; readonly place: Place }>>
  /** Where somebody who is at `place` is led, as the outermost machine now is, and who is there. */
  readonly arrive: (
    place: Place,
    outermost: AnyMachineSnapshot,
  ) => { readonly place: Place; readonly present: readonly string[] }
  /** Where a person can go from here, by what they do for it. */
  readonly ways: (place: Place, actors: ReadonlyMap<string, Moment>) => Readonly<Record<string, Place>>
  /** Whether a person can do anything with this peer, as things are: a dialog keeps one from what is behind it. */
  readonly isReached: (place: Place, peer: string) => boolean
  /** Where the end of a peer leads. */
  readonly after: (place: Place, peer: string) => Place
  /** What must hold at every moment, by a sentence that says it. */
  readonly rules: Readonly<Record<string, (scene: Scene) => boolean>>
}

/** Guards that send somebody in a circle never come to rest. */
const MOST_ARRIVALS = 10

/**
 * Leads to where the guards say, and lets those come and go who are there then. `leave` and `come` do that; what they
 * change is read anew by `outermost`.
 */
export function settleIn(
  peers: Peers,
  begin: Place,
  world: {
    outermost: () => AnyMachineSnapshot
    isThere: (peer: string) => boolean
    leave: (peer: string) => void
    come: (peer: string, input: unknown) => void
  },
): Place {
  let place = begin
  for (let i = 0; i < MOST_ARRIVALS; i++) {
    const arrival = peers.arrive(place, world.outermost())
    const isSame = JSON.stringify(arrival.place) === JSON.stringify(place)
    place = arrival.place
    const fresh = arrival.present.filter((peer) => !world.isThere(peer))
    for (const peer of Object.keys(peers.machines))
      if (!arrival.present.includes(peer) && world.isThere(peer)) world.leave(peer)
    for (const peer of fresh) world.come(peer, peers.machines[peer]?.input?.(world.outermost()))
    if (isSame && fresh.length === 0) return place
  }
  throw new Error(`Nobody who is at '${begin.name}' ever arrives: the guards lead in a circle.`)
}
