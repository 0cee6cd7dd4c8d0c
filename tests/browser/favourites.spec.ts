import { AxeBuilder } from '@axe-core/playwright'
import { type Page } from '@playwright/test'
import { expect, signIn, test } from './fixture.ts'

const add = 'PUT /wp-json/channel/v2/favourites/{slug}'
const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const star = (page: Page, name: string) => page.getByRole('button', { name: `Favourite ${name}`, exact: true })
const list = (page: Page) => page.getByRole('list', { name: 'Favourite channels' })

const open = async (page: Page, path: string) => {
  await signIn(page, 'member')
  await page.goto(path)
  await expect(
    page
      .getByRole('listitem')
      .filter({ has: page.locator('h2') })
      .first(),
  ).toBeVisible()
}

test('a star turns at once, is on the favourites, and survives a reload', async ({ page }) => {
  await open(page, '/')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/wp-json/channel/v2/favourites/longitude', async (route) => {
    await held
    await route.fallback()
  })
  await star(page, 'Longitude').click()
  // The host has not answered yet.
  await expect(star(page, 'Longitude')).toHaveAttribute('aria-pressed', 'true')
  await expect(star(page, 'Longitude')).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(star(page, 'Longitude')).toHaveAttribute('aria-busy', 'false')
  await page.reload()
  await expect(star(page, 'Longitude')).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('link', { name: 'Favourites' }).click()
  await expect(list(page).getByRole('listitem').first()).toContainText('Longitude')
})

test('a refused star turns back and says why, in the host’s words', async ({ page, sandbox }) => {
  await open(page, '/')
  await sandbox.faults.set({ call: add, fault: 'refuse', message: '<b>No more</b> stars today', times: 1 })
  await star(page, 'Longitude').click()
  await expect(card(page, 'Longitude').getByRole('alert')).toContainText('Not a favourite yet: No more stars today')
  await expect(star(page, 'Longitude')).toHaveAttribute('aria-pressed', 'false')
  await card(page, 'Longitude').getByRole('button', { name: 'Dismiss' }).click()
  await expect(card(page, 'Longitude').getByRole('alert')).toBeEmpty()
  await star(page, 'Longitude').click()
  await expect(star(page, 'Longitude')).toHaveAttribute('aria-busy', 'false')
  await expect(star(page, 'Longitude')).toHaveAttribute('aria-pressed', 'true')
})

test('a star that did not reach the host turns back and says so', async ({ page, sandbox, watch }) => {
  watch.allowOffContract(/favourites/)
  await open(page, '/')
  await sandbox.faults.set({ call: add, fault: 'cut-before', times: 1 })
  await star(page, 'Longitude').click()
  await expect(card(page, 'Longitude').getByRole('alert')).toContainText('No answer')
  await expect(star(page, 'Longitude')).toHaveAttribute('aria-pressed', 'false')
})

test('a star whose answer was lost after the host took it ends as the host has it', async ({
  page,
  sandbox,
  watch,
}) => {
  watch.allowOffContract(/favourites/)
  await open(page, '/')
  await sandbox.faults.set({ call: add, fault: 'cut-after', times: 1 })
  await star(page, 'Longitude').click()
  await expect(star(page, 'Longitude')).toHaveAttribute('aria-busy', 'false')
  await expect(star(page, 'Longitude')).toHaveAttribute('aria-pressed', 'true')
  await expect(card(page, 'Longitude').getByRole('alert')).toBeEmpty()
})

test('a favourite that is none any more leaves the list; the focus goes on; the last one leads to the channels', async ({
  page,
}) => {
  await open(page, '/favourites')
  const cards = list(page).getByRole('listitem')
  const before = await cards.count()
  expect(before).toBeGreaterThan(1)
  const first = cards.first().getByRole('button', { name: /^Favourite / })
  await first.focus()
  await page.keyboard.press('Enter')
  await expect(cards).toHaveCount(before - 1)
  await expect(cards.first().locator('h2 > a')).toBeFocused()
  for (let left = before - 1; left > 0; left--) {
    await cards
      .first()
      .getByRole('button', { name: /^Favourite / })
      .click()
    if (left > 1) await expect(cards).toHaveCount(left - 1)
  }
  await expect(page.getByRole('heading', { name: 'No favourites yet' })).toBeVisible()
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  const way = page.getByRole('link', { name: 'Find a channel' })
  // A link in a button's clothes: its words are the button's, whatever stylesheet came first.
  await expect(way).toHaveCSS('color', 'rgb(255, 255, 255)')
  await way.click()
  await expect(page.getByRole('heading', { name: 'Live Channels', level: 1 })).toBeFocused()
})

test('favourites that cannot be read are a sentence with Retry', async ({ page, sandbox, watch }) => {
  watch.allowOffContract(/favourites/)
  await signIn(page, 'member')
  await sandbox.faults.set({ call: 'GET /wp-json/channel/v2/favourites', fault: 'broken-json', times: 1 })
  await page.goto('/favourites')
  await expect(page.getByRole('alert').filter({ hasText: 'could not be loaded' })).toContainText('No answer')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(list(page).getByRole('listitem').first()).toBeVisible()
})
