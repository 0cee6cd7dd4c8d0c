import { remindersMachine, type Reminder } from '../../machines/reminders.ts'
import { testExamples } from './runEvents.ts'

const congress: Reminder = { slug: 'harbor-one', channel: 'Harbor One', title: 'Congress', startsAt: 10, endsAt: 20 }
const floor: Reminder = { slug: 'rotunda', channel: 'Rotunda', title: 'Floor Live', startsAt: 15, endsAt: 30 }
const keyOf = ({ slug, startsAt }: Reminder) => ({ slug, startsAt })
const began = (reminder: Reminder) => ({ type: 'show.began', reminder: keyOf(reminder) })
const ended = (reminder: Reminder) => ({ type: 'show.ended', reminder: keyOf(reminder) })
const nothing = { slug: '', startsAt: 0 }

testExamples(remindersMachine, {
  'waits for a stored reminder': {
    requirement: 'reminders.stored',
    input: { reminders: [congress] },
    when: [],
    state: 'waiting',
    starts: [
      ['watchTabs', undefined],
      ['watchStart', { reminders: [congress] }],
    ],
  },
  'waits for nothing without one': { input: { reminders: [] }, when: [], state: 'idle' },
  'says that a show has begun': {
    requirement: 'reminders.notice',
    input: { reminders: [congress] },
    when: [began(congress)],
    state: 'announcing',
    shows: { begun: keyOf(congress) },
    tags: ['notice'],
  },
  'announces the next one after the first was dismissed': {
    requirement: 'reminders.notice',
    input: { reminders: [congress, floor] },
    when: [began(congress), { type: 'notice.dismiss' }, began(floor)],
    state: 'announcing',
    shows: { begun: keyOf(floor), reminders: [floor] },
  },
  'forgets a show that ended before it was announced': {
    input: { reminders: [congress, floor] },
    when: [ended(congress)],
    state: 'waiting',
    shows: { reminders: [floor] },
    starts: [['watchStart', { reminders: [floor] }]],
  },
  'takes the notice away when its show ends': {
    requirement: 'reminders.notice',
    input: { reminders: [congress] },
    when: [began(congress), ended(congress)],
    state: 'idle',
    shows: { reminders: [], begun: nothing },
    tags: [],
  },
  'takes the notice away when it is dismissed in another tab': {
    input: { reminders: [congress, floor] },
    when: [began(congress), { type: 'reminders.changed', reminders: [floor] }],
    state: 'waiting',
    shows: { reminders: [floor], begun: nothing },
  },
  'does not list a show twice': {
    input: { reminders: [congress] },
    when: [{ type: 'reminder.add', reminder: congress }],
    state: 'waiting',
    shows: { reminders: [congress] },
  },
  'stores what is added and removed': {
    requirement: 'reminders.stored',
    input: { reminders: [] },
    when: [
      { type: 'reminder.add', reminder: congress },
      { type: 'reminder.add', reminder: floor },
      { type: 'reminder.remove', reminder: keyOf(congress) },
    ],
    state: 'waiting',
    shows: { reminders: [floor] },
  },
})
