import { type Plan } from '../api/paymentParsers.ts'

type Priced = Pick<Plan, 'id' | 'title' | 'price' | 'period' | 'periodType'>

/** What a month of a plan costs; undefined where its period is not made of months. */
function pricePerMonth({ price, period, periodType }: Priced): number | undefined {
  const months = periodType === 'months' ? period : periodType === 'years' ? (period ?? 0) * 12 : undefined
  return price === undefined || !(price > 0) || months === undefined || months < 1 ? undefined : price / months
}

/** `id` is the plan that saves, `over` the title of the one it is measured by. */
export type Saving = { id: number; percent: number; comparedTo: string }

/**
 * The plan whose month costs least against the one that is paid by the month, and how much less in whole percent,
 * rounded down. Undefined without a plan of one month, or where nothing saves a percent.
 */
export function bestSaving(plans: readonly Priced[]): Saving | undefined {
  const monthly = plans.find(
    (plan) => plan.periodType === 'months' && plan.period === 1 && pricePerMonth(plan) !== undefined,
  )
  const base = monthly && pricePerMonth(monthly)
  if (monthly === undefined || base === undefined) return undefined
  return plans
    .map((plan) => ({
      id: plan.id,
      comparedTo: monthly.title,
      percent: Math.floor((1 - (pricePerMonth(plan) ?? base) / base) * 100),
    }))
    .filter(({ percent }) => percent >= 1)
    .sort((one, other) => other.percent - one.percent)[0]
}
