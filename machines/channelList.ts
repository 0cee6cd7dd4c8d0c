/**
 * channelList: the list of channels, or of the favorites. It is loaded, filtered, and refreshed when a program ends.
 *
 *   loading ──▶ listed ( matches: some | none  ║  freshness: current ─(a program ends)─▶ refreshing ─▶ current )
 *      │  └───▶ empty                                                                            └─▶ stale ─▶ refreshing
 *      └─────▶ failed ──list.retry──▶ loading
 */
import { emptyFilter } from './channelFilter.ts'
import { channelListSetup } from './channelList.setup.ts'

export const channelListMachine = channelListSetup.createMachine({
  id: 'channelList',
  context: ({ input }) => ({
    only: input.only,
    filter: input.filter,
    lastWatched: input.lastWatched,
    channels: [],
    favorites: [],
    order: [],
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
              meta: { requirement: ['channels.list', 'channels.order', 'channels.orderKept'] },
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
