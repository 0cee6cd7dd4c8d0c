import { type Page } from '@playwright/test'
import model from '../../machines/favoriteUndo.model.ts'
import { signIn } from '../fixture.ts'
import { createPageDriver } from '../pageDriver.ts'

const add = 'PUT /wp-json/channel/v2/favourites/{slug}'

const cards = (page: Page) => page.getByRole('list', { name: 'Favorite channels' }).getByRole('listitem')
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' })

/** The name of the channel that was removed last. A tour removes the first card each time. */
const removedNames = new WeakMap<Page, string>()
const nameOf = (page: Page) => removedNames.get(page) ?? ''

/** Stars every channel, without the page, so that there is always another one to remove. */
async function starAll(page: Page) {
  const cookies = new Map((await page.context().cookies()).map(({ name, value }) => [name, value]))
  const headers = {
    Authorization: `Bearer ${decodeURIComponent(cookies.get('access_token') ?? '')}`,
    XSRF: cookies.get('XSRF-TOKEN') ?? '',
  }
  const listed = await page.request.get('/wp-json/channel/v2/channels', { headers })
  for (const { slug } of (await listed.json()) as { slug: string }[]) {
    const response = await page.request.put(`/wp-json/channel/v2/favourites/${slug}`, { headers })
    if (!response.ok()) throw new Error(`${slug} can't be starred: ${response.status()} ${await response.text()}`)
  }
}

const removeFirst = async ({ page }: { page: Page }) => {
  const star = cards(page)
    .first()
    .getByRole('button', { name: /^Favorite / })
  removedNames.set(page, ((await star.getAttribute('aria-label')) ?? '').replace('Favorite ', ''))
  await star.click()
}

const onlyElsewhere = 'Only a star pressed on another screen or device restores it meanwhile.'

export default createPageDriver(model, {
  heldCalls: [add],
  open: async ({ page, expect }) => {
    await signIn(page, 'member')
    await starAll(page)
    await page.goto('/favourites')
    await expect(cards(page).first()).toBeVisible()
  },
  events: {
    'favorite.removed': removeFirst,
    'undo.press': ({ page }) => undo(page).click(),
    'notice.dismiss': ({ page }) => page.getByRole('button', { name: 'Dismiss' }).click(),
  },
  texts: {
    'restoreFavorite done / refused': 'You can’t save more favorites.',
    'restoreFavorite error / unreachable': 'Statecast isn’t responding. Check your connection and try again.',
  },
  outcomes: {
    'restoreFavorite done / granted': ({ hold }) => hold.passThrough(add),
    'restoreFavorite done / refused': ({ hold }) =>
      hold.refuse(add, { code: 'membership_required', message: 'You can’t save more favorites.', status: 403 }),
    'restoreFavorite error': ({ hold }) => hold.abort(add),
  },
  states: {
    idle: ({ page, expect }) => expect(undo(page)).toHaveCount(0),
    offered: async ({ page, expect }) => {
      await expect(page.getByText(`${nameOf(page)} removed from favorites`)).toBeVisible()
      await expect(undo(page)).toBeEnabled()
    },
    restoring: ({ page, expect }) => expect(undo(page)).toHaveAttribute('data-loading', 'true'),
    restored: async ({ page, expect }) => {
      await expect(page.getByText(`${nameOf(page)} is back in favorites`)).toBeVisible()
      await expect(cards(page).first()).toContainText(nameOf(page))
    },
    failed: async ({ page, expect, text }) => {
      await expect(page.getByText(`We couldn’t restore ${nameOf(page)}. ${text}`)).toBeVisible()
      await expect(undo(page)).toBeEnabled()
    },
  },
  notInBrowser: { 'favorite.returned': onlyElsewhere },
})
