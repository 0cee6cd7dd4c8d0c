import { type Page } from '@playwright/test'
import model from '../../machines/reminders.model.ts'
import { signIn } from '../fixture.ts'
import { createPageDriver, foldLabels } from '../pageDriver.ts'

const key = 'statecast.reminders'
type Stored = { readonly slug: string; readonly title: string; readonly startsAt: number; readonly endsAt: number }

const stored = (page: Page) => page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? '[]') as Stored[], key)

/** Stores the reminders of a show of Harbor One in half an hour, or none. */
const store = (page: Page, hasReminder: boolean) =>
  page.evaluate(
    ([name, isFilled]) => {
      const startsAt = Date.now() + 30 * 60_000
      const reminder = {
        slug: 'harbor-one',
        channel: 'Harbor One',
        title: 'Café Congress',
        startsAt,
        endsAt: startsAt + 60 * 60_000,
      }
      localStorage.setItem(name, JSON.stringify(isFilled ? [reminder] : []))
    },
    [key, hasReminder] as const,
  )

/** Changes the reminders in another tab. */
async function storeInOtherTab(page: Page, hasReminder: boolean) {
  const other = await page.context().newPage()
  await other.goto('/sandbox/logos/harbor-one.svg')
  await store(other, hasReminder)
  await other.close()
}

/** The two shows of the model: the next one of Harbor One, and one of Rotunda of tomorrow. */
type Show = 'the first show' | 'a later show'
const channelOf = (show: Show) => (show === 'the first show' ? 'Harbor One' : 'Rotunda')
const slugOf = (show: Show) => (show === 'the first show' ? 'harbor-one' : 'rotunda')

const chooseDay = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Day' }).getByRole('button', { name }).click()

/**
 * Opens the next show of Harbor One, or the first show of tomorrow on Rotunda, presses the button and closes the show. With
 * keys, because the cells in the document change while the guide scrolls.
 */
async function press(page: Page, show: Show, button: 'Remind me' | 'Remove reminder') {
  const isNext = show === 'the first show'
  await chooseDay(page, isNext ? 'Today' : 'Tomorrow')
  const grid = page.getByRole('grid', { name: `Guide for ${isNext ? 'today' : 'tomorrow'}` })
  const row = grid.getByRole('row').filter({ has: page.getByRole('rowheader', { name: channelOf(show) }) })
  if (isNext) await grid.getByRole('button', { name: 'Jump to now' }).click()
  const before = isNext ? row.locator('[data-kind="now"]') : row.getByRole('rowheader').getByRole('link')
  await before.press('ArrowRight')
  const mark = button === 'Remove reminder' ? '[data-reminded]' : ':not([data-reminded])'
  await row.locator(`[data-kind="later"]${mark}:focus`).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: button }).click()
  await page.keyboard.press('Escape')
}

/** Advances the page's clock to a time of the reminder. */
async function advanceTo(page: Page, show: Show, time: 'startsAt' | 'endsAt') {
  const reminder = (await stored(page)).find(({ slug }) => slug === slugOf(show))
  if (!reminder) throw new Error(`There is no reminder of ${channelOf(show)}.`)
  const now = await page.evaluate(() => Date.now())
  await page.clock.fastForward(reminder[time] - now + 1000)
}

const notice = (page: Page) => page.getByRole('status').filter({ hasText: / is on (Harbor One|Rotunda) now/ })

/** The show of the notice. */
const begunOf = foldLabels<Show>('the first show', {
  'show.began / the first show': () => 'the first show',
  'show.began / a later show': () => 'a later show',
})

export default createPageDriver(model, {
  open: async ({ page, expect }, input) => {
    await signIn(page, 'member')
    // Always the same day, because the shows differ from day to day, and on some the first one of tomorrow begins before
    // midnight. Noon in New York, so that the next show is not tomorrow.
    await page.clock.setSystemTime('2026-11-23T17:05:00Z')
    await store(page, input === 'a stored reminder')
    await page.goto('/guide')
    await expect(page.getByRole('grid')).toBeVisible()
  },
  events: {
    'reminder.add': ({ page, case: show }) => press(page, show as Show, 'Remind me'),
    'reminder.remove': ({ page, case: show }) => press(page, show as Show, 'Remove reminder'),
    'notice.dismiss': ({ page }) => notice(page).getByRole('button', { name: 'Dismiss' }).click(),
    'show.began': ({ page, case: show }) => advanceTo(page, show as Show, 'startsAt'),
    'show.ended': ({ page, case: show }) => advanceTo(page, show as Show, 'endsAt'),
    'reminders.changed / the first show': ({ page }) => storeInOtherTab(page, true),
    'reminders.changed / none': ({ page }) => storeInOtherTab(page, false),
  },
  states: {
    idle: async ({ page, expect }) => {
      await expect.poll(() => stored(page)).toEqual([])
      await expect(notice(page)).toHaveCount(0)
    },
    waiting: async ({ page, expect }) => {
      await expect.poll(async () => (await stored(page)).length).toBeGreaterThan(0)
      await expect(notice(page)).toHaveCount(0)
    },
    announcing: async ({ page, expect, labels }) => {
      const show = begunOf(labels)
      const reminder = (await stored(page)).find(({ slug }) => slug === slugOf(show))
      await expect(notice(page)).toContainText(`${reminder?.title} is on ${channelOf(show)} now`)
      await expect(notice(page).getByRole('link', { name: 'Watch' })).toHaveAttribute('href', `/video/${slugOf(show)}`)
    },
  },
  notNow: (label, snapshot) => {
    const { reminders, begun } = snapshot.context
    const [type = '', show = ''] = label.split(' / ')
    if (!/^(reminder\.|show\.)/.test(type))
      return label === 'reminders.changed / the first show' && begun.slug === 'harbor-one'
        ? 'Another tab has the same show, which changes nothing.'
        : undefined
    const slug = slugOf(show as Show)
    const isListed = reminders.some((reminder) => reminder.slug === slug)
    if (begun.slug === slug && type.startsWith('reminder.')) return 'The guide offers no reminder of a show that runs.'
    if (type === 'reminder.add') return isListed ? 'The guide offers to remove the reminder.' : undefined
    if (!isListed) return 'Only a show with a reminder is removed, begins or ends.'
    if (type.startsWith('show.') && show === 'a later show' && reminders.length > 1)
      return 'The first show begins before.'
    if (type === 'show.ended' && begun.slug !== slug) return 'A show begins before it ends.'
    return undefined
  },
})
