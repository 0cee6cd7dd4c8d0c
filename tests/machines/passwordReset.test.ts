import { passwordResetMachine } from '../../machines/passwordReset.ts'
import { done, errored, testExamples } from './runEvents.ts'

const input = { key: 'k3y', login: 'mara', done: false }
const valid = done('checkLink', { kind: 'valid' })
const submit = (password: string, confirm: string) => ({ type: 'form.submit', password, confirm })
const sent = [valid, submit('live-news-25', 'live-news-25')]
const expired = { kind: 'expired', message: '' }
const expiredText =
  'This reset link has expired or the password reset limit has been reached. Please request a new password reset.'

testExamples(passwordResetMachine, {
  'checks the link first': {
    requirement: 'reset.check',
    input,
    when: [],
    state: 'checking',
    starts: [['checkLink', { key: 'k3y', login: 'mara' }]],
    tags: ['busy'],
  },
  'shows the form for a valid link': { input, when: [valid], state: { form: 'open' }, tags: ['formVisible'] },
  'refuses a link without a key': {
    requirement: 'reset.missing',
    input: { ...input, key: '' },
    when: [],
    state: 'missing',
    shows: { message: 'Invalid reset link. Please request a new password reset.' },
    starts: [],
  },
  'says that the link has expired': {
    requirement: 'reset.expired',
    input,
    when: [done('checkLink', expired)],
    state: 'expired',
    shows: { message: expiredText },
  },
  'shows why the host refuses a link': {
    requirement: 'reset.expired',
    input,
    when: [done('checkLink', { ...expired, message: 'Your password reset link appears to be invalid.' })],
    state: 'expired',
    shows: { message: 'Your password reset link appears to be invalid.' },
  },
  'can check the link again when the host was unreachable': {
    input,
    when: [errored('checkLink', new Error(''))],
    state: 'unreachable',
    shows: { message: 'We couldn’t check your reset link.' },
  },
  'requires both passwords': {
    requirement: 'reset.rules',
    input,
    when: [valid, submit('live-news-25', '')],
    state: { form: 'invalid' },
    shows: { invalidFields: ['confirm'], message: 'Both new password and confirm password are required' },
    starts: [],
  },
  'requires equal passwords': {
    requirement: 'reset.rules',
    input,
    when: [valid, submit('live-news-25', 'live-news-26')],
    state: { form: 'invalid' },
    shows: { invalidFields: ['confirm'], message: 'Passwords do not match' },
  },
  'sends the new password with the link': {
    input,
    when: sent,
    state: 'submitting',
    starts: [['setPassword', { key: 'k3y', login: 'mara', password: 'live-news-25', confirm: 'live-news-25' }]],
    tags: ['busy', 'formVisible'],
  },
  'removes the link from the address when the password is set': {
    requirement: 'reset.key',
    input,
    when: [...sent, done('setPassword', { kind: 'valid' })],
    state: 'done',
    executes: ['clearLink'],
  },
  'shows why the host refuses a password': {
    requirement: 'reset.refused',
    input,
    when: [...sent, done('setPassword', { kind: 'refused', message: 'Use at least 12 characters.' })],
    state: { form: 'refused' },
    shows: { message: 'Use at least 12 characters.' },
  },
  'can be submitted again after a refusal': {
    requirement: 'reset.refused',
    input,
    when: [...sent, done('setPassword', { kind: 'refused', message: '' }), submit('live-news-2026', 'live-news-2026')],
    state: 'submitting',
    starts: [['setPassword', { key: 'k3y', login: 'mara', password: 'live-news-2026', confirm: 'live-news-2026' }]],
  },
  'does not call a link expired that an earlier try may have used': {
    requirement: 'reset.outcomeUnknown',
    input,
    when: [
      ...sent,
      errored('setPassword', new Error('Statecast isn’t responding.')),
      submit('live-news-25', 'live-news-25'),
      done('setPassword', expired),
    ],
    state: 'outcomeUnknown',
    shows: { message: 'This link has been used. Try signing in with your new password.' },
  },
  'shows the result again after a reload': { input: { key: '', login: '', done: true }, when: [], state: 'done' },
})
