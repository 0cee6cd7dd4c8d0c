/**
 * channelList: the wall of channels, or of the favourites among them. Read, sifted by words, kept up with the clock.
 *
 *   loading ──▶ listed ( wall: shown | unmatched  ║  freshness: current ─(a programme ends)─▶ refreshing ─▶ current )
 *      │  └───▶ empty                                                                            └─▶ stale ─▶ refreshing
 *      └─────▶ failed ──list.retry──▶ loading
 */
import { assign, fromCallback, fromPromise, setup } from 'xstate'

/** Times are ISO 8601, undefined where the host did not say. */
export type Programme = { title: string; startsAt: string | undefined; endsAt: string | undefined }

/** What the wall needs of a channel. `now` and `next` are undefined where nothing is announced. */
export type ListedChannel = {
  slug: string
  name: string
  tagline: string
  category: string
  region: string
  live: boolean
  now: Programme | undefined
  next: Programme | undefined
  /** Its own colour ('#rrggbb'), the letters of its mark, and the address of its logo. */
  colour: string | undefined
  letters: string
  logo: string | undefined
}

/** Words that a channel must carry to be shown. Empty: any. */
export type ChannelFilter = { category: string; region: string; text: string }

export type ChannelListInput = { only: 'all' | 'favourites'; filter: ChannelFilter }

export type ChannelListContext = {
  only: 'all' | 'favourites'
  sieve: ChannelFilter
  channels: readonly ListedChannel[]
  favourites: readonly string[]
  /** The slugs that the sieve leaves, in the order in which they are shown. */
  shown: readonly string[]
  /** How long what was read stays true, in ms: until the first programme ends. */
  lasts: number
  message: string
  /** Whether to ask the host even where something is remembered: somebody pressed Retry. */
  fresh: boolean
}

export type ChannelListEvent =
  | { type: 'sieve.change'; sieve: Partial<ChannelFilter> }
  | { type: 'sieve.clear' }
  | { type: 'list.retry' }
  | { type: 'favourites.changed'; favourites: readonly string[] }

/** `busy`: nothing to show yet. */
export type ChannelListTag = 'busy'

export type ChannelListAnswer =
  | { kind: 'granted'; channels: readonly ListedChannel[]; favourites: readonly string[]; staleTime: number }
  | { kind: 'refused'; message: string }

const emptyFilter: ChannelFilter = { category: '', region: '', text: '' }
const foldText = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

