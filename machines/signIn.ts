/**
 * signIn: from an empty form to somebody who is let in.
 *
 *   open.empty ──form.submit──▶ submitting ──▶ signingIn ──▶ signedIn
 *      │                            ├──▶ open.refused (the server's message, or 'Login failed')
 *      └──▶ open.invalid            ├──▶ open.unkept (this browser keeps no cookies)
 *                                   └──▶ open.unreached
 *   Every open state takes another form.submit.
 */
import { assign, fromPromise, setup } from 'xstate'
import { type User } from './session.types.ts'

export type Credentials = { login: string; password: string; remember: boolean }

/** `unkept`: the host let the user in, but the browser does not keep the tokens. */
export type SignInAnswer = { kind: 'granted'; user: User } | { kind: 'refused'; message: string } | { kind: 'unkept' }

export type FieldErrors = { login?: string; password?: string }

export type SignInContext = {
  errors: FieldErrors
  /** The words under the button; '' when there is nothing to say. */
  message: string
  user: User | undefined
}

export type SignInEvent = ({ type: 'form.submit' } & Credentials) | { type: 'field.edit'; field: keyof FieldErrors }

/** `busy`: the button spins and the form can't be sent again. */
export type SignInTag = 'busy'

export const signInMachine = setup({
  types: {} as {
    context: SignInContext
    events: SignInEvent
    tags: SignInTag
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    signIn: fromPromise<SignInAnswer, Credentials>(() => {
      throw new Error('signIn: provide signIn')
    }),
    /** Hands the user to the session and waits until the session knows the role. */
    startSession: fromPromise<undefined, { user: User | undefined }>(() => {
      throw new Error('signIn: provide startSession')
    }),
  },
  actions: {
    forgetMessages: assign({ errors: {}, message: '' }),
    rememberErrors: assign((_, { login, password }: Credentials) => ({
      errors: {
        ...(login.trim() === '' ? { login: 'E-mail field is required' } : {}),
        ...(password === '' ? { password: 'Password field is required' } : {}),
      },
    })),
    forgetError: assign(({ context }, { field }: { field: keyof FieldErrors }) => ({
      errors: Object.fromEntries(Object.entries(context.errors).filter(([name]) => name !== field)),
    })),
    rememberUser: assign((_, { answer }: { answer: SignInAnswer }) =>
      answer.kind === 'granted' ? { user: answer.user } : {},
    ),
    rememberRefusal: assign((_, { answer }: { answer: SignInAnswer }) => ({
      message: (answer.kind === 'refused' && answer.message) || 'Login failed',
    })),
    rememberUnkept: assign({ message: 'This browser keeps no cookies for this page, so it can’t keep you signed in.' }),
    rememberUnreached: assign({
      message: 'Login failed: the service could not be reached. Check your connection and try again.',
    }),
  },
  guards: {
    isComplete: (_, { login, password }: Credentials) => login.trim() !== '' && password !== '',
    wasGranted: (_, { answer }: { answer: SignInAnswer }) => answer.kind === 'granted',
    wasRefused: (_, { answer }: { answer: SignInAnswer }) => answer.kind === 'refused',
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
            actions: ['forgetMessages', { type: 'rememberErrors', params: ({ event }) => event }],
          },
        ],
      },
      initial: 'empty',
      states: {
        empty: { description: 'Nobody has tried yet.' },
        invalid: {
          description: 'Something required is missing; the fields say what until they are edited.',
          meta: { requirement: 'signIn.required' },
          on: { 'field.edit': { actions: { type: 'forgetError', params: ({ event }) => event } } },
        },
        refused: {
          description: 'The host refused, and its reason stands under the button.',
          meta: { requirement: 'signIn.refused' },
        },
        unkept: {
          description: 'The host let the user in, but this browser keeps no cookies.',
          meta: { requirement: 'signIn.cookiesOff' },
        },
        unreached: {
          description: 'No answer: nothing is known, the form is as it was.',
          meta: { requirement: 'signIn.unreached' },
        },
      },
    },
    submitting: {
      description: 'The host is asked. The password is not kept anywhere.',
      meta: { requirement: 'signIn.busy' },
      tags: ['busy'],
      entry: 'forgetMessages',
      invoke: {
        id: 'signIn',
        src: 'signIn',
        input: ({ event }) => {
          if (event.type !== 'form.submit') throw new Error('signIn: submitting starts with a form')
          return { login: event.login.trim(), password: event.password, remember: event.remember }
        },
        onDone: [
          {
            guard: { type: 'wasGranted', params: ({ event }) => ({ answer: event.output }) },
            target: 'signingIn',
            actions: { type: 'rememberUser', params: ({ event }) => ({ answer: event.output }) },
          },
          {
            guard: { type: 'wasRefused', params: ({ event }) => ({ answer: event.output }) },
            target: 'open.refused',
            actions: { type: 'rememberRefusal', params: ({ event }) => ({ answer: event.output }) },
          },
          { target: 'open.unkept', actions: 'rememberUnkept' },
        ],
        onError: { target: 'open.unreached', actions: 'rememberUnreached' },
      },
    },
    signingIn: {
      description: 'Let in; the form stays busy until the role is known and decides where to go.',
      meta: { requirement: 'signIn.way' },
      tags: ['busy'],
      invoke: {
        id: 'startSession',
        src: 'startSession',
        input: ({ context }) => ({ user: context.user }),
        onDone: 'signedIn',
        onError: { target: 'open.unreached', actions: 'rememberUnreached' },
      },
    },
    signedIn: { type: 'final', description: 'The guard of the sign-in page now leads on.' },
  },
})
