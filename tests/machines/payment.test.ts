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
  it('of a member ends the old subscription first, under the key of the cancellation, and pays nothing meanwhile', () => {
    const { invocations: asked, tags, value, context } = runEvents(paymentMachine, member)
    expect(value).toBe('cancelling')
    expect(asked).toEqual([cancel])
    expect(tags).toEqual(['busy'])
    expect(context).toMatchObject({ kind: 'paymentUnknown', message: '', clientSecret: '' })
  })

  it('then charges the plan with the means, for the payer, under a key of its own, once', () => {
    const charging = runEvents(paymentMachine, member, ended)
    expect(charging.value).toBe('charging')
    expect(charging.invocations).toEqual([cancel, charge])
    expect(charging.tags).toEqual(['busy'])
    expect(charging.output).toBeUndefined()
    const { invocations: asked, value, output } = runEvents(paymentMachine, member, ended, paid)
    expect(value).toBe('paid')
    expect(output).toEqual({ kind: 'paid', message: '' })
    expect(asked).toEqual([cancel, charge])
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
    const {
      invocations: asked,
      value,
      output,
    } = runEvents(paymentMachine, input, refusedWith('cancelSubscription', said))
    expect(value).toBe('settled')
    expect(output).toEqual({ kind: 'notCancelled', message })
    expect(asked.map(([id]) => id)).toEqual(['cancelSubscription'])
  })

  it.each([
    ['card', undefined, cardCancelText],
    ['paypal', null, paypalCancelText],
    ['paypal', 'cut', paypalCancelText],
    ['card', serverError, 'The gateway does not answer.'],
  ] as const)(
    'by %s whose cancellation is not answered pays nothing, and may have ended it',
    (gateway, error, message) => {
      const input = { ...member, attempt: { ...attempt, subscriptionToCancel: { ...subscriptionToCancel, gateway } } }
      const {
        invocations: asked,
        value,
        output,
      } = runEvents(paymentMachine, input, errored('cancelSubscription', error))
      expect(value).toBe('settled')
      expect(output).toEqual({ kind: 'cancelUnknown', message })
      expect(asked.map(([id]) => id)).toEqual(['cancelSubscription'])
    },
  )

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
  ])('that nobody answers (%o) is neither paid nor refused', (error, message) => {
    const { value, output } = runEvents(paymentMachine, guest, errored('pay', error))
    expect(value).toBe('settled')
    expect(output).toEqual({ kind: 'paymentUnknown', message })
  })

  it('that is pending at the host is under way', () => {
    const { value, output } = runEvents(paymentMachine, guest, done('pay', { kind: 'pending' }))
    expect(value).toBe('settled')
    expect(output).toEqual({ kind: 'underWay', message: '' })
  })
})

describe('3-D Secure', () => {
  it('asks the card holder with the secret of this payment', () => {
    const { invocations: asked, tags, value, context } = runEvents(paymentMachine, guest, asks)
    expect(value).toBe('confirming')
    expect(asked).toEqual([charge, ['confirmCard', { clientSecret: 'pi_1_secret_2' }]])
    expect(tags).toEqual(['busy'])
    expect(context).toMatchObject({ clientSecret: 'pi_1_secret_2' })
  })

  it('confirmed is under way: only the record says that it is paid', () => {
    const { value, output } = runEvents(paymentMachine, guest, asks, done('confirmCard', { kind: 'confirmed' }))
    expect(value).toBe('settled')
    expect(output).toEqual({ kind: 'underWay', message: '' })
  })

  it.each([
    ['', 'An error occurred while processing your payment. Please try again.'],
    ['We are unable to authenticate your card.', 'We are unable to authenticate your card.'],
  ])('abandoned or failed with ‘%s’ is a refusal', (said, message) => {
    const { value, output } = runEvents(paymentMachine, guest, asks, refusedWith('confirmCard', said))
    expect(value).toBe('settled')
    expect(output).toEqual({ kind: 'refused', message })
  })

  it.each([
    [{ message: 'no line' }, ''],
    [serverError, 'The gateway does not answer.'],
  ])('of which nobody knows (%o) is not answered', (error, message) => {
    const { value, output } = runEvents(paymentMachine, guest, asks, errored('confirmCard', error))
    expect(value).toBe('settled')
    expect(output).toEqual({ kind: 'paymentUnknown', message })
  })
})

describe('what was sent before and never answered', () => {
  it('may have ended the old subscription, although it is refused now', () => {
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
  ])('may have paid, although %s is refused now', (_, events) => {
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
