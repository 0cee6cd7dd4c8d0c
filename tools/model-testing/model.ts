/**
 * A model: one machine of the product and everything that may happen to it, under names a reader can follow.
 * The engine beside this file walks it, stages it, draws random sequences from it, prints it as steps and drives a
 * browser by it. Words are those of XState's coming testing package: `events` with named cases, `outcomes`, `invariants`.
 */
import { type AnyStateMachine, type EventFrom, type InputFrom, type OutputFrom, type SnapshotFrom } from 'xstate'
import { type AnyActorLogic, type ProvidedActor, type StateMachine } from 'xstate'

/** The actors that `setup` of machine `M` names: `{ src, logic }` of each. */
export type ActorsOf<M> =
  M extends StateMachine<
    infer _Context,
    infer _Event,
    infer _Children,
    infer Actor,
    infer _Action,
    infer _Guard,
    infer _Delay,
    infer _Value,
    infer _Tag,
    infer _Input,
    infer _Output,
    infer _Emitted,
    infer _Meta,
    infer _Schema,
    infer _TransitionMeta
  >
    ? Actor
    : never

type OutputOf<A extends ProvidedActor> = A['logic'] extends AnyActorLogic ? OutputFrom<A['logic']> : unknown

type Payload<E> = Omit<E, 'type'>

/** Per event type, its payloads worth telling apart, each under a name. `''` is the name of an only case. */
export type EventCases<M extends AnyStateMachine> = {
  readonly [Type in EventFrom<M>['type']]?: Readonly<Record<string, Payload<Extract<EventFrom<M>, { type: Type }>>>>
}

/** The answers of one invoked actor. `'never'` says that this answer can't come, so nobody has to handle it. */
export type ActorOutcomes<Output> = {
  readonly done?: Readonly<Record<string, Output>> | 'never'
  readonly error?: Readonly<Record<string, unknown>> | 'never'
  readonly snapshot?: Readonly<Record<string, unknown>>
}

/** By invoke id. Where the id is the name of an actor in `setup`, the outputs are typed by it. */
export type OutcomeCases<M extends AnyStateMachine> = {
  readonly [A in ActorsOf<M> as A['src']]?: ActorOutcomes<OutputOf<A>>
} & Readonly<Record<string, ActorOutcomes<never> | ActorOutcomes<unknown>>>

/** Optional sentences for testers; what is left out is made from the names. */
export type StepTexts = {
  /** By event type, or `type / case` for one case: 'Press Login with a wrong password.' */
  readonly events?: Readonly<Record<string, string>>
  /** By invoke id, `id done / case` or `id error / case`: 'The host refuses the password.' */
  readonly outcomes?: Readonly<Record<string, string>>
  /** By name of the delay: 'Two seconds pass.' */
  readonly delays?: Readonly<Record<string, string>>
}

export type ModelConfig<M extends AnyStateMachine> = {
  readonly machine: M
  /** Named starting points; each is walked. */
  readonly inputs: Readonly<Record<string, InputFrom<M>>>
  /** What a person, a callback actor or another machine may send. */
  readonly events: EventCases<M>
  /** How each invoked promise or child machine may answer. */
  readonly outcomes?: OutcomeCases<M>
  /** The part of the context that decides what may happen next. Left out: none of it. */
  readonly stateKey?: (snapshot: SnapshotFrom<M>) => unknown
  /** What must hold in every state that is reached, by a sentence that says it. */
  readonly invariants?: Readonly<Record<string, (snapshot: SnapshotFrom<M>) => boolean>>
  readonly texts?: StepTexts
  /** The most edges that a walk may have; 20,000 when left out. A walk that meets it says so. */
  readonly limit?: number
}

/** A model whose machine's type is no longer known: what the engine works on. */
export type Model = {
  readonly name: string
  readonly machine: AnyStateMachine
  readonly inputs: Readonly<Record<string, unknown>>
  readonly events: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>
  readonly outcomes: Readonly<Record<string, ActorOutcomes<unknown>>>
  readonly stateKey: (snapshot: SnapshotFrom<AnyStateMachine>) => unknown
  readonly invariants: Readonly<Record<string, (snapshot: SnapshotFrom<AnyStateMachine>) => boolean>>
  readonly texts: StepTexts
  readonly limit: number
}

/** A model that still knows its machine's type, for flows that are typed by it. */
export type TypedModel<M extends AnyStateMachine, C extends ModelConfig<M> = ModelConfig<M>> = Model & {
  readonly source: M
  readonly config: C
}

/** Declares the model of a machine. It checks types only; `inspectModel` and the walk check the rest. */
export function createModel<M extends AnyStateMachine, C extends ModelConfig<M>>(
  config: C & { readonly machine: M },
): TypedModel<M, C> {
  const untyped = config as unknown as Partial<Model> & { machine: M; limit?: number }
  return {
    name: config.machine.id,
    machine: config.machine,
    source: config.machine,
    config,
    inputs: config.inputs,
    events: untyped.events ?? {},
    outcomes: untyped.outcomes ?? {},
    stateKey: untyped.stateKey ?? (() => null),
    invariants: untyped.invariants ?? {},
    texts: config.texts ?? {},
    limit: untyped.limit ?? 20_000,
  }
}
