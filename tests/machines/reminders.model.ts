import { remindersMachine, type Reminder } from '../../machines/reminders.ts'
import { createModel } from '../paths/model.ts'

const hour = 60 * 60_000
const noon = Date.UTC(2026, 10, 21, 17)
const congress: Reminder = {
  slug: 'harbor-one',
  channel: 'Harbor One',
  title: 'Café Congress',
  startsAt: noon,
  endsAt: noon + hour,
}
const floor: Reminder = {
  slug: 'rotunda',
  channel: 'Rotunda',
  title: 'Floor Live',
  startsAt: noon + hour,
  endsAt: noon + 2 * hour,
}

export default createModel({
  machine: remindersMachine,
  inputs: {
    'no reminders': { reminders: [] },
    'a stored reminder': { reminders: [congress] },
  },
  events: {
    'reminder.add': { 'the first show': { reminder: congress }, 'a later show': { reminder: floor } },
    'reminder.remove': { 'the first show': { reminder: congress }, 'a later show': { reminder: floor } },
    'notice.dismiss': 'Press Dismiss, or open the channel.',
    'show.began': { 'the first show': { reminder: congress }, 'a later show': { reminder: floor } },
    'show.ended': { 'the first show': { reminder: congress }, 'a later show': { reminder: floor } },
    'reminders.changed': { 'the first show': { reminders: [congress] }, none: { reminders: [] } },
  },
  outcomes: {
    watchStart: { error: 'never', done: 'never' },
    watchEnd: { error: 'never', done: 'never' },
    watchTabs: { error: 'never', done: 'never' },
  },
  stateKey: ({ context }) => [context.reminders.map(({ slug }) => slug), context.begun.slug],
  invariants: {
    'a notice names a show of the list': (snapshot) =>
      snapshot.hasTag('notice') === snapshot.context.reminders.some(({ slug }) => slug === snapshot.context.begun.slug),
    'a show is listed once': ({ context }) =>
      new Set(context.reminders.map(({ slug, startsAt }) => `${slug} ${startsAt}`)).size === context.reminders.length,
    'without reminders it waits for nothing': (snapshot) =>
      !snapshot.matches('waiting') || snapshot.context.reminders.length > 0,
  },
  texts: {
    events: {
      'reminder.add / the first show': 'Open the next show of Harbor One in the guide and press Remind me.',
      'reminder.add / a later show': 'Open a later show of Rotunda in the guide and press Remind me.',
      'reminder.remove / the first show': 'Open the show of Harbor One in the guide and press Remove reminder.',
      'reminder.remove / a later show': 'Open the show of Rotunda in the guide and press Remove reminder.',
      'show.began / the first show': 'The show of Harbor One begins.',
      'show.began / a later show': 'The show of Rotunda begins.',
      'show.ended / the first show': 'The show of Harbor One ends.',
      'show.ended / a later show': 'The show of Rotunda ends.',
      'reminders.changed / the first show': 'Another tab adds the show of Harbor One.',
      'reminders.changed / none': 'Another tab removes every reminder.',
    },
  },
  manual: {
    starts: {
      'no reminders': { as: 'member', open: '/guide' },
      'a stored reminder': {
        as: 'member',
        before: 'At `/guide`, open the next show of Harbor One and press Remind me.',
        open: '/guide',
      },
    },
    causedBy: {
      'show.ended': { do: 'Wait until the show ends, or open the page after its end.' },
    },
  },
})
