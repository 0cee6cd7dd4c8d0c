import { assign, setup } from 'xstate'
import { createChannelMatch, hasFilter, type ChannelFilter } from './channelFilter.ts'
import { messageOf } from './messageOf.ts'
import { createStubs } from './stub.ts'

/** A show of the schedule. Times are ms since the epoch. */
export type GuideShow = { title: string; startsAt: number; endsAt: number; description: string }

/** A channel with the shows of the day, as the host lists them. */
export type GuideRow = {
  slug: string
  name: string
  tagline: string
  category: string
  region: string
  live: boolean
  color: string | undefined
  letters: string
  logo: string | undefined
  shows: readonly GuideShow[]
}

/** A day in the zone of the viewer. It has 23 or 25 hours when the clocks change. Times are ms since the epoch. */
export type GuideDay = { from: number; to: number }
export type DayName = 'today' | 'tomorrow'

/** One show, or several short ones that share a cell. */
export type OpenedShows = { slug: string; shows: readonly GuideShow[] }

export type GuideInput = { filter: ChannelFilter }

export type GuideContext = {
  dayName: DayName
  day: GuideDay
  filter: ChannelFilter
  rows: readonly GuideRow[]
  /** The slugs that match the filter, in the order of the host. */
  shown: readonly string[]
  /** The open shows, without slug if none is open. */
  opened: OpenedShows
  /** How long the schedule stays current, in ms. */
  staleTime: number
  message: string
}

export type GuideEvent =
  | { type: 'day.choose'; dayName: DayName }
  | { type: 'filter.change'; filter: Partial<ChannelFilter> }
  | { type: 'filter.clear' }
  | { type: 'list.retry' }
  | ({ type: 'show.open' } & OpenedShows)
  | { type: 'show.close' }

/** `busy`: there is nothing to show yet. */
export type GuideTag = 'busy'

export type GuideResult =
  | { kind: 'granted'; day: GuideDay; rows: readonly GuideRow[]; staleTime: number }
  | { kind: 'refused'; message: string }

export const nothingOpened: OpenedShows = { slug: '', shows: [] }

const matchesOf = createChannelMatch(({ name, tagline, category, region, shows }: GuideRow) => [
  name,
  tagline,
  category,
  region,
  ...shows.map(({ title }) => title),
])

const stub = createStubs('guide')

export const guideSetup = setup({
  types: {} as {
    input: GuideInput
    context: GuideContext
    events: GuideEvent
    tags: GuideTag
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    /** Loads the channels and their shows of a day. `fresh`: request them even if they are cached. */
    loadGuide: stub.promise<GuideResult, { dayName: DayName; fresh: boolean }>('loadGuide'),
  },
  actions: {
    setDayName: assign((_, { dayName }: { dayName: DayName }) => ({ dayName })),
    setList: assign((_, result: GuideResult) =>
      result.kind === 'granted' ? { day: result.day, rows: result.rows, staleTime: result.staleTime, message: '' } : {},
    ),
    setRefusal: assign((_, result: GuideResult) => ({ message: result.kind === 'refused' ? result.message : '' })),
    setUnreachable: assign((_, { error }: { error: unknown }) => ({ message: messageOf(error) })),
    setFilter: assign(({ context }, filter: Partial<ChannelFilter>) => ({ filter: { ...context.filter, ...filter } })),
    applyFilter: assign(({ context: { rows, filter } }) => ({
      shown: rows.filter(matchesOf(filter)).map(({ slug }) => slug),
    })),
    /** Writes the filter into the URL of the page, so that going back restores it. */
    saveFilter: (_, _filter: ChannelFilter) => stub.action('saveFilter')(),
    setOpened: assign((_, { slug, shows }: OpenedShows) => ({ opened: { slug, shows } })),
    clearOpened: assign({ opened: nothingOpened }),
  },
  guards: {
    wasRefused: (_, result: GuideResult) => result.kind === 'refused',
    isOtherDay: ({ context }, { dayName }: { dayName: DayName }) => dayName !== context.dayName,
    hasNone: ({ context }) => context.rows.length === 0,
    hasFilter: ({ context }) => hasFilter(context.filter),
    showsNone: ({ context }) => context.shown.length === 0,
    showsSome: ({ context }) => context.shown.length > 0,
  },
  delays: {
    staleTime: ({ context }) => context.staleTime,
    retryInterval: 15_000,
  },
})
