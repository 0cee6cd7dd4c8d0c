import { signInMachine } from '../../machines/signIn.ts'
import { createModel } from '../paths/model.ts'

export default createModel({
  machine: signInMachine,
  inputs: { 'the sign-in page': undefined },
  events: {
    'form.submit': {
      complete: { login: ' member ', password: 'live-news-24', remember: true },
      empty: { login: '', password: '', remember: false },
      'only blanks for a login': { login: '  ', password: 'live-news-24', remember: false },
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
        'refused without a word': { kind: 'refused', message: '' },
        'granted, but cookies are off': { kind: 'cookiesBlocked' },
      },
      error: { unreachable: new Error('Statecast isn’t responding. Check your connection and try again.') },
    },
    startSession: {
      done: { entered: undefined },
      error: { 'another tab logged out meanwhile': new Error('You signed out in another tab.') },
    },
  },
  invariants: {
    'an error stands at a field exactly when the form is invalid': (snapshot) =>
      snapshot.matches({ open: 'invalid' }) || Object.keys(snapshot.context.errors).length === 0,
    'what went wrong has words': (snapshot) =>
      (snapshot.matches({ open: 'refused' }) ||
        snapshot.matches({ open: 'cookiesBlocked' }) ||
        snapshot.matches({ open: 'unreachable' })) ===
      (snapshot.context.message !== ''),
    'nobody is let in without a user': (snapshot) =>
      !(snapshot.matches('signingIn') || snapshot.matches('signedIn')) || snapshot.context.user !== undefined,
  },
  texts: {
    events: {
      'form.submit / complete': 'Type an account and its password and press Login',
      'form.submit / empty': 'Press Login with both fields empty',
      'form.submit / only blanks for a login': 'Type blanks and a password and press Login',
      'form.submit / no password': 'Type an account only and press Login',
      'field.edit / login': 'Type into the e-mail field',
      'field.edit / password': 'Type into the password field',
    },
    outcomes: {
      'signIn done / granted': 'The host lets the person in',
      'signIn done / refused': 'The host refuses and says why',
      'signIn done / refused without a word': 'The host refuses and says nothing',
      'signIn done / granted, but cookies are off': 'The host lets the person in, and the browser keeps no cookies',
      'signIn error': 'The line to the host is cut',
      'startSession done / entered': 'The membership record is read, and the session begins',
      'startSession error': 'Another tab logs out meanwhile',
    },
  },
  manual: {
    starts: { '': { as: null, open: '/signin' } },
    calls: { signIn: 'POST /wp-json/custom-plugin/user-login', startSession: 'GET /wp-json/mp/v1/members/{id}' },
    causedBy: {
      'signIn done / granted, but cookies are off': {
        set: 'In the browser’s settings, refuse cookies of this site.',
      },
      'startSession error': { not: 'It takes a logout in another tab between two answers.' },
    },
  },
})
