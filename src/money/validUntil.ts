import { type Plan } from '../host/paymentReaders.ts'
import { addDays, addMonths, dayText, type Day } from './calendar.ts'

type Period = Pick<Plan, 'period' | 'periodType' | 'trialDays'>

/** Nobody is shown a date past this year: it comes from a slip in the plan. */
const lastYear = 9999

/**
 * Until when a plan lasts that is paid today: the days of its trial, then its period, by calendar. Undefined where
 * nobody can say: an unknown type or no period. A plan's `trialDays` are 0 where its trial is off.
 */
export function validUntil({ period, periodType, trialDays }: Period, today: Day): Day | 'lifetime' | undefined {
  if (periodType === 'lifetime') return 'lifetime'
  if (period === undefined || !Number.isSafeInteger(period) || period < 1) return undefined
  const start = trialDays > 0 ? addDays(today, trialDays) : today
  const end = {
    days: () => addDays(start, period),
    weeks: () => addDays(start, period * 7),
    months: () => addMonths(start, period),
    years: () => addMonths(start, period * 12),
    unknown: () => undefined,
  }[periodType]()
  // Written so that a day past the end of all dates, whose year is no number, is none either.
  return end && end.year <= lastYear ? end : undefined
}

/** The same in words: 'Mar, 05, 2025', 'Lifetime', or undefined for none. */
export function validUntilText(plan: Period, today: Day): string | undefined {
  const end = validUntil(plan, today)
  return end === 'lifetime' ? 'Lifetime' : end && dayText(end)
}
