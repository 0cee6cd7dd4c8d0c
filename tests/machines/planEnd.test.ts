import { planEndMachine } from '../../machines/planEnd.ts'
import { testExamples } from './runEvents.ts'

const end = { year: 2026, month: 12, day: 1 }
const read = (days: number | undefined, isDismissed = false) =>
  ({ type: 'record.read', ending: days === undefined ? undefined : { end, days }, isDismissed }) as const
const dismiss = { type: 'notice.dismiss' } as const

testExamples(planEndMachine, {
  'says nothing before the record is known': {
    when: [],
    state: 'hidden',
    starts: [['watchRecord', undefined]],
  },
  'names the date three days before the end': {
    requirement: 'plan.ending',
    when: [read(3)],
    state: 'shown',
    shows: { end },
    executes: [],
  },
  'names the date on the last day': { requirement: 'plan.ending', when: [read(0)], state: 'shown', shows: { end } },
  'says nothing four days before the end': { requirement: 'plan.ending', when: [read(4)], state: 'hidden' },
  'says nothing about a plan that renews': { requirement: 'plan.ending', when: [read(undefined)], state: 'hidden' },
  'disappears when a plan is chosen': { requirement: 'plan.ending', when: [read(3), read(undefined)], state: 'hidden' },
  'stores that it was dismissed': {
    requirement: 'plan.endingDismissed',
    when: [read(3), dismiss],
    state: 'dismissed',
    executes: ['storeDismissal'],
  },
  'stays dismissed for the day': {
    requirement: 'plan.endingDismissed',
    when: [read(3), dismiss, read(3, true)],
    state: 'dismissed',
  },
  'is shown again on the next day': {
    requirement: 'plan.endingDismissed',
    when: [read(3), dismiss, read(2)],
    state: 'shown',
  },
  'stays dismissed after a reload': { requirement: 'plan.endingDismissed', when: [read(1, true)], state: 'dismissed' },
  'is not dismissed with more days left': { when: [read(4, true)], state: 'hidden' },
})
