/**
 * session: who is in front of the screen, and whether the host still agrees.
 *
 *   opening ───────▶ signedIn ( standing: guest | membership  ║  watch )
 *      │  └──▶ failed ─(pause, retry, focus, online)─▶ opening       │
 *      └──▶ forgetting ◀─────────────────────────────────────────────┘
 *               └──▶ signedOut ──session.admit──▶ admitting ──▶ signedIn
 *
 *   watch: settled ─(1 s)─▶ resting ─focus, online─▶ checking ──▶ settled
 *             └──(1 s, the host was lost)─▶ waiting ─(growing pause, focus, online, retry)─▶ checking
 *   What happens within one check is `sessionCheck`.
 */
import { assign, fromCallback, fromPromise, setup } from 'xstate'

export type Role = 'guest' | 'membership'

export type User = { ID: number; display_name: string; user_email: string }

/**
 * What a check says. `unproven`: the host knows the user, but could not be asked for the role. `absent`: there are no
 * tokens to ask with. A host that does not answer at all is an error.
 */
export type CheckAnswer =
  | { kind: 'granted'; user: User; role: Role }
  | { kind: 'unproven'; user: User }
  | { kind: 'refused' }
  | { kind: 'absent' }

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
  | { type: 'user.edited'; user: User }
  | { type: 'token.refused' }
  | { type: 'window.focused' }
  | { type: 'network.returned' }
  | { type: 'tab.signedIn'; user: User | undefined }
  | { type: 'tab.signedOut' }

/** `undecided`: nothing may be shown yet. */
export type SessionTag = 'undecided'

const sessionEndedText = 'Your session has ended. Please sign in again.'
const loggedOutElsewhereText = 'You have been logged out in another tab.'

