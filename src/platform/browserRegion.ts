/**
 * The country of the browser's first language as an ISO 3166 code: 'US' for en-US, and for en, where most speakers of the
 * language live. '' for a language without a country.
 */
export function browserRegion([language = '']: readonly string[]): string {
  try {
    const { region = '' } = new Intl.Locale(language).maximize()
    return /^[A-Z]{2}$/.test(region) ? region : ''
  } catch {
    return ''
  }
}
