import { describe, expect, it } from 'vitest'
import { paymentMachine, type PaymentInput } from '../../machines/payment.ts'
import { type Attempt, type PaymentMethod } from '../../machines/payment.types.ts'
import { attempt, member as payingMember, savedCard, subscriptionToCancel } from './paymentFixtures.ts'
import { done, errored, expectRun, runEvents } from './runEvents.ts'

const member: PaymentInput = { attempt, member: payingMember, isCanceled: false }
const guest: PaymentInput = {
  attempt: { ...attempt, subscriptionToCancel: undefined },
  member: payingMember,
  isCanceled: false,
}
const withUnknownOutcome = (outcomeUnknown: Attempt['outcomeUnknown'], input: PaymentInput): PaymentInput => ({
  ...input,
  attempt: { ...input.attempt, outcomeUnknown },
})

const cancel = ['cancelSubscription', { subscriptionToCancel, key: 'cancel-1' }]
const charge = ['pay', { planId: 104, paymentMethod: savedCard, key: 'pay-1', member: payingMember }]
const canceled = done('cancelSubscription', { kind: 'canceled' })
const paid = done('pay', { kind: 'paid' })
const requiresAction = done('pay', { kind: 'requiresAction', clientSecret: 'pi_1_secret_2' })
const refusedWith = (id: string, message: string) => done(id, { kind: 'refused', message })
const serverError = { serverText: 'The gateway does not answer.' }
const cardCancelText = 'Something went wrong in cancelling previous subscription in stripe'
const paypalCancelText = 'Something went wrong in cancelling previous subscription in paypal'

const start = (input: PaymentInput, ...events: Parameters<typeof runEvents>[2][]) =>
  runEvents(paymentMachine, input, ...events)
const payingBy = (gateway: 'card' | 'paypal'): PaymentInput => ({
  ...member,
  attempt: { ...attempt, subscriptionToCancel: { ...subscriptionToCancel, gateway } },
})

describe('a payment', () => {
  it(
    'of a member first cancels the old subscription, under the key of the cancellation',
    { tags: 'pay.cancelFirst' },
    () => {
      expectRun(start(member), {
        value: 'canceling',
        invocations: [cancel],
        tags: ['busy'],
        context: expect.objectContaining({ kind: 'paymentUnknown', message: '', clientSecret: '' }),
      })
    },
  )

  it('then charges the plan once with the payment method, under a separate key', () => {
    const invocations = [cancel, charge]
    expectRun(start(member, canceled), { value: 'charging', invocations, tags: ['busy'], output: undefined })
    expectRun(start(member, canceled, paid), { value: 'paid', invocations, output: { kind: 'paid', message: '' } })
  })

  it('of a guest, or after the cancellation, only pays', { tags: 'pay.cancelFirst' }, () => {
    expectRun(start(guest), { invocations: [charge] })
    expectRun(start({ ...member, isCanceled: true }), { invocations: [charge] })
  })

  it.each([
    ['card', 'This subscription can’t be ended.', 'This subscription can’t be ended.'],
    ['card', '', cardCancelText],
    ['paypal', '', paypalCancelText],
  ] as const)(
    'by %s pays nothing if the cancellation is refused with ‘%s’',
    { tags: 'pay.cancelFailed' },
    (gateway, said, message) => {
      expectRun(start(payingBy(gateway), refusedWith('cancelSubscription', said)), {
        value: 'settled',
        output: { kind: 'notCanceled', message },
        invokedIds: ['cancelSubscription'],
      })
    },
  )

  it.each([
    ['card', undefined, cardCancelText],
    ['paypal', null, paypalCancelText],
    ['paypal', 'cut', paypalCancelText],
    ['card', serverError, 'The gateway does not answer.'],
  ] as const)('by %s is not sent if the outcome of the cancellation is unknown', (gateway, error, message) => {
    expectRun(start(payingBy(gateway), errored('cancelSubscription', error)), {
      value: 'settled',
      output: { kind: 'cancelUnknown', message },
      invokedIds: ['cancelSubscription'],
    })
  })

  it.each([
    ['newCard', 'An error occurred while processing your payment or balance is low. Please try again.'],
    ['savedCard', 'Something went wrong in creating new subscription'],
    ['paypal', 'Something went wrong in creating new subscription'],
  ] as const)(
    'by %s that is refused has the host’s message or the default one',
    { tags: 'pay.errors' },
    (kind, fallback) => {
      const paymentMethod: PaymentMethod =
        kind === 'paypal' ? { kind, subscriptionId: 'I-1' } : { kind, paymentMethodId: 'pm_2' }
      const input = { ...guest, attempt: { ...guest.attempt, paymentMethod } }
      expectRun(start(input, refusedWith('pay', '')), {
        invocations: [['pay', { planId: 104, paymentMethod, key: 'pay-1', member: payingMember }]],
        value: 'settled',
        output: { kind: 'refused', message: fallback },
      })
      expectRun(start(input, refusedWith('pay', 'Your card was declined.')), {
        output: { kind: 'refused', message: 'Your card was declined.' },
      })
      const declined = { kind: 'refused', message: 'Your card was declined.', isAboutCard: true }
      expectRun(start(input, done('pay', declined)), { output: declined })
    },
  )

  it.each([
    [null, ''],
    ['cut', ''],
    [{ message: 'no connection' }, ''],
    [serverError, 'The gateway does not answer.'],
    [{ serverText: 503 }, '503'],
  ])('without a response (%o) has an unknown outcome', (error, message) => {
    expectRun(start(guest, errored('pay', error)), { value: 'settled', output: { kind: 'paymentUnknown', message } })
  })

  // After the confirmation, only the record proves the payment.
  it.each([
    ['pending on the host', [done('pay', { kind: 'pending' })]],
    ['confirmed by 3-D Secure', [requiresAction, done('confirmCard', { kind: 'confirmed' })]],
  ])('that is %s is under way', (_, events) => {
    expectRun(start(guest, ...events), { value: 'settled', output: { kind: 'underWay', message: '' } })
  })
})

