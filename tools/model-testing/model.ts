/** A model: a machine with the events, outcomes and invariants that tests use, each with a name. */
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

type PayloadOf<M extends AnyStateMachine, Type extends string> = Payload<Extract<EventFrom<M>, { type: Type }>>

/** By event type, named payloads. Use `''` for a single payload. An event without payload can have its sentence instead. */
export type EventCases<M extends AnyStateMachine> = {
  readonly [Type in EventFrom<M>['type']]?:
    | Readonly<Record<string, PayloadOf<M, Type>>>
    | (object extends PayloadOf<M, Type> ? string : never)
}

/** The outcomes of an invoked actor. `'never'` declares that it has no outcome of that kind. */
export type ActorOutcomes<Output> = {
  readonly done?: Readonly<Record<string, Output>> | 'never'
  readonly error?: Readonly<Record<string, unknown>> | 'never'
  readonly snapshot?: Readonly<Record<string, unknown>>
}

/** By invoke id. Where the id is the name of an actor in `setup`, the outputs are typed by it. */
export type OutcomeCases<M extends AnyStateMachine> = {
  readonly [A in ActorsOf<M> as A['src']]?: ActorOutcomes<OutputOf<A>>
} & Readonly<Record<string, ActorOutcomes<never> | ActorOutcomes<unknown>>>

/** Sentences for testers. The default is made from the names. */
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
  /** Named inputs. The exploration starts from each. */
  readonly inputs: Readonly<Record<string, InputFrom<M>>>
  readonly events: EventCases<M>
  readonly outcomes?: OutcomeCases<M>
  /** The part of the context that guards read. Default: none. */
  readonly stateKey?: (snapshot: SnapshotFrom<M>) => unknown
  /** Conditions that hold in every state, by their sentence. */
  readonly invariants?: Readonly<Record<string, (snapshot: SnapshotFrom<M>) => boolean>>
  readonly texts?: StepTexts
  /** Maximum number of edges of an exploration. Default: 20,000. */
  readonly limit?: number
}

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

export type TypedModel<M extends AnyStateMachine> = Model & { readonly source: M }

/** Creates the model of a machine. `runPaths` reports missing and unused cases. */
export function createModel<M extends AnyStateMachine>(config: ModelConfig<M>): TypedModel<M> {
  const untyped = config as unknown as Partial<Model>
  const events: [string, string | Model['events'][string]][] = Object.entries(untyped.events ?? {})
  const sentences = events.flatMap(([type, cases]) => (typeof cases === 'string' ? [[type, cases]] : []))
  return {
    name: config.machine.id,
    machine: config.machine,
    source: config.machine,
    inputs: config.inputs,
    events: Object.fromEntries(events.map(([type, cases]) => [type, typeof cases === 'string' ? { '': {} } : cases])),
    outcomes: untyped.outcomes ?? {},
    stateKey: untyped.stateKey ?? (() => null),
    invariants: untyped.invariants ?? {},
    texts: { ...config.texts, events: { ...config.texts?.events, ...Object.fromEntries(sentences) } },
    limit: untyped.limit ?? 20_000,
  }
}
