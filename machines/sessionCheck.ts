/**
 * sessionCheck: requests the signed-in user and their membership from the host.
 *
 *   checkingUser ─(granted)─▶ checkingMembership ──▶ member │ guest
 *     │ │ └─▶ noTokens          └──▶ roleUnknown
 *     │ └──▶ refused
 *     └──▶ unreachable
 *   After a sign-in the user is already known, so the check starts with checkingMembership.
 */
import { assign, setup } from 'xstate'
import { type Role, type User } from './session.types.ts'
import { createStubs } from './stub.ts'

/** The result of the me call. `noTokens`: no refresh token or no access token is stored, so no call is made. */
export type UserResult = { kind: 'granted'; user: User } | { kind: 'refused' } | { kind: 'noTokens' }

/** The result of the member call. An unreachable membership service is an error. */
export type MembershipResult = { kind: 'granted'; role: Role } | { kind: 'refused' }

/** `signedInUser`: the user who has just signed in; undefined to check the stored tokens. */
export type SessionCheckInput = { signedInUser: User | undefined }

const results = ['member', 'guest', 'roleUnknown', 'refused', 'noTokens', 'unreachable'] as const

/** The final state, with the user if it is `member`, `guest` or `roleUnknown`. */
export type SessionCheckOutput = { kind: (typeof results)[number]; user: User | undefined }

export type SessionCheckContext = { user: User | undefined }

const stub = createStubs('sessionCheck')

export const sessionCheckMachine = setup({
  types: {} as {
    input: SessionCheckInput
    context: SessionCheckContext
    output: SessionCheckOutput
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    checkUser: stub.promise<UserResult>('checkUser'),
    checkMembership: stub.promise<MembershipResult, { user: User | undefined }>('checkMembership'),
  },
  actions: {
    setUser: assign((_, result: UserResult) => (result.kind === 'granted' ? { user: result.user } : {})),
  },
  guards: {
    isJustSignedIn: ({ context }) => context.user !== undefined,
    isGranted: (_, { kind }: UserResult) => kind === 'granted',
    isRefused: (_, { kind }: UserResult) => kind === 'refused',
    isMember: (_, result: MembershipResult) => result.kind === 'granted' && result.role === 'membership',
  },
}).createMachine({
  id: 'sessionCheck',
  context: ({ input }) => ({ user: input.signedInUser }),
  output: ({ context, event }) => ({
    kind: results.find((result) => result === event.output) ?? 'unreachable',
    user: context.user,
  }),
  initial: 'starting',
  states: {
    starting: {
      description: 'The user of a new sign-in is known already.',
      always: [{ guard: 'isJustSignedIn', target: 'checkingMembership' }, { target: 'checkingUser' }],
    },
    checkingUser: {
      description: 'Requests the user that the stored tokens belong to.',
      meta: { requirement: 'session.check' },
      invoke: {
        id: 'checkUser',
        src: 'checkUser',
        onDone: [
          {
            guard: { type: 'isGranted', params: ({ event }) => event.output },
            target: 'checkingMembership',
            actions: { type: 'setUser', params: ({ event }) => event.output },
          },
          { guard: { type: 'isRefused', params: ({ event }) => event.output }, target: 'refused' },
          { target: 'noTokens' },
        ],
        onError: 'unreachable',
      },
    },
    checkingMembership: {
      description: 'The user is known. The member record decides the role.',
      meta: { requirement: ['session.role', 'session.roleFailure'] },
      invoke: {
        id: 'checkMembership',
        src: 'checkMembership',
        input: ({ context }) => ({ user: context.user }),
        onDone: [
          { guard: { type: 'isMember', params: ({ event }) => event.output }, target: 'member' },
          { target: 'guest' },
        ],
        onError: 'roleUnknown',
      },
    },
    member: { type: 'final', output: 'member', description: 'The user has an active membership.' },
    guest: {
      type: 'final',
      output: 'guest',
      description: 'The user has no active membership, or the membership service refused the request.',
    },
    roleUnknown: {
      type: 'final',
      output: 'roleUnknown',
      description: 'The user is known, but the membership service is unreachable.',
      meta: { requirement: 'session.roleFailure' },
    },
    refused: {
      type: 'final',
      output: 'refused',
      description: 'The host refuses the tokens.',
      meta: { requirement: 'session.refused' },
    },
    noTokens: {
      type: 'final',
      output: 'noTokens',
      description: 'No tokens are stored.',
      meta: { requirement: 'session.noTokens' },
    },
    unreachable: {
      type: 'final',
      output: 'unreachable',
      description: 'Tokens are stored, but the host is unreachable.',
      meta: { requirement: 'session.unreachable' },
    },
  },
})
