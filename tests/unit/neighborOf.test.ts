import { expect, it } from 'vitest'
import { type Channel } from '../../src/api/channelParsers.ts'
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
])('in %s, %s is before %s and after %s', { tags: 'watch.zapping' }, (slugs, slug, next, previous) => {
  const channels = channelsOf(slugs)
  expect([neighborOf(channels, slug, 1), neighborOf(channels, slug, -1)]).toEqual([next, previous])
})