describe('3-D Secure', () => {
  it('opens the confirmation with the client secret of this payment', { tags: 'pay.threeDSecure' }, () => {
    expectRun(start(guest, requiresAction), {
      value: 'confirming',
      invocations: [charge, ['confirmCard', { clientSecret: 'pi_1_secret_2' }]],
      tags: ['busy'],
      context: expect.objectContaining({ clientSecret: 'pi_1_secret_2' }),
    })
  })

  const declined = 'We are unable to authenticate your card.'
  it.each([
    [refusedWith('confirmCard', ''), 'refused', 'An error occurred while processing your payment. Please try again.'],
    [refusedWith('confirmCard', declined), 'refused', declined],
    [errored('confirmCard'), 'paymentUnknown', ''],
    [errored('confirmCard', serverError), 'paymentUnknown', 'The gateway does not answer.'],
  ])('that is abandoned or fails (%#) ends the payment', { tags: 'pay.threeDSecure' }, (response, kind, message) => {
    expectRun(start(guest, requiresAction, response), { value: 'settled', output: { kind, message } })
  })
})

describe('an earlier call with an unknown outcome', () => {
  const afterCancel = (input: PaymentInput) => withUnknownOutcome({ cancel: true, pay: false }, input)
  const afterPay = (input: PaymentInput) => withUnknownOutcome({ cancel: false, pay: true }, input)

  it('may have canceled the old subscription, although the retry is refused', () => {
    const refused = refusedWith('cancelSubscription', 'No.')
    expectRun(start(afterCancel(member), refused), { output: { kind: 'cancelUnknown', message: 'No.' } })
    expectRun(start(afterPay(member), refused), { output: { kind: 'notCanceled', message: 'No.' } })
  })

  it.each([
    ['the payment', [refusedWith('pay', 'No.')]],
    ['3-D Secure', [requiresAction, refusedWith('confirmCard', 'No.')]],
  ])('may have paid, although %s is refused on retry', (_, events) => {
    expectRun(start(afterPay(guest), ...events), { output: { kind: 'paymentUnknown', message: 'No.' } })
    expectRun(start(afterCancel(guest), ...events), { output: { kind: 'refused', message: 'No.' } })
  })
})
