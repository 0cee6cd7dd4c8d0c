/**
 * Changing the plan (/upgrade/{id}?type=) on a wide screen and on a phone: the old subscription is canceled, then the new
 * plan is paid. The ledger of the sandbox decides what was canceled and paid, not the page.
 */
import { AxeBuilder } from '@axe-core/playwright'
import { type Page, type Request } from '@playwright/test'
import { stopClock, stopClockDuringCall } from './clock.ts'
import { expect, signIn, test, type Account } from './fixture.ts'
import { RequestHold } from './requestHold.ts'
import { type SandboxClient } from './server.ts'

const cards = 'POST /wp-json/payment/v1/user-stripe-all-cards'
const cancel = 'POST /wp-json/payment/v1/cancel-subscription'
const cancelPaypal = 'POST /wp-json/payment/v1/cancel-paypal-subscription'
const pay = 'POST /wp-json/payment/v1/pay-from-save-card'
const plans = 'GET /wp-json/mp/v1/memberships/{id}'

const phone = { width: 390, height: 844 }

const savedCard = (page: Page) => page.getByRole('region', { name: 'Saved card' })
const payNow = (page: Page) => page.getByRole('button', { name: 'Pay Now' })
const summary = (page: Page) => page.getByRole('region', { name: 'Order Summary' })
const paymentRegion = (page: Page) => page.getByRole('region', { name: 'Payment', exact: true })
const newMethodButton = (page: Page) => page.getByRole('button', { name: 'Add a new payment method' })
const cardField = (page: Page) => page.frameLocator('iframe[title="Secure card payment input frame"]')

