/**
 * planChange and its two child machines as one pure machine. Each step is calculated once and memoized: hundreds of
 * thousands of system states contain only a few thousand planChange states.
 */
import { fromPromise, type AnyActorRef, type AnyStateMachine, type AnyEventObject } from 'xstate'
import { paymentMachine } from '../../machines/payment.ts'
import { planChangeMachine } from '../../machines/planChange.ts'
import { type Attempt, type PlanChangeContext, type PlanChangeInput } from '../../machines/payment.types.ts'
import { reconciliationMachine } from '../../machines/reconciliation.ts'
import { outcomeEvent } from '../../tools/model-testing/trigger.ts'
import { createNumbering } from './numbering.ts'
import { createStepper, type ActorState } from '../../tools/model-testing/stepper.ts'

export type Machines = Readonly<Record<'planChange' | 'payment' | 'reconciliation', AnyStateMachine>>

export const machines: Machines = {
  planChange: planChangeMachine,
  payment: paymentMachine,
  reconciliation: reconciliationMachine,
}

/** A state of planChange. Equal states are the same object. */
export type PlanChangeState = {
  readonly index: number
  readonly value: string
  readonly context: PlanChangeContext
  readonly isDone: boolean
  /** Running actors with their input. `payment.pay` is an actor of the child machine. */
  readonly running: readonly { readonly id: string; readonly input: unknown }[]
  /** Ids of the running delays. Durations are ignored: any delay may end first. */
  readonly timers: readonly string[]
  readonly ids: readonly number[]
  readonly keys: readonly string[]
}

/** `effects`: the storage actions of the step. */
export type Step = { readonly state: PlanChangeState; readonly effects: readonly string[] }

type ActiveChild = { readonly id: 'payment' | 'reconciliation'; readonly actorState: ActorState }
type ParentWithChild = { readonly parent: ActorState; readonly child: ActiveChild | undefined }

const isChildId = (id: string): id is ActiveChild['id'] => id === 'payment' || id === 'reconciliation'
const inputOf = ({ snapshot }: ActorState, id: string): unknown =>
  ((snapshot.children as Record<string, AnyActorRef>)[id]?.getSnapshot() as { input?: unknown } | undefined)?.input

/** Removes the time, so that states that differ only in time are equal. */
const withoutTime = (actorState: ActorState): ActorState => ({
  ...actorState,
  now: 0,
  timers: actorState.timers.map((timer) => ({ ...timer, due: 0 })).sort((one, other) => (one.id < other.id ? -1 : 1)),
})

const neverSettles = fromPromise<never, unknown>(() => new Promise<never>(() => undefined))

export function createPlanChangeSystem(machinesByName: Machines) {
  const steppers = {
    // The child machines have their own steppers; these placeholders only expose their input.
    planChange: createStepper(
      machinesByName.planChange.provide({ actors: { payment: neverSettles, reconciliation: neverSettles } }),
    ),
    payment: createStepper(machinesByName.payment),
    reconciliation: createStepper(machinesByName.reconciliation),
  }
  const stateByKey = new Map<string, PlanChangeState>()
  const trees: ParentWithChild[] = []
  const steps = new Map<string, Step>()

  const numberOf = createNumbering()

  const keyOf = ({ snapshot, running, timers }: ActorState): unknown => [
    snapshot.value,
    numberOf(snapshot.context as object),
    snapshot.status,
    [...running].sort(),
    timers.map(({ id }) => id),
  ]

  const internState = (whole: ParentWithChild): PlanChangeState => {
    const key = JSON.stringify([keyOf(whole.parent), whole.child && [whole.child.id, keyOf(whole.child.actorState)]])
    const seen = stateByKey.get(key)
    if (seen) return seen
    const { snapshot, running } = whole.parent
    const context = snapshot.context as PlanChangeContext
    const attempts: (Partial<Attempt> | undefined)[] = [context.attempt, context.request]
    const state: PlanChangeState = {
      index: trees.length,
      value: String(snapshot.value),
      context,
      isDone: snapshot.status === 'done',
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
      ids: attempts.flatMap((attempt) => [
        ...(attempt?.knownSubscriptionIds ?? []),
        ...(attempt?.subscriptionToCancel ? [attempt.subscriptionToCancel.id] : []),
      ]),
      keys: attempts.flatMap((attempt) =>
        attempt?.payKey === undefined ? [] : [attempt.payKey, attempt.cancelKey ?? ''],
      ),
    }
    trees.push(whole)
    stateByKey.set(key, state)
    return state
  }

  /** Starts and ends child machines until only external actors are running. */
  const settleChildren = (outer: ActorState, inner: ActiveChild | undefined, effects: readonly string[]): Step => {
    if (inner?.actorState.snapshot.status === 'done') {
      const event = outcomeEvent('done', inner.id, inner.actorState.snapshot.output)
      const next = withoutTime(steppers.planChange.next(outer, event))
      return settleChildren(next, undefined, [...effects, ...next.effects.map(({ type }) => type)])
    }
    const started = [...outer.running].find(isChildId)
    if (inner === undefined && started !== undefined) {
      const actorState = withoutTime(steppers[started].start(inputOf(outer, started)))
      return settleChildren(outer, { id: started, actorState }, effects)
    }
    return { state: internState({ parent: outer, child: started === undefined ? undefined : inner }), effects }
  }

  const memoize = (name: string, calculate: () => Step): Step => {
    const step = steps.get(name) ?? calculate()
    steps.set(name, step)
    return step
  }

  const send = (from: PlanChangeState, event: AnyEventObject, payload?: object): Step =>
    memoize(`${from.index} ${event.type} ${numberOf(payload)}`, () => {
      const whole = trees[from.index] as ParentWithChild
      if (!whole.parent.snapshot.can(event)) return { state: from, effects: [] }
      const outer = withoutTime(steppers.planChange.next(whole.parent, event))
      return settleChildren(
        outer,
        whole.child,
        outer.effects.map(({ type }) => type),
      )
    })

  return {
    start: (input: PlanChangeInput): Step =>
      memoize(`start ${numberOf(input.request)}`, () =>
        settleChildren(withoutTime(steppers.planChange.start(input)), undefined, []),
      ),
    send,
    respond: (from: PlanChangeState, id: string, kind: 'done' | 'error', payload: object): Step => {
      const [machine = '', child] = id.split('.')
      if (child === undefined) return send(from, outcomeEvent(kind, id, payload), payload)
      return memoize(`${from.index} ${id} ${kind} ${numberOf(payload)}`, () => {
        const whole = trees[from.index] as ParentWithChild
        if (whole.child?.id !== machine) throw new Error(`${id} is not running`)
        const actorState = withoutTime(
          steppers[whole.child.id].next(whole.child.actorState, outcomeEvent(kind, child, payload)),
        )
        return settleChildren(whole.parent, { ...whole.child, actorState }, [])
      })
    },
    endDelay: (from: PlanChangeState, timer: string): Step =>
      memoize(`${from.index} pass ${timer}`, () => {
        const whole = trees[from.index] as ParentWithChild
        const waiting = whole.child?.actorState.timers.find(({ id }) => id === timer)
        if (!whole.child || !waiting) throw new Error(`${timer} is not running`)
        const actorState = withoutTime(steppers[whole.child.id].next(whole.child.actorState, waiting.event, waiting))
        return settleChildren(whole.parent, { ...whole.child, actorState }, [])
      }),
  }
}

export type PlanChangeSystem = ReturnType<typeof createPlanChangeSystem>
