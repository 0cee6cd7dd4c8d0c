/** The atlas on a touch screen: one finger moves the chart, two zoom it, and a tap selects; the page does not move. */
import { type CDPSession, type Page } from '@playwright/test'
import { expect, test } from './fixture.ts'

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

type Point = { readonly x: number; readonly y: number }

const between = (from: Point, to: Point, part: number): Point => ({
  x: from.x + (to.x - from.x) * part,
  y: from.y + (to.y - from.y) * part,
})

/** Touches with all fingers, moves each from its start to its end in steps, and lifts them. */
async function moveFingers(
  session: CDPSession,
  fingers: readonly (readonly [from: Point, to: Point])[],
): Promise<void> {
  const at = (part: number) => fingers.map(([from, to], id) => ({ ...between(from, to, part), id }))
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
  for (let step = 1; step <= 8; step += 1)
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step / 8) })
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

/** Two fingers around a point that move from one distance to another. */
const pinch = ({ x, y }: Point, from: number, to: number): [Point, Point][] =>
  [-1, 1].map((side): [Point, Point] => [
    { x: x + (side * from) / 2, y },
    { x: x + (side * to) / 2, y },
  ])

/** The zoom and the scroll position of the page. */
const pageViewport = (page: Page) =>
  page.evaluate(() => ({ zoom: visualViewport?.scale, left: visualViewport?.pageLeft, top: visualViewport?.pageTop }))

const boxOf = async (page: Page, selector: string) => {
  const bounds = await page.locator(selector).boundingBox()
  if (!bounds) throw new Error(`${selector} is not rendered`)
  return { ...bounds, middle: { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 } }
}

test('one finger moves the chart, two zoom around their center, and a tap selects', async ({ page, context }) => {
  await page.goto('/atlas/#/session')
  const state = '.box[data-state="signedOut"]'
  await expect(page.locator(state)).toBeVisible()
  const session = await context.newCDPSession(page)
  const still = await pageViewport(page)
  const chart = await boxOf(page, 'svg.chart[role="img"]')

  const first = await boxOf(page, state)
  await moveFingers(session, [[chart.middle, { x: chart.middle.x + 60, y: chart.middle.y - 40 }]])
  await expect.poll(async () => Math.round((await boxOf(page, state)).x - first.x), 'to the side').toBe(60)
  const moved = await boxOf(page, state)
  expect(Math.round(moved.y - first.y), 'and up').toBe(-40)
  expect(moved.width, 'no larger, no smaller').toBeCloseTo(first.width, 1)

  await moveFingers(session, pinch(moved.middle, 40, 120))
  await expect.poll(async () => (await boxOf(page, state)).width / moved.width, 'fingers apart').toBeCloseTo(3, 1)
  const near = await boxOf(page, state)
  expect(Math.hypot(near.middle.x - moved.middle.x, near.middle.y - moved.middle.y), 'around them').toBeLessThan(3)

  await moveFingers(session, pinch(moved.middle, 120, 60))
  await expect.poll(async () => (await boxOf(page, state)).width / near.width, 'together').toBeCloseTo(0.5, 1)
  expect(await pageViewport(page), 'the page is neither zoomed nor scrolled').toEqual(still)
  await expect(page, 'and nothing is chosen').toHaveURL(/#\/session$/)

  const { middle } = await boxOf(page, state)
  await page.touchscreen.tap(middle.x, middle.y)
  await expect(page).toHaveURL(/#\/session\/state\/signedOut$/)

  // Outside the chart, two fingers zoom the page, which some users need.
  const heading = await boxOf(page, 'h1')
  await moveFingers(session, pinch(heading.middle, 40, 300))
  await expect.poll(async () => (await pageViewport(page)).zoom).toBeGreaterThan(1.5)
})
