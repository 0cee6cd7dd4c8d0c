import { type Page } from '@playwright/test'
import model from '../../machines/payment.model.ts'
import { bankFrame, cardNumber, testCards, closeBankFrame, typeCard } from '../card.ts'
import { signIn } from '../fixture.ts'
import { untakenTransitions } from '../../payments/untakenTransitions.ts'
import { createPageDriver } from '../pageDriver.ts'
import { bringEndIntoView } from '../galleryScreenshots.ts'

const createCall = 'POST /wp-json/payment/v1/create-subscription'
const cancelCall = 'POST /wp-json/payment/v1/cancel-subscription'
const authenticateCall = 'POST /sandbox/stripe/v1/payment_intents/authenticate'

const accountByInput = { 'a member with a saved card': 'member', 'a guest with a new card': 'guest' } as const
const isInput = (input: string): input is keyof typeof accountByInput => input in accountByInput

const heading = (page: Page, name: string) => page.getByRole('heading', { name })
const alertWithText = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text })

const canceledNothing: readonly [string, string] = [
  'This subscription can’t be ended.',
  'Something went wrong in cancelling previous subscription in stripe',
]

export default createPageDriver(model, {
  untakenByModelCheck: untakenTransitions.payment,
  prepareScreenshot: ({ page }) => bringEndIntoView(page),
  inputs: Object.keys(accountByInput),
  heldCalls: [createCall, cancelCall, authenticateCall],
  // A saved and a new card send the same calls, so both inputs use a new card.
  open: async ({ page }, input) => {
    if (!isInput(input)) throw new Error(`No page is opened for ${input}`)
    await signIn(page, accountByInput[input])
    await page.goto('/subscribe/103')
    await cardNumber(page).waitFor()
    await page.getByLabel('Cardholder name').fill('Gus Guest')
    await page.getByLabel('Billing address').fill('1 Main Street')
    await typeCard(page, testCards.requiresAuthentication)
    await page.getByRole('button', { name: /^Pay/ }).click()
  },
  events: {},
  texts: {
    'cancelSubscription done / refused': canceledNothing[0],
    'cancelSubscription done / refused without a message': canceledNothing[1],
    'pay done / declined': 'Your card was declined.',
    'pay done / declined without a message':
      'An error occurred while processing your payment or balance is low. Please try again.',
    // The provider has its own message for a closed bank page.
    'confirmCard done / abandoned': 'We are unable to authenticate your payment method.',
    'confirmCard done / failed': 'We are unable to authenticate your payment method.',
  },
  outcomes: {
    'cancelSubscription done / canceled': ({ hold }) => hold.passThrough(cancelCall),
    'cancelSubscription done': ({ hold, case: name, text }) =>
      hold.refuse(cancelCall, {
        code: 'subscription_not_found',
        message: name === 'refused' ? text : '',
        status: 404,
      }),
    'cancelSubscription error / a 5xx with a message': ({ hold }) => hold.html(cancelCall, 502),
    'cancelSubscription error': ({ hold }) => hold.abort(cancelCall),
    'pay done / paid': ({ hold }) =>
      hold.json(createCall, { success: true, message: 'Done.', subscription_id: '99', status: 'active' }),
    'pay done / pending': ({ hold }) =>
      hold.json(createCall, { success: true, message: 'One moment.', status: 'pending' }),
    'pay done / requires 3-D Secure': ({ hold }) => hold.passThrough(createCall),
    'pay done': ({ hold, case: name, text }) =>
      hold.refuse(createCall, {
        code: 'card_declined',
        message: name === 'declined' ? text : '',
        status: 402,
      }),
    'pay error / a 5xx with a message': ({ hold }) => hold.html(createCall, 502),
    'pay error': ({ hold }) => hold.abort(createCall),
    'confirmCard done / confirmed': async ({ page, hold }) => {
      await bankFrame(page).getByRole('button', { name: 'Complete' }).click()
      await hold.passThrough(authenticateCall)
    },
    'confirmCard done / abandoned': ({ page }) => closeBankFrame(page),
    'confirmCard done / failed': async ({ page, hold }) => {
      await bankFrame(page).getByRole('button', { name: 'Fail' }).click()
      await hold.passThrough(authenticateCall)
    },
    'confirmCard error': async ({ page, hold }) => {
      await bankFrame(page).getByRole('button', { name: 'Complete' }).click()
      await hold.abort(authenticateCall)
    },
  },
  states: {
    canceling: async ({ page, expect, hold }) => {
      await expect(page.getByText('Processing your payment…')).toBeVisible()
      await hold.waitFor(cancelCall)
      expect(hold.waiting).not.toContain(createCall)
    },
    charging: async ({ page, expect, hold }) => {
      await expect(page.getByText('Processing your payment…')).toBeVisible()
      await hold.waitFor(createCall)
    },
    confirming: async ({ page, expect }) => {
      await expect(bankFrame(page).getByRole('button', { name: 'Complete' })).toBeVisible()
    },
    paid: ({ page, expect }) => expect(heading(page, 'Thank You')).toBeVisible(),
    settled: async ({ page, expect, labels: [input], text }) => {
      if (text === '')
        return expect(
          page.getByRole('region', { name: 'Payment', exact: true }).or(heading(page, 'Thank You')),
        ).toBeVisible()
      await expect(alertWithText(page, text)).toBeVisible()
      const isCanceled = input === 'a member with a saved card' && !canceledNothing.includes(text)
      await expect(heading(page, 'Your old plan was canceled')).toHaveCount(isCanceled ? 1 : 0)
    },
  },
})
