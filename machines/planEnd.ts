/**
 * planEnd: says during the last days of a plan that it ends and does not renew. The notice can be dismissed for the day.
 *
 *   hidden ◀──record.read──▶ shown ──notice.dismiss──▶ dismissed ──record.read (on another day)──▶ shown
 */
import { assign, setup } from 'xstate'
import { type CalendarDay } from './payment.types.ts'
import { createStubs } from './stub.ts'

/** The last day of a plan that does not renew, and the days until then: 0 on that day. */
export type PlanEnding = { end: CalendarDay; days: number }

/** `ending` is undefined for a plan that renews or has no end. `isDismissed`: the notice was dismissed today. */
type ReadRecord = { ending: PlanEnding | undefined; isDismissed: boolean }

export type PlanEndEvent = ({ type: 'record.read' } & ReadRecord) | { type: 'notice.dismiss' }

export type PlanEndContext = { end: CalendarDay | undefined }

const stub = createStubs('planEnd')

export const planEndMachine = setup({
  types: {} as {
    context: PlanEndContext
    events: PlanEndEvent
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    /** Sends the member record whenever it has been read. Reads nothing itself. */
    watchRecord: stub.callback<PlanEndEvent>('watchRecord'),
  },
  actions: {
    storeDismissal: stub.action('storeDismissal'),
    setEnd: assign((_, { ending }: ReadRecord) => ({ end: ending?.end })),
  },
  guards: {
    endsSoon: (_, { ending, isDismissed }: ReadRecord) => ending !== undefined && ending.days <= 3 && !isDismissed,
    wasDismissed: (_, { ending, isDismissed }: ReadRecord) => ending !== undefined && ending.days <= 3 && isDismissed,
  },
}).createMachine({
  id: 'planEnd',
  context: { end: undefined },
  invoke: { id: 'watchRecord', src: 'watchRecord' },
  on: {
    'record.read': [
      {
        guard: { type: 'endsSoon', params: ({ event }) => event },
        target: '.shown',
        actions: { type: 'setEnd', params: ({ event }) => event },
      },
      { guard: { type: 'wasDismissed', params: ({ event }) => event }, target: '.dismissed' },
      { target: '.hidden' },
    ],
  },
  initial: 'hidden',
  states: {
    hidden: { description: 'The plan renews, has no end, or has more than three days left.' },
    shown: {
      description: 'The plan ends within three days and does not renew. The notice names the date.',
      meta: { requirement: 'plan.ending' },
      on: { 'notice.dismiss': { target: 'dismissed', actions: 'storeDismissal' } },
    },
    dismissed: {
      description: 'The notice was dismissed today. It is shown again on the next day.',
      meta: { requirement: 'plan.endingDismissed' },
    },
  },
})
