import { describe, expect, it } from 'vitest'
import { dayText } from '../../../src/billing/transactionText.ts'

describe('the day of a transaction', { tags: 'history.pages' }, () => {
  it('is written as in the language of the configuration', () => {
    expect(dayText('2026-03-09T12:00:00Z', 'en-US')).toBe('Mar 9, 2026')
    expect(dayText('2026-03-09T12:00:00Z', 'de-DE')).toBe('09.03.2026')
  })

  it.each([undefined, ''])('is a dash for %j', (iso) => {
    expect(dayText(iso, 'en-US')).toBe('—')
  })
})
