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

test('lists four apps with a description and a link that opens in a new tab without an opener', async ({ page }) => {
  await open(page)
  await expect(dialog(page).getByRole('heading', { level: 3 })).toHaveText(names)
  for (const name of names) {
    await expect(app(page, name).getByRole('paragraph')).toHaveText(/\w+.*\./)
    const link = app(page, name).getByRole('link', { name: `Get the app: ${name}` })
    await expect(link).toHaveText('Get the app')
    await expect(link).toHaveAttribute('href', /^https:\/\//)
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  }
  await expectAccessible(page)
})

test('copies the link of each app', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page)
  for (const name of names) {
    const href = await app(page, name).getByRole('link').getAttribute('href')
    await copyButton(page, name).click()
    await expect(copiedNote(page, name)).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(href)
  }
})

test('has a separate label per app, and restarts its two seconds on another copy', async ({ page, context }) => {
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
})

test('does not shift when the label changes', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-write'])
  await open(page)
  const before = await copyButton(page, 'Roku').boundingBox()
  await copyButton(page, 'Roku').click()
  await expect(copiedNote(page, 'Roku')).toBeVisible()
  expect(await copyButton(page, 'Roku').boundingBox()).toEqual(before)
})

const refusals = [
  [
    'refuses',
    () =>
      Object.defineProperty(navigator, 'clipboard', {
        value: { writeText: () => Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError')) },
      }),
    /Copying failed: NotAllowedError: Write permission denied\./,
  ],
  [
    'is missing',
    () => Object.defineProperty(navigator, 'clipboard', { value: undefined }),
    /Copying failed: the page has no clipboard/,
  ],
] as const

for (const [what, spoil, logged] of refusals)
  test(`only logs a clipboard that ${what}, and can copy again`, async ({ page }) => {
    const log: string[] = []
    page.on('console', (message) => log.push(message.text()))
    await page.addInitScript(spoil)
    await open(page)
    const before = await dialog(page).innerText()
    await copyButton(page, 'Roku').click()
    await expect.poll(() => log.filter((line) => logged.test(line)).length).toBe(1)
    await expect(copyButton(page, 'Roku')).toHaveAttribute('aria-busy', 'false')
    expect(await dialog(page).innerText()).toBe(before)
    await expect(dialog(page).getByRole('alert')).toHaveCount(0)
    await copyButton(page, 'Roku').click()
    await expect.poll(() => log.filter((line) => logged.test(line)).length).toBe(2)
  })

test('works with the keyboard only', async ({ page, context }) => {
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

test('fits 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await open(page)
  await expect.poll(() => dialog(page).boundingBox()).toEqual({ x: 0, y: 0, width: 320, height: 640 })
  expect(await dialog(page).evaluate((sheet) => sheet.scrollWidth)).toBeLessThanOrEqual(320)
  await copyButton(page, 'Microsoft Windows').scrollIntoViewIfNeeded()
  await expect(dialog(page).getByRole('heading', { name: 'Download Apps' })).toBeInViewport()
})
