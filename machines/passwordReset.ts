/**
 * passwordReset: sets a new password through the link in an email.
 *
 *   opening ──▶ missing
 *      │ └────▶ done (the page was reloaded after success)
 *      └─▶ checking ──▶ form ──form.submit──▶ submitting ──▶ done
 *             │  ▲       ▲ └─▶ form.invalid      │  │
 *             │  │       └──── form.refused, form.unreachable
 *             │  └─link.retry─ unreachable          ├──▶ expired
 *             └──▶ unreachable, expired             └──▶ outcomeUnknown (the link was used, possibly by an earlier submit)
 *
 * The host responds to a valid link and a new password with the same message. The state distinguishes them.
 */
import { assign, setup } from 'xstate'
import { createStubs } from './stub.ts'

/** The parameters of the link in the email; '' where one is missing. */
export type ResetLink = { key: string; login: string }

export type NewPassword = { password: string; confirm: string }

/** `expired`: the link no longer works. `refused`: the request was refused; the link may still work. */
export type LinkResult = { kind: 'valid' } | { kind: 'expired'; message: string } | { kind: 'refused'; message: string }

export type PasswordResetInput = ResetLink & { done: boolean }

export type PasswordResetContext = ResetLink & {
  /** The password was set before the page was reloaded. */
  done: boolean
  /** A new password was sent and the host did not respond. */
  mayBeSet: boolean
  /** In the order of the form. */
  invalidFields: (keyof NewPassword)[]
  /** '' for none. */
  message: string
}

export type PasswordResetEvent =
  | ({ type: 'form.submit' } & NewPassword)
  | { type: 'field.edit' }
  | { type: 'link.retry' }

/** `busy`: the form can't be sent. `formVisible`: the page shows the form. */
export type PasswordResetTag = 'busy' | 'formVisible'

const stub = createStubs('passwordReset')

