import { type Sieve } from '../../../machines/channelList.ts'

/** The sieve as the address carries it: `?category=World&region=West&search=senate`. */
export const readSieve = (search: URLSearchParams): Sieve => ({
  category: search.get('category') ?? '',
  region: search.get('region') ?? '',
  words: search.get('search') ?? '',
})

/** The address of a sieve: only what it asks for. */
export function writeSieve({ category, region, words }: Sieve): URLSearchParams {
  const entries = Object.entries({ category, region, search: words.trim() })
  return new URLSearchParams(entries.filter(([, value]) => value !== ''))
}
