import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { priceText } from '../../src/money/price.ts'

const dollars = { currency: 'USD', locale: 'en-US' }

describe('a price', () => {
  it.each([
    [9, '$9'],
    ['9', '$9'],
    ['9.00', '$9'],
    ['9.5', '$9.50'],
    [6.5, '$6.50'],
    ['19.99', '$19.99'],
    [19.990000000000002, '$19.99'],
    ['0', '$0'],
    ['0.00', '$0'],
    [0, '$0'],
    [-0, '$0'],
    ['1e3', '$1,000'],
    [179, '$179'],
    ['  49 ', '$49'],
    [9.999, '$10'],
    [0.001, '$0'],
    [-0.001, '$0'],
    [-5, '-$5'],
    [1234567.891, '$1,234,567.89'],
  ])('%o is shown as %s', (amount, text) => {
    expect(priceText(amount, dollars)).toBe(text)
  })

  it.each([[''], ['  '], [null], [undefined], [NaN], [Infinity], ['free'], ['9,50'], ['$9']])(
    'there is none in %o',
    (amount) => {
      expect(priceText(amount, dollars)).toBeUndefined()
    },
  )

  it('is of the configured currency, written the configured way', () => {
    expect(priceText('9.5', { currency: 'EUR', locale: 'de-DE' })).toBe('9,50\u00A0€')
    expect(priceText('9.00', { currency: 'EUR', locale: 'de-DE' })).toBe('9\u00A0€')
    expect(priceText(1000, { currency: 'JPY', locale: 'ja-JP' })).toBe('￥1,000')
  })

  it('of any number of cents has no decimals if whole, else both of them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999 }), (cents) => {
        const digits = String(cents).padStart(3, '0')
        const [whole, rest] = [digits.slice(0, -2), digits.slice(-2)]
        const expected = `$${rest === '00' ? whole : `${whole}.${rest}`}`
        expect(priceText(cents / 100, dollars)).toBe(expected)
        expect(priceText(`${whole}.${rest}`, dollars)).toBe(expected)
      }),
      { numRuns: 5_000 },
    )
  })
})
