import { describe, expect, it } from 'vitest'
import { savedCardPaymentMachine } from '../../machines/savedCardPayment.ts'
import { done, errored, expectRun, runEvents } from './runEvents.ts'

const card = { id: 'pm_1', brand: 'visa', last4: '4242', expMonth: 4, expYear: 2030, holder: 'Mara Member' }
const primary = done('loadCards', { kind: 'granted', card })
const press = { type: 'payment.press' }
const retry = { type: 'cards.retry' }
const begin = (...events: Parameters<typeof runEvents>[2][]) => {
  const run = runEvents(savedCardPaymentMachine, { userId: 2, refusal: undefined }, ...events)
  return { ...run, possible: run.can(press, retry) }
}
const untouched = { userId: 2, card: undefined, message: '' }
const loadCards = ['loadCards', { userId: 2 }]

describe('paying with the saved card', () => {
  it('loads the cards of the member', () => {
    expectRun(begin(), {
      value: 'loading',
      invocations: [loadCards],
      tags: ['busy'],
      context: untouched,
      possible: [],
    })
  })

  it('offers the primary card and ends with it after one press', { tags: 'savedCard.pay' }, () => {
    expectRun(begin(primary), {
      value: 'offered',
      context: { ...untouched, card },
      tags: [],
      possible: ['payment.press'],
    })
    expectRun(begin(primary, press), {
      output: { paymentMethod: { kind: 'savedCard', paymentMethodId: 'pm_1' } },
    })
  })

  it('has the reason of the last refusal', () => {
    const { context } = runEvents(savedCardPaymentMachine, { userId: 2, refusal: 'Your card was declined.' }, primary)
    expect(context).toMatchObject({ card, message: 'Your card was declined.' })
  })

  it('ends without a payment method if there is no card', { tags: 'savedCard.pay' }, () => {
    const run = begin(done('loadCards', { kind: 'granted', card: undefined }))
    expectRun(run, { value: 'noCard', output: { paymentMethod: undefined } })
  })

  const fallback = 'Api is not loading because user id missing or network issue'
  it.each([
    ['No such customer', done('loadCards', { kind: 'refused', message: 'No such customer' })],
    [fallback, done('loadCards', { kind: 'refused', message: '' })],
    [fallback, errored('loadCards')],
  ])(
    'has the message ‘%s’ after a failed load and can be retried',
    { tags: 'savedCard.failure' },
    (message, failure) => {
      expectRun(begin(failure), {
        value: 'failed',
        context: { ...untouched, message },
        tags: [],
        possible: ['cards.retry'],
      })
      expectRun(begin(failure, retry), {
        value: 'loading',
        context: untouched,
        invocations: [loadCards, loadCards],
      })
    },
  )
})
