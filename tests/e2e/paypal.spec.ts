/**
 * Paying with PayPal: the subscription is created, then approved or canceled in PayPal's window. An approved one is
 * captured; a dialog confirms it and redirects to /subscribe/success/ after 6 seconds. The ledger of the sandbox decides
 * what was paid, not the page.
 */
import { type Page } from '@playwright/test'
import { stopClockDuringCall } from './clock.ts'
import { expect, test, type Account } from './fixture.ts'
import { expectAccessible, heading, openAs } from './page.ts'
import { openPaypalWindow, paypalButton as button, recordPaymentCalls } from './paymentSteps.ts'

const capture = 'POST /wp-json/payment/v1/capture-paypal-subscription'

const panel = (page: Page) => page.getByRole('region', { name: 'PayPal', exact: true })
const modal = (page: Page) => page.getByRole('dialog', { name: 'Congratulations' })
const canceled = (page: Page) => panel(page).getByText('Subscription has been cancelled')

async function open(page: Page, account: Account, plan = '102') {
  await openAs(page, account, `/subscribe/${plan}`)
  await page.getByRole('radio', { name: 'PayPal Payment Method' }).check()
  await expect(button(page)).toBeVisible()
}

/** Presses PayPal's button and waits for the content of its window. */
async function openPopup(page: Page) {
  const popup = await openPaypalWindow(page)
  await expect(popup.getByRole('heading', { name: /^Subscribe to / })).toBeVisible()
  return popup
}

async function approve(page: Page) {
  const popup = await openPopup(page)
  await popup.getByRole('button', { name: 'Approve' }).click()
}

test(
  'a trial charges nothing today, and every amount says so',
  { tag: ['@full', '@plan.trial', '@plan.terms'] },
  async ({ page, sandbox }) => {
    await open(page, 'guest', '104')
    await expect(panel(page)).toContainText('Total today: $0')
    await expect(panel(page)).toContainText(
      /Due today: \$0\. Then \$179 per year from \w+ \d+, \d+, until you cancel\. Terms · Privacy/,
    )
    await approve(page)
    await expect(modal(page).getByRole('definition').first()).toHaveText('$179')
    await expect(modal(page)).toContainText('$0 charged today')
    expect((await sandbox.ledger()).map(({ kind, amount }) => [kind, amount])).toEqual([['capture', 0]])
  },
)

test(
  'an approved subscription is captured once, and a dialog with plan and price redirects after 6 seconds',
  {
    tag: [
      '@paypal.approved',
      '@after.thanks',
      '@after.countdown',
      '@after.destination',
      '@after.success',
      '@calls.paypalProduct',
      '@calls.paypalSubscription',
      '@calls.capturePaypal',
    ],
  },
  async ({ page, sandbox }) => {
    await open(page, 'guest')
    await expect(panel(page)).toContainText('Total today: $19.99')
    await page.clock.install()
    const { names, sent } = recordPaymentCalls(page)
    await stopClockDuringCall(page, capture, () => approve(page))

    await expect(modal(page)).toBeVisible()
    await expect(modal(page).getByRole('term').first()).toHaveText('Monthly')
    await expect(modal(page).getByRole('definition').first()).toHaveText('$19.99')
    await expect(modal(page)).not.toContainText('charged today')
    expect(names()).toEqual(['create-paypal-product', 'create-subscription-paypal', 'capture-paypal-subscription'])
    const [made, created, captured] = sent.map((request) => request.postDataJSON() as unknown)
    expect(made).toEqual({ membershipName: 'Monthly', description: 'Monthly Subscription Service' })
    expect(created).toMatchObject({ plan_id: 102 })
    expect(captured).toMatchObject({ email: 'guest@statecast.test', plan_id: 102 })
    const rows = await sandbox.ledger()
    expect(
      rows.map(({ kind, provider, member, plan_id, amount }) => ({ kind, provider, member, plan_id, amount })),
    ).toEqual([{ kind: 'capture', provider: 'paypal', member: 5, plan_id: 102, amount: 19.99 }])

    await expect(modal(page)).toContainText('Continuing in 6 seconds.')
    await page.clock.runFor(5_500)
    await expect(modal(page)).toBeVisible()
    await page.clock.runFor(500)
    await page.clock.resume()
    await expect(page).toHaveURL('/subscribe/success/')
    await expect(heading(page, 'Payment Successful')).toBeFocused()
    await expect(page).toHaveTitle('Payment Successful · Statecast')
    await expect(
      page.getByText('Your payment has been successfully processed. You can now access all the premium content.'),
    ).toBeVisible()
    await page.getByRole('link', { name: 'Go to Profile' }).click()
    await expect(page).toHaveURL('/profile')
  },
)

test('the redirect can be stopped or skipped', { tag: ['@full', '@after.stop'] }, async ({ page }) => {
  await open(page, 'guest')
  await page.clock.install()
  await approve(page)
  await modal(page).getByRole('button', { name: 'Stay here' }).click()
  await expect(modal(page).getByRole('button', { name: 'Start watching' })).toBeFocused()
  await page.clock.runFor(20_000)
  await expect(modal(page)).toContainText('Take your time. Continue when you’re ready.')
  await expectAccessible(page)
  await modal(page).getByRole('button', { name: 'Continue now' }).click()
  await expect(page).toHaveURL('/subscribe/success/')
})

