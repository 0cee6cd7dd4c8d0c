import { type Page } from '@playwright/test'
import { type activeCancellationMachine } from '../../../machines/activeCancellation.ts'
import model from '../../machines/activeCancellation.model.ts'
import { signIn } from '../fixture.ts'
import { createPageDriver, type DriverContext } from '../pageDriver.ts'
import { cancelCall } from '../paymentSteps.ts'

type StepContext = DriverContext<typeof activeCancellationMachine>

const region = (page: Page) => page.getByRole('region', { name: 'Cancel plan', exact: true })
const opener = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Cancel plan' })
const canceling = (page: Page) => page.getByRole('heading', { name: 'Canceling your plan…' })
const refusal = (page: Page) => page.getByRole('heading', { name: 'We couldn’t cancel your plan' })
const isCanceling = ({ hold }: StepContext) => hold.waiting.includes(cancelCall)

const choose = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()

async function startCancellation(step: StepContext) {
  const { page, hold, expect } = step
  if (isCanceling(step)) return
  const retry = region(page).getByRole('button', { name: 'Try again' })
  if (await retry.isVisible()) await retry.click()
  else {
    // After a response without an effect, only a new page offers to cancel the plan again.
    if (await page.getByRole('heading', { name: 'Canceled · access until' }).isVisible()) await page.reload()
    await expect(opener(page)).toBeVisible()
    await opener(page).click()
    await region(page).getByRole('button', { name: 'Cancel plan' }).click()
  }
  await hold.waitFor(cancelCall)
}

export default createPageDriver(model, {
  heldCalls: [cancelCall],
  open: async ({ page, expect }) => {
    await signIn(page, 'member')
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1, name: 'Live Channels' })).toBeVisible()
  },
  events: {
    'profile.opened': async ({ page, expect, labels }) => {
      const isUnread = labels.at(-2) === 'cancellation snapshot / the host refuses' && page.url().endsWith('/support')
      if (new URL(page.url()).pathname === '/signin') {
        await signIn(page, 'member')
        await page.goto('/')
      }
      await choose(page, 'Profile')
      await expect(page).toHaveURL('/profile')
      if (isUnread) await expect(refusal(page)).toBeFocused()
    },
    'profile.closed': async ({ page, expect }) => {
      await choose(page, 'Support')
      // The effects of the new screen set the title, after those of the profile are cleaned up. The URL changes earlier.
      await expect(page).toHaveTitle(/^Support/)
      await expect(page).toHaveURL('/support')
    },
    'session.ended': async ({ page, expect }) => {
      await page.getByRole('button', { name: /’s account menu$/ }).click()
      await page.getByRole('menuitem', { name: 'Logout' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click()
      await expect(page).toHaveURL('/signin')
    },
  },
  outcomes: {
    'cancellation snapshot / a cancellation runs': startCancellation,
    'cancellation snapshot / the plan is canceled': async (step) => {
      if (!isCanceling(step)) return
      step.hold.holdCalls(cancelCall)
      await step.hold.json(cancelCall, { success: true, message: 'Done.' })
    },
    'cancellation snapshot / the host refuses': async (step) => {
      if (!isCanceling(step)) return
      step.hold.holdCalls(cancelCall)
      await step.hold.refuse(cancelCall, { code: 'subscription_not_found', message: '', status: 404 })
    },
  },
  states: {
    closed: ({ page, expect }) => expect(page).not.toHaveURL('/profile'),
    'open.idle': async ({ page, expect }) => {
      await expect(page).toHaveURL('/profile')
      await expect(page.getByRole('heading', { name: 'Membership' })).toBeVisible()
      await expect(canceling(page)).toHaveCount(0)
    },
    'open.canceling': ({ page, expect }) => expect(canceling(page)).toBeVisible(),
    'open.unattended': async ({ page, hold, expect }) => {
      await expect(page).toHaveURL('/support')
      expect(hold.waiting, 'the call was not aborted').toContain(cancelCall)
    },
    'open.unread': async ({ page, expect }) => {
      await expect(page).toHaveURL('/support')
      await expect.poll(() => page.evaluate(() => localStorage.getItem('statecast.attempt'))).toBeNull()
    },
  },
  notInBrowser: {
    'cancellation.started': 'The machine raises it when the cancellation starts.',
    'cancellation.ended': 'The machine raises it when the cancellation ends.',
    'cancellation.failed': 'The machine raises it when the cancellation fails.',
    'cancellation snapshot / the plan was changed elsewhere':
      'The record is read before the call is sent, which is too short to leave the page.',
  },
})
