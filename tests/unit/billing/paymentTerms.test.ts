import { describe, expect, it } from 'vitest'
import { canBeSold, paymentTerms } from '../../../src/billing/paymentTerms.ts'
import { payLabel, termsText } from '../../../src/features/plan/planText.ts'

type Priced = Parameters<typeof paymentTerms>[0]

const money = { currency: 'USD', locale: 'en-US' }
const today = { year: 2026, month: 11, day: 22 }
const monthly: Priced = { price: 19.99, period: 1, periodType: 'months', trialDays: 0 }
const yearly: Priced = { price: 179, period: 1, periodType: 'years', trialDays: 7 }
const lifetime: Priced = { price: 499, period: 1, periodType: 'lifetime', trialDays: 0 }

describe('the terms of a plan', { tags: 'plan.terms' }, () => {
  it.each<[string, Priced, string]>([
    ['a month', monthly, '$19.99 today, then $19.99 per month from Dec 22, 2026, until you cancel.'],
    [
      'a week of 7 days',
      { ...monthly, period: 7, periodType: 'days' },
      '$19.99 today, then $19.99 per week from Nov 29, 2026, until you cancel.',
    ],
    [
      'three months',
      { ...monthly, period: 3 },
      '$19.99 today, then $19.99 every 3 months from Feb 22, 2027, until you cancel.',
    ],
    ['a year with a trial', yearly, 'Due today: $0. Then $179 per year from Nov 29, 2026, until you cancel.'],
    [
      'a trial longer than the period',
      { ...monthly, trialDays: 45 },
      'Due today: $0. Then $19.99 per month from Jan 6, 2027, until you cancel.',
    ],
    ['a lifetime', lifetime, 'One-time payment of $499 today. It doesn’t renew.'],
    [
      'a lifetime with a trial',
      { ...lifetime, trialDays: 7 },
      'Due today: $0. Then a one-time payment of $499 on Nov 29, 2026.',
    ],
    ['a free plan', { ...monthly, price: 0 }, '$0 today, then $0 per month from Dec 22, 2026, until you cancel.'],
  ])('of %s', (_, plan, text) => {
    expect(termsText(plan, today, money)).toBe(text)
  })

  it.each<[string, Priced]>([
    ['a price', { ...monthly, price: undefined }],
    ['a price after the trial', { ...yearly, price: undefined }],
    ['a period', { ...monthly, period: undefined }],
    ['a period above 0', { ...monthly, period: 0 }],
    ['a known period', { ...monthly, periodType: 'unknown' }],
    ['a date in four digits', { ...monthly, periodType: 'years', period: 9_000 }],
    ['a first charge in four digits', { ...lifetime, trialDays: 9_000_000 }],
    ['a valid first charge', { ...lifetime, trialDays: Number.MAX_SAFE_INTEGER }],
  ])('are unknown without %s', (_, plan) => {
    expect(paymentTerms(plan, today)).toBeUndefined()
    expect(termsText(plan, today, money)).toBeUndefined()
    expect(canBeSold(plan, today, money)).toBe(false)
  })

  it('are known of a plan that is sold', { tags: 'plan.incomplete' }, () => {
    for (const plan of [monthly, yearly, lifetime, { ...monthly, trialDays: 45 }])
      expect(canBeSold(plan, today, money)).toBe(true)
    expect(canBeSold(monthly, today, { ...money, currency: '' })).toBe(false)
  })

  it('are on the button: the price, or that the trial is free', { tags: 'plan.trial' }, () => {
    expect(payLabel('Pay', monthly, money)).toBe('Pay $19.99')
    expect(payLabel('Upgrade', lifetime, money)).toBe('Upgrade $499')
    expect(payLabel('Pay', yearly, money)).toBe('Start free trial · $0 today')
    expect(payLabel('Pay', { ...monthly, price: undefined }, money)).toBe('Pay')
  })
})
