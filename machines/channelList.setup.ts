import { assign, setup } from 'xstate'
import { createChannelMatch, emptyFilter, hasFilter, type ChannelFilter } from './channelFilter.ts'
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
  /** Its color ('#rrggbb'), the initials of its mark, and the URL of its logo. */
  color: string | undefined
  letters: string
  logo: string | undefined
  /** The URL of a still of at most 60 s ago. */
  poster: string | undefined
}

/** `lastWatched` is the slug of the channel that the user watched last; '' without one. */
export type ChannelListInput = { only: 'all' | 'favorites'; filter: ChannelFilter; lastWatched: string }

export type ChannelListContext = {
  only: 'all' | 'favorites'
  filter: ChannelFilter
  lastWatched: string
  /** In the order of the host. */
  channels: readonly ListedChannel[]
  favorites: readonly string[]
  /** The slugs of all channels in the order of Live Channels. A star that is pressed later does not change it. */
  order: readonly string[]
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

const matchesOf = createChannelMatch(({ name, tagline, category, region, now, next }: ListedChannel) => [
  name,
  tagline,
  category,
  region,
  now?.title,
  next?.title,
])

/** Makes the searched texts of a list, so that the first key of a search does not wait for them. */
export const prepareSearch = (channels: readonly ListedChannel[]): void =>
  channels.forEach(matchesOf({ ...emptyFilter, text: 'a' }))

/** The channels of each list by their slugs. They are made once, because every key of a search looks them up. */
const channelMaps = new WeakMap<readonly ListedChannel[], ReadonlyMap<string, ListedChannel>>()
export function channelsBySlug(channels: readonly ListedChannel[]): ReadonlyMap<string, ListedChannel> {
  const map = channelMaps.get(channels) ?? new Map(channels.map((channel) => [channel.slug, channel]))
  channelMaps.set(channels, map)
  return map
}

/**
 * The order of Live Channels: the channel that was watched last, the favorites, the others by topic, and those that are
 * off air. Topics have the order in which the host first names them.
 */
function orderOf(channels: readonly ListedChannel[], own: readonly string[]): readonly string[] {
  const bySlug = channelsBySlug(channels)
  const first = new Set(own.flatMap((slug) => bySlug.get(slug) ?? []))
  const topics = new Map<string, ListedChannel[]>()
  for (const channel of bySlug.values()) {
    const topic = topics.get(channel.category) ?? []
    topics.set(channel.category, topic)
    if (!first.has(channel)) topic.push(channel)
  }
  const all = [...first, ...[...topics.values()].flat()]
  return [...all.filter(({ live }) => live), ...all.filter(({ live }) => !live)].map(({ slug }) => slug)
}

const stub = createStubs('channelList')

export const channelListSetup = setup({
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
    setList: assign(({ context: { lastWatched } }, result: ChannelListResult) =>
      result.kind === 'granted'
        ? {
            channels: result.channels,
            favorites: result.favorites,
            order: orderOf(result.channels, [lastWatched, ...result.favorites]),
            staleTime: result.staleTime,
            message: '',
          }
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
    applyFilter: assign(({ context: { only, channels, favorites, order, filter, shown: last } }) => {
      const bySlug = channelsBySlug(channels)
      const matches = matchesOf(filter)
      // In one pass, because the list can have thousands of channels and a key in the search waits for it.
      const shown: string[] = []
      for (const slug of only === 'all' ? order : favorites) {
        const channel = bySlug.get(slug)
        if (channel && matches(channel)) shown.push(slug)
      }
      // The same array while nothing changes, so that a key that finds the same channels renders no card.
      const isSame = shown.length === last.length && shown.every((slug, at) => slug === last[at])
      return isSame ? {} : { shown }
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
    hasFilter: ({ context }) => hasFilter(context.filter),
    showsNone: ({ context }) => context.shown.length === 0,
    showsSome: ({ context }) => context.shown.length > 0,
  },
  delays: {
    programEnd: ({ context }) => context.staleTime,
    retryInterval: 15_000,
  },
})
