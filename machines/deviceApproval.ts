/**
 * deviceApproval: approves or denies, on a phone, the code that a television shows.
 *
 *   opened ──▶ entering ──code.submit──▶ checking ──▶ confirming ──device.approve──▶ approving ──▶ approved
 *     │          ▲  ▲                      ▲ │             └───────device.deny──▶ denying ──▶ denied
 *     │          │  └── wrong, expired ────┼─┤
 *     │          └────── locked ◀──────────┼─┘
 *     └─(the address has a code)───────────┘
 */
import { deviceApprovalSetup, normalizeUserCode } from './deviceApproval.setup.ts'

export const deviceApprovalMachine = deviceApprovalSetup.createMachine({
  id: 'deviceApproval',
  context: ({ input }) => ({
    userCode: normalizeUserCode(input.code),
    device: undefined,
    lockedMs: 0,
    message: '',
  }),
  initial: 'opened',
  states: {
    opened: {
      description: 'The address of the page may have a code, from the QR code of the television.',
      meta: { requirement: 'activate.link' },
      always: [{ guard: 'hasCode', target: 'checking' }, { target: 'entering' }],
    },
    entering: {
      description: 'The code can be typed and sent.',
      meta: { requirement: 'activate.code' },
      on: {
        'code.submit': [
          {
            guard: { type: 'isComplete', params: ({ event }) => event },
            target: 'checking',
            actions: { type: 'setCode', params: ({ event }) => event },
          },
          { target: '.incomplete', actions: 'setIncomplete' },
        ],
      },
      initial: 'empty',
      states: {
        empty: { description: 'There is no error.' },
        incomplete: {
          description: 'The code is too short or too long.',
          on: { 'code.edit': { target: 'empty', actions: 'clearMessage' } },
        },
        wrong: {
          description: 'No television shows this code.',
          meta: { requirement: 'activate.wrong' },
          on: { 'code.edit': { target: 'empty', actions: 'clearMessage' } },
        },
        expired: {
          description: 'The code has expired or was used.',
          meta: { requirement: 'activate.expired' },
          on: { 'code.edit': { target: 'empty', actions: 'clearMessage' } },
        },
        failed: {
          description: 'The host refused or is unreachable. The code can be sent again.',
          meta: { requirement: 'activate.failed' },
          on: { 'code.edit': { target: 'empty', actions: 'clearMessage' } },
        },
      },
    },
    checking: {
      description: 'The host looks the code up.',
      tags: ['busy'],
      invoke: {
        id: 'checkCode',
        src: 'decide',
        input: ({ context }) => ({ userCode: context.userCode, decision: 'check' }),
        onDone: [
          {
            guard: { type: 'wasGranted', params: ({ event }) => event.output },
            target: 'confirming',
            actions: { type: 'setDevice', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'wasWrong', params: ({ event }) => event.output },
            target: 'entering.wrong',
            actions: 'setWrong',
          },
          {
            guard: { type: 'hasExpired', params: ({ event }) => event.output },
            target: 'entering.expired',
            actions: 'setExpired',
          },
          {
            guard: { type: 'isLocked', params: ({ event }) => event.output },
            target: 'locked',
            actions: { type: 'setLocked', params: ({ event }) => event.output },
          },
          { target: 'entering.failed', actions: { type: 'setRefusal', params: ({ event }) => event.output } },
        ],
        onError: { target: 'entering.failed', actions: { type: 'setError', params: ({ event }) => event } },
      },
    },
    confirming: {
      description: 'The page shows which device asks, and asks whether to sign it in.',
      meta: { requirement: 'activate.confirm' },
      on: {
        'device.approve': { target: 'approving', actions: 'clearMessage' },
        'device.deny': { target: 'denying', actions: 'clearMessage' },
        'code.change': { target: 'entering', actions: 'clear' },
      },
      initial: 'ready',
      states: {
        ready: { description: 'There is no error.' },
        failed: {
          description: 'The host refused or is unreachable. The buttons can be pressed again.',
          meta: { requirement: 'activate.failed' },
        },
      },
    },
    approving: {
      description: 'The host stores the approval.',
      tags: ['busy'],
      invoke: {
        id: 'approveDevice',
        src: 'decide',
        input: ({ context }) => ({ userCode: context.userCode, decision: 'approve' }),
        onDone: [
          { guard: { type: 'wasGranted', params: ({ event }) => event.output }, target: 'approved' },
          {
            guard: { type: 'isGone', params: ({ event }) => event.output },
            target: 'entering.expired',
            actions: 'setExpired',
          },
          {
            guard: { type: 'isLocked', params: ({ event }) => event.output },
            target: 'locked',
            actions: { type: 'setLocked', params: ({ event }) => event.output },
          },
          { target: 'confirming.failed', actions: { type: 'setRefusal', params: ({ event }) => event.output } },
        ],
        onError: { target: 'confirming.failed', actions: { type: 'setError', params: ({ event }) => event } },
      },
    },
    denying: {
      description: 'The host stores the denial.',
      tags: ['busy'],
      invoke: {
        id: 'denyDevice',
        src: 'decide',
        input: ({ context }) => ({ userCode: context.userCode, decision: 'deny' }),
        onDone: [
          { guard: { type: 'wasGranted', params: ({ event }) => event.output }, target: 'denied' },
          {
            guard: { type: 'isGone', params: ({ event }) => event.output },
            target: 'entering.expired',
            actions: 'setExpired',
          },
          {
            guard: { type: 'isLocked', params: ({ event }) => event.output },
            target: 'locked',
            actions: { type: 'setLocked', params: ({ event }) => event.output },
          },
          { target: 'confirming.failed', actions: { type: 'setRefusal', params: ({ event }) => event.output } },
        ],
        onError: { target: 'confirming.failed', actions: { type: 'setError', params: ({ event }) => event } },
      },
    },
    approved: {
      description: 'The television signs in. Another code can be entered.',
      meta: { requirement: 'activate.done' },
      on: { 'code.change': { target: 'entering', actions: 'clear' } },
    },
    denied: {
      description: 'The television is not signed in. Another code can be entered.',
      meta: { requirement: 'activate.done' },
      on: { 'code.change': { target: 'entering', actions: 'clear' } },
    },
    locked: {
      description: 'Too many wrong codes were sent. The form comes back after a while.',
      meta: { requirement: 'activate.locked' },
      after: { lock: { target: 'entering', actions: 'clear' } },
    },
  },
})
