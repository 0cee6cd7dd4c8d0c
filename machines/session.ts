/**
 * session: who is in front of the screen, and whether the host still agrees.
 *
 *   opening (asking ─▶ measuring) ──▶ signedIn ( standing: guest | membership  ║  watch )  
 *      │  └──▶ failed ─(pause, retry, focus, online)─▶ opening             │
 *      └──▶ forgetting ──▶ signedOut ──session.admit──▶ admitting ──▶ signedIn
 *
 *   watch: settled ─(1 s)─▶ resting ─focus, online─▶ asking ──▶ measuring ──▶ settled
 *                                                       └──────────┴──▶ lost ─▶ waiting ─(growing pause)─▶ asking
 */
import { assign, fromCallback, fromPromise, setup } from 'xstate'

export type Role = 'guest' | 'membership'

export type User = { ID: number; display_name: string; user_email: string }

/** What the stored tokens and the me call say. `absent`: no refresh token or no access token is stored. */
export type SessionAnswer = { kind: 'granted'; user: User } | { kind: 'refused' } | { kind: 'absent' }

/** A refused membership check counts as guest; a lost line is an error and leaves the role as it was. */
export type MembershipAnswer = { kind: 'granted'; role: Role } | { kind: 'refused' }

export type SessionInput = { user: User | undefined; role: Role | undefined }

export type SessionContext = {
  user: User | undefined
  role: Role
  /** A word for the person who has just been signed out without asking for it. */
  word: string | undefined
  /** How often in a row the host could not be reached. */
  losses: number
  /** Whether this browser's shared records go too when the session is forgotten, or another tab has done that. */
  everywhere: boolean
}

export type SessionEvent =
  | { type: 'session.admit'; user: User }
  | { type: 'session.leave'; word: string | undefined }
  | { type: 'session.retry' }
  | { type: 'token.refused' }
  | { type: 'window.focused' }
  | { type: 'network.returned' }
  | { type: 'tab.signedIn'; user: User | undefined }
  | { type: 'tab.signedOut' }

/** `undecided`: nothing may be shown yet. `unreachable`: the host did not answer and is asked again. */
export type SessionTag = 'undecided' | 'unreachable'

const ended = 'Your session has ended. Please sign in again.'

