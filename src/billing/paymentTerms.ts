import { type Plan } from '../api/paymentParsers.ts'
import { dueToday } from './dueToday.ts'
import { firstChargeDay, lastDay, type Day } from './validUntil.ts'

/**
 * What the user agrees to pay, in major units: `dueToday`, then `price` on `next`, which is undefined if nothing more is
 * charged. `isRenewing`: the price is charged again after each period.
 */
export type PaymentTerms = { dueToday: number; price: number; next: Day | undefined; isRenewing: boolean }

type Priced = Pick<Plan, 'price' | 'period' | 'periodType' | 'trialDays'>

/** The terms of a plan that starts today; undefined without a price or a known period, because then nobody can agree. */
export function paymentTerms(plan: Priced, today: Day): PaymentTerms | undefined {
  const { price, periodType, trialDays } = plan
  const due = dueToday(plan)
  if (price === undefined || due === undefined) return undefined
  const isRenewing = periodType !== 'lifetime'
  const end = lastDay(plan, today)
  if (isRenewing && end === undefined) return undefined
  return { dueToday: due, price, next: trialDays > 0 ? firstChargeDay(plan, today) : end, isRenewing }
}
