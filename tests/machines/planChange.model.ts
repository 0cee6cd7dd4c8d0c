import { planChangeMachine } from '../../machines/planChange.ts'
import { type Attempt, type MemberRecord } from '../../machines/payment.types.ts'
import { createModel } from '../paths/model.ts'
import { attempt, member, request, subscriptionToCancel } from './paymentFixtures.ts'

/** The outcomes of an interrupted attempt are unknown. */
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
    'a member changes the plan': { member, request },
    'a guest subscribes': {
      member,
      request: {
        planId: 104,
        paymentMethod: { kind: 'newCard', paymentMethodId: 'pm_2' },
        subscriptionToCancel: undefined,
      },
    },
    'the old subscription has no provider id': {
      member,
      request: { ...request, subscriptionToCancel: { ...subscriptionToCancel, providerId: '' } },
    },
    'a reload after an interrupted attempt': { member, request: undefined },
  },
  events: {
    'attempt.claimed': {
      'nothing is open': { attempt: undefined, isCancellationOpen: false },
      'an attempt was interrupted': { attempt: interruptedAttempt, isCancellationOpen: false },
      'an attempt of a guest was interrupted': {
        attempt: { ...interruptedAttempt, subscriptionToCancel: undefined },
        isCancellationOpen: false,
      },
      'a cancellation was interrupted': { attempt: undefined, isCancellationOpen: true },
    },
    'attempt.taken': 'Another tab is paying',
    'attempt.freed': 'The other tab has finished',
    'payment.retry': 'Press Try again',
    'payment.leave': 'Press Cancel',
    'record.check': 'Press Check again',
  },
  outcomes: {
    holdAttempt: { done: 'never', error: 'never' },
    readRecord: {
      done: {
        'as on the page': record(subscriptionToCancel),
        'nothing to cancel': record(undefined),
        refused: { kind: 'refused', message: 'Sorry, you are not allowed to do that.' },
        'refused without a message': { kind: 'refused', message: '' },
      },
      error: { unreachable: { message: 'network error' } },
    },
    openAttempt: {
      done: {
        stored: { attempt },
        'stored, nothing to cancel': { attempt: { ...attempt, subscriptionToCancel: undefined } },
      },
      error: { 'it can’t be stored': { message: 'QuotaExceededError' } },
    },
    renewKey: {
      done: { stored: { attempt: { ...attempt, payKey: 'pay-2' } } },
      error: { 'it can’t be stored': { message: 'QuotaExceededError' } },
    },
    payment: {
      done: {
        paid: { kind: 'paid', message: '' },
        'not canceled': { kind: 'notCanceled', message: 'This subscription can’t be ended.' },
        refused: { kind: 'refused', message: 'Your card was declined.' },
        'the cancellation has no response': { kind: 'cancelUnknown', message: 'Something went wrong' },
        'the payment has no response': { kind: 'paymentUnknown', message: '' },
        'under way': { kind: 'underWay', message: '' },
      },
      error: { broken: { message: 'unexpected' } },
    },
    reconciliation: {
      done: {
        paid: { kind: 'paid' },
        canceled: { kind: 'canceled' },
        notCanceled: { kind: 'notCanceled' },
        'not paid': { kind: 'notPaid' },
        outcomeUnknown: { kind: 'outcomeUnknown' },
      },
      error: { broken: { message: 'unexpected' } },
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
    'a refusal has a message': (snapshot) => !snapshot.matches('refused') || snapshot.context.message !== '',
    'nothing is paid without a stored attempt': (snapshot) =>
      !(snapshot.matches('cancelThenPay') || snapshot.matches('payOnly')) || snapshot.context.attempt !== undefined,
    'a payment with an unknown outcome is never offered again': (snapshot) =>
      !snapshot.matches('outcomeUnknown') ||
      !(snapshot.can({ type: 'payment.retry' }) || snapshot.can({ type: 'payment.leave' })),
    'only a plan change cancels': (snapshot) =>
      !snapshot.matches('cancelThenPay') || snapshot.context.attempt?.subscriptionToCancel !== undefined,
    'a tab that waits for another one has no attempt': (snapshot) =>
      !snapshot.matches('underWay') || snapshot.context.attempt === undefined,
  },
  texts: {
    events: {
      'attempt.claimed / nothing is open': 'No other attempt is open',
      'attempt.claimed / an attempt was interrupted': 'A reload interrupted an earlier attempt',
      'attempt.claimed / a cancellation was interrupted': 'A reload interrupted a cancellation of the plan',
    },
    outcomes: {
      'readRecord done / as on the page': 'The record matches the page',
      'readRecord done / nothing to cancel': 'The record has no subscription to cancel',
      'readRecord done / refused': 'The host refuses the record with a message',
      'readRecord done / refused without a message': 'The host refuses the record without a message',
      'readRecord error': 'The connection to the host is lost, and the record does not load',
      'openAttempt done / stored': 'The browser stores the attempt',
      'openAttempt done / stored, nothing to cancel':
        'The browser stores the attempt; there is no subscription to cancel',
      'openAttempt error': 'The browser can’t store the attempt',
      'renewKey done / stored': 'The browser stores the new key',
      'renewKey error': 'The browser can’t store the new key',
      'payment done / paid': 'The host cancels the old subscription, and the plan is paid',
      'payment done / not canceled': 'The host refuses to cancel the old subscription',
      'payment done / refused': 'The old subscription is canceled, and the payment is declined',
      'payment done / the cancellation has no response': 'The connection is lost during the cancellation',
      'payment done / the payment has no response': 'The connection is lost during the payment',
      'payment done / under way': 'The host reports that the payment is under way',
      'payment error': 'The payment machine fails',
      'reconciliation done / paid': 'The record shows that the plan is paid',
      'reconciliation done / canceled':
        'The record shows that the old subscription is canceled, and no payment was sent',
      'reconciliation done / notCanceled': 'The record shows that the old subscription is active',
      'reconciliation done / not paid': 'The record shows no payment',
      'reconciliation done / outcomeUnknown': 'The record can’t be read in time',
      'reconciliation error': 'The reconciliation machine fails',
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
        then: 'Fill in the form with 4242 4242 4242 4242 and press _Pay_.',
      },
      'the old subscription has no provider id': {
        impossible: 'Every subscription of the sandbox has an id at its gateway.',
      },
      'a reload after an interrupted attempt': {
        as: 'member',
        before:
          'At `/sandbox`: Call `POST /wp-json/payment/v1/cancel-subscription`, Fault `delay`, Times 1, Delay in ms 10000. At `/upgrade/104`, press _Pay Now_ and close the tab while it pays.',
        open: '/upgrade/104',
      },
    },
    calls: { readRecord: 'GET /wp-json/mp/v1/members/{id}' },
    causedBy: {
      'attempt.claimed / an attempt was interrupted': {
        set: 'At `/sandbox`: Call `POST /wp-json/payment/v1/cancel-subscription`, Fault `delay`, Times 1, Delay in ms 60000. In another tab, open `/upgrade/104`, press _Pay Now_, and close that tab while it pays.',
      },
      'attempt.claimed / an attempt of a guest was interrupted': {
        impossible: 'The guest and the member are different accounts, whose attempts are separate.',
      },
      'attempt.claimed / a cancellation was interrupted': {
        set: 'At `/sandbox`: Call `POST /wp-json/payment/v1/cancel-subscription`, Fault `delay`, Times 1, Delay in ms 60000. In another tab, open `/profile`, press _Cancel plan_ twice, and close that tab while it cancels.',
      },
      'attempt.claimed / nothing is open': 'itself',
      'attempt.taken': {
        set: 'At `/sandbox`: Call `POST /wp-json/payment/v1/cancel-subscription`, Fault `delay`, Times 1, Delay in ms 60000. In another tab, open `/upgrade/104`, and press _Pay Now_ in that tab first.',
      },
      'attempt.freed': { do: 'Close the other tab.' },
      'readRecord done / nothing to cancel': { impossible: 'The record of the sandbox matches the page.' },
      'openAttempt done / stored': 'itself',
      'openAttempt done / stored, nothing to cancel': 'itself',
      'openAttempt error': { impossible: 'The storage would have to fill up between two calls.' },
      'renewKey done': 'itself',
      'renewKey error': { impossible: 'The storage would have to fill up between two calls.' },
      'payment done / not canceled': {
        fault: 'refuse',
        call: 'POST /wp-json/payment/v1/cancel-subscription',
        message: 'This subscription can’t be ended.',
      },
      'payment done / refused': {
        fault: 'refuse',
        call: 'POST /wp-json/payment/v1/pay-from-save-card',
        message: 'Your card was declined.',
      },
      'payment done / the cancellation has no response': {
        set: 'At `/sandbox`: Call `POST /wp-json/payment/v1/cancel-subscription`, Times 1, Fault `cut-before` if the old subscription is to stay active, `cut-after` if it is to be canceled.',
      },
      'payment done / the payment has no response': {
        set: 'At `/sandbox`: Call `POST /wp-json/payment/v1/pay-from-save-card` (a new card: `POST /wp-json/payment/v1/create-subscription`), Times 1, Fault `cut-before` if it is not to be paid, `cut-after` if it is.',
      },
      'payment done / under way': { impossible: 'The sandbox pays or declines immediately.' },
      'payment error': { impossible: 'The payment machine turns every failure into an output.' },
      'reconciliation done / paid': { do: 'Wait: the record shows it after `cut-after`.' },
      'reconciliation done / canceled': { do: 'Wait: the record shows it after `cut-after`.' },
      'reconciliation done / notCanceled': { do: 'Wait half a minute: the record shows it after `cut-before`.' },
      'reconciliation done / not paid': { do: 'Wait half a minute: the record shows it after `cut-before`.' },
      'reconciliation done / outcomeUnknown': {
        do: 'At `/sandbox`, immediately: Call `GET /wp-json/mp/v1/members/{id}`, Fault `cut-before`, Times empty; remove it after the path. Wait half a minute.',
      },
      'reconciliation error': { impossible: 'The reconciliation machine turns every failure into an output.' },
    },
  },
})
