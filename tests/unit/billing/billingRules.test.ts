import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { primaryCard } from '../../../src/billing/primaryCard.ts'
import { parseCards } from '../../../src/api/paymentParsers.ts'
import { parseMember } from '../../../src/api/memberParsers.ts'
import { subscriptionToCancel } from '../../../src/billing/subscriptionToCancel.ts'
import { planDirection } from '../../../src/billing/planDirection.ts'

const gateways = { card: 's7qsh6-5sg', paypal: 'qk9sts-6j1' }
type Row = { id: number; status: string; gateway: string; subscr_id?: string }
const toCancel = (rows: Row[], overrides: Record<string, unknown> = {}) =>
  subscriptionToCancel(parseMember({ id: 2, recent_subscriptions: rows, ...overrides }), gateways)
const row = (id: number, status: string, gateway = gateways.card): Row => ({
  id,
  status,
  gateway,
  subscr_id: `sub_${id}`,
})

describe('the subscription to cancel', () => {
  it.each<[string, Row[], number | undefined]>([
    ['nothing', [], undefined],
    ['the newest active one', [row(3, 'active'), row(2, 'active')], 3],
    ['the active one before a newer suspended one', [row(3, 'suspended'), row(2, 'active')], 2],
    ['the newest suspended one', [row(3, 'cancelled'), row(2, 'suspended'), row(1, 'suspended')], 2],
    ['never a pending one', [row(3, 'pending')], undefined],
    ['none that is cancelled', [row(3, 'cancelled'), row(2, 'canceled')], undefined],
    ['none of another gateway', [row(3, 'active', 'manual')], undefined],
    ['none below one of another gateway', [row(3, 'active', 'manual'), row(2, 'cancelled')], undefined],
  ])('is %s', { tags: ['pay.cancelFirst', 'pay.gateways'] }, (_, rows, id) => {
    expect(toCancel(rows)?.id).toBe(id)
  })

  it('does not depend on the order and equals a linear search', () => {
    const rows = fc.uniqueArray(
      fc.record({
        id: fc.integer({ min: 1, max: 99 }),
        status: fc.constantFrom('active', 'suspended', 'pending', 'cancelled'),
        gateway: fc.constantFrom(gateways.card, gateways.paypal, 'manual'),
      }),
      { selector: ({ id }) => id, maxLength: 5 },
    )
    fc.assert(
      fc.property(rows, (all) => {
        let best: (typeof all)[number] | undefined
        for (const one of all) {
          if (one.status !== 'active' && one.status !== 'suspended') continue
          const isBetter =
            !best ||
            (one.status === 'active' && best.status === 'suspended') ||
            (one.status === best.status && one.id > best.id)
          if (isBetter) best = one
        }
        const expected = best && best.gateway !== 'manual' ? best.id : undefined
        expect(toCancel(all)?.id).toBe(expected)
        expect(toCancel([...all].reverse())?.id).toBe(expected)
      }),
      { numRuns: 2_000 },
    )
  })

  it('has its gateway’s id from subscr_id, else from the latest transaction of that subscription', () => {
    expect(toCancel([row(11, 'active')])).toEqual({ id: 11, providerId: 'sub_11', gateway: 'card' })
    expect(toCancel([{ ...row(12, 'active', gateways.paypal), subscr_id: 'I-12' }])).toEqual({
      id: 12,
      providerId: 'I-12',
      gateway: 'paypal',
    })
    const latest = (subscription: string) => ({ latest_txn: { id: 5, subscription, trans_num: 'sub_real' } })
    const bare = { ...row(11, 'active'), subscr_id: '' }
    expect(toCancel([bare], latest('11'))?.providerId).toBe('sub_real')
    expect(toCancel([bare], latest('10'))?.providerId).toBe('')
    expect(toCancel([bare])?.providerId).toBe('')
    expect(toCancel([{ ...bare, subscr_id: 'mp-sub-65a1' }], latest('11'))?.providerId).toBe('sub_real')
  })
})

describe('the primary card', () => {
  const card = (id: string) => ({ id, card: { brand: 'visa', last4: '4242', exp_month: 1, exp_year: 2030 } })
  const primary = (ids: string[], default_pay_method: unknown) =>
    primaryCard(parseCards({ cards: ids.map(card), default_pay_method }))?.id

  it.each<[string[], unknown, string | undefined]>([
    [['pm_1', 'pm_2'], 'pm_2', 'pm_2'],
    [['pm_1', 'pm_2'], { id: 'pm_2' }, 'pm_2'],
    [['pm_1', 'pm_2'], null, 'pm_1'],
    [['pm_1', 'pm_2'], undefined, 'pm_1'],
    [['pm_1', 'pm_2'], 'pm_gone', 'pm_1'],
    [['pm_1', 'pm_2'], 7, 'pm_1'],
    [[], 'pm_1', undefined],
  ])('of %o with the default %o is %s', (ids, method, expected) => {
    expect(primary(ids, method)).toBe(expected)
  })
})

describe('a change of plan', () => {
  const plan = (id: number, order: number | undefined, price: number | undefined) => ({ id, order, price })

  it('is an upgrade or downgrade by the host’s order, else by the price per period', () => {
    expect(planDirection(plan(1, 1, 50), plan(2, 2, 5))).toBe('upgrade')
    expect(planDirection(plan(1, 2, 5), plan(2, 1, 50))).toBe('downgrade')
    expect(planDirection(plan(1, undefined, 5), plan(2, 1, 50))).toBe('upgrade')
    expect(planDirection(plan(1, 1, 50), plan(2, undefined, 5))).toBe('downgrade')
    expect(planDirection(plan(1, 1, 5), plan(2, 1, 50))).toBe('upgrade')
    expect(planDirection(plan(1, 1, 5), plan(2, 1, 5))).toBeUndefined()
    expect(planDirection(plan(1, undefined, undefined), plan(2, undefined, 5))).toBeUndefined()
    expect(planDirection(plan(1, 1, 5), plan(1, 2, 50))).toBeUndefined()
  })

  it('has the opposite direction when the plans are swapped', () => {
    const number = fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined })
    const compared = fc.record({ id: fc.integer({ min: 1, max: 3 }), order: number, price: number })
    fc.assert(
      fc.property(compared, compared, (one, other) => {
        const back = { upgrade: 'downgrade', downgrade: 'upgrade', none: 'none' }[planDirection(one, other) ?? 'none']
        expect(planDirection(other, one) ?? 'none').toBe(back)
      }),
    )
  })
})
