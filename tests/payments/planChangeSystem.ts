/**
 * planChange or cancellation, with its child machines, as one pure machine. Each step is calculated once and memoized: hundreds of
 * thousands of system states contain only a few thousand states of a flow.
 */
import { fromPromise, type AnyActorRef, type AnyStateMachine, type AnyEventObject, type StateValue } from 'xstate'
import { paymentMachine } from '../../machines/payment.ts'
import { planChangeMachine } from '../../machines/planChange.ts'
import { cancellationMachine } from '../../machines/cancellation.ts'
import { type CancellationContext } from '../../machines/cancellation.setup.ts'
import { type Attempt, type PlanChangeContext } from '../../machines/payment.types.ts'
import { reconciliationMachine } from '../../machines/reconciliation.ts'
import { outcomeEvent } from '../../tools/model-testing/trigger.ts'
import { createNumbering, memoize } from './numbering.ts'
import { createStepper, type ActorState } from '../../tools/model-testing/stepper.ts'

export type Machines = Readonly<Record<'planChange' | 'cancellation' | 'payment' | 'reconciliation', AnyStateMachine>>

export const machines: Machines = {
  planChange: planChangeMachine,
  cancellation: cancellationMachine,
  payment: paymentMachine,
  reconciliation: reconciliationMachine,
}

/** A state of a flow. Equal states are the same object. `value` of a nested state is its path. */
export type FlowState<Context> = {
  readonly index: number
  readonly value: string
  readonly context: Context
  readonly isDone: boolean
  /** The actor that holds the lock, or waits for it, is running. */
  readonly isHolding: boolean
  /** Running actors with their input. `payment.pay` is an actor of the child machine. */
  readonly running: readonly { readonly id: string; readonly input: unknown }[]
  /** Ids of the running delays. Durations are ignored: any delay may end first. */
  readonly timers: readonly string[]
  readonly ids: readonly number[]
  readonly keys: readonly string[]
}

export type PlanChangeState = FlowState<PlanChangeContext>
export type CancellationState = FlowState<CancellationContext>

/** `effects`: the custom actions of the step. */
export type Step<Context = PlanChangeContext> = {
  readonly state: FlowState<Context>
  readonly effects: readonly string[]
}

/** The ids of subscriptions and the keys in a context. */
type ReferencesOf<Context> = (context: Context) => Pick<FlowState<Context>, 'ids' | 'keys'>

type ActiveChild = { readonly id: 'payment' | 'reconciliation'; readonly actorState: ActorState }
type ParentWithChild = { readonly parent: ActorState; readonly child: ActiveChild | undefined }

const isChildId = (id: string): id is ActiveChild['id'] => id === 'payment' || id === 'reconciliation'
const inputOf = ({ snapshot }: ActorState, id: string): unknown =>
  ((snapshot.children as Record<string, AnyActorRef>)[id]?.getSnapshot() as { input?: unknown } | undefined)?.input

/** 'attempting.reading' for a nested state. */
const pathOf = (value: StateValue): string =>
  typeof value === 'string'
    ? value
    : Object.entries(value)
        .map(([name, inner]) => `${name}.${inner ? pathOf(inner) : ''}`)
        .join()

/** Removes the time, so that states that differ only in time are equal. */
const withoutTime = (actorState: ActorState): ActorState => ({
  ...actorState,
  now: 0,
  timers: actorState.timers.map((timer) => ({ ...timer, due: 0 })).sort((one, other) => (one.id < other.id ? -1 : 1)),
})

const neverSettles = fromPromise<never, unknown>(() => new Promise<never>(() => undefined))

