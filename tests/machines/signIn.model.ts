import { signInMachine } from '../../machines/signIn.ts'
import { createModel } from '../paths/model.ts'

export default createModel({
  machine: signInMachine,
  inputs: { 'the sign-in page': undefined },
  events: {
    'form.submit': {
      complete: { login: ' member ', password: 'live-news-24', remember: true },
      empty: { login: '', password: '', remember: false },
      'only spaces in the login': { login: '  ', password: 'live-news-24', remember: false },
      'no password': { login: 'member', password: '', remember: false },
    },
    'field.edit': { login: { field: 'login' }, password: { field: 'password' } },
  },
  outcomes: {
    signIn: {
      done: {
        granted: {
          kind: 'granted',
          user: { ID: 2, display_name: 'Mara Member', user_email: 'member@statecast.test' },
        },
        refused: { kind: 'refused', message: 'Error: The password you entered is incorrect.' },
        'refused without a message': { kind: 'refused', message: '' },
        'granted, but cookies are blocked': { kind: 'cookiesBlocked' },
      },
      error: { unreachable: new Error('Statecast isn’t responding. Check your connection and try again.') },
    },
    startSession: {
      done: { started: undefined },
      error: { 'another tab signed out': new Error('You signed out in another tab.') },
    },
  },
  invariants: {
    'a field has an error only while the form is invalid': (snapshot) =>
      snapshot.matches({ open: 'invalid' }) || Object.keys(snapshot.context.errors).length === 0,
    'every failure has a message': (snapshot) =>
      (snapshot.matches({ open: 'refused' }) ||
        snapshot.matches({ open: 'cookiesBlocked' }) ||
        snapshot.matches({ open: 'unreachable' })) ===
      (snapshot.context.message !== ''),
    'a session starts only with a user': (snapshot) =>
      !(snapshot.matches('signingIn') || snapshot.matches('signedIn')) || snapshot.context.user !== undefined,
  },
  texts: {
    events: {
      'form.submit / complete': 'Type an account and its password and press Login',
      'form.submit / empty': 'Press Login with both fields empty',
      'form.submit / only spaces in the login': 'Type spaces and a password and press Login',
      'form.submit / no password': 'Type an account only and press Login',
      'field.edit / login': 'Type into the email field',
      'field.edit / password': 'Type into the password field',
    },
    outcomes: {
      'signIn done / granted': 'The host accepts the credentials',
      'signIn done / refused': 'The host refuses with a message',
      'signIn done / refused without a message': 'The host refuses without a message',
      'signIn done / granted, but cookies are blocked':
        'The host accepts the credentials, and the browser blocks cookies',
      'startSession done / started': 'The member record is loaded, and the session starts',
      'startSession error': 'Another tab signs out',
    },
  },
  manual: {
    starts: { '': { as: null, open: '/signin' } },
    calls: { signIn: 'POST /wp-json/custom-plugin/user-login', startSession: 'GET /wp-json/mp/v1/members/{id}' },
    causedBy: {
      'signIn done / granted, but cookies are blocked': {
        set: 'In the browser’s settings, block cookies of this site.',
      },
      'startSession error': { impossible: 'This requires a sign-out in another tab between two responses.' },
    },
  },
})
