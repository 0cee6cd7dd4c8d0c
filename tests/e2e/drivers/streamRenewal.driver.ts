import { type streamRenewalMachine } from '../../../machines/streamRenewal.ts'
import model from '../../machines/streamRenewal.model.ts'
import { dispatchVideoEvent, failStream, installFakeStream, requestedUrl, waitForStream } from '../fakeStream.ts'
import { signIn } from '../fixture.ts'
import { createPageDriver, type DriverContext } from '../pageDriver.ts'

const channel = 'GET /wp-json/channel/v2/channels/{slug}'

type StepContext = DriverContext<typeof streamRenewalMachine>

/** The token of a renewed URL. Those of the sandbox are equal within a second. */
const renewedToken = 'token=renewed'

/**
 * A renewal is not visible on the page. Asserts that the video keeps playing, whether the host received a request, and
 * whether the player has the renewed URL.
 */
const expectPlaying = async ({ page, hold, expect }: StepContext, isHostAsked: boolean, isRenewed: boolean) => {
  await expect(page.locator('video')).toHaveAttribute('data-state', 'playing')
  await expect.poll(() => hold.waiting.includes(channel)).toBe(isHostAsked)
  await expect.poll(async () => (await requestedUrl(page)).includes(renewedToken), 'has the new URL').toBe(isRenewed)
}

const expectOldUrl = (step: StepContext) => expectPlaying(step, false, false)

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
    'loadChannel done / on air': ({ hold }) =>
      hold.modify(channel, (body) => {
        const { stream_url, ...rest } = body as { stream_url: string }
        return { ...rest, stream_url: stream_url.replace(/token=.*/, renewedToken) }
      }),
    'loadChannel done / lapsed': ({ hold }) =>
      hold.refuse(channel, { code: 'membership_required', message: 'Live channels are for members.', status: 403 }),
    'loadChannel error': ({ hold }) => hold.abort(channel),
  },
  states: {
    valid: expectOldUrl,
    requesting: (step) => expectPlaying(step, true, false),
    unreachable: expectOldUrl,
    renewed: (step) => expectPlaying(step, false, true),
    changed: ({ page, expect }) => expect(page.locator('video')).toHaveAttribute('data-state', 'loading'),
  },
  alike: {
    unreachable: 'The viewer sees the same video. The next step of the tours shows that the request is repeated.',
  },
  notNow: (label, snapshot) =>
    label === 'url.renewed' && snapshot.matches('requesting')
      ? 'The page sends one request for both, so the renewal gets the same response.'
      : undefined,
})
