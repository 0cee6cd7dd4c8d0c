import { type Address } from '../../api/memberParsers.ts'

/** The name of a country in the language of the product; its code if it is unknown. */
function countryName(code: string, locale: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code
  return new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }).of(code) ?? code
}

/** The lines of a postal address; empty without an address. */
export const addressLines = (
  { line1: one, line2: two, city, state, zip, country }: Address,
  locale: string,
): string[] =>
  [one, two, [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', '), countryName(country, locale)]
    .map((line) => line.trim())
    .filter(Boolean)
