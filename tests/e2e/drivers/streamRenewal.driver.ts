import { type streamRenewalMachine } from '../../../machines/streamRenewal.ts'
import model from '../../machines/streamRenewal.model.ts'
import { dispatchVideoEvent, failStream, installFakeStream, waitForStream } from '../fakeStream.ts'
import { signIn } from '../fixture.ts'
import { createPageDriver, type DriverContext } from '../pageDriver.ts'

const channel = 'GET /wp-json/channel/v2/channels/{slug}'

type StepContext = DriverContext<typeof streamRenewalMachine>

/** A renewal is not visible on the page. Asserts that the video keeps playing, and whether the host received a request. */
const expectPlaying =
  (isHostAsked: boolean) =>
  async ({ page, hold, expect }: StepContext) => {
    await expect(page.locator('video')).toHaveAttribute('data-state', 'playing')
    await expect.poll(() => hold.waiting.includes(channel)).toBe(isHostAsked)
  }

export default createPageDriver(model, {
  heldCalls: [channel],
  open: async ({ page, hold }) => {
    await installFakeStream(page)
    await signIn(page, 'member')
    await page.goto('/video/harbor-one')
    await hold.passThrough(channel)
    await waitForStream(page, 'harbor-one')
    await dispatchVideoEvent(page, 'playing')
  },
  events: {
    'stream.refused': async ({ page }) => {
      // The player ignores a refusal of a URL that is only seconds old.
      await page.clock.runFor(10_000)
      await failStream(page, { fatal: false, status: 403 })
    },
    'url.renewed': async ({ page, hold }) => {
      await failStream(page, { fatal: true })
      await page.getByRole('button', { name: 'Try again' }).click()
      await hold.passThrough(channel)
      await page.locator('video[data-state=reconnecting]').waitFor()
      await dispatchVideoEvent(page, 'playing')
    },
  },
  outcomes: {
    'loadChannel done / on air': ({ hold }) => hold.passThrough(channel),
    'loadChannel done / lapsed': ({ hold }) =>
      hold.refuse(channel, { code: 'membership_required', message: 'Live channels are for members.', status: 403 }),
    'loadChannel error': ({ hold }) => hold.abort(channel),
  },
  states: {
    valid: expectPlaying(false),
    requesting: expectPlaying(true),
    unreachable: expectPlaying(false),
    renewed: expectPlaying(false),
    changed: ({ page, expect }) => expect(page.locator('video')).toHaveAttribute('data-state', 'loading'),
  },
  notNow: (label, snapshot) =>
    label === 'url.renewed' && snapshot.matches('requesting')
      ? 'The page sends one request for both, so the renewal gets the same response.'
      : undefined,
})
