/** The gallery's screenshots of the other scheme show the same page as the dark mode toggle. */
import { expect, signIn, test } from './fixture.ts'
import { setScheme } from './galleryScreenshots.ts'

test('changes the scheme like its toggle, keeps the focus, and restores the scheme', async ({ page }) => {
  await signIn(page, 'member')
  await page.goto('/')
  const toggle = page.getByRole('switch', { name: 'Dark mode' })
  const field = page.getByRole('searchbox').first()
  await field.focus()
  expect(await setScheme(page, 'dark')).toBe('light')
  await expect(toggle).toHaveAttribute('aria-checked', 'true')
  await expect(toggle).toHaveAttribute('title', 'Light mode')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(field).toBeFocused()
  expect(await setScheme(page, 'light')).toBe('dark')
  await expect(toggle).toHaveAttribute('aria-checked', 'false')
  await expect(page.locator('html')).not.toHaveClass(/dark/)
})

test('gives the card field the background of the page, also with reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, 'member')
  await page.goto('/profile/payment-cards')
  await page.getByRole('button', { name: 'Add a card' }).click()
  const field = page.frameLocator('iframe[title="Secure card payment input frame"]')
  await expect(field.getByLabel('Card number')).toBeVisible()
  await setScheme(page, 'dark')
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(10, 13, 18)')
  await expect(field.locator('body')).toHaveCSS('background-color', 'rgb(10, 13, 18)')
})
