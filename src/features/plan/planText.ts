import { type Plan } from '../../api/paymentParsers.ts'
import { type Configuration } from '../../app/configuration.ts'
import { dueToday } from '../../billing/dueToday.ts'
import { formatPrice } from '../../billing/formatPrice.ts'
import { paymentTerms } from '../../billing/paymentTerms.ts'
import { formatDayInText, type Day } from '../../billing/validUntil.ts'

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

type Priced = Pick<Plan, 'price' | 'period' | 'periodType' | 'trialDays'>
type Money = Configuration['money']

/** What a plan charges, when and how often, as one sentence or two; undefined if its price or period is unknown. */
export function termsText(plan: Priced, today: Day, money: Money): string | undefined {
  const terms = paymentTerms(plan, today)
  const price = formatPrice(terms?.price, money)
  const due = formatPrice(terms?.dueToday, money)
  if (!terms || price === undefined || due === undefined) return undefined
  const from = terms.next && formatDayInText(terms.next)
  if (!terms.isRenewing)
    return from === undefined
      ? `One-time payment of ${price} today. It doesn’t renew.`
      : `Due today: ${due}. Then a one-time payment of ${price} on ${from}.`
  const renewal = `${price} ${periodText(plan)} from ${from ?? ''}, until you cancel.`
  return plan.trialDays > 0 ? `Due today: ${due}. Then ${renewal}` : `${due} today, then ${renewal}`
}

/** The label of a button that pays with a new card: `label` and what is due today. A trial has a label of its own. */
export function payLabel(label: string, plan: Priced, money: Money): string {
  const due = formatPrice(dueToday(plan), money)
  if (due === undefined) return label
  return plan.trialDays > 0 ? `Start free trial · ${due} today` : `${label} ${due}`
}
