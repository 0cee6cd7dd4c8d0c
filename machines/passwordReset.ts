/**
 * passwordReset: from the link of a letter to a new password.
 *
 *   opening ──▶ missing
 *      │ └────▶ done (a page that comes back)
 *      └─▶ checking ──▶ form ──form.submit──▶ submitting ──▶ done
 *             │  ▲       ▲ └─▶ form.invalid      │  │
 *             │  │       └──── form.refused, form.unreached
 *             │  └─link.retry─ unreachable          ├──▶ expired
 *             └──▶ unreachable, expired             └──▶ unclear (the link is used up, perhaps by us)
 *
 * The host answers a good link and a password that was set with the same words: only the state tells them apart.
 */
import { assign, fromPromise, setup } from 'xstate'

/** What the letter's link carries; empty where it does not. */
export type ResetLink = { key: string; login: string }

export type NewPassword = { password: string; confirm: string }

/** `dead`: this link will never work again. `refused`: not this time; the link itself may be good. */
export type LinkAnswer = { kind: 'good' } | { kind: 'dead'; message: string } | { kind: 'refused'; message: string }

export type PasswordResetInput = ResetLink & { done: boolean }

export type PasswordResetContext = ResetLink & {
  /** The page comes back after the password was set. */
  done: boolean
  /** A new password was sent and no answer came: it may be set. */
  unanswered: boolean
  /** The fields to mark, in their order. */
  wrong: (keyof NewPassword)[]
  /** The one thing to say; '' when there is nothing. */
  message: string
}

export type PasswordResetEvent =
  ({ type: 'form.submit' } & NewPassword) | { type: 'field.edit' } | { type: 'link.retry' }

/** `busy`: the form can't be sent again. `fillable`: the form stands on the page. */
export type PasswordResetTag = 'busy' | 'fillable'

