/**
 * Subscribing with a new card (/subscribe/{id}). The ledger of the sandbox decides what was paid, not the page.
 */
import { type Page } from '@playwright/test'
import { bankFrame, cardNumber, testCards, closeBankFrame, typeCard } from './card.ts'
import { stopClockDuringCall } from './clock.ts'
import { expect, test, type Account } from './fixture.ts'
import { expectNoHorizontalScroll, heading, navigation, openAs } from './page.ts'
import { chooseLocation, fillCardForm, ledgerEffects, payButton, recordPaymentCalls, thankYou } from './paymentSteps.ts'
import { RequestHold } from './requestHold.ts'

const create = 'POST /wp-json/payment/v1/create-subscription'

const summary = (page: Page) => page.getByRole('region', { name: 'Order Summary' })
const form = (page: Page) => page.getByRole('form', { name: 'Card payment' })
const paymentRegion = (page: Page) => page.getByRole('region', { name: 'Payment', exact: true })

async function open(page: Page, account: Account, plan = '102') {
  await openAs(page, account, `/subscribe/${plan}`)
  await expect(cardNumber(page)).toBeVisible()
}

/** Opens the page and pays by card. */
async function pay(page: Page, account: Account = 'guest', plan = '102', number: string = testCards.succeeds) {
  await open(page, account, plan)
  await fillCardForm(page, number)
  await payButton(page).click()
}

test.describe('the page', () => {
  test('shows the plan, the breadcrumbs, both payment methods and the Order Summary', async ({ page }) => {
    await page.clock.setFixedTime(new Date('2025-03-05T12:00:00-05:00'))
    await open(page, 'guest')
    await expect(heading(page, 'Subscribe to Monthly')).toBeVisible()
    await expect(page.getByText('Every channel, billed monthly.')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('listitem')).toHaveText([
      'Home',
      'Subscribe',
      'Monthly',
    ])
    await expect(page.getByRole('radio', { name: 'Debit /Credit Card' })).toBeChecked()
    await expect(page.getByRole('radio', { name: 'PayPal Payment Method' })).toBeVisible()
    const rows = summary(page).locator('dl > div')
    await expect(rows).toHaveText([
      'Monthly$19.99 per month',
      'NameGus Tarrant',
      'Usernameguest',
      'E-mailguest@statecast.test',
      'Payment dateMar, 05, 2025',
      'Valid untilApr, 05, 2025',
    ])
    await expect(summary(page).getByRole('link', { name: 'Update Billing Info' })).toHaveAttribute('href', '/profile')
    await expect(payButton(page)).toHaveText('Pay $19.99')
  })

  test('the back arrow returns to the previous page, or to the plans without one', async ({ page }) => {
    await open(page, 'guest')
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page).toHaveURL('/profile/packages')
    await page.getByRole('link', { name: 'Subscribe: Quarterly' }).click()
    await expect(page).toHaveURL('/subscribe/103')
    await expect(payButton(page)).toHaveText('Pay $49')
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page).toHaveURL('/profile/packages')
  })

  test('shows when the price of a plan with a trial is due, and charges nothing today', async ({ page, sandbox }) => {
    await open(page, 'guest', '104')
    await expect(summary(page)).toContainText(
      'First 7 days free: nothing is charged today. $179 is charged after that.',
    )
    await expect(payButton(page)).toHaveText('Pay $179')
    await fillCardForm(page)
    await payButton(page).click()
    await expect(thankYou(page)).toBeVisible()
    expect((await sandbox.ledger()).map(({ kind, amount }) => [kind, amount])).toEqual([['charge', 0]])
  })

  for (const id of ['999', 'no-plan', '0']) {
    test(`shows the load failure and a link to the plans for the unknown plan ${id}`, async ({ page }) => {
      await openAs(page, 'guest', `/subscribe/${id}`)
      const failure = page.getByRole('alert').filter({ hasText: 'We couldn’t load this plan' })
      await expect(failure).toContainText(
        id === '999' ? /no memberships? found/i : /Something went wrong while fetching memberpress data/,
      )
      await page.getByRole('link', { name: 'Back to plans' }).click()
      await expect(page).toHaveURL('/profile/packages')
    })
  }

  test('collapses the summary on a phone, so that the form is visible without scrolling', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await open(page, 'guest')
    await expect(summary(page)).toContainText('Monthly$19.99 per month')
    const field = await page.getByLabel('Cardholder name').boundingBox()
    const bar = await navigation(page).boundingBox()
    expect((field?.y ?? Infinity) + (field?.height ?? 0)).toBeLessThan(bar?.y ?? 0)
    await expect(summary(page).getByText('guest@statecast.test')).toBeHidden()
    await summary(page).getByText('Details', { exact: true }).click()
    await expect(summary(page).getByText('guest@statecast.test')).toBeVisible()
    await expect(summary(page).getByRole('link', { name: 'Update Billing Info' })).toBeVisible()
    await expectNoHorizontalScroll(page)
  })
})

