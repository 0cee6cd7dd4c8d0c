import { type Page } from '@playwright/test'
import { type channelListMachine } from '../../../machines/channelList.ts'
import model from '../../machines/channelList.model.ts'
import { signIn } from '../fixture.ts'
import { createPageDriver, foldLabels, type DriverContext } from '../pageDriver.ts'
import { type RequestHold } from '../requestHold.ts'

const channels = 'GET /wp-json/channel/v2/channels'
const favorites = 'GET /wp-json/channel/v2/favourites'

/** The two channels of the model as the host lists them. */
async function listed(page: Page) {
  const now = await page.evaluate(() => Date.now())
  const from = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
  return [
    {
      slug: 'harbor-one',
      name: 'Harbor One',
      tagline: 'The coast before it wakes',
      category: 'Headlines',
      region: 'Northeast',
      logo: '/sandbox/logos/harbor-one.svg',
      followers: '55600',
      live: true,
      now: { title: 'The Morning Tide', starts_at: from(-50), ends_at: from(10) },
      next: { title: 'Café Congress', starts_at: from(10), ends_at: from(70) },
      colour: '#14507a',
      letters: 'H1',
    },
    {
      slug: 'longitude',
      name: 'Longitude',
      tagline: 'The world by the hour',
      category: 'World',
      region: 'West',
      logo: '/sandbox/logos/longitude.svg',
      followers: '9700',
      live: false,
      now: null,
      next: null,
    },
  ]
}

const answerFavorites = (hold: RequestHold, slugs: string[]) => hold.json(favorites, { favourites: slugs })

/** The channels that match the category and the region, and those that match the search. */
type Matches = { readonly place: readonly string[]; readonly search: readonly string[] }
const everything: Matches = { place: ['Harbor One', 'Longitude'], search: ['Harbor One', 'Longitude'] }
const inWest = (matches: Matches): Matches => ({ ...matches, place: ['Longitude'] })
const matchesOf = foldLabels(everything, {
  'all channels, with a filter in the URL': inWest,
  'filter.change / a category that has channels': inWest,
  'filter.change / a region that has channels': inWest,
  'filter.change / a search without matches': (matches) => ({ ...matches, search: [] }),
  'filter.change / a search in other case and without accents': (matches) => ({ ...matches, search: ['Harbor One'] }),
  'filter.clear': () => everything,
})

/** The page shows exactly the channels that match. */
async function expectChannelGrid({ page, expect, labels }: DriverContext<typeof channelListMachine>) {
  const { place, search } = matchesOf(labels)
  const names = place.filter((name) => search.includes(name))
  await expect(page.getByRole('list', { name: 'Channels' }).getByRole('listitem')).toHaveCount(names.length)
  for (const name of names) await expect(page.getByRole('link', { name: new RegExp(`^${name}: `) })).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading channels' })).toHaveCount(0)
}

export default createPageDriver(model, {
  inputs: ['all channels', 'all channels, with a filter in the URL'],
  heldCalls: [channels, favorites],
  open: async ({ page, expect }, input) => {
    await signIn(page, 'member')
    await page.goto(input === 'all channels' ? '/' : '/?category=World')
    await expect(page.getByRole('heading', { name: 'Live Channels' })).toBeVisible()
  },
  events: {
    'filter.change / a category that has channels': ({ page }) =>
      page.getByRole('group', { name: 'Category' }).getByRole('button', { name: 'World' }).click(),
    'filter.change / a region that has channels': ({ page }) =>
      page.getByRole('group', { name: 'Region' }).getByRole('button', { name: 'West' }).click(),
    'filter.change': ({ page, event }) => page.getByRole('searchbox').fill(event.filter.text ?? ''),
    'filter.clear': ({ page }) => page.getByRole('button', { name: 'Show all channels' }).click(),
    'list.retry': ({ page }) => page.getByRole('button', { name: 'Try again' }).click(),
  },
  texts: {
    'loadChannels done / refused': 'The channels are being updated. Try again in a minute.',
    'loadChannels error / unreachable': 'Statecast isn’t responding. Check your connection and try again.',
  },
  outcomes: {
    'loadChannels done / granted': async ({ page, hold }) => {
      await hold.json(channels, await listed(page))
      await answerFavorites(hold, ['longitude', 'a-channel-that-is-gone'])
    },
    'loadChannels done / no channels': async ({ hold }) => {
      await hold.json(channels, [])
      await answerFavorites(hold, ['longitude', 'a-channel-that-is-gone'])
    },
    'loadChannels done / no favorites': async ({ page, hold }) => {
      await hold.json(channels, await listed(page))
      await answerFavorites(hold, [])
    },
    'loadChannels done / refused': async ({ hold }) => {
      await answerFavorites(hold, [])
      await hold.refuse(channels, {
        code: 'too_many_requests',
        message: 'The channels are being updated. Try again in a minute.',
        status: 429,
      })
    },
    'loadChannels error': async ({ hold }) => {
      await answerFavorites(hold, [])
      await hold.abort(channels)
    },
  },
  states: {
    loading: async ({ page, expect }) => {
      await expect(page.getByRole('status', { name: 'Loading channels' })).toBeAttached()
    },
    failed: async ({ page, expect, text }) => {
      const notice = page.getByRole('alert').filter({ hasText: 'We couldn’t load the channels' })
      await expect(notice).toContainText(text)
      await expect(notice.getByRole('button', { name: 'Try again' })).toBeEnabled()
    },
    empty: async ({ page, expect }) => {
      await expect(page.getByRole('heading', { name: 'No channels right now' })).toBeVisible()
    },
    'listed.matches.some': expectChannelGrid,
    'listed.matches.none': async ({ page, expect }) => {
      await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible()
      await expect(page.getByRole('listitem').filter({ hasText: /Harbor One|Longitude/ })).toHaveCount(0)
    },
    'listed.freshness.current': async ({ page, hold, expect }) => {
      await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
      expect(hold.waiting).toEqual([])
    },
    'listed.freshness.refreshing': async ({ page, hold, expect }) => {
      await hold.waitFor(channels)
      // The old list stays visible instead of a skeleton.
      await expect(page.getByRole('status', { name: 'Loading channels' })).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    },
    'listed.freshness.stale': async ({ page, expect }) => {
      await expect(page.getByText('This listing may be out of date.')).toBeVisible()
    },
  },
  notInBrowser: {
    'favorites.changed':
      'The favorites machine changes the star, and its tours press it; favorites.spec.ts covers the list.',
  },
})