export const passwordResetMachine = setup({
  types: {} as {
    context: PasswordResetContext
    events: PasswordResetEvent
    input: PasswordResetInput
    tags: PasswordResetTag
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    /** Rejects when the host is unreachable; the error has the message to show. */
    checkLink: stub.promise<LinkResult, ResetLink>('checkLink'),
    setPassword: stub.promise<LinkResult, ResetLink & NewPassword>('setPassword'),
  },
  actions: {
    /** Removes key and login from the history entry, so that a reload shows `done`. */
    clearLink: stub.action('clearLink'),
    clearMessages: assign({ invalidFields: [], message: '' }),
    setMissing: assign({ message: 'Invalid reset link. Please request a new password reset.' }),
    setExpired: assign((_, result: LinkResult) => ({
      message:
        (result.kind !== 'valid' && result.message) ||
        'This reset link has expired or the password reset limit has been reached. Please request a new password reset.',
    })),
    setUnchecked: assign((_, { message }: { message: string }) => ({
      message: message || 'We couldn’t check your reset link.',
    })),
    setIncomplete: assign((_, { password, confirm }: NewPassword) => ({
      invalidFields: [
        ...(password === '' ? (['password'] as const) : []),
        ...(confirm === '' ? (['confirm'] as const) : []),
      ],
      message: 'Both new password and confirm password are required',
    })),
    setMismatch: assign({ invalidFields: ['confirm'], message: 'Passwords do not match' }),
    setFailure: assign((_, { message }: { message: string }) => ({ message: message || 'An error occurred' })),
    setMayBeSet: assign({ mayBeSet: true }),
    setOutcomeUnknown: assign({ message: 'This link has been used. Try signing in with your new password.' }),
  },
  guards: {
    wasDone: ({ context }) => context.done,
    lacksParameter: ({ context }) => context.key === '' || context.login === '',
    isIncomplete: (_, { password, confirm }: NewPassword) => password === '' || confirm === '',
    isMismatch: (_, { password, confirm }: NewPassword) => password !== confirm,
    isLinkValid: (_, result: LinkResult) => result.kind === 'valid',
    isExpired: (_, result: LinkResult) => result.kind === 'expired',
    isExpiredAfterUnknownOutcome: ({ context }, result: LinkResult) => result.kind === 'expired' && context.mayBeSet,
  },
}).createMachine({
  id: 'passwordReset',
  context: ({ input }) => ({ ...input, mayBeSet: false, invalidFields: [], message: '' }),
  initial: 'opening',
  states: {
    opening: {
      description: 'The parameters of the link decide the next state.',
      always: [
        { guard: 'wasDone', target: 'done' },
        { guard: 'lacksParameter', target: 'missing', actions: 'setMissing' },
        { target: 'checking' },
      ],
    },
    missing: {
      type: 'final',
      description: 'Key or login is missing in the link.',
      meta: { requirement: 'reset.missing' },
    },
    checking: {
      description: 'The host checks the link. The check does not invalidate it.',
      meta: { requirement: 'reset.check' },
      tags: ['busy'],
      entry: 'clearMessages',
      invoke: {
        id: 'checkLink',
        src: 'checkLink',
        input: ({ context: { key, login } }) => ({ key, login }),
        onDone: [
          { guard: { type: 'isLinkValid', params: ({ event }) => event.output }, target: 'form' },
          {
            guard: { type: 'isExpired', params: ({ event }) => event.output },
            target: 'expired',
            actions: { type: 'setExpired', params: ({ event }) => event.output },
          },
          {
            target: 'unreachable',
            actions: {
              type: 'setUnchecked',
              params: ({ event }) => ({ message: event.output.kind === 'refused' ? event.output.message : '' }),
            },
          },
        ],
        onError: {
          target: 'unreachable',
          actions: {
            type: 'setUnchecked',
            params: ({ event }) => ({ message: event.error instanceof Error ? event.error.message : '' }),
          },
        },
      },
    },
    unreachable: {
      description: 'The link could not be checked. The user can try again.',
      meta: { requirement: 'reset.check' },
      on: { 'link.retry': 'checking' },
    },
    form: {
      description: 'The link is valid. The form can be filled in and submitted.',
      tags: ['formVisible'],
      on: {
        'form.submit': [
          {
            guard: { type: 'isIncomplete', params: ({ event }) => event },
            target: '.invalid',
            actions: { type: 'setIncomplete', params: ({ event }) => event },
          },
          { guard: { type: 'isMismatch', params: ({ event }) => event }, target: '.invalid', actions: 'setMismatch' },
          { target: 'submitting' },
        ],
      },
      initial: 'open',
      states: {
        open: { description: 'No error is shown.' },
        invalid: {
          description: 'A password is missing or the two differ. The error is shown until one is edited.',
          meta: { requirement: 'reset.rules' },
          on: { 'field.edit': { target: 'open', actions: 'clearMessages' } },
        },
        refused: {
          description: 'The host refused the password. Its message is shown under the button.',
          meta: { requirement: 'reset.refused' },
        },
        unreachable: {
          description: 'The host did not respond. It is unknown whether the new password is set.',
          meta: { requirement: 'reset.outcomeUnknown' },
        },
      },
    },
    submitting: {
      description: 'The host sets the password. The password is not stored here.',
      tags: ['busy', 'formVisible'],
      entry: 'clearMessages',
      invoke: {
        id: 'setPassword',
        src: 'setPassword',
        input: ({ context: { key, login }, event }) => {
          if (event.type !== 'form.submit') throw new Error('passwordReset: submitting is entered by form.submit only')
          return { key, login, password: event.password, confirm: event.confirm }
        },
        onDone: [
          {
            guard: { type: 'isLinkValid', params: ({ event }) => event.output },
            target: 'done',
            actions: 'clearLink',
            meta: { requirement: 'reset.key' },
          },
          {
            guard: { type: 'isExpiredAfterUnknownOutcome', params: ({ event }) => event.output },
            target: 'outcomeUnknown',
            actions: 'setOutcomeUnknown',
          },
          {
            guard: { type: 'isExpired', params: ({ event }) => event.output },
            target: 'expired',
            actions: { type: 'setExpired', params: ({ event }) => event.output },
          },
          {
            target: 'form.refused',
            actions: {
              type: 'setFailure',
              params: ({ event }) => ({ message: event.output.kind === 'refused' ? event.output.message : '' }),
            },
          },
        ],
        onError: {
          target: 'form.unreachable',
          actions: [
            'setMayBeSet',
            {
              type: 'setFailure',
              params: ({ event }) => ({ message: event.error instanceof Error ? event.error.message : '' }),
            },
          ],
        },
      },
    },
    expired: {
      type: 'final',
      description: 'The link has expired, was used, or was replaced by a newer one.',
      meta: { requirement: 'reset.expired' },
    },
    outcomeUnknown: {
      type: 'final',
      description: 'The link was used, possibly by an earlier submit without a response.',
      meta: { requirement: 'reset.outcomeUnknown' },
    },
    done: {
      type: 'final',
      description: 'The new password is set. The next step is to sign in.',
      meta: { requirement: 'reset.done' },
    },
  },
})
