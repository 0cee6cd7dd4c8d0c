import { type Plan } from '../api/paymentParsers.ts'

type Priced = Pick<Plan, 'id' | 'title' | 'price' | 'period' | 'periodType'>

/** The price of a plan per month; infinite without a price or a period in months or years. */
function monthlyPrice({ price = 0, period = 0, periodType }: Omit<Priced, 'id' | 'title'>): number {
  const months = periodType === 'months' ? period : periodType === 'years' ? period * 12 : 0
  return price > 0 && months >= 1 ? price / months : Infinity
}

const daysPerMonth = 365.25 / 12

/** The price per month of a plan with another period, for comparison; undefined for a monthly plan and without a price. */
export function comparablePrice(plan: Omit<Priced, 'id' | 'title'>): number | undefined {
  const { price = 0, period = 0, periodType } = plan
  if (price <= 0 || period < 1 || (periodType === 'months' && period === 1)) return undefined
  if (periodType === 'days') return (price / period) * daysPerMonth
  if (periodType === 'weeks') return (price / period / 7) * daysPerMonth
  const monthly = monthlyPrice(plan)
  return monthly === Infinity ? undefined : monthly
}

/** `id` is the plan that saves, `comparedTo` the title of the monthly plan. */
export type Saving = { id: number; percent: number; comparedTo: string }

/**
 * The plan with the lowest price per month, and its saving over the monthly plan in percent, rounded down. Undefined
 * without a monthly plan or if no plan saves at least one percent.
 */
export function bestSaving(plans: readonly Priced[]): Saving | undefined {
  const monthly = plans.find(
    (plan) => plan.periodType === 'months' && plan.period === 1 && monthlyPrice(plan) < Infinity,
  )
  if (!monthly) return undefined
  return plans
    .map((plan) => ({
      id: plan.id,
      comparedTo: monthly.title,
      percent: Math.floor((1 - monthlyPrice(plan) / monthlyPrice(monthly)) * 100),
    }))
    .filter(({ percent }) => percent >= 1)
    .sort((one, other) => other.percent - one.percent)[0]
}
