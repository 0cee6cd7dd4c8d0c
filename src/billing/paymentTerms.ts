import { type Plan } from '../api/paymentParsers.ts'
import { type Configuration } from '../app/configuration.ts'
import { dueToday } from './dueToday.ts'
import { formatPrice } from './formatPrice.ts'
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
  const next = trialDays > 0 ? firstChargeDay(plan, today) : end
  // The date of a trial of millions of days is invalid.
  if (next && !(next.year <= 9_999)) return undefined
  return { dueToday: due, price, next, isRenewing }
}

/** Whether the price, the currency and the dates of a plan are known. Without them nobody can agree to it, so it is not sold. */
export const canBeSold = (plan: Priced, today: Day, money: Configuration['money']): boolean =>
  formatPrice(paymentTerms(plan, today)?.price, money) !== undefined
