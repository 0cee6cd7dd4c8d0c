/** A change of screen: focus and scroll position. */
import { expect, test } from './fixture.ts'
import { heading, navigation, openAs } from './page.ts'

test('a link moves the focus to the new heading, and so does going back', async ({ page }) => {
  await openAs(page, 'member', '/profile')
  await navigation(page).getByRole('link', { name: 'Support' }).press('Enter')
  await expect(heading(page, 'Support')).toBeFocused()
  await page.goBack()
  await expect(heading(page, 'Profile')).toBeFocused()
})

test(
  'the heading does not take the focus from an element that was focused before',
  { tag: '@full' },
  async ({ page }) => {
    await openAs(page, 'guest', '/support/faqs')
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
    await navigation(page).getByRole('link', { name: 'Profile' }).click()
    await expect(heading(page, 'Profile')).toBeVisible()
    const link = page.getByRole('main').getByRole('link', { name: 'Plans' })
    await expect(link).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Plans')).toBeFocused()
  },
)

test('a new screen starts at its top, and going back restores the scroll position', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(page, 'member', '/')
  await expect(heading(page, 'Live Channels')).toBeVisible()
  const scrolled = () => page.evaluate(() => window.scrollY)
  await page.waitForFunction(() => document.documentElement.scrollHeight > 1_600)
  await page.evaluate(() => window.scrollTo(0, 700))
  await expect.poll(scrolled).toBe(700)
  await navigation(page).getByRole('link', { name: 'Support' }).click()
  await expect(heading(page, 'Support')).toBeVisible()
  await expect.poll(scrolled).toBe(0)
  await page.goBack()
  await expect(heading(page, 'Live Channels')).toBeVisible()
  await expect.poll(scrolled).toBe(700)
})
