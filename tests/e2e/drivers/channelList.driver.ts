import { type Page } from '@playwright/test'
import { type channelListMachine } from '../../../machines/channelList.ts'
import createModel from '../../machines/channelList.model.ts'
import { signIn } from '../fixture.ts'
import { createPageDriver, type DriverContext } from '../pageDriver.ts'
import { type RequestHold } from '../requestHold.ts'

const channels = 'GET /wp-json/channel/v2/channels'
const favourites = 'GET /wp-json/channel/v2/favourites'

/** The two channels of the model as the host would list them, on air for as long as the model says. */
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

const answerFavorites = (hold: RequestHold, slugs: string[]) => hold.json(favourites, { favourites: slugs })
const shownNames = { 'harbor-one': 'Harbor One', longitude: 'Longitude' } as const

/** The wall shows just the channels that the machine says. */
async function seeChannelGrid({ page, expect, snapshot }: DriverContext<typeof channelListMachine>) {
  const names = snapshot.context.shown.map((slug) => shownNames[slug as keyof typeof shownNames])
  await expect(page.getByRole('list', { name: 'Channels' }).getByRole('listitem')).toHaveCount(names.length)
  for (const name of names) await expect(page.getByRole('link', { name: new RegExp(`^${name}: `) })).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading channels' })).toHaveCount(0)
}

export default createPageDriver(createModel, {
  inputs: ['the wall', 'the wall, come back to with a filter'],
  heldCalls: [channels, favourites],
  open: async ({ page, expect }, input) => {
    await signIn(page, 'member')
    await page.goto(input === 'the wall' ? '/' : '/?category=World')
    await expect(page.getByRole('heading', { name: 'Live Channels' })).toBeVisible()
  },
  events: {
    'sieve.change / a category that has channels': ({ page }) =>
      page.getByRole('group', { name: 'Category' }).getByRole('button', { name: 'World' }).click(),
    'sieve.change / a region that has channels': ({ page }) =>
      page.getByRole('group', { name: 'Region' }).getByRole('button', { name: 'West' }).click(),
    'sieve.change': ({ page, event }) => page.getByRole('searchbox').fill(event.sieve.text ?? ''),
    'sieve.clear': ({ page }) => page.getByRole('button', { name: 'Show all channels' }).click(),
    'list.retry': ({ page, snapshot }) =>
      page
        .getByRole('button', {
          name: snapshot.matches({ listed: { freshness: 'refreshing' } }) ? 'Ask now' : /^(Retry|Look again)$/,
        })
        .click(),
  },
  outcomes: {
    'loadChannels done / granted': async ({ page, hold }) => {
      await hold.json(channels, await listed(page))
      await answerFavorites(hold, ['longitude', 'a-channel-that-is-gone'])
    },
    'loadChannels done / no channel at all': async ({ hold }) => {
      await hold.json(channels, [])
      await answerFavorites(hold, ['longitude', 'a-channel-that-is-gone'])
    },
    'loadChannels done / no favourite': async ({ page, hold }) => {
      await hold.json(channels, await listed(page))
      await answerFavorites(hold, [])
    },
    'loadChannels done / refused': async ({ hold }) => {
      await answerFavorites(hold, [])
      await hold.refuse(channels, {
        code: 'too_many_requests',
        message: 'Channels are being sorted. Try again in a minute.',
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
    failed: async ({ page, expect, snapshot }) => {
      const notice = page.getByRole('alert').filter({ hasText: 'The channels could not be loaded' })
      await expect(notice).toContainText(snapshot.context.message)
      await expect(notice.getByRole('button', { name: 'Retry' })).toBeEnabled()
    },
    empty: async ({ page, expect }) => {
      await expect(page.getByRole('heading', { name: 'No channel is listed right now' })).toBeVisible()
    },
    'listed.wall.shown': seeChannelGrid,
    'listed.wall.unmatched': async ({ page, expect }) => {
      await expect(page.getByRole('heading', { name: 'No channel matches' })).toBeVisible()
      await expect(page.getByRole('listitem').filter({ hasText: 'Harbor One' })).toHaveCount(0)
    },
    'listed.freshness.current': async ({ page, expect }) => {
      await expect(page.getByRole('button', { name: 'Ask now' })).toHaveCount(0)
    },
    'listed.freshness.refreshing': async ({ page, expect }) => {
      // Unseen: what was on the wall stays, and no shapes take its place.
      await expect(page.getByRole('status', { name: 'Loading channels' })).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Ask now' })).toHaveCount(0)
    },
    'listed.freshness.stale': async ({ page, expect }) => {
      await expect(page.getByText('We could not ask what is on now.')).toBeVisible()
    },
  },
  notInBrowser: {
    'favourites.changed':
      'A star on the wall turns by the favourite machine, whose tours press it; favourites.spec shows what follows for the list.',
  },
})
