import { type Day } from './validUntil.ts'

/** How a card stands with its end. `unknown` where the provider does not tell. */
export type Expiry = 'valid' | 'expiring' | 'expired' | 'unknown'

/** A card holds to the last day of its month. In that month and the one before it is `expiring`. */
export function cardExpiry(
  { expMonth, expYear }: { expMonth: number | undefined; expYear: number | undefined },
  today: Day,
): Expiry {
  if (expMonth === undefined || expYear === undefined) return 'unknown'
  const left = (expYear - today.year) * 12 + (expMonth - today.month)
  return left < 0 ? 'expired' : left <= 1 ? 'expiring' : 'valid'
}
