import { describe, expect, it } from 'vitest'
import { cardExpiry } from '../../../src/billing/cardExpiry.ts'

const today = { year: 2026, month: 12, day: 31 }

describe('a card', () => {
  it.each([
    [11, 2026, 'expired'],
    [12, 2025, 'expired'],
    [12, 2026, 'expiring'],
    [1, 2027, 'expiring'],
    [2, 2027, 'valid'],
    [12, 2030, 'valid'],
    [undefined, 2027, 'unknown'],
    [12, undefined, 'unknown'],
  ] as const)('that ends in %s/%s is %s on the last day of 2026', (expMonth, expYear, expiry) => {
    expect(cardExpiry({ expMonth, expYear }, today)).toBe(expiry)
  })
})
