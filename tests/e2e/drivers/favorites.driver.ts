import { type Page } from '@playwright/test'
import { type favoritesMachine } from '../../../machines/favorites.ts'
import model from '../../machines/favorites.model.ts'
import { signIn } from '../fixture.ts'
import { setFavorites } from '../page.ts'
import { createPageDriver, foldLabels, type DriverContext } from '../pageDriver.ts'

const add = 'PUT /wp-json/channel/v2/favourites/{slug}'
const remove = 'DELETE /wp-json/channel/v2/favourites/{slug}'
const names: Readonly<Record<string, string>> = { 'harbor-one': 'Harbor One', longitude: 'Longitude' }

type StepContext = DriverContext<typeof favoritesMachine>

const card = (page: Page, slug: string) => page.getByRole('listitem').filter({ hasText: names[slug] ?? slug })
const star = (page: Page, slug: string) => card(page, slug).getByRole('button', { name: `Favorite ${names[slug]}` })

/** The call of the change that is being saved. There is one at a time. */
async function savingCall({ hold, expect }: StepContext) {
  await expect.poll(() => hold.waiting.length).toBe(1)
  return hold.waiting.includes(add) ? add : remove
}

/** Slugs that the host has saved, slugs whose star was pressed since, oldest first, and the message under each star. */
type Stars = { saved: readonly string[]; pressed: readonly string[]; messages: Readonly<Record<string, string>> }

const isStarred = ({ saved, pressed }: Stars, slug: string) =>
  saved.includes(slug) !== (pressed.filter((one) => one === slug).length % 2 === 1)

/** A second press cancels the first one, unless that one is being saved. */
const press = (slug: string) => (stars: Stars) => {
  const [saving, ...waiting] = stars.pressed
  const pressed = waiting.includes(slug)
    ? [saving ?? '', ...waiting.filter((one) => one !== slug)]
    : [...stars.pressed, slug]
  return { ...stars, pressed, messages: { ...stars.messages, [slug]: '' } }
}
const dismiss = (slug: string) => (stars: Stars) => ({ ...stars, messages: { ...stars.messages, [slug]: '' } })
const save = (stars: Stars) => {
  const [slug = '', ...pressed] = stars.pressed
  const others = stars.saved.filter((one) => one !== slug)
  return { ...stars, saved: stars.saved.includes(slug) ? others : [...others, slug], pressed }
}
const fail = (reason: string) => (stars: Stars) => {
  const [slug = '', ...waiting] = stars.pressed
  const title = stars.saved.includes(slug) ? 'Couldn’t remove from favorites.' : 'Couldn’t add to favorites.'
  const pressed = waiting.filter((one) => one !== slug)
  return { ...stars, pressed, messages: { ...stars.messages, [slug]: `${title} ${reason}` } }
}

const starsOf = foldLabels<Stars>(
  { saved: [], pressed: [], messages: {} },
  {
    'star.toggle / Harbor One': press('harbor-one'),
    'star.toggle / Longitude': press('longitude'),
    'failure.dismiss / Harbor One': dismiss('harbor-one'),
    'failure.dismiss / Longitude': dismiss('longitude'),
    'saveFavorite done / granted': save,
    'saveFavorite done / refused': fail('You can’t save more favorites.'),
    'saveFavorite error': fail('Statecast isn’t responding. Check your connection and try again.'),
  },
)

/** Asserts both stars and their messages. */
async function expectStars({ page, expect, labels }: StepContext) {
  const stars = starsOf(labels)
  for (const slug of Object.keys(names)) {
    await expect(star(page, slug)).toHaveAttribute('aria-pressed', String(isStarred(stars, slug)))
    await expect(star(page, slug)).toHaveAttribute('aria-busy', String(stars.pressed.includes(slug)))
    await expect(card(page, slug).getByRole('alert')).toHaveText(stars.messages[slug] ?? '')
  }
}

export default createPageDriver(model, {
  heldCalls: [add, remove],
  open: async ({ page, expect }) => {
    await signIn(page, 'member')
    await setFavorites(page, [])
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
