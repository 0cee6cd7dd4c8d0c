import { planEndMachine } from '../../machines/planEnd.ts'
import { createModel } from '../paths/model.ts'

const end = { year: 2026, month: 12, day: 1 }

export default createModel({
  machine: planEndMachine,
  inputs: { 'any page of a member': undefined },
  events: {
    'record.read': {
      'the plan ends in three days': { ending: { end, days: 3 }, isDismissed: false },
      'the plan ends today': { ending: { end, days: 0 }, isDismissed: false },
      'the plan ends in four days': { ending: { end, days: 4 }, isDismissed: false },
      'the plan renews': { ending: undefined, isDismissed: false },
      'the plan ends in three days, and the notice was dismissed today': {
        ending: { end, days: 3 },
        isDismissed: true,
      },
    },
    'notice.dismiss': 'Press “Dismiss for today”',
  },
  outcomes: { watchRecord: { done: 'never', error: 'never' } },
  invariants: {
    'the notice names a date': (snapshot) => !snapshot.matches('shown') || snapshot.context.end !== undefined,
  },
  texts: {
    events: {
      'record.read / the plan ends in three days': 'The record shows a canceled plan that ends in three days',
      'record.read / the plan ends today': 'The record shows a canceled plan that ends today',
      'record.read / the plan ends in four days': 'The record shows a canceled plan that ends in four days',
      'record.read / the plan renews': 'The record shows a plan that renews',
      'record.read / the plan ends in three days, and the notice was dismissed today':
        'The record shows a canceled plan that ends in three days; the notice was dismissed today',
    },
  },
  manual: {
    starts: { '': { as: 'member', open: '/' } },
    causedBy: {
      'record.read': { impossible: 'The sandbox has no plan that ends within three days.' },
    },
  },
})
