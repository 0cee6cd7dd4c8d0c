import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePlan } from '../../../src/api/paymentParsers.ts'
import { dueToday } from '../../../src/billing/dueToday.ts'
import { formatPrice } from '../../../src/billing/formatPrice.ts'

const money = { currency: 'USD', locale: 'en-US' }
const shown = (price: unknown): string | undefined =>
  formatPrice(parsePlan({ id: 1, title: 'Plan', price }).price, money)

describe('a price', () => {
  it.each<[unknown, string | undefined]>([
    ['9.00', '$9'],
    ['9.5', '$9.50'],
    [9, '$9'],
    ['0', '$0'],
    ['1e3', '$1,000'],
    ['19.99', '$19.99'],
    ['8.999', '$9'],
    ['0.005', '$0.01'],
    [' 49 ', '$49'],
    ['', undefined],
    ['  ', undefined],
    [null, undefined],
    [undefined, undefined],
    ['free', undefined],
    ['-5', undefined],
    ['NaN', undefined],
    ['Infinity', undefined],
    [[], undefined],
    [{}, undefined],
    [true, undefined],
  ])('that is sent as %o is shown as %s', { tags: 'plan.price' }, (price, text) => {
    expect(shown(price)).toBe(text)
  })

  it('has no decimals if whole, otherwise two, and never shows NaN', { tags: 'plan.price' }, () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (cents) => {
        const whole = String(Math.floor(cents / 100)).replace(/\B(?=(?:\d{3})+$)/g, ',')
        const rest = String(cents % 100).padStart(2, '0')
        expect(formatPrice(cents / 100, money)).toBe(rest === '00' ? `$${whole}` : `$${whole}.${rest}`)
      }),
      { numRuns: 10_000 },
    )
    fc.assert(
      fc.property(fc.anything(), (price) => {
        expect(shown(price) ?? '').not.toMatch(/NaN|undefined|Infinity|null/)
      }),
    )
  })

  it.each([undefined, -0.01, -5, NaN, Infinity])('of %s is no price', (amount) => {
    expect(formatPrice(amount, money)).toBeUndefined()
  })

  it('is not shown in an unknown currency', { tags: 'plan.incomplete' }, () => {
    expect(formatPrice(9.5, { currency: '', locale: 'en-US' })).toBeUndefined()
  })

  it('is in the currency of the installation', () => {
    expect(formatPrice(9.5, { currency: 'EUR', locale: 'de-DE' })).toBe('9,50\u00a0€')
  })
})

describe('the amount that a plan charges today', () => {
  it.each<[number | undefined, number, number | undefined]>([
    [19.99, 0, 19.99],
    [179, 7, 0],
    [undefined, 0, undefined],
  ])('of price %s with %s trial days is %s', (price, trialDays, amount) => {
    expect(dueToday({ price, trialDays })).toBe(amount)
  })
})
