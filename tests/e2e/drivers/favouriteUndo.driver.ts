import { type Page } from '@playwright/test'
import createModel from '../../machines/favouriteUndo.model.ts'
import { signIn } from '../fixture.ts'
import { createPageDriver } from '../pageDriver.ts'

const add = 'PUT /wp-json/channel/v2/favourites/{slug}'

const cards = (page: Page) => page.getByRole('list', { name: 'Favourite channels' }).getByRole('listitem')
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' })

/** The channel that has left last, by its name: a tour takes the first one of the wall, and takes more than two. */
const removedNames = new WeakMap<Page, string>()
const nameOf = (page: Page) => removedNames.get(page) ?? ''

/** Stars every channel, past the page, so that there is always one more to take off. */
async function starAll(page: Page) {
  const cookies = new Map((await page.context().cookies()).map(({ name, value }) => [name, value]))
  const headers = {
    Authorization: `Bearer ${decodeURIComponent(cookies.get('access_token') ?? '')}`,
    XSRF: cookies.get('XSRF-TOKEN') ?? '',
  }
  const listed = await page.request.get('/wp-json/channel/v2/channels', { headers })
  for (const { slug } of (await listed.json()) as { slug: string }[]) {
    const told = await page.request.put(`/wp-json/channel/v2/favourites/${slug}`, { headers })
    if (!told.ok()) throw new Error(`${slug} can't be starred: ${told.status()} ${await told.text()}`)
  }
}

const removeFirst = async ({ page }: { page: Page }) => {
  const star = cards(page)
    .first()
    .getByRole('button', { name: /^Favourite / })
  removedNames.set(page, ((await star.getAttribute('aria-label')) ?? '').replace('Favourite ', ''))
  await star.click()
}

const onlyElsewhere = 'Only a star that is turned on another screen or device brings it back meanwhile.'

export default createPageDriver(createModel, {
  heldCalls: [add],
  open: async ({ page, expect }) => {
    await signIn(page, 'member')
    await starAll(page)
    await page.goto('/favourites')
    await expect(cards(page).first()).toBeVisible()
  },
  events: {
    'favourite.removed': removeFirst,
    'undo.press': ({ page }) => undo(page).click(),
    'notice.dismiss': ({ page }) => page.getByRole('button', { name: 'Dismiss' }).click(),
  },
  outcomes: {
    'addFavourite done / granted': ({ hold }) => hold.passThrough(add),
    'addFavourite done / refused': ({ hold }) =>
      hold.refuse(add, { code: 'membership_required', message: 'You may keep no more favourites.', status: 403 }),
    'addFavourite error': ({ hold }) => hold.abort(add),
  },
  states: {
    idle: ({ page, expect }) => expect(undo(page)).toHaveCount(0),
    offered: async ({ page, expect }) => {
      await expect(page.getByText(`${nameOf(page)} is no favourite any more.`)).toBeVisible()
      await expect(undo(page)).toBeEnabled()
    },
    restoring: ({ page, expect }) => expect(undo(page)).toHaveAttribute('data-loading', 'true'),
    restored: async ({ page, expect }) => {
      await expect(page.getByText(`${nameOf(page)} is a favourite again.`)).toBeVisible()
      await expect(cards(page).first()).toContainText(nameOf(page))
    },
    notRestored: async ({ page, expect, snapshot }) => {
      await expect(page.getByText(`${nameOf(page)} is not back: ${snapshot.context.message}`)).toBeVisible()
      await expect(undo(page)).toBeEnabled()
    },
  },
  notInBrowser: { 'favourite.returned': onlyElsewhere },
})
