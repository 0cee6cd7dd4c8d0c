import { type Plan } from '../../api/paymentParsers.ts'

const singular = { days: 'day', weeks: 'week', months: 'month', years: 'year' } as const

/** How often a plan is paid: 'a month', 'every 7 days', 'once, for life'; '' where nobody can say. */
export function periodText({ period, periodType }: Pick<Plan, 'period' | 'periodType'>): string {
  if (periodType === 'lifetime') return 'once, for life'
  if (periodType === 'unknown' || period === undefined || period < 1) return ''
  return period === 1 ? `a ${singular[periodType]}` : `every ${period} ${periodType}`
}

/** The trial of a plan, '' without one. */
export const trialText = ({ trialDays }: Pick<Plan, 'trialDays'>): string =>
  trialDays <= 0 ? '' : trialDays === 1 ? 'The first day is free' : `The first ${trialDays} days are free`