test.describe('the card form', () => {
  test('announces an invalid card number in a live region', async ({ page }) => {
    await open(page, 'guest')
    await typeCard(page, testCards.invalidNumber)
    await expect(form(page).getByRole('alert').filter({ hasText: 'card number is invalid' })).toBeVisible()
  })

  test('returns to the plans with Back', async ({ page }) => {
    await open(page, 'guest')
    await form(page).getByRole('link', { name: 'Back' }).click()
    await expect(page).toHaveURL('/profile/packages')
  })

  test('sends name, email, phone and address to the provider, the country by its code', async ({ page }) => {
    await open(page, 'lapsed')
    await fillCardForm(page)
    await chooseLocation(page, { Country: 'United States', State: 'Ohio', City: 'Dayton' })
    const requested = page.waitForRequest(/\/sandbox\/stripe\/v1\/payment_methods/)
    await payButton(page).click()
    const { billing_details: billing } = (await requested).postDataJSON() as {
      billing_details: Record<string, unknown>
    }
    expect(billing).toEqual({
      name: 'Gus Guest',
      email: 'lapsed@statecast.test',
      phone: '+1 555 0106',
      address: { line1: '1 Main Street', country: 'US', state: 'Ohio', city: 'Dayton' },
    })
    await expect(thankYou(page)).toBeVisible()
  })

  test('keeps the card number out of the page, its storage and its calls', async ({ page, server }) => {
    const own = new URL(server.url).host
    const leaks: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).host === own && /4242\s?4242/.test(request.postData() ?? '')) leaks.push(request.url())
    })
    await pay(page)
    await expect(thankYou(page)).toBeVisible()
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    )
    expect(stored).not.toMatch(/4242\s?4242/)
    expect(await page.content()).not.toMatch(/4242\s?4242/)
    expect(leaks).toEqual([])
  })

  test('loads the provider’s script on this page only, and again after a failure', async ({ page, sandbox, watch }) => {
    watch.allowConsole(/stripe/i)
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script' && request.url().includes('/sandbox/stripe/')) scripts.push(request.url())
    })
    await openAs(page, 'guest', '/profile/packages')
    await expect(page.getByRole('link', { name: 'Subscribe: Monthly' })).toBeVisible()
    expect(scripts).toEqual([])
    await sandbox.faults.set({ call: 'SCRIPT stripe', fault: 'status-500', times: 1 })
    await page.getByRole('link', { name: 'Subscribe: Monthly' }).click()
    await expect(
      page.getByText('The card form didn’t load. Check your connection or ad blocker and try again.'),
    ).toBeVisible()
    await expect(payButton(page)).toBeDisabled()
    await form(page).getByRole('button', { name: 'Try again' }).click()
    await expect(cardNumber(page)).toBeVisible()
    await fillCardForm(page)
    await payButton(page).click()
    await expect(thankYou(page)).toBeVisible()
  })
})

test.describe('country, state and city', () => {
  test('are searchable lists of at most 15rem with a text when nothing matches', async ({ page }) => {
    await open(page, 'guest')
    const country = page.getByRole('combobox', { name: 'Country' })
    await country.fill('zzz')
    await expect(page.getByRole('listbox', { name: 'Country' })).toHaveText('No options found')
    await country.fill('')
    await expect(page.getByRole('option', { name: 'Afghanistan' })).toBeVisible()
    const list = page.getByRole('listbox', { name: 'Country' })
    const height = await list.evaluate((element) => element.getBoundingClientRect().height)
    expect(height).toBeLessThanOrEqual(15 * 16)
  })
})

