import { deviceSignInMachine } from '../../machines/deviceSignIn.ts'
import { done, elapsed, errored, passed, testExamples } from './runEvents.ts'

const code = {
  deviceCode: 'dc_1',
  userCode: 'WDJB-MJHT',
  address: 'https://watch.statecast.test/activate',
  link: 'https://watch.statecast.test/activate?user_code=WDJB-MJHT',
  remainingMs: 600_000,
  intervalMs: 5_000,
}
const user = { ID: 2, display_name: 'Mara Ember', user_email: 'member@statecast.test' }
const unreachable = new Error('Statecast isn’t responding. Check your connection and try again.')
const shown = done('requestCode', { kind: 'granted', code })
const tokens = (kind: string, more = {}) => done('requestTokens', { kind, ...more })
const poll = elapsed('interval')
const request = { type: 'code.request' } as const
const polled = [['requestTokens', { deviceCode: 'dc_1' }] as const]

testExamples(deviceSignInMachine, {
  'the code is shown, and the host is not asked before the interval': {
    requirement: 'device.code',
    when: [shown, passed(4_999)],
    state: { showing: { resting: 'waiting' } },
    shows: { code, intervalMs: 5_000 },
  },
  'the host is asked after the interval': {
    requirement: 'device.poll',
    when: [shown, poll],
    state: { showing: { polling: 'asking' } },
    starts: polled,
  },
  'a pending code is asked for again at the same interval': {
    requirement: 'device.poll',
    when: [shown, poll, tokens('pending'), passed(4_999), poll],
    state: { showing: { polling: 'asking' } },
    starts: polled,
  },
  'the interval is five seconds longer after each request to slow down': {
    requirement: 'device.poll',
    when: [shown, poll, tokens('slowDown'), passed(9_999), poll, tokens('slowDown'), passed(14_999)],
    state: { showing: { resting: 'slowed' } },
    shows: { intervalMs: 15_000 },
  },
  'the longer interval stays': {
    requirement: 'device.poll',
    when: [shown, poll, tokens('slowDown'), poll, tokens('pending'), passed(9_999)],
    state: { showing: { resting: 'waiting' } },
    shows: { intervalMs: 10_000 },
  },
  'a hidden page does not ask': {
    requirement: 'device.poll',
    when: [shown, { type: 'page.hidden' }, passed(599_999)],
    state: { showing: 'asleep' },
  },
  'a page that is visible again asks at once': {
    requirement: 'device.poll',
    when: [shown, { type: 'page.hidden' }, { type: 'page.shown' }],
    state: { showing: { polling: 'asking' } },
    starts: polled,
  },
  'a page that is hidden during a poll sleeps after it': {
    requirement: 'device.poll',
    when: [shown, poll, { type: 'page.hidden' }, tokens('pending'), { type: 'page.hidden' }],
    state: { showing: 'asleep' },
  },
  'the code stays without a connection, and the interval doubles': {
    requirement: 'device.unreachable',
    when: [
      shown,
      poll,
      errored('requestTokens', unreachable),
      passed(9_999),
      elapsed('pause'),
      errored('requestTokens', unreachable),
      passed(19_999),
    ],
    state: { showing: { resting: 'unreachable' } },
    shows: { code, failures: 2 },
    tags: ['unreachable'],
  },
  'the notice stays during the next poll': {
    requirement: 'device.unreachable',
    when: [shown, poll, errored('requestTokens', unreachable), elapsed('pause')],
    state: { showing: { polling: 'retrying' } },
    starts: polled,
    tags: ['unreachable'],
  },
  'the interval doubles up to a minute': {
    requirement: 'device.unreachable',
    when: [
      shown,
      poll,
      ...Array.from({ length: 6 }, () => [errored('requestTokens', unreachable), elapsed('pause')]).flat(),
      errored('requestTokens', unreachable),
      passed(59_999),
      elapsed('pause'),
    ],
    state: { showing: { polling: 'retrying' } },
    shows: { failures: 7 },
  },
  'a response ends the doubling': {
    requirement: 'device.unreachable',
    when: [shown, poll, errored('requestTokens', unreachable), elapsed('pause'), tokens('pending')],
    state: { showing: { resting: 'waiting' } },
    shows: { failures: 0 },
    tags: [],
  },
  'the code expires by itself': {
    requirement: 'device.expired',
    when: [shown, passed(4_000), elapsed('lifetime')],
    state: 'expired',
  },
  'the host ends a code': {
    requirement: 'device.expired',
    when: [shown, poll, tokens('expired')],
    state: 'expired',
  },
  'another code replaces an expired one': {
    requirement: 'device.expired',
    when: [shown, elapsed('lifetime'), request],
    state: 'requesting',
    starts: [['requestCode', undefined]],
    shows: { code: undefined },
  },
  'a denied code is replaced on request': {
    requirement: 'device.denied',
    when: [shown, poll, tokens('denied'), request],
    state: 'requesting',
    starts: [['requestCode', undefined]],
  },
  'the page shows why it has no code': {
    requirement: 'device.failed',
    when: [done('requestCode', { kind: 'refused', message: 'Too many attempts. Try again in 15 minutes.' })],
    state: 'failed',
    shows: { message: 'Too many attempts. Try again in 15 minutes.' },
  },
  'a refusal without a message has a sentence': {
    requirement: 'device.failed',
    when: [done('requestCode', { kind: 'refused', message: '' })],
    state: 'failed',
    shows: { message: 'We couldn’t get a code.' },
  },
  'blocked cookies are named': {
    requirement: 'device.failed',
    when: [done('requestCode', { kind: 'cookiesBlocked' })],
    state: 'failed',
    shows: { message: 'Your browser blocked our cookies, so we can’t keep you signed in.' },
  },
  'an unreachable host can be asked again': {
    requirement: 'device.failed',
    when: [errored('requestCode', unreachable), request],
    state: 'requesting',
    starts: [['requestCode', undefined]],
    shows: { message: '' },
  },
  'an unknown error has no text': {
    when: [errored('requestCode', { message: 'internal' })],
    state: 'failed',
    shows: { message: '' },
  },
  'another refusal of the tokens ends the code': {
    requirement: 'device.failed',
    when: [shown, poll, tokens('refused', { message: 'No.' })],
    state: 'failed',
    shows: { message: 'No.' },
  },
  'an approved code starts the session': {
    requirement: 'device.signedIn',
    when: [shown, poll, tokens('granted', { user })],
    state: 'signingIn',
    starts: [['startSession', { user }]],
  },
  'the page is done when the session has started': {
    requirement: 'device.signedIn',
    when: [shown, poll, tokens('granted', { user }), done('startSession')],
    state: 'signedIn',
  },
  'a sign-out in another tab is shown': {
    requirement: 'device.failed',
    when: [
      shown,
      poll,
      tokens('granted', { user }),
      errored('startSession', new Error('You signed out in another tab.')),
    ],
    state: 'failed',
    shows: { message: 'You signed out in another tab.' },
  },
})
