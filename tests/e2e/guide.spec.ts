/** The guide: its grid with the keyboard, many and bad shows, its list on a phone, and every size. */
import { type Page } from '@playwright/test'
import { expect, test } from './fixture.ts'
import { expectAccessible, expectNoHorizontalScroll, heading, openAs } from './page.ts'
import { setScheme } from './galleryScreenshots.ts'
import { fill, hostShow, respondWithSchedule, type HostShow } from './hostSchedule.ts'

const minute = 60_000
const grid = (page: Page) => page.getByRole('grid')
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')

const elements = (page: Page) => grid(page).evaluate((element) => element.querySelectorAll('*').length)

test(
  'arrow keys move by cell, keep the time from row to row, and leave the grid at its edges',
  { tag: ['@guide.keyboard', '@guide.show'] },
  async ({ page }) => {
    // Noon in New York on a day of 24 hours, so that a later show follows.
    await page.clock.install({ time: '2026-11-23T17:10:00Z' })
    await respondWithSchedule(page, 30, (index, from, to) =>
      fill(from, to, (index % 2 ? 30 : 60) * minute, `C${index}`),
    )
    await openAs(page, 'member', '/guide')
    const first = grid(page).locator('[tabindex="0"]')
    await first.focus()
    const start = await focused(page)
    expect(start).toMatch(/^C0 \d+, .*, on now$/)
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => focused(page)).toMatch(/^C1 .*, on now$/)
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => focused(page)).toBe(start)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => focused(page)).toMatch(/^C0 \d+, .* PM$/)
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => focused(page)).toBe(start)
    await page.getByRole('button', { name: 'Jump to now' }).click()
    // The focus follows the rows, which are rendered after the click.
    await expect.poll(() => focused(page)).toBe(start)
    await page.keyboard.press('PageDown')
    await expect.poll(() => focused(page)).toMatch(/^C[5-9] .*, on now$/)
    // The focus stays visible and in the document while the grid scrolls, also with keys that come before its rows are
    // rendered: React renders the rows in a later task.
    await page.evaluate(async () => {
      for (let row = 0; row < 40; row += 1) {
        const press = new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true })
        document.activeElement?.dispatchEvent(press)
        await Promise.resolve()
        await Promise.resolve()
      }
    })
    await expect.poll(() => focused(page)).toMatch(/^C29 .*, on now$/)
    await expect(grid(page).locator(':focus')).toBeInViewport()
    await page.keyboard.press('End')
    await expect.poll(() => focused(page)).toMatch(/^C29 47, /)
    await expect(grid(page).locator(':focus')).toBeInViewport()
    // Nothing of the page is to the right of the last show, so the focus stays.
    await page.keyboard.press('ArrowRight')
    expect(await focused(page)).toMatch(/^C29 47, /)
    await page.keyboard.press('Home')
    await expect(page.getByRole('link', { name: 'Channel 29' })).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByRole('navigation', { name: 'Main' }).locator(':focus')).toHaveCount(1)

    await page.getByRole('button', { name: 'Jump to now' }).click()
    await expect.poll(() => focused(page)).toMatch(/, on now$/)
    await expect(grid(page).locator(':focus')).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    // The page behind the dialog does not scroll.
    await expect(page.locator('html')).toHaveCSS('overflow', 'hidden')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.locator('html')).not.toHaveCSS('overflow', 'hidden')
    await expect.poll(() => focused(page)).toMatch(/, on now$/)
  },
)

test(
  'arrows alone reach every control of the guide on a television',
  { tag: ['@full', '@guide.keyboard'] },
  async ({ page }) => {
    await page.setViewportSize({ width: 1920, height: 1080 })
    await openAs(page, 'member', '/guide')
    await expect(grid(page)).toBeVisible()
    const nameOfFocus = () =>
      page.evaluate(() => {
        const active = document.activeElement
        return active?.getAttribute('role') === 'gridcell' ? 'a show' : ((active?.textContent || active?.tagName) ?? '')
      })
    const press = async (key: string, until: string) => {
      for (let presses = 0; presses < 20 && (await nameOfFocus()) !== until; presses += 1)
        await page.keyboard.press(key)
      expect(await nameOfFocus(), `${key} reaches ${until}`).toBe(until)
    }
    await grid(page).locator('[tabindex="0"]').focus()
    await page.keyboard.press('Home')
    await expect(grid(page).getByRole('rowheader').first().getByRole('link')).toBeFocused()
    await press('ArrowUp', 'Jump to now')
    await page.keyboard.press('ArrowUp')
    await press('ArrowLeft', 'Today')
    await press('ArrowRight', 'Tomorrow')
    await press('ArrowRight', 'All topics')
    await press('ArrowRight', 'West')
    await press('ArrowUp', 'INPUT')
    await page.keyboard.press('ArrowDown')
    await press('ArrowLeft', 'Today')
    await press('ArrowLeft', 'Guide')
  },
)

