/** Transaction history (/profile/transcation-history) and the invoice of each transaction. */
import { type Page } from '@playwright/test'
import { expect, test } from './fixture.ts'
import { navigation, openAs } from './page.ts'
import { longWaits } from './waits.ts'

const historyPath = '/profile/transcation-history'
const rows = (page: Page) => page.getByRole('table', { name: 'Transactions' }).locator('tbody tr')
const cells = (page: Page, nth: number) => rows(page).locator(`td:nth-child(${nth})`)

/** Answers every page of the list with these payments. */
const answerPayments = (page: Page, total: number, pages: number, payments: (nth: number) => object[]) =>
  page.route('**/mp/v1/transactions?*', (route) => {
    const nth = Number(new URL(route.request().url()).searchParams.get('page'))
    return route.fulfill({
      headers: {
        'content-type': 'application/json; charset=UTF-8',
        'x-wp-total': String(total),
        'x-wp-totalpages': String(pages),
      },
      body: JSON.stringify(payments(nth)),
    })
  })

const payment = (id: number, created_at: string, status = 'complete') => ({
  id: String(id),
  membership: '102',
  member: '2',
  subscription: '11',
  amount: '19.99',
  total: '19.99',
  trans_num: `ch_${id}`,
  status,
  txn_type: 'payment',
  gateway: 's7qsh6-5sg',
  created_at,
})

test('shows years and days in the time zone of the browser', async ({ page }) => {
  await answerPayments(page, 1, 1, () => [payment(9, '2026-01-01 02:00:00')])
  await openAs(page, 'member', historyPath)
  await expect(cells(page, 1)).toHaveText('Dec 31, 2025')
  const years = page.getByRole('group', { name: 'Year' }).getByRole('button')
  await expect(years).toHaveText(['All years', '2025'])
  await years.last().click()
  await expect(rows(page)).toHaveCount(1)
})

test('loads ten thousand payments and shows 25 on a page', { tag: ['@full', '@history.pages'] }, async ({ page }) => {
  test.setTimeout(120_000)
  await answerPayments(page, 10_000, 100, (nth) =>
    Array.from({ length: 100 }, (_, at) => {
      const id = 10_000 - (nth - 1) * 100 - at
      return payment(id, `${2000 + Math.floor(id / 400)}-03-02 09:14:00`, id % 3 ? 'complete' : 'failed')
    }),
  )
  await openAs(page, 'member', historyPath)
  await expect(rows(page)).toHaveCount(25)
  await expect(page.getByText('10,000 transactions')).toBeVisible({ timeout: longWaits.hundredCalls })
  await expect(rows(page)).toHaveCount(25)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('26–50 of 10,000')).toBeVisible()
  await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Failed' }).click()
  await expect(page.getByText('3,333 transactions')).toBeVisible()
})

test('an invoice prints without the navigation', { tag: '@history.invoice' }, async ({ page }) => {
  await openAs(page, 'member', historyPath)
  await rows(page).first().getByRole('link').click()
  const invoice = page.getByRole('article', { name: /^Invoice \d+$/ })
  await expect(invoice).toContainText('Mara Ellison')
  await page.emulateMedia({ media: 'print' })
  await expect(invoice).toBeVisible()
  await expect(navigation(page)).toBeHidden()
  await expect(page.getByRole('banner').first()).toBeHidden()
  await expect(page.getByRole('button', { name: 'Print or save PDF' })).toBeHidden()
})