export const passwordResetMachine = setup({
  types: {} as {
    context: PasswordResetContext
    events: PasswordResetEvent
    input: PasswordResetInput
    tags: PasswordResetTag
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    /** Rejects when no answer came; the error's message is for the person. */
    checkLink: fromPromise<LinkAnswer, ResetLink>(() => {
      throw new Error('passwordReset: provide checkLink')
    }),
    setPassword: fromPromise<LinkAnswer, ResetLink & NewPassword>(() => {
      throw new Error('passwordReset: provide setPassword')
    }),
  },
  actions: {
    /** The key leaves the history entry; a reload finds that it is done. */
    forgetLink: () => {
      throw new Error('passwordReset: provide forgetLink')
    },
    forgetMessages: assign({ wrong: [], message: '' }),
    rememberMissing: assign({ message: 'Invalid reset link. Please request a new password reset.' }),
    rememberDead: assign((_, { answer }: { answer: LinkAnswer }) => ({
      message:
        (answer.kind !== 'good' && answer.message) ||
        'This reset link has expired or the password reset limit has been reached. Please request a new password reset.',
    })),
    rememberUnchecked: assign((_, { words }: { words: string }) => ({
      message: words || 'The reset link could not be checked.',
    })),
    rememberIncomplete: assign((_, { password, confirm }: NewPassword) => ({
      wrong: [...(password === '' ? (['password'] as const) : []), ...(confirm === '' ? (['confirm'] as const) : [])],
      message: 'Both new password and confirm password are required',
    })),
    rememberMismatch: assign({ wrong: ['confirm'], message: 'Passwords do not match' }),
    rememberFailure: assign((_, { words }: { words: string }) => ({ message: words || 'An error occurred' })),
    rememberUnanswered: assign({ unanswered: true }),
    rememberUnclear: assign({ message: 'The link is used up. Your new password may be set already: try it.' }),
  },
  guards: {
    wasDone: ({ context }) => context.done,
    lacksParameter: ({ context }) => context.key === '' || context.login === '',
    isIncomplete: (_, { password, confirm }: NewPassword) => password === '' || confirm === '',
    isMismatch: (_, { password, confirm }: NewPassword) => password !== confirm,
    isGood: (_, { answer }: { answer: LinkAnswer }) => answer.kind === 'good',
    isDead: (_, { answer }: { answer: LinkAnswer }) => answer.kind === 'dead',
    isDeadAfterSilence: ({ context }, { answer }: { answer: LinkAnswer }) =>
      answer.kind === 'dead' && context.unanswered,
  },
}).createMachine({
  id: 'passwordReset',
  context: ({ input }) => ({ ...input, unanswered: false, wrong: [], message: '' }),
  initial: 'opening',
  states: {
    opening: {
      description: 'What the link carries decides.',
      always: [
        { guard: 'wasDone', target: 'done' },
        { guard: 'lacksParameter', target: 'missing', actions: 'rememberMissing' },
        { target: 'checking' },
      ],
    },
    missing: {
      type: 'final',
      description: 'Key or login is missing: no such link was ever sent.',
      meta: { requirement: 'reset.missing' },
    },
    checking: {
      description: 'The host is asked whether the link still works. Asking does not use it up.',
      meta: { requirement: 'reset.check' },
      tags: ['busy'],
      entry: 'forgetMessages',
      invoke: {
        id: 'checkLink',
        src: 'checkLink',
        input: ({ context: { key, login } }) => ({ key, login }),
        onDone: [
          { guard: { type: 'isGood', params: ({ event }) => ({ answer: event.output }) }, target: 'form' },
          {
            guard: { type: 'isDead', params: ({ event }) => ({ answer: event.output }) },
            target: 'expired',
            actions: { type: 'rememberDead', params: ({ event }) => ({ answer: event.output }) },
          },
          {
            target: 'unreachable',
            actions: {
              type: 'rememberUnchecked',
              params: ({ event }) => ({ words: event.output.kind === 'refused' ? event.output.message : '' }),
            },
          },
        ],
        onError: {
          target: 'unreachable',
          actions: {
            type: 'rememberUnchecked',
            params: ({ event }) => ({ words: event.error instanceof Error ? event.error.message : '' }),
          },
        },
      },
    },
    unreachable: {
      description: 'The link could not be checked. It may be good, so it is asked again on demand.',
      meta: { requirement: 'reset.check' },
      on: { 'link.retry': 'checking' },
    },
    form: {
      description: 'The link is good; a new password can be typed and sent.',
      tags: ['fillable'],
      on: {
        'form.submit': [
          {
            guard: { type: 'isIncomplete', params: ({ event }) => event },
            target: '.invalid',
            actions: { type: 'rememberIncomplete', params: ({ event }) => event },
          },
          {
            guard: { type: 'isMismatch', params: ({ event }) => event },
            target: '.invalid',
            actions: 'rememberMismatch',
          },
          { target: 'submitting' },
        ],
      },
      initial: 'open',
      states: {
        open: { description: 'Nothing has been said yet.' },
        invalid: {
          description: 'A password is missing or the two differ; it is said until one is edited.',
          meta: { requirement: 'reset.rules' },
          on: { 'field.edit': { target: 'open', actions: 'forgetMessages' } },
        },
        refused: {
          description: 'The host refused this password, and its reason stands under the button.',
          meta: { requirement: 'reset.refused' },
        },
        unreached: {
          description: 'No answer: the new password may be set or not.',
          meta: { requirement: 'reset.unanswered' },
        },
      },
    },
    submitting: {
      description: 'The host is asked to set the password, which is not kept anywhere.',
      tags: ['busy', 'fillable'],
      entry: 'forgetMessages',
      invoke: {
        id: 'setPassword',
        src: 'setPassword',
        input: ({ context: { key, login }, event }) => {
          if (event.type !== 'form.submit') throw new Error('passwordReset: submitting starts with a form')
          return { key, login, password: event.password, confirm: event.confirm }
        },
        onDone: [
          {
            guard: { type: 'isGood', params: ({ event }) => ({ answer: event.output }) },
            target: 'done',
            actions: 'forgetLink',
            meta: { requirement: 'reset.key' },
          },
          {
            guard: { type: 'isDeadAfterSilence', params: ({ event }) => ({ answer: event.output }) },
            target: 'unclear',
            actions: 'rememberUnclear',
          },
          {
            guard: { type: 'isDead', params: ({ event }) => ({ answer: event.output }) },
            target: 'expired',
            actions: { type: 'rememberDead', params: ({ event }) => ({ answer: event.output }) },
          },
          {
            target: 'form.refused',
            actions: {
              type: 'rememberFailure',
              params: ({ event }) => ({ words: event.output.kind === 'refused' ? event.output.message : '' }),
            },
          },
        ],
        onError: {
          target: 'form.unreached',
          actions: [
            'rememberUnanswered',
            {
              type: 'rememberFailure',
              params: ({ event }) => ({ words: event.error instanceof Error ? event.error.message : '' }),
            },
          ],
        },
      },
    },
    expired: {
      type: 'final',
      description: 'The link is too old, used up, or ended by a newer one.',
      meta: { requirement: 'reset.expired' },
    },
    unclear: {
      type: 'final',
      description: 'The link is used up, and a try of ours that got no answer may have done it.',
      meta: { requirement: 'reset.unanswered' },
    },
    done: {
      type: 'final',
      description: 'The new password is set; the way leads to the sign-in.',
      meta: { requirement: 'reset.done' },
    },
  },
})
