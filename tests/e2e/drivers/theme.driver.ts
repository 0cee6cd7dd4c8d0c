import { type expect as playwrightExpect, type Page } from '@playwright/test'
import model from '../../machines/theme.model.ts'
import { signIn } from '../fixture.ts'
import { createPageDriver, inTurn } from '../pageDriver.ts'

const toggle = (page: Page) => page.getByRole('switch', { name: 'Dark mode' })

/** Changes the scheme in another tab. */
async function toggleInOtherTab(page: Page) {
  const other = await page.context().newPage()
  await other.goto('/')
  await toggle(other).click()
  await other.close()
}

const expectTheme = (isDark: boolean) => async (page: Page, expect: typeof playwrightExpect) => {
  await expect(toggle(page)).toHaveAttribute('aria-checked', String(isDark))
  const root = page.locator('html')
  await (isDark ? expect(root).toHaveClass(/\bdark\b/) : expect(root).not.toHaveClass(/\bdark\b/))
  await expect(root).toHaveAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
  const stored = () => page.evaluate(() => [localStorage.getItem('isDarkMode'), localStorage.getItem('theme')])
  // What another tab stores arrives item by item.
  await expect.poll(stored).toEqual([JSON.stringify(isDark), JSON.stringify(isDark ? 'dark' : 'light')])
}

export default createPageDriver(model, {
  open: async ({ page }, input) => {
    await signIn(page, 'member')
    await page.evaluate((isDark) => {
      localStorage.setItem('isDarkMode', JSON.stringify(isDark))
      localStorage.setItem('theme', JSON.stringify(isDark ? 'dark' : 'light'))
    }, input === 'dark before')
    await page.goto('/')
    await toggle(page).waitFor()
  },
  events: {
    'theme.toggle': ({ page, turn }) =>
      inTurn(
        turn,
        () => toggle(page).click(),
        () => toggle(page).press(' '),
      ),
    'tab.darkened': ({ page }) => toggleInOtherTab(page),
    'tab.lightened': ({ page }) => toggleInOtherTab(page),
  },
  states: {
    light: ({ page, expect }) => expectTheme(false)(page, expect),
    dark: ({ page, expect }) => expectTheme(true)(page, expect),
  },
})