export const sessionMachine = setup({
  types: {} as {
    input: SessionInput
    context: SessionContext
    events: SessionEvent
    tags: SessionTag
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    checkSession: fromPromise<CheckAnswer, { signedInUser: User | undefined }>(() => {
      throw new Error('session: provide checkSession')
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
    rememberAnswer: assign(({ context }, { answer }: { answer: CheckAnswer }) => ({
      user: 'user' in answer ? answer.user : context.user,
      role: answer.kind === 'granted' ? answer.role : context.role,
      losses: answer.kind === 'granted' ? 0 : context.losses + 1,
    })),
    rememberLoss: assign({ losses: ({ context }) => context.losses + 1 }),
    rememberParting: assign((_, parting: { word?: string | undefined; everywhere: boolean }) => parting),
    forgetWord: assign({ word: undefined }),
    forgetUser: assign({ user: undefined, role: 'guest', losses: 0 }),
  },
  guards: {
    isVouchedFor: (_, { answer }: { answer: CheckAnswer }) => 'user' in answer,
    isKnown: ({ context }) => context.user !== undefined,
    isLost: ({ context }) => context.losses > 0,
    isMember: ({ context }) => context.role === 'membership',
    isGuest: ({ context }) => context.role === 'guest',
    isSomeoneElse: ({ context }, who: CheckAnswer | { user: User | undefined }) =>
      'user' in who && who.user !== undefined && who.user.ID !== context.user?.ID,
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
      invoke: {
        id: 'checkSession',
        src: 'checkSession',
        input: { signedInUser: undefined },
        onDone: [
          {
            guard: { type: 'isVouchedFor', params: ({ event }) => ({ answer: event.output }) },
            target: 'signedIn',
            actions: { type: 'rememberAnswer', params: ({ event }) => ({ answer: event.output }) },
          },
          {
            guard: 'isKnown',
            target: 'forgetting',
            actions: { type: 'rememberParting', params: { word: sessionEndedText, everywhere: true } },
          },
          { target: 'forgetting', actions: { type: 'rememberParting', params: { everywhere: true } } },
        ],
        onError: [
          { guard: 'isKnown', target: 'signedIn', actions: 'rememberLoss' },
          { target: 'failed', actions: 'rememberLoss' },
        ],
      },
      on: {
        'tab.signedOut': { target: 'forgetting', actions: { type: 'rememberParting', params: { everywhere: false } } },
      },
    },
    failed: {
      description: 'There are tokens, but nobody could be asked whose they are: the failure screen with Retry.',
      meta: { requirement: 'session.failedStart' },
      on: {
        'tab.signedOut': { target: 'forgetting', actions: { type: 'rememberParting', params: { everywhere: false } } },
      },
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
      meta: { requirement: 'session.refused' },
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
      meta: { requirement: ['access.public', 'session.tabs'] },
      exit: 'forgetWord',
      on: {
        'session.admit': { target: 'admitting', actions: { type: 'rememberUser', params: ({ event }) => event } },
        'tab.signedIn': { target: 'opening', actions: { type: 'rememberUser', params: ({ event }) => event } },
      },
    },
    admitting: {
      description: 'Just signed in: the sign-in form stays busy until the role is known.',
      invoke: {
        id: 'admitUser',
        src: 'checkSession',
        input: ({ context }) => ({ signedInUser: context.user }),
        onDone: {
          target: 'signedIn',
          actions: { type: 'rememberAnswer', params: ({ event }) => ({ answer: event.output }) },
        },
        onError: { target: 'signedIn', actions: 'rememberLoss' },
      },
      on: {
        'tab.signedOut': { target: 'forgetting', actions: { type: 'rememberParting', params: { everywhere: false } } },
      },
    },
    signedIn: {
      type: 'parallel',
      description: 'Somebody is signed in, with a role and a check that comes back now and then.',
      meta: { requirement: ['access.guest', 'access.member'] },
      on: {
        'session.leave': {
          target: 'forgetting',
          actions: { type: 'rememberParting', params: ({ event }) => ({ word: event.word, everywhere: true }) },
        },
        'tab.signedOut': {
          target: 'forgetting',
          actions: { type: 'rememberParting', params: { word: loggedOutElsewhereText, everywhere: false } },
        },
        'user.edited': { actions: { type: 'rememberUser', params: ({ event }) => event } },
        'tab.signedIn': { guard: { type: 'isSomeoneElse', params: ({ event }) => event }, target: 'swapping' },
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
          meta: { requirement: ['session.check', 'session.atMostOne', 'session.unreachable'] },
          initial: 'settled',
          states: {
            settled: {
              description: 'The host has just been asked, and answered or not: no new check within a second.',
              after: { betweenChecks: [{ guard: 'isLost', target: 'waiting' }, { target: 'resting' }] },
              on: { 'token.refused': 'doubting' },
            },
            doubting: {
              description: 'A call was refused right after a check: ask again as soon as the second is over.',
              after: { betweenChecks: 'checking' },
            },
            resting: {
              description: 'Nothing is going on; focus, a returned line or a refused call start a check.',
              on: {
                'window.focused': 'checking',
                'network.returned': 'checking',
                'token.refused': 'checking',
              },
            },
            checking: {
              description: 'The host is asked again; everything goes on meanwhile.',
              invoke: {
                id: 'checkSession',
                src: 'checkSession',
                input: { signedInUser: undefined },
                onDone: [
                  {
                    guard: { type: 'isSomeoneElse', params: ({ event }) => event.output },
                    target: '#session.swapping',
                  },
                  {
                    guard: { type: 'isVouchedFor', params: ({ event }) => ({ answer: event.output }) },
                    target: 'settled',
                    actions: { type: 'rememberAnswer', params: ({ event }) => ({ answer: event.output }) },
                  },
                  {
                    target: '#session.forgetting',
                    actions: { type: 'rememberParting', params: { word: sessionEndedText, everywhere: true } },
                  },
                ],
                onError: { target: 'settled', actions: 'rememberLoss' },
              },
            },
            waiting: {
              description: 'The host could not be reached. A banner says so, nobody is thrown out; it is asked again.',
              after: { pause: 'checking' },
              on: {
                'window.focused': 'checking',
                'network.returned': 'checking',
                'session.retry': 'checking',
              },
            },
          },
        },
      },
    },
    swapping: {
      description: 'The tokens are somebody else’s by now: what this tab remembers of the first one is cleared.',
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
