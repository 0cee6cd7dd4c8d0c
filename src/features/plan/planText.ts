import { type Plan } from '../../api/paymentParsers.ts'

const singular = { days: 'day', weeks: 'week', months: 'month', years: 'year' } as const

/** How often a plan is charged: 'per month', 'per week', 'every 3 months', 'one-time payment'; '' if unknown. */
export function periodText({ period, periodType }: Pick<Plan, 'period' | 'periodType'>): string {
  if (periodType === 'lifetime') return 'one-time payment'
  if (periodType === 'unknown' || period === undefined || period < 1) return ''
  if (period === 7 && periodType === 'days') return 'per week'
  return period === 1 ? `per ${singular[periodType]}` : `every ${period} ${periodType}`
}

/** The trial of a plan, '' without one. */
export const trialText = ({ trialDays }: Pick<Plan, 'trialDays'>): string =>
  trialDays <= 0 ? '' : trialDays === 1 ? 'First day free' : `First ${trialDays} days free`
