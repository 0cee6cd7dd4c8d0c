import { type ChannelFilter } from '../../../machines/channelFilter.ts'

/** Reads the filter from search parameters: `?category=World&region=West&search=senate`. */
export const filterFromSearchParams = (search: URLSearchParams): ChannelFilter => ({
  category: search.get('category') ?? '',
  region: search.get('region') ?? '',
  text: search.get('search') ?? '',
})

/** Writes the filter into search parameters. Empty parts are left out. */
export function filterToSearchParams({ category, region, text }: ChannelFilter): URLSearchParams {
  const entries = Object.entries({ category, region, search: text.trim() })
  return new URLSearchParams(entries.filter(([, value]) => value !== ''))
}
