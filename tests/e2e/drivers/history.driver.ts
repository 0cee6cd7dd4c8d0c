import { type Page } from '@playwright/test'
import { type Payment } from '../../../machines/history.ts'
import model, { payments } from '../../machines/history.model.ts'
import { signIn } from '../fixture.ts'
import { createPageDriver, foldLabels } from '../pageDriver.ts'

const list = 'GET /wp-json/mp/v1/transactions'
const busy = { code: 'too_many_requests', message: 'Too many requests. Please wait a moment.', status: 429 }

const rows = (page: Page) => page.getByRole('table', { name: 'Transactions' }).locator('tbody tr')
const column = (page: Page, name: string) => page.getByRole('columnheader', { name }).getByRole('button')
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' })
const toApiTransaction = ({ id, number, date, plan, amount = 0, status }: Payment) => ({
  id: String(id),
  membership: plan === 'Monthly' ? '102' : '104',
  member: '2',
  coupon: '0',
  subscription: '11',
  amount: amount.toFixed(2),
  total: amount.toFixed(2),
  trans_num: number,
  status,
  txn_type: 'payment',
  gateway: 's7qsh6-5sg',
  created_at: date.slice(0, 19).replace('T', ' '),
  expires_at: date.slice(0, 19).replace('T', ' '),
})
const headers = (count: number, of: number) => ({ 'x-wp-total': String(count), 'x-wp-totalpages': String(of) })

/** What is listed, and how. The first heading that is pressed sorts by plan in ascending order, by date and amount in descending order. */
type View = {
  listed: readonly Payment[]
  matches: (payment: Payment) => boolean
  by: string
  reversed: boolean
  page: number
}

const sort = (by: string) => (view: View) => ({ ...view, by, reversed: view.by === by && !view.reversed, page: 0 })
const filter = (matches: View['matches']) => (view: View) => ({
  ...view,
  matches: (payment: Payment) => view.matches(payment) && matches(payment),
  page: 0,
})
const turn = (page: number) => (view: View) => ({ ...view, page })
const list30 = (view: View) => ({ ...view, listed: payments(300, 30) })
const everything = () => true

const viewOf = foldLabels<View>(
  { listed: [], matches: everything, by: 'date', reversed: false, page: 0 },
  {
    'loadFirst done / the only page': list30,
    'loadFirst done / the first page of two': list30,
    'loadNext done / the second page, with a repeated payment': (view) => ({ ...view, listed: payments(300, 40) }),
    'sort.choose / by date in reverse': sort('date'),
    'sort.choose / by amount': sort('amount'),
    'sort.choose / by plan': sort('plan'),
    'filter.change / failed ones': filter(({ status }) => status === 'failed'),
    'filter.change / the year 2024': filter(({ date }) => date.startsWith('2024')),
    'filter.clear': (view) => ({ ...view, matches: everything, page: 0 }),
    'page.turn / to the second': turn(1),
    'page.turn / back to the first': turn(0),
  },
)

/** The payments on the visible page. All dates ascend with the id, and all amounts are the same. */
function visiblePayments({ listed, matches, by, reversed, page }: View): Payment[] {
  const key = ({ plan, id }: Payment) => (by === 'plan' ? `${plan} ${id}` : String(id))
  const ascending = listed.filter(matches).sort((one, other) => (key(one) < key(other) ? -1 : 1))
  const sorted = (by === 'plan') === reversed ? ascending.reverse() : ascending
  return sorted.slice(page * 25, (page + 1) * 25)
}

export default createPageDriver(model, {
  heldCalls: [list],
  open: async ({ page }) => {
    await signIn(page, 'member')
    await page.goto('/profile/transcation-history')
  },
  events: {
    'list.retry': ({ page }) => page.getByRole('button', { name: 'Try again' }).click(),
    'sort.choose / by date in reverse': ({ page }) => column(page, 'Date').click(),
    'sort.choose / by amount': ({ page }) => column(page, 'Amount').click(),
    'sort.choose / by plan': ({ page }) => column(page, 'Plan').click(),
    'filter.change / failed ones': ({ page }) =>
      page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Failed' }).click(),
    'filter.change / the year 2024': ({ page }) =>
      page.getByRole('group', { name: 'Year' }).getByRole('button', { name: '2024' }).click(),
    'filter.clear': ({ page }) => page.getByRole('button', { name: 'Show all' }).click(),
    'page.turn / to the second': ({ page }) => pages(page).getByRole('button', { name: 'Next' }).click(),
    'page.turn / back to the first': ({ page }) => pages(page).getByRole('button', { name: 'Previous' }).click(),
  },
  texts: {
    'loadFirst done / refused': 'There were no transactions found.',
    'loadFirst done / refused without a message': 'Something went wrong',
    'loadFirst error / unreachable': 'Statecast isn’t responding. Check your connection and try again.',
    'loadNext done / refused': 'Too many requests. Please wait a moment.',
    'loadNext error / unreachable': 'Statecast isn’t responding. Check your connection and try again.',
  },
  outcomes: {
    'loadFirst done / the only page': ({ hold }) =>
      hold.json(list, payments(300, 30).map(toApiTransaction), 200, headers(40, 1)),
    'loadFirst done / the first page of two': ({ hold }) =>
      hold.json(list, payments(300, 30).map(toApiTransaction), 200, headers(40, 2)),
    'loadFirst done / no payment': ({ hold }) => hold.json(list, [], 200, headers(0, 0)),
    'loadFirst done / refused': ({ hold, text }) => hold.refuse(list, { ...busy, message: text }),
    'loadFirst done / refused without a message': ({ hold }) => hold.refuse(list, { ...busy, message: '' }),
    'loadFirst error': ({ hold }) => hold.abort(list),
    'loadNext done / the second page, with a repeated payment': ({ hold }) =>
      hold.json(list, payments(271, 11).map(toApiTransaction), 200, headers(40, 2)),
    'loadNext done / refused': ({ hold }) => hold.refuse(list, busy),
    'loadNext error': ({ hold }) => hold.abort(list),
  },
  states: {
    loading: ({ page, expect }) => expect(page.getByRole('status', { name: 'Loading transactions' })).toBeVisible(),
    failed: async ({ page, expect, text }) => {
      await expect(page.getByRole('alert')).toContainText('We couldn’t load your payments')
      await expect(page.getByRole('alert')).toContainText(text)
    },
    empty: ({ page, expect }) => expect(page.getByRole('heading', { name: 'No payments yet' })).toBeVisible(),
    'listed.rows.shown': async ({ page, expect, labels }) => {
      const visible = visiblePayments(viewOf(labels))
      const shownIds = () =>
        rows(page)
          .getByRole('link')
          .evaluateAll((links) => links.map((link) => Number(link.getAttribute('href')?.split('/').at(-1))))
      await expect.poll(shownIds).toEqual(visible.map(({ id }) => id))
      await expect(rows(page)).toContainText(visible.map(({ plan }) => plan))
    },
    'listed.rows.noMatches': ({ page, expect }) =>
      expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible(),
    'listed.reading.more': ({ page, expect }) => expect(page.getByText('30 of 40 read…')).toBeVisible(),
    'listed.reading.incomplete': async ({ page, expect, text }) => {
      await expect(page.getByText('Showing 30 of 40 payments.')).toContainText(text)
    },
    'listed.reading.complete': async ({ page, expect }) => {
      await expect(page.getByText('read…')).toBeHidden()
      await expect(page.getByText(/^Showing/)).toBeHidden()
    },
  },
  notInBrowser: {
    'page.turn / past the end': 'Next is disabled on the last page.',
  },
})
