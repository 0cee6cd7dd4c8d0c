import { forgotPasswordMachine } from '../../machines/forgotPassword.ts'
import { createModel } from '../paths/model.ts'

export default createModel({
  machine: forgotPasswordMachine,
  inputs: { 'the forgot-password panel': undefined },
  events: {
    'form.submit': {
      complete: { email: ' member@statecast.test ' },
      empty: { email: '' },
      'only spaces': { email: '   ' },
    },
    'field.edit': 'Type into the email field',
    'panel.close': 'Press the back arrow',
  },
  outcomes: {
    requestResetEmail: {
      done: {
        sent: { kind: 'responded', message: 'Password reset instructions were sent successfully.' },
        'responded without “success”': { kind: 'responded', message: 'Contact support for a new password.' },
        refused: {
          kind: 'refused',
          message: 'Error: There is no account with that username or email address.',
        },
        'refused with “success”': { kind: 'refused', message: 'The email was not sent successfully.' },
        'refused without a message': { kind: 'refused', message: '' },
      },
      error: { unreachable: new Error('Statecast isn’t responding.') },
    },
  },
  invariants: {
    'the field has an error exactly while the form is invalid': (snapshot) =>
      (snapshot.context.error !== '') === snapshot.matches({ visible: { open: 'invalid' } }) ||
      snapshot.matches('hidden'),
    'only results have a message': (snapshot) =>
      snapshot.matches('hidden') ||
      (snapshot.context.message !== '') ===
        (['blank', 'sent', 'refused', 'unreachable'] as const).some((open) => snapshot.matches({ visible: { open } })),
    'the result is green if and only if its message contains “success”': (snapshot) =>
      (!snapshot.matches({ visible: { open: 'sent' } }) && !snapshot.matches({ visible: { open: 'refused' } })) ||
      snapshot.matches({ visible: { open: 'sent' } }) === /success/i.test(snapshot.context.message),
  },
  texts: {
    events: {
      'form.submit / complete': 'Type an account and press Send Reset Instructions',
      'form.submit / empty': 'Press Send Reset Instructions with an empty field',
      'form.submit / only spaces': 'Type spaces and press Send Reset Instructions',
    },
    outcomes: {
      'requestResetEmail done / sent': 'The host sends the email',
      'requestResetEmail done / responded without “success”': 'The host responds with another message',
      'requestResetEmail done / refused': 'The host refuses with a message',
      'requestResetEmail done / refused with “success”': 'The host refuses with a message that contains “success”',
      'requestResetEmail done / refused without a message': 'The host refuses without a message',
    },
  },
  manual: {
    starts: { '': { as: null, open: '/signin', then: 'Press _Forget Password_.' } },
    calls: { requestResetEmail: 'POST /wp-json/channel/v2/user_forget' },
    causedBy: {
      'requestResetEmail done / responded without “success”': {
        impossible: 'The sandbox’s messages always contain “success”.',
      },
    },
  },
})
