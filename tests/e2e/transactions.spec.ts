/** Transaction history (/profile/transcation-history) and the invoice of each transaction. */
import { AxeBuilder } from '@axe-core/playwright'
import { type Page } from '@playwright/test'
import { expect, signIn, test } from './fixture.ts'
import { RequestHold } from './requestHold.ts'

const historyPath = '/profile/transcation-history'
const invoiceCall = 'GET /wp-json/mp/v1/transactions/{id}'
const rows = (page: Page) => page.getByRole('table', { name: 'Transactions' }).locator('tbody tr')
const cells = (page: Page, nth: number) => rows(page).locator(`td:nth-child(${nth})`)

test('a year of payments: when, what plan, how, what became of it, how much; newest first', async ({ page }) => {
  await signIn(page, 'member')
  await page.goto(historyPath)
  await expect(rows(page)).toHaveCount(13)
  await expect(rows(page).first()).toContainText('Monthly')
  await expect(rows(page).first()).toContainText('Card')
  await expect(rows(page).first()).toContainText('Paid')
  await expect(rows(page).first()).toContainText('$19.99')
  await expect(page.getByText('13 transactions')).toBeVisible()
})

test('it is sorted by the headings and announces the order', async ({ page }) => {
  await signIn(page, 'member')
  await page.goto(historyPath)
  await expect(page.getByRole('columnheader', { name: 'Date' })).toHaveAttribute('aria-sort', 'descending')
  const newest = (await cells(page, 1).allInnerTexts()).at(0)
  await page.getByRole('button', { name: 'Date' }).click()
  await expect(page.getByRole('columnheader', { name: 'Date' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(cells(page, 1).last()).toHaveText(newest ?? '')
  await page.getByRole('button', { name: 'Amount' }).click()
  await page.getByRole('button', { name: 'Amount' }).click()
  await expect(cells(page, 5).first()).toHaveText('$0')
})

test('it is filtered by status and by year', async ({ page }) => {
  await signIn(page, 'member')
  await page.goto(historyPath)
  await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'No charge' }).click()
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Show all' }).click()
  const [year = ''] = (await page.getByRole('group', { name: 'Year' }).getByRole('button').allInnerTexts()).slice(-1)
  await page.getByRole('group', { name: 'Year' }).getByRole('button', { name: year }).click()
  for (const text of await cells(page, 1).allInnerTexts()) expect(text).toContain(year)
})

test('years and days use the time zone of the browser', async ({ page }) => {
  await signIn(page, 'member')
  await page.route('**/mp/v1/transactions?*', (route) =>
    route.fulfill({
      headers: { 'content-type': 'application/json; charset=UTF-8', 'x-wp-total': '1', 'x-wp-totalpages': '1' },
      body: JSON.stringify([
        {
          id: '9',
          membership: '102',
          member: '2',
          subscription: '11',
          amount: '19.99',
          total: '19.99',
          trans_num: 'ch_9',
          status: 'complete',
          txn_type: 'payment',
          gateway: 's7qsh6-5sg',
          created_at: '2026-01-01 02:00:00',
        },
      ]),
    }),
  )
  await page.goto(historyPath)
  await expect(cells(page, 1)).toHaveText('Dec 31, 2025')
  const years = page.getByRole('group', { name: 'Year' }).getByRole('button')
  await expect(years).toHaveText(['All years', '2025'])
  await years.last().click()
  await expect(rows(page)).toHaveCount(1)
})

test('a guest is sent to the page that says so, and /profile/transaction-history leads here', async ({ page }) => {
  await signIn(page, 'guest')
  await page.goto(historyPath)
  await expect(page).toHaveURL('/unauth')
  await signIn(page, 'member')
  await page.goto('/profile/transaction-history')
  await expect(page).toHaveURL(historyPath)
})

test('ten thousand payments are read behind the first hundred, and a page of 25 stands on the screen', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await signIn(page, 'member')
  const wire = (id: number) => ({
    id: String(id),
    membership: '102',
    member: '2',
    subscription: '11',
    amount: '19.99',
    total: '19.99',
    trans_num: `ch_${id}`,
    status: id % 3 ? 'complete' : 'failed',
    txn_type: 'payment',
    gateway: 's7qsh6-5sg',
    created_at: `${2000 + Math.floor(id / 400)}-03-02 09:14:00`,
  })
  await page.route('**/mp/v1/transactions?*', async (route) => {
    const nth = Number(new URL(route.request().url()).searchParams.get('page'))
    await route.fulfill({
      headers: {
        'content-type': 'application/json; charset=UTF-8',
        'x-wp-total': '10000',
        'x-wp-totalpages': '100',
      },
      body: JSON.stringify(Array.from({ length: 100 }, (_, at) => wire(10_000 - (nth - 1) * 100 - at))),
    })
  })
  await page.goto(historyPath)
  await expect(rows(page)).toHaveCount(25)
  await expect(page.getByText('10,000 transactions')).toBeVisible({ timeout: 90_000 })
  await expect(rows(page)).toHaveCount(25)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('26–50 of 10,000')).toBeVisible()
  await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Failed' }).click()
  await expect(page.getByText('3,333 transactions')).toBeVisible()
})

