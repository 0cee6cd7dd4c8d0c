import { sessionsMachine, type ListedSession } from '../../machines/sessions.ts'
import { createModel } from '../paths/model.ts'

const session = (id: string, agent: string, current = false): ListedSession => ({
  id,
  userAgent: agent,
  current,
  ipAddress: '198.51.100.7',
  signedInAt: 1_763_700_000,
})
const here = session('here', 'Mozilla/5.0 (Windows NT 10.0) Chrome/156.0', true)
const roku = session('roku', 'Roku/DVP-14.0 (Living room)')
const phone = session('phone', 'Mozilla/5.0 (Linux; Android 16) Chrome/156.0 Mobile')

export default createModel({
  machine: sessionsMachine,
  inputs: { 'the list of devices': undefined },
  events: {
    'list.retry': 'Press Try again',
    'session.end': { 'on the Roku': { id: 'roku' }, 'on this device': { id: 'here' } },
    'otherSessions.end': 'Press “Sign out all other devices”',
    'otherSessions.confirm': 'Press “Sign out”',
    'otherSessions.cancel': 'Press Cancel',
  },
  outcomes: {
    loadSessions: {
      done: {
        'three devices': { kind: 'granted', sessions: [here, phone, roku] },
        'this device only': { kind: 'granted', sessions: [here] },
        refused: { kind: 'refused', message: 'Too many requests. Please wait a moment.' },
        'refused without a message': { kind: 'refused', message: '' },
      },
      error: { unreachable: new Error('Statecast isn’t responding. Check your connection and try again.') },
    },
    endSession: {
      done: {
        granted: { kind: 'granted' },
        refused: { kind: 'refused', message: 'Too many requests. Please wait a moment.' },
      },
      error: { unreachable: new Error('Statecast isn’t responding. Check your connection and try again.') },
    },
    endOthers: {
      done: {
        granted: { kind: 'granted' },
        refused: { kind: 'refused', message: 'Too many requests. Please wait a moment.' },
      },
      error: { unreachable: new Error('Statecast isn’t responding. Check your connection and try again.') },
    },
  },
  stateKey: ({ context }) => context.sessions.map(({ id }) => id),
  invariants: {
    'the current device is never signed out': (snapshot) =>
      !snapshot.matches('listed') || snapshot.context.sessions.some(({ current }) => current),
    'every failure has a message': (snapshot) =>
      !(snapshot.matches('failed') || snapshot.matches({ listed: 'outcomeUnknown' })) ||
      snapshot.context.message !== '',
    '`ending` is set exactly while a device is being signed out': (snapshot) =>
      snapshot.matches({ listed: 'ending' }) === (snapshot.context.ending !== ''),
  },
  texts: {
    events: {
      'session.end / on the Roku': 'Press “Sign out” beside the Roku',
    },
    outcomes: {
      'loadSessions done / three devices': 'The host lists this device, a phone and a Roku',
      'loadSessions done / this device only': 'The host lists only this device',
      'loadSessions done / refused': 'The host refuses the list',
      'loadSessions done / refused without a message': 'The host refuses the list without a message',
      'endSession done / granted': 'The host ends the session',
      'endSession done / refused': 'The host refuses to end the session',
      'endOthers done / granted': 'The host ends all other sessions',
      'endOthers done / refused': 'The host refuses to end them',
    },
  },
  manual: {
    starts: {
      '': {
        as: 'member',
        before: 'Sign in with the same account in two more browsers (private windows).',
        open: '/profile/all-sessions',
      },
    },
    calls: {
      loadSessions: 'GET /wp-json/custom-plugin/sessions',
      endSession: 'DELETE /wp-json/custom-plugin/sessions/{id}',
      endOthers: 'DELETE /wp-json/custom-plugin/sessions',
    },
    causedBy: {
      'loadSessions done / this device only': { set: 'Log out in the other browsers.' },
      'session.end / on the Roku': { do: 'Press _Sign out_ beside another device.' },
      'session.end / on this device': { not: 'The current device has no such button.' },
      'endSession done / refused': { fault: 'status-429' },
    },
  },
})
