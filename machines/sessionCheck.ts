/**
 * sessionCheck: one round of asking the host who is there and what the membership opens.
 *
 *   asking ─(granted)─▶ measuring ──▶ granted (user and role)
 *     │ │ └─▶ absent        └──▶ unproven (the user is known, the role could not be asked)
 *     │ └──▶ refused
 *     └──▶ unreached
 *   Somebody who has just signed in is known by that answer: the round begins at measuring.
 */
import { assign, fromPromise, setup } from 'xstate'
import { type CheckAnswer, type Role, type User } from './session.ts'

/** What the stored tokens and the me call say. `absent`: no refresh token or no access token is stored. */
export type UserAnswer = { kind: 'granted'; user: User } | { kind: 'refused' } | { kind: 'absent' }

/** A refused membership check counts as guest; a lost line is an error. */
export type MembershipAnswer = { kind: 'granted'; role: Role } | { kind: 'refused' }

/** `admitted`: who has just been let in by the sign-in, undefined when the tokens have to say it. */
export type SessionCheckInput = { signedInUser: User | undefined }

/** Everything that a round can come to. */
export type SessionCheckOutput = CheckAnswer | { kind: 'unreachable' }

/** What is known so far; it is the output as soon as nothing more can be asked. */
export type SessionCheckContext = { answer: SessionCheckOutput }

export const sessionCheckMachine = setup({
  types: {} as {
    input: SessionCheckInput
    context: SessionCheckContext
    output: SessionCheckOutput
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    askUser: fromPromise<UserAnswer>(() => {
      throw new Error('sessionCheck: provide askUser')
    }),
    askMembership: fromPromise<MembershipAnswer, { user: User | undefined }>(() => {
      throw new Error('sessionCheck: provide askMembership')
    }),
  },
  actions: {
    rememberUser: assign((_, { answer }: { answer: UserAnswer }) => ({
      answer: answer.kind === 'granted' ? { kind: 'unproven' as const, user: answer.user } : answer,
    })),
    rememberRole: assign(({ context }, { answer }: { answer: MembershipAnswer }) =>
      'user' in context.answer
        ? {
            answer: {
              kind: 'granted' as const,
              user: context.answer.user,
              role: answer.kind === 'granted' ? answer.role : 'guest',
            },
          }
        : {},
    ),
  },
  guards: {
    isAdmitted: ({ context }) => context.answer.kind === 'unproven',
    wasGranted: (_, { answer }: { answer: UserAnswer }) => answer.kind === 'granted',
    wasRefused: (_, { answer }: { answer: UserAnswer }) => answer.kind === 'refused',
  },
}).createMachine({
  id: 'sessionCheck',
  context: ({ input: { signedInUser: admitted } }) => ({
    answer: admitted ? { kind: 'unproven', user: admitted } : { kind: 'unreachable' },
  }),
  output: ({ context }) => context.answer,
  initial: 'beginning',
  states: {
    beginning: {
      description: 'Only whoever is not known yet has to be asked for.',
      always: [{ guard: 'isAdmitted', target: 'measuring' }, { target: 'asking' }],
    },
    asking: {
      description: 'The stored tokens are looked at and the host is asked whose they are.',
      meta: { requirement: 'session.check' },
      invoke: {
        id: 'askUser',
        src: 'askUser',
        onDone: [
          {
            guard: { type: 'wasGranted', params: ({ event }) => ({ answer: event.output }) },
            target: 'measuring',
            actions: { type: 'rememberUser', params: ({ event }) => ({ answer: event.output }) },
          },
          {
            guard: { type: 'wasRefused', params: ({ event }) => ({ answer: event.output }) },
            target: 'refused',
            actions: { type: 'rememberUser', params: ({ event }) => ({ answer: event.output }) },
          },
          {
            target: 'absent',
            actions: { type: 'rememberUser', params: ({ event }) => ({ answer: event.output }) },
          },
        ],
        onError: 'unreached',
      },
    },
    measuring: {
      description: 'The user is known; now the membership record tells the role.',
      meta: { requirement: 'session.role' },
      invoke: {
        id: 'askMembership',
        src: 'askMembership',
        input: ({ context: { answer } }) => ({ user: 'user' in answer ? answer.user : undefined }),
        onDone: {
          target: 'granted',
          actions: { type: 'rememberRole', params: ({ event }) => ({ answer: event.output }) },
        },
        onError: 'unproven',
      },
    },
    granted: { type: 'final', description: 'The host knows the user, and the role is known.' },
    unproven: {
      type: 'final',
      description: 'The host knows the user, but the membership could not be asked for.',
      meta: { requirement: 'session.role' },
    },
    refused: {
      type: 'final',
      description: 'The host does not take the tokens.',
      meta: { requirement: 'session.refused' },
    },
    absent: { type: 'final', description: 'There are no tokens to ask with.', meta: { requirement: 'session.absent' } },
    unreached: {
      type: 'final',
      description: 'There are tokens, but the host did not answer.',
      meta: { requirement: 'session.unreachable' },
    },
  },
})
