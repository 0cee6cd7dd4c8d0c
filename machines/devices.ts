/**
 * devices: lists the devices that are signed in, and signs out one or all of the others. `logout` signs out the current one.
 *
 *   loading ──▶ listed.ready ──device.signOut──▶ listed.signingOut ──▶ listed.ready
 *      │          └──otherDevices.signOut──▶ listed.confirming ──otherDevices.confirm──▶ listed.signingOutOthers ──▶ listed.ready
 *      │                                          └──otherDevices.cancel──▶ listed.ready
 *      │        listed.outcomeUnknown ──list.retry──▶ loading
 *      └─▶ failed ──list.retry──▶ loading
 */
import { assign, setup } from 'xstate'
import { messageOf } from './messageOf.ts'
import { createStubs } from './stub.ts'

/** `signedInAt` is in seconds since 1970, undefined where the host has none. */
export type Device = {
  id: string
  ipAddress: string
  userAgent: string
  signedInAt: number | undefined
  current: boolean
}

/** `message` is plain text and may be empty. */
export type Refused = { kind: 'refused'; message: string }
export type DevicesResult = { kind: 'granted'; devices: readonly Device[] } | Refused
/** `granted`: the device is signed out, now or before. */
export type SignOutResult = { kind: 'granted' } | Refused

export type DevicesContext = {
  devices: readonly Device[]
  /** The id of the device that is being signed out; '' for none. */
  signingOutId: string
  /** Shown above the list; '' for none. */
  message: string
}

export type DevicesEvent =
  | { type: 'list.retry' }
  | { type: 'device.signOut'; id: string }
  | { type: 'otherDevices.signOut' }
  | { type: 'otherDevices.confirm' }
  | { type: 'otherDevices.cancel' }

/** `busy`: a device is being signed out. */
export type DevicesTag = 'busy'

const stub = createStubs('devices')

export const devicesMachine = setup({
  types: {} as {
    context: DevicesContext
    events: DevicesEvent
    tags: DevicesTag
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    loadDevices: stub.promise<DevicesResult>('loadDevices'),
    signOutDevice: stub.promise<SignOutResult, { id: string }>('signOutDevice'),
    signOutOthers: stub.promise<SignOutResult>('signOutOthers'),
  },
  actions: {
    setDevices: assign((_, { result }: { result: DevicesResult }) =>
      result.kind === 'granted' ? { devices: result.devices } : {},
    ),
    setRefusal: assign((_, { result }: { result: DevicesResult | SignOutResult }) => ({
      message: messageOf(result),
      signingOutId: '',
    })),
    setUnreachable: assign((_, { error }: { error: unknown }) => ({
      message: messageOf(error),
    })),
    setOutcomeUnknown: assign({ message: 'We couldn’t confirm the sign-out. Refresh to check.', signingOutId: '' }),
    setSigningOut: assign((_, { id }: { id: string }) => ({ signingOutId: id, message: '' })),
    clearMessage: assign({ message: '' }),
    removeDevice: assign(({ context }) => ({
      devices: context.devices.filter(({ id }) => id !== context.signingOutId),
      signingOutId: '',
      message: 'Device signed out.',
    })),
    removeOthers: assign(({ context }) => ({
      devices: context.devices.filter(({ current }) => current),
      message: 'All other devices are signed out.',
    })),
  },
  guards: {
    wasGranted: (_, { result }: { result: DevicesResult | SignOutResult }) => result.kind === 'granted',
    isOtherDevice: ({ context }, { id }: { id: string }) =>
      context.devices.some((device) => device.id === id && !device.current),
    hasOthers: ({ context }) => context.devices.some(({ current }) => !current),
  },
}).createMachine({
  id: 'devices',
  context: { devices: [], signingOutId: '', message: '' },
  initial: 'loading',
  states: {
    loading: {
      description: 'The devices load.',
      entry: 'clearMessage',
      invoke: {
        id: 'loadDevices',
        src: 'loadDevices',
        onDone: [
          {
            guard: { type: 'wasGranted', params: ({ event }) => ({ result: event.output }) },
            target: 'listed',
            actions: { type: 'setDevices', params: ({ event }) => ({ result: event.output }) },
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
            'device.signOut': {
              guard: { type: 'isOtherDevice', params: ({ event }) => event },
              target: 'signingOut',
              actions: { type: 'setSigningOut', params: ({ event }) => event },
            },
            'otherDevices.signOut': { guard: 'hasOthers', target: 'confirming', actions: 'clearMessage' },
          },
        },
        confirming: {
          description: 'Asks for confirmation before all other devices are signed out.',
          meta: { requirement: 'devices.signOut' },
          on: { 'otherDevices.confirm': 'signingOutOthers', 'otherDevices.cancel': 'ready' },
        },
        signingOut: {
          description: 'One device is being signed out.',
          meta: { requirement: 'devices.signOut' },
          tags: ['busy'],
          invoke: {
            id: 'signOutDevice',
            src: 'signOutDevice',
            input: ({ context }) => ({ id: context.signingOutId }),
            onDone: [
              {
                guard: { type: 'wasGranted', params: ({ event }) => ({ result: event.output }) },
                target: 'ready',
                actions: 'removeDevice',
              },
              {
                target: 'ready',
                actions: { type: 'setRefusal', params: ({ event }) => ({ result: event.output }) },
              },
            ],
            onError: { target: 'outcomeUnknown', actions: 'setOutcomeUnknown' },
          },
        },
        signingOutOthers: {
          description: 'Every other device is being signed out.',
          meta: { requirement: 'devices.signOut' },
          tags: ['busy'],
          invoke: {
            id: 'signOutOthers',
            src: 'signOutOthers',
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
          on: { 'list.retry': '#devices.loading' },
        },
      },
    },
  },
})
