import { logoutMachine } from '../../machines/logout.ts'
import { done, elapsed, errored, testExamples } from './runEvents.ts'

const confirm = { type: 'logout.confirm' }

testExamples(logoutMachine, {
  'asks first': { requirement: 'logout.confirm', when: [], state: 'confirming', starts: [] },
  'does nothing if the question is canceled': {
    requirement: 'logout.confirm',
    when: [{ type: 'logout.cancel' }],
    state: 'canceled',
    starts: [],
  },
  'ends the session on the host and waits at most three seconds': {
    requirement: 'logout.clearsData',
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
    requirement: 'logout.clearsData',
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
