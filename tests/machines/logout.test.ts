import { logoutMachine } from '../../machines/logout.ts'
import { done, elapsed, errored, testExamples } from './runEvents.ts'

const confirm = { type: 'logout.confirm' }

testExamples(logoutMachine, {
  'asks first': { when: [], state: 'confirming', starts: [] },
  'does nothing if the question is canceled': { when: [{ type: 'logout.cancel' }], state: 'canceled', starts: [] },
  'ends the session on the host and waits at most three seconds': {
    when: [confirm],
    state: 'ending',
    starts: [['endSession', undefined]],
    delays: [['timeout', 3_000]],
    tags: ['busy'],
  },
  'clears this browser after the host has ended the session': {
    when: [confirm, done('endSession')],
    state: 'leaving',
    starts: [['leaveSession', { endedOnHost: true }]],
    delays: [],
  },
  'clears this browser if the host is unreachable': {
    when: [confirm, errored('endSession')],
    state: 'leaving',
    starts: [['leaveSession', { endedOnHost: false }]],
  },
  'clears this browser if the host does not respond in time': {
    when: [confirm, elapsed('timeout')],
    state: 'leaving',
    starts: [['leaveSession', { endedOnHost: false }]],
  },
  'ends with the sign-in page': { when: [confirm, done('endSession'), done('leaveSession')], state: 'loggedOut' },
})
