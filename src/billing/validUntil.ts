import { type Plan } from '../api/paymentParsers.ts'

/** A calendar day; `month` starts at 1. It has no time and no zone, so that a clock change can't shift it. */
export type Day = { year: number; month: number; day: number }

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The calendar day of a date in the time zone of the browser. */
export const dayOf = (date: Date): Day => ({
  year: date.getFullYear(),
  month: date.getMonth() + 1,
  day: date.getDate(),
})

/** The calendar day of a date in UTC, in which the membership service counts the days of a plan. */
export const utcDayOf = (date: Date): Day => ({
  year: date.getUTCFullYear(),
  month: date.getUTCMonth() + 1,
  day: date.getUTCDate(),
})

/** Dates as the specification shows them (§4): 'Mar, 05, 2025'. */
export const formatDay = ({ year, month, day }: Day): string =>
  `${monthNames[month - 1] ?? ''}, ${String(day).padStart(2, '0')}, ${year}`

/** Dates in sentences: 'Mar 5, 2025'. */
export const formatDayInText = ({ year, month, day }: Day): string => `${monthNames[month - 1] ?? ''} ${day}, ${year}`

const lastDayOfMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

const addDays = ({ year, month, day }: Day, days: number): Day => {
  const moved = new Date(Date.UTC(year, month - 1, day + days))
  return { year: moved.getUTCFullYear(), month: moved.getUTCMonth() + 1, day: moved.getUTCDate() }
}

/** The days from one day to another; negative if the other is earlier. */
export const daysBetween = (from: Day, to: Day): number =>
  Math.round((Date.UTC(to.year, to.month - 1, to.day) - Date.UTC(from.year, from.month - 1, from.day)) / 86_400_000)

/** Adds calendar months: one month after January 31 is the last day of February. */
const addMonths = ({ year, month, day }: Day, months: number): Day => {
  const all = year * 12 + (month - 1) + months
  const to = { year: Math.floor(all / 12), month: (all % 12) + 1 }
  return { ...to, day: Math.min(day, lastDayOfMonth(to.year, to.month)) }
}

const addPeriod: Record<'days' | 'weeks' | 'months' | 'years', (day: Day, period: number) => Day> = {
  days: addDays,
  weeks: (day, period) => addDays(day, period * 7),
  months: addMonths,
  years: (day, period) => addMonths(day, period * 12),
}

export type Periodic = Pick<Plan, 'period' | 'periodType' | 'trialDays'>

/** The day of the first charge of a plan that starts today: today, or the day after its trial. */
export const firstChargeDay = ({ trialDays }: Pick<Plan, 'trialDays'>, today: Day): Day =>
  trialDays > 0 ? addDays(today, trialDays) : today

/**
 * The last day of a plan that starts today: today, the trial days, then the period (specification §4). Undefined for a
 * lifetime plan, and if the period is unknown or invalid.
 */
export function lastDay(plan: Periodic, today: Day): Day | undefined {
  const { period, periodType } = plan
  if (periodType === 'lifetime' || periodType === 'unknown') return undefined
  if (period === undefined || !Number.isSafeInteger(period) || period < 1) return undefined
  const until = addPeriod[periodType](firstChargeDay(plan, today), period)
  return until.year > 9_999 || Number.isNaN(until.year) ? undefined : until
}

/** The date until which a plan is valid, as text: 'Lifetime' for a plan without an end; undefined if it is unknown. */
export function validUntil(plan: Periodic, today: Day): string | undefined {
  if (plan.periodType === 'lifetime') return 'Lifetime'
  const until = lastDay(plan, today)
  return until && formatDay(until)
}
