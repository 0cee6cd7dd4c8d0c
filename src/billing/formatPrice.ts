import { type Configuration } from '../app/configuration.ts'
import { numberFormat } from './formats.ts'

/**
 * A price with its currency: no decimals if whole, otherwise two (specification §4). Rounds to cents first, so that
 * 8.999 is 9 and not 9.00.
 * @param amount in major units; the result is undefined if it is undefined, negative or infinite, and if the currency is unknown
 */
export function formatPrice(
  amount: number | undefined,
  { currency, locale }: Pick<Configuration['money'], 'currency' | 'locale'>,
): string | undefined {
  if (amount === undefined || !Number.isFinite(amount) || amount < 0 || currency === '') return undefined
  const rounded = Number(amount.toFixed(2))
  const digits = Number.isInteger(rounded) ? 0 : 2
  return numberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(rounded)
}
