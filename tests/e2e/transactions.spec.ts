/** Transaction history (/profile/transcation-history) and the invoice of each transaction. */
import { readFile } from 'node:fs/promises'
import { type Page } from '@playwright/test'
import { expect, test } from './fixture.ts'
import { answerManyTransactions, answerTransactions, transaction } from './largeData.ts'
import { navigation, openAs } from './page.ts'
import { longWaits } from './waits.ts'

const historyPath = '/profile/transcation-history'
const rows = (page: Page) => page.getByRole('table', { name: 'Transactions' }).locator('tbody tr')
const cells = (page: Page, nth: number) => rows(page).locator(`td:nth-child(${nth})`)

test('shows years and days in the time zone of the browser', { tag: '@full' }, async ({ page }) => {
  await answerTransactions(page, 1, 1, () => [transaction(9, '2026-01-01 02:00:00')])
  await openAs(page, 'member', historyPath)
  await expect(cells(page, 1)).toHaveText('Dec 31, 2025')
  const years = page.getByRole('group', { name: 'Year' }).getByRole('button')
  await expect(years).toHaveText(['All years', '2025'])
  await years.last().click()
  await expect(rows(page)).toHaveCount(1)
})

test('loads ten thousand payments and shows 25 on a page', { tag: ['@full', '@history.pages'] }, async ({ page }) => {
  test.setTimeout(120_000)
  await answerManyTransactions(page, 10_000)
  await openAs(page, 'member', historyPath)
  await expect(rows(page)).toHaveCount(25)
  await expect(page.getByText('10,000 transactions')).toBeVisible({ timeout: longWaits.hundredCalls })
  await expect(rows(page)).toHaveCount(25)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('26–50 of 10,000')).toBeVisible()
  await expect(rows(page).first()).toHaveAttribute('aria-rowindex', '27')
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThanOrEqual(600)
  await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Failed' }).click()
  await expect(page.getByText('3,333 transactions')).toBeVisible()
})

test('an invoice prints without the navigation', { tag: ['@full', '@history.invoice'] }, async ({ page }) => {
  await openAs(page, 'member', historyPath)
  await rows(page).first().getByRole('link').click()
  const invoice = page.getByRole('article', { name: /^Invoice \d+$/ })
  await expect(invoice).toContainText('Mara Ellison')
  await page.emulateMedia({ media: 'print' })
  await expect(invoice).toBeVisible()
  await expect(navigation(page)).toBeHidden()
  await expect(page.getByRole('banner').first()).toBeHidden()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Download PDF' })).toBeHidden()
})

/** Presses a button and returns the name and the bytes of the file that the browser saves. */
async function downloadWith(page: Page, button: string): Promise<{ name: string; content: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ])
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) }
}

test(
  'the history downloads as CSV with every page',
  { tag: ['@full', '@history.csv', '@history.csvFormulas'] },
  async ({ page }) => {
    await answerTransactions(page, 3, 3, (nth) => [
      { ...transaction(4 - nth, `2026-0${4 - nth}-03 09:14:00`), trans_num: nth === 2 ? '=1+1' : `ch_${4 - nth}` },
    ])
    await openAs(page, 'member', historyPath)
    await page.getByRole('group', { name: 'Year' }).getByRole('button', { name: '2026' }).click()
    const { name, content } = await downloadWith(page, 'Download CSV')
    expect(name).toBe('statecast-transactions.csv')
    expect(content.toString('utf8').split('\r\n')).toEqual([
      '\uFEFFDate,Invoice,Transaction,Plan,Method,Status,Amount,Currency',
      '2026-03-03T09:14:00.000Z,3,ch_3,Monthly,Card,Paid,19.99,USD',
      "2026-02-03T09:14:00.000Z,2,'=1+1,Monthly,Card,Paid,19.99,USD",
      '2026-01-03T09:14:00.000Z,1,ch_1,Monthly,Card,Paid,19.99,USD',
      '',
    ])
    await expect(page.getByText('The billing history downloaded.')).toBeVisible()
  },
)

test(
  'an invoice downloads as PDF, and a lost library can be loaded again',
  { tag: ['@history.pdf', '@history.pdfLibrary'] },
  async ({ page }) => {
    const requests: string[] = []
    await page.route(/\/assets\/jspdf/, (route) => {
      requests.push(route.request().url())
      return requests.length === 1 ? route.abort('connectionreset') : route.fallback()
    })
    await openAs(page, 'member', historyPath)
    await rows(page).first().getByRole('link').click()
    await expect(page.getByRole('article')).toContainText('Portland')
    expect(requests, 'the library loads on demand').toEqual([])
    await page.getByRole('button', { name: 'Download PDF' }).click()
    await expect(page.getByRole('alert')).toContainText(
      'The PDF software didn’t load. Check your connection and try again.',
    )
    const { name, content } = await downloadWith(page, 'Try again')
    expect(name).toMatch(/^statecast-invoice-\d+\.pdf$/)
    const text = content.toString('latin1')
    expect(text).toMatch(/^%PDF-1\./)
    for (const shown of ['Mara Ellison', 'Portland, ME 04101', 'Monthly', '$19.99'])
      expect(text).toContain(`(${shown}) Tj`)
    expect(text).not.toContain('/Subtype /Image')
    await expect(page.getByText('The invoice downloaded.')).toBeVisible()
  },
)

test(
  'a name that the font lacks is an image in the PDF',
  { tag: ['@full', '@history.pdfImages'] },
  async ({ page }) => {
    await page.route('**/mp/v1/members/*', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), first_name: '秀英', last_name: '王' } })
    })
    await openAs(page, 'member', historyPath)
    await rows(page).first().getByRole('link').click()
    await expect(page.getByRole('article')).toContainText('秀英 王')
    const { content } = await downloadWith(page, 'Download PDF')
    expect(content.toString('latin1')).toContain('/Subtype /Image')
    await expect(page.getByText('so those lines are images')).toBeVisible()
  },
)
