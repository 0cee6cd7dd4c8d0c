import { type Page } from '@playwright/test'
import { isStarred, type favoritesMachine } from '../../../machines/favorites.ts'
import model from '../../machines/favorites.model.ts'
import { signIn } from '../fixture.ts'
import { createPageDriver, type DriverContext } from '../pageDriver.ts'

const add = 'PUT /wp-json/channel/v2/favourites/{slug}'
const remove = 'DELETE /wp-json/channel/v2/favourites/{slug}'
const names: Readonly<Record<string, string>> = { 'harbor-one': 'Harbor One', longitude: 'Longitude' }

type StepContext = DriverContext<typeof favoritesMachine>

const card = (page: Page, slug: string) => page.getByRole('listitem').filter({ hasText: names[slug] ?? slug })
const star = (page: Page, slug: string) => card(page, slug).getByRole('button', { name: `Favorite ${names[slug]}` })

/** Removes both channels from the favorites, without the page. */
async function clearFavorites(page: Page) {
  const cookies = new Map((await page.context().cookies()).map(({ name, value }) => [name, value]))
  for (const slug of Object.keys(names)) {
    const response = await page.request.delete(`/wp-json/channel/v2/favourites/${slug}`, {
      headers: {
        Authorization: `Bearer ${decodeURIComponent(cookies.get('access_token') ?? '')}`,
        XSRF: cookies.get('XSRF-TOKEN') ?? '',
      },
    })
    if (!response.ok()) throw new Error(`${slug} was not removed: ${response.status()} ${await response.text()}`)
  }
}

/** The call of the change that is being saved. There is one at a time. */
async function savingCall({ hold, expect }: StepContext) {
  await expect.poll(() => hold.waiting.length).toBe(1)
  return hold.waiting.includes(add) ? add : remove
}

/** Asserts that both stars and the message match the snapshot. */
async function expectStars({ page, expect, snapshot: { context } }: StepContext) {
  for (const slug of Object.keys(names)) {
    const starred = isStarred(context, slug)
    const failure = context.failures.find((failed) => failed.slug === slug)
    await expect(star(page, slug)).toHaveAttribute('aria-pressed', String(starred))
    await expect(star(page, slug)).toHaveAttribute(
      'aria-busy',
      String(context.changes.some((change) => change.slug === slug)),
    )
    await expect(card(page, slug).getByRole('alert')).toHaveText(
      failure ? `${starred ? 'Couldn’t remove from favorites.' : 'Couldn’t add to favorites.'} ${failure.message}` : '',
    )
  }
}

export default createPageDriver(model, {
  heldCalls: [add, remove],
  open: async ({ page, expect }) => {
    await signIn(page, 'member')
    await clearFavorites(page)
    await page.goto('/')
    await expect(star(page, 'harbor-one')).toBeVisible()
  },
  events: {
    'star.toggle': ({ page, event }) => star(page, event.slug).click(),
    'failure.dismiss': ({ page, event }) => card(page, event.slug).getByRole('button', { name: 'Dismiss' }).click(),
  },
  outcomes: {
    'saveFavorite done / granted': async (step) => step.hold.passThrough(await savingCall(step)),
    'saveFavorite done / refused': async (step) =>
      step.hold.refuse(await savingCall(step), {
        code: 'membership_required',
        message: 'You can’t save more favorites.',
        status: 403,
      }),
    'saveFavorite error': async (step) => step.hold.abort(await savingCall(step)),
  },
  states: {
    idle: async (step) => {
      await expectStars(step)
      step.expect(step.hold.waiting).toEqual([])
    },
    saving: async (step) => {
      await expectStars(step)
      await savingCall(step)
    },
  },
  notNow: (label, { context }) => {
    const slug = /^failure\.dismiss \/ (.*)$/.exec(label)?.[1]
    return slug === undefined || context.failures.some((failure) => names[failure.slug] === slug)
      ? undefined
      : 'No message is shown that could be closed.'
  },
  notInBrowser: {
    'list.loaded': 'The list is read again when a program ends or a request fails; favorites.spec.ts covers both.',
    'list.cleared': 'Signing out leaves the screen; sessionPersistence.spec.ts covers it.',
  },
})
