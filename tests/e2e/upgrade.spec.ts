/**
 * Changing the plan (/upgrade/{id}?type=) on a wide screen and on a phone: the old subscription is canceled, then the new
 * plan is paid. The ledger of the sandbox decides what was canceled and paid, not the page.
 */
import { type Page } from '@playwright/test'
import { cardFields } from './card.ts'
import { stopClockDuringCall } from './clock.ts'
import { expect, test, type Account } from './fixture.ts'
import { heading, openAs } from './page.ts'
import {
  fillCardForm,
  ledgerEffects,
  openPaypalWindow,
  paypalButton,
  recordPaymentCalls,
  thankYou,
} from './paymentSteps.ts'

const pay = 'POST /wp-json/payment/v1/pay-from-save-card'
const mastercard = '5555555555554444'
const phone = { width: 390, height: 844 }

const savedCard = (page: Page) => page.getByRole('region', { name: 'Saved card' })
const payNow = (page: Page) => page.getByRole('button', { name: 'Pay Now' })
const summary = (page: Page) => page.getByRole('region', { name: 'Order Summary' })
const paymentRegion = (page: Page) => page.getByRole('region', { name: 'Payment', exact: true })
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
  for (const [type, plan, title, name] of [
    ['upgrade', 104, 'Yearly', 'Upgrade Plan - Your subscription is set to the Yearly'],
    ['downgrade', 101, 'Weekly', 'Downgrade Plan - Your subscription is set to the Weekly'],
    ['', 103, 'Quarterly', 'Choose Plan - Your subscription is set to the Quarterly'],
    ['sideways', 103, 'Quarterly', 'Choose Plan - Your subscription is set to the Quarterly'],
  ] as const) {
    test(`shows the heading ‘${name}’ for type ‘${type}’`, async ({ page }) => {
      await open(page, 'member', `/upgrade/${plan}?type=${type}`)
      await expect(heading(page)).toHaveText(name)
      await expect(summary(page)).toContainText(title)
    })
  }

  test('shows the primary card with Pay Now, links to manage and add cards, and the order summary', async ({
    page,
  }) => {
    await page.clock.setFixedTime(new Date('2027-03-05T12:00:00-05:00'))
    await open(page, 'member', '/upgrade/104?type=upgrade')
    await expect(savedCard(page)).toContainText('Visa •••• ending in 4242')
    await expect(savedCard(page)).toContainText(/Expires 12\/20\d\d/)
    await expect(payNow(page)).toHaveText(/^Pay Now\s\$179$/)
    await expect(page.getByRole('link', { name: 'Change default card' })).toHaveAttribute(
      'href',
      '/profile/payment-cards',
    )
    await expect(page.getByRole('link', { name: 'Update Billing Info' })).toHaveAttribute('href', '/profile')
    await expect(newMethodButton(page)).toHaveAttribute('aria-expanded', 'false')
    await expect(page.getByRole('radio')).toHaveCount(0)
    await expect(summary(page).locator('dl > div')).toHaveText([
      'Yearly$179 per year',
      'NameMara Ellison',
      'Usernamemember',
      'E-mailmember@statecast.test',
      'Payment dateMar, 05, 2027',
      'Valid untilMar, 12, 2028',
    ])
    await expect(page.getByText('Your new plan starts today and replaces Monthly.')).toBeVisible()
  })

  test('cancels the old plan, pays the new one with the saved card and redirects to the plans', async ({
    page,
    sandbox,
  }) => {
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
  })

  test('offers a new card, and the saved card again', async ({ page, sandbox }) => {
    await open(page, 'member')
    await newMethodButton(page).click()
    await expect(newMethodButton(page)).toHaveAttribute('aria-expanded', 'true')
    await expect(page.getByRole('radio', { name: 'Debit /Credit Card' })).toBeChecked()
    await expect(payNow(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Use this card' }).click()
    await expect(payNow(page)).toBeEnabled()
    await expect(page.getByRole('radio')).toHaveCount(0)

    await newMethodButton(page).click()
    await fillCardForm(page, mastercard)
    await page.getByRole('button', { name: 'Pay $49' }).click()
    await expect(thankYou(page)).toBeVisible()
    await expect(upgraded(page)).toBeVisible()
    expect(await ledgerEffects(sandbox)).toEqual(['cancel stripe 102', 'charge stripe 103'])
  })

  test('offers PayPal as a new payment method', async ({ page, sandbox }) => {
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

test.describe('the old subscription', () => {
  test('is canceled at PayPal if it is paid with PayPal', async ({ page, sandbox }) => {
    await open(page, 'paypal-member', '/upgrade/104?type=upgrade')
    await expect(page.getByText('Your new plan starts today and replaces Quarterly.')).toBeVisible()
    await page.getByRole('radio', { name: 'Debit /Credit Card' }).check()
    await fillCardForm(page, mastercard)
    const { names } = recordPaymentCalls(page)
    await page.getByRole('button', { name: 'Pay $179' }).click()
    await expect(thankYou(page)).toBeVisible()
    expect(names()).toEqual(['cancel-paypal-subscription', 'create-subscription'])
    expect(await ledgerEffects(sandbox)).toEqual(['cancel paypal 103', 'charge stripe 104'])
  })

  test('is not canceled if it belongs to another gateway, and the page shows that before the payment', async ({
    page,
    sandbox,
  }) => {
    await open(page, 'manual-member', '/upgrade/103?type=downgrade')
    await expect(
      page.getByText(/plan was bought elsewhere and we can’t cancel it for you\. If you continue you’ll pay for both/),
    ).toBeVisible()
    await fillCardForm(page, mastercard)
    await page.getByRole('button', { name: 'Pay $49' }).click()
    await expect(thankYou(page)).toBeVisible()
    expect(await ledgerEffects(sandbox)).toEqual(['charge stripe 103'])
  })

  test('does not exist for a guest, so nothing is canceled', async ({ page, sandbox }) => {
    await open(page, 'guest', '/upgrade/102')
    await expect(heading(page)).toHaveText('Choose Plan - Your subscription is set to the Monthly')
    await expect(page.getByRole('link', { name: 'Change default card' })).toHaveCount(0)
    await fillCardForm(page, mastercard)
    await page.getByRole('button', { name: 'Pay $19.99' }).click()
    await expect(thankYou(page)).toBeVisible()
    expect(await ledgerEffects(sandbox)).toEqual(['charge stripe 102'])
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  for (const [type, name, label] of [
    ['upgrade', 'Upgrade', 'Upgrade'],
    ['downgrade', 'Downgrade', 'Downgrade'],
    ['', 'Choose Plan', 'Buy Plan'],
  ] as const) {
    test(`shows the heading ‘${name}’ and the button ‘${label}’ for type ‘${type}’`, async ({ page }) => {
      await open(page, 'member', `/upgrade/103?type=${type}`)
      await expect(heading(page)).toHaveText(name)
      await expect(page.getByRole('button', { name: label })).toHaveText(new RegExp(`^${label}\\s\\$49$`))
      await expect(page.getByRole('radio', { name: /4242/ })).toBeChecked()
    })
  }

  test('shows the latest transaction as the invoice', async ({ page }) => {
    const responded = page.waitForResponse(/\/mp\/v1\/transactions\/\d+/)
    await open(page, 'member')
    const invoice = (await (await responded).json()) as { id: string; trans_num: string }
    const rows = summary(page).locator('dl > div')
    await expect(rows).toHaveText([
      'Quarterly$49 every 3 months',
      `Last invoice${invoice.id}`,
      /^Last payment[A-Z][a-z]{2}, \d\d, \d{4}$/,
      `Last transaction${invoice.trans_num}`,
      'Usernamemember',
    ])
    await expect(page.getByRole('link', { name: 'Update Billing Info' })).toHaveAttribute('href', '/profile')
    await expect(page.getByText('Payment date')).toHaveCount(0)
  })

  test('shows a dash for a missing value', async ({ page }) => {
    await open(page, 'guest', '/upgrade/103')
    await expect(summary(page).locator('dl > div')).toHaveText([
      'Quarterly$49 every 3 months',
      'Last invoice—',
      'Last payment—',
      'Last transaction—',
      'Usernameguest',
    ])
    await expect(page.getByRole('radio', { name: 'Debit /Credit Card' })).toBeChecked()
    await expect(page.getByRole('radio')).toHaveCount(2)
  })

  test('pays with the saved card and then disables the button', async ({ page, sandbox }) => {
    await open(page, 'member')
    const buy = page.getByRole('button', { name: 'Upgrade' })
    await paySaved(page, () => buy.click())
    await expect(upgraded(page)).toBeVisible()
    await expect(buy).toBeDisabled()
    expect(await ledgerEffects(sandbox)).toEqual(['cancel stripe 102', 'charge stripe 103'])
    await page.clock.runFor(1_100)
    await expect(page).toHaveURL('/profile/packages')
  })

  test('offers a new card and PayPal', async ({ page, sandbox }) => {
    await open(page, 'member', '/upgrade/101?type=downgrade')
    await page.getByRole('radio', { name: 'PayPal Payment Method' }).check()
    await expect(paypalButton(page)).toBeVisible()
    await page.getByRole('radio', { name: 'Debit /Credit Card' }).check()
    await fillCardForm(page, mastercard)
    await page.getByRole('button', { name: 'Downgrade $6.50' }).click()
    await expect(page.getByText('Membership Downgraded Successfully!')).toBeVisible()
    expect(await ledgerEffects(sandbox)).toEqual(['cancel stripe 102', 'charge stripe 101'])
  })
})

test('renders one layout at a time, and keeps the typed values when it changes', async ({ page }) => {
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

test('a payment that is refused after the cancellation can be retried without another cancellation', async ({
  page,
  sandbox,
}) => {
  await sandbox.faults.set({ call: pay, fault: 'refuse', message: 'Your card was declined.', times: 1 })
  await open(page, 'member')
  const { names, keys } = recordPaymentCalls(page)
  await payNow(page).click()
  await expect(paymentRegion(page).getByRole('heading')).toHaveText(
    'Your old plan was canceled, but the payment for the new one didn’t go through',
  )
  await expect(paymentRegion(page).getByRole('alert')).toHaveText('Your card was declined.')
  expect(await ledgerEffects(sandbox)).toEqual(['cancel stripe 102'])
  await paySaved(page, () => paymentRegion(page).getByRole('button', { name: 'Try again' }).click())
  await expect(upgraded(page)).toBeVisible()
  expect(names()).toEqual(['cancel-subscription', 'pay-from-save-card', 'pay-from-save-card'])
  expect(new Set(keys()).size).toBe(3)
  expect(await ledgerEffects(sandbox)).toEqual(['cancel stripe 102', 'charge stripe 103'])
})
