import { type Plan } from '../api/paymentParsers.ts'

type Priced = Pick<Plan, 'id' | 'title' | 'price' | 'period' | 'periodType'>

/** The price of a plan per month; infinite without a price or a period in months or years. */
function pricePerMonth({ price = 0, period = 0, periodType }: Priced): number {
  const months = periodType === 'months' ? period : periodType === 'years' ? period * 12 : 0
  return price > 0 && months >= 1 ? price / months : Infinity
}

/** `id` is the plan that saves, `comparedTo` the title of the monthly plan. */
export type Saving = { id: number; percent: number; comparedTo: string }

/**
 * The plan with the lowest price per month, and its saving over the monthly plan in percent, rounded down. Undefined
 * without a monthly plan or if no plan saves at least one percent.
 */
export function bestSaving(plans: readonly Priced[]): Saving | undefined {
  const monthly = plans.find(
    (plan) => plan.periodType === 'months' && plan.period === 1 && pricePerMonth(plan) < Infinity,
  )
  if (!monthly) return undefined
  return plans
    .map((plan) => ({
      id: plan.id,
      comparedTo: monthly.title,
      percent: Math.floor((1 - pricePerMonth(plan) / pricePerMonth(monthly)) * 100),
    }))
    .filter(({ percent }) => percent >= 1)
    .sort((one, other) => other.percent - one.percent)[0]
}
