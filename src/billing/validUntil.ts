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

/** Dates as the specification shows them (§4): 'Mar, 05, 2025'. */
export const formatDay = ({ year, month, day }: Day): string =>
  `${monthNames[month - 1] ?? ''}, ${String(day).padStart(2, '0')}, ${year}`

const lastDayOfMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

const addDays = ({ year, month, day }: Day, days: number): Day => {
  const moved = new Date(Date.UTC(year, month - 1, day + days))
  return { year: moved.getUTCFullYear(), month: moved.getUTCMonth() + 1, day: moved.getUTCDate() }
}

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

/**
 * The date until which a plan is valid if it is paid today: today, the trial days, then the period (specification §4).
 * 'Lifetime' for a plan without an end; undefined if the period is unknown or invalid.
 */
export function validUntil(plan: Pick<Plan, 'period' | 'periodType' | 'trialDays'>, today: Day): string | undefined {
  const { period, periodType, trialDays } = plan
  if (periodType === 'lifetime') return 'Lifetime'
  if (periodType === 'unknown' || period === undefined || !Number.isSafeInteger(period) || period < 1) return undefined
  const begins = trialDays > 0 ? addDays(today, trialDays) : today
  const until = addPeriod[periodType](begins, period)
  return until.year > 9_999 || Number.isNaN(until.year) ? undefined : formatDay(until)
}