test.describe('a card payment', () => {
  test('charges once, shows Thank You, counts from 0 to 5 and redirects to the channels', async ({ page, sandbox }) => {
    await open(page, 'guest')
    await page.clock.install()
    await fillCardForm(page)
    const { keys } = recordPaymentCalls(page)
    await stopClockDuringCall(page, create, () => payButton(page).click())
    await expect(thankYou(page)).toBeFocused()
    const [charge, ...more] = await sandbox.ledger()
    expect(more).toEqual([])
    expect(charge).toMatchObject({ kind: 'charge', provider: 'stripe', member: 5, plan_id: 102, amount: 19.99 })
    expect(keys()).toEqual([charge?.idempotency_key])
    await expect(page.getByText('Continuing in 5 seconds.')).toBeVisible()
    for (const counted of ['0', '1', '2', '3', '4']) {
      await expect(page.getByRole('timer')).toHaveText(counted)
      await page.clock.runFor(1_000)
    }
    await page.clock.resume()
    await expect(page).toHaveURL('/')
    await expect(heading(page, 'Live Channels')).toBeVisible()
  })

  test('is sent once for a double click', async ({ page, sandbox }) => {
    await open(page, 'guest')
    await fillCardForm(page)
    const { sent } = recordPaymentCalls(page)
    await payButton(page).dblclick()
    await expect(thankYou(page)).toBeVisible()
    expect(sent).toHaveLength(1)
    expect(await sandbox.ledger()).toHaveLength(1)
  })

  for (const [number, message] of [
    [testCards.declined, 'Your card was declined.'],
    [testCards.insufficientFunds, 'Your card has insufficient funds.'],
  ] as const) {
    test(`shows the refusal ‘${message}’, and the next attempt has a new key`, async ({ page, sandbox }) => {
      await open(page, 'guest')
      await fillCardForm(page, number)
      const { keys } = recordPaymentCalls(page)
      await payButton(page).click()
      await expect(form(page).getByRole('alert').filter({ hasText: message })).toBeVisible()
      await expect(page.getByLabel('Cardholder name')).toHaveValue('Gus Guest')
      await expect(payButton(page)).toBeEnabled()
      expect(await sandbox.ledger()).toEqual([])
      await typeCard(page, testCards.succeeds)
      await payButton(page).click()
      await expect(thankYou(page)).toBeVisible()
      expect(await sandbox.ledger()).toHaveLength(1)
      expect(new Set(keys()).size).toBe(2)
    })
  }

  test('succeeds when 3-D Secure is confirmed', async ({ page, sandbox }) => {
    await pay(page, 'guest', '102', testCards.requiresAuthentication)
    await bankFrame(page).getByRole('button', { name: 'Complete' }).click()
    await expect(thankYou(page)).toBeVisible()
    expect(await sandbox.ledger()).toHaveLength(1)
  })

  const refused = (page: Page) => bankFrame(page).getByRole('button', { name: 'Fail' }).click()
  const closed = async (page: Page) => {
    await expect(bankFrame(page).getByRole('button', { name: 'Complete' })).toBeVisible()
    await closeBankFrame(page)
  }
  for (const [how, respond] of [
    ['refused', refused],
    ['closed', closed],
  ] as const) {
    test(`fails and keeps the form when 3-D Secure is ${how}`, async ({ page, sandbox }) => {
      await pay(page, 'guest', '102', testCards.requiresAuthentication)
      await respond(page)
      await expect(form(page).getByRole('alert').filter({ hasText: 'unable to authenticate' })).toBeVisible()
      await expect(page.getByLabel('Billing address')).toHaveValue('1 Main Street')
      expect(await sandbox.ledger()).toEqual([])
      await payButton(page).click()
      await bankFrame(page).getByRole('button', { name: 'Complete' }).click()
      await expect(thankYou(page)).toBeVisible()
      expect(await sandbox.ledger()).toHaveLength(1)
    })
  }
})

