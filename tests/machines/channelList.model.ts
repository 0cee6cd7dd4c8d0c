import { channelListMachine, type ChannelListAnswer, type ListedChannel } from '../../machines/channelList.ts'
import { createModel } from '../paths/model.ts'

const harbor: ListedChannel = {
  slug: 'harbor-one',
  name: 'Harbor One',
  tagline: 'The coast before it wakes',
  category: 'Headlines',
  region: 'Northeast',
  live: true,
  colour: '#14507a',
  letters: 'H1',
  logo: '/sandbox/logos/harbor-one.svg',
  now: {
    title: 'The Morning Tide',
    startsAt: '2026-11-21T06:00:00Z',
    endsAt: '2026-11-21T07:00:00Z',
  },
  next: {
    title: 'Café Congress',
    startsAt: '2026-11-21T07:00:00Z',
    endsAt: '2026-11-21T08:00:00Z',
  },
}
const longitude: ListedChannel = {
  slug: 'longitude',
  name: 'Longitude',
  tagline: 'The world by the hour',
  category: 'World',
  region: 'West',
  live: false,
  now: undefined,
  next: undefined,
  colour: undefined,
  letters: 'L',
  logo: undefined,
}

const emptyFilter = { category: '', region: '', text: '' }
const twoChannels: ChannelListAnswer = {
  kind: 'granted',
  channels: [harbor, longitude],
  favourites: ['longitude', 'a-channel-that-is-gone'],
  staleTime: 600_000,
}

export default createModel({
  machine: channelListMachine,
  inputs: {
    'the wall': { only: 'all', filter: emptyFilter },
    'the wall, come back to with a filter': { only: 'all', filter: { ...emptyFilter, category: 'World' } },
    'the favourites': { only: 'favourites', filter: emptyFilter },
  },
  events: {
    'sieve.change': {
      'a category that has channels': { sieve: { category: 'World' } },
      'a region that has channels': { sieve: { region: 'West' } },
      'words that no channel carries': { sieve: { text: 'no such thing' } },
      'words without their accents': { sieve: { text: 'cafe HARBOR' } },
    },
    'sieve.clear': { '': {} },
    'list.retry': { '': {} },
    'favourites.changed': {
      'another one': { favourites: ['harbor-one', 'longitude'] },
      'none left': { favourites: [] },
    },
  },
  outcomes: {
    loadChannels: {
      done: {
        granted: twoChannels,
        'no channel at all': { ...twoChannels, channels: [] },
        'no favourite': { ...twoChannels, favourites: [] },
        refused: { kind: 'refused', message: 'Channels are being sorted. Try again in a minute.' },
      },
      error: { unreachable: { message: 'no line' } },
    },
    watchFavourites: { error: 'never', done: 'never' },
  },
  stateKey: ({ context }) => [context.only, context.shown],
  invariants: {
    'a failure has words': (snapshot) => !snapshot.matches('failed') || snapshot.context.message !== '',
    'what is shown exists, once each': ({ context }) =>
      new Set(context.shown).size === context.shown.length &&
      context.shown.every((slug) => context.channels.some((channel) => channel.slug === slug)),
    'the favourites show favourites only': ({ context }) =>
      context.only === 'all' || context.shown.every((slug) => context.favourites.includes(slug)),
    'an unsifted wall shows everything it has': (snapshot) =>
      !snapshot.matches('listed') ||
      snapshot.context.only === 'favourites' ||
      Object.values(snapshot.context.sieve).some((word) => word !== '') ||
      snapshot.context.shown.length === snapshot.context.channels.length,
  },
  texts: {
    events: {
      'sieve.change / a category that has channels': 'Choose the category World.',
      'sieve.change / a region that has channels': 'Choose the region West.',
      'sieve.change / words that no channel carries': 'Type words into the search field that no channel carries.',
      'sieve.change / words without their accents': 'Type “cafe HARBOR” into the search field.',
      'sieve.clear': 'Press “Show all channels”.',
      'list.retry': 'Press Retry.',
      'favourites.changed / another one': 'Star another channel.',
      'favourites.changed / none left': 'Take the star off every channel.',
    },
    outcomes: {
      'loadChannels done / granted': 'The host lists its channels.',
      'loadChannels done / no channel at all': 'The host lists no channel.',
      'loadChannels done / no favourite': 'The host lists channels, none of them a favourite.',
      'loadChannels done / refused': 'The host refuses the list.',
      'loadChannels error / unreachable': 'The line to the host is cut.',
    },
    delays: {
      untilProgrammeEnds: 'The first programme on the wall ends.',
      untilNextTry: 'Fifteen seconds pass.',
    },
  },
  manual: {
    starts: {
      'the wall': { as: 'member', open: '/' },
      'the wall, come back to with a filter': { as: 'member', open: '/?category=World' },
      'the favourites': { as: 'member', open: '/favourites' },
    },
    calls: { loadChannels: 'GET /wp-json/channel/v2/channels' },
    causedBy: {
      'loadChannels done / no channel at all': { not: 'The sandbox always has channels.' },
      'loadChannels done / no favourite': {
        set: 'At `/favourites`, take the star off every channel before the page of this path is opened.',
      },
      untilProgrammeEnds: { do: 'Wait until the first programme on the wall ends; its card says when.' },
    },
  },
})
