import { cancellationMachine } from '../../machines/cancellation.ts'
import { done, errored, testExamples } from './runEvents.ts'

const member = { id: 2, email: 'member@statecast.test', name: 'Mara Member' }
const subscription = { id: 11, providerId: 'sub_11', gateway: 'card' as const }
const byPaypal = { id: 11, providerId: 'I-11', gateway: 'paypal' as const }
const attempt = { subscriptionToCancel: subscription, key: 'cancel-1' }
const claimed = { type: 'attempt.claimed' as const, attempt: undefined, openPaymentPlanId: undefined }
const record = (subscriptionToCancel: typeof subscription | undefined) =>
  done('readRecord', { kind: 'granted', record: { subscriptions: [], subscriptionToCancel } })

const input = { member, isInterrupted: false }
const resumed = { member, isInterrupted: true }
const asked = [{ type: 'plan.cancel' as const, subscription }]
const confirmed = [...asked, { type: 'plan.confirm' as const }]
const read = [...confirmed, claimed, record(subscription)]
const sent = [...read, done('openAttempt', attempt)]
const unanswered = [...sent, errored('cancelSubscription')]
const notCanceled = [...unanswered, done('reconciliation', { kind: 'notCanceled' })]
const refusal = { kind: 'refused', message: 'This subscription can’t be ended.' }

