import { afterEach, describe, expect, it, vi } from 'vitest'
import { parseMember } from '../../../src/api/memberParsers.ts'
import { parsePlan } from '../../../src/api/paymentParsers.ts'
import { daysLost } from '../../../src/billing/daysLost.ts'
import { offerOf } from '../../../src/billing/offerOf.ts'

afterEach(() => vi.unstubAllEnvs())

const now = new Date('2026-11-22T12:00:00Z')
const today = { year: 2026, month: 11, day: 22 }
const weekly = { period: 7, periodType: 'days', trialDays: 0 } as const
const monthly = { period: 1, periodType: 'months', trialDays: 0 } as const

describe('the paid days that a change of plan loses', { tags: 'plan.daysLost' }, () => {
  it.each([
    ['a week, paid for a month', weekly, { year: 2026, month: 12, day: 22 }, 23],
    ['a week, paid for a year that has a leap day', weekly, { year: 2028, month: 11, day: 22 }, 724],
    ['a week, paid for one day longer', weekly, { year: 2026, month: 11, day: 30 }, 1],
    ['a week, paid for the same week', weekly, { year: 2026, month: 11, day: 29 }, 0],
    ['a week with a trial of a week', { ...weekly, trialDays: 7 }, { year: 2026, month: 12, day: 8 }, 2],
    ['a month, paid for a week', monthly, { year: 2026, month: 11, day: 29 }, 0],
    ['a month, paid until last month', monthly, { year: 2026, month: 10, day: 1 }, 0],
    ['a lifetime', { ...monthly, periodType: 'lifetime' }, { year: 2030, month: 1, day: 1 }, 0],
    ['an unknown period', { ...monthly, periodType: 'unknown' }, { year: 2030, month: 1, day: 1 }, 0],
    ['a month, with an unknown end of the paid time', monthly, undefined, 0],
  ] as const)('of %s', (_, plan, paidThrough, days) => {
    expect(daysLost(plan, paidThrough, today)).toBe(days)
  })
})

