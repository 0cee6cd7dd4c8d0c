import { expect, test } from 'vitest'
import { channelListMachine } from '../../machines/channelList.ts'
import { prepareSearch, type ChannelListContext, type ListedChannel } from '../../machines/channelList.setup.ts'
import { createStepper } from '../../tools/model-testing/stepper.ts'
import { done, elapsed, errored, runEvents, testExamples } from './runEvents.ts'

const channel = (slug: string, name: string, category: string, region: string, now: string): ListedChannel => ({
  slug,
  name,
  category,
  region,
  tagline: 'The coast before it wakes',
  live: true,
  color: '#14507a',
  letters: 'H1',
  logo: undefined,
  poster: undefined,
  now: { title: now, startsAt: undefined, endsAt: undefined },
  next: undefined,
})
const harbor = channel('harbor-one', 'Harbor One', 'Headlines', 'Northeast', 'Café Élysée')
const longitude = channel('longitude', 'Longitude', 'World', 'West', 'The World by the Hour')
const emptyFilter = { category: '', region: '', text: '' }
const all = { only: 'all', filter: emptyFilter, lastWatched: '' }
const favorites = { only: 'favorites', filter: emptyFilter, lastWatched: '' }
const answer = { kind: 'granted', channels: [harbor, longitude], favorites: ['longitude'], staleTime: 600_000 }
const loaded = done('loadChannels', answer)
/** The host lists topics in turn. */
const wall = {
  ...answer,
  channels: [
    harbor,
    { ...harbor, slug: 'quiet-one', live: false },
    { ...harbor, slug: 'far-desk', category: 'World' },
    { ...harbor, slug: 'harbor-three' },
    longitude,
    { ...harbor, slug: 'tide-two' },
    { ...harbor, slug: 'far-news', category: 'Business' },
  ],
  favorites: ['longitude', 'harbor-one'],
}
const filter = (part: object) => ({ type: 'filter.change', filter: part })
const listed = (matches: 'some' | 'none', freshness = 'current') => ({ listed: { matches, freshness } })

