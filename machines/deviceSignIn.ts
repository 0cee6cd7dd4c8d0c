/**
 * deviceSignIn: signs a television in by a code that the user enters on a phone, as in RFC 8628.
 *
 *   requesting ──▶ showing { resting ─(interval)─▶ polling ─▶ resting │ asleep ─page.shown─▶ polling }
 *     │  ▲            ├──▶ expired, denied ──code.request──▶ requesting
 *     ▼  │            ├──▶ signingIn ──▶ signedIn
 *   failed ◀──────────┘
 *   `slow_down` adds five seconds to the interval; a hidden page does not poll.
 */
import { assign, setup } from 'xstate'
import { type User } from './session.types.ts'
import { createStubs } from './stub.ts'

/**
 * `userCode` is shown, `address` is where it is entered, and `link` is that page with the code. `remainingMs` is the time
 * until the code expires.
 */
export type DeviceCode = {
  deviceCode: string
  userCode: string
  address: string
  link: string
  remainingMs: number
  intervalMs: number
}

/** `cookiesBlocked`: the browser does not store the tokens. `message` is plain text and may be empty. */
type NotPossible = { kind: 'refused'; message: string } | { kind: 'cookiesBlocked' }
export type CodeResult = { kind: 'granted'; code: DeviceCode } | NotPossible
export type TokenResult =
  | { kind: 'granted'; user: User }
  | { kind: 'pending' | 'slowDown' | 'denied' | 'expired' }
  | NotPossible

export type DeviceSignInContext = {
  code: DeviceCode | undefined
  /** The time between two polls. */
  intervalMs: number
  /** The polls without a response in a row. */
  failures: number
  /** Why there is no code; '' for none. */
  message: string
  user: User | undefined
}

/** `page.hidden` also when the page is hidden from the start. */
export type PageEvent = { type: 'page.hidden' } | { type: 'page.shown' }
export type DeviceSignInEvent = { type: 'code.request' } | PageEvent

/** `unreachable`: the last poll had no response. */
export type DeviceSignInTag = 'unreachable'

const stub = createStubs('deviceSignIn')

