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
    'a link from a letter': link,
    'a link without a key': { ...link, key: '' },
    'a link without a login': { ...link, login: '' },
    'the page of a password that was set, reloaded': { key: '', login: '', done: true },
  },
  stateKey: ({ context }) => context.mayBeSet,
  events: {
    'form.submit': {
      'twice the same': { password: 'brand-new-24', confirm: 'brand-new-24' },
      'nothing at all': { password: '', confirm: '' },
      'no confirmation': { password: 'brand-new-24', confirm: '' },
      'the confirmation only': { password: '', confirm: 'brand-new-24' },
      'two that differ': { password: 'brand-new-24', confirm: 'brand-new-25' },
    },
    'field.edit': { '': {} },
    'link.retry': { '': {} },
  },
  outcomes: {
    checkLink: {
      done: {
        good: { kind: 'good' },
        dead: { kind: 'dead', message: 'Invalid key.' },
        'dead without a word': { kind: 'dead', message: '' },
        refused: { kind: 'refused', message: 'Too many requests. Please wait a moment.' },
      },
      error: {
        unreachable: new Error('Statecast isn’t responding. Check your connection and try again.'),
        'not even an error': 'no line',
      },
    },
    setPassword: {
      done: {
        set: { kind: 'good' },
        dead: { kind: 'dead', message: 'Invalid key.' },
        refused: { kind: 'refused', message: 'The password must be at least 8 characters long.' },
        'refused without a word': { kind: 'refused', message: '' },
      },
      error: {
        unreachable: new Error('We couldn’t confirm that your new password was saved. Please try again.'),
        'not even an error': 'no line',
      },
    },
  },
  invariants: {
    'fields are marked exactly when the form is invalid': (snapshot) =>
      snapshot.matches({ form: 'invalid' }) === snapshot.context.invalidFields.length > 0,
    'what went wrong has words, and nothing else has': (snapshot) =>
      (snapshot.context.message === '') ===
      (snapshot.hasTag('busy') || snapshot.matches('done') || snapshot.matches({ form: 'open' })),
    'the words of the form never stand outside of it': (snapshot) =>
      snapshot.matches({ form: 'invalid' }) ||
      snapshot.matches('missing') ||
      !errorTexts.includes(snapshot.context.message),
    'nothing is checked without a whole link': (snapshot) =>
      !(snapshot.matches('checking') || snapshot.hasTag('fillable')) ||
      (snapshot.context.key !== '' && snapshot.context.login !== ''),
    'no password is kept': (snapshot) => !JSON.stringify(snapshot.context).includes('brand-new'),
    'only a silence can leave it unclear': (snapshot) =>
      !snapshot.matches('outcomeUnknown') || snapshot.context.mayBeSet,
  },
  texts: {
    events: {
      'form.submit / twice the same': 'Type the same new password twice and press Reset Password',
      'form.submit / nothing at all': 'Press Reset Password with both fields empty',
      'form.submit / no confirmation': 'Type a new password only and press Reset Password',
      'form.submit / the confirmation only': 'Type the confirmation only and press Reset Password',
      'form.submit / two that differ': 'Type two different passwords and press Reset Password',
      'field.edit': 'Type into a password field',
      'link.retry': 'Press Try again',
    },
    outcomes: {
      'checkLink error / not even an error': 'What is thrown is no error',
      'setPassword error / not even an error': 'What is thrown is no error',
      'checkLink done / good': 'The host finds the link good',
      'checkLink done / dead': 'The host finds the link dead and says why',
      'checkLink done / dead without a word': 'The host finds the link dead and says nothing',
      'checkLink done / refused': 'The host is too busy to check the link',
      'checkLink error / unreachable': 'The host gives no answer about the link',
      'setPassword done / set': 'The host sets the new password',
      'setPassword done / dead': 'The host finds the link dead by now',
      'setPassword done / refused': 'The host does not take this password and says why',
      'setPassword done / refused without a word': 'The host does not take this password and says nothing',
      'setPassword error / unreachable': 'The host gives no answer to the new password',
    },
  },
  manual: {
    starts: {
      'a link from a letter': {
        as: null,
        before:
          'At `/forget/password`, ask for a letter for `member@statecast.test`, and copy its link from the mailbox at `/sandbox`.',
        open: 'the link',
      },
      'a link without a key': { as: null, open: '/reset-password?login=member' },
      'a link without a login': { as: null, open: '/reset-password?key=abc' },
      'the page of a password that was set, reloaded': {
        as: null,
        before:
          'At `/forget/password`, ask for a letter for `member@statecast.test`, and copy its link from the mailbox at `/sandbox`.',
        open: 'the link',
        then: 'Set a new password, and reload the page.',
      },
    },
    calls: {
      checkLink: 'POST /wp-json/channel/v2/user_forget/',
      setPassword: 'POST /wp-json/channel/v2/user_forget/',
    },
    causedBy: {
      'checkLink done / dead': { fault: 'refuse' },
      'checkLink done / refused': { fault: 'status-429' },
      'setPassword done / dead': { fault: 'refuse' },
      'setPassword done / refused': { do: 'Type a password of seven characters twice in place of the step before.' },
    },
  },
})
