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

test.describe('undo', () => {
  const cards = (page: Page) => list(page).getByRole('listitem')
  const undo = (page: Page) => page.getByRole('button', { name: 'Undo' })
  /** Takes the first favourite off the list, and says which it was. */
  const takeOff = async (page: Page) => {
    const first = cards(page)
      .first()
      .getByRole('button', { name: /^Favourite / })
    const name = ((await first.getAttribute('aria-label')) ?? '').replace('Favourite ', '')
    await first.click()
    await expect(page.getByText(`${name} is no favourite any more.`)).toBeVisible()
    return name
  }

  test('brings a favourite back, and it stays: after a reload and on another device', async ({
    page,
    browser,
    server,
  }) => {
    await open(page, '/favourites')
    const before = await cards(page).count()
    const name = await takeOff(page)
    await expect(cards(page)).toHaveCount(before - 1)
    await undo(page).click()
    await expect(page.getByText(`${name} is a favourite again.`)).toBeVisible()
    await expect(cards(page)).toHaveCount(before)
    await page.reload()
    await expect(cards(page).first()).toContainText(name)
    await expect(undo(page)).toHaveCount(0)
    const other = await browser.newContext({ baseURL: server.url })
    const elsewhere = await other.newPage()
    await open(elsewhere, '/favourites')
    await expect(cards(elsewhere).first()).toContainText(name)
    await other.close()
  })

  test('what is not undone stays away: after a reload and on another device', async ({ page, browser, server }) => {
    await open(page, '/favourites')
    const before = await cards(page).count()
    const name = await takeOff(page)
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(undo(page)).toHaveCount(0)
    await page.reload()
    await expect(cards(page)).toHaveCount(before - 1)
    const other = await browser.newContext({ baseURL: server.url })
    const elsewhere = await other.newPage()
    await open(elsewhere, '/favourites')
    await expect(cards(elsewhere)).toHaveCount(before - 1)
    await expect(card(elsewhere, name)).toHaveCount(0)
    await other.close()
  })

  test('brings the last one back, too', async ({ page }) => {
    await open(page, '/favourites')
    const before = await cards(page).count()
    let name = ''
    for (let left = before; left > 0; left--) {
      name = await takeOff(page)
      if (left > 1) await expect(cards(page)).toHaveCount(left - 1)
    }
    await expect(page.getByRole('heading', { name: 'No favourites yet' })).toBeVisible()
    await undo(page).click()
    await expect(cards(page)).toHaveCount(1)
    await expect(cards(page)).toContainText(name)
  })

  for (const [fault, words] of [
    ['refuse', 'No more stars today'],
    ['cut-before', 'No answer. Check your connection and try again.'],
  ] as const)
    test(`that does not work (${fault}) says why, and can be tried again`, async ({ page, sandbox }) => {
      await open(page, '/favourites')
      const before = await cards(page).count()
      const name = await takeOff(page)
      await sandbox.faults.set({ call: add, fault, message: 'No more stars today', times: 1 })
      await undo(page).click()
      await expect(page.getByRole('alert').filter({ hasText: name })).toContainText(`${name} is not back: ${words}`)
      await expect(cards(page)).toHaveCount(before - 1)
      await undo(page).click()
      await expect(page.getByText(`${name} is a favourite again.`)).toBeVisible()
      await expect(cards(page)).toHaveCount(before)
    })

  test('whose answer was lost after the host took it ends as the host has it', async ({ page, sandbox }) => {
    await open(page, '/favourites')
    const before = await cards(page).count()
    const name = await takeOff(page)
    await sandbox.faults.set({ call: add, fault: 'cut-after', times: 1 })
    await undo(page).click()
    await expect(page.getByText(`${name} is a favourite again.`)).toBeVisible()
    await expect(cards(page)).toHaveCount(before)
  })

  test('with the keyboard: the focus goes on to the next card, from there to Undo, and stays near', async ({
    page,
  }) => {
    await open(page, '/favourites')
    const before = await cards(page).count()
    await cards(page)
      .last()
      .getByRole('button', { name: /^Favourite / })
      .focus()
    await page.keyboard.press('Enter')
    await expect(cards(page)).toHaveCount(before - 1)
    await expect(cards(page).last().locator('h2 > a')).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(undo(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(cards(page)).toHaveCount(before)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Dismiss' })).toBeFocused()
  })

  for (const width of [320, 1440])
    test(`fits ${width} px, hides no navigation, and axe finds nothing`, async ({ page }) => {
      await page.setViewportSize({ width, height: 720 })
      await open(page, '/favourites')
      await takeOff(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await page.getByRole('link', { name: 'Support' }).first().click({ trial: true })
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    })
})