export const deviceSignInMachine = setup({
  types: {} as {
    context: DeviceSignInContext
    events: DeviceSignInEvent
    tags: DeviceSignInTag
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    /** Resolves with the code of this page while it lasts, else with a new one. */
    requestCode: stub.promise<CodeResult>('requestCode'),
    requestTokens: stub.promise<TokenResult, { deviceCode: string }>('requestTokens'),
    startSession: stub.promise<undefined, { user: User | undefined }>('startSession'),
    watchPage: stub.callback<PageEvent>('watchPage'),
  },
  actions: {
    setCode: assign((_, { result }: { result: CodeResult }) =>
      result.kind === 'granted' ? { code: result.code, intervalMs: result.code.intervalMs } : {},
    ),
    setUser: assign((_, { result }: { result: TokenResult }) =>
      result.kind === 'granted' ? { user: result.user } : {},
    ),
    setFailure: assign((_, { result }: { result: CodeResult | TokenResult }) => ({
      message:
        result.kind === 'cookiesBlocked'
          ? 'Your browser blocked our cookies, so we can’t keep you signed in.'
          : (result.kind === 'refused' && result.message) || 'We couldn’t get a code.',
    })),
    setError: assign((_, { error }: { error: unknown }) => ({
      message: error instanceof Error ? error.message : '',
    })),
    slowDown: assign({ intervalMs: ({ context }) => context.intervalMs + 5_000 }),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    clearFailures: assign({ failures: 0 }),
    clear: assign({ code: undefined, failures: 0, message: '' }),
  },
  guards: {
    is: (_, { result, kind }: { result: CodeResult | TokenResult; kind: (CodeResult | TokenResult)['kind'] }) =>
      result.kind === kind,
  },
  delays: {
    lifetime: ({ context }) => context.code?.remainingMs ?? 0,
    interval: ({ context }) => context.intervalMs,
    /** Doubles with each failure, as RFC 8628 asks. */
    pause: ({ context }) => Math.min(60_000, context.intervalMs * 2 ** context.failures),
  },
}).createMachine({
  id: 'deviceSignIn',
  context: { code: undefined, intervalMs: 0, failures: 0, message: '', user: undefined },
  initial: 'requesting',
  states: {
    requesting: {
      description: 'The page reads its code, or requests one from the host.',
      entry: 'clear',
      invoke: {
        id: 'requestCode',
        src: 'requestCode',
        onDone: [
          {
            guard: { type: 'is', params: ({ event }) => ({ result: event.output, kind: 'granted' }) },
            target: 'showing',
            actions: { type: 'setCode', params: ({ event }) => ({ result: event.output }) },
          },
          { target: 'failed', actions: { type: 'setFailure', params: ({ event }) => ({ result: event.output }) } },
        ],
        onError: { target: 'failed', actions: { type: 'setError', params: ({ event }) => event } },
      },
    },
    showing: {
      description: 'The code, its address and its QR code are shown.',
      meta: { requirement: ['device.code', 'device.codeKept'] },
      after: { lifetime: 'expired' },
      initial: 'resting',
      states: {
        resting: {
          description: 'The page waits until it may ask the host again.',
          invoke: { id: 'watchPage', src: 'watchPage' },
          on: { 'page.hidden': 'asleep' },
          initial: 'waiting',
          states: {
            waiting: {
              description: 'The code is not approved yet.',
              after: { interval: '#deviceSignIn.showing.polling' },
            },
            slowed: {
              description: 'The host asked for a longer interval.',
              meta: { requirement: 'device.poll' },
              entry: 'slowDown',
              after: { interval: '#deviceSignIn.showing.polling' },
            },
            unreachable: {
              description: 'The host did not respond. The code stays, a notice says so, and the interval doubles.',
              meta: { requirement: 'device.unreachable' },
              tags: ['unreachable'],
              entry: 'countFailure',
              after: { pause: '#deviceSignIn.showing.polling.retrying' },
            },
          },
        },
        asleep: {
          description: 'The page is hidden and does not ask.',
          meta: { requirement: 'device.poll' },
          invoke: { id: 'watchPage', src: 'watchPage' },
          on: { 'page.shown': 'polling' },
        },
        polling: {
          description: 'The host is asked whether the code is approved.',
          meta: { requirement: 'device.poll' },
          invoke: {
            id: 'requestTokens',
            src: 'requestTokens',
            input: ({ context }) => ({ deviceCode: context.code?.deviceCode ?? '' }),
            onDone: [
              {
                guard: { type: 'is', params: ({ event }) => ({ result: event.output, kind: 'pending' }) },
                target: 'resting',
                actions: 'clearFailures',
              },
              {
                guard: { type: 'is', params: ({ event }) => ({ result: event.output, kind: 'slowDown' }) },
                target: 'resting.slowed',
                actions: 'clearFailures',
              },
              {
                guard: { type: 'is', params: ({ event }) => ({ result: event.output, kind: 'granted' }) },
                target: '#deviceSignIn.signingIn',
                actions: { type: 'setUser', params: ({ event }) => ({ result: event.output }) },
              },
              {
                guard: { type: 'is', params: ({ event }) => ({ result: event.output, kind: 'denied' }) },
                target: '#deviceSignIn.denied',
              },
              {
                guard: { type: 'is', params: ({ event }) => ({ result: event.output, kind: 'expired' }) },
                target: '#deviceSignIn.expired',
              },
              {
                target: '#deviceSignIn.failed',
                actions: { type: 'setFailure', params: ({ event }) => ({ result: event.output }) },
              },
            ],
            onError: 'resting.unreachable',
          },
          initial: 'asking',
          states: {
            asking: { description: 'The last poll had a response.' },
            retrying: { description: 'The last poll had none: the notice stays.', tags: ['unreachable'] },
          },
        },
      },
    },
    expired: {
      description: 'The code has expired. A button requests another one.',
      meta: { requirement: 'device.expired' },
      on: { 'code.request': 'requesting' },
    },
    denied: {
      description: 'The user denied the code on the phone. A button requests another one.',
      meta: { requirement: 'device.denied' },
      on: { 'code.request': 'requesting' },
    },
    failed: {
      description: 'There is no code. The page shows the reason and Try again.',
      meta: { requirement: 'device.failed' },
      on: { 'code.request': 'requesting' },
    },
    signingIn: {
      description: 'The code is approved. The page stays until the role is known.',
      meta: { requirement: 'device.signedIn' },
      invoke: {
        id: 'startSession',
        src: 'startSession',
        input: ({ context }) => ({ user: context.user }),
        onDone: 'signedIn',
        onError: { target: 'failed', actions: { type: 'setError', params: ({ event }) => event } },
      },
    },
    signedIn: { type: 'final', description: 'The session has started. The router opens the requested page.' },
  },
})
