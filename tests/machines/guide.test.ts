import { guideMachine } from '../../machines/guide.ts'
import { type GuideResult, type GuideRow, type GuideShow } from '../../machines/guide.setup.ts'
import { done, elapsed, errored, testExamples } from './runEvents.ts'

const noFilter = { category: '', region: '', text: '' }
const hour = 60 * 60_000
const show = (title: string, at: number): GuideShow => ({
  title,
  startsAt: at * hour,
  endsAt: (at + 1) * hour,
  description: '',
})
const row = (slug: string, name: string, category: string, region: string, shows: GuideShow[]): GuideRow => ({
  slug,
  name,
  category,
  region,
  tagline: 'News',
  live: true,
  color: undefined,
  letters: '',
  logo: undefined,
  shows,
})
const rows = [
  row('harbor-one', 'Harbor One', 'Headlines', 'Northeast', [show('The Morning Tide', 6), show('Café Congress', 20)]),
  row('rotunda', 'Rotunda', 'Politics', 'South', [show('Floor Live', 6)]),
]
const day = { from: 0, to: 24 * hour }
const granted: GuideResult = { kind: 'granted', day, rows, staleTime: 60_000 }
const loaded = done('loadGuide', granted)
const search = (text: string) => ({ type: 'filter.change', filter: { text } })
const open = { type: 'show.open', slug: 'rotunda', shows: [show('Floor Live', 6)] }
const tomorrow = { type: 'day.choose', dayName: 'tomorrow' }

testExamples(guideMachine, {
  'loads today first': {
    requirement: 'guide.day',
    input: { filter: noFilter },
    when: [],
    state: 'loading',
    starts: [['loadGuide', { dayName: 'today', fresh: false }]],
    tags: ['busy'],
  },
  'loads tomorrow and keeps the filter': {
    requirement: 'guide.day',
    input: { filter: { ...noFilter, category: 'Politics' } },
    when: [loaded, tomorrow, loaded],
    state: { listed: { matches: 'some', freshness: 'current', show: 'closed' } },
    shows: { dayName: 'tomorrow', shown: ['rotunda'] },
  },
  'finds a later show, in other case and without accents': {
    requirement: 'guide.search',
    input: { filter: noFilter },
    when: [loaded, search('CAFE')],
    state: { listed: { matches: 'some', freshness: 'current', show: 'closed' } },
    shows: { shown: ['harbor-one'] },
  },
  'shows all channels again after a search without matches': {
    requirement: 'guide.filter',
    input: { filter: noFilter },
    when: [loaded, search('nothing'), { type: 'filter.clear' }],
    state: { listed: { matches: 'some', freshness: 'current', show: 'closed' } },
    shows: { shown: ['harbor-one', 'rotunda'], filter: noFilter },
  },
  'opens a show and closes it': {
    requirement: 'guide.show',
    input: { filter: noFilter },
    when: [loaded, open, { type: 'show.close' }],
    state: { listed: { matches: 'some', freshness: 'current', show: 'closed' } },
    shows: { opened: { slug: '', shows: [] } },
  },
  'keeps a show open while the guide is refreshed': {
    requirement: 'guide.fresh',
    input: { filter: noFilter },
    when: [loaded, open, elapsed('staleTime'), loaded],
    state: { listed: { matches: 'some', freshness: 'current', show: 'opened' } },
    shows: { opened: { slug: 'rotunda', shows: [show('Floor Live', 6)] } },
  },
  'keeps the old guide when it can’t be refreshed, and tries again': {
    requirement: 'guide.fresh',
    input: { filter: noFilter },
    when: [loaded, elapsed('staleTime'), errored('loadGuide', new Error('Gone.')), elapsed('retryInterval')],
    state: { listed: { matches: 'some', freshness: 'refreshing', show: 'closed' } },
    shows: { shown: ['harbor-one', 'rotunda'] },
    starts: [['loadGuide', { dayName: 'today', fresh: true }]],
  },
  'says why it could not be loaded': {
    requirement: 'guide.failure',
    input: { filter: noFilter },
    when: [errored('loadGuide', new Error('Statecast isn’t responding.'))],
    state: 'failed',
    shows: { message: 'Statecast isn’t responding.' },
  },
  'is empty without channels': {
    requirement: 'guide.empty',
    input: { filter: noFilter },
    when: [done('loadGuide', { ...granted, rows: [] })],
    state: 'empty',
  },
})
