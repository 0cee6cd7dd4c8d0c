import { type Page } from '@playwright/test'
import model from '../../machines/paypalPayment.model.ts'
import { signIn } from '../fixture.ts'
import { createPageDriver, inTurn } from '../pageDriver.ts'
import { bringEndIntoView } from '../galleryScreenshots.ts'

const script = 'GET /sandbox/paypal/sdk/js'
const product = 'POST /wp-json/payment/v1/create-paypal-product'
const subscription = 'POST /wp-json/payment/v1/create-subscription-paypal'
const capture = 'POST /wp-json/payment/v1/capture-paypal-subscription'

const panel = (page: Page) => page.getByRole('region', { name: 'PayPal', exact: true })
const button = (page: Page) =>
  page.frameLocator('iframe[title="PayPal"]').getByRole('button', { name: 'Pay with PayPal' })
const status = (page: Page, text: string) => panel(page).getByRole('status').filter({ hasText: text })

/** PayPal's window, the last popup that was opened. */
const popup = (page: Page): Page => {
  const found = page.context().pages().at(-1)
  if (!found || found === page) throw new Error('PayPal’s window is not open')
  return found
}

export default createPageDriver(model, {
  prepareScreenshot: ({ page }) => bringEndIntoView(page),
  // After a refused capture the script is loaded already, so its request can't be held.
  inputs: ['PayPal is chosen'],
  // The capture belongs to another machine; this tour only checks that it starts.
  heldCalls: [script, product, subscription, capture],
  open: async ({ page }) => {
    await signIn(page, 'guest')
    await page.goto('/subscribe/102')
    await page.getByRole('radio', { name: 'PayPal Payment Method' }).check()
  },
  events: {
    'script.retry': ({ page }) => panel(page).getByRole('button', { name: 'Try again' }).click(),
    'window.open': async ({ page }) => {
      // Only one window can be open, so this closes the previous one.
      for (const other of page.context().pages()) if (other !== page) await other.close()
      await Promise.all([page.waitForEvent('popup'), button(page).click()])
    },
    'window.approved': ({ page }) => popup(page).getByRole('button', { name: 'Approve' }).click(),
    'window.canceled': ({ page, turn }) =>
      inTurn(
        turn,
        () => popup(page).close(),
        () => popup(page).getByRole('button', { name: 'Cancel' }).click(),
      ),
    'window.failed': async ({ page }) => {
      const window = popup(page)
      await window.route('**/subscriptions/approve', (route) =>
        route.fulfill({ status: 422, json: { message: 'Invalid subscription status for this action.' } }),
      )
      await window.getByRole('button', { name: 'Approve' }).click()
    },
  },
  texts: {
    'createProduct done / refused': 'PayPal does not answer.',
    'createProduct done / refused without a message': 'Something went wrong in creating new subscription',
    'createProduct error / connection lost': 'Something went wrong in creating new subscription',
    'createSubscription done / refused': 'PayPal does not answer.',
    'createSubscription done / refused without a message': 'Something went wrong in creating new subscription',
    'createSubscription error / connection lost': 'Something went wrong in creating new subscription',
    'window.failed': 'Something went wrong in creating new subscription',
  },
  outcomes: {
    'loadScript done': ({ hold }) => hold.passThrough(script),
    'loadScript error': ({ hold }) => hold.abort(script),
    'createProduct done / created': ({ hold }) => hold.passThrough(product),
    'createProduct done / refused': ({ hold, text }) =>
      hold.refuse(product, { code: 'paypal_error', message: text, status: 422 }),
    'createProduct done / refused without a message': ({ hold }) =>
      hold.refuse(product, { code: 'paypal_error', message: '', status: 422 }),
    'createProduct error / connection lost': ({ hold }) => hold.abort(product),
    'createSubscription done / created': ({ hold }) => hold.passThrough(subscription),
    'createSubscription done / refused': ({ hold, text }) =>
      hold.refuse(subscription, { code: 'paypal_error', message: text, status: 422 }),
    'createSubscription done / refused without a message': ({ hold }) =>
      hold.refuse(subscription, { code: 'paypal_error', message: '', status: 422 }),
    'createSubscription error / connection lost': ({ hold }) => hold.abort(subscription),
  },
  states: {
    pending: ({ page, expect }) => expect(panel(page).getByRole('status', { name: 'Loading PayPal' })).toBeVisible(),
    rejected: ({ page, expect }) =>
      expect(panel(page).getByRole('alert').filter({ hasText: 'We couldn’t load PayPal.' })).toBeVisible(),
    'resolved.idle': async ({ page, expect }) => {
      await expect(status(page, 'PayPal opens in a new window.')).toBeVisible()
      await expect(button(page)).toBeVisible()
    },
    'resolved.canceled': ({ page, expect }) => expect(status(page, 'Subscription has been cancelled')).toBeVisible(),
    'resolved.failed': async ({ page, expect, text }) => {
      await expect(panel(page).getByRole('alert').filter({ hasText: text })).toBeVisible()
      await expect(button(page)).toBeVisible()
    },
    // Both look alike; they wait for different responses.
    creatingProduct: async ({ page, hold, expect }) => {
      await expect(status(page, 'Opening PayPal…')).toBeVisible()
      await hold.waitFor(product)
    },
    creatingSubscription: async ({ page, hold, expect }) => {
      await expect(status(page, 'Opening PayPal…')).toBeVisible()
      await hold.waitFor(subscription)
    },
    awaitingApproval: ({ page, expect }) => expect(status(page, 'Finish in the PayPal window.')).toBeVisible(),
    approved: ({ page, expect }) =>
      expect(page.getByRole('status').filter({ hasText: 'Processing your payment…' })).toBeVisible(),
  },
})
