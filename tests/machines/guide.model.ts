import { guideMachine } from '../../machines/guide.ts'
import { type GuideResult, type GuideRow } from '../../machines/guide.setup.ts'
import { createModel } from '../paths/model.ts'

const hour = 60 * 60_000
const midnight = Date.UTC(2026, 10, 21, 5)

const morning = { title: 'The Morning Tide', startsAt: midnight, endsAt: midnight + 8 * hour, description: 'News.' }
const congress = { title: 'Café Congress', startsAt: midnight + 8 * hour, endsAt: midnight + 9 * hour, description: '' }

const harbor: GuideRow = {
  slug: 'harbor-one',
  name: 'Harbor One',
  tagline: 'The coast before it wakes',
  category: 'Headlines',
  region: 'Northeast',
  live: true,
  color: '#14507a',
  letters: 'H1',
  logo: '/sandbox/logos/harbor-one.svg',
  shows: [morning, congress],
}
const longitude: GuideRow = {
  slug: 'longitude',
  name: 'Longitude',
  tagline: 'The world by the hour',
  category: 'World',
  region: 'West',
  live: false,
  color: undefined,
  letters: 'L',
  logo: undefined,
  shows: [],
}

const emptyFilter = { category: '', region: '', text: '' }
const twoChannels: GuideResult = {
  kind: 'granted',
  day: { from: midnight, to: midnight + 24 * hour },
  rows: [harbor, longitude],
  staleTime: 600_000,
}

export default createModel({
  machine: guideMachine,
  inputs: {
    'the guide': { filter: emptyFilter },
    'the guide, with a filter in the URL': { filter: { ...emptyFilter, category: 'World' } },
  },
  events: {
    'day.choose': { today: { dayName: 'today' }, tomorrow: { dayName: 'tomorrow' } },
    'filter.change': {
      'a category that has channels': { filter: { category: 'World' } },
      'a region that has channels': { filter: { region: 'West' } },
      'a search without matches': { filter: { text: 'no such thing' } },
      'a search for a later show': { filter: { text: 'cafe HARBOR' } },
    },
    'filter.clear': 'Press “Show all channels”.',
    'list.retry': 'Press Try again.',
    'show.open': { 'a show': { slug: 'harbor-one', shows: [morning] } },
    'show.close': 'Close the show.',
  },
  outcomes: {
    loadGuide: {
      done: {
        granted: twoChannels,
        'no channels': { ...twoChannels, rows: [] },
        refused: { kind: 'refused', message: 'The guide is being updated. Try again in a minute.' },
      },
      error: { unreachable: new Error('Statecast isn’t responding. Check your connection and try again.') },
    },
  },
  stateKey: ({ context }) => [context.dayName, context.shown],
  invariants: {
    'every failure has a message': (snapshot) => !snapshot.matches('failed') || snapshot.context.message !== '',
    'every shown channel exists and is listed once': ({ context }) =>
      new Set(context.shown).size === context.shown.length &&
      context.shown.every((slug) => context.rows.some((row) => row.slug === slug)),
    'without a filter every channel is shown': (snapshot) =>
      !snapshot.matches('listed') ||
      Object.values(snapshot.context.filter).some((value) => value !== '') ||
      snapshot.context.shown.length === snapshot.context.rows.length,
    'a show is open exactly in its state': (snapshot) =>
      !snapshot.matches('listed') ||
      snapshot.matches({ listed: { show: 'opened' } }) === (snapshot.context.opened.slug !== ''),
  },
  texts: {
    events: {
      'day.choose / today': 'Choose Today.',
      'day.choose / tomorrow': 'Choose Tomorrow.',
      'filter.change / a category that has channels': 'Choose the category World.',
      'filter.change / a region that has channels': 'Choose the region West.',
      'filter.change / a search without matches': 'Type a text into the search field that no channel and no show has.',
      'filter.change / a search for a later show': 'Type “cafe HARBOR” into the search field.',
      'show.open / a show': 'Open the first show of Harbor One.',
    },
    outcomes: {
      'loadGuide done / granted': 'The host lists its channels and their shows.',
      'loadGuide done / no channels': 'The host lists no channels.',
      'loadGuide done / refused': 'The host refuses the schedule.',
    },
    delays: {
      staleTime: 'Ten minutes pass.',
      retryInterval: 'Fifteen seconds pass.',
    },
  },
  manual: {
    starts: {
      'the guide': { as: 'member', open: '/guide' },
      'the guide, with a filter in the URL': { as: 'member', open: '/guide?category=World' },
    },
    calls: { loadGuide: 'GET /wp-json/channel/v2/schedule' },
    causedBy: { 'loadGuide done / no channels': { impossible: 'The sandbox always has channels.' } },
  },
})
