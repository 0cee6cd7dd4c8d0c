import { AxeBuilder } from '@axe-core/playwright'
import { type Page } from '@playwright/test'
import { expect, signIn, test } from './fixture.ts'

const add = 'PUT /wp-json/channel/v2/favourites/{slug}'
const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const star = (page: Page, name: string) => page.getByRole('button', { name: `Favorite ${name}`, exact: true })
const list = (page: Page) => page.getByRole('list', { name: 'Favorite channels' })

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

test('a star shows at once, adds to the favorites, and survives a reload', async ({ page }) => {
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
  await page.getByRole('link', { name: 'Favorites' }).click()
  await expect(list(page).getByRole('listitem').first()).toContainText('Longitude')
})

test('a refused star is undone and shows the host’s message', async ({ page, sandbox }) => {
  await open(page, '/')
  await sandbox.faults.set({ call: add, fault: 'refuse', message: '<b>No more</b> stars today', times: 1 })
  await star(page, 'Longitude').click()
  await expect(card(page, 'Longitude').getByRole('alert')).toContainText(
    'Couldn’t add to favorites. No more stars today',
  )
  await expect(star(page, 'Longitude')).toHaveAttribute('aria-pressed', 'false')
  await card(page, 'Longitude').getByRole('button', { name: 'Dismiss' }).click()
  await expect(card(page, 'Longitude').getByRole('alert')).toBeEmpty()
  await star(page, 'Longitude').click()
  await expect(star(page, 'Longitude')).toHaveAttribute('aria-busy', 'false')
  await expect(star(page, 'Longitude')).toHaveAttribute('aria-pressed', 'true')
})

test('a star that does not reach the host is undone with a message', async ({ page, sandbox, watch }) => {
  watch.allowOffContract(/favourites/)
  await open(page, '/')
  await sandbox.faults.set({ call: add, fault: 'cut-before', times: 1 })
  await star(page, 'Longitude').click()
  await expect(card(page, 'Longitude').getByRole('alert')).toContainText(
    'Something went wrong on our side. Please try again.',
  )
  await expect(star(page, 'Longitude')).toHaveAttribute('aria-pressed', 'false')
})

test('a star without an answer ends as the host saved it', async ({ page, sandbox, watch }) => {
  watch.allowOffContract(/favourites/)
  await open(page, '/')
  await sandbox.faults.set({ call: add, fault: 'cut-after', times: 1 })
  await star(page, 'Longitude').click()
  await expect(star(page, 'Longitude')).toHaveAttribute('aria-busy', 'false')
  await expect(star(page, 'Longitude')).toHaveAttribute('aria-pressed', 'true')
  await expect(card(page, 'Longitude').getByRole('alert')).toBeEmpty()
})

test('a removed favorite leaves the list, the focus moves to the next card, and the empty list links to the channels', async ({
  page,
}) => {
  await open(page, '/favourites')
  const cards = list(page).getByRole('listitem')
  const before = await cards.count()
  expect(before).toBeGreaterThan(1)
  const first = cards.first().getByRole('button', { name: /^Favorite / })
  await first.focus()
  await page.keyboard.press('Enter')
  await expect(cards).toHaveCount(before - 1)
  await expect(cards.first().locator('h2 > a')).toBeFocused()
  for (let left = before - 1; left > 0; left--) {
    await cards
      .first()
      .getByRole('button', { name: /^Favorite / })
      .click()
    if (left > 1) await expect(cards).toHaveCount(left - 1)
  }
  await expect(page.getByRole('heading', { name: 'No favorites yet' })).toBeVisible()
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  const link = page.getByRole('link', { name: 'Browse channels' })
  // A link styled as a button keeps the button's text color, whatever stylesheet comes first.
  await expect(link).toHaveCSS('color', 'rgb(255, 255, 255)')
  await link.click()
  await expect(page.getByRole('heading', { name: 'Live Channels', level: 1 })).toBeFocused()
})

