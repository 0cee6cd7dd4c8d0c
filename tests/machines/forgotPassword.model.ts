import { forgotPasswordMachine } from '../../machines/forgotPassword.ts'
import { createModel } from '../paths/model.ts'

export default createModel({
  machine: forgotPasswordMachine,
  inputs: { 'the forgot-password panel': undefined },
  events: {
    'form.submit': {
      complete: { email: ' member@statecast.test ' },
      empty: { email: '' },
      'only blanks': { email: '   ' },
    },
    'field.edit': { '': {} },
    'panel.close': { '': {} },
  },
  outcomes: {
    requestResetEmail: {
      done: {
        sent: { kind: 'answered', message: 'Password reset instructions were sent successfully.' },
        'answered without good news': { kind: 'answered', message: 'Ask the support for a new password.' },
        refused: {
          kind: 'refused',
          message: 'Error: There is no account with that username or email address.',
        },
        'refused, though it speaks of success': { kind: 'refused', message: 'The letter was not sent successfully.' },
        'refused without a word': { kind: 'refused', message: '' },
      },
      error: {
        unreachable: new Error(''),
        'unreachable, with words of the server': new Error('There has been a critical error on this website.'),
        'not even an error': 'no line',
      },
    },
  },
  invariants: {
    'the field is wrong exactly when it was left empty': (snapshot) =>
      (snapshot.context.error !== '') === snapshot.matches({ visible: { open: 'invalid' } }) ||
      snapshot.matches('hidden'),
    'a result has words, and nothing else has': (snapshot) =>
      snapshot.matches('hidden') ||
      (snapshot.context.message !== '') ===
        (['blank', 'sent', 'refused', 'unreachable'] as const).some((open) => snapshot.matches({ visible: { open } })),
    'green exactly when the host’s words speak of success': (snapshot) =>
      (!snapshot.matches({ visible: { open: 'sent' } }) && !snapshot.matches({ visible: { open: 'refused' } })) ||
      snapshot.matches({ visible: { open: 'sent' } }) === /success/i.test(snapshot.context.message),
  },
  texts: {
    events: {
      'form.submit / complete': 'Type an account and press Send Reset Instructions',
      'form.submit / empty': 'Press Send Reset Instructions with an empty field',
      'form.submit / only blanks': 'Type blanks only and press Send Reset Instructions',
      'field.edit': 'Type into the e-mail field',
      'panel.close': 'Press the back arrow',
    },
    outcomes: {
      'requestResetEmail error / not even an error': 'What is thrown is no error',
      'requestResetEmail done / sent': 'The host sends the letter and says so',
      'requestResetEmail done / answered without good news': 'The host answers, but not that the letter has left',
      'requestResetEmail done / refused': 'The host refuses and says why',
      'requestResetEmail done / refused, though it speaks of success': 'The host refuses with the word success',
      'requestResetEmail done / refused without a word': 'The host refuses and says nothing',
      'requestResetEmail error / unreachable': 'The host gives no answer',
      'requestResetEmail error / unreachable, with words of the server': 'The host is broken and says so',
    },
  },
  manual: {
    starts: { '': { as: null, open: '/signin', then: 'Press _Forget Password_.' } },
    calls: { requestResetEmail: 'POST /wp-json/channel/v2/user_forget' },
    causedBy: {
      'requestResetEmail done / answered without good news': { not: 'The sandbox’s answers always speak of success.' },
      'requestResetEmail error / unreachable, with words of the server': {
        fault: 'status-500',
        message: 'There has been a critical error on this website.',
      },
    },
  },
})
