import { type Address } from '../../api/memberParsers.ts'

/** A country by its name in the language of the product; its code where it is none that is known. */
function countryName(code: string, locale: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code
  return new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }).of(code) ?? code
}

/** A postal address as it stands on a letter, a line each; none where nothing is known. */
export const addressLines = (
  { line1: one, line2: two, city, state, zip, country }: Address,
  locale: string,
): string[] =>
  [one, two, [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', '), countryName(country, locale)]
    .map((line) => line.trim())
    .filter(Boolean)
