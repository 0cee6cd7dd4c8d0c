/** What may happen next to a machine in a given moment: events of the model, answers of running actors, delays. */
import { getNextTransitions, type EventObject } from 'xstate'
import { delayOf, matches } from './chart.ts'
import { type Model } from './model.ts'
import { type ActorState, type Timer } from './stepper.ts'

export type TriggerKind = 'event' | 'done' | 'error' | 'snapshot' | 'delay'

export type Trigger = {
  readonly kind: TriggerKind
  /** The event type, the invoke id, or the name of the delay. */
  readonly subject: string
  /** The name of the payload case; `''` where there is only one. */
  readonly case: string
  readonly event: EventObject
  /** Set for a delay: which of the waiting delays ends. */
  readonly timer?: Timer
  /** False for a delay that ends before a shorter one: possible only where somebody took their time before. */
  readonly isTimely: boolean
}

/** The name of a happening, unique within its model: `form.submit / valid`, `validate done / granted`, `after fade`. */
export function labelOf({ kind, subject, case: name }: Pick<Trigger, 'kind' | 'subject' | 'case'>): string {
  const head = kind === 'event' ? subject : kind === 'delay' ? `after ${subject}` : `${subject} ${kind}`
  return name === '' ? head : `${head} / ${name}`
}

export const cases = <T>(outcomes: Readonly<Record<string, T>> | 'never' | undefined): [string, T][] =>
  outcomes === undefined || outcomes === 'never' ? [] : Object.entries(outcomes)

/** The event that an actor's answer is to its parent, in the shape that XState itself sends. */
export function outcomeEvent(kind: 'done' | 'error' | 'snapshot', id: string, payload: unknown): EventObject {
  const event: EventObject & Record<string, unknown> =
    kind === 'snapshot'
      ? { type: `xstate.snapshot.${id}`, snapshot: payload }
      : { type: `xstate.${kind}.actor.${id}`, [kind === 'done' ? 'output' : 'error']: payload, actorId: id }
  return event
}

const eventTriggersByModel = new WeakMap<Model, readonly Trigger[]>()

/** Every case of every event of the model. */
export function eventTriggers(model: Model): readonly Trigger[] {
  const events = eventTriggersByModel.get(model) ?? readEventTriggers(model)
  eventTriggersByModel.set(model, events)
  return events
}

function readEventTriggers(model: Model): Trigger[] {
  return Object.entries(model.events).flatMap(([type, named]) =>
    Object.entries(named).map(([name, payload]): Trigger => ({
      kind: 'event',
      subject: type,
      case: name,
      event: { ...payload, type },
      isTimely: true,
    })),
  )
}

/** Every answer that the running actors may give. */
export function outcomeTriggers(model: Model, actorState: ActorState): Trigger[] {
  return [...actorState.running].flatMap((id) =>
    (['done', 'error', 'snapshot'] as const).flatMap((kind) =>
      cases(model.outcomes[id]?.[kind]).map(([name, payload]): Trigger => ({
        kind,
        subject: id,
        case: name,
        event: outcomeEvent(kind, id, payload),
        isTimely: true,
      })),
    ),
  )
}

/** Every delay that waits; the one that is due first is timely. */
function delayTriggers(actorState: ActorState): Trigger[] {
  const first = Math.min(...actorState.timers.map(({ due }) => due))
  const next = actorState.timers.find(({ due }) => due === first)
  return actorState.timers.map((timer) => ({
    kind: 'delay',
    subject: timer.event.type.startsWith('xstate.after.') ? delayOf(timer.event.type) : timer.event.type,
    case: '',
    event: timer.event,
    timer,
    isTimely: timer === next,
  }))
}

/** Everything that may happen in this moment and that some active state names. */
export function possibleTriggers(model: Model, actorState: ActorState): Trigger[] {
  if (actorState.snapshot.status !== 'active') return []
  const named = [...new Set(getNextTransitions(actorState.snapshot).map(({ eventType }) => eventType as string))]
  const isNamed = ({ event }: Trigger): boolean => named.some((descriptor) => matches(descriptor, event.type))
  return [...eventTriggers(model).filter(isNamed), ...outcomeTriggers(model, actorState), ...delayTriggers(actorState)]
}
