/**
 * channelList: the list of channels, or of the favorites. It is loaded, filtered, and refreshed when a program ends.
 *
 *   loading ──▶ listed ( matches: some | none  ║  freshness: current ─(a program ends)─▶ refreshing ─▶ current )
 *      │  └───▶ empty                                                                            └─▶ stale ─▶ refreshing
 *      └─────▶ failed ──list.retry──▶ loading
 */
import { assign, setup } from 'xstate'
import { messageOf } from './messageOf.ts'
import { createStubs } from './stub.ts'

/** Times are ISO 8601; undefined where the host gives none. */
export type Show = { title: string; startsAt: string | undefined; endsAt: string | undefined }

/** A channel in the list. `now` and `next` are undefined if the host sends no program. */
export type ListedChannel = {
  slug: string
  name: string
  tagline: string
  category: string
  region: string
  live: boolean
  now: Show | undefined
  next: Show | undefined
  /** Its color ('#rrggbb'), the initials on its card, and the URL of its logo. */
  color: string | undefined
  letters: string
  logo: string | undefined
}

/** A channel is shown if it matches all three. An empty string matches any channel. */
export type ChannelFilter = { category: string; region: string; text: string }

export type ChannelListInput = { only: 'all' | 'favorites'; filter: ChannelFilter }

export type ChannelListContext = {
  only: 'all' | 'favorites'
  filter: ChannelFilter
  channels: readonly ListedChannel[]
  favorites: readonly string[]
  /** The slugs that match the filter, in display order. */
  shown: readonly string[]
  /** How long the list stays current, in ms: until the first program ends. */
  staleTime: number
  message: string
}

export type ChannelListEvent =
  | { type: 'filter.change'; filter: Partial<ChannelFilter> }
  | { type: 'filter.clear' }
  | { type: 'list.retry' }
  | { type: 'favorites.changed'; favorites: readonly string[] }

/** `busy`: there is nothing to show yet. */
export type ChannelListTag = 'busy'

export type ChannelListResult =
  | { kind: 'granted'; channels: readonly ListedChannel[]; favorites: readonly string[]; staleTime: number }
  | { kind: 'refused'; message: string }

const emptyFilter: ChannelFilter = { category: '', region: '', text: '' }
const foldText = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const stub = createStubs('channelList')

