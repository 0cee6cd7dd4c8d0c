import { accountRemovalMachine } from '../../machines/accountRemoval.ts'
import { done, errored, testExamples } from './runEvents.ts'

const ask = { type: 'removal.ask' }
const confirm = { type: 'removal.confirm' }
const cancel = { type: 'removal.cancel' }
const refused = done('requestRemoval', { kind: 'refused', message: 'Too many requests. Please wait a moment.' })
const paidTime = { plan: 'Monthly', end: { year: 2026, month: 12, day: 1 }, days: 9 }
const losing = done('requestRemoval', { kind: 'losingTime', paidTime })
const unreachable = new Error('Statecast isn’t responding. Check your connection and try again.')

testExamples(accountRemovalMachine, {
  'nothing is requested before the confirmation': {
    requirement: 'removal.confirm',
    when: [ask],
    state: 'confirming',
    starts: [],
  },
  'nothing is requested if the question is canceled': { when: [ask, cancel], state: 'idle', starts: [] },
  'the host is asked after the confirmation': {
    requirement: 'removal.confirm',
    when: [ask, confirm],
    state: 'requesting',
    starts: [['requestRemoval', { paidTime: undefined }]],
    tags: ['busy'],
  },
  'the address of the email is shown': {
    requirement: 'removal.requested',
    when: [ask, confirm, done('requestRemoval', { kind: 'granted', email: 'lapsed@statecast.test' })],
    state: 'requested',
    shows: { email: 'lapsed@statecast.test' },
  },
  'a running plan is named': {
    requirement: 'removal.plan',
    when: [ask, confirm, done('requestRemoval', { kind: 'planRunning', plan: 'Monthly' })],
    state: 'planRunning',
    shows: { plan: 'Monthly' },
  },
  'paid time that would be lost is named, and nothing is requested': {
    requirement: 'removal.paidTime',
    when: [ask, confirm, losing],
    state: 'losingTime',
    starts: [],
    shows: { paidTime },
  },
  'the host is asked once the paid time is given up': {
    requirement: 'removal.paidTime',
    when: [ask, confirm, losing, confirm],
    state: 'requesting',
    starts: [['requestRemoval', { paidTime }]],
  },
  'a refusal does not hide the paid time': {
    requirement: 'removal.paidTime',
    when: [ask, confirm, losing, confirm, refused],
    state: 'losingTime',
    shows: { paidTime, message: 'Too many requests. Please wait a moment.' },
  },
  'an unreachable host does not hide the paid time': {
    requirement: 'removal.paidTime',
    when: [ask, confirm, losing, confirm, errored('requestRemoval', unreachable)],
    state: 'losingTime',
    shows: { paidTime, message: unreachable.message },
  },
  'a new question reads the paid time again': {
    when: [ask, confirm, losing, cancel, ask],
    state: 'confirming',
    shows: { paidTime: undefined },
  },
  'a refusal is shown in the question': {
    requirement: 'removal.failed',
    when: [ask, confirm, refused],
    state: 'confirming',
    shows: { message: 'Too many requests. Please wait a moment.' },
  },
  'an unreachable host can be asked again': {
    requirement: 'removal.failed',
    when: [ask, confirm, errored('requestRemoval', unreachable), confirm],
    state: 'requesting',
    starts: [['requestRemoval', { paidTime: undefined }]],
    shows: { message: '' },
  },
  'a new question shows no old reason': {
    when: [ask, confirm, refused, cancel, ask],
    state: 'confirming',
    shows: { message: '' },
  },
})
