import { describe, expect, it } from 'vitest'
import { paymentMachine, type PaymentInput } from '../../machines/payment.ts'
import { type Attempt, type PaymentMethod } from '../../machines/payment.types.ts'
import { done, runEvents, errored } from './runEvents.ts'

const payingMember = { id: 2, email: 'member@statecast.test', name: 'Mara Member' }
const subscriptionToCancel = { id: 11, providerId: 'sub_11', gateway: 'card' } as const
const saved: PaymentMethod = { kind: 'savedCard', paymentMethodId: 'pm_1' }
const attempt: Attempt = {
  planId: 104,
  paymentMethod: saved,
  subscriptionToCancel,
  knownSubscriptionIds: [11],
  cancelKey: 'cancel-1',
  payKey: 'pay-1',
  underWay: false,
  outcomeUnknown: { cancel: false, pay: false },
}
const member: PaymentInput = { attempt, member: payingMember, isCancelled: false }
const guest: PaymentInput = {
  attempt: { ...attempt, subscriptionToCancel: undefined },
  member: payingMember,
  isCancelled: false,
}
const withUnknownOutcome = (outcomeUnknown: Attempt['outcomeUnknown'], input = member): PaymentInput => ({
  ...input,
  attempt: { ...input.attempt, outcomeUnknown },
})

const cancel = ['cancelSubscription', { subscriptionToCancel, key: 'cancel-1' }]
const charge = ['pay', { planId: 104, paymentMethod: saved, key: 'pay-1', member: payingMember }]
const ended = done('cancelSubscription', { kind: 'ended' })
const paid = done('pay', { kind: 'paid' })
const asks = done('pay', { kind: 'requiresAction', clientSecret: 'pi_1_secret_2' })
const refusedWith = (id: string, message: string) => done(id, { kind: 'refused', message })
const serverError = { serverText: 'The gateway does not answer.' }
const cardCancelText = 'Something went wrong in cancelling previous subscription in stripe'
const paypalCancelText = 'Something went wrong in cancelling previous subscription in paypal'

describe('a payment', () => {
  it('of a member first cancels the old subscription, under the key of the cancellation', () => {
    const { invocations, tags, value, context } = runEvents(paymentMachine, member)
    expect(value).toBe('cancelling')
    expect(invocations).toEqual([cancel])
    expect(tags).toEqual(['busy'])
    expect(context).toMatchObject({ kind: 'paymentUnknown', message: '', clientSecret: '' })
  })

  it('then charges the plan once with the payment method, under a separate key', () => {
    const charging = runEvents(paymentMachine, member, ended)
    expect(charging.value).toBe('charging')
    expect(charging.invocations).toEqual([cancel, charge])
    expect(charging.tags).toEqual(['busy'])
    expect(charging.output).toBeUndefined()
    const { invocations, value, output } = runEvents(paymentMachine, member, ended, paid)
    expect(value).toBe('paid')
    expect(output).toEqual({ kind: 'paid', message: '' })
    expect(invocations).toEqual([cancel, charge])
  })

  it('of a guest, or after the cancellation, only pays', () => {
    expect(runEvents(paymentMachine, guest).invocations).toEqual([charge])
    expect(runEvents(paymentMachine, { ...member, isCancelled: true }).invocations).toEqual([charge])
  })

  it.each([
    ['card', 'This subscription can’t be ended.', 'This subscription can’t be ended.'],
    ['card', '', cardCancelText],
    ['paypal', '', paypalCancelText],
  ] as const)('by %s whose cancellation is refused with ‘%s’ pays nothing', (gateway, said, message) => {
    const input = { ...member, attempt: { ...attempt, subscriptionToCancel: { ...subscriptionToCancel, gateway } } }
    const { invocations, value, output } = runEvents(paymentMachine, input, refusedWith('cancelSubscription', said))
    expect(value).toBe('settled')
    expect(output).toEqual({ kind: 'notCancelled', message })
    expect(invocations.map(([id]) => id)).toEqual(['cancelSubscription'])
  })

  it.each([
    ['card', undefined, cardCancelText],
    ['paypal', null, paypalCancelText],
    ['paypal', 'cut', paypalCancelText],
    ['card', serverError, 'The gateway does not answer.'],
  ] as const)('by %s whose cancellation has an unknown outcome is not sent', (gateway, error, message) => {
    const input = { ...member, attempt: { ...attempt, subscriptionToCancel: { ...subscriptionToCancel, gateway } } }
    const { invocations, value, output } = runEvents(paymentMachine, input, errored('cancelSubscription', error))
    expect(value).toBe('settled')
    expect(output).toEqual({ kind: 'cancelUnknown', message })
    expect(invocations.map(([id]) => id)).toEqual(['cancelSubscription'])
  })

  it.each([
    ['newCard', 'An error occurred while processing your payment or balance is low. Please try again.'],
    ['savedCard', 'Something went wrong in creating new subscription'],
    ['paypal', 'Something went wrong in creating new subscription'],
  ] as const)('by %s that is refused has the words of the host, or those of its kind', (kind, fallback) => {
    const paymentMethod: PaymentMethod =
      kind === 'paypal' ? { kind, subscriptionId: 'I-1' } : { kind, paymentMethodId: 'pm_2' }
    const input = { ...guest, attempt: { ...guest.attempt, paymentMethod } }
    const said = (message: string) => runEvents(paymentMachine, input, refusedWith('pay', message))
    expect(said('').invocations).toEqual([['pay', { planId: 104, paymentMethod, key: 'pay-1', member: payingMember }]])
    expect(said('').value).toBe('settled')
    expect(said('').output).toEqual({ kind: 'refused', message: fallback })
    expect(said('Your card was declined.').output).toEqual({ kind: 'refused', message: 'Your card was declined.' })
  })

  it.each([
    [null, ''],
    ['cut', ''],
    [{ message: 'no line' }, ''],
    [serverError, 'The gateway does not answer.'],
    [{ serverText: 503 }, '503'],
  ])('without an answer (%o) has an unknown outcome', (error, message) => {
    const { value, output } = runEvents(paymentMachine, guest, errored('pay', error))
    expect(value).toBe('settled')
    expect(output).toEqual({ kind: 'paymentUnknown', message })
  })

  it('that is pending on the host is under way', () => {
    const { value, output } = runEvents(paymentMachine, guest, done('pay', { kind: 'pending' }))
    expect(value).toBe('settled')
    expect(output).toEqual({ kind: 'underWay', message: '' })
  })
})