export const sessionMachine = setup({
  types: {} as {
    input: SessionInput
    context: SessionContext
    events: SessionEvent
    tags: SessionTag
  },
  actors: {
    checkSession: fromPromise<SessionAnswer>(() => {
      throw new Error('session: provide checkSession')
    }),
    checkMembership: fromPromise<MembershipAnswer, { user: User | undefined }>(() => {
      throw new Error('session: provide checkMembership')
    }),
    forgetSession: fromPromise<undefined, { everywhere: boolean }>(() => {
      throw new Error('session: provide forgetSession')
    }),
    watchWindow: fromCallback<SessionEvent>(() => {
      throw new Error('session: provide watchWindow')
    }),
  },
  actions: {
    rememberUser: assign((_, { user }: { user: User | undefined }) => (user ? { user } : {})),
    rememberGranted: assign((_, { answer }: { answer: SessionAnswer }) =>
      answer.kind === 'granted' ? { user: answer.user } : {},
    ),
    rememberRole: assign((_, { answer }: { answer: MembershipAnswer }) => ({
      role: answer.kind === 'granted' ? answer.role : 'guest',
    })),
    rememberLoss: assign({ losses: ({ context }) => context.losses + 1 }),
    forgetLosses: assign({ losses: 0 }),
    rememberWord: assign((_, { word }: { word: string | undefined }) => ({ word })),
    forgetWord: assign({ word: undefined }),
    rememberEverywhere: assign({ everywhere: true }),
    rememberElsewhere: assign({ everywhere: false }),
    forgetUser: assign({ user: undefined, role: 'guest', losses: 0 }),
  },
  guards: {
    isGranted: (_, { answer }: { answer: SessionAnswer }) => answer.kind === 'granted',
    isKnown: ({ context }) => context.user !== undefined,
    isMember: ({ context }) => context.role === 'membership',
    isGuest: ({ context }) => context.role === 'guest',
    isSomeoneElse: ({ context }, { user }: { user: User | undefined }) =>
      user !== undefined && user.ID !== context.user?.ID,
  },
  delays: {
    betweenChecks: 1_000,
    pause: ({ context }) => Math.min(30_000, 1_000 * 2 ** context.losses),
  },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({
    user: input.user,
    role: input.role ?? 'guest',
    word: undefined,
    losses: 0,
    everywhere: true,
  }),
  invoke: { id: 'watchWindow', src: 'watchWindow' },
  initial: 'opening',
  states: {
    opening: {
      description: 'The application opens: nothing is shown before it is known who is there.',
      tags: ['undecided'],
      on: { 'tab.signedOut': { target: 'forgetting', actions: 'rememberElsewhere' } },
      initial: 'asking',
      states: {
        asking: {
          description: 'The stored tokens are looked at and the host is asked whose they are.',
          invoke: {
            id: 'checkSession',
            src: 'checkSession',
            onDone: [
              {
                guard: { type: 'isGranted', params: ({ event }) => ({ answer: event.output }) },
                target: 'measuring',
                actions: [
                  {
                    type: 'rememberGranted',
                    params: ({ event }) => ({ answer: event.output }),
                  },
                  'forgetLosses',
                ],
              },
              {
                guard: 'isKnown',
                target: '#session.forgetting',
                actions: [{ type: 'rememberWord', params: { word: ended } }, 'rememberEverywhere'],
              },
              { target: '#session.forgetting', actions: 'rememberEverywhere' },
            ],
            onError: [
              { guard: 'isKnown', target: '#session.signedIn.watch.lost', actions: 'rememberLoss' },
              { target: '#session.failed', actions: 'rememberLoss' },
            ],
          },
        },
        measuring: {
          description: 'The host knows the user; now the membership record tells the role.',
          invoke: {
            id: 'checkMembership',
            src: 'checkMembership',
            input: ({ context }) => ({ user: context.user }),
            onDone: {
              target: '#session.signedIn',
              actions: { type: 'rememberRole', params: ({ event }) => ({ answer: event.output }) },
            },
            onError: { target: '#session.signedIn.watch.lost', actions: 'rememberLoss' },
          },
        },
      },
    },
    failed: {
      description: 'There are tokens, but nobody could be asked whose they are: the failure screen with Retry.',
      tags: ['unreachable'],
      on: { 'tab.signedOut': { target: 'forgetting', actions: 'rememberElsewhere' } },
      initial: 'settled',
      states: {
        settled: {
          description: 'The host has just been asked: not again within a second.',
          after: { betweenChecks: 'waiting' },
        },
        waiting: {
          description: 'The host is asked again after a pause that grows, or as soon as there is a reason to.',
          after: { pause: '#session.opening' },
          on: {
            'session.retry': '#session.opening',
            'window.focused': '#session.opening',
            'network.returned': '#session.opening',
          },
        },
      },
    },
    forgetting: {
      description: 'Tokens, records, caches and running flows of this user are cleared away.',
      tags: ['undecided'],
      entry: 'forgetUser',
      invoke: {
        id: 'forgetSession',
        src: 'forgetSession',
        input: ({ context }) => ({ everywhere: context.everywhere }),
        onDone: 'signedOut',
        onError: 'signedOut',
      },
    },
    signedOut: {
      description: 'Nobody is signed in: public pages only.',
      exit: 'forgetWord',
      on: {
        'session.admit': {
          target: 'admitting',
          actions: { type: 'rememberUser', params: ({ event }) => ({ user: event.user }) },
        },
        'tab.signedIn': {
          target: 'opening',
          actions: { type: 'rememberUser', params: ({ event }) => ({ user: event.user }) },
        },
      },
    },
    admitting: {
      description: 'Just signed in: the sign-in form stays busy until the role is known.',
      invoke: {
        id: 'checkMembership',
        src: 'checkMembership',
        input: ({ context }) => ({ user: context.user }),
        onDone: {
          target: 'signedIn',
          actions: { type: 'rememberRole', params: ({ event }) => ({ answer: event.output }) },
        },
        onError: { target: 'signedIn.watch.lost', actions: 'rememberLoss' },
      },
      on: { 'tab.signedOut': { target: 'forgetting', actions: 'rememberElsewhere' } },
    },
    signedIn: {
      type: 'parallel',
      description: 'Somebody is signed in, with a role and a check that comes back now and then.',
      on: {
        'session.leave': {
          target: 'forgetting',
          actions: [{ type: 'rememberWord', params: ({ event }) => ({ word: event.word }) }, 'rememberEverywhere'],
        },
        'tab.signedOut': {
          target: 'forgetting',
          actions: [
            { type: 'rememberWord', params: { word: 'You have been logged out in another tab.' } },
            'rememberElsewhere',
          ],
        },
        'tab.signedIn': {
          guard: { type: 'isSomeoneElse', params: ({ event }) => ({ user: event.user }) },
          target: 'swapping',
        },
      },
      states: {
        standing: {
          initial: 'guest',
          states: {
            guest: {
              description: 'Signed in without an active membership.',
              always: { guard: 'isMember', target: 'membership' },
            },
            membership: {
              description: 'Signed in with an active membership.',
              always: { guard: 'isGuest', target: 'guest' },
            },
          },
        },
        watch: {
          initial: 'settled',
          states: {
            settled: {
              description: 'The host has just been asked: no new check within a second.',
              after: { betweenChecks: 'resting' },
              on: { 'token.refused': 'doubting' },
            },
            doubting: {
              description: 'A call was refused right after a check: ask again as soon as the second is over.',
              after: { betweenChecks: 'asking' },
            },
            resting: {
              description: 'Nothing is going on; focus, a returned line or a refused call start a check.',
              on: {
                'window.focused': 'asking',
                'network.returned': 'asking',
                'token.refused': 'asking',
                'session.retry': 'asking',
              },
            },
            asking: {
              description: 'The host is asked whose tokens these are; everything goes on meanwhile.',
              invoke: {
                id: 'checkSession',
                src: 'checkSession',
                onDone: [
                  {
                    guard: { type: 'isGranted', params: ({ event }) => ({ answer: event.output }) },
                    target: 'measuring',
                    actions: {
                      type: 'rememberGranted',
                      params: ({ event }) => ({ answer: event.output }),
                    },
                  },
                  {
                    target: '#session.forgetting',
                    actions: [{ type: 'rememberWord', params: { word: ended } }, 'rememberEverywhere'],
                  },
                ],
                onError: { target: 'lost', actions: 'rememberLoss' },
              },
            },
            measuring: {
              description: 'The membership is checked again.',
              invoke: {
                id: 'checkMembership',
                src: 'checkMembership',
                input: ({ context }) => ({ user: context.user }),
                onDone: {
                  target: 'settled',
                  actions: [
                    { type: 'rememberRole', params: ({ event }) => ({ answer: event.output }) },
                    'forgetLosses',
                  ],
                },
                onError: { target: 'lost', actions: 'rememberLoss' },
              },
            },
            lost: {
              description: 'The host could not be reached: a banner says so, nobody is thrown out.',
              tags: ['unreachable'],
              after: { betweenChecks: 'waiting' },
            },
            waiting: {
              description: 'The host is asked again after a pause that grows, or as soon as there is a reason to.',
              tags: ['unreachable'],
              after: { pause: 'asking' },
              on: {
                'window.focused': 'asking',
                'network.returned': 'asking',
                'session.retry': 'asking',
              },
            },
          },
        },
      },
    },
    swapping: {
      description: 'Another tab has signed in somebody else: what this tab remembers of the first one is cleared.',
      tags: ['undecided'],
      entry: 'forgetUser',
      invoke: {
        id: 'forgetSession',
        src: 'forgetSession',
        input: { everywhere: false },
        onDone: 'opening',
        onError: 'opening',
      },
    },
  },
})