test.describe('a payment whose response is lost', () => {
  test('is found in the member record and charged once', async ({ page, sandbox }) => {
    await open(page, 'guest')
    await fillCardForm(page)
    await sandbox.faults.set({ call: create, fault: 'cut-after', times: 1 })
    const { sent } = recordPaymentCalls(page)
    await payButton(page).click()
    await expect(thankYou(page)).toBeVisible()
    expect(sent).toHaveLength(1)
    expect(await sandbox.ledger()).toHaveLength(1)
  })

  test('is not paid if the last read shows no payment, and a retry has the same key', async ({ page, sandbox }) => {
    await open(page, 'guest')
    await page.clock.install()
    await fillCardForm(page)
    await sandbox.faults.set({ call: create, fault: 'cut-before', times: 1 })
    const { keys } = recordPaymentCalls(page)
    await payButton(page).click()
    await expect(paymentRegion(page)).toContainText('We’re confirming your payment')
    await expect(page.getByRole('heading', { name: 'Your payment didn’t go through' })).toHaveCount(0)
    await expect(async () => {
      await page.clock.runFor(1_000)
      await expect(page.getByRole('heading', { name: 'Your payment didn’t go through' })).toBeFocused({ timeout: 50 })
    }).toPass()
    expect(await sandbox.ledger()).toEqual([])
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(thankYou(page)).toBeVisible()
    expect(await sandbox.ledger()).toHaveLength(1)
    expect(keys()).toHaveLength(2)
    expect(new Set(keys()).size).toBe(1)
  })

  test('is checked again after a reload, with only ids and keys stored', async ({ page, sandbox }) => {
    await open(page, 'guest')
    await fillCardForm(page)
    await sandbox.faults.set({ call: create, fault: 'delay', ms: 4_000, times: 1 })
    const requested = page.waitForRequest(/create-subscription/)
    await payButton(page).click()
    await requested
    const stored = await page.evaluate(() => localStorage.getItem('statecast.attempt'))
    const { attempt } = JSON.parse(stored ?? '') as { attempt: object }
    expect(Object.keys(attempt).sort()).toEqual([
      'cancelKey',
      'knownSubscriptionIds',
      'payKey',
      'paymentMethod',
      'planId',
      'underWay',
    ])
    await page.reload()
    await expect(thankYou(page)).toBeVisible()
    expect(await sandbox.ledger()).toHaveLength(1)
  })
})

test('another tab shows Payment under way and does not pay', async ({ page, context, sandbox }) => {
  await open(page, 'guest')
  await fillCardForm(page)
  const hold = await RequestHold.create(page)
  hold.holdCalls(create)
  await payButton(page).click()
  await hold.waitFor(create)
  const second = await context.newPage()
  await second.goto('/subscribe/103')
  await expect(second.getByRole('heading', { name: 'Payment under way' })).toBeVisible()
  await expect(payButton(second)).toHaveCount(0)
  await hold.passThrough(create)
  await expect(thankYou(page)).toBeVisible()
  await expect(cardNumber(second)).toBeVisible()
  expect(await sandbox.ledger()).toHaveLength(1)
})

test('a payment continues on another screen', async ({ page, sandbox }) => {
  await open(page, 'guest')
  await fillCardForm(page)
  const hold = await RequestHold.create(page)
  hold.holdCalls(create)
  await payButton(page).click()
  await hold.waitFor(create)
  await page.getByRole('link', { name: 'Support' }).first().click()
  await expect(page).toHaveURL('/support')
  await page.goBack()
  await expect(page.getByText('Processing your payment…')).toBeVisible()
  await hold.passThrough(create)
  await expect(thankYou(page)).toBeVisible()
  expect(await sandbox.ledger()).toHaveLength(1)
})

test('the old plan of a member is canceled and the new one is paid once', async ({ page, sandbox }) => {
  await open(page, 'member', '103')
  await expect(page.getByText('Your new plan starts today and replaces your current one.')).toBeVisible()
  await fillCardForm(page)
  await payButton(page).click()
  await expect(thankYou(page)).toBeVisible()
  expect(await ledgerEffects(sandbox)).toEqual(['cancel stripe 102', 'charge stripe 103'])
})
