import { submissionMachine } from '../../machines/submission.ts'
import { createModel } from '../paths/model.ts'

const question = {
  name: 'Mara Ellison',
  email: 'member@statecast.test',
  subject: 'Invoice',
  message: ' Where is the invoice for March? ',
}
const account = { name: 'Mara Ellison', email: 'member@statecast.test' }

export default createModel({
  machine: submissionMachine,
  inputs: {
    'the support form': { form: 'support', userId: 2, prefilled: { ...account, subject: '', message: '' }, draft: {} },
    'the support form with a draft': {
      form: 'support',
      userId: 2,
      prefilled: { ...account, subject: '', message: '' },
      draft: { subject: 'Invoice' },
    },
    'the bug report': {
      form: 'bug',
      userId: 2,
      prefilled: { email: account.email, summary: '', details: '', page: '', user_agent: '' },
      draft: {},
    },
  },
  events: {
    'form.submit': {
      'a complete question': { values: question },
      'a complete report': {
        values: {
          email: account.email,
          summary: 'The video stalls',
          details: 'After a minute.',
          page: '',
          user_agent: '',
        },
      },
      'an empty form': { values: { name: '', email: '', subject: '', message: '', summary: '', details: '' } },
      'a blank subject and summary': { values: { ...question, subject: '  ', summary: ' ', details: 'x' } },
      'a subject that is too long': { values: { ...question, subject: 'x'.repeat(201), summary: 'x'.repeat(201) } },
    },
    'field.edit': {
      'the email address': { field: 'email', value: 'member@statecast.test' },
      'the first missing field': { field: 'subject', value: 'Invoices' },
    },
    'form.reset': 'Press “Send another message”',
  },
  outcomes: {
    sendForm: {
      done: {
        granted: { kind: 'granted', message: 'Thank you. We’ll reply within one working day.' },
        'granted without a message': { kind: 'granted', message: '' },
        refused: { kind: 'refused', message: 'Too many requests. Please wait a moment.', fields: {} },
        'refused with a field error': {
          kind: 'refused',
          message: 'Please enter a valid email address.',
          fields: { email: 'Please enter a valid email address.' },
        },
        'refused without a message': { kind: 'refused', message: '', fields: {} },
      },
      error: { unreachable: { message: 'no connection' } },
    },
  },
  stateKey: ({ context }) => context.form,
  invariants: {
    'a field has an error only while the form is invalid or refused': (snapshot) =>
      snapshot.matches({ editing: 'invalid' }) ||
      snapshot.matches({ editing: 'refused' }) ||
      Object.keys(snapshot.context.errors).length === 0,
    'every failure and every success has a message': (snapshot) =>
      (snapshot.matches('sent') ||
        snapshot.matches({ editing: 'refused' }) ||
        snapshot.matches({ editing: 'outcomeUnknown' })) ===
      (snapshot.context.message !== ''),
    'only a complete form is sent': (snapshot) =>
      !snapshot.matches('sending') ||
      (snapshot.context.form === 'support'
        ? ['name', 'email', 'subject', 'message']
        : ['email', 'summary', 'details']
      ).every((field) => (snapshot.context.values[field] ?? '').trim() !== ''),
  },
  texts: {
    events: {
      'form.submit / a complete question': 'Fill in the support form and press Send',
      'form.submit / a complete report': 'Fill in the bug report and press Send',
      'form.submit / an empty form': 'Clear every field and press Send',
      'form.submit / a blank subject and summary': 'Type spaces into the subject and press Send',
      'form.submit / a subject that is too long': 'Type a subject of 201 characters and press Send',
      'field.edit / the email address': 'Type into the email field',
      'field.edit / the first missing field': 'Type into the subject',
    },
    outcomes: {
      'sendForm done / granted': 'The host accepts the form',
      'sendForm done / granted without a message': 'The host accepts the form without a message',
      'sendForm done / refused': 'The host refuses: too many requests',
      'sendForm done / refused with a field error': 'The host refuses the email address',
      'sendForm done / refused without a message': 'The host refuses without a message',
    },
  },
  manual: {
    starts: {
      'the support form': { as: 'member', open: '/support/form' },
      'the support form with a draft': {
        as: 'member',
        before: 'At `/support/form`, type “Invoice” for a subject.',
        open: '/support/form',
      },
      'the bug report': { as: 'member', open: '/support/bugs' },
    },
    causedBy: {
      'sendForm done / granted without a message': { impossible: 'The sandbox always sends a message.' },
      'sendForm done / refused': {
        set: 'At `/sandbox`: Fault `status-429`, Times 1, Call `POST /wp-json/channel/v2/support` (the bug report: `POST /wp-json/channel/v2/bug-report`).',
      },
      'sendForm done / refused with a field error': {
        set: 'At `/sandbox`: Fault `refuse`, Times 1, Call `POST /wp-json/channel/v2/support` (the bug report: `POST /wp-json/channel/v2/bug-report`).',
      },
      'sendForm done / refused without a message': { impossible: 'The sandbox always sends a message.' },
      'sendForm error': {
        set: 'At `/sandbox`: Fault `cut-before`, Times 1, Call `POST /wp-json/channel/v2/support` (the bug report: `POST /wp-json/channel/v2/bug-report`).',
      },
    },
  },
})
