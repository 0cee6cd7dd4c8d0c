import { describe, expect, it } from 'vitest'
import { planStep } from '../../src/money/planStep.ts'

type Plan = { order: number | undefined; price: number | undefined }
const plan = (order: Plan['order'], price: Plan['price']): Plan => ({ order, price })

describe('from one plan to another', () => {
  it.each([
    ['up in the group', plan(1, 6.5), plan(2, 19.99), 'upgrade'],
    ['down in the group', plan(4, 179), plan(1, 6.5), 'downgrade'],
    ['the group decides, whatever the price', plan(1, 50), plan(2, 10), 'upgrade'],
    ['an order of 0 is an order', plan(1, 10), plan(0, 50), 'downgrade'],
    ['without an order the dearer period is up', plan(undefined, 19.99), plan(undefined, 49), 'upgrade'],
    ['without an order the cheaper period is down', plan(undefined, 49), plan(undefined, 19.99), 'downgrade'],
    ['an order of one only does not help', plan(9, 10), plan(undefined, 20), 'upgrade'],
    ['neither does the same order of both', plan(0, 20), plan(0, 10), 'downgrade'],
    ['a free plan is the cheapest', plan(undefined, 0), plan(undefined, 6.5), 'upgrade'],
    ['the same price tells nothing', plan(undefined, 10), plan(undefined, 10), undefined],
    ['a missing price tells nothing', plan(undefined, undefined), plan(undefined, 10), undefined],
  ])('%s', (_, from, to, step) => {
    expect(planStep({ id: 101, ...from }, { id: 102, ...to })).toBe(step)
  })

  it('the same plan is no step, even if its price was changed meanwhile', () => {
    expect(planStep({ id: 102, ...plan(2, 10) }, { id: 102, ...plan(3, 20) })).toBeUndefined()
  })
})
