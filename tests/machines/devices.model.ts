import { devicesMachine, type Device } from '../../machines/devices.ts'
import { createModel } from '../paths/model.ts'

const device = (id: string, agent: string, current = false): Device => ({
  id,
  userAgent: agent,
  current,
  ipAddress: '198.51.100.7',
  signedInAt: 1_763_700_000,
})
export const here = device('here', 'Mozilla/5.0 (Windows NT 10.0) Chrome/156.0', true)
export const roku = device('roku', 'Roku/DVP-14.0 (Living room)')
export const phone = device('phone', 'Mozilla/5.0 (Linux; Android 16) Chrome/156.0 Mobile')

export default createModel({
  machine: devicesMachine,
  inputs: { 'the list of devices': undefined },
  events: {
    'list.retry': 'Press Try again',
    'device.signOut': { 'on the Roku': { id: 'roku' }, 'on this device': { id: 'here' } },
    'otherDevices.signOut': 'Press “Sign out all other devices”',
    'otherDevices.confirm': 'Press “Sign out”',
    'otherDevices.cancel': 'Press Cancel',
  },
  outcomes: {
    loadDevices: {
      done: {
        'three devices': { kind: 'granted', devices: [here, phone, roku] },
        'this device only': { kind: 'granted', devices: [here] },
        refused: { kind: 'refused', message: 'Too many requests. Please wait a moment.' },
        'refused without a message': { kind: 'refused', message: '' },
      },
      error: { unreachable: new Error('Statecast isn’t responding. Check your connection and try again.') },
    },
    signOutDevice: {
      done: {
        granted: { kind: 'granted' },
        refused: { kind: 'refused', message: 'Too many requests. Please wait a moment.' },
      },
      error: { unreachable: new Error('Statecast isn’t responding. Check your connection and try again.') },
    },
    signOutOthers: {
      done: {
        granted: { kind: 'granted' },
        refused: { kind: 'refused', message: 'Too many requests. Please wait a moment.' },
      },
      error: { unreachable: new Error('Statecast isn’t responding. Check your connection and try again.') },
    },
  },
  stateKey: ({ context }) => context.devices.map(({ id }) => id),
  invariants: {
    'the current device is never signed out': (snapshot) =>
      !snapshot.matches('listed') || snapshot.context.devices.some(({ current }) => current),
    'every failure has a message': (snapshot) =>
      !(snapshot.matches('failed') || snapshot.matches({ listed: 'outcomeUnknown' })) ||
      snapshot.context.message !== '',
    '`signingOutId` is set exactly while a device is being signed out': (snapshot) =>
      snapshot.matches({ listed: 'signingOut' }) === (snapshot.context.signingOutId !== ''),
  },
  texts: {
    events: {
      'device.signOut / on the Roku': 'Press “Sign out” beside the Roku',
    },
    outcomes: {
      'loadDevices done / three devices': 'The host lists this device, a phone and a Roku',
      'loadDevices done / this device only': 'The host lists only this device',
      'loadDevices done / refused': 'The host refuses the list',
      'loadDevices done / refused without a message': 'The host refuses the list without a message',
      'signOutDevice done / granted': 'The host ends the session',
      'signOutDevice done / refused': 'The host refuses to end the session',
      'signOutOthers done / granted': 'The host ends all other sessions',
      'signOutOthers done / refused': 'The host refuses to end them',
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
      loadDevices: 'GET /wp-json/custom-plugin/sessions',
      signOutDevice: 'DELETE /wp-json/custom-plugin/sessions/{id}',
      signOutOthers: 'DELETE /wp-json/custom-plugin/sessions',
    },
    causedBy: {
      'loadDevices done / this device only': { set: 'Log out in the other browsers.' },
      'device.signOut / on the Roku': { do: 'Press _Sign out_ beside another device.' },
      'device.signOut / on this device': { impossible: 'The current device has no such button.' },
      'signOutDevice done / refused': { fault: 'status-429' },
    },
  },
})
