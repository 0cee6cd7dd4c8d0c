import { historyMachine, type PageResult, type Payment } from '../../machines/history.ts'
import { createModel } from '../paths/model.ts'

const dayOf = (id: number) => new Date(Date.UTC(2026, 10 - (300 - id), 2))

/** Returns `count` payments with descending ids, newest first: one a month, every tenth failed. */
export const payments = (from: number, count: number): Payment[] =>
  Array.from({ length: count }, (_, at) => ({
    id: from - at,
    number: `ch_${from - at}`,
    date: dayOf(from - at).toISOString(),
    year: String(dayOf(from - at).getUTCFullYear()),
    plan: (from - at) % 2 ? 'Monthly' : 'Yearly',
    amount: 19.99,
    method: 'Card',
    status: (from - at) % 10 ? 'complete' : 'failed',
  }))

const page = (from: number, count: number, pages: number): PageResult => ({
  kind: 'granted',
  payments: payments(from, count),
  pages,
  total: 40,
})

export default createModel({
  machine: historyMachine,
  inputs: { 'the history': undefined },
  events: {
    'list.retry': 'Press Try again',
    'sort.choose': { 'by date in reverse': { by: 'date' }, 'by amount': { by: 'amount' }, 'by plan': { by: 'plan' } },
    'filter.change': {
      'failed ones': { filter: { status: 'failed' } },
      'the year 2024': { filter: { year: '2024' } },
    },
    'filter.clear': 'Press “Show all”',
    'page.turn': { 'to the second': { to: 1 }, 'back to the first': { to: 0 }, 'past the end': { to: 99 } },
  },
  outcomes: {
    loadFirst: {
      done: {
        'the only page': page(300, 30, 1),
        'the first page of two': page(300, 30, 2),
        'no payment': { kind: 'granted', payments: [], pages: 0, total: 0 },
        refused: { kind: 'refused', message: 'There were no transactions found.' },
        'refused without a message': { kind: 'refused', message: '' },
      },
      error: { unreachable: new Error('Statecast isn’t responding. Check your connection and try again.') },
    },
    loadNext: {
      done: {
        'the second page, with a repeated payment': page(271, 11, 2),
        refused: { kind: 'refused', message: 'Too many requests. Please wait a moment.' },
      },
      error: { unreachable: new Error('Statecast isn’t responding. Check your connection and try again.') },
    },
  },
  stateKey: ({ context }) => [context.filter, context.page, context.payments.length],
  invariants: {
    'every failure has a message': (snapshot) =>
      !(snapshot.matches('failed') || snapshot.matches({ listed: { reading: 'incomplete' } })) ||
      snapshot.context.message !== '',
    'every shown payment exists and is listed once': ({ context }) =>
      new Set(context.shown).size === context.shown.length &&
      context.shown.every((id) => context.payments.some((payment) => payment.id === id)),
    'without a filter every payment is shown': (snapshot) =>
      !snapshot.matches('listed') ||
      snapshot.context.filter.status !== '' ||
      snapshot.context.filter.year !== '' ||
      snapshot.context.shown.length === snapshot.context.payments.length,
    'the list is complete only when every page is loaded': (snapshot) =>
      !snapshot.matches({ listed: { reading: 'complete' } }) || snapshot.context.read >= snapshot.context.pages,
    'the shown page is not past the end': ({ context }) =>
      context.page === 0 || context.page * 25 < context.shown.length,
  },
  texts: {
    events: {
      'sort.choose / by date in reverse': 'Press the heading Date',
      'sort.choose / by amount': 'Press the heading Amount',
      'sort.choose / by plan': 'Press the heading Plan',
      'filter.change / failed ones': 'Choose the status Failed',
      'filter.change / the year 2024': 'Choose the year 2024',
      'page.turn / to the second': 'Press Next',
      'page.turn / back to the first': 'Press Previous',
      'page.turn / past the end': 'Go beyond the last page',
    },
    outcomes: {
      'loadFirst done / the only page': 'The host lists the only page',
      'loadFirst done / the first page of two': 'The host lists the first page of two',
      'loadFirst done / no payment': 'The host lists no payments',
      'loadFirst done / refused': 'The host refuses',
      'loadFirst done / refused without a message': 'The host refuses without a message',
      'loadNext done / the second page, with a repeated payment': 'The host lists the second page',
      'loadNext done / refused': 'The host refuses the second page',
    },
  },
  manual: {
    starts: { '': { as: 'member', open: '/profile/transcation-history' } },
    calls: { loadFirst: 'GET /wp-json/mp/v1/transactions', loadNext: 'GET /wp-json/mp/v1/transactions' },
    causedBy: { 'page.turn / past the end': { impossible: 'Next is disabled on the last page.' } },
  },
})
