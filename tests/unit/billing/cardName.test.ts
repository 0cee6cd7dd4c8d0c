import { describe, expect, it } from 'vitest'
import { brandName, cardName, maskedCardName } from '../../../src/billing/cardName.ts'

describe('the name of a card', { tags: 'profile.card' }, () => {
  it.each([
    ['visa', 'Visa'],
    ['mastercard', 'Mastercard'],
    ['amex', 'American Express'],
    ['unionpay', 'Card'],
    ['', 'Card'],
  ])('of the brand %j begins with %s', (brand, name) => {
    expect(brandName({ brand })).toBe(name)
    expect(cardName({ brand, last4: '4242' })).toBe(`${name} ending in 4242`)
    expect(maskedCardName({ brand, last4: '4242' })).toBe(`${name} •••• 4242`)
  })
})
