import { type Page } from '@playwright/test'
import model from '../../machines/savedCardPayment.model.ts'
import { signIn } from '../fixture.ts'
import { createPageDriver } from '../pageDriver.ts'
import { bringEndIntoView } from '../galleryScreenshots.ts'

const cards = 'POST /wp-json/payment/v1/user-stripe-all-cards'
const cancel = 'POST /wp-json/payment/v1/cancel-subscription'

const panel = (page: Page) => page.getByRole('region', { name: 'Saved card' })
const payNow = (page: Page) => panel(page).getByRole('button', { name: 'Pay Now' })
const alert = (page: Page) => panel(page).getByRole('alert')

const visa = {
  id: 'pm_1',
  card: { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2030 },
  billing_details: { name: 'Mara Member' },
}

export default createPageDriver(model, {
  prepareScreenshot: ({ page }) => bringEndIntoView(page),
  wideOnly:
    'The phone layout shows the saved card as an option with one button for all payment methods; the machine is the same.',
  // The payment itself belongs to another machine; this tour only checks that it starts.
  heldCalls: [cards, cancel],
  open: async ({ page, hold, expect, text }, input) => {
    await signIn(page, 'member')
    await page.goto('/upgrade/103?type=upgrade')
    await expect(panel(page)).toBeVisible()
    if (input !== 'the payment was refused') return
    await hold.passThrough(cards)
    await payNow(page).click()
    await hold.refuse(cancel, { code: 'subscription_not_found', message: text, status: 404 })
    await hold.waitFor(cards)
  },
  events: {
    'payment.press': ({ page }) => payNow(page).click(),
    'cards.retry': ({ page }) => alert(page).getByRole('button', { name: 'Try again' }).click(),
  },
  texts: {
    'cards.retry': [],
    'the payment was refused': 'This subscription can’t be ended.',
    'loadCards done / refused': 'No such customer',
    'loadCards done / refused without a message': 'Api is not loading because user id missing or network issue',
    'loadCards error / unreachable': 'Api is not loading because user id missing or network issue',
  },
  outcomes: {
    'loadCards done / a primary card': ({ hold }) => hold.json(cards, { cards: [visa], default_pay_method: 'pm_1' }),
    'loadCards done / no card': ({ hold }) => hold.json(cards, { cards: [], default_pay_method: null }),
    'loadCards done / refused': ({ hold, text }) =>
      hold.refuse(cards, { code: 'too_many_requests', message: text, status: 429 }),
    'loadCards done / refused without a message': ({ hold }) =>
      hold.refuse(cards, { code: 'too_many_requests', message: '', status: 429 }),
    'loadCards error': ({ hold }) => hold.abort(cards),
  },
  states: {
    loading: async ({ page, expect, text }) => {
      await expect(panel(page)).toHaveAttribute('aria-busy', 'true')
      await expect(alert(page)).toHaveText(text)
    },
    offered: async ({ page, expect, text }) => {
      await expect(panel(page)).toContainText('Visa •••• ending in 4242')
      await expect(alert(page)).toHaveText(text)
      await expect(payNow(page)).toBeEnabled()
    },
    failed: async ({ page, expect, text }) => {
      await expect(alert(page)).toContainText(text)
      await expect(alert(page).getByRole('button', { name: 'Try again' })).toBeVisible()
    },
    noCard: ({ page, expect }) => expect(page.getByRole('radio', { name: 'Debit /Credit Card' })).toBeChecked(),
    ready: ({ page, expect }) =>
      expect(page.getByRole('status').filter({ hasText: 'Processing your payment…' })).toBeVisible(),
  },
})
