/**
 * history: the payments of the user. They are loaded page by page, and sorted and filtered here.
 *
 *   loading ──▶ listed ( rows: shown | noMatches  ║  reading: more ─(page by page)─▶ complete
 *      │  └───▶ empty ──list.retry──▶ loading                  └─▶ incomplete ─list.retry─▶ more )
 *      └─────▶ failed ──list.retry──▶ loading
 */
import { assign, setup } from 'xstate'
import { messageOf } from './messageOf.ts'
import { createStubs } from './stub.ts'

export type PaymentStatus = 'complete' | 'pending' | 'failed' | 'refunded' | 'confirmed' | 'other'

/** `date` is ISO 8601 and `year` its local year, both '' if unknown. The amount is in major units. */
export type Payment = {
  id: number
  number: string
  date: string
  year: string
  plan: string
  amount: number | undefined
  method: string
  status: PaymentStatus
}

export type SortBy = 'date' | 'plan' | 'amount' | 'method' | 'status'
export type Sort = { by: SortBy; descending: boolean }

/** '' matches any. `year` has four digits. */
export type Filter = { status: PaymentStatus | ''; year: string }

/** `pages` is the number of pages, `total` the number of payments. */
export type PageResult =
  | { kind: 'granted'; payments: readonly Payment[]; pages: number; total: number }
  | { kind: 'refused'; message: string }

export type HistoryContext = {
  payments: readonly Payment[]
  /** The last page that was loaded; 0 before the first. */
  read: number
  pages: number
  total: number
  sort: Sort
  filter: Filter
  /** In display order. */
  sorted: readonly Payment[]
  /** The ids that match the filter, in display order. */
  shown: readonly number[]
  /** The index of the visible page of rows, from 0. */
  page: number
  message: string
}

export type HistoryEvent =
  | { type: 'list.retry' }
  | { type: 'sort.choose'; by: SortBy }
  | { type: 'filter.change'; filter: Partial<Filter> }
  | { type: 'filter.clear' }
  | { type: 'page.turn'; to: number }

/** The number of payments per visible page. */
export const rowsPerPage = 25

const emptyFilter: Filter = { status: '', year: '' }

/** The value to sort by. */
const sortValueOf = (payment: Payment, by: SortBy): string | number =>
  by === 'amount' ? (payment.amount ?? -1) : payment[by]

/** It runs several times for each payment, so it creates no objects. */
function compare(one: Payment, other: Payment, { by, descending }: Sort): number {
  const a = sortValueOf(one, by)
  const b = sortValueOf(other, by)
  const order = a < b ? -1 : a > b ? 1 : one.id - other.id
  return descending ? -order : order
}

/** Keeps the order: sorting ten thousand payments takes longer than filtering them. */
const shownOf = (sorted: readonly Payment[], filter: Filter): number[] =>
  sorted
    .filter((one) => (filter.status || one.status) === one.status && (filter.year || one.year) === one.year)
    .map(({ id }) => id)

const stub = createStubs('history')

