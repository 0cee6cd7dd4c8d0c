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

  it.each([
    ['losingDays', { daysLost: 23 }],
    ['payingTwice', { subscriptionToCancel: undefined, otherGatewayPlan: { title: 'Monthly' } }],
    ['payingAgain', { isCurrent: true }],
  ])(
    'needs a ticked box before a payment method is offered: %s',
    { tags: ['plan.daysLost', 'plan.payingTwice', 'plan.payingAgain', 'plan.consent'] },
    (state, changes) => {
      const warned = done('loadOffer', { kind: 'granted', offer: { ...offer, ...changes } })
      const accept = { type: 'warning.accept' }
      const decline = { type: 'warning.decline' }
      const choose = { type: 'paymentMethod.choose', paymentMethod: 'paypal' }
      expectRun(run(warned), { value: { warned: state } })
      expect(run(warned).invocations.map(([id]) => id)).toEqual(['findAttempt', 'loadOffer'])
      expectRun(run(warned, choose), { value: { warned: state } })
      expectRun(run(warned, accept), { value: { choosing: 'savedCard' } })
      expectRun(run(warned, accept, choose, decline), { value: { warned: state } })
      expectRun(run(warned, accept, choose, decline, accept), { value: { choosing: 'paypal' } })
      // The box stays ticked after a refusal. A changed membership asks again.
      expectRun(run(warned, accept, ready, changed('refused')), { value: { choosing: 'savedCard' } })
      expectRun(run(warned, accept, ready, changed('membershipChanged'), warned), { value: { warned: state } })
    },
  )

  it('shows no warning that does not apply', { tags: ['plan.warning', 'plan.consent'] }, () => {
    expectRun(run(loaded, { type: 'warning.decline' }), { value: { choosing: 'savedCard' } })
  })

  it('offers the payment methods again, with the reason of a refusal', () => {
    const refused = run(loaded, ready, changed('refused', 'Your card was declined.'))
    expectRun(refused, { value: { choosing: 'savedCard' }, executedActions: [] })
    expect(refused.invocations.at(-1)).toEqual(['savedCardPayment', { userId: 2, refusal: 'Your card was declined.' }])
    const newCard = [
      loaded,
      { type: 'paymentMethod.choose', paymentMethod: 'newCard' },
      done('cardPayment', { paymentMethod: savedCard }),
    ]
    const refusal = { message: 'Your card was declined.', isAboutCard: true }
    for (const isAboutCard of [true, false])
      expect(
        run(
          ...newCard,
          done('planChange', {
            kind: 'refused',
            request,
            message: refusal.message,
            ...(isAboutCard && { isAboutCard }),
          }),
        ).invocations.at(-1),
      ).toEqual(['cardPayment', { refusal: { ...refusal, isAboutCard }, billing: offer.billing }])
    expectRun(run(loaded, ready, changed('left'), loaded), { value: { choosing: 'savedCard' }, executedActions: [] })
  })

  const fallback = 'Something went wrong while fetching memberpress data'
  it.each([
    ['Too many requests.', done('loadOffer', { kind: 'refused', message: 'Too many requests.' })],
    [fallback, done('loadOffer', { kind: 'refused', message: '' })],
    [fallback, errored('loadOffer')],
  ])('shows ‘%s’ if the plan can’t be loaded', { tags: ['plan.load', 'plan.loadAgain'] }, (message, response) => {
    expectRun(run(response), { value: { failed: 'retryable' }, context: expect.objectContaining({ message }) })
    expectRun(run(response, { type: 'offer.retry' }, loaded), { value: { choosing: 'savedCard' } })
  })

  it('does not load an unknown plan again', { tags: ['plan.load', 'plan.loadAgain'] }, () => {
    expectRun(run(done('loadOffer', { kind: 'unknown' }), { type: 'offer.retry' }), {
      value: { failed: 'unknownPlan' },
      context: expect.objectContaining({ message: fallback }),
    })
  })

  it('pays nothing before an interrupted cancellation is checked', { tags: 'cancel.oneAttempt' }, () => {
    const blocked = run(loaded, ready, changed('cancellationOpen'))
    expectRun(blocked, {
      value: { failed: 'cancellationOpen' },
      context: expect.objectContaining({
        message: 'Check your cancellation on your profile before you pay. You haven’t been charged.',
      }),
      executedActions: [],
    })
    expectRun(run(loaded, ready, changed('cancellationOpen'), { type: 'offer.retry' }, loaded), {
      value: { choosing: 'savedCard' },
    })
  })

  it('does not sell a plan without a price, and loads it again', { tags: 'plan.incomplete' }, () => {
    const incomplete = done('loadOffer', { kind: 'incomplete' })
    expectRun(run(incomplete), {
      value: { failed: 'incompletePlan' },
      context: expect.objectContaining({
        message: 'Its price or period isn’t available, so we can’t say what you’d pay. You haven’t been charged.',
      }),
      executedActions: [],
    })
    expect(run(incomplete).invocations.map(([id]) => id)).toEqual(['findAttempt', 'loadOffer'])
    expectRun(run(incomplete, { type: 'offer.retry' }, loaded), { value: { choosing: 'savedCard' } })
  })
})