test(
  'the success page redirects to the profile without a payment in this browser',
  { tag: ['@full', '@after.success'] },
  async ({ page }) => {
    await openAs(page, 'guest', '/subscribe/success/')
    await expect(page).toHaveURL('/profile')
  },
)

test(
  'a canceled subscription shows the specified text, is not paid and is offered again',
  { tag: ['@full', '@paypal.canceled', '@paypal.approved', '@paypal.once'] },
  async ({ page, sandbox }) => {
    await open(page, 'guest')
    const { names } = recordPaymentCalls(page)
    const popup = await openPopup(page)
    await popup.getByRole('button', { name: 'Cancel' }).click()
    await expect(canceled(page)).toBeVisible()
    expect(await sandbox.ledger()).toEqual([])

    await (await openPopup(page)).close()
    await expect(canceled(page)).toBeVisible()
    expect(await sandbox.ledger()).toEqual([])
    expect(names()).toEqual(['create-paypal-product', 'create-subscription-paypal'])

    await approve(page)
    await expect(modal(page)).toBeVisible()
    expect(await sandbox.ledger()).toHaveLength(1)
    expect(names()).toEqual(['create-paypal-product', 'create-subscription-paypal', 'capture-paypal-subscription'])
  },
)

test(
  'product and subscription are reused after another payment method was selected',
  { tag: ['@full', '@paypal.once'] },
  async ({ page }) => {
    await open(page, 'guest')
    const { names } = recordPaymentCalls(page)
    await (await openPopup(page)).close()
    await expect(canceled(page)).toBeVisible()
    await page.getByRole('radio', { name: 'Debit /Credit Card' }).check()
    await expect(button(page)).toHaveCount(0)
    await page.getByRole('radio', { name: 'PayPal Payment Method' }).check()
    await expect(button(page)).toBeVisible()
    await (await openPopup(page)).close()
    await expect(canceled(page)).toBeVisible()
    expect(names()).toEqual(['create-paypal-product', 'create-subscription-paypal'])
  },
)

test(
  'PayPal’s script loads when PayPal is selected, and again after a failure; a refused agreement can be retried',
  { tag: ['@full', '@paypal.script', '@paypal.failure'] },
  async ({ page, sandbox, watch }) => {
    watch.allowConsole(/paypal/i)
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script' && request.url().includes('/sandbox/paypal/')) scripts.push(request.url())
    })
    await sandbox.faults.set({ call: 'SCRIPT paypal', fault: 'status-500', times: 1 })
    await openAs(page, 'guest', '/subscribe/102')
    await expect(page.getByLabel('Cardholder name')).toBeVisible()
    expect(scripts).toEqual([])
    await page.getByRole('radio', { name: 'PayPal Payment Method' }).check()
    await expect(panel(page).getByRole('alert').filter({ hasText: 'We couldn’t load PayPal.' })).toBeVisible()
    await panel(page).getByRole('button', { name: 'Try again' }).click()
    await expect(button(page)).toBeVisible()
    expect(new URL(scripts[0] ?? '').searchParams.get('vault')).toBe('true')
    const refusal = { code: 'paypal_error', message: '', data: { status: 422 } }
    await page.route('**/create-paypal-product', (route) => route.fulfill({ status: 422, json: refusal }), { times: 1 })
    await openPaypalWindow(page)
    await expect(panel(page).getByText('Something went wrong in creating new subscription')).toBeVisible()
    await approve(page)
    await expect(modal(page)).toBeVisible()
  },
)

test.describe('a capture', () => {
  test(
    'shows the message of a refusal, and the next one has a new key',
    { tag: ['@full', '@paypal.failure'] },
    async ({ page, sandbox }) => {
      await sandbox.faults.set({ call: capture, fault: 'refuse', message: 'PayPal is out of money.', times: 1 })
      await open(page, 'guest')
      const { keys } = recordPaymentCalls(page)
      await approve(page)
      await expect(panel(page).getByRole('alert').filter({ hasText: 'PayPal is out of money.' })).toBeVisible()
      expect(await sandbox.ledger()).toEqual([])
      await approve(page)
      await expect(modal(page)).toBeVisible()
      const [first, second, ...more] = keys()
      expect(more).toEqual([])
      expect(second).not.toBe(first)
      expect((await sandbox.ledger()).map(({ idempotency_key }) => idempotency_key)).toEqual([second])
    },
  )

  test('without a response is found in the member record and paid once', async ({ page, sandbox }) => {
    await sandbox.faults.set({ call: capture, fault: 'cut-after', times: 1 })
    await open(page, 'guest')
    await approve(page)
    await expect(modal(page)).toBeVisible()
    expect(await sandbox.ledger()).toHaveLength(1)
  })
})
