import { channelListMachine } from '../../machines/channelList.ts'
import { type ChannelListResult, type ListedChannel } from '../../machines/channelList.setup.ts'
import { createModel } from '../paths/model.ts'

const harbor: ListedChannel = {
  slug: 'harbor-one',
  name: 'Harbor One',
  tagline: 'The coast before it wakes',
  category: 'Headlines',
  region: 'Northeast',
  live: true,
  color: '#14507a',
  letters: 'H1',
  logo: '/sandbox/logos/harbor-one.svg',
  poster: '/sandbox/posters/harbor-one.webp',
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
  color: undefined,
  letters: 'L',
  logo: undefined,
  poster: undefined,
}

const emptyFilter = { category: '', region: '', text: '' }
const twoChannels: ChannelListResult = {
  kind: 'granted',
  channels: [harbor, longitude],
  favorites: ['longitude', 'a-channel-that-is-gone'],
  staleTime: 600_000,
}

export default createModel({
  machine: channelListMachine,
  inputs: {
    'all channels': { only: 'all', filter: emptyFilter, lastWatched: '' },
    'all channels, with a filter in the URL': {
      only: 'all',
      filter: { ...emptyFilter, category: 'World' },
      lastWatched: 'longitude',
    },
    'the favorites': { only: 'favorites', filter: emptyFilter, lastWatched: '' },
  },
  events: {
    'filter.change': {
      'a category that has channels': { filter: { category: 'World' } },
      'a region that has channels': { filter: { region: 'West' } },
      'a search without matches': { filter: { text: 'no such thing' } },
      'a search in other case and without accents': { filter: { text: 'cafe HARBOR' } },
    },
    'filter.clear': 'Press “Show all channels”.',
    'list.retry': 'Press Try again.',
    'favorites.changed': {
      'another one': { favorites: ['harbor-one', 'longitude'] },
      'none left': { favorites: [] },
    },
  },
  outcomes: {
    loadChannels: {
      done: {
        granted: twoChannels,
        'no channels': { ...twoChannels, channels: [] },
        'no favorites': { ...twoChannels, favorites: [] },
        refused: { kind: 'refused', message: 'The channels are being updated. Try again in a minute.' },
      },
      error: { unreachable: new Error('Statecast isn’t responding. Check your connection and try again.') },
    },
    watchFavorites: { error: 'never', done: 'never' },
  },
  stateKey: ({ context }) => [context.only, context.shown],
  invariants: {
    'every failure has a message': (snapshot) => !snapshot.matches('failed') || snapshot.context.message !== '',
    'every shown channel exists and is listed once': ({ context }) =>
      new Set(context.shown).size === context.shown.length &&
      context.shown.every((slug) => context.channels.some((channel) => channel.slug === slug)),
    'every channel has a place, and those that are off air are last': ({ context: { channels, order } }) => {
      const live = order.map((slug) => channels.find((channel) => channel.slug === slug)?.live)
      return new Set(order).size === channels.length && live.lastIndexOf(true) === live.filter(Boolean).length - 1
    },
    'the list of favorites contains only favorites': ({ context }) =>
      context.only === 'all' || context.shown.every((slug) => context.favorites.includes(slug)),
    'without a filter every channel is shown': (snapshot) =>
      !snapshot.matches('listed') ||
      snapshot.context.only === 'favorites' ||
      Object.values(snapshot.context.filter).some((value) => value !== '') ||
      snapshot.context.shown.length === snapshot.context.channels.length,
  },
  texts: {
    events: {
      'filter.change / a category that has channels': 'Choose the category World.',
      'filter.change / a region that has channels': 'Choose the region West.',
      'filter.change / a search without matches': 'Type a text into the search field that no channel contains.',
      'filter.change / a search in other case and without accents': 'Type “cafe HARBOR” into the search field.',
      'favorites.changed / another one': 'Star another channel.',
      'favorites.changed / none left': 'Remove the star of every channel.',
    },
    outcomes: {
      'loadChannels done / granted': 'The host lists its channels.',
      'loadChannels done / no channels': 'The host lists no channels.',
      'loadChannels done / no favorites': 'The host lists channels, none of them a favorite.',
      'loadChannels done / refused': 'The host refuses the list.',
    },
    delays: {
      programEnd: 'The first program in the list ends.',
      retryInterval: 'Fifteen seconds pass.',
    },
  },
  manual: {
    starts: {
      'all channels': { as: 'member', open: '/' },
      'all channels, with a filter in the URL': { as: 'member', open: '/?category=World' },
      'the favorites': { as: 'member', open: '/favourites' },
    },
    calls: { loadChannels: 'GET /wp-json/channel/v2/channels' },
    causedBy: {
      'loadChannels done / no channels': { impossible: 'The sandbox always has channels.' },
      'loadChannels done / no favorites': {
        set: 'At `/favourites`, remove the star of every channel before the page of this path is opened.',
      },
      programEnd: { do: 'Wait until the first program in the list ends; its card says when.' },
    },
  },
})