test(
  'the title of a show stays beside the channels while its start is scrolled away',
  { tag: ['@full', '@guide.layout'] },
  async ({ page }) => {
    await respondWithSchedule(page, 8, (index, from, to) => fill(from, to, ([60, 90, 120][index % 3] ?? 60) * minute))
    await openAs(page, 'member', '/guide')
    await expect(grid(page).getByRole('rowheader')).toHaveCount(8)
    for (const left of [90, 180, 270, 3000])
      await expect
        .poll(() =>
          grid(page).evaluate((element, to) => {
            element.scrollLeft = to
            const edge = element.querySelector('[role="rowheader"]')?.getBoundingClientRect().right ?? 0
            const cells = [...element.querySelectorAll('[role="gridcell"]')]
            const cut = cells.filter((cell) => {
              const box = cell.getBoundingClientRect()
              return box.left < edge && box.right > edge + 150
            })
            const starts = cut.map((cell) => cell.querySelector('span')?.getBoundingClientRect().left ?? 0)
            return cut.length > 0 && starts.every((start) => start >= edge)
          }, left),
        )
        .toBe(true)
  },
)

test(
  'at most 400 elements show 500 channels, wherever the grid is scrolled, and channels and times stay in view',
  { tag: ['@guide.virtual', '@guide.layout'] },
  async ({ page }) => {
    await respondWithSchedule(page, 500, (index, from, to) =>
      fill(from, to, ([15, 30, 45, 60, 90][index % 5] ?? 60) * minute),
    )
    await openAs(page, 'member', '/guide')
    /** Where the corner, the channels and the times are on the page. */
    const places = () =>
      grid(page).evaluate((element) => {
        const boxOf = (selector: string) => element.querySelector(selector)?.getBoundingClientRect()
        const corner = boxOf('[role="columnheader"]')
        return {
          corner: [corner?.x, corner?.y],
          channels: boxOf('[role="rowheader"]')?.x,
          times: boxOf('[role="columnheader"] ~ [role="columnheader"]')?.y,
        }
      })
    for (const size of [
      { width: 1440, height: 900 },
      { width: 1920, height: 1080 },
    ]) {
      await page.setViewportSize(size)
      await expect(grid(page)).toHaveAttribute('aria-rowcount', '501')
      await grid(page).evaluate((element) => element.scrollTo(0, 0))
      const first = await places()
      for (const [left, top] of [
        [0, 0],
        [2000, 9000],
        [100_000, 100_000],
      ] as const) {
        await grid(page).evaluate((element, to) => element.scrollTo(...to), [left, top] as const)
        await expect
          .poll(() => grid(page).getByRole('rowheader').last().boundingBox(), 'the rows of the new place')
          .toMatchObject({ y: expect.any(Number) })
        await expect.poll(() => elements(page)).toBeLessThanOrEqual(400)
        expect(await elements(page)).toBeGreaterThan(50)
        await expect.poll(places, `scrolled to ${left}, ${top}`).toEqual(first)
      }
    }
  },
)

test(
  'shows that overlap, are missing, long, short or right-to-left never cover each other',
  { tag: ['@full', '@guide.layout'] },
  async ({ page }) => {
    const hour = 60 * minute
    await respondWithSchedule(page, 8, (index, from, to) => {
      const cases: HostShow[][] = [
        [hostShow('Long', from, to), hostShow('Inside', from + hour, from + 2 * hour)],
        fill(from, to, 90 * minute).filter((_, at) => at % 2 === 0),
        [],
        [hostShow('Yesterday', from - 24 * hour, from - hour)],
        fill(from, to, (to - from) / 5_000),
        fill(from, to, 2 * hour, 'x'.repeat(300)),
        fill(from, to, 2 * hour, 'أخبار الصباح من الساحل'),
        [...fill(from, to, hour), ...fill(from, to, hour)],
      ]
      return cases[index] ?? []
    })
    await openAs(page, 'member', '/guide')
    await expect(grid(page).getByRole('rowheader')).toHaveCount(8)
    await expect(grid(page).getByText('No schedule for this channel')).toHaveCount(2)
    const overlaps = () =>
      grid(page).evaluate((element) =>
        [...element.querySelectorAll('[role="row"]')].flatMap((row) => {
          const boxes = [...row.querySelectorAll('[role="gridcell"]')].map((cell) => cell.getBoundingClientRect())
          return boxes.flatMap((box, at) =>
            boxes.slice(at + 1).filter((other) => other.left < box.right - 1 && box.left < other.right - 1),
          )
        }),
      )
    expect(await overlaps()).toEqual([])
    await expectAccessible(page)
    await grid(page)
      .getByRole('gridcell', { name: /short shows/ })
      .first()
      .click()
    await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
    await expectAccessible(page)
  },
)

