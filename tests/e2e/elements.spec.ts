/** Budgets of elements in the document by path, for a member on a wide screen: about a fifth more than each has. */
import { expect, test } from './fixture.ts'
import { heading, openAs } from './page.ts'

const budgets: Readonly<Record<string, number>> = {
  '/': 700,
  '/guide': 500,
  '/favourites': 270,
  '/support': 300,
  '/support/faqs': 300,
  '/profile': 350,
  '/profile/view-profile': 240,
  '/profile/packages': 300,
  '/profile/payment-cards': 260,
  '/profile/transcation-history': 370,
  '/profile/all-sessions': 240,
}

test('every page has a budget of elements', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openAs(page, 'member', '/profile')
  const counts: Record<string, number> = {}
  for (const path of Object.keys(budgets)) {
    await page.goto(path)
    await expect(heading(page)).toBeVisible()
    await page.waitForLoadState('networkidle')
    counts[path] = await page.evaluate(() => document.querySelectorAll('*').length)
  }
  for (const [path, budget] of Object.entries(budgets))
    expect.soft(counts[path], `${path} has few elements`).toBeLessThanOrEqual(budget)
})
