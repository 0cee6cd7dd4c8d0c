import { planChangeMachine } from '../../machines/planChange.ts'
import { type Attempt, type PlanChangeRequest, type MemberRecord } from '../../machines/payment.types.ts'
import { createModel } from '../paths/model.ts'

const member = { id: 2, email: 'member@statecast.test', name: 'Mara Member' }
const subscriptionToCancel = { id: 11, providerId: 'sub_11', gateway: 'card' } as const
const request: PlanChangeRequest = {
  planId: 104,
  paymentMethod: { kind: 'savedCard', paymentMethodId: 'pm_1' },
  subscriptionToCancel,
  knownSubscriptionIds: [11],
}
const attempt: Attempt = {
  ...request,
  cancelKey: 'cancel-1',
  payKey: 'pay-1',
  underWay: false,
  outcomeUnknown: { cancel: false, pay: false },
}
/** Nobody knows how far it had come. */
const interruptedAttempt: Attempt = { ...attempt, outcomeUnknown: { cancel: true, pay: true } }
const record = (subscriptionToCancel: MemberRecord['subscriptionToCancel']) => ({
  kind: 'granted' as const,
  record: {
    subscriptions: [
      { id: 12, planId: 104, status: 'pending' },
      { id: 11, planId: 102, status: 'active' },
    ],
    subscriptionToCancel,
  },
})

