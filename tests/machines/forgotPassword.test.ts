import { forgotPasswordMachine } from '../../machines/forgotPassword.ts'
import { done, errored, testExamples } from './runEvents.ts'

const submit = (email: string) => ({ type: 'form.submit', email })
const mara = submit(' member@statecast.test ')
const responded = (message: string) => done('requestResetEmail', { kind: 'responded', message })
const open = (state: string) => ({ visible: { open: state } })

testExamples(forgotPasswordMachine, {
  'sends the address without its spaces': {
    requirement: 'forgot.anyAccount',
    when: [mara],
    state: { visible: 'sending' },
    starts: [['requestResetEmail', { email: 'member@statecast.test' }]],
    tags: ['busy'],
  },
  'requires an address': {
    requirement: 'forgot.required',
    when: [submit('')],
    state: open('invalid'),
    shows: { error: 'E-mail field is required', message: '' },
    starts: [],
  },
  'refuses a blank address with a message under the button': {
    requirement: 'forgot.required',
    when: [submit('  ')],
    state: open('blank'),
    shows: { error: '', message: 'Email address field is empty' },
  },
  'clears the message when the field is edited': {
    when: [submit('  '), { type: 'field.edit' }],
    state: open('empty'),
    shows: { error: '', message: '' },
  },
  'shows the success of the host': {
    requirement: 'forgot.result',
    when: [mara, responded('Password reset email sent SUCCESSfully.')],
    state: open('sent'),
    shows: { message: 'Password reset email sent SUCCESSfully.' },
  },
  'treats any other message as a refusal': {
    requirement: 'forgot.result',
    when: [mara, responded('There is no account with that email address.')],
    state: open('refused'),
    shows: { message: 'There is no account with that email address.' },
  },
  'has a text for a refusal without a message': {
    requirement: 'forgot.refused',
    when: [mara, done('requestResetEmail', { kind: 'refused', message: '' })],
    state: open('refused'),
    shows: { message: 'Error occurred while sending reset instructions' },
  },
  'says that the host is unreachable': {
    when: [mara, errored('requestResetEmail', new Error('Statecast isn’t responding.'))],
    state: open('unreachable'),
    shows: { message: 'Error occurred while sending reset instructions' },
  },
  'closes while a request is running': { when: [mara, { type: 'panel.close' }], state: 'hidden' },
})