for (const day of [
  {
    hours: 23,
    rule: 'leaves out the hour that does not exist',
    // In New York the clocks go forward at 2:00 AM on March 14, 2027.
    noon: '2027-03-14T16:10:00Z',
    shows: { name: 'Show 11, 12:00 – 1:00 PM, on now' },
    marks: ['1:00 AM EST', '1:30 AM EST', '3:00 AM EDT', '3:30 AM EDT'],
  },
  {
    hours: 25,
    rule: 'has the hour that comes twice',
    // They go back at 2:00 AM on November 7, 2027.
    noon: '2027-11-07T17:10:00Z',
    shows: { name: 'Show 13, 12:00 – 1:00 PM, on now' },
    marks: ['1:00 AM EDT', '1:30 AM EDT', '1:00 AM EST', '1:30 AM EST', '2:00 AM EST'],
  },
])
  test(
    `a day of ${day.hours} hours ${day.rule}, and its shows are below their times`,
    { tag: ['@full', '@guide.day'] },
    async ({ page }) => {
      await page.clock.install({ time: new Date(day.noon) })
      await respondWithSchedule(page, 3, (_, from, to) => fill(from, to, 60 * minute))
      await openAs(page, 'member', '/guide')
      await expect(grid(page)).toHaveAttribute('aria-colcount', `${day.hours * 60 + 1}`)
      const cells = grid(page).getByRole('row').nth(1).getByRole('gridcell')
      await expect(cells.and(page.getByRole('gridcell', day.shows))).toBeVisible()
      await grid(page).evaluate((element) => element.scrollTo(0, 0))
      const marks = grid(page).getByRole('columnheader')
      // Not 11:30 AM, which is shown before the scroll.
      await expect(marks.filter({ hasText: /^1:30 AM/ }).first()).toBeVisible()
      const texts = (await marks.allTextContents()).slice(1)
      const first = texts.indexOf(day.marks[0] ?? '')
      expect(texts.slice(first, first + day.marks.length)).toEqual(day.marks)
      // Each hour of the day has the same width, also the one after the change, and each show is below its time.
      const leftsOf = async (locator: typeof cells) =>
        (await locator.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left))).slice(0, 10)
      const starts = (await leftsOf(cells)).slice(0, 5)
      const times = (await leftsOf(marks)).slice(1).filter((_, half) => half % 2 === 0)
      const widths = starts.slice(1).map((start, at) => start - (starts[at] ?? 0))
      expect(widths).toHaveLength(4)
      expect(Math.max(...widths) - Math.min(...widths), widths.join()).toBeLessThan(2)
      // The cells have a gap of 2 px.
      for (const [at, start] of starts.entries()) expect(start - (times[at] ?? NaN), `hour ${at}`).toBeCloseTo(2, 0)
    },
  )

test('a line marks now and moves', { tag: ['@full', '@guide.day'] }, async ({ page }) => {
  // Noon in New York, so that the day does not end.
  await page.clock.install({ time: '2026-11-23T17:10:00Z' })
  await openAs(page, 'member', '/guide')
  const line = grid(page).locator('[aria-hidden="true"][style*="inset-inline-start"]')
  // Within the grid, which scrolls to now after it is shown.
  const left = () => line.evaluate((element) => (element instanceof HTMLElement ? element.offsetLeft : NaN))
  const before = await left()
  await page.clock.runFor(5 * minute)
  // Half an hour is 176 px.
  await expect.poll(async () => (await left()) - before).toBeGreaterThan(25)
})

test(
  'a phone lists what each channel shows now and at a chosen time',
  { tag: ['@guide.phone', '@guide.show'] },
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openAs(page, 'member', '/guide')
    const list = page.getByRole('list', { name: 'Guide for today' })
    const first = list.getByRole('listitem').first()
    await expect(first).toContainText('Harbor One')
    await expect(grid(page)).toHaveCount(0)
    await page.getByRole('group', { name: 'Day' }).getByRole('button', { name: 'Tomorrow' }).click()
    const tomorrow = page.getByRole('list', { name: 'Guide for tomorrow' }).getByRole('listitem').first()
    await page.getByRole('group', { name: 'Time' }).getByRole('button', { name: '12:30 PM' }).click()
    await expect(tomorrow.getByRole('button').first()).toContainText('PM')
    await tomorrow.getByRole('button').first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remind me' }).click()
    await expect(page.getByRole('dialog').getByRole('status')).toHaveText('We’ll remind you here when it begins.')
    await page.keyboard.press('Escape')
    await expect(tomorrow).toContainText('Reminder set')
  },
)

for (const [width, height] of [
  [390, 844],
  [768, 1024],
  [844, 390],
  [1440, 900],
  [1920, 1080],
] as const)
  test(
    `the guide is accessible at ${width} × ${height} in both schemes`,
    { tag: ['@full', '@guide.day'] },
    async ({ page }) => {
      await page.setViewportSize({ width, height })
      await openAs(page, 'member', '/guide')
      await expect(heading(page, 'Guide')).toBeFocused()
      await expect(page.getByLabel('Guide for today')).toBeVisible()
      await expectNoHorizontalScroll(page)
      await expectAccessible(page)
      await setScheme(page, 'dark')
      await expectAccessible(page, { runOnly: ['color-contrast'] })
    },
  )
