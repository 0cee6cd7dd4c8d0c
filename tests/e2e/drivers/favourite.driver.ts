import { type Page } from '@playwright/test'
import createModel from '../../machines/favourite.model.ts'
import { signIn } from '../fixture.ts'
import { createPageDriver } from '../pageDriver.ts'

const add = 'PUT /wp-json/channel/v2/favourites/{slug}'
const remove = 'DELETE /wp-json/channel/v2/favourites/{slug}'

const card = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Harbor One' })
const star = (page: Page) => card(page).getByRole('button', { name: 'Favourite Harbor One' })

/** Tells the sandbox, past the page, how the star is to stand when the wall is opened. */
async function setFavorite(page: Page, starred: boolean) {
  const cookies = new Map((await page.context().cookies()).map(({ name, value }) => [name, value]))
  const told = await page.request.fetch('/wp-json/channel/v2/favourites/harbor-one', {
    method: starred ? 'PUT' : 'DELETE',
    headers: {
      Authorization: `Bearer ${decodeURIComponent(cookies.get('access_token') ?? '')}`,
      XSRF: cookies.get('XSRF-TOKEN') ?? '',
    },
  })
  if (!told.ok()) throw new Error(`the star can't be set: ${told.status()} ${await told.text()}`)
}

const onlyElsewhere =
  'A card is there once; only a screen that is not open, or a repeated reading, turns its star from outside.'

export default createPageDriver(createModel, {
  heldCalls: [add, remove],
  open: async ({ page, expect }, input) => {
    await signIn(page, 'member')
    await setFavorite(page, input === 'a favourite')
    await page.goto('/')
    await expect(star(page)).toBeVisible()
  },
  events: {
    'star.toggle': ({ page }) => star(page).click(),
    'notice.dismiss': ({ page }) => card(page).getByRole('button', { name: 'Dismiss' }).click(),
  },
  outcomes: {
    'addFavourite done / granted': ({ hold }) => hold.passThrough(add),
    'addFavourite done / refused': ({ hold }) =>
      hold.refuse(add, { code: 'membership_required', message: 'You may keep no more favourites.', status: 403 }),
    'addFavourite error': ({ hold }) => hold.abort(add),
    'removeFavourite done / granted': ({ hold }) => hold.passThrough(remove),
    'removeFavourite done / refused': ({ hold }) =>
      hold.refuse(remove, { code: 'membership_required', message: 'You may keep no more favourites.', status: 403 }),
    'removeFavourite error': ({ hold }) => hold.abort(remove),
  },
  states: {
    plain: async ({ page, expect }) => {
      await expect(star(page)).toHaveAttribute('aria-pressed', 'false')
      await expect(star(page)).toHaveAttribute('aria-busy', 'false')
      await expect(card(page).getByRole('alert')).toBeEmpty()
    },
    starred: async ({ page, expect }) => {
      await expect(star(page)).toHaveAttribute('aria-pressed', 'true')
      await expect(star(page)).toHaveAttribute('aria-busy', 'false')
      await expect(card(page).getByRole('alert')).toBeEmpty()
    },
    adding: async ({ page, expect, snapshot }) => {
      await expect(star(page)).toHaveAttribute('aria-pressed', String(snapshot.context.starred))
      await expect(star(page)).toHaveAttribute('aria-busy', 'true')
      await expect(card(page).getByRole('alert')).toBeEmpty()
    },
    removing: async ({ page, expect, snapshot }) => {
      await expect(star(page)).toHaveAttribute('aria-pressed', String(snapshot.context.starred))
      await expect(star(page)).toHaveAttribute('aria-busy', 'true')
      await expect(card(page).getByRole('alert')).toBeEmpty()
    },
    notAdded: async ({ page, expect, snapshot }) => {
      await expect(star(page)).toHaveAttribute('aria-pressed', 'false')
      await expect(card(page).getByRole('alert')).toContainText(`Not a favourite yet: ${snapshot.context.message}`)
    },
    notRemoved: async ({ page, expect, snapshot }) => {
      await expect(star(page)).toHaveAttribute('aria-pressed', 'true')
      await expect(card(page).getByRole('alert')).toContainText(`Still a favourite: ${snapshot.context.message}`)
    },
  },
  notInBrowser: { 'star.found': onlyElsewhere, 'star.missed': onlyElsewhere },
})
