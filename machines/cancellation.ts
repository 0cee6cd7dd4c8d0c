/**
 * cancellation: cancels the plan of a member at its gateway, and says whether it was canceled.
 *
 *   idle ──plan.cancel──▶ asking ──plan.confirm──▶ attempting.claiming ─▶ reading ─▶ opening ─▶ canceling ─▶ canceled
 *    ▲                      │                          ├─▶ underWay        └─▶ changed          ├─▶ refused ──plan.confirm──▶ attempting
 *    └───────plan.keep──────┘                          └─▶ paymentOpen                          ▼ (the outcome is unknown)
 *                             attempting.outcomeUnknown ◀─ attempting.reconciling ─▶ canceled │ attempting.notCanceled
 *   `attempting` holds the lock that planChange uses too: a plan is never changed and canceled at the same time.
 */
import { cancellationSetup, requireCancellation, withoutPayment } from './cancellation.setup.ts'

export const cancellationMachine = cancellationSetup.createMachine({
  id: 'cancellation',
  context: ({ input }) => ({
    ...input,
    subscription: undefined,
    attempt: undefined,
    message: '',
    openPaymentPlanId: undefined,
  }),
  initial: 'starting',
  states: {
    starting: {
      description: 'A cancellation that a reload interrupted is checked first.',
      meta: { requirement: 'cancel.reconcile' },
      always: [{ guard: 'isInterrupted', target: 'attempting' }, { target: 'idle' }],
    },
    idle: {
      description: 'The plan renews, and can be canceled.',
      on: {
        'plan.cancel': [
          { guard: { type: 'isProviderIdMissing', params: ({ event }) => event }, target: 'missingId' },
          { target: 'asking', actions: { type: 'setSubscription', params: ({ event }) => event } },
        ],
      },
    },
    asking: {
      description: 'Asks whether to cancel the plan, and shows the date until which the member can watch.',
      meta: { requirement: 'cancel.question' },
      tags: ['question'],
      on: { 'plan.confirm': 'attempting', 'plan.keep': 'idle' },
    },
    attempting: {
      description: 'Holds the lock of payments: no other tab changes or cancels the plan meanwhile.',
      meta: { requirement: 'cancel.oneAttempt' },
      entry: ['clearAttempt', 'clearMessage'],
      invoke: { id: 'holdAttempt', src: 'holdAttempt', input: ({ context }) => ({ member: context.member }) },
      initial: 'claiming',
      states: {
        claiming: {
          description: 'Checks whether a payment or another cancellation is open, in this tab or another.',
          on: {
            'attempt.claimed': [
              {
                guard: { type: 'hasOpenPayment', params: ({ event }) => event },
                target: '#cancellation.paymentOpen',
                actions: { type: 'setClaim', params: ({ event }) => event },
              },
              {
                guard: { type: 'wasInterrupted', params: ({ event }) => event },
                target: 'reconciling',
                actions: { type: 'setClaim', params: ({ event }) => event },
              },
              { guard: 'hasSubscription', target: 'reading' },
              { target: '#cancellation.idle' },
            ],
            'attempt.taken': 'underWay',
          },
        },
        underWay: {
          description: 'Another tab changes or cancels the plan. Nothing is canceled here.',
          tags: ['question'],
          on: {
            'attempt.freed': { target: '#cancellation.idle', actions: 'refreshMembership' },
            'plan.keep': '#cancellation.idle',
          },
        },
        reading: {
          description: 'Reads the member record: the plan may have changed since the page was loaded.',
          tags: ['busy'],
          invoke: {
            id: 'readRecord',
            src: 'readRecord',
            input: ({ context }) => ({ member: context.member }),
            onDone: [
              { guard: { type: 'isUnchanged', params: ({ event }) => event.output }, target: 'opening' },
              { guard: { type: 'wasRead', params: ({ event }) => event.output }, target: '#cancellation.changed' },
              {
                target: '#cancellation.refused',
                actions: { type: 'setReadError', params: ({ event }) => event.output as { message?: string } },
              },
            ],
            onError: { target: '#cancellation.refused', actions: { type: 'setReadError', params: {} } },
          },
        },
        opening: {
          description: 'Creates the key and stores the attempt, so that a reload finds its outcome.',
          tags: ['busy'],
          invoke: {
            id: 'openAttempt',
            src: 'openAttempt',
            input: ({ context }) => ({ subscription: context.subscription, member: context.member }),
            onDone: { target: 'canceling', actions: { type: 'setAttempt', params: ({ event }) => event.output } },
            onError: { target: '#cancellation.refused', actions: 'setStorageError' },
          },
        },
        canceling: {
          description: 'Sends the cancel call of the gateway once.',
          meta: { requirement: 'cancel.call' },
          tags: ['busy'],
          invoke: {
            id: 'cancelSubscription',
            src: 'cancelSubscription',
            input: ({ context }) => requireCancellation(context),
            onDone: [
              { guard: { type: 'isCanceled', params: ({ event }) => event.output }, target: '#cancellation.canceled' },
              {
                target: '#cancellation.refused',
                actions: { type: 'setCancelRefusal', params: ({ event }) => event.output },
              },
            ],
            onError: 'reconciling',
          },
        },
        retrying: {
          description: 'Sends the same call under the same key. A refusal proves nothing about the earlier call.',
          meta: { requirement: 'cancel.notCanceled' },
          tags: ['busy'],
          invoke: {
            id: 'cancelSubscription',
            src: 'cancelSubscription',
            input: ({ context }) => requireCancellation(context),
            onDone: [
              { guard: { type: 'isCanceled', params: ({ event }) => event.output }, target: '#cancellation.canceled' },
              {
                target: 'reconciling',
                actions: { type: 'setCancelRefusal', params: ({ event }) => event.output },
              },
            ],
            onError: 'reconciling',
          },
        },
        reconciling: {
          description: 'The outcome is unknown: reads the member record until it shows whether the plan is canceled.',
          meta: { requirement: 'cancel.reconcile' },
          tags: ['busy'],
          invoke: {
            id: 'reconciliation',
            src: 'reconciliation',
            input: ({ context }) => ({
              attempt: { ...requireCancellation(context), ...withoutPayment },
              member: context.member,
              isPaymentUnsent: true,
            }),
            onDone: [
              { guard: { type: 'isCanceled', params: ({ event }) => event.output }, target: '#cancellation.canceled' },
              { guard: { type: 'isNotCanceled', params: ({ event }) => event.output }, target: 'notCanceled' },
              { target: 'outcomeUnknown' },
            ],
            onError: 'outcomeUnknown',
          },
        },
        outcomeUnknown: {
          description: 'The record could not be read in time. It can be checked again.',
          meta: { requirement: 'cancel.outcomeUnknown' },
          tags: ['question'],
          on: { 'record.check': 'reconciling' },
        },
        notCanceled: {
          description: 'The record shows the plan as active.',
          meta: { requirement: 'cancel.notCanceled' },
          tags: ['question'],
          on: {
            'cancellation.retry': { target: 'retrying', actions: 'clearMessage' },
            'plan.keep': { target: '#cancellation.idle', actions: 'closeAttempt' },
          },
        },
      },
    },
    refused: {
      description: 'Nothing was canceled. The reason is shown.',
      meta: { requirement: 'cancel.refused' },
      tags: ['question'],
      entry: 'closeAttempt',
      on: { 'plan.confirm': 'attempting', 'plan.keep': 'idle' },
    },
    missingId: {
      description: 'The record has no id of the subscription at its gateway, so the plan can’t be canceled here.',
      meta: { requirement: 'cancel.refused' },
      tags: ['question'],
      entry: 'setMissingIdError',
      on: { 'plan.keep': 'idle' },
    },
    paymentOpen: {
      description: 'A payment of this browser was interrupted. Its outcome is checked before anything is canceled.',
      meta: { requirement: 'cancel.oneAttempt' },
      tags: ['question'],
      on: { 'plan.keep': 'idle' },
    },
    changed: {
      description: 'The plan was changed or canceled elsewhere. Nothing was canceled here.',
      meta: { requirement: 'cancel.changed' },
      tags: ['question'],
      entry: 'refreshMembership',
      on: {
        'plan.cancel': [
          { guard: { type: 'isProviderIdMissing', params: ({ event }) => event }, target: 'missingId' },
          { target: 'asking', actions: { type: 'setSubscription', params: ({ event }) => event } },
        ],
      },
    },
    canceled: {
      description: 'The plan is canceled. The member can watch until the end of the paid time.',
      meta: { requirement: 'cancel.done' },
      entry: ['closeAttempt', 'refreshMembership'],
      on: {
        'plan.cancel': [
          { guard: { type: 'isProviderIdMissing', params: ({ event }) => event }, target: 'missingId' },
          { target: 'asking', actions: { type: 'setSubscription', params: ({ event }) => event } },
        ],
      },
    },
  },
})
