/**
 * signIn: checks the credentials and starts the session.
 *
 *   open.empty ──form.submit──▶ submitting ──▶ signingIn ──▶ signedIn
 *      │                            ├──▶ open.refused (the server's message, or 'Login failed')
 *      └──▶ open.invalid            ├──▶ open.cookiesBlocked
 *                                   └──▶ open.unreachable
 *   Every open state takes another form.submit.
 */
import { assign, setup } from 'xstate'
import { type User } from './session.types.ts'
import { createStubs } from './stub.ts'

export type Credentials = { login: string; password: string; remember: boolean }

/** `cookiesBlocked`: the browser does not store the tokens. */
export type SignInResult =
  | { kind: 'granted'; user: User }
  | { kind: 'refused'; message: string }
  | { kind: 'cookiesBlocked' }

export type FieldErrors = { login?: string; password?: string }

export type SignInContext = {
  errors: FieldErrors
  /** Shown under the button; '' for none. */
  message: string
  user: User | undefined
}

export type SignInEvent = ({ type: 'form.submit' } & Credentials) | { type: 'field.edit'; field: keyof FieldErrors }

/** `busy`: the button shows a spinner and the form can't be sent. */
export type SignInTag = 'busy'

const stub = createStubs('signIn')

export const signInMachine = setup({
  types: {} as {
    context: SignInContext
    events: SignInEvent
    tags: SignInTag
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    signIn: stub.promise<SignInResult, Credentials>('signIn'),
    /** Sends `session.start` and resolves when the session knows the role. Rejects when another tab signs out. */
    startSession: stub.promise<undefined, { user: User | undefined }>('startSession'),
  },
  actions: {
    clearMessages: assign({ errors: {}, message: '' }),
    setErrors: assign((_, { login, password }: Credentials) => ({
      errors: {
        ...(login.trim() === '' ? { login: 'E-mail field is required' } : {}),
        ...(password === '' ? { password: 'Password field is required' } : {}),
      },
    })),
    clearError: assign(({ context }, { field }: { field: keyof FieldErrors }) => ({
      errors: Object.fromEntries(Object.entries(context.errors).filter(([name]) => name !== field)),
    })),
    setUser: assign((_, { result }: { result: SignInResult }) =>
      result.kind === 'granted' ? { user: result.user } : {},
    ),
    setRefusal: assign((_, { result }: { result: SignInResult }) => ({
      message: (result.kind === 'refused' && result.message) || 'Login failed',
    })),
    setCookiesBlocked: assign({
      message: 'Your browser blocked our cookies, so we can’t keep you signed in.',
    }),
    setUnreachable: assign((_, { error }: { error: unknown }) => ({
      message: ['Login failed', error instanceof Error && error.message].filter(Boolean).join('. '),
    })),
  },
  guards: {
    isComplete: (_, { login, password }: Credentials) => login.trim() !== '' && password !== '',
    wasGranted: (_, { result }: { result: SignInResult }) => result.kind === 'granted',
    wasRefused: (_, { result }: { result: SignInResult }) => result.kind === 'refused',
  },
}).createMachine({
  id: 'signIn',
  context: { errors: {}, message: '', user: undefined },
  initial: 'open',
  states: {
    open: {
      description: 'The form can be filled in and sent.',
      on: {
        'form.submit': [
          { guard: { type: 'isComplete', params: ({ event }) => event }, target: 'submitting' },
          {
            target: '.invalid',
            actions: ['clearMessages', { type: 'setErrors', params: ({ event }) => event }],
          },
        ],
      },
      initial: 'empty',
      states: {
        empty: { description: 'The form has not been sent yet.' },
        invalid: {
          description: 'A required field is empty. Each field shows its error until it is edited.',
          meta: { requirement: ['signIn.required', 'signIn.corrected'] },
          on: { 'field.edit': { actions: { type: 'clearError', params: ({ event }) => event } } },
        },
        refused: {
          description: 'The host refused. Its message is shown under the button.',
          meta: { requirement: 'signIn.refused' },
        },
        cookiesBlocked: {
          description: 'The browser blocks cookies, so the user can’t stay signed in.',
          meta: { requirement: 'signIn.cookiesBlocked' },
        },
        unreachable: {
          description: 'The host is unreachable. The form can be sent again.',
          meta: { requirement: 'signIn.unreachable' },
        },
      },
    },
    submitting: {
      description: 'The host checks the credentials. The password is not stored.',
      meta: { requirement: 'signIn.busy' },
      tags: ['busy'],
      entry: 'clearMessages',
      invoke: {
        id: 'signIn',
        src: 'signIn',
        input: ({ event }) => {
          if (event.type !== 'form.submit') throw new Error('signIn: submitting is entered by form.submit only')
          return { login: event.login.trim(), password: event.password, remember: event.remember }
        },
        onDone: [
          {
            guard: { type: 'wasGranted', params: ({ event }) => ({ result: event.output }) },
            target: 'signingIn',
            actions: { type: 'setUser', params: ({ event }) => ({ result: event.output }) },
          },
          {
            guard: { type: 'wasRefused', params: ({ event }) => ({ result: event.output }) },
            target: 'open.refused',
            actions: { type: 'setRefusal', params: ({ event }) => ({ result: event.output }) },
          },
          { target: 'open.cookiesBlocked', actions: 'setCookiesBlocked' },
        ],
        onError: { target: 'open.unreachable', actions: { type: 'setUnreachable', params: ({ event }) => event } },
      },
    },
    signingIn: {
      description: 'The credentials are valid. The form stays busy until the role is known.',
      meta: { requirement: 'signIn.destination' },
      tags: ['busy'],
      invoke: {
        id: 'startSession',
        src: 'startSession',
        input: ({ context }) => ({ user: context.user }),
        onDone: 'signedIn',
        onError: { target: 'open.unreachable', actions: { type: 'setUnreachable', params: ({ event }) => event } },
      },
    },
    signedIn: { type: 'final', description: 'The session has started. The router redirects from the sign-in page.' },
  },
})
