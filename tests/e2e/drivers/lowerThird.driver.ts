import { type Page } from '@playwright/test'
import model from '../../machines/lowerThird.model.ts'
import { signIn } from '../fixture.ts'
import { dispatchVideoEvent, installFakeStream, waitForStream } from '../fakeStream.ts'
import { createPageDriver, foldLabels } from '../pageDriver.ts'

const lowerThird = (page: Page) => page.locator('[data-lower-third]')

/** The page opens Harbor One and changes to Longitude and back. */
const isOnLongitude = foldLabels(false, { 'channel.opened': (isOther) => !isOther })

export default createPageDriver(model, {
  open: async ({ page, expect }) => {
    await installFakeStream(page)
    await signIn(page, 'member')
    await page.goto('/video/harbor-one')
    await waitForStream(page, 'harbor-one')
    await dispatchVideoEvent(page, 'playing')
    await expect(page.getByRole('button', { name: 'Next channel' })).toBeAttached()
    // The lower third of the first channel is over.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_000)
  },
  events: {
    'channel.opened': ({ page, labels }) => page.keyboard.press(isOnLongitude(labels) ? 'n' : 'p'),
  },
  states: {
    hidden: ({ page, expect }) => expect(lowerThird(page)).toBeEmpty(),
    shown: async ({ page, expect, labels }) => {
      const name = isOnLongitude(labels) ? 'Longitude' : 'Harbor One'
      await expect(lowerThird(page).getByText(name, { exact: true })).toBeVisible()
      await expect(lowerThird(page).locator('[data-mark]')).toHaveText(/^\w{2,3}$/)
      // Channel, show and what follows.
      await expect(lowerThird(page).locator('p')).toHaveText([name, /\w/, /^Next: \w/])
      await expect(lowerThird(page).locator('[style*="width"]')).toHaveAttribute('style', /^width: \d+(\.\d+)?%;$/)
    },
  },
})