export default createModel({
  machine: planChangeMachine,
  inputs: {
    'a member changes the plan': {
      member,
      request: { planId: 104, paymentMethod: request.paymentMethod, subscriptionToCancel },
    },
    'a guest subscribes': {
      member,
      request: {
        planId: 104,
        paymentMethod: { kind: 'newCard', paymentMethodId: 'pm_2' },
        subscriptionToCancel: undefined,
      },
    },
    'the old subscription has no name at its gateway': {
      member,
      request: {
        planId: 104,
        paymentMethod: request.paymentMethod,
        subscriptionToCancel: { ...subscriptionToCancel, providerId: '' },
      },
    },
    'a reload, to clear up what was cut': { member, request: undefined },
  },
  events: {
    'attempt.claimed': {
      'nothing is open': { attempt: undefined },
      'an attempt was cut': { attempt: interruptedAttempt },
      'an attempt of a guest was cut': { attempt: { ...interruptedAttempt, subscriptionToCancel: undefined } },
    },
    'attempt.taken': { '': {} },
    'attempt.freed': { '': {} },
    'payment.retry': { '': {} },
    'payment.leave': { '': {} },
    'record.check': { '': {} },
  },
  outcomes: {
    holdAttempt: { done: 'never', error: 'never' },
    readRecord: {
      done: {
        'as the page has it': record(subscriptionToCancel),
        'nothing to end': record(undefined),
        refused: { kind: 'refused', message: 'Sorry, you are not allowed to do that.' },
        'refused without a word': { kind: 'refused', message: '' },
      },
      error: { unreachable: { message: 'no line' } },
    },
    openAttempt: {
      done: { kept: { attempt }, 'kept, nothing to end': { attempt: { ...attempt, subscriptionToCancel: undefined } } },
      error: { 'it can’t be kept': { message: 'QuotaExceededError' } },
    },
    renewKey: {
      done: { kept: { attempt: { ...attempt, payKey: 'pay-2' } } },
      error: { 'it can’t be kept': { message: 'QuotaExceededError' } },
    },
    payment: {
      done: {
        paid: { kind: 'paid', message: '' },
        'not cancelled': { kind: 'notCancelled', message: 'This subscription can’t be ended.' },
        refused: { kind: 'refused', message: 'Your card was declined.' },
        'nobody answered the cancellation': { kind: 'cancelUnknown', message: 'Something went wrong' },
        'nobody answered the payment': { kind: 'paymentUnknown', message: '' },
        'under way': { kind: 'underWay', message: '' },
      },
      error: { broken: { message: 'not to be expected' } },
    },
    reconciliation: {
      done: {
        paid: { kind: 'paid' },
        ended: { kind: 'ended' },
        notCancelled: { kind: 'notCancelled' },
        'not paid': { kind: 'notPaid' },
        outcomeUnknown: { kind: 'outcomeUnknown' },
      },
      error: { broken: { message: 'not to be expected' } },
    },
  },
  stateKey: ({ context: { attempt: open, request } }) => [
    open?.subscriptionToCancel !== undefined,
    open?.outcomeUnknown.cancel,
    open?.outcomeUnknown.pay,
    request !== undefined,
    request?.subscriptionToCancel?.providerId,
  ],
  invariants: {
    'a refusal has words': (snapshot) => !snapshot.matches('refused') || snapshot.context.message !== '',
    'nothing is paid without an attempt that is kept': (snapshot) =>
      !(snapshot.matches('cancelThenPay') || snapshot.matches('payOnly')) || snapshot.context.attempt !== undefined,
    'what may be paid for is never offered to be paid again': (snapshot) =>
      !snapshot.matches('outcomeUnknown') ||
      !(snapshot.can({ type: 'payment.retry' }) || snapshot.can({ type: 'payment.leave' })),
    'only a plan change cancels': (snapshot) =>
      !snapshot.matches('cancelThenPay') || snapshot.context.attempt?.subscriptionToCancel !== undefined,
    'a tab that stands aside opens nothing': (snapshot) =>
      !snapshot.matches('underWay') || snapshot.context.attempt === undefined,
  },
  texts: {
    events: {
      'attempt.claimed / nothing is open': 'No other attempt is open',
      'attempt.claimed / an attempt was cut': 'An earlier attempt was cut by a reload',
      'attempt.taken': 'Another tab is paying',
      'attempt.freed': 'The other tab has come to its end',
      'payment.retry': 'Press Try again',
      'payment.leave': 'Press Cancel',
      'record.check': 'Press Check again',
    },
    outcomes: {
      'readRecord done / as the page has it': 'The record is as the page has it',
      'readRecord done / nothing to end': 'The record has nothing to end',
      'readRecord done / refused': 'The host refuses the record and says why',
      'readRecord done / refused without a word': 'The host refuses the record and says nothing',
      'readRecord error': 'The line to the host is cut, and no record comes',
      'openAttempt done / kept': 'The browser keeps the attempt',
      'openAttempt done / kept, nothing to end': 'The browser keeps the attempt; nothing is to be ended',
      'openAttempt error': 'The browser can’t keep the attempt',
      'renewKey done / kept': 'The browser keeps the new key',
      'renewKey error': 'The browser can’t keep the new key',
      'payment done / paid': 'The host ends the old subscription, and the plan is paid',
      'payment done / not cancelled': 'The host refuses to end the old subscription',
      'payment done / refused': 'The old subscription is ended, and the payment is declined',
      'payment done / nobody answered the cancellation': 'The line is cut as the old subscription is to be ended',
      'payment done / nobody answered the payment': 'The line is cut as the plan is to be paid',
      'payment done / under way': 'The host says that the payment is under way',
      'payment error': 'The payment breaks',
      'reconciliation done / paid': 'The record shows that the plan is paid',
      'reconciliation done / ended': 'The record shows that the old subscription is ended, and nothing was sent to pay',
      'reconciliation done / notCancelled': 'The record shows that the old subscription stands',
      'reconciliation done / not paid': 'The record shows no payment',
      'reconciliation done / outcomeUnknown': 'The record can’t be read in time',
      'reconciliation error': 'The reading breaks',
    },
  },
  manual: {
    starts: {
      'a member changes the plan': {
        as: 'member',
        open: '/upgrade/104',
        then: 'Press _Pay Now_ beside the saved card.',
      },
      'a guest subscribes': {
        as: 'lapsed',
        open: '/subscribe/104',
        then: 'Fill the form in with 4242 4242 4242 4242 and press _Pay_.',
      },
      'the old subscription has no name at its gateway': {
        not: 'Every subscription of the sandbox has a name at its gateway.',
      },
      'a reload, to clear up what was cut': {
        as: 'member',
        before:
          'At `/sandbox`: Call `POST /wp-json/payment/v1/cancel-subscription`, Fault `delay`, Times 1, Delay in ms 10000. At `/upgrade/104`, press _Pay Now_ and close the tab while it pays.',
        open: '/upgrade/104',
      },
    },
    calls: { readRecord: 'GET /wp-json/mp/v1/members/{id}' },
    causedBy: {
      'attempt.claimed / an attempt was cut': {
        set: 'At `/sandbox`: Call `POST /wp-json/payment/v1/cancel-subscription`, Fault `delay`, Times 1, Delay in ms 60000. In another tab, open `/upgrade/104`, press _Pay Now_, and close that tab while it pays.',
      },
      'attempt.claimed / an attempt of a guest was cut': {
        not: 'A guest and a member are two accounts, and each has attempts of its own.',
      },
      'attempt.claimed / nothing is open': 'itself',
      'attempt.taken': {
        set: 'At `/sandbox`: Call `POST /wp-json/payment/v1/cancel-subscription`, Fault `delay`, Times 1, Delay in ms 60000. In another tab, open `/upgrade/104`, and press _Pay Now_ there first.',
      },
      'attempt.freed': { do: 'Close the other tab.' },
      'readRecord done / nothing to end': { not: 'The sandbox’s record is as the page has it.' },
      'openAttempt done / kept': 'itself',
      'openAttempt done / kept, nothing to end': 'itself',
      'openAttempt error': { not: 'It takes a storage that fills up between two calls.' },
      'renewKey done': 'itself',
      'renewKey error': { not: 'It takes a storage that fills up between two calls.' },
      'payment done / not cancelled': {
        fault: 'refuse',
        call: 'POST /wp-json/payment/v1/cancel-subscription',
        message: 'This subscription can’t be ended.',
      },
      'payment done / refused': {
        fault: 'refuse',
        call: 'POST /wp-json/payment/v1/pay-from-save-card',
        message: 'Your card was declined.',
      },
      'payment done / nobody answered the cancellation': {
        set: 'At `/sandbox`: Call `POST /wp-json/payment/v1/cancel-subscription`, Times 1, Fault `cut-before` where the old subscription is to stand in the end, `cut-after` where it is to be ended.',
      },
      'payment done / nobody answered the payment': {
        set: 'At `/sandbox`: Call `POST /wp-json/payment/v1/pay-from-save-card` (a new card: `POST /wp-json/payment/v1/create-subscription`), Times 1, Fault `cut-before` where it is not to be paid in the end, `cut-after` where it is.',
      },
      'payment done / under way': { not: 'The sandbox’s payments are paid or declined at once.' },
      'payment error': { not: 'The machine that pays makes an answer of every loss.' },
      'reconciliation done / paid': { do: 'Wait: the record shows it after `cut-after`.' },
      'reconciliation done / ended': { do: 'Wait: the record shows it after `cut-after`.' },
      'reconciliation done / notCancelled': { do: 'Wait half a minute: the record shows it after `cut-before`.' },
      'reconciliation done / not paid': { do: 'Wait half a minute: the record shows it after `cut-before`.' },
      'reconciliation done / outcomeUnknown': {
        do: 'At `/sandbox`, at once: Call `GET /wp-json/mp/v1/members/{id}`, Fault `cut-before`, Times empty; take it away when the path is over. Wait half a minute.',
      },
      'reconciliation error': { not: 'The machine that reads the record makes an answer of every loss.' },
    },
  },
})