async function open(page: Page, account: Account, path = '/upgrade/104?type=upgrade') {
  await signIn(page, account)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

async function newCard(page: Page) {
  await page.getByLabel('Cardholder name').fill('Mara Ellison')
  await page.getByLabel('Billing address').fill('1 Main Street')
  await cardField(page).getByLabel('Card number').fill('5555555555554444')
  await cardField(page).getByLabel('Expiration').fill('12 / 30')
  await cardField(page).getByLabel('Security code').fill('123')
}

/** Pays with the saved card. Pauses the clock, because the confirmation redirects after a second. */
async function paySaved(page: Page, press = () => payNow(page).click()) {
  await page.clock.install()
  await stopClockDuringCall(page, pay, press)
}

/** The ledger: kind, provider and plan. */
const ledgerEffects = async (sandbox: SandboxClient) =>
  (await sandbox.ledger()).map(({ kind, provider, plan_id }) => `${kind} ${provider} ${plan_id}`)

/** Collects the calls that cancel or pay. */
function recordCalls(page: Page) {
  const sent: Request[] = []
  page.on('request', (request) => {
    if (/\/payment\/v1\/(pay-from|create-subscription|capture|cancel)/.test(request.url())) sent.push(request)
  })
  return {
    names: () => sent.map((request) => new URL(request.url()).pathname.split('/').at(-1)),
    keys: () => sent.map((request) => request.headers()['idempotency-key']),
  }
}

test.describe('on a wide screen', () => {
  for (const [type, plan, title, heading] of [
    ['upgrade', 104, 'Yearly', 'Upgrade Plan - Your subscription is set to the Yearly'],
    ['downgrade', 101, 'Weekly', 'Downgrade Plan - Your subscription is set to the Weekly'],
    ['', 103, 'Quarterly', 'Choose Plan - Your subscription is set to the Quarterly'],
    ['sideways', 103, 'Quarterly', 'Choose Plan - Your subscription is set to the Quarterly'],
  ] as const) {
    test(`type '${type}' reads '${heading}'`, async ({ page }) => {
      await open(page, 'member', `/upgrade/${plan}?type=${type}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await expect(summary(page)).toContainText(title)
    })
  }

  test('has the primary card with Pay Now, the ways to manage and add, and the order summary', async ({ page }) => {
    await page.clock.setFixedTime(new Date('2027-03-05T12:00:00-05:00'))
    await open(page, 'member')
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
    await expect(
      page.getByText('Your Monthly plan is paid by card. It ends when you pay for another one'),
    ).toBeVisible()
  })

  test('a member pays with the saved card: the old plan is ended, then the new one paid, then the plans', async ({
    page,
    sandbox,
  }) => {
    await open(page, 'member', '/upgrade/103?type=upgrade')
    await expect(payNow(page)).toBeEnabled()
    const { names, keys } = recordCalls(page)
    await paySaved(page)
    await expect(page.getByText('Membership Upgraded Successfully!')).toBeVisible()
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

  test('a downgrade says so', async ({ page, sandbox }) => {
    await open(page, 'member', '/upgrade/101?type=downgrade')
    await paySaved(page)
    await expect(page.getByText('Membership Downgraded Successfully!')).toBeVisible()
    expect(await ledgerEffects(sandbox)).toEqual(['cancel stripe 102', 'charge stripe 101'])
  })

  test('the redirect to the plans can be stopped or skipped', async ({ page }) => {
    await open(page, 'member', '/upgrade/103?type=upgrade')
    await paySaved(page)
    await page.getByRole('button', { name: 'Stay here' }).click()
    await page.clock.runFor(20_000)
    await expect(page.getByText('Membership Upgraded Successfully!')).toBeVisible()
    await page.getByRole('button', { name: 'Go now' }).click()
    await expect(page).toHaveURL('/profile/packages')
  })

  test('two presses are one payment', async ({ page, sandbox }) => {
    await open(page, 'member', '/upgrade/103?type=upgrade')
    await paySaved(page, () => payNow(page).dblclick())
    await expect(page.getByText('Membership Upgraded Successfully!')).toBeVisible()
    expect(await ledgerEffects(sandbox)).toEqual(['cancel stripe 102', 'charge stripe 103'])
  })

  test('a new payment method: the card form, and the saved card one press away', async ({ page, sandbox }) => {
    await open(page, 'member', '/upgrade/103?type=upgrade')
    await newMethodButton(page).click()
    await expect(newMethodButton(page)).toHaveAttribute('aria-expanded', 'true')
    await expect(page.getByRole('radio', { name: 'Debit /Credit Card' })).toBeChecked()
    await expect(payNow(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Use this card' }).click()
    await expect(payNow(page)).toBeEnabled()
    await expect(page.getByRole('radio')).toHaveCount(0)

    await newMethodButton(page).click()
    await newCard(page)
    await page.getByRole('button', { name: 'Pay $49' }).click()
    await expect(page.getByRole('heading', { name: 'Thank You', level: 1 })).toBeVisible()
    await expect(page.getByText('Membership Upgraded Successfully!')).toBeVisible()
    expect(await ledgerEffects(sandbox)).toEqual(['cancel stripe 102', 'charge stripe 103'])
  })

  test('a new payment method: PayPal', async ({ page, sandbox }) => {
    await open(page, 'member', '/upgrade/103?type=upgrade')
    await newMethodButton(page).click()
    await page.getByRole('radio', { name: 'PayPal Payment Method' }).check()
    const button = page.frameLocator('iframe[title="PayPal"]').getByRole('button', { name: 'Pay with PayPal' })
    const [popup] = await Promise.all([page.waitForEvent('popup'), button.click()])
    // Nothing is canceled before PayPal's approval.
    await expect(popup.getByRole('button', { name: 'Approve' })).toBeVisible()
    expect(await ledgerEffects(sandbox)).toEqual([])
    await popup.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByRole('dialog', { name: 'Congratulations' })).toContainText('Quarterly')
    expect(await ledgerEffects(sandbox)).toEqual(['cancel stripe 102', 'capture paypal 103'])
  })
})

test.describe('by gateway', () => {
  test('a PayPal subscription is canceled at PayPal', async ({ page, sandbox }) => {
    await open(page, 'paypal-member', '/upgrade/104?type=upgrade')
    await expect(page.getByText('Your Quarterly plan is paid with PayPal.')).toBeVisible()
    await page.getByRole('radio', { name: 'Debit /Credit Card' }).check()
    await newCard(page)
    const { names } = recordCalls(page)
    await page.getByRole('button', { name: 'Pay $179' }).click()
    await expect(page.getByRole('heading', { name: 'Thank You', level: 1 })).toBeVisible()
    expect(names()).toEqual(['cancel-paypal-subscription', 'create-subscription'])
    expect(await ledgerEffects(sandbox)).toEqual(['cancel paypal 103', 'charge stripe 104'])
  })

  test('a subscription of another gateway is left alone, and the page says so before paying', async ({
    page,
    sandbox,
  }) => {
    await open(page, 'manual-member', '/upgrade/103?type=downgrade')
    await expect(page.getByText(/is paid in a way that can’t be ended from here\. It is left alone/)).toBeVisible()
    await newCard(page)
    await page.getByRole('button', { name: 'Pay $49' }).click()
    await expect(page.getByRole('heading', { name: 'Thank You', level: 1 })).toBeVisible()
    expect(await ledgerEffects(sandbox)).toEqual(['charge stripe 103'])
  })

  test('a guest pays directly, and nothing is canceled', async ({ page, sandbox }) => {
    await open(page, 'guest', '/upgrade/102')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Choose Plan - Your subscription is set to the Monthly',
    )
    await expect(page.getByRole('link', { name: 'Change default card' })).toHaveCount(0)
    await newCard(page)
    await page.getByRole('button', { name: 'Pay $19.99' }).click()
    await expect(page.getByRole('heading', { name: 'Thank You', level: 1 })).toBeVisible()
    expect(await ledgerEffects(sandbox)).toEqual(['charge stripe 102'])
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  for (const [type, heading, label] of [
    ['upgrade', 'Upgrade', 'Upgrade'],
    ['downgrade', 'Downgrade', 'Downgrade'],
    ['', 'Choose Plan', 'Buy Plan'],
  ] as const) {
    test(`type '${type}' has the heading '${heading}' and the button '${label}'`, async ({ page }) => {
      await open(page, 'member', `/upgrade/103?type=${type}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await expect(page.getByRole('button', { name: label })).toHaveText(new RegExp(`^${label}\\s\\$49$`))
      await expect(page.getByRole('radio', { name: /4242/ })).toBeChecked()
    })
  }

  test('has the summary with the first transaction as invoice', async ({ page }) => {
    const asked = page.waitForResponse(/\/mp\/v1\/transactions\/\d+/)
    await open(page, 'member', '/upgrade/103?type=upgrade')
    const invoice = (await (await asked).json()) as { id: string; trans_num: string }
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

  test('rows without a value show a dash', async ({ page }) => {
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

  test('the buy button pays with the saved card, says so, and can’t be pressed again', async ({ page, sandbox }) => {
    await open(page, 'member', '/upgrade/103?type=upgrade')
    const buy = page.getByRole('button', { name: 'Upgrade' })
    await paySaved(page, () => buy.click())
    await expect(page.getByText('Membership Upgraded Successfully!')).toBeVisible()
    await expect(buy).toBeDisabled()
    expect(await ledgerEffects(sandbox)).toEqual(['cancel stripe 102', 'charge stripe 103'])
    await page.clock.runFor(1_100)
    await expect(page).toHaveURL('/profile/packages')
  })

  test('a new card and PayPal are there too', async ({ page, sandbox }) => {
    await open(page, 'member', '/upgrade/101?type=downgrade')
    await page.getByRole('radio', { name: 'PayPal Payment Method' }).check()
    await expect(page.frameLocator('iframe[title="PayPal"]').getByRole('button')).toBeVisible()
    await page.getByRole('radio', { name: 'Debit /Credit Card' }).check()
    await newCard(page)
    await page.getByRole('button', { name: 'Downgrade $6.50' }).click()
    await expect(page.getByText('Membership Downgraded Successfully!')).toBeVisible()
    expect(await ledgerEffects(sandbox)).toEqual(['cancel stripe 102', 'charge stripe 101'])
  })
})

test('one layout is in the page at a time, and what was typed stays when it changes', async ({ page }) => {
  await open(page, 'member', '/upgrade/103?type=upgrade')
  await newMethodButton(page).click()
  await newCard(page)
  await page.setViewportSize(phone)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Upgrade')
  await expect(summary(page)).toHaveCount(1)
  await expect(savedCard(page)).toHaveCount(0)
  await expect(page.getByLabel('Cardholder name')).toHaveValue('Mara Ellison')
  await expect(cardField(page).getByLabel('Card number')).toHaveValue('5555 5555 5555 4444')
  await expect(page.getByRole('button', { name: 'Upgrade $49' })).toBeEnabled()
})

test.describe('the saved card', () => {
  test('that fails to load shows the specified text and can be loaded again', async ({ page }) => {
    await signIn(page, 'member')
    const hold = await RequestHold.create(page)
    hold.holdCalls(cards)
    await page.goto('/upgrade/103?type=upgrade')
    await expect(page.getByRole('status', { name: 'Loading your saved card' })).toBeVisible()
    await hold.abort(cards)
    const alert = savedCard(page).getByRole('alert')
    await expect(alert).toContainText('Api is not loading because user id missing or network issue')
    await alert.getByRole('button', { name: 'Try again' }).click()
    await hold.refuse(cards, { code: 'too_many_requests', message: 'Stripe sleeps.', status: 429 })
    await expect(alert).toContainText('Stripe sleeps.')
    await alert.getByRole('button', { name: 'Try again' }).click()
    await hold.passThrough(cards)
    await expect(payNow(page)).toBeEnabled()
  })

  for (const [brand, name] of [
    ['mastercard', 'Mastercard'],
    ['amex', 'American Express'],
    ['visa', 'Visa'],
    ['unionpay', 'Card'],
  ] as const) {
    test(`of ${brand} is called ${name}`, async ({ page }) => {
      await signIn(page, 'member')
      const hold = await RequestHold.create(page)
      hold.holdCalls(cards)
      await page.goto('/upgrade/103?type=upgrade')
      await hold.json(cards, {
        cards: [
          {
            id: 'pm_1',
            card: { brand, last4: '0005', exp_month: 4, exp_year: 2031 },
            billing_details: { name: 'Mara Ellison' },
          },
        ],
        default_pay_method: null,
      })
      await expect(savedCard(page)).toContainText(`${name} •••• ending in 0005`)
      await expect(savedCard(page)).toContainText('04/2031')
    })
  }
})

test.describe('failures', () => {
  for (const id of ['999', 'no-plan']) {
    test(`an unknown plan (${id}) is the load failure, with a way back`, async ({ page }) => {
      await open(page, 'member', `/upgrade/${id}?type=upgrade`)
      await expect(page.getByRole('alert').filter({ hasText: 'We couldn’t load this plan' })).toBeVisible()
      await page.getByRole('link', { name: 'Back to plans' }).click()
      await expect(page).toHaveURL('/profile/packages')
    })
  }

  test('a plan that fails to load shows the specified text and can be loaded again', async ({ page }) => {
    await signIn(page, 'member')
    const hold = await RequestHold.create(page)
    hold.holdCalls(plans)
    await page.goto('/upgrade/103?type=upgrade')
    await expect(page.getByRole('status', { name: 'Loading the plan' })).toBeVisible()
    await hold.abort(plans)
    await expect(page.getByText('Something went wrong while fetching memberpress data')).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await hold.passThrough(plans)
    await expect(payNow(page)).toBeEnabled()
  })

  for (const [account, call, said] of [
    ['member', cancel, 'Something went wrong in cancelling previous subscription in stripe'],
    ['paypal-member', cancelPaypal, 'Something went wrong in cancelling previous subscription in paypal'],
  ] as const) {
    test(`a cancellation that is refused pays nothing: ${said}`, async ({ page, sandbox }) => {
      await open(page, account, '/upgrade/104?type=upgrade')
      const hold = await RequestHold.create(page)
      hold.holdCalls(call)
      if (account === 'member') await payNow(page).click()
      else {
        await newCard(page)
        await page.getByRole('button', { name: 'Pay $179' }).click()
      }
      await hold.refuse(call, { code: 'too_many_requests', message: '', status: 429 })
      await expect(page.getByRole('alert').filter({ hasText: said })).toBeVisible()
      expect(await ledgerEffects(sandbox)).toEqual([])
    })
  }

  test('canceled and not paid has its own text; a retry only pays', async ({ page, sandbox }) => {
    await sandbox.faults.set({ call: pay, fault: 'refuse', message: 'Your card was declined.', times: 1 })
    await open(page, 'member', '/upgrade/103?type=upgrade')
    const { names, keys } = recordCalls(page)
    await payNow(page).click()
    await expect(paymentRegion(page).getByRole('heading')).toHaveText(
      'Your old plan was canceled, but the payment for the new one didn’t go through',
    )
    await expect(paymentRegion(page).getByRole('alert')).toHaveText('Your card was declined.')
    expect(await ledgerEffects(sandbox)).toEqual(['cancel stripe 102'])
    await paySaved(page, () => paymentRegion(page).getByRole('button', { name: 'Try again' }).click())
    await expect(page.getByText('Membership Upgraded Successfully!')).toBeVisible()
    expect(names()).toEqual(['cancel-subscription', 'pay-from-save-card', 'pay-from-save-card'])
    expect(new Set(keys()).size).toBe(3)
    expect(await ledgerEffects(sandbox)).toEqual(['cancel stripe 102', 'charge stripe 103'])
  })

  test('a lost response to the charge: the record shows the payment, and the user pays once', async ({
    page,
    sandbox,
  }) => {
    await sandbox.faults.set({ call: pay, fault: 'cut-after', times: 1 })
    await open(page, 'member', '/upgrade/103?type=upgrade')
    await paySaved(page)
    await expect(page.getByText('Membership Upgraded Successfully!')).toBeVisible()
    expect(await ledgerEffects(sandbox)).toEqual(['cancel stripe 102', 'charge stripe 103'])
  })

  test('a reload during the payment resumes the check of the record', async ({ page, sandbox }) => {
    await open(page, 'member', '/upgrade/103?type=upgrade')
    const hold = await RequestHold.create(page)
    hold.holdCalls(pay)
    await payNow(page).click()
    await hold.waitFor(pay)
    await page.reload()
    await hold.release()
    await expect(paymentRegion(page).getByRole('heading')).toHaveText('We’re confirming your payment')
    await expect(payNow(page)).toHaveCount(0)
    await expect(paymentRegion(page).getByRole('heading')).toHaveText(
      'Your old plan was canceled, but the payment for the new one didn’t go through',
      {
        timeout: 40_000,
      },
    )
    await paySaved(page, () => paymentRegion(page).getByRole('button', { name: 'Try again' }).click())
    await expect(page.getByText('Membership Upgraded Successfully!')).toBeVisible()
    expect(await ledgerEffects(sandbox)).toEqual(['cancel stripe 102', 'charge stripe 103'])
  })

  test('a second tab says that a payment is under way', async ({ page, context, sandbox }) => {
    await open(page, 'member', '/upgrade/103?type=upgrade')
    const hold = await RequestHold.create(page)
    hold.holdCalls(pay)
    await payNow(page).click()
    await hold.waitFor(pay)
    const second = await context.newPage()
    await second.goto('/upgrade/104?type=upgrade')
    await expect(paymentRegion(second).getByRole('heading')).toHaveText('Payment under way')
    await page.clock.install()
    await stopClock(page)
    await hold.passThrough(pay)
    await expect(page.getByText('Membership Upgraded Successfully!')).toBeVisible()
    await page.clock.resume()
    await expect(payNow(second)).toBeEnabled()
    expect(await ledgerEffects(sandbox)).toEqual(['cancel stripe 102', 'charge stripe 103'])
  })
})

for (const width of [320, 390, 768, 1440]) {
  test(`fits ${width} px in both schemes, and axe finds nothing`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await open(page, 'member')
    await expect(page.getByText('4242').first()).toBeVisible()
    for (const scheme of ['light', 'dark'] as const) {
      await page.evaluate((dark) => document.documentElement.classList.toggle('dark', dark), scheme === 'dark')
      expect(await page.evaluate(() => document.documentElement.scrollWidth), scheme).toBeLessThanOrEqual(width)
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => `${scheme} ${id}: ${nodes[0]?.html}`)).toEqual([])
    }
  })
}
