/**
 * submission: sends the support form or the bug report. The forms differ in their validation rules.
 *
 *   editing.untouched ──form.submit──▶ sending ──┬──▶ sent ──form.reset──▶ editing.untouched
 *        └──▶ editing.invalid                    ├──▶ editing.refused
 *                                                └──▶ editing.outcomeUnknown
 *   Every edit is stored as a draft, which survives a reload. The draft is removed when the form was sent.
 */
import { assign, setup } from 'xstate'
import { messageOf } from './messageOf.ts'
import { createStubs } from './stub.ts'

/** `support`: a question to customer support. `bug`: a bug report. */
export type FormName = 'support' | 'bug'

/** Values by field name. */
export type Values = Readonly<Record<string, string>>

/** `draft`: stored values of an earlier visit. They override `prefilled`. */
export type SubmissionInput = { form: FormName; userId: number; prefilled: Values; draft: Values }

/** `message` is plain text and may be empty; `fields` has the errors by field. */
export type SubmissionResult =
  | { kind: 'granted'; message: string }
  | { kind: 'refused'; message: string; fields: Values }

export type SubmissionContext = {
  form: FormName
  userId: number
  prefilled: Values
  values: Values
  errors: Values
  /** Shown on the form; '' for none. */
  message: string
}

export type SubmissionEvent =
  | { type: 'form.submit'; values: Values }
  | { type: 'form.reset' }
  | { type: 'field.edit'; field: string; value: string }

/** `busy`: the form is being sent. */
export type SubmissionTag = 'busy'

/** The error of each required field, and the maximum lengths in characters. */
const rules = {
  support: {
    required: {
      name: 'Enter your name',
      email: 'Enter your email',
      subject: 'Enter a subject',
      message: 'Enter a message',
    },
    maxLengths: { name: 250, email: 100, subject: 200, message: 5_000 },
  },
  bug: {
    required: {
      email: 'Enter your email',
      summary: 'Enter a summary',
      details: 'Describe what happened',
    },
    maxLengths: { email: 100, summary: 200, details: 5_000, page: 2_000, user_agent: 1_000 },
  },
} as const satisfies Record<FormName, { required: Values; maxLengths: Readonly<Record<string, number>> }>

function errorsOf(form: FormName, values: Values): Values {
  const missing = Object.entries(rules[form].required).filter(([field]) => (values[field] ?? '').trim() === '')
  const long = Object.entries(rules[form].maxLengths)
    .filter(([field, maxLength]) => [...(values[field] ?? '').trim()].length > maxLength)
    .map(([field, maxLength]) => [field, `Use ${maxLength.toLocaleString('en-US')} characters or fewer`] as const)
  return Object.fromEntries([...missing, ...long])
}

const without = (values: Values, field: string): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name !== field))

const stub = createStubs('submission')

export const submissionMachine = setup({
  types: {} as {
    input: SubmissionInput
    context: SubmissionContext
    events: SubmissionEvent
    tags: SubmissionTag
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    sendForm: stub.promise<SubmissionResult, { form: FormName; userId: number; values: Values }>('sendForm'),
  },
  actions: {
    saveDraft: (_, _draft: { form: FormName; values: Values }) => stub.action('saveDraft')(),
    removeDraft: (_, _draft: { form: FormName }) => stub.action('removeDraft')(),
    setValues: assign((_, { values }: { values: Values }) => ({ values })),
    setValue: assign(({ context }, { field, value }: { field: string; value: string }) => ({
      values: { ...context.values, [field]: value },
      errors: without(context.errors, field),
    })),
    clearMessages: assign({ errors: {}, message: '' }),
    setErrors: assign(({ context }, { values }: { values: Values }) => ({
      errors: errorsOf(context.form, values),
    })),
    setRefusal: assign((_, { result }: { result: SubmissionResult }) =>
      result.kind === 'refused' ? { message: messageOf(result), errors: result.fields } : {},
    ),
    setOutcomeUnknown: assign({
      message: 'We couldn’t confirm your message was sent. Please try again.',
    }),
    setSuccess: assign((_, { result }: { result: SubmissionResult }) => ({
      message: result.message || 'Thank you. Your message has been sent.',
    })),
    resetForm: assign(({ context }) => ({ values: context.prefilled, errors: {}, message: '' })),
  },
  guards: {
    isComplete: ({ context }, { values }: { values: Values }) =>
      Object.keys(errorsOf(context.form, values)).length === 0,
    wasGranted: (_, { result }: { result: SubmissionResult }) => result.kind === 'granted',
  },
}).createMachine({
  id: 'submission',
  context: ({ input: { form, userId, prefilled, draft } }) => ({
    form,
    userId,
    prefilled,
    values: { ...prefilled, ...draft },
    errors: {},
    message: '',
  }),
  initial: 'editing',
  states: {
    editing: {
      description: 'The form can be filled in and sent.',
      initial: 'untouched',
      on: {
        'form.submit': [
          {
            guard: { type: 'isComplete', params: ({ event }) => event },
            target: 'sending',
            actions: { type: 'setValues', params: ({ event }) => event },
          },
          {
            target: '.invalid',
            actions: [
              'clearMessages',
              { type: 'setValues', params: ({ event }) => event },
              { type: 'setErrors', params: ({ event }) => event },
            ],
          },
        ],
        'field.edit': {
          actions: [
            { type: 'setValue', params: ({ event }) => event },
            { type: 'saveDraft', params: ({ context }) => ({ form: context.form, values: context.values }) },
          ],
        },
      },
      states: {
        untouched: { description: 'The form has not been sent yet.' },
        invalid: {
          description: 'Each field that is missing or too long shows why, until it is edited.',
          meta: { requirement: 'support.rules' },
        },
        refused: {
          description: 'The host refused. Its message is shown on the form, and its field errors at the fields.',
          meta: { requirement: 'support.refused' },
        },
        outcomeUnknown: {
          description: 'The host is unreachable: the outcome is unknown, and the form keeps its values.',
          meta: { requirement: 'support.outcomeUnknown' },
        },
      },
    },
    sending: {
      description: 'The form is being sent and cannot be submitted again.',
      tags: ['busy'],
      entry: 'clearMessages',
      invoke: {
        id: 'sendForm',
        src: 'sendForm',
        input: ({ context: { form, userId, values } }) => ({
          form,
          userId,
          values: Object.fromEntries(Object.entries(values).map(([field, value]) => [field, value.trim()])),
        }),
        onDone: [
          {
            guard: { type: 'wasGranted', params: ({ event }) => ({ result: event.output }) },
            target: 'sent',
            actions: [
              { type: 'setSuccess', params: ({ event }) => ({ result: event.output }) },
              { type: 'removeDraft', params: ({ context }) => ({ form: context.form }) },
            ],
          },
          {
            target: 'editing.refused',
            actions: { type: 'setRefusal', params: ({ event }) => ({ result: event.output }) },
          },
        ],
        onError: { target: 'editing.outcomeUnknown', actions: 'setOutcomeUnknown' },
      },
    },
    sent: {
      description: 'The form was sent. A confirmation replaces it.',
      meta: { requirement: 'support.sent' },
      on: { 'form.reset': { target: 'editing', actions: 'resetForm' } },
    },
  },
})