test('favorites that can’t be loaded show a message and a retry button', async ({ page, sandbox, watch }) => {
  watch.allowOffContract(/favourites/)
  await signIn(page, 'member')
  await sandbox.faults.set({ call: 'GET /wp-json/channel/v2/favourites', fault: 'broken-json', times: 1 })
  await page.goto('/favourites')
  await expect(page.getByRole('alert').filter({ hasText: 'We couldn’t load your favorites' })).toContainText(
    'Something went wrong on our side',
  )
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(list(page).getByRole('listitem').first()).toBeVisible()
})

test.describe('undo', () => {
  const cards = (page: Page) => list(page).getByRole('listitem')
  const undo = (page: Page) => page.getByRole('button', { name: 'Undo' })
  /** Removes the first favorite and returns its name. */
  const removeFirst = async (page: Page) => {
    const first = cards(page)
      .first()
      .getByRole('button', { name: /^Favorite / })
    const name = ((await first.getAttribute('aria-label')) ?? '').replace('Favorite ', '')
    await first.click()
    await expect(page.getByText(`${name} removed from favorites`)).toBeVisible()
    return name
  }

  test('restores a favorite, also after a reload and on another device', async ({ page, browser, server }) => {
    await open(page, '/favourites')
    const before = await cards(page).count()
    const name = await removeFirst(page)
    await expect(cards(page)).toHaveCount(before - 1)
    await undo(page).click()
    await expect(page.getByText(`${name} is back in favorites`)).toBeVisible()
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

  test('a removal that is not undone persists after a reload and on another device', async ({
    page,
    browser,
    server,
  }) => {
    await open(page, '/favourites')
    const before = await cards(page).count()
    const name = await removeFirst(page)
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

  test('restores the last favorite', async ({ page }) => {
    await open(page, '/favourites')
    const before = await cards(page).count()
    let name = ''
    for (let left = before; left > 0; left--) {
      name = await removeFirst(page)
      if (left > 1) await expect(cards(page)).toHaveCount(left - 1)
    }
    await expect(page.getByRole('heading', { name: 'No favorites yet' })).toBeVisible()
    await undo(page).click()
    await expect(cards(page)).toHaveCount(1)
    await expect(cards(page)).toContainText(name)
  })

  for (const [fault, message] of [
    ['refuse', 'No more stars today'],
    ['cut-before', 'Something went wrong on our side. Please try again.'],
  ] as const)
    test(`that fails (${fault}) shows why and can be tried again`, async ({ page, sandbox }) => {
      await open(page, '/favourites')
      const before = await cards(page).count()
      const name = await removeFirst(page)
      await sandbox.faults.set({ call: add, fault, message: 'No more stars today', times: 1 })
      await undo(page).click()
      await expect(page.getByRole('alert').filter({ hasText: name })).toContainText(
        `We couldn’t restore ${name}. ${message}`,
      )
      await expect(cards(page)).toHaveCount(before - 1)
      await undo(page).click()
      await expect(page.getByText(`${name} is back in favorites`)).toBeVisible()
      await expect(cards(page)).toHaveCount(before)
    })

  test('without an answer ends as the host saved it', async ({ page, sandbox }) => {
    await open(page, '/favourites')
    const before = await cards(page).count()
    const name = await removeFirst(page)
    await sandbox.faults.set({ call: add, fault: 'cut-after', times: 1 })
    await undo(page).click()
    await expect(page.getByText(`${name} is back in favorites`)).toBeVisible()
    await expect(cards(page)).toHaveCount(before)
  })

  test('with the keyboard: the focus moves to the next card, to Undo, and to Dismiss', async ({ page }) => {
    await open(page, '/favourites')
    const before = await cards(page).count()
    await cards(page)
      .last()
      .getByRole('button', { name: /^Favorite / })
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
    test(`fits ${width} px, hides no navigation, and passes axe`, async ({ page }) => {
      await page.setViewportSize({ width, height: 720 })
      await open(page, '/favourites')
      await removeFirst(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await page.getByRole('link', { name: 'Support' }).first().click({ trial: true })
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    })
})
