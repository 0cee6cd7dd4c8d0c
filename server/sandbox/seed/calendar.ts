/** Calendar arithmetic in UTC for the seeded records. */

/** Adds whole months. A day that the month does not have becomes its last day (31 Jan + 1 → 28 or 29 Feb). */
export function addMonths(date: Date, months: number): Date {
  const result = new Date(date)
  result.setUTCDate(1)
  result.setUTCMonth(result.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(result.getUTCFullYear(), result.getUTCMonth() + 1, 0)).getUTCDate()
  result.setUTCDate(Math.min(date.getUTCDate(), lastDay))
  return result
}

export function addDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * 86_400_000)
}

export function addPeriod(date: Date, plan: { readonly period: number; readonly periodType: string }): Date {
  if (plan.periodType === 'years') return addMonths(date, 12 * plan.period)
  if (plan.periodType === 'months') return addMonths(date, plan.period)
  return addDays(date, plan.period * (plan.periodType === 'weeks' ? 7 : 1))
}

/** The end of the day, when MemberPress ends a paid period. */
export function endOfDay(date: Date): Date {
  const result = new Date(date)
  result.setUTCHours(23, 59, 59, 0)
  return result
}
