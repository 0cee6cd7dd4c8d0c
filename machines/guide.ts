/**
 * guide: the programs of a day by channel and time. The list is filtered, refreshed, and a show can be opened.
 *
 *   loading ──▶ listed ( matches: some | none  ║  freshness: current ─▶ refreshing ─▶ current | stale  ║  show: closed | opened )
 *    ▲ │ └────▶ empty      └──day.choose──▶ loading
 *    │ └──────▶ failed ──list.retry, day.choose──▶ loading
 */
import { emptyFilter } from './channelFilter.ts'
import { guideSetup, nothingOpened } from './guide.setup.ts'

export const guideMachine = guideSetup.createMachine({
  id: 'guide',
  context: ({ input }) => ({
    dayName: 'today',
    day: { from: 0, to: 0 },
    filter: input.filter,
    rows: [],
    shown: [],
    opened: nothingOpened,
    staleTime: 0,
    message: '',
  }),
  initial: 'loading',
  on: {
    'day.choose': {
      guard: { type: 'isOtherDay', params: ({ event }) => event },
      target: '.loading',
      actions: { type: 'setDayName', params: ({ event }) => event },
    },
  },
  states: {
    loading: {
      description: 'The channels and the shows of the day are loading. The page shows a skeleton.',
      tags: ['busy'],
      invoke: {
        id: 'loadGuide',
        src: 'loadGuide',
        input: ({ context, event }) => ({
          dayName: context.dayName,
          fresh: event.type === 'list.retry' || event.type === 'day.choose',
        }),
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
      description: 'The guide could not be loaded. The page shows the reason and a retry button.',
      meta: { requirement: 'guide.failure' },
      on: { 'list.retry': 'loading' },
    },
    empty: {
      description: 'There are no channels.',
      meta: { requirement: 'guide.empty' },
      on: { 'list.retry': 'loading' },
    },
    listed: {
      type: 'parallel',
      description: 'The guide is loaded.',
      always: { guard: 'hasNone', target: 'empty' },
      on: {
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
              description: 'The channels that match the filter are shown with their shows.',
              meta: { requirement: ['guide.day', 'guide.filter', 'guide.search'] },
              always: { guard: 'showsNone', target: 'none' },
            },
            none: {
              description: 'No channel and no show matches the filter. The page offers to show all channels.',
              meta: { requirement: 'guide.filter' },
              always: { guard: 'showsSome', target: 'some' },
            },
          },
        },
        freshness: {
          initial: 'current',
          states: {
            current: {
              description: 'The schedule is current.',
              after: { staleTime: 'refreshing' },
            },
            refreshing: {
              description: 'Some time has passed, or the day has ended. The guide is loaded again in the background.',
              meta: { requirement: 'guide.fresh' },
              invoke: {
                id: 'loadGuide',
                src: 'loadGuide',
                input: ({ context }) => ({ dayName: context.dayName, fresh: true }),
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
              description: 'The guide could not be refreshed. The old one stays, and the request is repeated.',
              meta: { requirement: 'guide.fresh' },
              after: { retryInterval: 'refreshing' },
              on: { 'list.retry': 'refreshing' },
            },
          },
        },
        show: {
          initial: 'closed',
          states: {
            closed: {
              description: 'No show is open.',
              entry: 'clearOpened',
              on: { 'show.open': { target: 'opened', actions: { type: 'setOpened', params: ({ event }) => event } } },
            },
            opened: {
              description: 'A show is open: its description, and a link to the channel or a reminder.',
              meta: { requirement: 'guide.show' },
              on: { 'show.close': 'closed' },
            },
          },
        },
      },
    },
  },
})
