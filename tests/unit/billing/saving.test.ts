import { describe, expect, it } from 'vitest'
import { bestSaving, comparablePrice } from '../../../src/billing/bestSaving.ts'

type Priced = Parameters<typeof bestSaving>[0][number]

const plan = (id: number, price: number | undefined, period: number | undefined, periodType: Priced['periodType']) => ({
  id,
  title: `Plan ${id}`,
  price,
  period,
  periodType,
})

const monthly = plan(102, 19.99, 1, 'months')

describe('the plan with the highest saving over monthly payment', () => {
  it('has a saving in whole percent, rounded down', () => {
    const plans = [plan(101, 6.5, 7, 'days'), monthly, plan(103, 49, 3, 'months'), plan(104, 179, 1, 'years')]
    // 179 / 12 is 14.92 a month, 25.4 % less than 19.99.
    expect(bestSaving(plans)).toEqual({ id: 104, percent: 25, comparedTo: 'Plan 102' })
    expect(bestSaving(plans.slice(0, 3))).toEqual({ id: 103, percent: 18, comparedTo: 'Plan 102' })
  })

  it('is compared to the first plan of one month that has a price', () => {
    const yearly = plan(104, 12 * 9.85, 1, 'years')
    const plans = [yearly, plan(101, 20, 3, 'months'), plan(102, undefined, 1, 'months'), plan(105, 10, 1, 'months')]
    expect(bestSaving(plans)).toEqual({ id: 101, percent: 33, comparedTo: 'Plan 105' })
    expect(bestSaving([yearly, plan(105, 10, 1, 'months')])).toEqual({ id: 104, percent: 1, comparedTo: 'Plan 105' })
  })

  for (const [why, plans] of [
    ['there is no monthly plan', [plan(103, 49, 3, 'months'), plan(104, 179, 1, 'years')]],
    ['no plan is cheaper', [monthly, plan(104, 19.99 * 12, 1, 'years'), plan(103, 70, 3, 'months')]],
    ['less than a percent is saved', [monthly, plan(104, 19.9 * 12, 1, 'years')]],
    ['a price is missing or zero', [monthly, plan(103, undefined, 3, 'months'), plan(104, 0, 1, 'years')]],
    ['the monthly plan is free', [plan(102, 0, 1, 'months'), plan(104, 179, 1, 'years')]],
    [
      'a period has no months',
      [
        monthly,
        plan(1, 1, 1, 'lifetime'),
        plan(2, 1, 30, 'days'),
        plan(3, 1, undefined, 'years'),
        plan(4, 1, -1, 'months'),
      ],
    ],
    ['there are no plans', []],
  ] as const)
    it(`is undefined if ${why}`, () => expect(bestSaving(plans)).toBeUndefined())
})

describe('the price per month, for comparison', { tags: 'plan.card' }, () => {
  it.each([
    ['a week of 7 days', plan(1, 7, 7, 'days'), 30.4375],
    ['a week', plan(1, 7, 1, 'weeks'), 30.4375],
    ['two weeks', plan(1, 14, 2, 'weeks'), 30.4375],
    ['three months', plan(1, 48, 3, 'months'), 16],
    ['a year', plan(1, 180, 1, 'years'), 15],
    ['two years', plan(1, 360, 2, 'years'), 15],
    ['a month', monthly, undefined],
    ['a lifetime', plan(1, 180, 1, 'lifetime'), undefined],
    ['an unknown period', plan(1, 180, 1, 'unknown'), undefined],
    ['no period', plan(1, 180, undefined, 'years'), undefined],
    ['a period of 0', plan(1, 180, 0, 'days'), undefined],
    ['a free year', plan(1, 0, 1, 'years'), undefined],
    ['a free week', plan(1, 0, 1, 'weeks'), undefined],
    ['a year without a price', plan(1, undefined, 1, 'years'), undefined],
  ] as const)('of %s', (_, one, price) => {
    const found = comparablePrice(one)
    if (price === undefined) expect(found).toBeUndefined()
    else expect(found).toBeCloseTo(price, 9)
  })
})
