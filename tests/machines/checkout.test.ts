import { describe, expect, it } from 'vitest'
import { checkoutMachine } from '../../machines/checkout.ts'
import { member, offer, request, savedCard } from './paymentFixtures.ts'
import { done, errored, expectRun, runEvents } from './runEvents.ts'

const run = (...events: Parameters<typeof runEvents>[2][]) =>
  runEvents(
    checkoutMachine,
    { planId: 104, member, isMember: true, initialPaymentMethod: 'savedCard', fromChannel: false },
    done('findAttempt', { isOpen: false }),
    ...events,
  )
const loaded = done('loadOffer', { kind: 'granted', offer })
const ready = done('savedCardPayment', { paymentMethod: savedCard })
const changed = (kind: string, message = '') => done('planChange', { kind, message, request })

describe('checkout', () => {
  it(
    'pays with the selected payment method, refreshes the membership and leaves for the packages',
    { tags: 'pay.role' },
    () => {
      const events = [loaded, ready, changed('paid')]
      expectRun(run(...events), {
        value: 'thanking',
        invocations: [
          ['findAttempt', { member }],
          ['loadOffer', { planId: 104, member }],
          ['savedCardPayment', { userId: 2, refusal: undefined }],
          ['planChange', { member, request }],
          ['confirmation', { paymentMethod: 'savedCard', isMember: true, fromChannel: false }],
        ],
        executedActions: ['refreshMembership'],
      })
      expectRun(run(...events, done('confirmation', { destination: 'packages' }), done('awaitRecheck')), {
        output: { destination: 'packages' },
      })
    },
  )

  it('offers the payment methods again, with the reason of a refusal', () => {
    const refused = run(loaded, ready, changed('refused', 'Your card was declined.'))
    expectRun(refused, { value: { choosing: 'savedCard' }, executedActions: [] })
    expect(refused.invocations.at(-1)).toEqual(['savedCardPayment', { userId: 2, refusal: 'Your card was declined.' }])
    expectRun(run(loaded, ready, changed('left'), loaded), { value: { choosing: 'savedCard' }, executedActions: [] })
  })

  const fallback = 'Something went wrong while fetching memberpress data'
  it.each([
    ['Too many requests.', done('loadOffer', { kind: 'refused', message: 'Too many requests.' })],
    [fallback, done('loadOffer', { kind: 'refused', message: '' })],
    [fallback, errored('loadOffer')],
  ])('shows ‘%s’ if the plan can’t be loaded', { tags: 'plan.load' }, (message, response) => {
    expectRun(run(response), { value: { failed: 'retryable' }, context: expect.objectContaining({ message }) })
  })

  it('does not load an unknown plan again', { tags: 'plan.load' }, () => {
    expectRun(run(done('loadOffer', { kind: 'unknown' }), { type: 'offer.retry' }), {
      value: { failed: 'unknownPlan' },
      context: expect.objectContaining({ message: fallback }),
    })
  })
})
