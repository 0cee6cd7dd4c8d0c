import { type Day } from './validUntil.ts'

/** The validity of a card. `unknown`: the provider returns no expiry date. */
export type Expiry = 'valid' | 'expiring' | 'expired' | 'unknown'

/** A card is valid through the last day of its expiry month. In that month and the one before, it is `expiring`. */
export function cardExpiry(
  { expMonth, expYear }: { expMonth: number | undefined; expYear: number | undefined },
  today: Day,
): Expiry {
  if (expMonth === undefined || expYear === undefined) return 'unknown'
  const left = (expYear - today.year) * 12 + (expMonth - today.month)
  return left < 0 ? 'expired' : left <= 1 ? 'expiring' : 'valid'
}
