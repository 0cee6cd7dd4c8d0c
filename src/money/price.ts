import { type Configuration } from '../configuration.ts'

/**
 * A price as it is shown: without decimals if whole, else with two. Undefined where there is none.
 * @param amount in major units, as a number or as the host's digits
 */
export function priceText(
  amount: number | string | null | undefined,
  { currency, locale }: Configuration['money'],
): string | undefined {
  const value = typeof amount === 'string' && amount.trim() !== '' ? Number(amount) : amount
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined
  // Rounded first: 9.999 is shown as 10 and not as 10.00. -0 is 0.
  const shown = Number(value.toFixed(2)) + 0
  const decimals = Number.isInteger(shown) ? 0 : 2
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(shown)
}
