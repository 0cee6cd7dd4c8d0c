/** Request a Channel, as a dialog and as the page /support (specification §2, §4, §5, §8, §9). */
import { type Page } from '@playwright/test'
import { stopClock } from './clock.ts'
import { expect, test } from './fixture.ts'
import {
  accountMenu,
  expectAccessible,
  expectNoHorizontalScroll,
  holdRoute,
  openAs,
  openMenuEntry,
  runDueTimers,
} from './page.ts'

const success = 'Your request has been submitted successfully. We will notify you once your channel is approved.'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Submit Request' })
const form = (page: Page) => page.getByRole('form', { name: 'Submit Request' })
const channelName = (page: Page) => form(page).getByLabel('Channel Name')
const region = (page: Page) => form(page).getByRole('combobox', { name: 'Region (optional)' })
const details = (page: Page) => form(page).getByLabel('Details')
const submit = (page: Page) => form(page).getByRole('button', { name: 'Submit' })

async function openAgain(page: Page) {
  await openMenuEntry(page, 'Request a Channel')
  await expect(dialog(page)).toBeVisible()
}

async function open(page: Page) {
  await openAs(page, 'member', '/profile')
  await openAgain(page)
}

/** The field ignores keys and clicks while its list loads. */
const waitForRegions = (page: Page) => expect(region(page)).toHaveAttribute('placeholder', 'Choose a region')

/** Sends a request with a stopped clock, so that the page does not reload. */
async function send(page: Page) {
  await channelName(page).fill('Harbor Two')
  await stopClock(page)
  await submit(page).click()
  await expect(page.getByText(success, { exact: true })).toBeVisible()
}

test.describe('the form', () => {
  test(
    'labels the region optional, lists and searches the host’s regions, and has details of 187 px height at every width',
    { tag: ['@full', '@request.fields', '@request.regions'] },
    async ({ page }) => {
      await open(page)
      const options = page.getByRole('option')
      await expect(form(page).getByText('Region (optional)')).toHaveText(/^Region \(optional\)\s*\*$/)
      await waitForRegions(page)
      await region(page).click()
      await expect(options).toHaveText(['National', 'Northeast', 'Midwest', 'South', 'West', 'International'])
      await expectAccessible(page)
      await region(page).pressSequentially('nation')
      await expect(options).toHaveText(['National', 'International'])
      await region(page).pressSequentially('x')
      await expect(options).toHaveCount(0)
      await expect(page.getByText('No options found', { exact: true })).toBeVisible()
      for (const width of [320, 1440, 1920]) {
        await page.setViewportSize({ width, height: 900 })
        await expect.poll(async () => (await details(page).boundingBox())?.height, `${width} px`).toBe(187)
      }
    },
  )

  test(
    'stays open on a click outside; Escape closes an open list first, and the draft is kept',
    { tag: ['@full', '@location.height', '@request.draft'] },
    async ({ page, watch }) => {
      watch.allowOffContract(/regions/)
      const many = Array.from({ length: 40 }, (_, i) => ({
        id: String(i + 1),
        name: `Region ${i}`,
        slug: `region-${i}`,
      }))
      await page.route('**/wp-json/channel/v2/regions', (route) => route.fulfill({ json: many }))
      await open(page)
      await channelName(page).fill('Harbor Two')
      await page.mouse.click(5, 400)
      await expect(channelName(page)).toHaveValue('Harbor Two')
      await waitForRegions(page)
      await region(page).press('ArrowDown')
      // The list is at most 15rem high.
      await expect(page.getByRole('option')).toHaveCount(40)
      await expect.poll(async () => (await page.getByRole('listbox').boundingBox())?.height).toBe(15 * 16)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('listbox')).toBeHidden()
      await expect(channelName(page)).toHaveValue('Harbor Two')
      await region(page).fill('Region 7')
      await page.getByRole('option', { name: 'Region 7', exact: true }).click()
      await page.keyboard.press('Escape')
      await expect(dialog(page)).toBeHidden()
      await openAgain(page)
      await expect(channelName(page)).toHaveValue('Harbor Two')
      await expect(region(page)).toHaveValue('Region 7')
    },
  )

  test('reaches the region with one Tab while its list loads', { tag: '@full' }, async ({ page }) => {
    const release = await holdRoute(page, '**/wp-json/channel/v2/regions')
    await openAs(page, 'member', '/support')
    await channelName(page).press('Tab')
    await expect(region(page)).toBeFocused()
    await expect(region(page)).toHaveAttribute('placeholder', 'Loading the regions…')
    await release()
    await waitForRegions(page)
    await expect(region(page)).toBeFocused()
    await page.keyboard.type('mid')
    await expect(page.getByRole('option', { name: 'Midwest' })).toBeVisible()
  })

  test('works with the keyboard only', { tag: '@full' }, async ({ page, sandbox }) => {
    await open(page)
    await expect(channelName(page)).toBeFocused()
    await page.keyboard.type('Harbor Two')
    await page.keyboard.press('Tab')
    await expect(region(page)).toBeFocused()
    await expect(page.getByRole('listbox')).toBeHidden()
    await waitForRegions(page)
    await page.keyboard.type('mid')
    await expect(page.getByRole('option')).toHaveText(['Midwest'])
    await runDueTimers(page)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(region(page)).toHaveValue('Midwest')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowRight')
    await expect(form(page).getByLabel('1080p (Good)')).toBeChecked()
    await page.keyboard.press('Tab')
    await page.keyboard.type('Ferries')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(submit(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText(success)).toBeVisible()
    expect((await sandbox.mail())[0]?.text).toContain('Region: Midwest\nPreferred quality: 1080p')
  })
})

