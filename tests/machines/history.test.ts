import { historyMachine, type Payment, type PaymentStatus } from '../../machines/history.ts'
import { done, errored, testExamples } from './runEvents.ts'

const payment = (id: number, year: string, plan: string, amount: number, status: PaymentStatus): Payment => ({
  id,
  number: `ch_${id}`,
  date: `${year}-11-02T00:00:00.000Z`,
  year,
  plan,
  amount,
  method: 'Card',
  status,
})
const november = payment(3, '2026', 'Yearly', 199, 'complete')
const failed = payment(2, '2025', 'Monthly', 19.99, 'failed')
const oldest = payment(1, '2024', 'Monthly', 19.99, 'complete')
const twentyFive = Array.from({ length: 25 }, (_, index) => ({ ...oldest, id: 101 + index }))
const page = (id: string, payments: readonly Payment[], pages: number) =>
  done(id, { kind: 'granted', payments, pages, total: 3 })
const loaded = page('loadFirst', [november, failed, oldest], 1)
const listed = (rows: 'shown' | 'noMatches', reading = 'complete') => ({ listed: { rows, reading } })
const filter = (part: object) => ({ type: 'filter.change', filter: part })

testExamples(historyMachine, {
  'lists the payments, newest first': { when: [loaded], state: listed('shown'), shows: { shown: [3, 2, 1], total: 3 } },
  'says that there are no payments': { requirement: 'history.empty', when: [page('loadFirst', [], 0)], state: 'empty' },
  'shows why the host refuses': {
    requirement: 'history.empty',
    when: [done('loadFirst', { kind: 'refused', message: 'There were no transactions found.' })],
    state: 'failed',
    shows: { message: 'There were no transactions found.' },
  },
  'loads the next page and drops a payment that both pages have': {
    requirement: 'history.pages',
    when: [page('loadFirst', [november, failed], 2), page('loadNext', [failed, oldest], 2)],
    state: listed('shown'),
    shows: { shown: [3, 2, 1], read: 2 },
  },
  'loads page after page': {
    when: [page('loadFirst', [november], 3), page('loadNext', [failed], 3)],
    state: listed('shown', 'more'),
    starts: [['loadNext', { page: 3 }]],
  },
  'keeps the loaded payments if the next page fails': {
    requirement: 'history.partial',
    when: [page('loadFirst', [november, failed], 2), errored('loadNext', new Error('Statecast isn’t responding.'))],
    state: listed('shown', 'incomplete'),
    shows: { shown: [3, 2], message: 'Statecast isn’t responding.' },
  },
  'requests the missing page again': {
    requirement: 'history.partial',
    when: [page('loadFirst', [november], 2), errored('loadNext'), { type: 'list.retry' }],
    state: listed('shown', 'more'),
    shows: { message: '' },
    starts: [['loadNext', { page: 2 }]],
  },
  'filters by status and year together': {
    when: [loaded, filter({ status: 'failed' }), filter({ year: '2024' })],
    state: listed('noMatches'),
    shows: { shown: [], filter: { status: 'failed', year: '2024' } },
  },
  '“Show all” clears the filter': {
    when: [loaded, filter({ status: 'failed' }), { type: 'filter.clear' }],
    state: listed('shown'),
    shows: { shown: [3, 2, 1], filter: { status: '', year: '' } },
  },
  'sorts by amount, largest first, then smallest first': {
    when: [loaded, { type: 'sort.choose', by: 'amount' }, { type: 'sort.choose', by: 'amount' }],
    state: listed('shown'),
    shows: { sort: { by: 'amount', descending: false }, shown: [1, 2, 3] },
  },
  'sorts by plan, first letter first': {
    when: [loaded, { type: 'sort.choose', by: 'plan' }],
    state: listed('shown'),
    shows: { sort: { by: 'plan', descending: false }, shown: [1, 2, 3] },
  },
  'sorts by plan whatever the ids': {
    when: [
      page(
        'loadFirst',
        [
          { ...oldest, plan: 'Lifetime' },
          { ...failed, plan: 'Yearly' },
          { ...november, plan: 'Monthly' },
        ],
        1,
      ),
      { type: 'sort.choose', by: 'plan' },
    ],
    state: listed('shown'),
    shows: { shown: [1, 3, 2] },
  },
  'sorts payments of the same plan by id': {
    when: [page('loadFirst', [oldest, failed], 1), { type: 'sort.choose', by: 'plan' }],
    state: listed('shown'),
    shows: { shown: [1, 2] },
  },
  'sorts by date again, newest first': {
    when: [loaded, { type: 'sort.choose', by: 'plan' }, { type: 'sort.choose', by: 'date' }],
    state: listed('shown'),
    shows: { sort: { by: 'date', descending: true }, shown: [3, 2, 1] },
  },
  'sorts a payment without an amount last': {
    when: [
      page('loadFirst', [{ ...november, amount: undefined }, failed, { ...oldest, amount: 0 }], 1),
      { type: 'sort.choose', by: 'amount' },
    ],
    state: listed('shown'),
    shows: { shown: [2, 1, 3] },
  },
  '“Show all” clears a year too': {
    when: [loaded, filter({ year: '2024' }), { type: 'filter.clear' }],
    state: listed('shown'),
    shows: { shown: [3, 2, 1], filter: { status: '', year: '' } },
  },
  'does not turn to a page before the first': {
    when: [loaded, { type: 'page.turn', to: -1 }],
    state: listed('shown'),
    shows: { page: 0 },
  },
  'does not turn to a page without rows': {
    when: [page('loadFirst', twentyFive, 1), { type: 'page.turn', to: 1 }],
    state: listed('shown'),
    shows: { page: 0 },
  },
  'turns to a page with one row': {
    when: [page('loadFirst', [...twentyFive, november], 1), { type: 'page.turn', to: 1 }],
    state: listed('shown'),
    shows: { page: 1 },
  },
})
