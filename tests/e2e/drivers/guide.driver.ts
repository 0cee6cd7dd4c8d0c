import { type Page, type Request } from '@playwright/test'
import { type guideMachine } from '../../../machines/guide.ts'
import model from '../../machines/guide.model.ts'
import { signIn } from '../fixture.ts'
import { createPageDriver, foldLabels, type DriverContext } from '../pageDriver.ts'
import { type RequestHold } from '../requestHold.ts'

const channels = 'GET /wp-json/channel/v2/channels'
const schedule = 'GET /wp-json/channel/v2/schedule'

const minute = 60_000

const harbor = {
  slug: 'harbor-one',
  name: 'Harbor One',
  tagline: 'The coast before it wakes',
  category: 'Headlines',
  region: 'Northeast',
  logo: '/sandbox/logos/harbor-one.svg',
  followers: '55600',
  live: true,
  now: null,
  next: null,
  colour: '#14507a',
  letters: 'H1',
}
const longitude = {
  ...harbor,
  slug: 'longitude',
  name: 'Longitude',
  tagline: 'The world by the hour',
  category: 'World',
  region: 'West',
  live: false,
  letters: 'L',
}

/** The two shows of Harbor One that fill the window of a request. The first one runs now if the window is of today. */
async function showsOf(page: Page, request: Request) {
  const query = new URL(request.url()).searchParams
  const [from = '', to = ''] = [query.get('from'), query.get('to')].map((text) => text ?? '')
  const now = await page.evaluate(() => Date.now())
  const isToday = Date.parse(from) <= now && now < Date.parse(to)
  const middle = new Date(
    isToday ? Math.min(now + 20 * minute, Date.parse(to) - minute) : Date.parse(from) + 480 * minute,
  ).toISOString()
  return [
    { title: 'The Morning Tide', starts: from, ends: middle, description: 'News from the coast.' },
    { title: 'Café Congress', starts: middle, ends: to, description: '' },
  ]
}

async function answer({ page, hold }: { page: Page; hold: RequestHold }, listed: readonly object[]) {
  const request = await hold.waitFor(schedule)
  await hold.json(channels, listed)
  await hold.json(schedule, { 'harbor-one': await showsOf(page, request), longitude: [] })
}

/** The channels that match the category and the region, and those that match the search. */
type Matches = { readonly place: readonly string[]; readonly search: readonly string[] }
const everything: Matches = { place: ['Harbor One', 'Longitude'], search: ['Harbor One', 'Longitude'] }
const inWest = (matches: Matches): Matches => ({ ...matches, place: ['Longitude'] })
const matchesOf = foldLabels(everything, {
  'the guide, with a filter in the URL': inWest,
  'filter.change / a category that has channels': inWest,
  'filter.change / a region that has channels': inWest,
  'filter.change / a search without matches': (matches) => ({ ...matches, search: [] }),
  'filter.change / a search for a later show': (matches) => ({ ...matches, search: ['Harbor One'] }),
  'filter.clear': () => everything,
})
const isTomorrow = foldLabels(false, { 'day.choose / tomorrow': () => true, 'day.choose / today': () => false })

/** The grid shows exactly the channels that match, of the chosen day. */
async function expectGrid({ page, expect, labels }: DriverContext<typeof guideMachine>) {
  const { place, search } = matchesOf(labels)
  const names = place.filter((name) => search.includes(name))
  const grid = page.getByRole('grid', { name: isTomorrow(labels) ? 'Guide for tomorrow' : 'Guide for today' })
  await expect(grid.getByRole('rowheader')).toHaveText(names.map((name) => new RegExp(`${name}$`)))
  if (names.includes('Harbor One')) await expect(firstShow(page)).toBeVisible()
  if (names.includes('Longitude')) await expect(grid.getByText('No schedule for this channel')).toBeVisible()
}

const firstShow = (page: Page) => page.getByRole('gridcell', { name: /^The Morning Tide, / })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'The Morning Tide' })

const covered = 'The dialog covers the page until it is closed.'