test.describe('the invoice', () => {
  test('has who, what, when, how and how much, of its own call, and prints without the page around it', async ({
    page,
  }) => {
    await signIn(page, 'member')
    await page.goto(historyPath)
    await rows(page).first().getByRole('link').click()
    const invoice = page.getByRole('article', { name: /^Invoice \d+$/ })
    await expect(invoice).toContainText('Mara Ellison')
    await expect(invoice).toContainText('Harbor Street')
    // Formatted as on the profile.
    await expect(invoice).toContainText('Portland, ME 04101')
    await expect(invoice).toContainText('United States')
    await expect(invoice).toContainText('member@statecast.test')
    await expect(invoice).toContainText('Monthly')
    await expect(invoice.getByRole('row', { name: 'Total' })).toContainText('$19.99')
    await expect(invoice).toContainText('Paid withCard')
    await page.emulateMedia({ media: 'print' })
    await expect(invoice).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
    await expect(page.getByRole('banner').first()).toBeHidden()
    await expect(page.getByRole('button', { name: 'Print or save PDF' })).toBeHidden()
  })

  test('of somebody else, of nothing and of no number is a sentence; a lost line has Try again', async ({ page }) => {
    await signIn(page, 'member')
    for (const id of ['999999', 'nonsense']) {
      await page.goto(`${historyPath}/${id}`)
      await expect(page.getByRole('alert')).toContainText('We couldn’t load this invoice')
    }
    await page.goto(historyPath)
    const href = await rows(page).first().getByRole('link').getAttribute('href')
    const hold = await RequestHold.create(page)
    hold.holdCalls(invoiceCall)
    await page.goto(href ?? '')
    await expect(page.getByRole('status', { name: 'Loading the invoice' })).toBeVisible()
    await hold.abort(invoiceCall)
    await expect(page.getByRole('alert')).toContainText(
      'Statecast isn’t responding. Check your connection and try again.',
    )
    await page.getByRole('button', { name: 'Try again' }).click()
    await hold.passThrough(invoiceCall)
    await expect(page.getByRole('article')).toBeVisible()
  })
})

for (const path of [historyPath, `${historyPath}/309`]) {
  for (const scheme of ['light', 'dark'] as const) {
    test(`${path} fits 320 px in ${scheme}, and axe finds nothing`, async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 720 })
      await page.addInitScript((dark) => localStorage.setItem('isDarkMode', String(dark)), scheme === 'dark')
      await signIn(page, 'member')
      await page.goto(path)
      await expect(page.getByRole('main').locator('table')).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id }) => id)).toEqual([])
    })
  }
}