export const historyMachine = setup({
  types: {} as { context: HistoryContext; events: HistoryEvent; meta: { requirement: string | readonly string[] } },
  actors: {
    /** Loads one page, counted from 1. */
    loadPage: stub.promise<PageResult, { page: number }>('loadPage'),
  },
  actions: {
    setPage: assign(({ context }, { result }: { result: PageResult }) => {
      if (result.kind === 'refused') return {}
      // A new payment shifts the pages, so a page may repeat a payment.
      const known = new Set(context.payments.map(({ id }) => id))
      return {
        payments: [...context.payments, ...result.payments.filter(({ id }) => !known.has(id))],
        read: context.read + 1,
        pages: result.pages,
        total: result.total,
        message: '',
      }
    }),
    setRefusal: assign((_, { result }: { result: PageResult }) => ({ message: messageOf(result) })),
    setUnreachable: assign((_, { error }: { error: unknown }) => ({ message: messageOf(error) })),
    clearProgress: assign({ payments: [], read: 0, message: '' }),
    clearMessage: assign({ message: '' }),
    setSort: assign(({ context }, { by }: { by: SortBy }) => ({
      sort: { by, descending: context.sort.by === by ? !context.sort.descending : by === 'date' || by === 'amount' },
      page: 0,
    })),
    setFilter: assign(({ context }, { filter }: { filter: Partial<Filter> }) => ({
      filter: { ...context.filter, ...filter },
      page: 0,
    })),
    setVisiblePage: assign((_, { to }: { to: number }) => ({ page: to })),
    applySort: assign(({ context: { payments, filter, sort } }) => {
      const sorted = [...payments].sort((one, other) => compare(one, other, sort))
      return { sorted, shown: shownOf(sorted, filter) }
    }),
    applyFilter: assign(({ context: { sorted, filter } }) => ({ shown: shownOf(sorted, filter) })),
  },
  guards: {
    wasRefused: (_, { result }: { result: PageResult }) => result.kind === 'refused',
    isAllRead: ({ context }) => context.read >= context.pages,
    hasNone: ({ context }) => context.payments.length === 0,
    hasFilter: ({ context }) => context.filter.status !== '' || context.filter.year !== '',
    showsNone: ({ context }) => context.shown.length === 0,
    showsSome: ({ context }) => context.shown.length > 0,
    isAnother: ({ context }, { to }: { to: number }) =>
      to !== context.page && to >= 0 && to * rowsPerPage < context.shown.length,
  },
}).createMachine({
  id: 'history',
  context: {
    payments: [],
    read: 0,
    pages: 0,
    total: 0,
    sort: { by: 'date', descending: true },
    filter: emptyFilter,
    sorted: [],
    shown: [],
    page: 0,
    message: '',
  },
  initial: 'loading',
  states: {
    loading: {
      description: 'The first page loads.',
      entry: 'clearProgress',
      invoke: {
        id: 'loadFirst',
        src: 'loadPage',
        input: { page: 1 },
        onDone: [
          {
            guard: { type: 'wasRefused', params: ({ event }) => ({ result: event.output }) },
            target: 'failed',
            actions: { type: 'setRefusal', params: ({ event }) => ({ result: event.output }) },
          },
          {
            target: 'listed',
            actions: [{ type: 'setPage', params: ({ event }) => ({ result: event.output }) }, 'applySort'],
          },
        ],
        onError: { target: 'failed', actions: { type: 'setUnreachable', params: ({ event }) => event } },
      },
    },
    failed: {
      description: 'Nothing could be loaded; the page shows the reason and a retry button.',
      meta: { requirement: 'history.empty' },
      on: { 'list.retry': 'loading' },
    },
    empty: {
      description: 'There are no payments.',
      meta: { requirement: 'history.empty' },
      on: { 'list.retry': 'loading' },
    },
    listed: {
      type: 'parallel',
      always: { guard: 'hasNone', target: 'empty' },
      on: {
        'sort.choose': { actions: [{ type: 'setSort', params: ({ event }) => event }, 'applySort'] },
        'filter.change': { actions: [{ type: 'setFilter', params: ({ event }) => event }, 'applyFilter'] },
        'filter.clear': {
          guard: 'hasFilter',
          actions: [{ type: 'setFilter', params: { filter: emptyFilter } }, 'applyFilter'],
        },
        'page.turn': {
          guard: { type: 'isAnother', params: ({ event }) => event },
          actions: { type: 'setVisiblePage', params: ({ event }) => event },
        },
      },
      states: {
        rows: {
          initial: 'shown',
          states: {
            shown: {
              description: 'One page of payments is shown.',
              meta: { requirement: 'history.pages' },
              always: { guard: 'showsNone', target: 'noMatches' },
            },
            noMatches: {
              description: 'No loaded payment matches the filter.',
              meta: { requirement: 'history.empty' },
              always: { guard: 'showsSome', target: 'shown' },
            },
          },
        },
        reading: {
          initial: 'more',
          states: {
            more: {
              description: 'The next page loads in the background.',
              meta: { requirement: 'history.pages' },
              always: { guard: 'isAllRead', target: 'complete' },
              invoke: {
                id: 'loadNext',
                src: 'loadPage',
                input: ({ context }) => ({ page: context.read + 1 }),
                onDone: [
                  {
                    guard: { type: 'wasRefused', params: ({ event }) => ({ result: event.output }) },
                    target: 'incomplete',
                    actions: { type: 'setRefusal', params: ({ event }) => ({ result: event.output }) },
                  },
                  {
                    target: 'more',
                    reenter: true,
                    actions: [{ type: 'setPage', params: ({ event }) => ({ result: event.output }) }, 'applySort'],
                  },
                ],
                onError: { target: 'incomplete', actions: { type: 'setUnreachable', params: ({ event }) => event } },
              },
            },
            incomplete: {
              description: 'A page could not be loaded. The loaded payments stay, with a notice that some are missing.',
              meta: { requirement: 'history.partial' },
              on: { 'list.retry': { target: 'more', actions: 'clearMessage' } },
            },
            complete: { type: 'final', description: 'All payments are loaded.' },
          },
        },
      },
    },
  },
})
