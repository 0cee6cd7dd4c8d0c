import { passwordResetMachine } from '../../machines/passwordReset.ts'
import { createModel } from '../paths/model.ts'

const link = { key: 'Jq2mN8vT4xYb7cRd1kWz', login: 'member', done: false }
const errorTexts = [
  'Invalid reset link. Please request a new password reset.',
  'Both new password and confirm password are required',
  'Passwords do not match',
]

export default createModel({
  machine: passwordResetMachine,
  inputs: {
    'a link from an email': link,
    'a link without a key': { ...link, key: '' },
    'a link without a login': { ...link, login: '' },
    'the page of a password that was set, reloaded': { key: '', login: '', done: true },
  },
  stateKey: ({ context }) => context.mayBeSet,
  events: {
    'form.submit': {
      'matching passwords': { password: 'brand-new-24', confirm: 'brand-new-24' },
      'both empty': { password: '', confirm: '' },
      'no confirmation': { password: 'brand-new-24', confirm: '' },
      'the confirmation only': { password: '', confirm: 'brand-new-24' },
      'different passwords': { password: 'brand-new-24', confirm: 'brand-new-25' },
    },
    'field.edit': 'Type into a password field',
    'link.retry': 'Press Try again',
  },
  outcomes: {
    checkLink: {
      done: {
        valid: { kind: 'valid' },
        expired: { kind: 'expired', message: 'Invalid key.' },
        'expired without a message': { kind: 'expired', message: '' },
        refused: { kind: 'refused', message: 'Too many requests. Please wait a moment.' },
      },
      error: {
        unreachable: new Error('Statecast isn’t responding. Check your connection and try again.'),
        'not an Error': 'no connection',
      },
    },
    setPassword: {
      done: {
        set: { kind: 'valid' },
        expired: { kind: 'expired', message: 'Invalid key.' },
        refused: { kind: 'refused', message: 'The password must be at least 8 characters long.' },
        'refused without a message': { kind: 'refused', message: '' },
      },
      error: {
        unreachable: new Error('We couldn’t confirm that your new password was saved. Please try again.'),
        'not an Error': 'no connection',
      },
    },
  },
  invariants: {
    'fields are marked if and only if the form is invalid': (snapshot) =>
      snapshot.matches({ form: 'invalid' }) === snapshot.context.invalidFields.length > 0,
    'only failures have a message': (snapshot) =>
      (snapshot.context.message === '') ===
      (snapshot.hasTag('busy') || snapshot.matches('done') || snapshot.matches({ form: 'open' })),
    'the errors of the form are shown in the form only': (snapshot) =>
      snapshot.matches({ form: 'invalid' }) ||
      snapshot.matches('missing') ||
      !errorTexts.includes(snapshot.context.message),
    'only a complete link is checked': (snapshot) =>
      !(snapshot.matches('checking') || snapshot.hasTag('formVisible')) ||
      (snapshot.context.key !== '' && snapshot.context.login !== ''),
    'no password is stored': (snapshot) => !JSON.stringify(snapshot.context).includes('brand-new'),
    'the outcome is unknown only after a call without a response': (snapshot) =>
      !snapshot.matches('outcomeUnknown') || snapshot.context.mayBeSet,
  },
  texts: {
    events: {
      'form.submit / matching passwords': 'Type the same new password twice and press Reset Password',
      'form.submit / both empty': 'Press Reset Password with both fields empty',
      'form.submit / no confirmation': 'Type a new password only and press Reset Password',
      'form.submit / the confirmation only': 'Type the confirmation only and press Reset Password',
      'form.submit / different passwords': 'Type two different passwords and press Reset Password',
    },
    outcomes: {
      'checkLink error / not an Error': 'The error is not an Error',
      'setPassword error / not an Error': 'The error is not an Error',
      'checkLink done / valid': 'The host accepts the link',
      'checkLink done / expired': 'The host rejects the link with a message',
      'checkLink done / expired without a message': 'The host rejects the link without a message',
      'checkLink done / refused': 'The host is too busy to check the link',
      'checkLink error / unreachable': 'The host does not respond to the check',
      'setPassword done / set': 'The host sets the new password',
      'setPassword done / expired': 'The host rejects the link, which has expired',
      'setPassword done / refused': 'The host refuses the password with a message',
      'setPassword done / refused without a message': 'The host refuses the password without a message',
      'setPassword error / unreachable': 'The host does not respond to the new password',
    },
  },
  manual: {
    starts: {
      'a link from an email': {
        as: null,
        before:
          'At `/forget/password`, request a reset email for `member@statecast.test`, and copy its link from the mailbox at `/sandbox`.',
        open: 'the link',
      },
      'a link without a key': { as: null, open: '/reset-password?login=member' },
      'a link without a login': { as: null, open: '/reset-password?key=abc' },
      'the page of a password that was set, reloaded': {
        as: null,
        before:
          'At `/forget/password`, request a reset email for `member@statecast.test`, and copy its link from the mailbox at `/sandbox`.',
        open: 'the link',
        then: 'Set a new password, and reload the page.',
      },
    },
    calls: {
      checkLink: 'POST /wp-json/channel/v2/user_forget/',
      setPassword: 'POST /wp-json/channel/v2/user_forget/',
    },
    causedBy: {
      'checkLink done / expired': { fault: 'refuse' },
      'checkLink done / refused': { fault: 'status-429' },
      'setPassword done / expired': { fault: 'refuse' },
      'setPassword done / refused': { do: 'Type a password of seven characters twice instead of the previous step.' },
    },
  },
})
