/**
 * forgotPassword: asks for a letter with a reset link, in the panel that takes the place of the sign-in form.
 *
 *   visible.open.empty ──form.submit──▶ visible.sending ──▶ visible.open.sent (the message speaks of success: green)
 *        │                                   ├──▶ visible.open.refused (any other message: red)
 *        ├──▶ visible.open.invalid           └──▶ visible.open.unreached
 *        └──▶ visible.open.blank
 *   Every open state takes another form.submit; panel.close leads from all of them to hidden.
 */
import { assign, fromPromise, setup } from 'xstate'

/** `answered`: the host said something and called it an answer. Whether it is good news its words decide. */
export type ResetEmailAnswer = { kind: 'answered'; message: string } | { kind: 'refused'; message: string }

export type ForgotPasswordContext = {
  /** The words at the field; '' when there is nothing to say. */
  error: string
  /** The words of the result line under the button; '' when there is nothing to say. */
  message: string
}

export type ForgotPasswordEvent =
  | { type: 'form.submit'; email: string }
  | { type: 'field.edit' }
  /** The back arrow. */
  | { type: 'panel.close' }

/** `busy`: a spinner stands in the place of the button, and the form can't be sent again. */
export type ForgotPasswordTag = 'busy'

export const forgotPasswordMachine = setup({
  types: {} as {
    context: ForgotPasswordContext
    events: ForgotPasswordEvent
    tags: ForgotPasswordTag
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    /** Rejects when no answer came; the error's message is what the host said all the same, or ''. */
    askForLetter: fromPromise<ResetEmailAnswer, { email: string }>(() => {
      throw new Error('forgotPassword: provide askForLetter')
    }),
  },
  actions: {
    forgetMessages: assign({ error: '', message: '' }),
    rememberMissing: assign({ error: 'E-mail field is required', message: '' }),
    rememberBlank: assign({ error: '', message: 'Email address field is empty' }),
    rememberAnswer: assign((_, { answer }: { answer: ResetEmailAnswer }) => ({
      message: answer.message || 'Error occurred while sending reset instructions',
    })),
    rememberLoss: assign((_, { error }: { error: unknown }) => ({
      message: (error instanceof Error && error.message) || 'Error occurred while sending reset instructions',
    })),
  },
  guards: {
    isMissing: (_, { email }: { email: string }) => email === '',
    isBlank: (_, { email }: { email: string }) => email.trim() === '',
    /** Told by the words alone, whatever else came with them (specification §2). */
    speaksOfSuccess: (_, { answer }: { answer: ResetEmailAnswer }) => answer.message.toLowerCase().includes('success'),
  },
}).createMachine({
  id: 'forgotPassword',
  context: { error: '', message: '' },
  initial: 'visible',
  states: {
    visible: {
      description: 'The panel stands in the place of the sign-in form.',
      meta: { requirement: 'forgot.toggle' },
      on: { 'panel.close': 'hidden' },
      initial: 'open',
      states: {
        open: {
          description: 'The field can be filled in and sent, as often as it takes.',
          on: {
            'form.submit': [
              {
                guard: { type: 'isMissing', params: ({ event }) => event },
                target: '.invalid',
                actions: 'rememberMissing',
              },
              {
                guard: { type: 'isBlank', params: ({ event }) => event },
                target: '.blank',
                actions: 'rememberBlank',
              },
              { target: 'sending' },
            ],
          },
          initial: 'empty',
          states: {
            empty: { description: 'Nothing has been said yet.' },
            invalid: {
              description: 'The field was left empty; it says so until it is edited.',
              meta: { requirement: 'forgot.required' },
              on: { 'field.edit': { target: 'empty', actions: 'forgetMessages' } },
            },
            blank: {
              description: 'The field holds white space only: the result line says so until it is edited.',
              meta: { requirement: 'forgot.required' },
              on: { 'field.edit': { target: 'empty', actions: 'forgetMessages' } },
            },
            sent: {
              description: 'The host’s words speak of success and stand in green: the letter has left.',
              meta: { requirement: 'forgot.result' },
            },
            refused: {
              description: 'The host’s words don’t speak of success and stand in red under the button.',
              meta: { requirement: 'forgot.result' },
            },
            unreached: {
              description: 'No answer: whether a letter left is not known.',
              meta: { requirement: 'forgot.unreached' },
            },
          },
        },
        sending: {
          description: 'The host is asked to send the letter.',
          meta: { requirement: 'forgot.busy' },
          tags: ['busy'],
          entry: 'forgetMessages',
          invoke: {
            id: 'askForLetter',
            src: 'askForLetter',
            input: ({ event }) => {
              if (event.type !== 'form.submit') throw new Error('forgotPassword: sending starts with a form')
              return { email: event.email.trim() }
            },
            onDone: [
              {
                guard: { type: 'speaksOfSuccess', params: ({ event }) => ({ answer: event.output }) },
                target: 'open.sent',
                actions: { type: 'rememberAnswer', params: ({ event }) => ({ answer: event.output }) },
              },
              {
                target: 'open.refused',
                actions: { type: 'rememberAnswer', params: ({ event }) => ({ answer: event.output }) },
              },
            ],
            onError: {
              target: 'open.unreached',
              actions: { type: 'rememberLoss', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
      },
    },
    hidden: {
      type: 'final',
      description: 'The sign-in form stands in its place again; an open call is given up.',
      meta: { requirement: 'forgot.toggle' },
    },
  },
})
