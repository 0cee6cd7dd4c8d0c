import { describe, expect, it } from 'vitest'
import {
  brandOf,
  cvcLength,
  cvcProblem,
  parseExpiry,
  expiryProblem,
  formatNumber,
  isLuhn,
  maxNumberLength,
  numberProblem,
  hasPostalCode,
  postalProblem,
} from '../../server/sandbox/stripe/client/cardRules.js'
import { TEST_CARDS } from '../../server/sandbox/stripe/testCards.ts'

const NOW = new Date(2026, 10, 21)

describe('a card number', () => {
  it.each(TEST_CARDS.map((card) => [card.name, card] as const))('has a brand and a valid checksum: %s', (_, card) => {
    expect(brandOf(card.number)).toBe(card.brand)
    expect(isLuhn(card.number)).toBe(true)
    expect(numberProblem(card.number, true)).toBeUndefined()
    expect(maxNumberLength(card.number)).toBeGreaterThanOrEqual(card.number.length)
    expect(formatNumber(card.number).replaceAll(' ', '')).toBe(card.number)
  })

  it.each([
    ['4242424242424242', '4242 4242 4242 4242'],
    ['378282246310005', '3782 822463 10005'],
    ['3056930009020004', '3056 9300 0902 0004'],
    ['30569309025904', '3056 930902 5904'],
    ['42424', '4242 4'],
    ['', ''],
  ])('%s is formatted as %s', (digits, written) => {
    expect(formatNumber(digits)).toBe(written)
  })

  it.each([
    ['4', 'visa'],
    ['2221', 'mastercard'],
    ['2720', 'mastercard'],
    ['2721', 'unknown'],
    ['34', 'amex'],
    ['9', 'unknown'],
    ['', 'unknown'],
  ])('%s has the brand %s', (digits, brand) => {
    expect(brandOf(digits)).toBe(brand)
  })

  it.each([
    ['', true, 'incomplete_number', 'Your card number is incomplete.'],
    ['4242', true, 'incomplete_number', 'Your card number is incomplete.'],
    ['4242424242424241', false, 'invalid_number', 'Your card number is invalid.'],
  ])('%s (blurred: %s) has the problem %s', (digits, left, code, message) => {
    expect(numberProblem(digits, left)).toEqual({ type: 'validation_error', code, message })
  })

  it('has no problem while it is typed', () => {
    expect(numberProblem('', false)).toBeUndefined()
    expect(numberProblem('4242', false)).toBeUndefined()
  })
})

describe('an expiry date', () => {
  it.each([
    ['1230', '12', '30'],
    ['12 / 30', '12', '30'],
    ['12/2030', '12', '30'],
    ['530', '05', '30'],
    ['1/30', '01', '30'],
    ['1', '1', ''],
    ['', '', ''],
  ])('%s is parsed as %s and %s', (text, month, year) => {
    expect(parseExpiry(text)).toEqual({ month, year })
  })

  it.each([
    ['12', '25', 'invalid_expiry_year_past', 'Your card’s expiration year is in the past.'],
    ['10', '26', 'invalid_expiry_month_past', 'Your card’s expiration date is in the past.'],
    ['12', '77', 'invalid_expiry_year', 'Your card’s expiration year is invalid.'],
    ['13', '', 'invalid_expiry_month', 'Your card’s expiration date is invalid.'],
    ['00', '30', 'invalid_expiry_month', 'Your card’s expiration date is invalid.'],
    ['12', '3', 'incomplete_expiry', 'Your card’s expiration date is incomplete.'],
  ])('%s / %s has the problem %s', (month, year, code, message) => {
    expect(expiryProblem({ month, year }, true, NOW)).toEqual({ type: 'validation_error', code, message })
  })

  it('is valid until the end of its month', () => {
    expect(expiryProblem({ month: '11', year: '26' }, true, NOW)).toBeUndefined()
    expect(expiryProblem({ month: '1', year: '' }, false, NOW)).toBeUndefined()
  })
})

it('a security code has the length of the brand', () => {
  expect([cvcLength('4'), cvcLength('37')]).toEqual([3, 4])
  expect(cvcProblem('12', '4242', true)).toEqual({
    type: 'validation_error',
    code: 'incomplete_cvc',
    message: 'Your card’s security code is incomplete.',
  })
  expect(cvcProblem('12', '4242', false)).toBeUndefined()
  expect(cvcProblem('1234', '37', true)).toBeUndefined()
})

it('a card of a country with postal codes needs one', () => {
  expect([hasPostalCode('4242424242424242'), hasPostalCode('4000003440000004'), hasPostalCode('')]).toEqual([
    true,
    false,
    true,
  ])
  expect(postalProblem('', true)).toMatchObject({ code: 'incomplete_zip', message: 'Your postal code is incomplete.' })
  expect(postalProblem('', false)).toBeUndefined()
  expect(postalProblem('04101', true)).toBeUndefined()
})
