import { type Page } from '@playwright/test'
import model from '../../machines/favoriteOrder.model.ts'
import { signIn } from '../fixture.ts'
import { setFavorites } from '../page.ts'
import { createPageDriver, foldLabels } from '../pageDriver.ts'

const names = ['Harbor One', 'Longitude', 'Rotunda']
const cards = (page: Page) => page.getByRole('list', { name: 'Favorite channels' }).getByRole('listitem')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The order on the page, the order before a drag, and whether Longitude is dragged. */
type Arranged = { order: readonly string[]; before: readonly string[] }

const toPlace = (order: readonly string[], at: number) => {
  const others = order.filter((name) => name !== 'Longitude')
  return [...others.slice(0, at), 'Longitude', ...others.slice(at)]
}
const move = (by: -1 | 1) => (arranged: Arranged) => ({
  ...arranged,
  order: toPlace(arranged.order, Math.min(2, Math.max(0, arranged.order.indexOf('Longitude') + by))),
})
const arrangedOf = foldLabels<Arranged>(
  { order: names, before: names },
  {
    'card.move / Longitude earlier': move(-1),
    'card.move / Longitude later': move(1),
    'drag.start / Longitude': ({ order }) => ({ order, before: order }),
    'drag.over / the first place': ({ order, before }) => ({ order: toPlace(order, 0), before }),
    'drag.over / the last place': ({ order, before }) => ({ order: toPlace(order, 2), before }),
    'drag.cancel': ({ before }) => ({ order: before, before }),
  },
)

/** Moves the pointer onto the picture of the card at a place. */
async function pointAt(page: Page, at: number) {
  const box = await cards(page).nth(at).boundingBox()
  if (!box) throw new Error(`No card at ${at}`)
  await page.mouse.move(box.x + box.width / 2, box.y + 40, { steps: 4 })
}

export default createPageDriver(model, {
  open: async ({ page, expect }) => {
    await signIn(page, 'member')
    await setFavorites(page, ['harbor-one', 'longitude', 'rotunda'])
    await page.goto('/favourites')
    await expect(cards(page)).toHaveCount(3)
  },
  events: {
    'order.start': ({ page }) => button(page, 'Change order').click(),
    'order.finish': ({ page }) => button(page, 'Done').click(),
    'card.move': ({ page, event }) =>
      button(page, `Move Longitude ${event.by === -1 ? 'earlier' : 'later'}`).press('Enter'),
    'drag.start': async ({ page, labels }) => {
      await pointAt(page, arrangedOf(labels).order.indexOf('Longitude'))
      await page.mouse.down()
    },
    'drag.over / no place': async ({ page }) => {
      const box = await page.getByRole('heading', { name: 'Favorites' }).boundingBox()
      await page.mouse.move((box?.x ?? 0) + 5, (box?.y ?? 0) + 5, { steps: 4 })
    },
    'drag.over': ({ page, event }) => pointAt(page, event.at),
    'drag.drop': ({ page }) => page.mouse.up(),
    'drag.cancel': async ({ page }) => {
      await page.keyboard.press('Escape')
      await page.mouse.up()
    },
  },
  states: {
    resting: async ({ page, expect, labels }) => {
      await expect(button(page, 'Change order')).toBeEnabled()
      await expect(button(page, 'Move Longitude earlier')).toHaveCount(0)
      await expect(cards(page).locator('p:first-child > bdi')).toHaveText([...arrangedOf(labels).order])
    },
    'arranging.idle': async ({ page, expect, labels }) => {
      await expect(button(page, 'Done')).toBeEnabled()
      await expect(cards(page).locator('p:first-child > bdi')).toHaveText([...arrangedOf(labels).order])
      await expect(page.locator('[data-dragged="true"]')).toHaveCount(0)
    },
    'arranging.dragging': async ({ page, expect, labels }) => {
      await expect(page.locator('[data-dragged="true"]')).toHaveCount(1)
      await expect(cards(page).locator('p:first-child > bdi')).toHaveText([...arrangedOf(labels).order])
    },
  },
  notInBrowser: {
    'order.start / one favorite': 'The button is missing with a single favorite.',
    'drag.start / a channel that is gone': 'A channel that is no favorite has no card.',
  },
})
