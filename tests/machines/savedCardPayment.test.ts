import { describe, expect, it } from 'vitest'
import { savedCardPaymentMachine } from '../../machines/savedCardPayment.ts'
import { done, runEvents, errored } from './runEvents.ts'

const card = { id: 'pm_1', brand: 'visa', last4: '4242', expMonth: 4, expYear: 2030, holder: 'Mara Member' }
const primary = done('loadCards', { kind: 'granted', card })
const press = { type: 'payment.press' }
const retry = { type: 'cards.retry' }
const begin = (...events: Parameters<typeof runEvents>[2][]) =>
  runEvents(savedCardPaymentMachine, { userId: 2, refusal: undefined }, ...events)

describe('paying with the saved card', () => {
  it('loads the cards of the member', () => {
    const { invocations, tags, value, context, can } = begin()
    expect(value).toBe('loading')
    expect(invocations).toEqual([['loadCards', { userId: 2 }]])
    expect(tags).toEqual(['busy'])
    expect(context).toEqual({ userId: 2, card: undefined, message: '' })
    expect(can(press, retry)).toEqual([])
  })

  it('offers the primary card and ends with it after one press', () => {
    const offered = begin(primary)
    expect(offered.value).toBe('offered')
    expect(offered.context).toEqual({ userId: 2, card, message: '' })
    expect(offered.tags).toEqual([])
    expect(offered.can(press, retry)).toEqual(['payment.press'])
    expect(begin(primary, press).output).toEqual({ paymentMethod: { kind: 'savedCard', paymentMethodId: 'pm_1' } })
  })

  it('has the reason of the last refusal', () => {
    const { context } = runEvents(savedCardPaymentMachine, { userId: 2, refusal: 'Your card was declined.' }, primary)
    expect(context).toMatchObject({ card, message: 'Your card was declined.' })
  })

  it('ends without a payment method if there is no card', () => {
    const { value, output } = begin(done('loadCards', { kind: 'granted', card: undefined }))
    expect(value).toBe('cardless')
    expect(output).toEqual({ paymentMethod: undefined })
  })

  it.each([
    ['No such customer', done('loadCards', { kind: 'refused', message: 'No such customer' })],
    [
      'Api is not loading because user id missing or network issue',
      done('loadCards', { kind: 'refused', message: '' }),
    ],
    ['Api is not loading because user id missing or network issue', errored('loadCards')],
  ])('has the message ‘%s’ after a failed load and can be retried', (message, failure) => {
    const failed = begin(failure)
    expect(failed.value).toBe('unloaded')
    expect(failed.context).toEqual({ userId: 2, card: undefined, message })
    expect(failed.tags).toEqual([])
    expect(failed.can(press, retry)).toEqual(['cards.retry'])
    const again = begin(failure, retry)
    expect(again.value).toBe('loading')
    expect(again.context).toMatchObject({ message: '' })
    expect(again.invocations).toEqual([
      ['loadCards', { userId: 2 }],
      ['loadCards', { userId: 2 }],
    ])
  })
})
