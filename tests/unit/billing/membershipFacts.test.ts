import { describe, expect, it } from 'vitest'
import { parsePlans } from '../../../src/api/paymentParsers.ts'
import { parseMember } from '../../../src/api/memberParsers.ts'
import { membershipFacts, paidThrough } from '../../../src/billing/membershipFacts.ts'

const gateways = { card: 's7qsh6-5sg', paypal: 'qk9sts-6j1' }
const plans = parsePlans([
  { id: 102, title: 'Monthly', price: '19.99', period: '1', period_type: 'months' },
  { id: 105, title: 'For ever', price: '499', period: '1', period_type: 'lifetime' },
])

type Row = Record<string, unknown>
const row = (id: number, status: string, overrides: Row = {}): Row => ({
  id: String(id),
  status,
  membership: '102',
  gateway: gateways.card,
  price: '19.99',
  cc_last4: '4242',
  cc_exp_month: '4',
  cc_exp_year: '2030',
  ...overrides,
})
const paid = (subscription: number, expires: string, overrides: Row = {}): Row => ({
  id: String(subscription * 10),
  subscription: String(subscription),
  status: 'complete',
  expires_at: expires,
  ...overrides,
})
const factsOf = (rows: Row[], transactions: Row[] = [], overrides: Row = {}) =>
  membershipFacts(
    parseMember({ id: 2, recent_subscriptions: rows, recent_transactions: transactions, ...overrides }),
    plans,
    gateways,
  )

