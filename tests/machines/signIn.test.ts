import { signInMachine } from '../../machines/signIn.ts'
import { done, errored, testExamples } from './runEvents.ts'

const mara = { ID: 2, display_name: 'Mara Member', user_email: 'member@statecast.test' }
const submit = (login: string, password: string) => ({ type: 'form.submit', login, password, remember: true })
const credentials = submit(' mara ', ' live-news-24 ')
const granted = done('signIn', { kind: 'granted', user: mara })

testExamples(signInMachine, {
  'sends the login without its spaces, and the password as it is': {
    when: [credentials],
    state: 'submitting',
    starts: [['signIn', { login: 'mara', password: ' live-news-24 ', remember: true }]],
    tags: ['busy'],
  },
  'requires both fields': {
    requirement: 'signIn.required',
    when: [submit(' ', '')],
    state: { open: 'invalid' },
    shows: { errors: { login: 'E-mail field is required', password: 'Password field is required' } },
    starts: [],
  },
  'clears the error of the field that is edited': {
    requirement: 'signIn.corrected',
    when: [submit('', ''), { type: 'field.edit', field: 'login' }],
    state: { open: 'invalid' },
    shows: { errors: { password: 'Password field is required' } },
  },
  'shows the message of the host': {
    requirement: 'signIn.refused',
    when: [credentials, done('signIn', { kind: 'refused', message: 'Unknown username.' })],
    state: { open: 'refused' },
    shows: { message: 'Unknown username.' },
  },
  'has a text for a refusal without a message': {
    requirement: 'signIn.refused',
    when: [credentials, done('signIn', { kind: 'refused', message: '' })],
    state: { open: 'refused' },
    shows: { message: 'Login failed' },
  },
  'says that cookies are blocked': {
    requirement: 'signIn.cookiesBlocked',
    when: [credentials, done('signIn', { kind: 'cookiesBlocked' })],
    state: { open: 'cookiesBlocked' },
    shows: { message: 'Your browser blocked our cookies, so we can’t keep you signed in.' },
  },
  'says that the host is unreachable': {
    requirement: 'signIn.unreachable',
    when: [credentials, errored('signIn', new Error('Statecast isn’t responding.'))],
    state: { open: 'unreachable' },
    shows: { message: 'Login failed. Statecast isn’t responding.' },
  },
  'has a text for a failure without a message': {
    when: [credentials, errored('signIn', 'aborted')],
    state: { open: 'unreachable' },
    shows: { message: 'Login failed' },
  },
  'stays busy until the session has started': {
    when: [credentials, granted],
    state: 'signingIn',
    starts: [['startSession', { user: mara }]],
    tags: ['busy'],
  },
  'is signed in then': { when: [credentials, granted, done('startSession')], state: 'signedIn' },
})