testExamples(channelListMachine, {
  'lists every channel, and again when the first program ends': {
    input: all,
    when: [loaded],
    state: listed('some'),
    shows: { shown: ['longitude', 'harbor-one'] },
    delays: [['programEnd', 600_000]],
  },
  'lists the channel that was watched last, the favorites, then the others by topic, and those off air last': {
    requirement: 'channels.order',
    input: { ...all, lastWatched: 'tide-two' },
    when: [done('loadChannels', wall)],
    state: listed('some'),
    shows: { shown: ['tide-two', 'longitude', 'harbor-one', 'harbor-three', 'far-desk', 'far-news', 'quiet-one'] },
  },
  'does not move the card of a star that is pressed': {
    requirement: 'channels.orderKept',
    input: all,
    when: [done('loadChannels', wall), { type: 'favorites.changed', favorites: ['far-news'] }],
    state: listed('some'),
    shows: {
      favorites: ['far-news'],
      shown: ['longitude', 'harbor-one', 'harbor-three', 'tide-two', 'far-desk', 'far-news', 'quiet-one'],
    },
  },
  'shows what is off air after what is live, also when it was watched last or is a favorite': {
    requirement: 'channels.order',
    input: { ...all, lastWatched: 'quiet-one' },
    when: [done('loadChannels', { ...wall, favorites: ['quiet-one', 'a-channel-that-is-gone', 'far-desk'] })],
    state: listed('some'),
    shows: { shown: ['far-desk', 'harbor-one', 'harbor-three', 'tide-two', 'longitude', 'far-news', 'quiet-one'] },
  },
  'lists only the favorites on their page': {
    input: favorites,
    when: [loaded],
    state: listed('some'),
    shows: { shown: ['longitude'] },
  },
  'says that there are no favorites': {
    requirement: 'channels.empty',
    input: favorites,
    when: [done('loadChannels', { ...answer, favorites: [] })],
    state: 'empty',
  },
  'shows why the host refuses the list': {
    requirement: 'channels.failure',
    input: all,
    when: [done('loadChannels', { kind: 'refused', message: 'The channels are being updated.' })],
    state: 'failed',
    shows: { message: 'The channels are being updated.' },
  },
  'asks an unreachable host again, not the cache': {
    input: all,
    when: [errored('loadChannels', new Error('Statecast isn’t responding.')), { type: 'list.retry' }],
    state: 'loading',
    shows: { message: 'Statecast isn’t responding.' },
    starts: [['loadChannels', { fresh: true }]],
  },
  'finds a program without its accents and in other case': {
    input: all,
    when: [loaded, filter({ text: ' elysee  HARBOR ' })],
    state: listed('some'),
    shows: { shown: ['harbor-one'] },
    executes: ['saveFilter'],
  },
  'does not find a word that spans category and region': {
    input: all,
    when: [loaded, filter({ text: 'worldwest' })],
    state: listed('none'),
    shows: { shown: [] },
  },
  'combines category, region and text': {
    input: all,
    when: [loaded, filter({ category: 'World' }), filter({ region: 'Northeast' })],
    state: listed('none'),
    shows: { shown: [], filter: { category: 'World', region: 'Northeast', text: '' } },
  },
  'shows all channels again and stores the empty filter in the URL': {
    input: all,
    when: [loaded, filter({ category: 'World' }), { type: 'filter.clear' }],
    state: listed('some'),
    shows: { shown: ['longitude', 'harbor-one'], filter: emptyFilter },
    executes: ['saveFilter', 'saveFilter'],
  },
  'shows as many other favorites when another device changes them': {
    input: favorites,
    when: [done('loadChannels', wall), { type: 'favorites.changed', favorites: ['longitude', 'tide-two'] }],
    state: listed('some'),
    shows: { shown: ['longitude', 'tide-two'] },
  },
  'has nothing to clear without a filter': {
    input: all,
    when: [loaded, { type: 'filter.clear' }],
    state: listed('some'),
    executes: [],
  },
  'keeps the old list if it can’t be refreshed, and tries again after 15 seconds': {
    requirement: 'channels.fresh',
    input: all,
    when: [loaded, elapsed('programEnd'), errored('loadChannels')],
    state: listed('some', 'stale'),
    shows: { shown: ['longitude', 'harbor-one'], message: '' },
    delays: [['retryInterval', 15_000]],
  },
  'refreshes the list from the host when a program ends': {
    requirement: 'channels.fresh',
    input: all,
    when: [loaded, elapsed('programEnd')],
    state: listed('some', 'refreshing'),
    starts: [['loadChannels', { fresh: true }]],
  },
})

test('the first key of a search that was prepared reads no text again', () => {
  let reads = 0
  const channels = [harbor, longitude].map((each) =>
    Object.defineProperty({ ...each }, 'tagline', { get: () => (reads += 1) && each.tagline }),
  )
  prepareSearch(channels)
  expect(reads).toBe(2)
  const { context } = runEvents(
    channelListMachine,
    all,
    done('loadChannels', { ...answer, channels }),
    filter({ text: 'coast harbor' }),
  )
  expect(context).toMatchObject({ shown: ['harbor-one'] })
  expect(reads, 'later').toBe(2)
})

test('a key that finds the same channels keeps the array, so that no card is rendered again', () => {
  const steps = createStepper(channelListMachine)
  const start = steps.next(steps.start(all), loaded)
  const typed = (from: typeof start, text: string) => steps.next(from, filter({ text }))
  const shownIn = ({ snapshot }: typeof start) => (snapshot.context as ChannelListContext).shown
  const first = typed(start, 'harb')
  expect(shownIn(first)).toEqual(['harbor-one'])
  expect(shownIn(typed(first, 'harbor'))).toBe(shownIn(first))
  expect(shownIn(typed(first, 'longi'))).toEqual(['longitude'])
  expect(shownIn(typed(first, ''))).toEqual(shownIn(start))
})