describe('the facts of a membership', () => {
  it('are undefined without a subscription or with cancelled ones only', () => {
    expect(factsOf([])).toBeUndefined()
    expect(factsOf([row(1, 'cancelled'), row(2, 'canceled')], [paid(2, '2030-01-01 12:00:00')])).toBeUndefined()
  })

  it('of a one-time plan, which has no subscription', { tags: 'profile.facts' }, () => {
    const bought = [paid(0, '0000-00-00 00:00:00', { id: '9', membership: '105' })]
    expect(factsOf([], bought, { active_memberships: [{ id: 105, title: 'For ever' }] })).toEqual({
      plan: 'For ever',
      status: 'Active',
      validUntil: 'Lifetime',
      next: undefined,
      paidWith: undefined,
    })
  })

  it('of a lifetime plan have no end, whatever the transaction says', { tags: 'profile.facts' }, () => {
    const bought = [paid(0, '2030-01-01 12:00:00', { id: '9', membership: '105' })]
    const facts = factsOf([], bought, { active_memberships: [{ id: 105, title: 'For ever' }] })
    expect(facts?.validUntil).toBe('Lifetime')
    expect(facts?.paidUntil).toBeUndefined()
  })

  it('of a canceled plan, until the paid period ends', { tags: 'profile.facts' }, () => {
    const transactions = [
      paid(1, '2026-12-02 12:00:00', { membership: '102' }),
      paid(2, '2030-01-01 12:00:00', { membership: '105' }),
    ]
    const active_memberships = [{ id: 102, title: 'Monthly' }]
    expect(factsOf([row(1, 'cancelled', { gateway: gateways.paypal })], transactions, { active_memberships })).toEqual({
      plan: 'Monthly',
      status: 'Canceled',
      validUntil: 'Dec, 02, 2026',
      paidUntil: { year: 2026, month: 12, day: 2 },
      next: undefined,
      paidWith: { kind: 'paypal' },
    })
  })

  it('of a canceled plan with an abandoned checkout, of the same plan or another', { tags: 'profile.facts' }, () => {
    const transactions = [paid(1, '2026-12-02 12:00:00', { membership: '102' })]
    const active_memberships = [{ id: 102, title: 'Monthly' }]
    for (const membership of ['102', '105'])
      expect(
        factsOf([row(2, 'pending', { membership }), row(1, 'cancelled')], transactions, { active_memberships }),
      ).toMatchObject({ plan: 'Monthly', status: 'Canceled', validUntil: 'Dec, 02, 2026', next: undefined })
  })

  it('of a one-time plan with an abandoned checkout of another plan', () => {
    const active_memberships = [{ id: 105, title: 'For ever' }]
    expect(factsOf([row(2, 'pending')], [], { active_memberships })).toMatchObject({
      plan: 'For ever',
      status: 'Active',
      paidWith: undefined,
    })
    // Its own pending subscription may be the one that is paid for.
    expect(factsOf([row(2, 'pending')], [], { active_memberships: [{ id: 102, title: 'Monthly' }] })?.status).toBe(
      'Pending',
    )
    // A membership without an id belongs to no plan.
    expect(factsOf([], [], { active_memberships: [{ title: 'Monthly' }] })).toBeUndefined()
  })

  it('of a canceled plan beside one whose payment is pending', () => {
    const active_memberships = [
      { id: 105, title: 'For ever' },
      { id: 102, title: 'Monthly' },
    ]
    const rows = [row(2, 'pending', { membership: '105' }), row(1, 'cancelled')]
    expect(factsOf(rows, [], { active_memberships })).toMatchObject({ plan: 'Monthly', status: 'Canceled' })
  })

  it('of an active subscription: plan, end date, next charge and card', () => {
    expect(factsOf([row(11, 'active')], [paid(11, '2026-12-02 12:00:00'), paid(11, '2026-11-02 12:00:00')])).toEqual({
      plan: 'Monthly',
      status: 'Active',
      validUntil: 'Dec, 02, 2026',
      paidUntil: { year: 2026, month: 12, day: 2 },
      next: { day: 'Dec, 02, 2026', amount: 19.99 },
      paidWith: { kind: 'card', card: { brand: '', last4: '4242', expMonth: 4, expYear: 2030 } },
    })
  })

  it.each([
    ['failed', undefined],
    ['refunded', undefined],
    ['pending', undefined],
    ['confirmed', 'Dec, 02, 2026'],
  ])('a transaction that is %s gives access until %s', (status, until) => {
    const facts = factsOf([row(11, 'active')], [paid(11, '2026-12-02 12:00:00', { status })])
    expect(facts?.validUntil).toBe(until)
    expect(facts?.next).toEqual(until && { day: until, amount: 19.99 })
  })

  it('a transaction without an end date does not change the end date', () => {
    const transactions = [paid(11, '2026-12-02 12:00:00'), paid(11, '0000-00-00 00:00:00')]
    expect(factsOf([row(11, 'active')], transactions)?.validUntil).toBe('Dec, 02, 2026')
  })

  it('transactions of another subscription are ignored', () => {
    const facts = factsOf(
      [row(12, 'active'), row(11, 'cancelled')],
      [paid(12, '2026-12-02 12:00:00'), paid(11, '2027-12-02 12:00:00')],
    )
    expect(facts?.validUntil).toBe('Dec, 02, 2026')
  })

  it('a paused or pending subscription has no next charge', () => {
    const transactions = [paid(11, '2026-12-02 12:00:00')]
    expect(factsOf([row(11, 'suspended')], transactions)).toMatchObject({ status: 'Paused', next: undefined })
    expect(factsOf([row(11, 'pending')], transactions)).toMatchObject({ status: 'Pending', next: undefined })
  })

  it('an active subscription precedes a newer paused one, which precedes a newer pending one', () => {
    expect(factsOf([row(13, 'pending'), row(12, 'suspended'), row(11, 'active')])?.status).toBe('Active')
    expect(factsOf([row(13, 'pending'), row(12, 'suspended')])?.status).toBe('Paused')
    // An unknown status counts as pending.
    expect(factsOf([row(11, 'expired')])?.status).toBe('Pending')
  })

  it('the newest of several pending subscriptions is used, in any order', () => {
    const older = row(11, 'pending', { membership: '105' })
    expect(factsOf([older, row(12, 'pending')])?.plan).toBe('Monthly')
    expect(factsOf([row(12, 'pending'), older])?.plan).toBe('Monthly')
  })

  it('a lifetime plan has no end date and no next charge', () => {
    const facts = factsOf([row(11, 'active', { membership: '105' })], [paid(11, '0000-00-00 00:00:00')])
    expect(facts).toMatchObject({ plan: 'For ever', validUntil: 'Lifetime', next: undefined })
  })

  it('the brand of the card is that of a transaction of the plan with this card', { tags: 'profile.facts' }, () => {
    const brandOf = (...transactions: Row[]) => {
      const paidWith = factsOf([row(11, 'active')], transactions)?.paidWith
      return paidWith?.kind === 'card' ? paidWith.card?.brand : undefined
    }
    const visa = { cc_brand: 'Visa', cc_last4: '4242' }
    const earlier = paid(11, '2026-11-02 12:00:00', { id: '1', cc_brand: 'amex', cc_last4: '0005' })
    expect(brandOf(earlier, paid(11, '2026-12-02 12:00:00', visa))).toBe('visa')
    expect(brandOf(earlier)).toBe('')
    expect(brandOf(paid(12, '2026-12-02 12:00:00', visa))).toBe('')
    expect(brandOf(paid(11, '2026-12-02 12:00:00'))).toBe('')
  })

  it('PayPal, other gateways and cards are distinguished; card details are optional', () => {
    expect(factsOf([row(11, 'active', { gateway: gateways.paypal })])?.paidWith).toEqual({ kind: 'paypal' })
    expect(factsOf([row(11, 'active', { gateway: 'manual' })])?.paidWith).toEqual({ kind: 'otherGateway' })
    expect(factsOf([row(11, 'active', { cc_last4: '' })])?.paidWith).toEqual({ kind: 'card', card: undefined })
  })

  it('the member record names a plan that is no longer offered', () => {
    const gone = [row(11, 'active', { membership: '7' })]
    const memberships = [
      { id: 9, title: 'Another' },
      { id: 7, title: 'Early bird' },
    ]
    expect(factsOf(gone, [], { active_memberships: memberships })?.plan).toBe('Early bird')
    expect(factsOf(gone)?.plan).toBeUndefined()
  })
})

describe('the day through which the current plan is paid', () => {
  const paidThroughOf = (rows: Row[], transactions: Row[]) =>
    paidThrough(parseMember({ id: 2, recent_subscriptions: rows, recent_transactions: transactions }))

  const december = { year: 2026, month: 12, day: 2 }

  it('is the latest expiry of the current subscription, active or suspended', () => {
    const transactions = [
      paid(11, '2026-11-02 12:00:00'),
      paid(11, '2026-12-02 12:00:00'),
      paid(12, '2030-01-01 12:00:00'),
    ]
    expect(paidThroughOf([row(11, 'active'), row(12, 'cancelled')], transactions)).toEqual(december)
    expect(paidThroughOf([row(11, 'suspended'), row(12, 'pending')], transactions)).toEqual(december)
  })

  it('is unknown without a current subscription or a paid transaction', () => {
    expect(paidThroughOf([row(11, 'cancelled')], [paid(11, '2026-12-02 12:00:00')])).toBeUndefined()
    expect(paidThroughOf([row(11, 'active')], [paid(11, '2026-12-02 12:00:00', { status: 'failed' })])).toBeUndefined()
  })
})
