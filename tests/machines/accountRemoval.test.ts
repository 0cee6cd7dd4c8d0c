import { accountRemovalMachine } from '../../machines/accountRemoval.ts'
import { done, errored, testExamples } from './runEvents.ts'

const ask = { type: 'removal.ask' }
const confirm = { type: 'removal.confirm' }
const cancel = { type: 'removal.cancel' }
const refused = done('requestRemoval', { kind: 'refused', message: 'Too many requests. Please wait a moment.' })
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
    starts: [['requestRemoval', undefined]],
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
    starts: [['requestRemoval', undefined]],
    shows: { message: '' },
  },
  'a new question shows no old reason': {
    when: [ask, confirm, refused, cancel, ask],
    state: 'confirming',
    shows: { message: '' },
  },
})
