/**
 * forgotPassword: requests an email with a reset link, in the panel that replaces the sign-in form.
 *
 *   visible.open.empty ──form.submit──▶ visible.sending ──▶ visible.open.sent (the message contains “success”)
 *        │                                   ├──▶ visible.open.refused (any other message)
 *        ├──▶ visible.open.invalid           └──▶ visible.open.unreachable
 *        └──▶ visible.open.blank
 *   Every open state takes another form.submit; panel.close leads from all of them to hidden.
 */
import { assign, setup } from 'xstate'
import { createStubs } from './stub.ts'

/** `responded`: the host responded with 2xx. Its message decides whether the email was sent (specification §2). */
export type ResetEmailResult = { kind: 'responded'; message: string } | { kind: 'refused'; message: string }

export type ForgotPasswordContext = {
  /** Shown at the field; '' for none. */
  error: string
  /** Shown under the button; '' for none. */
  message: string
}

export type ForgotPasswordEvent =
  | { type: 'form.submit'; email: string }
  | { type: 'field.edit' }
  /** The back arrow. */
  | { type: 'panel.close' }

/** `busy`: a spinner replaces the button and the form can't be sent. */
export type ForgotPasswordTag = 'busy'

const stub = createStubs('forgotPassword')

export const forgotPasswordMachine = setup({
  types: {} as {
    context: ForgotPasswordContext
    events: ForgotPasswordEvent
    tags: ForgotPasswordTag
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    /** Rejects when the host is unreachable. */
    requestResetEmail: stub.promise<ResetEmailResult, { email: string }>('requestResetEmail'),
  },
  actions: {
    clearMessages: assign({ error: '', message: '' }),
    setMissing: assign({ error: 'E-mail field is required', message: '' }),
    setBlank: assign({ error: '', message: 'Email address field is empty' }),
    setResult: assign((_, { result }: { result: ResetEmailResult }) => ({
      message: result.message || 'Error occurred while sending reset instructions',
    })),
    setUnreachable: assign({ message: 'Error occurred while sending reset instructions' }),
  },
  guards: {
    isMissing: (_, { email }: { email: string }) => email === '',
    isBlank: (_, { email }: { email: string }) => email.trim() === '',
    /** Only the message decides, not the status (specification §2). */
    isSuccess: (_, { result }: { result: ResetEmailResult }) => result.message.toLowerCase().includes('success'),
  },
}).createMachine({
  id: 'forgotPassword',
  context: { error: '', message: '' },
  initial: 'visible',
  states: {
    visible: {
      description: 'The panel replaces the sign-in form.',
      meta: { requirement: 'forgot.toggle' },
      on: { 'panel.close': 'hidden' },
      initial: 'open',
      states: {
        open: {
          description: 'The form can be filled in and sent, repeatedly.',
          on: {
            'form.submit': [
              {
                guard: { type: 'isMissing', params: ({ event }) => event },
                target: '.invalid',
                actions: 'setMissing',
              },
              {
                guard: { type: 'isBlank', params: ({ event }) => event },
                target: '.blank',
                actions: 'setBlank',
              },
              { target: 'sending' },
            ],
          },
          initial: 'empty',
          states: {
            empty: { description: 'No error and no result is shown.' },
            invalid: {
              description: 'The field is empty. It shows an error until it is edited.',
              meta: { requirement: 'forgot.required' },
              on: { 'field.edit': { target: 'empty', actions: 'clearMessages' } },
            },
            blank: {
              description:
                'The field contains only whitespace. A message under the button is shown until the field is edited.',
              meta: { requirement: 'forgot.required' },
              on: { 'field.edit': { target: 'empty', actions: 'clearMessages' } },
            },
            sent: {
              description: 'The email was sent. The message is shown in green.',
              meta: { requirement: 'forgot.result' },
            },
            refused: {
              description: 'The email was not sent. The message is shown in red.',
              meta: { requirement: ['forgot.result', 'forgot.refused'] },
            },
            unreachable: {
              description: 'The host is unreachable. It is unknown whether the email was sent.',
              meta: { requirement: 'forgot.unreachable' },
            },
          },
        },
        sending: {
          description: 'The request for the email is being sent.',
          meta: { requirement: 'forgot.busy' },
          tags: ['busy'],
          entry: 'clearMessages',
          invoke: {
            id: 'requestResetEmail',
            src: 'requestResetEmail',
            input: ({ event }) => {
              if (event.type !== 'form.submit')
                throw new Error('forgotPassword: sending is entered by form.submit only')
              return { email: event.email.trim() }
            },
            onDone: [
              {
                guard: { type: 'isSuccess', params: ({ event }) => ({ result: event.output }) },
                target: 'open.sent',
                actions: { type: 'setResult', params: ({ event }) => ({ result: event.output }) },
              },
              {
                target: 'open.refused',
                actions: { type: 'setResult', params: ({ event }) => ({ result: event.output }) },
              },
            ],
            onError: { target: 'open.unreachable', actions: 'setUnreachable' },
          },
        },
      },
    },
    hidden: {
      type: 'final',
      description: 'The sign-in form is shown again. A pending request is aborted.',
      meta: { requirement: 'forgot.toggle' },
    },
  },
})
