/** Stubs for the actors and actions that a machine declares. They have the types of the implementations and throw when they run. */
import { fromCallback, fromPromise, type ActorLogic, type AnyStateMachine, type EventObject } from 'xstate'
import { type EventFrom, type InputFrom, type NonReducibleUnknown, type SnapshotFrom } from 'xstate'

/**
 * The stubs of one machine. Each throws "<machine>: provide <name>" unless `machine.provide` replaces it.
 *
 * @example
 * const stub = createStubs('signIn')
 * const actors = { login: stub.promise<LoginResponse, { form: LoginForm }>('login') }
 */
export function createStubs(machine: string) {
  const missing = (name: string) => (): never => {
    throw new Error(`${machine}: provide ${name}`)
  }
  return {
    action: missing,
    promise: <Output, Input = NonReducibleUnknown>(name: string) => fromPromise<Output, Input>(missing(name)),
    callback: <Event extends EventObject, Input = NonReducibleUnknown>(name: string) =>
      fromCallback<Event, Input>(missing(name)),
    machine: <Machine extends AnyStateMachine>(
      name: string,
    ): ActorLogic<SnapshotFrom<Machine>, EventFrom<Machine>, InputFrom<Machine>> => ({
      getInitialSnapshot: missing(name),
      getPersistedSnapshot: missing(name),
      transition: missing(name),
    }),
  }
}
