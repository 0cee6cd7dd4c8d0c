/**
 * history: the payments of the user. They are loaded page by page, and sorted and filtered here.
 *
 *   loading ──▶ listed ( rows: shown | unmatched  ║  reading: more ─(page by page)─▶ complete
 *      │  └───▶ empty ──list.retry──▶ loading                  └─▶ stopped ─list.retry─▶ more )
 *      └─────▶ failed ──list.retry──▶ loading
 */
import { assign, fromPromise, setup } from 'xstate'

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
export type PageAnswer =
  { kind: 'granted'; payments: readonly Payment[]; pages: number; total: number } | { kind: 'refused'; message: string }

export type HistoryContext = {
  payments: readonly Payment[]
  /** The last page that was loaded; 0 before the first. */
  read: number
  pages: number
  total: number
  sort: Sort
  filter: Filter
  /** The ids that match the filter, in display order. */
  shown: readonly number[]
  /** The screenful that is shown, from 0. */
  screenful: number
  message: string
}

export type HistoryEvent =
  | { type: 'list.retry' }
  | { type: 'sort.choose'; by: SortBy }
  | { type: 'filter.change'; filter: Partial<Filter> }
  | { type: 'filter.clear' }
  | { type: 'screenful.turn'; to: number }

/** The number of payments on the screen. */
export const rowsPerScreen = 25

const emptyFilter: Filter = { status: '', year: '' }

/** The value to sort by. */
const sortValueOf = (payment: Payment, by: SortBy): string | number =>
  by === 'amount' ? (payment.amount ?? -1) : payment[by]

function compare(one: Payment, other: Payment, { by, descending }: Sort): number {
  const [a, b] = [sortValueOf(one, by), sortValueOf(other, by)]
  const order = a < b ? -1 : a > b ? 1 : one.id - other.id
  return descending ? -order : order
}

export const historyMachine = setup({
  types: {} as { context: HistoryContext; events: HistoryEvent; meta: { requirement: string | readonly string[] } },
  actors: {
    /** Loads one page, counted from 1. */
    loadPage: fromPromise<PageAnswer, { page: number }>(() => {
      throw new Error('history: provide loadPage')
    }),
  },
  actions: {
    setPage: assign(({ context }, { answer }: { answer: PageAnswer }) => {
      if (answer.kind === 'refused') return {}
      // A new payment shifts the pages, so a page may repeat a payment.
      const known = new Set(context.payments.map(({ id }) => id))
      return {
        payments: [...context.payments, ...answer.payments.filter(({ id }) => !known.has(id))],
        read: context.read + 1,
        pages: answer.pages,
        total: answer.total,
        message: '',
      }
    }),
    setRefusal: assign((_, { answer }: { answer: PageAnswer }) => ({
      message: (answer.kind === 'refused' && answer.message) || 'Something went wrong',
    })),
    setUnreachable: assign((_, { error }: { error: unknown }) => ({
      message: (error instanceof Error && error.message) || 'Something went wrong',
    })),
    clearProgress: assign({ payments: [], read: 0, message: '' }),
    clearMessage: assign({ message: '' }),
    setSort: assign(({ context }, { by }: { by: SortBy }) => ({
      sort: { by, descending: context.sort.by === by ? !context.sort.descending : by === 'date' || by === 'amount' },
      screenful: 0,
    })),
    setFilter: assign(({ context }, { filter }: { filter: Partial<Filter> }) => ({
      filter: { ...context.filter, ...filter },
      screenful: 0,
    })),
    setScreenful: assign((_, { to }: { to: number }) => ({ screenful: to })),
    applyFilter: assign(({ context: { payments, filter, sort } }) => ({
      shown: payments
        .filter(({ status }) => filter.status === '' || status === filter.status)
        .filter(({ year }) => filter.year === '' || year === filter.year)
        .sort((one, other) => compare(one, other, sort))
        .map(({ id }) => id),
    })),
  },
  guards: {
    wasRefused: (_, { answer }: { answer: PageAnswer }) => answer.kind === 'refused',
    isAllRead: ({ context }) => context.read >= context.pages,
    hasNone: ({ context }) => context.payments.length === 0,
    hasFilter: ({ context }) => context.filter.status !== '' || context.filter.year !== '',
    showsNone: ({ context }) => context.shown.length === 0,
    showsSome: ({ context }) => context.shown.length > 0,
    isAnother: ({ context }, { to }: { to: number }) =>
      to !== context.screenful && to >= 0 && to * rowsPerScreen < context.shown.length,
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
    shown: [],
    screenful: 0,
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
            guard: { type: 'wasRefused', params: ({ event }) => ({ answer: event.output }) },
            target: 'failed',
            actions: { type: 'setRefusal', params: ({ event }) => ({ answer: event.output }) },
          },
          {
            target: 'listed',
            actions: [{ type: 'setPage', params: ({ event }) => ({ answer: event.output }) }, 'applyFilter'],
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
        'sort.choose': { actions: [{ type: 'setSort', params: ({ event }) => event }, 'applyFilter'] },
        'filter.change': { actions: [{ type: 'setFilter', params: ({ event }) => event }, 'applyFilter'] },
        'filter.clear': {
          guard: 'hasFilter',
          actions: [{ type: 'setFilter', params: { filter: emptyFilter } }, 'applyFilter'],
        },
        'screenful.turn': {
          guard: { type: 'isAnother', params: ({ event }) => event },
          actions: { type: 'setScreenful', params: ({ event }) => event },
        },
      },
      states: {
        rows: {
          initial: 'shown',
          states: {
            shown: {
              description: 'A screenful of payments is shown.',
              meta: { requirement: 'history.pages' },
              always: { guard: 'showsNone', target: 'unmatched' },
            },
            unmatched: {
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
                    guard: { type: 'wasRefused', params: ({ event }) => ({ answer: event.output }) },
                    target: 'stopped',
                    actions: { type: 'setRefusal', params: ({ event }) => ({ answer: event.output }) },
                  },
                  {
                    target: 'more',
                    reenter: true,
                    actions: [{ type: 'setPage', params: ({ event }) => ({ answer: event.output }) }, 'applyFilter'],
                  },
                ],
                onError: { target: 'stopped', actions: { type: 'setUnreachable', params: ({ event }) => event } },
              },
            },
            stopped: {
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