export const channelListMachine = setup({
  types: {} as {
    input: ChannelListInput
    context: ChannelListContext
    events: ChannelListEvent
    tags: ChannelListTag
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    /** `fresh`: request the list even if it is cached. */
    loadChannels: stub.promise<ChannelListResult, { fresh: boolean }>('loadChannels'),
    /** Sends `favorites.changed` whenever the list of favorites changes. */
    watchFavorites: stub.callback<ChannelListEvent>('watchFavorites'),
  },
  actions: {
    setList: assign((_, result: ChannelListResult) =>
      result.kind === 'granted'
        ? { channels: result.channels, favorites: result.favorites, staleTime: result.staleTime, message: '' }
        : {},
    ),
    setFavorites: assign((_, { favorites }: { favorites: readonly string[] }) => ({ favorites })),
    setRefusal: assign((_, result: ChannelListResult) => ({
      message: result.kind === 'refused' ? result.message : '',
    })),
    setUnreachable: assign((_, { error }: { error: unknown }) => ({
      message: messageOf(error),
    })),
    setFilter: assign(({ context }, filter: Partial<ChannelFilter>) => ({ filter: { ...context.filter, ...filter } })),
    applyFilter: assign(({ context: { only, channels, favorites, filter } }) => {
      const listed =
        only === 'all' ? channels : favorites.flatMap((slug) => channels.filter((channel) => channel.slug === slug))
      // Every text includes the empty terms between two spaces.
      const terms = foldText(filter.text).split(/\s/)
      const matching = listed.filter((channel) => {
        const { name, tagline, category, region, now, next } = channel
        const text = foldText([name, tagline, category, region, now?.title, next?.title].join(' '))
        return (
          (filter.category === '' || category === filter.category) &&
          (filter.region === '' || region === filter.region) &&
          terms.every((word) => text.includes(word))
        )
      })
      return { shown: matching.map(({ slug }) => slug) }
    }),
    /** Writes the filter into the URL of the page, so that going back restores it. */
    saveFilter: (_, _filter: ChannelFilter) => stub.action('saveFilter')(),
  },
  guards: {
    wasRefused: (_, result: ChannelListResult) => result.kind === 'refused',
    hasNone: ({ context }) =>
      context.only === 'all'
        ? context.channels.length === 0
        : !context.channels.some(({ slug }) => context.favorites.includes(slug)),
    hasFilter: ({ context }) => Object.values(context.filter).some((value) => value !== ''),
    showsNone: ({ context }) => context.shown.length === 0,
    showsSome: ({ context }) => context.shown.length > 0,
  },
  delays: {
    programEnd: ({ context }) => context.staleTime,
    retryInterval: 15_000,
  },
}).createMachine({
  id: 'channelList',
  context: ({ input }) => ({
    only: input.only,
    filter: input.filter,
    channels: [],
    favorites: [],
    shown: [],
    staleTime: 0,
    message: '',
  }),
  invoke: { id: 'watchFavorites', src: 'watchFavorites' },
  initial: 'loading',
  states: {
    loading: {
      description: 'Channels and favorites are loading. The page shows a skeleton.',
      tags: ['busy'],
      invoke: {
        id: 'loadChannels',
        src: 'loadChannels',
        input: ({ event }) => ({ fresh: event.type === 'list.retry' }),
        onDone: [
          {
            guard: { type: 'wasRefused', params: ({ event }) => event.output },
            target: 'failed',
            actions: { type: 'setRefusal', params: ({ event }) => event.output },
          },
          { target: 'listed', actions: [{ type: 'setList', params: ({ event }) => event.output }, 'applyFilter'] },
        ],
        onError: { target: 'failed', actions: { type: 'setUnreachable', params: ({ event }) => event } },
      },
    },
    failed: {
      description: 'The list could not be loaded. The page shows the reason and a retry button.',
      meta: { requirement: 'channels.failure' },
      on: { 'list.retry': 'loading' },
    },
    empty: {
      description: 'There are no favorites yet, or no channels at all.',
      meta: { requirement: 'channels.empty' },
      on: {
        'list.retry': 'loading',
        'favorites.changed': {
          target: 'listed',
          actions: [{ type: 'setFavorites', params: ({ event }) => event }, 'applyFilter'],
        },
      },
    },
    listed: {
      type: 'parallel',
      description: 'The list is loaded.',
      always: { guard: 'hasNone', target: 'empty' },
      on: {
        'favorites.changed': { actions: [{ type: 'setFavorites', params: ({ event }) => event }, 'applyFilter'] },
        'filter.change': {
          actions: [
            { type: 'setFilter', params: ({ event }) => event.filter },
            'applyFilter',
            { type: 'saveFilter', params: ({ context }) => context.filter },
          ],
        },
        'filter.clear': {
          guard: 'hasFilter',
          actions: [
            { type: 'setFilter', params: emptyFilter },
            'applyFilter',
            { type: 'saveFilter', params: ({ context }) => context.filter },
          ],
        },
      },
      states: {
        matches: {
          initial: 'some',
          states: {
            some: {
              description: 'The channels that match the filter are shown.',
              meta: { requirement: 'channels.list' },
              always: { guard: 'showsNone', target: 'none' },
            },
            none: {
              description: 'No channel matches the filter. The page offers to show all channels.',
              meta: { requirement: 'channels.empty' },
              always: { guard: 'showsSome', target: 'some' },
            },
          },
        },
        freshness: {
          initial: 'current',
          states: {
            current: {
              description: 'The list shows the current programs.',
              after: { programEnd: 'refreshing' },
            },
            refreshing: {
              description: 'A program has ended. The list is loaded again in the background.',
              meta: { requirement: 'channels.fresh' },
              invoke: {
                id: 'loadChannels',
                src: 'loadChannels',
                input: { fresh: true },
                onDone: [
                  { guard: { type: 'wasRefused', params: ({ event }) => event.output }, target: 'stale' },
                  {
                    target: 'current',
                    actions: [{ type: 'setList', params: ({ event }) => event.output }, 'applyFilter'],
                  },
                ],
                onError: 'stale',
              },
            },
            stale: {
              description: 'The list could not be refreshed. The old list stays, and the request is repeated.',
              meta: { requirement: 'channels.fresh' },
              after: { retryInterval: 'refreshing' },
              on: { 'list.retry': 'refreshing' },
            },
          },
        },
      },
    },
  },
})