export const channelListMachine = setup({
  types: {} as {
    input: ChannelListInput
    context: ChannelListContext
    events: ChannelListEvent
    tags: ChannelListTag
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    /** `fresh`: ask the host, whatever is remembered. */
    loadChannels: fromPromise<ChannelListAnswer, { fresh: boolean }>(() => {
      throw new Error('channelList: provide loadChannels')
    }),
    /** Says `favourites.changed` whenever a star has turned somewhere. */
    watchFavourites: fromCallback<ChannelListEvent>(() => {
      throw new Error('channelList: provide watchFavourites')
    }),
  },
  actions: {
    rememberList: assign((_, { answer }: { answer: ChannelListAnswer }) =>
      answer.kind === 'granted'
        ? { channels: answer.channels, favourites: answer.favourites, lasts: answer.staleTime, message: '' }
        : {},
    ),
    rememberFavourites: assign((_, { favourites }: { favourites: readonly string[] }) => ({ favourites })),
    rememberRefusal: assign((_, { answer }: { answer: ChannelListAnswer }) => ({
      message: answer.kind === 'refused' ? answer.message : '',
    })),
    rememberLoss: assign({ message: 'No answer. Check your connection and try again.' }),
    demandFresh: assign({ fresh: true }),
    rememberSieve: assign(({ context }, sieve: Partial<ChannelFilter>) => ({ sieve: { ...context.sieve, ...sieve } })),
    sift: assign(({ context: { only, channels, favourites, sieve } }) => {
      const listed =
        only === 'all' ? channels : favourites.flatMap((slug) => channels.filter((channel) => channel.slug === slug))
      const wanted = foldText(sieve.text).split(/\s+/).filter(Boolean)
      const left = listed.filter((channel) => {
        const { name, tagline, category, region, now, next } = channel
        const said = foldText([name, tagline, category, region, now?.title, next?.title].join(' '))
        return (
          (sieve.category === '' || category === sieve.category) &&
          (sieve.region === '' || region === sieve.region) &&
          wanted.every((word) => said.includes(word))
        )
      })
      return { shown: left.map(({ slug }) => slug) }
    }),
    /** Writes the sieve where a way back finds it again (the address). */
    keepSieve: (_, _sieve: ChannelFilter) => {
      throw new Error('channelList: provide keepSieve')
    },
  },
  guards: {
    wasRefused: (_, { answer }: { answer: ChannelListAnswer }) => answer.kind === 'refused',
    hasNone: ({ context }) =>
      context.only === 'all'
        ? context.channels.length === 0
        : !context.channels.some(({ slug }) => context.favourites.includes(slug)),
    isSifting: ({ context }) => Object.values(context.sieve).some((word) => word !== ''),
    showsNone: ({ context }) => context.shown.length === 0,
    showsSome: ({ context }) => context.shown.length > 0,
  },
  delays: {
    untilProgrammeEnds: ({ context }) => context.lasts,
    untilNextTry: 15_000,
  },
}).createMachine({
  id: 'channelList',
  context: ({ input }) => ({
    only: input.only,
    sieve: input.filter,
    channels: [],
    favourites: [],
    shown: [],
    lasts: 0,
    message: '',
    fresh: false,
  }),
  invoke: { id: 'watchFavourites', src: 'watchFavourites' },
  initial: 'loading',
  states: {
    loading: {
      description: 'Channels and favourites are read; the wall is there as bare shapes.',
      tags: ['busy'],
      invoke: {
        id: 'loadChannels',
        src: 'loadChannels',
        input: ({ context }) => ({ fresh: context.fresh }),
        onDone: [
          {
            guard: { type: 'wasRefused', params: ({ event }) => ({ answer: event.output }) },
            target: 'failed',
            actions: { type: 'rememberRefusal', params: ({ event }) => ({ answer: event.output }) },
          },
          {
            target: 'listed',
            actions: [{ type: 'rememberList', params: ({ event }) => ({ answer: event.output }) }, 'sift'],
          },
        ],
        onError: { target: 'failed', actions: 'rememberLoss' },
      },
    },
    failed: {
      description: 'Nothing could be read; what the host said, and Retry.',
      meta: { requirement: 'channels.failure' },
      on: { 'list.retry': { target: 'loading', actions: 'demandFresh' } },
    },
    empty: {
      description: 'There is nothing to list: no favourite yet, or no channel at all.',
      meta: { requirement: 'channels.empty' },
      on: {
        'list.retry': { target: 'loading', actions: 'demandFresh' },
        'favourites.changed': {
          target: 'listed',
          actions: [{ type: 'rememberFavourites', params: ({ event }) => ({ favourites: event.favourites }) }, 'sift'],
        },
      },
    },
    listed: {
      type: 'parallel',
      description: 'The wall stands.',
      always: { guard: 'hasNone', target: 'empty' },
      on: {
        'favourites.changed': {
          actions: [{ type: 'rememberFavourites', params: ({ event }) => ({ favourites: event.favourites }) }, 'sift'],
        },
        'sieve.change': {
          actions: [
            { type: 'rememberSieve', params: ({ event }) => event.sieve },
            'sift',
            { type: 'keepSieve', params: ({ context }) => context.sieve },
          ],
        },
        'sieve.clear': {
          guard: 'isSifting',
          actions: [
            { type: 'rememberSieve', params: emptyFilter },
            'sift',
            { type: 'keepSieve', params: ({ context }) => context.sieve },
          ],
        },
      },
      states: {
        wall: {
          initial: 'shown',
          states: {
            shown: {
              description: 'The channels that the sieve leaves.',
              meta: { requirement: 'channels.wall' },
              always: { guard: 'showsNone', target: 'unmatched' },
            },
            unmatched: {
              description: 'The sieve leaves nothing: a sentence, and the way to all channels.',
              meta: { requirement: 'channels.empty' },
              always: { guard: 'showsSome', target: 'shown' },
            },
          },
        },
        freshness: {
          initial: 'current',
          states: {
            current: {
              description: 'What is shown is on air now.',
              after: { untilProgrammeEnds: 'refreshing' },
            },
            refreshing: {
              description: 'A programme has ended: the channels are read again, unseen.',
              meta: { requirement: 'channels.fresh' },
              invoke: {
                id: 'loadChannels',
                src: 'loadChannels',
                input: { fresh: true },
                onDone: [
                  {
                    guard: { type: 'wasRefused', params: ({ event }) => ({ answer: event.output }) },
                    target: 'stale',
                  },
                  {
                    target: 'current',
                    actions: [{ type: 'rememberList', params: ({ event }) => ({ answer: event.output }) }, 'sift'],
                  },
                ],
                onError: 'stale',
              },
            },
            stale: {
              description: 'The host did not say what is on now: the wall stands as it was, and it is asked again.',
              meta: { requirement: 'channels.fresh' },
              after: { untilNextTry: 'refreshing' },
              on: { 'list.retry': 'refreshing' },
            },
          },
        },
      },
    },
  },
})