testExamples(cancellationMachine, {
  'the plan is canceled only after the question': {
    requirement: 'cancel.question',
    input,
    when: asked,
    state: 'asking',
    starts: [],
  },
  'Keep plan cancels nothing': {
    requirement: 'cancel.question',
    input,
    when: [...asked, { type: 'plan.keep' }],
    state: 'idle',
    starts: [],
  },
  'the call is sent under the stored key': {
    requirement: 'cancel.call',
    input,
    when: sent,
    state: { attempting: 'canceling' },
    starts: [['cancelSubscription', { subscriptionToCancel: subscription, key: 'cancel-1' }]],
    tags: ['busy'],
  },
  'a canceled plan closes the attempt, and the membership is read again': {
    requirement: 'cancel.done',
    input,
    when: [...sent, done('cancelSubscription', { kind: 'canceled' })],
    state: 'canceled',
    executes: ['closeAttempt', 'refreshMembership'],
  },
  'a refusal shows the message of the host': {
    requirement: 'cancel.refused',
    input,
    when: [...sent, done('cancelSubscription', refusal)],
    state: 'refused',
    shows: { message: 'This subscription can’t be ended.' },
    executes: ['closeAttempt'],
  },
  'a refusal of the card gateway without a message shows the specified one': {
    requirement: 'cancel.refused',
    input,
    when: [...sent, done('cancelSubscription', { kind: 'refused', message: '' })],
    state: 'refused',
    shows: { message: 'Something went wrong in cancelling previous subscription in stripe' },
  },
  'a refusal of PayPal without a message shows the specified one': {
    requirement: 'cancel.refused',
    input,
    when: [
      ...read,
      done('openAttempt', { subscriptionToCancel: byPaypal, key: 'cancel-1' }),
      done('cancelSubscription', { kind: 'refused', message: '' }),
    ],
    state: 'refused',
    shows: { message: 'Something went wrong in cancelling previous subscription in paypal' },
  },
  'without an id of the gateway nothing is sent': {
    requirement: 'cancel.refused',
    input,
    when: [{ type: 'plan.cancel', subscription: { ...subscription, providerId: '' } }],
    state: 'missingId',
    starts: [],
    shows: { message: 'Something went wrong in cancelling previous subscription' },
  },
  'an attempt that can’t be stored is not sent': {
    requirement: 'cancel.refused',
    input,
    when: [...read, errored('openAttempt')],
    state: 'refused',
    starts: [],
    shows: { message: 'Something went wrong' },
  },
  'a record that can’t be read cancels nothing': {
    requirement: 'cancel.refused',
    input,
    when: [...confirmed, claimed, errored('readRecord')],
    state: 'refused',
    starts: [],
    shows: { message: 'Something went wrong while fetching memberpress data' },
  },
  'a refused record shows the message of the host': {
    input,
    when: [...confirmed, claimed, done('readRecord', { kind: 'refused', message: 'Sorry.' })],
    state: 'refused',
    shows: { message: 'Sorry.' },
  },
  'a second confirmation after a refusal starts again, with a new key': {
    input,
    when: [...sent, done('cancelSubscription', refusal), { type: 'plan.confirm' }, claimed, record(subscription)],
    state: { attempting: 'opening' },
    shows: { message: '' },
    starts: [['openAttempt', { subscription, member }]],
  },
  'a call without a response is not sent again: the record is read': {
    requirement: 'cancel.reconcile',
    input,
    when: unanswered,
    state: { attempting: 'reconciling' },
    starts: [
      [
        'reconciliation',
        {
          attempt: { ...attempt, planId: undefined, knownSubscriptionIds: [], underWay: false },
          member,
          isPaymentUnsent: true,
        },
      ],
    ],
  },
  'the record shows that the plan is canceled': {
    requirement: 'cancel.reconcile',
    input,
    when: [...unanswered, done('reconciliation', { kind: 'canceled' })],
    state: 'canceled',
  },
  'a plan that is still active can be canceled again, under the same key': {
    requirement: 'cancel.notCanceled',
    input,
    when: [...notCanceled, { type: 'cancellation.retry' }],
    state: { attempting: 'retrying' },
    starts: [['cancelSubscription', attempt]],
  },
  'a refusal of the same call proves nothing about the earlier one': {
    requirement: 'cancel.notCanceled',
    input,
    when: [...notCanceled, { type: 'cancellation.retry' }, done('cancelSubscription', refusal)],
    state: { attempting: 'reconciling' },
    shows: { message: 'This subscription can’t be ended.' },
  },
  'a plan that is kept after an unsent cancellation closes the attempt': {
    input,
    when: [...notCanceled, { type: 'plan.keep' }],
    state: 'idle',
    executes: ['closeAttempt'],
  },
  'an unknown outcome can be checked again': {
    requirement: 'cancel.outcomeUnknown',
    input,
    when: [...unanswered, done('reconciliation', { kind: 'outcomeUnknown' }), { type: 'record.check' }],
    state: { attempting: 'reconciling' },
  },
  'a failed check leaves the outcome unknown': {
    requirement: 'cancel.outcomeUnknown',
    input,
    when: [...unanswered, errored('reconciliation')],
    state: { attempting: 'outcomeUnknown' },
  },
  'a reload resumes with reading the record': {
    requirement: 'cancel.reconcile',
    input: resumed,
    when: [{ ...claimed, attempt }],
    state: { attempting: 'reconciling' },
  },
  'a reload after another tab has finished the cancellation shows the plan': {
    input: resumed,
    when: [claimed],
    state: 'idle',
    starts: [],
  },
  'another tab comes first': {
    requirement: 'cancel.oneAttempt',
    input,
    when: [...confirmed, { type: 'attempt.taken' }],
    state: { attempting: 'underWay' },
    starts: [],
  },
  'after another tab the plan is loaded again': {
    requirement: 'cancel.oneAttempt',
    input,
    when: [...confirmed, { type: 'attempt.taken' }, { type: 'attempt.freed' }],
    state: 'idle',
    executes: ['refreshMembership'],
  },
  'an interrupted payment is checked first': {
    requirement: 'cancel.oneAttempt',
    input,
    when: [...confirmed, { ...claimed, openPaymentPlanId: 104 }],
    state: 'paymentOpen',
    shows: { openPaymentPlanId: 104 },
    starts: [],
  },
  'a plan that was canceled elsewhere is not canceled here': {
    requirement: 'cancel.changed',
    input,
    when: [...confirmed, claimed, record(undefined)],
    state: 'changed',
    executes: ['refreshMembership'],
    starts: [],
  },
  'a plan that was changed elsewhere is not canceled': {
    requirement: 'cancel.changed',
    input,
    when: [...confirmed, claimed, record({ ...subscription, id: 12 })],
    state: 'changed',
    starts: [],
  },
  'a plan that was chosen again can be canceled': {
    input,
    when: [...sent, done('cancelSubscription', { kind: 'canceled' }), { type: 'plan.cancel', subscription: byPaypal }],
    state: 'asking',
    shows: { subscription: byPaypal },
  },
})
