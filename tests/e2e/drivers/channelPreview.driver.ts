import { type Page } from '@playwright/test'
import model from '../../machines/channelPreview.model.ts'
import { dispatchVideoEvent, failStream, installFakeStream, waitForStream } from '../fakeStream.ts'
import { signIn } from '../fixture.ts'
import { createPageDriver, foldLabels } from '../pageDriver.ts'

const names: Readonly<Record<string, string>> = { 'harbor-one': 'Harbor One', rotunda: 'Rotunda' }
const card = (page: Page, slug: string) =>
  page
    .getByRole('list', { name: 'Channels' })
    .getByRole('listitem')
    .filter({ hasText: names[slug] ?? slug })
const video = (page: Page) => page.getByRole('list', { name: 'Channels' }).locator('video')

/** The channel of the card with the pointer. */
const pointedAt = foldLabels('', {
  'card.enter / Harbor One': () => 'harbor-one',
  'card.enter / Rotunda': () => 'rotunda',
  'card.leave': () => '',
})

export default createPageDriver(model, {
  open: async ({ page, expect }, input) => {
    // Tours reduce motion, and then there is no preview.
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await installFakeStream(page, { savesData: input === 'the browser saves data' })
    await signIn(page, 'member')
    await page.goto('/')
    await expect(card(page, 'harbor-one')).toBeVisible()
  },
  events: {
    'card.enter': ({ page, event }) => card(page, event.slug).hover(),
    'card.leave': ({ page }) => page.mouse.move(5, 5),
    'preview.playing': async ({ page, labels }) => {
      await waitForStream(page, pointedAt(labels))
      await dispatchVideoEvent(page, 'playing')
    },
    'preview.failed': async ({ page, labels }) => {
      await waitForStream(page, pointedAt(labels))
      await failStream(page, { fatal: true })
    },
  },
  states: {
    resting: ({ page, expect }) => expect(video(page)).toHaveCount(0),
    'on.waiting': ({ page, expect }) => expect(video(page)).toHaveCount(0),
    'on.failed': ({ page, expect }) => expect(video(page)).toHaveCount(0),
    'on.previewing.loading': async ({ page, expect, labels }) => {
      await expect(video(page)).toHaveCount(1)
      await expect(card(page, pointedAt(labels)).locator('video')).toHaveAttribute('data-shown', 'false')
    },
    'on.previewing.playing': async ({ page, expect, labels }) => {
      await expect(video(page)).toHaveCount(1)
      await expect(card(page, pointedAt(labels)).locator('video')).toHaveAttribute('data-shown', 'true')
      await expect(video(page)).toHaveJSProperty('muted', true)
    },
  },
})
