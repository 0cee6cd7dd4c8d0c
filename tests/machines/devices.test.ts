import { devicesMachine, type Device } from '../../machines/devices.ts'
import { done, errored, testExamples } from './runEvents.ts'

const device = (id: string, current = false): Device => ({
  id,
  userAgent: 'Roku/DVP-14.0 (Living room)',
  current,
  ipAddress: '198.51.100.7',
  signedInAt: 1_763_700_000,
})
const here = device('here', true)
const roku = device('roku')
const phone = device('phone')
const listed = done('loadDevices', { kind: 'granted', devices: [here, roku, phone] })
const signOutRoku = { type: 'device.signOut', id: 'roku' }
const signOutOthers = [listed, { type: 'otherDevices.signOut' }, { type: 'otherDevices.confirm' }]
const unreachable = new Error('Statecast isn’t responding. Check your connection and try again.')

testExamples(devicesMachine, {
  'the list shows every device': {
    when: [listed],
    state: { listed: 'ready' },
    shows: { devices: [here, roku, phone] },
  },
  'a refused list shows the message of the host': {
    requirement: 'devices.failure',
    when: [done('loadDevices', { kind: 'refused', message: 'Too many requests. Please wait a moment.' })],
    state: 'failed',
    shows: { message: 'Too many requests. Please wait a moment.' },
  },
  'an unreachable host can be asked again': {
    when: [errored('loadDevices', unreachable), { type: 'list.retry' }],
    state: 'loading',
    shows: { message: '' },
    starts: [['loadDevices', undefined]],
  },
  'one device is signed out': {
    requirement: 'devices.signOut',
    when: [listed, signOutRoku],
    state: { listed: 'signingOut' },
    starts: [['signOutDevice', { id: 'roku' }]],
    tags: ['busy'],
  },
  'a device that is signed out leaves the list': {
    when: [listed, signOutRoku, done('signOutDevice', { kind: 'granted' })],
    state: { listed: 'ready' },
    shows: { devices: [here, phone], message: 'Device signed out.', signingOutId: '' },
  },
  'after a lost connection the outcome is unknown until the list is loaded again': {
    requirement: 'devices.outcomeUnknown',
    when: [listed, signOutRoku, errored('signOutDevice', unreachable)],
    state: { listed: 'outcomeUnknown' },
    shows: { message: 'We couldn’t confirm the sign-out. Refresh to check.', devices: [here, roku, phone] },
  },
  'this device can’t be signed out here': {
    when: [listed, { type: 'device.signOut', id: 'here' }],
    state: { listed: 'ready' },
    starts: [],
  },
  'nothing is signed out if the question is canceled': {
    when: [listed, { type: 'otherDevices.signOut' }, { type: 'otherDevices.cancel' }],
    state: { listed: 'ready' },
    starts: [],
    shows: { devices: [here, roku, phone] },
  },
  'all other devices are signed out after the question': {
    when: [...signOutOthers, done('signOutOthers', { kind: 'granted' })],
    state: { listed: 'ready' },
    shows: { devices: [here], message: 'All other devices are signed out.' },
  },
  'a lost connection while all others are signed out leaves the outcome unknown': {
    when: [...signOutOthers, errored('signOutOthers', unreachable)],
    state: { listed: 'outcomeUnknown' },
    shows: { message: 'We couldn’t confirm the sign-out. Refresh to check.' },
  },
})
