/**
 * planChange with its two inner flows as one pure machine: every step is calculated once and remembered, so that
 * hundreds of thousands of worlds cost what their few hundred different flows cost.
 */
import { fromPromise, type AnyStateMachine, type EventObject, type Snapshot } from 'xstate'
import { paymentMachine } from '../../machines/payment.ts'
import { planChangeMachine, type PlanChangeContext, type PlanChangeInput } from '../../machines/planChange.ts'
import { reconciliationMachine, type Attempt } from '../../machines/reconciliation.ts'
import { answerEvent } from '../../tools/model-testing/happening.ts'
import { stepper, type Moment } from '../../tools/model-testing/step.ts'

export type Machines = Readonly<Record<'planChange' | 'payment' | 'reconciliation', AnyStateMachine>>

export const machines: Machines = {
  planChange: planChangeMachine,
  payment: paymentMachine,
  reconciliation: reconciliationMachine,
}

/** A planChange somewhere on its way. Two of them that are the same are the same object. */
export type Flow = {
  readonly number: number
  readonly value: string
  readonly context: PlanChangeContext
  readonly isOver: boolean
  /** What waits for an answer, with what it was asked. `payment.pay` is the call of the inner flow. */
  readonly running: readonly { readonly id: string; readonly input: unknown }[]
  /** Delays that may end, by id. Time is left out: any of them may be the first. */
  readonly timers: readonly string[]
  /** Every id of a subscription and every key that is still spoken of here. */
  readonly ids: readonly number[]
  readonly keys: readonly string[]
}

/** `effects`: what the step asked the storage to do. */
export type Step = { readonly flow: Flow; readonly effects: readonly string[] }

type Inner = { readonly id: 'payment' | 'reconciliation'; readonly moment: Moment }
type Whole = { readonly outer: Moment; readonly inner: Inner | undefined }

const isInner = (id: string): id is Inner['id'] => id === 'payment' || id === 'reconciliation'
const inputOf = ({ snapshot }: Moment, id: string): unknown =>
  (snapshot.children[id]?.getSnapshot() as Snapshot<unknown> & { input?: unknown }).input

/** Without time: the same moment later is the same moment. */
const timeless = (moment: Moment): Moment => ({
  ...moment,
  now: 0,
  timers: moment.timers.map((timer) => ({ ...timer, due: 0 })).sort((one, other) => (one.id < other.id ? -1 : 1)),
})

const held = fromPromise<never, unknown>(() => new Promise<never>(() => undefined))

export function flows(named: Machines) {
  const steppers = {
    // The inner flows are stepped here; what stands in their place only shows what they are begun with.
    planChange: stepper(named.planChange.provide({ actors: { payment: held, reconciliation: held } } as never)),
    payment: stepper(named.payment),
    reconciliation: stepper(named.reconciliation),
  }
  const known = new Map<string, Flow>()
  const wholes: Whole[] = []
  const steps = new Map<string, Step>()

  const keyOf = ({ snapshot, running, timers }: Moment): unknown => [
    snapshot.value,
    snapshot.context as unknown,
    snapshot.status,
    [...running].sort(),
    timers.map(({ id }) => id),
  ]

  const enter = (whole: Whole): Flow => {
    const key = JSON.stringify([keyOf(whole.outer), whole.inner && [whole.inner.id, keyOf(whole.inner.moment)]])
    const seen = known.get(key)
    if (seen) return seen
    const { snapshot, running } = whole.outer
    const context = snapshot.context as PlanChangeContext
    const attempts: (Partial<Attempt> | undefined)[] = [context.attempt, context.wish]
    const flow: Flow = {
      number: wholes.length,
      value: String(snapshot.value),
      context,
      isOver: snapshot.status === 'done',
      running: [
        ...[...running]
          .filter((id) => !isInner(id) && id !== 'holdAttempt')
          .map((id) => ({ id, input: inputOf(whole.outer, id) })),
        ...(whole.inner
          ? [...whole.inner.moment.running].map((id) => ({
              id: `${whole.inner?.id ?? ''}.${id}`,
              input: whole.inner && inputOf(whole.inner.moment, id),
            }))
          : []),
      ],
      timers: whole.inner?.moment.timers.map(({ id }) => id) ?? [],
      ids: attempts.flatMap((attempt) => [...(attempt?.known ?? []), ...(attempt?.ending ? [attempt.ending.id] : [])]),
      keys: attempts.flatMap((attempt) =>
        attempt?.payKey === undefined ? [] : [attempt.payKey, attempt.cancelKey ?? ''],
      ),
    }
    wholes.push(whole)
    known.set(key, flow)
    return flow
  }

  /** Lets inner flows begin and end until somebody outside is waited for. */
  const rest = (outer: Moment, inner: Inner | undefined, effects: readonly string[]): Step => {
    if (inner?.moment.snapshot.status === 'done') {
      const event = answerEvent('done', inner.id, inner.moment.snapshot.output)
      const next = timeless(steppers.planChange.next(outer, event))
      return rest(next, undefined, [...effects, ...next.effects.map(({ type }) => type)])
    }
    const begun = [...outer.running].find(isInner)
    if (inner === undefined && begun !== undefined) {
      const moment = timeless(steppers[begun].start(inputOf(outer, begun)))
      return rest(outer, { id: begun, moment }, effects)
    }
    return { flow: enter({ outer, inner: begun === undefined ? undefined : inner }), effects }
  }

  const remembered = (name: string, calculate: () => Step): Step => {
    const step = steps.get(name) ?? calculate()
    steps.set(name, step)
    return step
  }

  const send = (from: Flow, event: EventObject): Step =>
    remembered(JSON.stringify([from.number, event]), () => {
      const whole = wholes[from.number] as Whole
      const outer = timeless(steppers.planChange.next(whole.outer, event))
      return rest(
        outer,
        whole.inner,
        outer.effects.map(({ type }) => type),
      )
    })

  return {
    count: () => wholes.length,
    start: (input: PlanChangeInput): Step =>
      remembered(JSON.stringify(['start', input]), () =>
        rest(timeless(steppers.planChange.start(input)), undefined, []),
      ),
    send,
    /** The answer of something that runs. */
    answer: (from: Flow, id: string, kind: 'done' | 'error', payload: unknown): Step => {
      const [machine = '', child] = id.split('.')
      if (child === undefined) return send(from, answerEvent(kind, id, payload))
      return remembered(JSON.stringify([from.number, id, kind, payload]), () => {
        const whole = wholes[from.number] as Whole
        if (whole.inner?.id !== machine) throw new Error(`${id} does not run here`)
        const moment = timeless(steppers[whole.inner.id].next(whole.inner.moment, answerEvent(kind, child, payload)))
        return rest(whole.outer, { ...whole.inner, moment }, [])
      })
    },
    /** A delay ends. */
    pass: (from: Flow, timer: string): Step =>
      remembered(JSON.stringify([from.number, 'pass', timer]), () => {
        const whole = wholes[from.number] as Whole
        const waiting = whole.inner?.moment.timers.find(({ id }) => id === timer)
        if (!whole.inner || !waiting) throw new Error(`${timer} does not wait here`)
        const moment = timeless(steppers[whole.inner.id].next(whole.inner.moment, waiting.event, waiting))
        return rest(whole.outer, { ...whole.inner, moment }, [])
      }),
  }
}

export type Flows = ReturnType<typeof flows>
