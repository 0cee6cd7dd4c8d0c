/** Download Apps (specification §2, §8, §9), with the browser's own clipboard. */
import { type Page } from '@playwright/test'
import { stopClock } from './clock.ts'
import { expect, test } from './fixture.ts'
import { expectAccessible, openAs, openMenuEntry } from './page.ts'

const names = ['Roku', 'Amazon FireTV', 'Android', 'Microsoft Windows']
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Download Apps' })
const app = (page: Page, name: string) => dialog(page).getByRole('listitem').filter({ hasText: name })
const copyButton = (page: Page, name: string) => app(page, name).getByRole('button')
const copiedNote = (page: Page, name: string) => app(page, name).getByText('Copied!', { exact: true })

async function open(page: Page) {
  await openAs(page, 'guest', '/profile')
  await openMenuEntry(page, 'Download Apps')
  await expect(dialog(page)).toBeVisible()
}

test(
  'passes axe and copies the link of each app without a shift',
  { tag: ['@full', '@apps.copy'] },
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await open(page)
    await expectAccessible(page)
    const before = await copyButton(page, 'Roku').boundingBox()
    for (const name of names) {
      const href = await app(page, name).getByRole('link').getAttribute('href')
      await copyButton(page, name).click()
      await expect(copiedNote(page, name)).toBeVisible()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(href)
      if (name === 'Roku') expect(await copyButton(page, name).boundingBox()).toEqual(before)
    }
  },
)

test(
  'has a separate label per app, and restarts its two seconds on another copy',
  { tag: ['@full', '@apps.copy'] },
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-write'])
    await page.clock.install()
    await open(page)
    await stopClock(page)
    await copyButton(page, 'Roku').click()
    await expect(copiedNote(page, 'Roku')).toBeVisible()
    await page.clock.runFor(1_500)
    await copyButton(page, 'Roku').click()
    await copyButton(page, 'Android').click()
    await expect(copiedNote(page, 'Android')).toBeVisible()
    await page.clock.runFor(1_900)
    await expect(copiedNote(page, 'Roku')).toBeVisible()
    await expect(copiedNote(page, 'Android')).toBeVisible()
    await expect(copiedNote(page, 'Microsoft Windows')).toBeHidden()
    await page.clock.runFor(100)
    await expect(copiedNote(page, 'Roku')).toBeHidden()
    await expect(copiedNote(page, 'Android')).toBeHidden()
  },
)

test('works with the keyboard only', { tag: '@full' }, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-write'])
  await open(page)
  await expect(dialog(page).getByRole('button', { name: 'Close' })).toBeFocused()
  for (const name of names) {
    await page.keyboard.press('Tab')
    await expect(copyButton(page, name)).toBeFocused()
    await page.keyboard.press('Space')
    await expect(copiedNote(page, name)).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(app(page, name).getByRole('link')).toBeFocused()
  }
})

test('fits 320 px', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await open(page)
  await expect.poll(() => dialog(page).boundingBox()).toEqual({ x: 0, y: 0, width: 320, height: 640 })
  await expect.poll(() => dialog(page).evaluate((sheet) => sheet.scrollWidth)).toBeLessThanOrEqual(320)
  await copyButton(page, 'Microsoft Windows').scrollIntoViewIfNeeded()
  await expect(dialog(page).getByRole('heading', { name: 'Download Apps' })).toBeInViewport()
})