describe('3-D Secure', () => {
  it('opens the confirmation with the client secret of this payment', () => {
    const { invocations, tags, value, context } = runEvents(paymentMachine, guest, asks)
    expect(value).toBe('confirming')
    expect(invocations).toEqual([charge, ['confirmCard', { clientSecret: 'pi_1_secret_2' }]])
    expect(tags).toEqual(['busy'])
    expect(context).toMatchObject({ clientSecret: 'pi_1_secret_2' })
  })

  it('is under way after the confirmation: only the record proves the payment', () => {
    const { value, output } = runEvents(paymentMachine, guest, asks, done('confirmCard', { kind: 'confirmed' }))
    expect(value).toBe('settled')
    expect(output).toEqual({ kind: 'underWay', message: '' })
  })

  it.each([
    ['', 'An error occurred while processing your payment. Please try again.'],
    ['We are unable to authenticate your card.', 'We are unable to authenticate your card.'],
  ])('is refused if it is abandoned or fails with ‘%s’', (serverText, message) => {
    const { value, output } = runEvents(paymentMachine, guest, asks, refusedWith('confirmCard', serverText))
    expect(value).toBe('settled')
    expect(output).toEqual({ kind: 'refused', message })
  })

  it.each([
    [{ message: 'no line' }, ''],
    [serverError, 'The gateway does not answer.'],
  ])('has an unknown outcome after the error %o', (error, message) => {
    const { value, output } = runEvents(paymentMachine, guest, asks, errored('confirmCard', error))
    expect(value).toBe('settled')
    expect(output).toEqual({ kind: 'paymentUnknown', message })
  })
})

describe('an earlier call with an unknown outcome', () => {
  it('may have canceled the old subscription, although the retry is refused', () => {
    const refused = refusedWith('cancelSubscription', 'No.')
    expect(runEvents(paymentMachine, withUnknownOutcome({ cancel: true, pay: false }), refused).output).toEqual({
      kind: 'cancelUnknown',
      message: 'No.',
    })
    expect(runEvents(paymentMachine, withUnknownOutcome({ cancel: false, pay: true }), refused).output).toMatchObject({
      kind: 'notCancelled',
    })
  })

  it.each([
    ['the payment', [refusedWith('pay', 'No.')]],
    ['3-D Secure', [asks, refusedWith('confirmCard', 'No.')]],
  ])('may have paid, although %s is refused on retry', (_, events) => {
    expect(
      runEvents(paymentMachine, withUnknownOutcome({ cancel: false, pay: true }, guest), ...events).output,
    ).toEqual({
      kind: 'paymentUnknown',
      message: 'No.',
    })
    expect(
      runEvents(paymentMachine, withUnknownOutcome({ cancel: true, pay: false }, guest), ...events).output,
    ).toMatchObject({
      kind: 'refused',
    })
  })
})
