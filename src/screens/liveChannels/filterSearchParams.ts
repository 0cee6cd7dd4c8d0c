import { type ChannelFilter } from '../../../machines/channelList.ts'

/** The sieve as the address carries it: `?category=World&region=West&search=senate`. */
export const filterFromSearchParams = (search: URLSearchParams): ChannelFilter => ({
  category: search.get('category') ?? '',
  region: search.get('region') ?? '',
  text: search.get('search') ?? '',
})

/** The address of a sieve: only what it asks for. */
export function filterToSearchParams({ category, region, text: words }: ChannelFilter): URLSearchParams {
  const entries = Object.entries({ category, region, search: words.trim() })
  return new URLSearchParams(entries.filter(([, value]) => value !== ''))
}