function createFlow<Context extends object>(
  parentName: 'planChange' | 'cancellation',
  machinesByName: Machines,
  referencesOf: ReferencesOf<Context>,
) {
  const taken: Record<keyof Machines, Set<string>> = {
    planChange: new Set(),
    cancellation: new Set(),
    payment: new Set(),
    reconciliation: new Set(),
  }
  /** Adds the transitions of a step to `taken`. */
  const recordTaken = (name: keyof Machines, actorState: ActorState): ActorState => {
    for (const key of actorState.taken) taken[name].add(key)
    return withoutTime(actorState)
  }
  type FlowStep = Step<Context>
  type State = FlowState<Context>
  const steppers = {
    // The child machines have their own steppers; these placeholders only expose their input.
    parent: createStepper(
      machinesByName[parentName].provide({ actors: { payment: neverSettles, reconciliation: neverSettles } }),
    ),
    payment: createStepper(machinesByName.payment),
    reconciliation: createStepper(machinesByName.reconciliation),
  }
  const stateByKey = new Map<string, State>()
  const trees: ParentWithChild[] = []
  const steps = new Map<string, FlowStep>()

  const numberOf = createNumbering()

  const keyOf = ({ snapshot, running, timers }: ActorState): unknown => [
    snapshot.value,
    numberOf(snapshot.context as object),
    snapshot.status,
    [...running].sort(),
    timers.map(({ id }) => id),
  ]

  const internState = (whole: ParentWithChild): State => {
    const key = JSON.stringify([keyOf(whole.parent), whole.child && [whole.child.id, keyOf(whole.child.actorState)]])
    const seen = stateByKey.get(key)
    if (seen) return seen
    const { snapshot, running } = whole.parent
    const context = snapshot.context as Context
    const state: State = {
      index: trees.length,
      value: pathOf(snapshot.value as StateValue),
      context,
      isDone: snapshot.status === 'done',
      isHolding: running.has('holdAttempt'),
      running: [
        ...[...running]
          .filter((id) => !isChildId(id) && id !== 'holdAttempt')
          .map((id) => ({ id, input: inputOf(whole.parent, id) })),
        ...(whole.child
          ? [...whole.child.actorState.running].map((id) => ({
              id: `${whole.child?.id ?? ''}.${id}`,
              input: whole.child && inputOf(whole.child.actorState, id),
            }))
          : []),
      ],
      timers: whole.child?.actorState.timers.map(({ id }) => id) ?? [],
      ...referencesOf(context),
    }
    trees.push(whole)
    stateByKey.set(key, state)
    return state
  }

  /** Starts and ends child machines until only external actors are running. */
  const settleChildren = (outer: ActorState, inner: ActiveChild | undefined, effects: readonly string[]): FlowStep => {
    if (inner?.actorState.snapshot.status === 'done') {
      const event = outcomeEvent('done', inner.id, inner.actorState.snapshot.output)
      const next = recordTaken(parentName, steppers.parent.next(outer, event))
      return settleChildren(next, undefined, [...effects, ...next.effects.map(({ type }) => type)])
    }
    const started = [...outer.running].find(isChildId)
    if (inner === undefined && started !== undefined) {
      const actorState = recordTaken(started, steppers[started].start(inputOf(outer, started)))
      return settleChildren(outer, { id: started, actorState }, effects)
    }
    return { state: internState({ parent: outer, child: started === undefined ? undefined : inner }), effects }
  }

  const memoize = (name: string, calculate: () => FlowStep): FlowStep => {
    const step = steps.get(name) ?? calculate()
    steps.set(name, step)
    return step
  }

  const send = (from: State, event: AnyEventObject, payload?: object): FlowStep =>
    memoize(`${from.index} ${event.type} ${numberOf(payload)}`, () => {
      const whole = trees[from.index] as ParentWithChild
      if (!whole.parent.snapshot.can(event)) return { state: from, effects: [] }
      const outer = recordTaken(parentName, steppers.parent.next(whole.parent, event))
      return settleChildren(
        outer,
        whole.child,
        outer.effects.map(({ type }) => type),
      )
    })

  return {
    /** The keys of the transitions that the steps so far have taken, by machine. */
    taken,
    start: (input: object): FlowStep =>
      memoize(`start ${numberOf(input)}`, () =>
        settleChildren(recordTaken(parentName, steppers.parent.start(input)), undefined, []),
      ),
    send,
    respond: (from: State, id: string, kind: 'done' | 'error', payload: object): FlowStep => {
      const [machine = '', child] = id.split('.')
      if (child === undefined) return send(from, outcomeEvent(kind, id, payload), payload)
      return memoize(`${from.index} ${id} ${kind} ${numberOf(payload)}`, () => {
        const whole = trees[from.index] as ParentWithChild
        if (whole.child?.id !== machine) throw new Error(`${id} is not running`)
        const actorState = recordTaken(
          whole.child.id,
          steppers[whole.child.id].next(whole.child.actorState, outcomeEvent(kind, child, payload)),
        )
        return settleChildren(whole.parent, { ...whole.child, actorState }, [])
      })
    },
    endDelay: (from: State, timer: string): FlowStep =>
      memoize(`${from.index} pass ${timer}`, () => {
        const whole = trees[from.index] as ParentWithChild
        const waiting = whole.child?.actorState.timers.find(({ id }) => id === timer)
        if (!whole.child || !waiting) throw new Error(`${timer} is not running`)
        const actorState = recordTaken(
          whole.child.id,
          steppers[whole.child.id].next(whole.child.actorState, waiting.event, waiting),
        )
        return settleChildren(whole.parent, { ...whole.child, actorState }, [])
      }),
  }
}

/** The two flows that move money or end a subscription. All explorations of the same machines share their steps. */
export const createFlows = memoize((machinesByName: Machines) => ({
  planChange: createFlow<PlanChangeContext>('planChange', machinesByName, ({ attempt, request }) => {
    const attempts: (Partial<Attempt> | undefined)[] = [attempt, request]
    return {
      ids: attempts.flatMap((one) => [
        ...(one?.knownSubscriptionIds ?? []),
        ...(one?.subscriptionToCancel ? [one.subscriptionToCancel.id] : []),
      ]),
      keys: attempts.flatMap((one) => (one?.payKey === undefined ? [] : [one.payKey, one.cancelKey ?? ''])),
    }
  }),
  cancellation: createFlow<CancellationContext>('cancellation', machinesByName, ({ attempt, subscription }) => ({
    ids: [attempt?.subscriptionToCancel.id, subscription?.id].filter((id) => id !== undefined),
    keys: attempt ? [attempt.key] : [],
  })),
}))

export type Flows = ReturnType<typeof createFlows>
