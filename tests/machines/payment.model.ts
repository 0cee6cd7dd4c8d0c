import { paymentMachine } from '../../machines/payment.ts'
import { type Attempt } from '../../machines/reconciliation.ts'
import { model } from '../model/model.ts'

const payer = { id: 2, email: 'member@statecast.test', name: 'Mara Member' }
const ending = { id: 11, providerId: 'sub_11', gateway: 'card' } as const
const attempt: Attempt = {
  planId: 104,
  means: { kind: 'savedCard', paymentMethodId: 'pm_1' },
  ending,
  known: [11],
  cancelKey: 'cancel-1',
  payKey: 'pay-1',
  underWay: false,
  unanswered: { cancel: false, pay: false },
}

export default model({
  machine: paymentMachine,
  inputs: {
    'a member with a saved card': { attempt, payer, isEnded: false },
    'a member with PayPal': {
      attempt: {
        ...attempt,
        ending: { ...ending, gateway: 'paypal' },
        means: { kind: 'paypal', subscriptionId: 'I-1' },
      },
      payer,
      isEnded: false,
    },
    'a member who tries again what nobody answered': {
      attempt: { ...attempt, unanswered: { cancel: true, pay: true } },
      payer,
      isEnded: false,
    },
    'a member whose old subscription is ended': { attempt, payer, isEnded: true },
    'a guest with a new card': {
      attempt: { ...attempt, ending: undefined, means: { kind: 'newCard', paymentMethodId: 'pm_2' } },
      payer,
      isEnded: false,
    },
  },
  events: {},
  outcomes: {
    cancelSubscription: {
      done: {
        ended: { kind: 'ended' },
        refused: { kind: 'refused', message: 'This subscription can’t be ended.' },
        'refused without a word': { kind: 'refused', message: '' },
      },
      error: {
        'the line was cut': { message: 'no line' },
        'a 5xx with words': { serverText: 'The gateway does not answer.' },
      },
    },
    pay: {
      done: {
        paid: { kind: 'paid' },
        'wants 3-D Secure': { kind: 'requiresAction', clientSecret: 'pi_1_secret_2' },
        pending: { kind: 'pending' },
        declined: { kind: 'refused', message: 'Your card was declined.' },
        'declined without a word': { kind: 'refused', message: '' },
      },
      error: {
        'the line was cut': { message: 'no line' },
        'a 5xx with words': { serverText: 'The bank does not answer.' },
      },
    },
    confirmCard: {
      done: {
        confirmed: { kind: 'confirmed' },
        abandoned: { kind: 'refused', message: '' },
        failed: { kind: 'refused', message: 'We are unable to authenticate your payment method.' },
      },
      error: { 'nobody can tell': { message: 'no line' } },
    },
  },
  facet: ({ context: { kind, message } }) => [kind, message],
  invariants: {
    'nothing is charged before the old subscription is ended': ({ context, value }) =>
      context.kind !== 'notCancelled' || value === 'settled',
    'a refusal has words': ({ context: { kind, message } }) =>
      !['notCancelled', 'refused', 'unended'].includes(kind) || message !== '',
    'paid is said where the host said it': (snapshot) =>
      snapshot.matches('paid') === (snapshot.context.kind === 'paid'),
    'a no to what was sent before is no verdict': ({ context: { kind, attempt } }) =>
      !(attempt.unanswered.pay && kind === 'refused') && !(attempt.unanswered.cancel && kind === 'notCancelled'),
    'the bank is asked with a secret': (snapshot) =>
      !snapshot.matches('confirming') || snapshot.context.clientSecret !== '',
    'whoever has ended it already does not end it again': (snapshot) =>
      !snapshot.matches('cancelling') || !snapshot.context.isEnded,
  },
  words: {
    outcomes: {
      'cancelSubscription done / ended': 'The host ends the old subscription.',
      'cancelSubscription done / refused': 'The host refuses to end the old subscription.',
      'pay done / paid': 'The host says that it is paid.',
      'pay done / declined': 'The bank declines.',
      'confirmCard done / confirmed': 'Confirm in the bank’s dialog.',
      'confirmCard done / abandoned': 'Close the bank’s dialog.',
    },
  },
})
