/**
 * session: the signed-in user, their role, and whether the host confirms the session.
 *
 *   restoring ─▶ signedIn { cooldown ─▶ idle ─▶ checking ─▶ cooldown │ unreachable ─▶ checking }
 *     │  └─▶ failed ─▶ restoring      │ └─(the tokens belong to another user)─▶ switchingUser ─▶ restoring
 *     └───────────▶ signingOut ◀────┘
 *                       └─▶ signedOut ──session.start──▶ signingIn ─▶ signedIn
 *   `sessionCheck` is one check. At most one runs, and none starts within a second of the last.
 */
import { assign, setup } from 'xstate'
import { type sessionCheckMachine, type SessionCheckOutput } from './sessionCheck.ts'
import { type SessionContext, type SessionEvent, type SessionInput, type SessionTag } from './session.types.ts'
import { type User } from './session.types.ts'
import { createStubs } from './stub.ts'

const sessionEndedText = 'You’ve been signed out. Please sign in again.'
const signedOutElsewhereText = 'You signed out in another tab.'
const stub = createStubs('session')

export const sessionMachine = setup({
  types: {} as {
    input: SessionInput
    context: SessionContext
    events: SessionEvent
    tags: SessionTag
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    sessionCheck: stub.machine<typeof sessionCheckMachine>('sessionCheck'),
    /** Clears tokens, records and caches; with scope `browser` also those that all tabs share. */
    clearSession: stub.promise<undefined, { scope: 'browser' | 'tab' }>('clearSession'),
    watchWindow: stub.callback<SessionEvent>('watchWindow'),
  },
  actions: {
    setUser: assign((_, { user }: { user: User | undefined }) => (user ? { user } : {})),
    setUserAndRole: assign(({ context }, { kind, user }: SessionCheckOutput) => ({
      user: user ?? context.user,
      role: kind === 'member' ? 'membership' : kind === 'guest' ? 'guest' : context.role,
    })),
    setMessage: assign((_, { message }: { message: string | undefined }) => ({ message })),
    setSessionEnded: assign(({ context }) => ({ message: context.user && sessionEndedText })),
    setSignedOutElsewhere: assign({ message: signedOutElsewhereText }),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    clearFailures: assign({ failures: 0 }),
    clearMessage: assign({ message: undefined }),
    clearUser: assign({ user: undefined, role: 'guest', failures: 0 }),
  },
  guards: {
    isConfirmed: (_, { kind }: SessionCheckOutput) => kind === 'member' || kind === 'guest',
    isUnreachable: (_, { kind }: SessionCheckOutput) => kind === 'roleUnknown' || kind === 'unreachable',
    isUserKnown: ({ context }, { kind }: SessionCheckOutput) =>
      kind === 'roleUnknown' || (kind === 'unreachable' && context.user !== undefined),
    isOtherUser: ({ context }, { user }: { user: User | undefined }) =>
      user !== undefined && user.ID !== context.user?.ID,
  },
  delays: {
    cooldown: 1_000,
    pause: ({ context }) => Math.min(30_000, 1_000 * 2 ** context.failures),
  },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({ user: input.user, role: input.role ?? 'guest', message: undefined, failures: 0 }),
  invoke: { id: 'watchWindow', src: 'watchWindow' },
  on: {
    'tab.signedOut': { target: '.signingOut', actions: 'setSignedOutElsewhere' },
  },
  initial: 'restoring',
  states: {
    restoring: {
      description: 'The stored session is checked before a screen is shown.',
      invoke: {
        id: 'sessionCheck',
        src: 'sessionCheck',
        input: { signedInUser: undefined },
        onDone: [
          {
            guard: { type: 'isConfirmed', params: ({ event }) => event.output },
            target: 'signedIn',
            actions: { type: 'setUserAndRole', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isUserKnown', params: ({ event }) => event.output },
            target: 'signedIn.unreachable',
            actions: { type: 'setUserAndRole', params: ({ event }) => event.output },
          },
          { guard: { type: 'isUnreachable', params: ({ event }) => event.output }, target: 'failed' },
          { target: 'signingOut', actions: 'setSessionEnded' },
        ],
      },
      initial: 'firstCheck',
      states: {
        firstCheck: { description: 'The first check is running. Nothing is shown yet.', tags: ['undecided'] },
        retrying: { description: 'The failure screen stays while the check runs again.', tags: ['failed'] },
      },
    },
    failed: {
      description:
        'Tokens are stored without a user, and the host is unreachable. The failure screen offers Try again.',
      meta: { requirement: 'session.failedStart' },
      tags: ['failed'],
      entry: 'countFailure',
      initial: 'cooldown',
      states: {
        cooldown: {
          description: 'The next check is at least one second after the last.',
          after: { cooldown: 'waiting' },
        },
        waiting: {
          description: 'The next check follows after a pause that doubles each time, or at once on an event.',
          after: { pause: '#session.restoring.retrying' },
          on: {
            'session.retry': '#session.restoring.retrying',
            'window.focused': '#session.restoring.retrying',
            'network.returned': '#session.restoring.retrying',
          },
        },
      },
    },
    signingOut: {
      description: 'Tokens, records, caches and running flows of this user are cleared.',
      meta: { requirement: 'session.refused' },
      tags: ['undecided'],
      entry: 'clearUser',
      invoke: {
        id: 'clearSession',
        src: 'clearSession',
        input: ({ event }) => ({ scope: event.type === 'tab.signedOut' ? 'tab' : 'browser' }),
        onDone: 'signedOut',
        onError: 'signedOut',
      },
      on: { 'tab.signedOut': {} },
    },
    signedOut: {
      description: 'No user is signed in: public pages only.',
      meta: { requirement: ['access.public', 'session.tabs', 'access.private'] },
      exit: 'clearMessage',
      on: {
        'session.start': { target: 'signingIn', actions: { type: 'setUser', params: ({ event }) => event } },
        'tab.signedIn': { target: 'restoring', actions: { type: 'setUser', params: ({ event }) => event } },
        'tab.signedOut': {},
      },
    },
    signingIn: {
      description: 'The user has signed in. The sign-in form stays busy until the role is known.',
      invoke: {
        id: 'signInCheck',
        src: 'sessionCheck',
        input: ({ context }) => ({ signedInUser: context.user }),
        onDone: [
          {
            guard: { type: 'isConfirmed', params: ({ event }) => event.output },
            target: 'signedIn',
            actions: { type: 'setUserAndRole', params: ({ event }) => event.output },
          },
          { target: 'signedIn.unreachable' },
        ],
      },
    },
    signedIn: {
      description: 'A user is signed in, as a guest or with a membership.',
      meta: { requirement: ['access.guest', 'access.member', 'session.check', 'session.atMostOne'] },
      on: {
        'session.leave': { target: 'signingOut', actions: { type: 'setMessage', params: ({ event }) => event } },
        'user.edited': { actions: { type: 'setUser', params: ({ event }) => event } },
        'tab.signedIn': { guard: { type: 'isOtherUser', params: ({ event }) => event }, target: 'switchingUser' },
      },
      initial: 'cooldown',
      states: {
        cooldown: {
          description: 'The session was just confirmed. The next check is at least one second later.',
          entry: 'clearFailures',
          after: { cooldown: 'idle' },
          on: { 'session.recheck': 'recheckPending' },
        },
        recheckPending: {
          description: 'A check was requested within a second of the last one. It starts after that second.',
          tags: ['rechecking'],
          after: { cooldown: 'checking' },
        },
        idle: {
          description: 'The session is confirmed.',
          on: { 'window.focused': 'checking', 'network.returned': 'checking', 'session.recheck': 'checking' },
        },
        checking: {
          description: 'The session is checked again; the page stays usable.',
          tags: ['rechecking'],
          invoke: {
            id: 'sessionCheck',
            src: 'sessionCheck',
            input: { signedInUser: undefined },
            onDone: [
              { guard: { type: 'isOtherUser', params: ({ event }) => event.output }, target: '#session.switchingUser' },
              {
                guard: { type: 'isConfirmed', params: ({ event }) => event.output },
                target: 'cooldown',
                actions: { type: 'setUserAndRole', params: ({ event }) => event.output },
              },
              { guard: { type: 'isUnreachable', params: ({ event }) => event.output }, target: 'unreachable' },
              { target: '#session.signingOut', actions: 'setSessionEnded' },
            ],
          },
          initial: 'confirmed',
          states: {
            confirmed: { description: 'The last check succeeded.' },
            retrying: { description: 'The last check failed: the banner stays.', tags: ['unreachable'] },
          },
        },
        unreachable: {
          description: 'The host is unreachable. A banner shows that; the user stays signed in.',
          meta: { requirement: 'session.unreachable' },
          tags: ['unreachable'],
          entry: 'countFailure',
          initial: 'cooldown',
          states: {
            cooldown: {
              description: 'The next check is at least one second after the last.',
              after: { cooldown: 'waiting' },
            },
            waiting: {
              description: 'The next check follows after a pause that doubles each time, or at once on an event.',
              after: { pause: '#session.signedIn.checking.retrying' },
              on: {
                'session.retry': '#session.signedIn.checking.retrying',
                'session.recheck': '#session.signedIn.checking.retrying',
                'window.focused': '#session.signedIn.checking.retrying',
                'network.returned': '#session.signedIn.checking.retrying',
              },
            },
          },
        },
      },
    },
    switchingUser: {
      description: 'The stored tokens belong to another user. The data of the previous user is cleared.',
      tags: ['undecided'],
      entry: 'clearUser',
      invoke: {
        id: 'clearSession',
        src: 'clearSession',
        input: { scope: 'tab' },
        onDone: 'restoring',
        onError: 'restoring',
      },
    },
  },
})
