import { expect, it } from 'vitest'
import { type Channel } from '../../src/api/channelParsers.ts'
import { alternativesTo } from '../../src/screens/video/alternativesTo.ts'
import { neighborOf } from '../../src/screens/video/neighborOf.ts'

/** Channels by slug; a slug with a capital letter is off air. */
const channelsOf = (slugs: string): Channel[] =>
  [...slugs].map((slug) => ({
    slug,
    name: slug,
    tagline: '',
    category: '',
    region: '',
    logo: undefined,
    poster: undefined,
    followers: undefined,
    live: slug === slug.toLowerCase(),
    now: undefined,
    next: undefined,
    color: undefined,
    letters: '',
  }))

it.each([
  ['abc', 'a', 'b', 'c'],
  ['abc', 'c', 'a', 'b'],
  ['aBCd', 'a', 'd', 'd'],
  // From a channel that is off air, and from one that is not in the list.
  ['aBc', 'B', 'c', 'a'],
  ['abc', 'x', 'a', 'b'],
  ['aBC', 'a', undefined, undefined],
  ['', 'a', undefined, undefined],
])('in %s, %s is before %s and after %s', { tags: 'watch.neighbors' }, (slugs, slug, next, previous) => {
  const channels = channelsOf(slugs)
  expect([neighborOf(channels, slug, 1), neighborOf(channels, slug, -1)]).toEqual([next, previous])
})

it(
  'live channels of the same topic replace a channel first, then those of its region',
  { tags: 'watch.offAir' },
  () => {
    const places: Record<string, [category: string, region: string]> = {
      X: ['World', 'South'],
      b: ['Weather', 'South'],
      c: ['World', 'West'],
      D: ['World', 'South'],
      e: ['World', 'South'],
    }
    const channels = channelsOf('aXbcDe').map((channel) => {
      const [category = 'Politics', region = 'East'] = places[channel.slug] ?? []
      return { ...channel, category, region }
    })
    const slugs = (slug: string) => alternativesTo(channels, slug).map((channel) => channel.slug)
    expect(slugs('X')).toEqual(['e', 'c', 'b'])
    expect(slugs('a')).toEqual(['b', 'c', 'e'])
    // A channel that does not exist.
    expect(slugs('?')).toEqual(['a', 'b', 'c'])
  },
)
