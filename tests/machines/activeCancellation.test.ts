import { activeCancellationMachine } from '../../machines/activeCancellation.ts'
import { member } from './paymentFixtures.ts'
import { testExamples } from './runEvents.ts'

const input = { member, isInterrupted: false }
const opened = { type: 'profile.opened', input }
const closed = { type: 'profile.closed' }
const ended = { type: 'session.ended' }
const shows = (value: unknown) => ({ type: 'xstate.snapshot.cancellation', snapshot: { value } })
const asking = shows('asking')
const canceling = shows({ attempting: 'canceling' })
const canceled = shows('canceled')
const refused = shows('refused')
const changed = shows('changed')

testExamples(activeCancellationMachine, {
  'starts the cancellation of the profile': {
    when: [opened],
    state: { open: 'idle' },
    shows: { input },
    starts: [
      ['cancellation', input],
      ['watchSession', undefined],
    ],
  },
  'closes with the profile': { when: [opened, asking, closed], state: 'closed' },
  'closes when the session ends': { when: [opened, ended], state: 'closed' },
  cancels: { when: [opened, canceling], state: { open: 'canceling' }, starts: [] },
  'is idle again after the cancellation': { when: [opened, canceling, canceled], state: { open: 'idle' }, starts: [] },
  'is idle again after a refusal': { when: [opened, canceling, refused], state: { open: 'idle' }, starts: [] },
  'continues a cancellation without the profile': {
    requirement: 'cancel.otherScreen',
    when: [opened, canceling, closed],
    state: { open: 'unattended' },
    starts: [],
  },
  'shows a cancellation that runs on the next visit': {
    requirement: 'cancel.otherScreen',
    when: [opened, canceling, closed, opened],
    state: { open: 'canceling' },
    starts: [],
  },
  'closes after the cancellation without the profile': {
    requirement: 'cancel.otherScreen',
    when: [opened, canceling, closed, canceled],
    state: 'closed',
  },
  'keeps the reason of a refusal for the next visit': {
    requirement: 'cancel.otherScreenFailed',
    when: [opened, canceling, closed, refused],
    state: { open: 'unread' },
  },
  'keeps a change of the plan for the next visit': {
    requirement: 'cancel.otherScreenFailed',
    when: [opened, canceling, closed, changed, opened],
    state: { open: 'idle' },
    starts: [],
  },
  'stops a cancellation that no screen shows when the session ends': {
    when: [opened, canceling, closed, ended],
    state: 'closed',
  },
  'drops an unread reason when the session ends': {
    when: [opened, canceling, closed, refused, ended],
    state: 'closed',
  },
})
