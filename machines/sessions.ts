/**
 * sessions: lists the devices that are signed in, and signs out one or all of the others. `logout` signs out the current one.
 *
 *   loading ──▶ listed.ready ──session.end──▶ listed.ending ──────────┬──▶ listed.ready
 *      │          └──otherSessions.end──▶ listed.confirming ──otherSessions.confirm─▶ listed.endingOthers ─┘
 *      │                                └──otherSessions.cancel─▶ listed.ready
 *      │        listed.outcomeUnknown ──list.retry──▶ loading
 *      └─▶ failed ──list.retry──▶ loading
 */
import { assign, setup } from 'xstate'
import { messageOf } from './messageOf.ts'
import { createStubs } from './stub.ts'

/** `signedInAt` is in seconds since 1970, undefined where the host has none. */
export type ListedSession = {
  id: string
  ipAddress: string
  userAgent: string
  signedInAt: number | undefined
  current: boolean
}

/** `message` is plain text and may be empty. */
export type Refused = { kind: 'refused'; message: string }
export type SessionsResult = { kind: 'granted'; sessions: readonly ListedSession[] } | Refused
/** `granted`: the session has ended, now or before. */
export type EndResult = { kind: 'granted' } | Refused

export type SessionsContext = {
  sessions: readonly ListedSession[]
  /** The id of the session that is being ended; '' for none. */
  ending: string
  /** Shown above the list; '' for none. */
  message: string
}

export type SessionsEvent =
  | { type: 'list.retry' }
  | { type: 'session.end'; id: string }
  | { type: 'otherSessions.end' }
  | { type: 'otherSessions.confirm' }
  | { type: 'otherSessions.cancel' }

/** `busy`: a session is being ended. */
export type SessionsTag = 'busy'

const stub = createStubs('sessions')

export const sessionsMachine = setup({
  types: {} as {
    context: SessionsContext
    events: SessionsEvent
    tags: SessionsTag
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    loadSessions: stub.promise<SessionsResult>('loadSessions'),
    endSession: stub.promise<EndResult, { id: string }>('endSession'),
    endOthers: stub.promise<EndResult>('endOthers'),
  },
  actions: {
    setSessions: assign((_, { result }: { result: SessionsResult }) =>
      result.kind === 'granted' ? { sessions: result.sessions } : {},
    ),
    setRefusal: assign((_, { result }: { result: SessionsResult | EndResult }) => ({
      message: messageOf(result),
      ending: '',
    })),
    setUnreachable: assign((_, { error }: { error: unknown }) => ({
      message: messageOf(error),
    })),
    setOutcomeUnknown: assign({ message: 'We couldn’t confirm the sign-out. Refresh to check.', ending: '' }),
    setEnding: assign((_, { id }: { id: string }) => ({ ending: id, message: '' })),
    clearMessage: assign({ message: '' }),
    removeEnded: assign(({ context }) => ({
      sessions: context.sessions.filter(({ id }) => id !== context.ending),
      ending: '',
      message: 'Device signed out.',
    })),
    removeOthers: assign(({ context }) => ({
      sessions: context.sessions.filter(({ current }) => current),
      message: 'All other devices are signed out.',
    })),
  },
  guards: {
    wasGranted: (_, { result }: { result: SessionsResult | EndResult }) => result.kind === 'granted',
    isElsewhere: ({ context }, { id }: { id: string }) =>
      context.sessions.some((session) => session.id === id && !session.current),
    hasOthers: ({ context }) => context.sessions.some(({ current }) => !current),
  },
}).createMachine({
  id: 'sessions',
  context: { sessions: [], ending: '', message: '' },
  initial: 'loading',
  states: {
    loading: {
      description: 'The devices load.',
      entry: 'clearMessage',
      invoke: {
        id: 'loadSessions',
        src: 'loadSessions',
        onDone: [
          {
            guard: { type: 'wasGranted', params: ({ event }) => ({ result: event.output }) },
            target: 'listed',
            actions: { type: 'setSessions', params: ({ event }) => ({ result: event.output }) },
          },
          {
            target: 'failed',
            actions: { type: 'setRefusal', params: ({ event }) => ({ result: event.output }) },
          },
        ],
        onError: { target: 'failed', actions: { type: 'setUnreachable', params: ({ event }) => event } },
      },
    },
    failed: {
      description: 'The list could not be loaded. The page shows the reason and Try again.',
      meta: { requirement: 'devices.failure' },
      on: { 'list.retry': 'loading' },
    },
    listed: {
      description: 'The list is shown, and the current device is marked.',
      meta: { requirement: 'devices.list' },
      initial: 'ready',
      states: {
        ready: {
          description: 'Other devices can be signed out, one or all of them.',
          on: {
            'session.end': {
              guard: { type: 'isElsewhere', params: ({ event }) => event },
              target: 'ending',
              actions: { type: 'setEnding', params: ({ event }) => event },
            },
            'otherSessions.end': { guard: 'hasOthers', target: 'confirming', actions: 'clearMessage' },
          },
        },
        confirming: {
          description: 'Asks for confirmation before all other devices are signed out.',
          meta: { requirement: 'devices.end' },
          on: { 'otherSessions.confirm': 'endingOthers', 'otherSessions.cancel': 'ready' },
        },
        ending: {
          description: 'One device is being signed out.',
          meta: { requirement: 'devices.end' },
          tags: ['busy'],
          invoke: {
            id: 'endSession',
            src: 'endSession',
            input: ({ context }) => ({ id: context.ending }),
            onDone: [
              {
                guard: { type: 'wasGranted', params: ({ event }) => ({ result: event.output }) },
                target: 'ready',
                actions: 'removeEnded',
              },
              {
                target: 'ready',
                actions: { type: 'setRefusal', params: ({ event }) => ({ result: event.output }) },
              },
            ],
            onError: { target: 'outcomeUnknown', actions: 'setOutcomeUnknown' },
          },
        },
        endingOthers: {
          description: 'Every other device is being signed out.',
          meta: { requirement: 'devices.end' },
          tags: ['busy'],
          invoke: {
            id: 'endOthers',
            src: 'endOthers',
            onDone: [
              {
                guard: { type: 'wasGranted', params: ({ event }) => ({ result: event.output }) },
                target: 'ready',
                actions: 'removeOthers',
              },
              {
                target: 'ready',
                actions: { type: 'setRefusal', params: ({ event }) => ({ result: event.output }) },
              },
            ],
            onError: { target: 'outcomeUnknown', actions: 'setOutcomeUnknown' },
          },
        },
        outcomeUnknown: {
          description: 'The host is unreachable: the outcome is unknown until the list is loaded again.',
          meta: { requirement: 'devices.outcomeUnknown' },
          on: { 'list.retry': '#sessions.loading' },
        },
      },
    },
  },
})
