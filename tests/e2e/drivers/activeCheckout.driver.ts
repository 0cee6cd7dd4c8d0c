import { type activeCheckoutMachine } from '../../../machines/activeCheckout.ts'
import model from '../../machines/activeCheckout.model.ts'
import { stopClock } from '../clock.ts'
import { signIn } from '../fixture.ts'
import { createPageDriver, type DriverContext } from '../pageDriver.ts'
import { cancelCall } from '../paymentSteps.ts'

type StepContext = DriverContext<typeof activeCheckoutMachine>

const payNow = ({ page }: StepContext) =>
  page.getByRole('region', { name: 'Saved card' }).getByRole('button', { name: 'Pay Now' })

const isPaying = ({ hold }: StepContext) => hold.waiting.includes(cancelCall)

async function startPayment(step: StepContext) {
  if (isPaying(step)) return
  await payNow(step).click()
  await step.hold.waitFor(cancelCall)
}

export default createPageDriver(model, {
  wideOnly: 'On a phone the buttons have other names. The machine is the same.',
  heldCalls: [cancelCall],
  open: async ({ page, expect }) => {
    await signIn(page, 'member')
    await page.clock.install()
    await page.goto('/profile/packages')
    await expect(page.getByRole('heading', { name: 'Yearly' })).toBeVisible()
  },
  events: {
    'screen.opened': async ({ page }) => {
      const { pathname } = new URL(page.url())
      if (pathname === '/support') await page.goBack()
      else {
        if (pathname === '/signin') {
          await signIn(page, 'member')
          await page.goto('/profile/packages')
        }
        // The last plan other than the current one: it never ends before what is paid, so no box needs a tick.
        await page.locator('a[href^="/upgrade/"]').last().click()
      }
    },
    'screen.closed': async ({ page, expect }) => {
      if (!new URL(page.url()).pathname.startsWith('/upgrade/')) return
      await page.getByRole('link', { name: 'Support' }).first().click()
      // The effects of the new screen set the title, after those of the checkout are cleaned up. The URL changes earlier.
      await expect(page).toHaveTitle(/^Support/)
    },
    'session.ended': async ({ page, expect }) => {
      await page.getByRole('button', { name: /’s account menu$/ }).click()
      await page.getByRole('menuitem', { name: 'Logout' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click()
      await expect(page).toHaveURL('/signin')
    },
  },
  outcomes: {
    'checkout snapshot / a payment runs': startPayment,
    'checkout snapshot / no payment runs': async (step) => {
      if (!isPaying(step)) return
      await step.hold.refuse(cancelCall, { code: 'subscription_not_found', message: '', status: 404 })
    },
    // The page redirects a second after the payment, so the clock is stopped until the button is pressed.
    'checkout done': async (step) => {
      await startPayment(step)
      await stopClock(step.page)
      await step.hold.passThrough(cancelCall)
      await step.page.getByRole('button', { name: 'Continue now' }).click()
      await step.page.clock.resume()
    },
  },
  states: {
    closed: ({ page, expect }) => expect(page).not.toHaveURL(/upgrade/),
    'open.idle': (step) => step.expect(payNow(step)).toBeEnabled(),
    'open.paying': ({ page, expect }) => expect(page.getByText('Processing your payment…')).toBeVisible(),
    'open.unattended': async ({ page, hold, expect }) => {
      await expect(page).toHaveURL('/support')
      expect(hold.waiting).toContain(cancelCall)
    },
    finished: ({ page, expect }) => expect(page).toHaveURL('/profile/packages'),
  },
  notNow: (label, snapshot) =>
    label.startsWith('checkout done') && snapshot.matches({ open: 'unattended' })
      ? 'The checkout is closed as soon as its payment ends.'
      : undefined,
  notInBrowser: {
    'payment.started': 'The machine raises it when the payment starts.',
    'payment.ended': 'The machine raises it when the payment ends.',
  },
})
