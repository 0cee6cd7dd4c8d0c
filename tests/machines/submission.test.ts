import { submissionMachine } from '../../machines/submission.ts'
import { done, errored, testExamples } from './runEvents.ts'

const prefilled = { name: 'Mara Ellison', email: 'member@statecast.test', subject: '', message: '' }
const support = { form: 'support', userId: 2, prefilled, draft: { subject: 'Invoice' } }
const bug = { form: 'bug', userId: 2, prefilled: { email: 'member@statecast.test' }, draft: {} }
const complete = { ...prefilled, subject: ' Invoice ', message: 'Where is it?' }
const submit = (values: object) => ({ type: 'form.submit', values })
const granted = (message: string) => done('sendForm', { kind: 'granted', message })

testExamples(submissionMachine, {
  'restores the draft of an earlier visit': {
    input: support,
    when: [],
    state: { editing: 'untouched' },
    shows: { values: { ...prefilled, subject: 'Invoice' } },
  },
  'stores every edit as a draft': {
    input: support,
    when: [{ type: 'field.edit', field: 'message', value: 'Where' }],
    state: { editing: 'untouched' },
    shows: { values: { ...prefilled, subject: 'Invoice', message: 'Where' } },
    executes: ['saveDraft'],
  },
  'sends the support form without spaces at the ends': {
    input: support,
    when: [submit(complete)],
    state: 'sending',
    starts: [['sendForm', { form: 'support', userId: 2, values: { ...complete, subject: 'Invoice' } }]],
    tags: ['busy'],
  },
  'names every missing field of the support form': {
    requirement: 'support.rules',
    input: support,
    when: [submit({ name: '', email: ' ', subject: '', message: '' })],
    state: { editing: 'invalid' },
    shows: {
      errors: {
        name: 'Enter your name',
        email: 'Enter your email',
        subject: 'Enter a subject',
        message: 'Enter a message',
      },
    },
  },
  'names every missing field of the bug report': {
    requirement: 'support.rules',
    input: bug,
    when: [submit({})],
    state: { editing: 'invalid' },
    shows: {
      errors: { email: 'Enter your email', summary: 'Enter a summary', details: 'Describe what happened' },
    },
  },
  'names each field of the support form that is too long': {
    requirement: 'support.rules',
    input: support,
    when: [
      submit({ name: 'n'.repeat(251), email: 'e'.repeat(101), subject: 's'.repeat(201), message: 'm'.repeat(5_001) }),
    ],
    state: { editing: 'invalid' },
    shows: {
      errors: {
        name: 'Use 250 characters or fewer',
        email: 'Use 100 characters or fewer',
        subject: 'Use 200 characters or fewer',
        message: 'Use 5,000 characters or fewer',
      },
    },
  },
  'counts characters without the spaces at the ends': {
    input: support,
    when: [submit({ ...complete, name: ` ${'n'.repeat(250)} ` })],
    state: 'sending',
  },
  'names each field of the bug report that is too long': {
    requirement: 'support.rules',
    input: bug,
    when: [
      submit({
        email: 'e'.repeat(101),
        summary: 's'.repeat(201),
        details: 'd'.repeat(5_001),
        page: 'p'.repeat(2_001),
        user_agent: 'u'.repeat(1_001),
      }),
    ],
    state: { editing: 'invalid' },
    shows: {
      errors: {
        email: 'Use 100 characters or fewer',
        summary: 'Use 200 characters or fewer',
        details: 'Use 5,000 characters or fewer',
        page: 'Use 2,000 characters or fewer',
        user_agent: 'Use 1,000 characters or fewer',
      },
    },
  },
  'confirms a sent form in the words of the host, and removes the draft': {
    input: support,
    when: [submit(complete), granted('Thank you. We’ll reply within one working day.')],
    state: 'sent',
    shows: { message: 'Thank you. We’ll reply within one working day.' },
    executes: ['removeDraft'],
  },
  'has a text for a confirmation without a message': {
    input: support,
    when: [submit(complete), granted('')],
    state: 'sent',
    shows: { message: 'Thank you. Your message has been sent.' },
  },
  'shows the reasons of the host': {
    requirement: 'support.refused',
    input: support,
    when: [
      submit(complete),
      done('sendForm', {
        kind: 'refused',
        message: 'Please check the form.',
        fields: { email: 'Not a valid address.' },
      }),
    ],
    state: { editing: 'refused' },
    shows: { message: 'Please check the form.', errors: { email: 'Not a valid address.' } },
    executes: [],
  },
  'keeps the form without a response': {
    requirement: 'support.outcomeUnknown',
    input: support,
    when: [submit(complete), errored('sendForm')],
    state: { editing: 'outcomeUnknown' },
    shows: { values: complete, message: 'We couldn’t confirm your message was sent. Please try again.' },
  },
  'starts over without the draft': {
    input: support,
    when: [submit(complete), granted(''), { type: 'form.reset' }],
    state: { editing: 'untouched' },
    shows: { values: prefilled, message: '' },
  },
})
