import { type Page } from '@playwright/test'
import { expect, signIn, test } from './fixture.ts'
import {
  expectAccessible,
  heading,
  holdRoute,
  loginField,
  openAs,
  openMenuEntry,
  openOnOtherDevice,
  pressBack,
  setFavorites,
} from './page.ts'

const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const star = (page: Page, name: string) => page.getByRole('button', { name: `Favorite ${name}`, exact: true })
const list = (page: Page) => page.getByRole('list', { name: 'Favorite channels' })

const firstStar = (page: Page) =>
  list(page)
    .getByRole('button', { name: /^Favorite / })
    .first()

const open = async (page: Page, path: string) => {
  await openAs(page, 'member', path)
  await expect(page.getByRole('listitem').locator('h2').first()).toBeVisible()
}

test(
  'a star is shown at once, adds the channel to the favorites, and survives a reload',
  { tag: '@favorites.toggle' },
  async ({ page }) => {
    await open(page, '/')
    const release = await holdRoute(page, '**/wp-json/channel/v2/favourites/longitude')
    await star(page, 'Longitude').click()
    // The host has not responded yet.
    await expect(star(page, 'Longitude')).toHaveAttribute('aria-pressed', 'true')
    await expect(star(page, 'Longitude')).toHaveAttribute('aria-busy', 'true')
    await release()
    await expect(star(page, 'Longitude')).toHaveAttribute('aria-busy', 'false')
    await page.reload()
    await expect(star(page, 'Longitude')).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('link', { name: 'Favorites' }).click()
    await expect(list(page).getByRole('listitem').first()).toContainText('Longitude')
  },
)

test(
  'a removed favorite leaves the list, the focus moves to the next card, and the empty list links to the channels',
  { tag: '@full' },
  async ({ page }) => {
    await open(page, '/favourites')
    const cards = list(page).getByRole('listitem')
    const before = await cards.count()
    expect(before).toBeGreaterThan(1)
    await firstStar(page).focus()
    await page.keyboard.press('Enter')
    await expect(cards).toHaveCount(before - 1)
    await expect(cards.first().locator('h2 > a')).toBeFocused()
    for (let left = before - 1; left > 0; left--) {
      await firstStar(page).click()
      if (left > 1) await expect(cards).toHaveCount(left - 1)
    }
    await expect(page.getByRole('heading', { name: 'No favorites yet' })).toBeVisible()
    await expectAccessible(page)
    const link = page.getByRole('link', { name: 'Browse channels' })
    // A link styled as a button keeps the button's text color, whatever stylesheet comes first.
    await expect(link).toHaveCSS('color', 'rgb(255, 255, 255)')
    await link.click()
    await expect(heading(page, 'Live Channels')).toBeFocused()
  },
)

test(
  'the order of the favorites is changed with the keyboard and announced; it is stored, Live Channels has it, and signing out ends it',
  { tag: ['@full', '@favorites.order', '@favorites.orderStored'] },
  async ({ page }) => {
    await signIn(page, 'member')
    await setFavorites(page, ['harbor-one', 'longitude', 'rotunda'])
    await page.goto('/favourites')
    const names = (label: string) => page.getByRole('list', { name: label }).locator('p:first-child > bdi')
    await page.getByRole('button', { name: 'Change order' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Done' })).toBeFocused()
    const later = page.getByRole('button', { name: 'Move Harbor One later' })
    await later.focus()
    for (const [place, order] of [
      [2, ['Longitude', 'Harbor One', 'Rotunda']],
      [3, ['Longitude', 'Rotunda', 'Harbor One']],
    ] as const) {
      await page.keyboard.press('Enter')
      await expect(names('Favorite channels')).toHaveText(order)
      await expect(page.getByRole('status').filter({ hasText: `Harbor One is now ${place} of 3` })).toBeAttached()
      await expect(later).toBeFocused()
    }
    // At the end of the list the button stays, and moves nothing.
    await expect(later).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Enter')
    await expect(names('Favorite channels')).toHaveText(['Longitude', 'Rotunda', 'Harbor One'])
    // The arrow keys of a remote reach both buttons of a card.
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByRole('button', { name: 'Move Harbor One earlier' })).toBeFocused()
    await page.reload()
    await expect(names('Favorite channels')).toHaveText(['Longitude', 'Rotunda', 'Harbor One'])
    await expect(page.getByText('Your favorite channels, in your order')).toBeVisible()
    await page.goto('/')
    await expect(names('Channels').first()).toHaveText('Longitude')
    // A new favorite has no place yet.
    await star(page, 'Fogline').click()
    await expect(star(page, 'Fogline')).toHaveAttribute('aria-pressed', 'true')
    await expect(star(page, 'Fogline')).toHaveAttribute('aria-busy', 'false')
    await page.goto('/favourites')
    await expect(names('Favorite channels')).toHaveText(['Fogline', 'Longitude', 'Rotunda', 'Harbor One'])
    await openMenuEntry(page, 'Logout')
    await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click()
    await expect(loginField(page)).toBeVisible()
    await open(page, '/favourites')
    await expect(page.getByText('Your favorite channels, newest first')).toBeVisible()
  },
)

test(
  'Back and Escape end the order and return to its button, and only then does Back leave the page',
  { tag: ['@full', '@favorites.order', '@shell.back'] },
  async ({ page }) => {
    await signIn(page, 'member')
    await setFavorites(page, ['harbor-one', 'longitude'])
    await page.goto('/')
    await page.getByRole('link', { name: 'Favorites' }).press('Enter')
    const change = page.getByRole('button', { name: 'Change order' })
    const later = page.getByRole('button', { name: 'Move Harbor One later' })
    for (const press of [() => pressBack(page), () => page.keyboard.press('Escape')]) {
      await change.press('Enter')
      await later.press('Enter')
      await press()
      await expect(later).toHaveCount(0)
      await expect(change).toBeFocused()
      await expect(page).toHaveURL('/favourites')
    }
    await pressBack(page)
    await expect(page).toHaveURL('/')
  },
)

test.describe('undo', () => {
  const cards = (page: Page) => list(page).getByRole('listitem')
  const undo = (page: Page) => page.getByRole('button', { name: 'Undo' })
  /** Removes the first favorite and returns its name. */
  const removeFirst = async (page: Page) => {
    const name = ((await firstStar(page).getAttribute('aria-label')) ?? '').replace('Favorite ', '')
    const saved = page.waitForResponse((response) => response.request().method() === 'DELETE')
    await firstStar(page).click()
    await expect(page.getByText(`${name} removed from favorites`)).toBeVisible()
    // A reload must not come before.
    await saved
    return name
  }

  test(
    'restores a favorite; a removal that is not undone persists, both after a reload and on another device',
    { tag: ['@full', '@favorites.undo'] },
    async ({ page, browser, server }) => {
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
      const elsewhere = await openOnOtherDevice(browser, server.url, '/favourites')
      await expect(cards(elsewhere).first()).toContainText(name)

      expect(await removeFirst(page)).toBe(name)
      // The notice hides no navigation.
      for (const width of [320, 1440]) {
        await page.setViewportSize({ width, height: 720 })
        await page.getByRole('link', { name: 'Support' }).first().click({ trial: true })
      }
      await page.getByRole('button', { name: 'Dismiss' }).click()
      await expect(undo(page)).toHaveCount(0)
      for (const one of [page, elsewhere]) {
        await one.reload()
        await expect(cards(one)).toHaveCount(before - 1)
        await expect(card(one, name)).toHaveCount(0)
      }
      await elsewhere.context().close()
    },
  )

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
})
