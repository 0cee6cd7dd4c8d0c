/** A change of screen: document title, focus and scroll position. */
import { type Page } from '@playwright/test'
import { expect, signIn, test } from './fixture.ts'

const heading = (page: Page, name?: string) => page.getByRole('heading', { level: 1, ...(name ? { name } : {}) })

/** Every address and the document title of its screen, as a member sees it. */
const titles: Record<string, string> = {
  '/': 'Live Channels',
  '/favourites': 'Favorites',
  '/support': 'Support',
  '/support/faqs': 'FAQs',
  '/support/form': 'Contact us',
  '/support/bugs': 'Report a bug',
  '/upgrade/102?type=upgrade': 'Change plan',
  '/profile': 'Profile',
  '/profile/edit': 'Edit details',
  '/profile/packages': 'Packages',
  '/profile/transcation-history': 'Billing history',
  '/profile/transaction-history': 'Billing history',
  '/profile/transcation-history/7': 'Invoice',
  '/profile/view-profile': 'Personal details',
  '/profile/all-sessions': 'Your devices',
  '/profile/payment-cards': 'Payment cards',
  '/subscribe/102': 'Subscribe',
  '/unauth': 'Unauthorized',
  '/no/such/page': 'Not Found',
}

test('every screen sets the document title and focuses its heading', async ({ page }) => {
  test.setTimeout(120_000)
  await signIn(page, 'member')
  for (const [address, title] of Object.entries(titles)) {
    await test.step(address, async () => {
      await page.goto(address)
      await expect.soft(page).toHaveTitle(`${title} · Statecast`)
      await expect.soft(heading(page)).toHaveCount(1)
      await expect.soft(heading(page)).toBeFocused()
    })
  }
})

test('public pages set the document title', async ({ page }) => {
  for (const [address, title] of [
    ['/signin', 'Sign in'],
    ['/forget/password', 'Forgot password'],
    ['/reset-password?key=a&login=b', 'Reset Link Expired'],
  ] as const) {
    await page.goto(address)
    await expect(page).toHaveTitle(`${title} · Statecast`)
    await expect(heading(page)).toHaveCount(1)
  }
})

test('a link moves the focus to the new heading, and so does going back', async ({ page }) => {
  await signIn(page, 'member')
  await page.goto('/profile')
  await page.getByRole('navigation').getByRole('link', { name: 'Support' }).press('Enter')
  await expect(heading(page, 'Support')).toBeFocused()
  await page.goBack()
  await expect(heading(page, 'Profile')).toBeFocused()
})

test('the heading does not take the focus from an element that is focused early', async ({ page }) => {
  await signIn(page, 'guest')
  await page.goto('/support/faqs')
  await expect(heading(page, 'FAQs')).toBeVisible()
  // The link gets the focus as soon as it is in the page.
  await page.evaluate(() =>
    new MutationObserver((_, observer) => {
      const link = document.querySelector<HTMLElement>('main a[href="/profile/packages"]')
      if (!link) return
      observer.disconnect()
      link.focus()
    }).observe(document, { childList: true, subtree: true }),
  )
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).click()
  await expect(heading(page, 'Profile')).toBeVisible()
  const link = page.getByRole('main').getByRole('link', { name: 'Packages' })
  await expect(link).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Packages')).toBeFocused()
})

test('a new screen starts at its top, and going back restores the scroll position', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'member')
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Live Channels' })).toBeVisible()
  const scrolled = () => page.evaluate(() => window.scrollY)
  await page.waitForFunction(() => document.documentElement.scrollHeight > 2_000)
  await page.evaluate(() => window.scrollTo(0, 700))
  await expect.poll(scrolled).toBe(700)
  await page.getByRole('navigation').getByRole('link', { name: 'Support' }).click()
  await expect(heading(page, 'Support')).toBeVisible()
  await expect.poll(scrolled).toBe(0)
  await page.goBack()
  await expect(heading(page, 'Live Channels')).toBeVisible()
  await expect.poll(scrolled).toBe(700)
})