export default createPageDriver(model, {
  heldCalls: [channels, schedule],
  wideOnly: 'A phone shows a list instead of the grid, which guide.spec.ts covers.',
  open: async ({ page, expect }, input) => {
    await signIn(page, 'member')
    await page.goto(input === 'the guide' ? '/guide' : '/guide?category=World')
    await expect(page.getByRole('heading', { name: 'Guide' })).toBeVisible()
  },
  events: {
    'day.choose': async ({ page, hold, event }) => {
      await page
        .getByRole('group', { name: 'Day' })
        .getByRole('button', { name: event.dayName === 'today' ? 'Today' : 'Tomorrow' })
        .click()
      // The schedule of the other day is aborted.
      await hold.waitForAborts()
    },
    'filter.change / a category that has channels': ({ page }) =>
      page.getByRole('group', { name: 'Category' }).getByRole('button', { name: 'World' }).click(),
    'filter.change / a region that has channels': ({ page }) =>
      page.getByRole('group', { name: 'Region' }).getByRole('button', { name: 'West' }).click(),
    'filter.change': ({ page, event }) => page.getByRole('searchbox').fill(event.filter.text ?? ''),
    'filter.clear': ({ page }) => page.getByRole('button', { name: 'Show all channels' }).click(),
    'list.retry': ({ page }) => page.getByRole('button', { name: 'Try again' }).click(),
    'show.open': ({ page }) => firstShow(page).click({ position: { x: 8, y: 40 } }),
    'show.close': ({ page }) => page.keyboard.press('Escape'),
  },
  texts: {
    'loadGuide done / refused': 'The guide is being updated. Try again in a minute.',
    'loadGuide error / unreachable': 'Statecast isn’t responding. Check your connection and try again.',
  },
  outcomes: {
    'loadGuide done / granted': (context) => answer(context, [harbor, longitude]),
    'loadGuide done / no channels': (context) => answer(context, []),
    'loadGuide done / refused': async ({ hold }) => {
      await hold.json(channels, [harbor, longitude])
      await hold.refuse(schedule, {
        code: 'too_many_requests',
        message: 'The guide is being updated. Try again in a minute.',
        status: 429,
      })
    },
    'loadGuide error': async ({ hold }) => {
      await hold.json(channels, [harbor, longitude])
      await hold.abort(schedule)
    },
  },
  states: {
    loading: async ({ page, expect, labels }) => {
      await expect(page.getByRole('status', { name: 'Loading the guide' })).toBeAttached()
      await expect(
        page
          .getByRole('group', { name: 'Day' })
          .getByRole('button', { name: isTomorrow(labels) ? 'Tomorrow' : 'Today' }),
      ).toHaveAttribute('aria-pressed', 'true')
    },
    failed: async ({ page, expect, text }) => {
      const notice = page.getByRole('alert').filter({ hasText: 'We couldn’t load the guide' })
      await expect(notice).toContainText(text)
      await expect(notice.getByRole('button', { name: 'Try again' })).toBeEnabled()
    },
    empty: async ({ page, expect }) => {
      await expect(page.getByRole('heading', { name: 'No channels right now' })).toBeVisible()
      // Red is for what is live and the one thing to do next.
      await expect(page.getByRole('button', { name: 'Try again' })).toHaveAttribute('data-variant', 'default')
    },
    'listed.matches.some': expectGrid,
    'listed.matches.none': async ({ page, expect }) => {
      await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Show all channels' })).toHaveAttribute('data-variant', 'default')
      await expect(page.getByRole('grid')).toHaveCount(0)
    },
    'listed.freshness.current': async ({ page, hold, expect }) => {
      await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
      expect(hold.waiting).toEqual([])
    },
    'listed.freshness.refreshing': async ({ page, hold, expect }) => {
      await hold.waitFor(schedule)
      // The old guide stays visible instead of a skeleton.
      await expect(page.getByRole('status', { name: 'Loading the guide' })).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    },
    'listed.freshness.stale': async ({ page, expect }) => {
      await expect(page.getByText('This listing may be out of date.')).toBeVisible()
    },
    'listed.show.closed': ({ page, expect }) => expect(page.getByRole('dialog')).toHaveCount(0),
    'listed.show.opened': async ({ page, expect }) => {
      await expect(dialog(page)).toContainText('Harbor One')
      await expect(dialog(page)).toContainText('News from the coast.')
      await expect(dialog(page).getByRole('link', { name: 'Watch' })).toHaveAttribute('href', '/video/harbor-one')
    },
  },
  notNow: (label, snapshot) =>
    snapshot.matches({ listed: { show: 'opened' } }) && /^(day|filter|list)\./.test(label) ? covered : undefined,
})
