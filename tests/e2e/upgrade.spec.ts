/**
 * Changing the plan (/upgrade/{id}?type=) on a wide screen and on a phone: the old subscription is canceled, then the new
 * plan is paid. The ledger of the sandbox decides what was canceled and paid, not the page.
 */
import { type Page } from '@playwright/test'
import { cardFields } from './card.ts'
import { stopClockDuringCall } from './clock.ts'
import { expect, test, type Account } from './fixture.ts'
import { heading, navigation, openAs } from './page.ts'
import { fillCardForm, ledgerEffects, openPaypalWindow, paypalButton, recordPaymentCalls } from './paymentSteps.ts'

const pay = 'POST /wp-json/payment/v1/pay-from-save-card'
const mastercard = '5555555555554444'
const phone = { width: 390, height: 844 }

const savedCard = (page: Page) => page.getByRole('region', { name: 'Saved card' })
const payNow = (page: Page) => page.getByRole('button', { name: 'Pay Now' })
const summary = (page: Page) => page.getByRole('region', { name: 'Order Summary' })
const newMethodButton = (page: Page) => page.getByRole('button', { name: 'Add a new payment method' })
const upgraded = (page: Page) => page.getByText('Membership Upgraded Successfully!')

async function open(page: Page, account: Account, path = '/upgrade/103?type=upgrade') {
  await openAs(page, account, path)
  await expect(heading(page)).toBeVisible()
}

/** Pays with the saved card. Stops the clock, because the confirmation redirects after a second. */
async function paySaved(page: Page, press = () => payNow(page).click()) {
  await page.clock.install()
  await stopClockDuringCall(page, pay, press)
}

test.describe('on a wide screen', () => {
  test(
    'cancels the old plan, pays the new one with the saved card and redirects to the plans',
    { tag: ['@pay.cancelFirst', '@after.destination', '@change.success'] },
    async ({ page, sandbox }) => {
      await open(page, 'member')
      await expect(payNow(page)).toBeEnabled()
      const { names, keys } = recordPaymentCalls(page)
      await paySaved(page)
      await expect(upgraded(page)).toBeVisible()
      await expect(payNow(page)).toBeDisabled()
      expect(names()).toEqual(['cancel-subscription', 'pay-from-save-card'])
      expect(new Set(keys()).size).toBe(2)
      expect(await ledgerEffects(sandbox)).toEqual(['cancel stripe 102', 'charge stripe 103'])
      expect((await sandbox.ledger()).map(({ amount, member }) => [member, amount])).toEqual([
        [2, null],
        [2, 49],
      ])
      await page.clock.runFor(1_100)
      await page.clock.resume()
      await expect(page).toHaveURL('/profile/packages')
      await expect(page.getByRole('article', { name: 'Quarterly' })).toContainText('Current plan')
    },
  )

  test('offers PayPal as a new payment method', { tag: ['@full', '@change.newMethod'] }, async ({ page, sandbox }) => {
    await open(page, 'member')
    await newMethodButton(page).click()
    await page.getByRole('radio', { name: 'PayPal Payment Method' }).check()
    const popup = await openPaypalWindow(page)
    // Nothing is canceled before PayPal's approval.
    await expect(popup.getByRole('button', { name: 'Approve' })).toBeVisible()
    expect(await ledgerEffects(sandbox)).toEqual([])
    await popup.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByRole('dialog', { name: 'Congratulations' })).toContainText('Quarterly')
    expect(await ledgerEffects(sandbox)).toEqual(['cancel stripe 102', 'capture paypal 103'])
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  test(
    'shows plan, amount, methods and button in the first screen, and the last invoice on demand',
    { tag: ['@full', '@pay.phone', '@change.phoneSummary'] },
    async ({ page }) => {
      await open(page, 'member')
      const buy = page.getByRole('button', { name: 'Upgrade $49' })
      await expect(buy).toBeEnabled()
      await expect(navigation(page)).toBeHidden()
      for (const part of [
        summary(page).getByText('Quarterly', { exact: true }),
        summary(page).getByText('$49', { exact: true }),
        page.getByText(/^Visa/).first(),
        page.getByText('Debit /Credit Card'),
        page.getByText('PayPal Payment Method'),
        page.getByText(/^\$49 today/),
        buy,
      ])
        await expect(part).toBeInViewport({ ratio: 1 })
      await expect(summary(page).getByText('Transaction ID')).toBeHidden()
      await summary(page).getByText('Last payment').click()
      await expect(summary(page).getByText('Transaction ID')).toBeVisible()
      await expect(buy).toBeInViewport({ ratio: 1 })
      await page.getByRole('radio', { name: 'Debit /Credit Card' }).check()
      await expect(cardFields(page).number).toBeVisible()
      await expect(buy).toBeInViewport({ ratio: 1 })
    },
  )

  test(
    'offers PayPal, pays with the saved card and then disables the button',
    { tag: ['@change.success', '@change.phoneCard'] },
    async ({ page, sandbox }) => {
      await open(page, 'member')
      await page.getByRole('radio', { name: 'PayPal Payment Method' }).check()
      await expect(paypalButton(page)).toBeVisible()
      await page.getByRole('radio', { name: /4242/ }).check()
      const buy = page.getByRole('button', { name: 'Upgrade' })
      await paySaved(page, () => buy.click())
      await expect(upgraded(page)).toBeVisible()
      await expect(buy).toBeDisabled()
      expect(await ledgerEffects(sandbox)).toEqual(['cancel stripe 102', 'charge stripe 103'])
      await page.clock.runFor(1_100)
      await expect(page).toHaveURL('/profile/packages')
    },
  )
})

test('renders one layout at a time, and keeps the typed values when it changes', { tag: '@full' }, async ({ page }) => {
  await open(page, 'member')
  await newMethodButton(page).click()
  await fillCardForm(page, mastercard)
  await page.setViewportSize(phone)
  await expect(heading(page)).toHaveText('Upgrade')
  await expect(summary(page)).toHaveCount(1)
  await expect(savedCard(page)).toHaveCount(0)
  await expect(page.getByLabel('Cardholder name')).toHaveValue('Gus Guest')
  await expect(cardFields(page).number).toHaveValue('5555 5555 5555 4444')
  await expect(page.getByRole('button', { name: 'Upgrade $49' })).toBeEnabled()
})
