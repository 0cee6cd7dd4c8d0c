/** What may happen next to a machine in a given moment: events of the model, answers of running actors, delays. */
import { getNextTransitions, type EventObject } from 'xstate'
import { delayOf, matches } from './chart.ts'
import { type Model } from './model.ts'
import { type Moment, type Timer } from './step.ts'

export type Kind = 'event' | 'done' | 'error' | 'snapshot' | 'delay'

export type Happening = {
  readonly kind: Kind
  /** The event type, the invoke id, or the name of the delay. */
  readonly subject: string
  /** The name of the payload case; `''` where there is only one. */
  readonly case: string
  readonly event: EventObject
  /** Set for a delay: which of the waiting delays ends. */
  readonly timer?: Timer
  /** False for a delay that ends before a shorter one: possible only where somebody took their time before. */
  readonly timely: boolean
}

/** The name of a happening, unique within its model: `form.submit / valid`, `validate done / granted`, `after fade`. */
export function labelOf({ kind, subject, case: name }: Pick<Happening, 'kind' | 'subject' | 'case'>): string {
  const head = kind === 'event' ? subject : kind === 'delay' ? `after ${subject}` : `${subject} ${kind}`
  return name === '' ? head : `${head} / ${name}`
}

export const cases = <T>(answers: Readonly<Record<string, T>> | 'never' | undefined): [string, T][] =>
  answers === undefined || answers === 'never' ? [] : Object.entries(answers)

/** The event that an actor's answer is to its parent, in the shape that XState itself sends. */
export function answerEvent(kind: 'done' | 'error' | 'snapshot', id: string, payload: unknown): EventObject {
  const event: EventObject & Record<string, unknown> =
    kind === 'snapshot'
      ? { type: `xstate.snapshot.${id}`, snapshot: payload }
      : { type: `xstate.${kind}.actor.${id}`, [kind === 'done' ? 'output' : 'error']: payload, actorId: id }
  return event
}

const known = new WeakMap<Model, readonly Happening[]>()

/** Every case of every event of the model. */
export function allEvents(model: Model): readonly Happening[] {
  const events = known.get(model) ?? readEvents(model)
  known.set(model, events)
  return events
}

function readEvents(model: Model): Happening[] {
  return Object.entries(model.events).flatMap(([type, named]) =>
    Object.entries(named).map(([name, payload]): Happening => ({
      kind: 'event',
      subject: type,
      case: name,
      event: { ...payload, type },
      timely: true,
    })),
  )
}

/** Every answer that the running actors may give. */
export function answers(model: Model, moment: Moment): Happening[] {
  return [...moment.running].flatMap((id) =>
    (['done', 'error', 'snapshot'] as const).flatMap((kind) =>
      cases(model.outcomes[id]?.[kind]).map(([name, payload]): Happening => ({
        kind,
        subject: id,
        case: name,
        event: answerEvent(kind, id, payload),
        timely: true,
      })),
    ),
  )
}

/** Every delay that waits; the one that is due first is timely. */
export function delays(moment: Moment): Happening[] {
  const first = Math.min(...moment.timers.map(({ due }) => due))
  const next = moment.timers.find(({ due }) => due === first)
  return moment.timers.map((timer) => ({
    kind: 'delay',
    subject: timer.event.type.startsWith('xstate.after.') ? delayOf(timer.event.type) : timer.event.type,
    case: '',
    event: timer.event,
    timer,
    timely: timer === next,
  }))
}

/** Everything that may happen in this moment and that some active state names. */
export function happenings(model: Model, moment: Moment): Happening[] {
  if (moment.snapshot.status !== 'active') return []
  const named = [...new Set(getNextTransitions(moment.snapshot).map(({ eventType }) => eventType as string))]
  const isNamed = ({ event }: Happening): boolean => named.some((descriptor) => matches(descriptor, event.type))
  return [...allEvents(model).filter(isNamed), ...answers(model, moment), ...delays(moment)]
}
