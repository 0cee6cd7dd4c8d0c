import { submissionMachine } from '../../machines/submission.ts'
import { createModel } from '../paths/model.ts'

const question = {
  name: 'Mara Ellison',
  email: 'member@statecast.test',
  subject: 'Invoice',
  message: ' Where is the invoice of March? ',
}
const account = { name: 'Mara Ellison', email: 'member@statecast.test' }

export default createModel({
  machine: submissionMachine,
  inputs: {
    'the support form': { form: 'support', userId: 2, prefilled: { ...account, subject: '', message: '' }, draft: {} },
    'the support form with a draft of an earlier visit': {
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
      'a whole question': { values: question },
      'a whole report': {
        values: {
          email: account.email,
          summary: 'The picture stalls',
          details: 'After a minute.',
          page: '',
          user_agent: '',
        },
      },
      'nothing at all': { values: { name: '', email: '', subject: '', message: '', summary: '', details: '' } },
      'blanks for a subject and a summary': { values: { ...question, subject: '  ', summary: ' ', details: 'x' } },
      'a subject that is too long': { values: { ...question, subject: 'x'.repeat(201), summary: 'x'.repeat(201) } },
    },
    'field.edit': {
      'the e-mail address': { field: 'email', value: 'member@statecast.test' },
      'the first thing that is missing': { field: 'subject', value: 'Invoices' },
    },
    'form.again': { '': {} },
  },
  outcomes: {
    sendForm: {
      done: {
        granted: { kind: 'granted', message: 'Thank you. We answer within one working day.' },
        'granted without a word': { kind: 'granted', message: '' },
        refused: { kind: 'refused', message: 'Too many requests. Please wait a moment.', fields: {} },
        'refused because of a field': {
          kind: 'refused',
          message: 'Please enter a valid email address.',
          fields: { email: 'Please enter a valid email address.' },
        },
        'refused without a word': { kind: 'refused', message: '', fields: {} },
      },
      error: { unreachable: { message: 'no line' } },
    },
  },
  stateKey: ({ context }) => context.form,
  invariants: {
    'an error stands at a field only while the form is invalid or refused': (snapshot) =>
      snapshot.matches({ editing: 'invalid' }) ||
      snapshot.matches({ editing: 'refused' }) ||
      Object.keys(snapshot.context.errors).length === 0,
    'what failed has words, and so has what arrived': (snapshot) =>
      (snapshot.matches('sent') ||
        snapshot.matches({ editing: 'refused' }) ||
        snapshot.matches({ editing: 'outcomeUnknown' })) ===
      (snapshot.context.message !== ''),
    'nothing incomplete is sent': (snapshot) =>
      !snapshot.matches('sending') ||
      (snapshot.context.form === 'support'
        ? ['name', 'email', 'subject', 'message']
        : ['email', 'summary', 'details']
      ).every((field) => (snapshot.context.values[field] ?? '').trim() !== ''),
  },
  texts: {
    events: {
      'form.submit / a whole question': 'Fill in the support form and press Send',
      'form.submit / a whole report': 'Fill in the bug report and press Send',
      'form.submit / nothing at all': 'Clear every field and press Send',
      'form.submit / blanks for a subject and a summary': 'Type blanks for the subject and press Send',
      'form.submit / a subject that is too long': 'Type a subject of 201 characters and press Send',
      'field.edit / the e-mail address': 'Type into the e-mail field',
      'field.edit / the first thing that is missing': 'Type into the subject',
      'form.again': 'Press “Send another message”',
    },
    outcomes: {
      'sendForm done / granted': 'The host thanks',
      'sendForm done / granted without a word': 'The host takes it and says nothing',
      'sendForm done / refused': 'The host is too busy',
      'sendForm done / refused because of a field': 'The host does not take the e-mail address',
      'sendForm done / refused without a word': 'The host refuses and says nothing',
      'sendForm error / unreachable': 'The line to the host is cut',
    },
  },
  manual: {
    starts: {
      'the support form': { as: 'member', open: '/support/form' },
      'the support form with a draft of an earlier visit': {
        as: 'member',
        before: 'At `/support/form`, type “Invoice” for a subject.',
        open: '/support/form',
      },
      'the bug report': { as: 'member', open: '/support/bugs' },
    },
    causedBy: {
      'sendForm done / granted without a word': { not: 'The sandbox always thanks.' },
      'sendForm done / refused': {
        set: 'At `/sandbox`: Fault `status-429`, Times 1, Call `POST /wp-json/channel/v2/support` (the bug report: `POST /wp-json/channel/v2/bug-report`).',
      },
      'sendForm done / refused because of a field': {
        set: 'At `/sandbox`: Fault `refuse`, Times 1, Call `POST /wp-json/channel/v2/support` (the bug report: `POST /wp-json/channel/v2/bug-report`).',
      },
      'sendForm done / refused without a word': { not: 'The sandbox refuses with words only.' },
      'sendForm error': {
        set: 'At `/sandbox`: Fault `cut-before`, Times 1, Call `POST /wp-json/channel/v2/support` (the bug report: `POST /wp-json/channel/v2/bug-report`).',
      },
    },
  },
})
