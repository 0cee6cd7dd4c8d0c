import { sessionCheckMachine } from '../../machines/sessionCheck.ts'
import { done, errored, testExamples } from './runEvents.ts'

const mara = { ID: 2, display_name: 'Mara Member', user_email: 'member@statecast.test' }
const stored = { signedInUser: undefined }
const user = done('checkUser', { kind: 'granted', user: mara })

testExamples(sessionCheckMachine, {
  'asks who the tokens belong to': {
    input: stored,
    when: [],
    state: 'checkingUser',
    starts: [['checkUser', undefined]],
  },
  'asks only for the membership after a sign-in': {
    input: { signedInUser: mara },
    when: [],
    state: 'checkingMembership',
    starts: [['checkMembership', { user: mara }]],
  },
  'finds a member': {
    requirement: 'session.role',
    input: stored,
    when: [user, done('checkMembership', { kind: 'granted', role: 'membership' })],
    state: 'member',
    output: { kind: 'member', user: mara },
  },
  'finds a guest': {
    requirement: 'session.role',
    input: stored,
    when: [user, done('checkMembership', { kind: 'granted', role: 'guest' })],
    state: 'guest',
    output: { kind: 'guest', user: mara },
  },
  'takes a user whose membership is refused for a guest': {
    requirement: 'session.roleFailure',
    input: stored,
    when: [user, done('checkMembership', { kind: 'refused' })],
    state: 'guest',
    output: { kind: 'guest', user: mara },
  },
  'does not know the role without a response': {
    requirement: 'session.roleFailure',
    input: stored,
    when: [user, errored('checkMembership')],
    state: 'roleUnknown',
    output: { kind: 'roleUnknown', user: mara },
  },
  'finds refused tokens': {
    input: stored,
    when: [done('checkUser', { kind: 'refused' })],
    state: 'refused',
    output: { kind: 'refused', user: undefined },
  },
  'finds that no tokens are stored': {
    requirement: 'session.noTokens',
    input: stored,
    when: [done('checkUser', { kind: 'noTokens' })],
    state: 'noTokens',
    output: { kind: 'noTokens', user: undefined },
  },
  'does not take an unreachable host for a refusal': {
    input: stored,
    when: [errored('checkUser')],
    state: 'unreachable',
    output: { kind: 'unreachable', user: undefined },
  },
})
