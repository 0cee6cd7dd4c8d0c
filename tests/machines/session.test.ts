import { sessionMachine } from '../../machines/session.ts'
import { done, elapsed, testExamples } from './runEvents.ts'

const mara = { ID: 2, display_name: 'Mara Member', user_email: 'member@statecast.test' }
const gus = { ID: 5, display_name: 'Gus Guest', user_email: 'guest@statecast.test' }
const stored = { user: mara, role: 'membership' }
const nobody = { user: undefined, role: undefined }
const member = done('sessionCheck', { kind: 'member', user: mara })
const unreachable = done('sessionCheck', { kind: 'unreachable', user: undefined })
const refused = done('sessionCheck', { kind: 'refused', user: undefined })
const idle = [member, elapsed('cooldown')]
const focus = { type: 'window.focused' }

testExamples(sessionMachine, {
  'checks the stored session before a screen is shown': {
    requirement: 'session.check',
    input: stored,
    when: [],
    state: { restoring: 'firstCheck' },
    starts: [
      ['watchWindow', undefined],
      ['sessionCheck', { signedInUser: undefined }],
    ],
    tags: ['undecided'],
  },
  'signs a confirmed member in': {
    input: nobody,
    when: [member],
    state: { signedIn: 'cooldown' },
    shows: { user: mara, role: 'membership' },
  },
  'signs out a user whose tokens are refused, and says why': {
    requirement: 'session.refused',
    input: stored,
    when: [refused],
    state: 'signingOut',
    shows: { user: undefined, role: 'guest', message: 'You’ve been signed out. Please sign in again.' },
    starts: [['clearSession', { scope: 'browser' }]],
  },
  'says nothing to a visitor without a session': {
    input: nobody,
    when: [refused],
    state: 'signingOut',
    shows: { message: undefined },
  },
  'keeps a known user signed in while the host is unreachable': {
    requirement: 'session.unreachable',
    input: stored,
    when: [unreachable],
    state: { signedIn: { unreachable: 'cooldown' } },
    shows: { user: mara, failures: 1 },
    tags: ['unreachable'],
  },
  'shows the failure screen without a known user': {
    requirement: 'session.failedStart',
    input: nobody,
    when: [unreachable],
    state: { failed: 'cooldown' },
    tags: ['failed'],
  },
  'waits longer after each failure': {
    requirement: 'session.unreachable',
    input: stored,
    when: [unreachable, elapsed('cooldown'), elapsed('pause'), unreachable, elapsed('cooldown')],
    state: { signedIn: { unreachable: 'waiting' } },
    delays: [['pause', 4_000]],
  },
  'checks again when the user returns to the window': {
    requirement: 'session.check',
    input: stored,
    when: [...idle, focus],
    state: { signedIn: { checking: 'confirmed' } },
    starts: [['sessionCheck', { signedInUser: undefined }]],
  },
  'checks again when the connection returns': {
    requirement: 'session.check',
    input: stored,
    when: [...idle, { type: 'network.returned' }],
    state: { signedIn: { checking: 'confirmed' } },
    starts: [['sessionCheck', { signedInUser: undefined }]],
  },
  'starts no second check within a second': {
    requirement: 'session.atMostOne',
    input: stored,
    when: [member, { type: 'session.recheck' }],
    state: { signedIn: 'recheckPending' },
    starts: [],
    delays: [['cooldown', 1_000]],
  },
  'shows another user nothing of the previous one': {
    input: stored,
    when: [...idle, { type: 'tab.signedIn', user: gus }],
    state: 'switchingUser',
    shows: { user: undefined, role: 'guest' },
    starts: [['clearSession', { scope: 'tab' }]],
  },
  'follows a sign-out in another tab without clearing what the tabs share': {
    input: stored,
    when: [...idle, { type: 'tab.signedOut' }],
    state: 'signingOut',
    shows: { user: undefined, message: 'You signed out in another tab.' },
    starts: [['clearSession', { scope: 'tab' }]],
  },
  'clears the browser on logout': {
    requirement: 'logout.clearsData',
    input: stored,
    when: [...idle, { type: 'session.leave', message: 'You’re signed out here' }],
    state: 'signingOut',
    shows: { user: undefined, message: 'You’re signed out here' },
    starts: [['clearSession', { scope: 'browser' }]],
  },
})