describe('an offer', () => {
  const gateways = { card: 'card', paypal: 'paypal' }
  const offered = (gateway: string, transactions: object[], status = 'active', older: object[] = []) =>
    offerOf(
      parsePlan({ id: 101, title: 'Weekly', price: '6.50', period: '7', period_type: 'days' }),
      parseMember({
        id: 2,
        active_memberships: [
          { id: 101, title: 'Weekly' },
          { id: 102, title: 'Monthly' },
        ],
        recent_subscriptions: [{ id: '11', status, membership: '102', gateway, subscr_id: 'sub_11' }, ...older],
        recent_transactions: transactions,
      }),
      gateways,
      now,
      'DE',
    )
  const paid = [{ id: '5', subscription: '11', status: 'complete', expires_at: '2026-12-22 12:00:00' }]
  const end = { year: 2026, month: 12, day: 22 }

  it('names the current plan, the end of its paid time and the days lost', { tags: 'plan.daysLost' }, () => {
    expect(offered('paypal', paid)).toEqual({
      planId: 101,
      title: 'Weekly',
      price: 6.5,
      period: 7,
      periodType: 'days',
      trialDays: 0,
      subscriptionToCancel: { id: 11, providerId: 'sub_11', gateway: 'paypal' },
      otherGatewayPlan: undefined,
      current: { title: 'Monthly', paidThrough: end },
      isCurrent: false,
      paidTime: undefined,
      daysLost: 23,
      billing: { cardholderName: '', billingAddress: '', country: 'DE', state: '', city: '', postalCode: '' },
    })
  })

  // The service has counted a week from the day in UTC, to its end.
  describe.each([
    ['America/New_York', '2026-11-29T00:30:00Z', '2026-12-06 23:59:59'],
    ['America/New_York', '2026-11-28T12:00:00Z', '2026-12-05 23:59:59'],
    ['Europe/Berlin', '2026-11-28T12:00:00Z', '2026-12-05 23:59:59'],
    ['Asia/Kolkata', '2026-11-28T19:30:00Z', '2026-12-05 23:59:59'],
  ])('in %s at %s', (zone, at, expiresAt) => {
    const weekly = parsePlan({ id: 101, title: 'Weekly', price: '6.50', period: '7', period_type: 'days' })
    const lostWith = (status: string) =>
      offerOf(
        weekly,
        parseMember({
          id: 2,
          active_memberships: [{ id: 101, title: 'Weekly' }],
          recent_subscriptions: [{ id: '11', status, membership: '101', gateway: 'card', subscr_id: 'sub_11' }],
          recent_transactions: [
            { id: '5', subscription: '11', membership: '101', status: 'complete', expires_at: expiresAt },
          ],
        }),
        gateways,
        new Date(at),
        'DE',
      ).daysLost

    it.each(['active', 'cancelled'])(
      'loses no day of an %s plan that was just paid',
      { tags: ['plan.daysLost', 'plan.payingAgain'] },
      (status) => {
        vi.stubEnv('TZ', zone)
        expect(lostWith(status)).toBe(0)
      },
    )
  })

  it('loses no days of a plan that continues', { tags: 'plan.payingTwice' }, () => {
    expect(offered('manual', paid)).toMatchObject({
      subscriptionToCancel: undefined,
      otherGatewayPlan: { title: 'Monthly' },
      current: { title: 'Monthly', paidThrough: end },
      daysLost: 0,
    })
  })

  it.each(['active', 'suspended'])(
    'replaces the newest plan, and names one of another gateway beside it that is %s',
    { tags: ['plan.payingTwice', 'plan.daysLost'] },
    (status) => {
      const other = { id: '3', status, membership: '101', gateway: 'manual', subscr_id: 'mp-sub-3' }
      expect(offered('card', paid, 'active', [other])).toMatchObject({
        subscriptionToCancel: { id: 11, providerId: 'sub_11', gateway: 'card' },
        otherGatewayPlan: { title: 'Weekly' },
        current: { title: 'Monthly', paidThrough: end },
        daysLost: 23,
      })
    },
  )

  it('names no plan of another gateway that has ended', { tags: 'plan.payingTwice' }, () => {
    const ended = { id: '3', status: 'cancelled', membership: '101', gateway: 'manual', subscr_id: 'mp-sub-3' }
    expect(offered('card', paid, 'active', [ended]).otherGatewayPlan).toBeUndefined()
  })

  it('has no date for a record without dates', () => {
    expect(offered('card', [])).toMatchObject({ current: { title: 'Monthly', paidThrough: undefined }, daysLost: 0 })
  })

  it('replaces nothing without a current plan', () => {
    expect(offered('card', paid, 'cancelled')).toMatchObject({
      subscriptionToCancel: undefined,
      otherGatewayPlan: undefined,
      current: undefined,
      daysLost: 0,
    })
  })

  it('names what is left of a canceled plan, which it does not replace', { tags: 'plan.canceledWarning' }, () => {
    const plan = parsePlan({ id: 101, title: 'Weekly', price: '6.50', period: '7', period_type: 'days' })
    const member = parseMember({
      id: 2,
      active_memberships: [{ id: 102, title: 'Monthly' }],
      recent_subscriptions: [{ id: '11', status: 'cancelled', membership: '102', gateway: 'card' }],
      recent_transactions: paid.map((one) => ({ ...one, membership: '102' })),
    })
    const paidTimeOn = (day: number) =>
      offerOf(plan, member, gateways, new Date(`2026-12-${day}T12:00:00Z`), 'DE').paidTime
    expect(paidTimeOn(21)).toMatchObject({ plan: 'Monthly', end })
    expect(paidTimeOn(22)).toBeUndefined()
  })

  describe('of the plan that the member has', { tags: 'plan.payingAgain' }, () => {
    const isCurrent = (membership: string, status: string, gateway = 'card') =>
      offerOf(
        parsePlan({ id: 101, title: 'Weekly', price: '6.50', period: '7', period_type: 'days' }),
        parseMember({
          id: 2,
          active_memberships: [{ id: 101, title: 'Weekly' }],
          recent_subscriptions: [{ id: '11', status, membership, gateway, subscr_id: 'sub_11' }],
        }),
        gateways,
        now,
        'DE',
      ).isCurrent

    it.each([
      ['an active one', '101', 'active', 'card', true],
      ['an active one at PayPal', '101', 'active', 'paypal', true],
      ['one of another gateway, which continues', '101', 'active', 'manual', false],
      ['a suspended one, whose last payment failed', '101', 'suspended', 'card', false],
      ['a canceled one', '101', 'cancelled', 'card', false],
      ['another plan', '102', 'active', 'card', false],
    ])('%s', (_, membership, status, gateway, expected) => {
      expect(isCurrent(membership, status, gateway)).toBe(expected)
    })

    it.each([
      ['lifetime', 105, true],
      ['lifetime', 106, false],
      ['years', 105, false],
    ])('one with the period type %s, with plan %i paid for', (periodType, paidPlan, expected) => {
      const plan = parsePlan({ id: 105, title: 'Once', price: '499', period: '1', period_type: periodType })
      const member = parseMember({ id: 2, active_memberships: [{ id: paidPlan, title: 'Once' }] })
      expect(offerOf(plan, member, gateways, now, 'DE').isCurrent).toBe(expected)
    })
  })
})
