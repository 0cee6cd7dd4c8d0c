import { type Page } from '@playwright/test'
import { type channelPreviewMachine } from '../../../machines/channelPreview.ts'
import model from '../../machines/channelPreview.model.ts'
import {
  dispatchVideoEvent,
  failStream,
  forgetStream,
  installFakeStream,
  loadedUrl,
  waitForStream,
} from '../fakeStream.ts'
import { signIn } from '../fixture.ts'
import { createPageDriver, foldLabels, type DriverContext } from '../pageDriver.ts'

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

/** No card plays. `hasPointer`: whether a card has the pointer. */
const expectNoVideo = async ({ page, expect }: DriverContext<typeof channelPreviewMachine>, hasPointer: boolean) => {
  await expect(video(page)).toHaveCount(0)
  const list = page.getByRole('list', { name: 'Channels' })
  await expect(list.locator('li:hover'), 'cards with the pointer').toHaveCount(hasPointer ? 1 : 0)
}

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
    'card.enter': async ({ page, event, labels }) => {
      if (pointedAt(labels.slice(0, -1)) !== event.slug) await forgetStream(page)
      await card(page, event.slug).hover()
    },
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
    // A card has the pointer there if the browser saves data.
    resting: (step) => expectNoVideo(step, pointedAt(step.labels) !== ''),
    'on.waiting': async (step) => {
      await expectNoVideo(step, true)
      step.expect(await loadedUrl(step.page), 'nothing is loaded').not.toContain(`/${pointedAt(step.labels)}/`)
    },
    'on.failed': async (step) => {
      await expectNoVideo(step, true)
      step.expect(await loadedUrl(step.page), 'the stream was loaded').toContain(`/${pointedAt(step.labels)}/`)
    },
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
