/** Triggers: the events, outcomes of actors and delays that are possible in a state. */
import { getNextTransitions, type EventObject } from 'xstate'
import { delayOf, matches } from './chart.ts'
import { type Model } from './model.ts'
import { type ActorState, type Timer } from './stepper.ts'

export type TriggerKind = 'event' | 'done' | 'error' | 'snapshot' | 'delay'

export type Trigger = {
  readonly kind: TriggerKind
  /** The event type, the invoke id, or the name of the delay. */
  readonly subject: string
  /** The name of the payload; `''` for a single payload. */
  readonly case: string
  readonly event: EventObject
  /** For a delay: the pending timer that ends. */
  readonly timer?: Timer
  /** False for a delay that ends although a shorter one is pending. */
  readonly isTimely: boolean
}

/** Returns the label, which is unique in a model: `form.submit / valid`, `validate done / granted`, `after fade`. */
export function labelOf({ kind, subject, case: name }: Pick<Trigger, 'kind' | 'subject' | 'case'>): string {
  const head = kind === 'event' ? subject : kind === 'delay' ? `after ${subject}` : `${subject} ${kind}`
  return name === '' ? head : `${head} / ${name}`
}

export const cases = <T>(outcomes: Readonly<Record<string, T>> | 'never' | undefined): [string, T][] =>
  outcomes === undefined || outcomes === 'never' ? [] : Object.entries(outcomes)

/** Creates the event that XState sends to the parent for an outcome of an actor. */
export function outcomeEvent(kind: 'done' | 'error' | 'snapshot', id: string, payload: unknown): EventObject {
  const event: EventObject & Record<string, unknown> =
    kind === 'snapshot'
      ? { type: `xstate.snapshot.${id}`, snapshot: payload }
      : { type: `xstate.${kind}.actor.${id}`, [kind === 'done' ? 'output' : 'error']: payload, actorId: id }
  return event
}

const eventTriggersByModel = new WeakMap<Model, readonly Trigger[]>()

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

/** Returns the pending delays. The one that is due first is timely. */
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

export function possibleTriggers(model: Model, actorState: ActorState): Trigger[] {
  if (actorState.snapshot.status !== 'active') return []
  const named = [...new Set(getNextTransitions(actorState.snapshot).map(({ eventType }) => eventType as string))]
  const isNamed = ({ event }: Trigger): boolean => named.some((descriptor) => matches(descriptor, event.type))
  return [...eventTriggers(model).filter(isNamed), ...outcomeTriggers(model, actorState), ...delayTriggers(actorState)]
}