test.describe('a sent request', () => {
  test.beforeEach(async ({ page }) => {
    await page.clock.install()
    await open(page)
  })

  test('reloads the page after five seconds, unless the user stays', { tag: '@request.sent' }, async ({ page }) => {
    await send(page)
    await expect(page.getByRole('status').filter({ hasText: success })).toHaveText(success)
    await expect(dialog(page)).toBeHidden()
    await expect(accountMenu(page)).toBeFocused()
    // The first Tab after the dialog reaches the buttons of the countdown.
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Refresh now' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.evaluate(() => (document.documentElement.dataset['mark'] = 'here'))
    await page.clock.runFor(10_000)
    const isMarked = () => page.evaluate(() => document.documentElement.dataset['mark'] === 'here')
    expect(await isMarked()).toBe(true)
    await page.clock.resume()
    await openAgain(page)
    await expect(channelName(page), 'the draft is removed').toHaveValue('')
    await channelName(page).fill('Harbor Three')
    await stopClock(page)
    await submit(page).click()
    await expect(page.getByRole('timer')).toHaveText('Refreshing in 5 seconds')
    await page.clock.runFor(4_999)
    expect(await isMarked()).toBe(true)
    const loaded = page.waitForEvent('load')
    await page.clock.runFor(1)
    await loaded
    expect(await isMarked()).toBe(false)
  })

  test('does not reload while the form is open again', { tag: '@full' }, async ({ page }) => {
    await send(page)
    await accountMenu(page).click()
    await page.clock.runFor(400)
    await page.getByRole('menuitem', { name: 'Request a Channel' }).click()
    await page.clock.runFor(400)
    await channelName(page).fill('Harbor Three')
    await page.clock.runFor(10_000)
    await expect(channelName(page)).toHaveValue('Harbor Three')
  })

  test('fits 320 px, and so does the dialog', { tag: '@full' }, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await expect.poll(() => dialog(page).boundingBox()).toEqual({ x: 0, y: 0, width: 320, height: 640 })
    await expect.poll(() => dialog(page).evaluate((sheet) => sheet.scrollWidth)).toBeLessThanOrEqual(320)
    await send(page)
    await expect(page.getByText(success)).toBeInViewport()
    await expect(page.getByRole('button', { name: 'Stay on this page' })).toBeInViewport({ ratio: 1 })
    await expectNoHorizontalScroll(page)
  })
})

test(
  '/support replaces the form with a countdown; after Stay on this page another request can be sent',
  { tag: '@full' },
  async ({ page }) => {
    await page.clock.install()
    await openAs(page, 'guest', '/support')
    await waitForRegions(page)
    // The arrow keys move between elements of the page, but not out of a radio group.
    await region(page).press('ArrowDown')
    await expect(page.getByRole('listbox')).toBeVisible()
    await runDueTimers(page)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(region(page)).toHaveValue('Northeast')
    await expect(region(page)).toBeFocused()
    await send(page)
    await expect(form(page)).toBeHidden()
    await page.clock.runFor(2_000)
    await expect(page.getByRole('timer')).toHaveText('Refreshing in 3 seconds')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Stay on this page' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('timer')).toBeHidden()
    await expect(page.getByText(success, { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Request another channel' }).click()
    await expect(channelName(page)).toHaveValue('')
  },
)
