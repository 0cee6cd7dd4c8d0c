/**
 * Subscribing with a new card (/subscribe/{id}). The ledger of the sandbox decides what was paid, not the page.
 */
import { AxeBuilder } from '@axe-core/playwright'
import { type Page, type Request } from '@playwright/test'
import { bankFrame, cardNumber, testCards, closeBankFrame, typeCard } from './card.ts'
import { stopClockDuringCall } from './clock.ts'
import { expect, signIn, test, type Account } from './fixture.ts'
import { RequestHold } from './requestHold.ts'

const create = 'POST /wp-json/payment/v1/create-subscription'
const plans = 'GET /wp-json/mp/v1/memberships/{id}'

const pay = (page: Page) => page.getByRole('button', { name: /^Pay/ })
const summary = (page: Page) => page.getByRole('region', { name: 'Order Summary' })
const thanks = (page: Page) => page.getByRole('heading', { name: 'Thank You', level: 1 })
const form = (page: Page) => page.getByRole('form', { name: 'Card payment' })
const paymentRegion = (page: Page) => page.getByRole('region', { name: 'Payment', exact: true })

async function open(page: Page, account: Account, plan = '102') {
  await signIn(page, account)
  await page.goto(`/subscribe/${plan}`)
  await expect(cardNumber(page)).toBeVisible()
}

async function fill(page: Page, number: string = testCards.succeeds) {
  await page.getByLabel('Cardholder name').fill('Gus Guest')
  await page.getByLabel('Billing address').fill('1 Main Street')
  await typeCard(page, number)
  await expect(pay(page)).toBeEnabled()
}

/** Collects the payment calls that the page sends. */
function recordCalls(page: Page) {
  const sent: Request[] = []
  page.on('request', (request) => {
    if (/\/payment\/v1\/(create-subscription|cancel)/.test(request.url())) sent.push(request)
  })
  return { sent, keys: () => sent.map((request) => request.headers()['idempotency-key']) }
}

test.describe('the page', () => {
  test('has a title, a description, breadcrumbs from the path, a choice and the Order Summary', async ({ page }) => {
    await page.clock.setFixedTime(new Date('2025-03-05T12:00:00-05:00'))
    await open(page, 'guest')
    await expect(page.getByRole('heading', { name: 'Subscribe', level: 1 })).toBeVisible()
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
    await expect(pay(page)).toHaveText('Pay $19.99')
  })

  test('its back arrow leads back; from a link of outside it leads to the plans', async ({ page }) => {
    await open(page, 'guest')
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page).toHaveURL('/profile/packages')
    await page.getByRole('link', { name: 'Subscribe: Quarterly' }).click()
    await expect(page).toHaveURL('/subscribe/103')
    await expect(pay(page)).toHaveText('Pay $49')
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page).toHaveURL('/profile/packages')
  })

  test('a trial charges nothing today, and the summary says so, and when the price on the button is due', async ({
    page,
    sandbox,
  }) => {
    await open(page, 'guest', '104')
    await expect(summary(page)).toContainText(
      'The first 7 days are free: nothing is charged today. $179 is charged after that.',
    )
    await expect(pay(page)).toHaveText('Pay $179')
    await fill(page)
    await pay(page).click()
    await expect(thanks(page)).toBeVisible()
    expect((await sandbox.ledger()).map(({ kind, amount }) => [kind, amount])).toEqual([['charge', 0]])
  })

  for (const id of ['999', 'no-plan', '0']) {
    test(`an unknown plan (${id}) is the load failure, with a way back to the plans`, async ({ page }) => {
      await signIn(page, 'guest')
      await page.goto(`/subscribe/${id}`)
      const failure = page.getByRole('alert').filter({ hasText: 'We couldn’t load this plan' })
      await expect(failure).toContainText(
        id === '999' ? /no memberships? found/i : /Something went wrong while fetching memberpress data/,
      )
      await page.getByRole('link', { name: 'Back to plans' }).click()
      await expect(page).toHaveURL('/profile/packages')
    })
  }

  test('a plan that fails to load shows the specified text and can be loaded again', async ({ page }) => {
    await signIn(page, 'guest')
    const hold = await RequestHold.create(page)
    hold.holdCalls(plans)
    await page.goto('/subscribe/102')
    await expect(page.getByRole('status', { name: 'Loading the plan' })).toBeVisible()
    await hold.abort(plans)
    await expect(page.getByText('Something went wrong while fetching memberpress data')).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await hold.passThrough(plans)
    await expect(cardNumber(page)).toBeVisible()
  })

  test('tells a member before the payment what happens to the current plan', async ({ page }) => {
    await open(page, 'member', '103')
    await expect(page.getByText('Your plan is paid by card. It ends when you pay for another one')).toBeVisible()
  })

  for (const width of [320, 390, 1440]) {
    test(`fits ${width} px in both schemes, and axe finds nothing`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 })
      await open(page, 'guest')
      if (width < 1440) {
        // The summary is collapsed, so that the form is in the first view.
        await expect(summary(page)).toContainText('Monthly$19.99 per month')
        if (width === 390) {
          const field = await page.getByLabel('Cardholder name').boundingBox()
          const bar = await page.getByRole('navigation', { name: 'Main' }).boundingBox()
          expect((field?.y ?? Infinity) + (field?.height ?? 0)).toBeLessThan(bar?.y ?? 0)
        }
        await expect(summary(page).getByText('guest@statecast.test')).toBeHidden()
        await summary(page).getByText('Details', { exact: true }).click()
        await expect(summary(page).getByText('guest@statecast.test')).toBeVisible()
        await expect(summary(page).getByRole('link', { name: 'Update Billing Info' })).toBeVisible()
      }
      for (const scheme of ['light', 'dark']) {
        expect(await page.evaluate(() => document.documentElement.scrollWidth), scheme).toBeLessThanOrEqual(width)
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(violations.map(({ id, nodes }) => `${scheme} ${id}: ${nodes[0]?.html}`)).toEqual([])
        await page.getByRole('switch', { name: 'Dark mode' }).click()
      }
    })
  }
})

test.describe('the card form', () => {
  test('can’t be sent while the card field is empty', async ({ page }) => {
    await open(page, 'guest')
    await expect(pay(page)).toBeDisabled()
    await cardNumber(page).fill('4')
    await expect(pay(page)).toBeEnabled()
    await cardNumber(page).fill('')
    await expect(pay(page)).toBeDisabled()
  })

  test('says what is missing and takes the focus to the first of it', async ({ page }) => {
    await open(page, 'guest')
    await cardNumber(page).fill('4242')
    await pay(page).click()
    await expect(page.getByText('Cardholder name is required')).toBeVisible()
    await expect(page.getByText('Enter your billing address')).toBeVisible()
    await expect(page.getByText('Card details are required')).toBeVisible()
    await expect(page.getByLabel('Cardholder name')).toBeFocused()
    await page.getByLabel('Cardholder name').fill('Gus Guest')
    await expect(page.getByText('Cardholder name is required')).toHaveCount(0)
    await pay(page).click()
    await expect(page.getByLabel('Billing address')).toBeFocused()
  })

  test('the provider announces a wrong number in a live region', async ({ page }) => {
    await open(page, 'guest')
    await typeCard(page, testCards.invalidNumber)
    await expect(form(page).getByRole('alert').filter({ hasText: 'card number is invalid' })).toBeVisible()
  })

  test('Back leads to the plans', async ({ page }) => {
    await open(page, 'guest')
    await form(page).getByRole('link', { name: 'Back' }).click()
    await expect(page).toHaveURL('/profile/packages')
  })

  test('the provider gets name, e-mail, phone and address, the country by its code', async ({ page }) => {
    await open(page, 'lapsed')
    await fill(page)
    await page.getByRole('combobox', { name: 'Country' }).fill('United States')
    await page.getByRole('option', { name: 'United States', exact: true }).click()
    await page.getByRole('combobox', { name: 'State' }).fill('Ohio')
    await page.getByRole('option', { name: 'Ohio' }).click()
    await page.getByRole('combobox', { name: 'City' }).fill('Dayton')
    await page.getByRole('option', { name: 'Dayton', exact: true }).click()
    const asked = page.waitForRequest(/\/sandbox\/stripe\/v1\/payment_methods/)
    await pay(page).click()
    const { billing_details: billing } = (await asked).postDataJSON() as { billing_details: Record<string, unknown> }
    expect(billing).toEqual({
      name: 'Gus Guest',
      email: 'lapsed@statecast.test',
      phone: '+1 555 0106',
      address: { line1: '1 Main Street', country: 'US', state: 'Ohio', city: 'Dayton' },
    })
    await expect(thanks(page)).toBeVisible()
  })

  test('no card number comes into the page, its storage or its calls', async ({ page, server }) => {
    const own = new URL(server.url).host
    const leaks: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).host === own && /4242\s?4242/.test(request.postData() ?? '')) leaks.push(request.url())
    })
    await open(page, 'guest')
    await fill(page)
    await pay(page).click()
    await expect(thanks(page)).toBeVisible()
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    )
    expect(kept).not.toMatch(/4242\s?4242/)
    expect(await page.content()).not.toMatch(/4242\s?4242/)
    expect(leaks).toEqual([])
  })

  test('the provider’s script is fetched on this page only; without it there are words and Try again', async ({
    page,
    sandbox,
    watch,
  }) => {
    watch.allowConsole(/stripe/i)
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script' && request.url().includes('/sandbox/stripe/')) scripts.push(request.url())
    })
    await signIn(page, 'guest')
    await page.goto('/profile/packages')
    await expect(page.getByRole('link', { name: 'Subscribe: Monthly' })).toBeVisible()
    expect(scripts).toEqual([])
    await sandbox.faults.set({ call: 'SCRIPT stripe', fault: 'status-500', times: 1 })
    await page.getByRole('link', { name: 'Subscribe: Monthly' }).click()
    await expect(
      page.getByText('The card form didn’t load. Check your connection or ad blocker and try again.'),
    ).toBeVisible()
    await expect(pay(page)).toBeDisabled()
    await form(page).getByRole('button', { name: 'Try again' }).click()
    await expect(cardNumber(page)).toBeVisible()
    await fill(page)
    await pay(page).click()
    await expect(thanks(page)).toBeVisible()
  })
})

test.describe('country, state and city', () => {
  test('are searchable lists of at most 15rem that say when nothing matches', async ({ page }) => {
    await open(page, 'guest')
    const country = page.getByRole('combobox', { name: 'Country' })
    await country.fill('zzz')
    await expect(page.getByRole('listbox', { name: 'Country' })).toHaveText('No options found')
    await country.fill('')
    await expect(page.getByRole('option', { name: 'Afghanistan' })).toBeVisible()
    const height = await page
      .getByRole('listbox', { name: 'Country' })
      .evaluate((list) => list.getBoundingClientRect().height)
    expect(height).toBeLessThanOrEqual(15 * 16)
    await country.fill('united states')
    await page.getByRole('option', { name: 'United States', exact: true }).click()
    const state = page.getByRole('combobox', { name: 'State' })
    await expect(state).toBeEnabled()
    await state.fill('zzz')
    await expect(page.getByRole('listbox', { name: 'State' })).toHaveText('No options found')
    await state.fill('Ohio')
    await page.getByRole('option', { name: 'Ohio' }).click()
    await expect(page.getByRole('combobox', { name: 'City' })).toBeEnabled()
    // Another country resets state and city.
    await country.fill('Ireland')
    await page.getByRole('option', { name: 'Ireland', exact: true }).click()
    await expect(state).toHaveValue('')
    await expect(page.getByRole('combobox', { name: 'City' })).toBeDisabled()
  })

  test('accept free text if there is no list', async ({ page }) => {
    await open(page, 'guest')
    await page.getByRole('combobox', { name: 'Country' }).fill('Antarctica')
    await page.getByRole('option', { name: 'Antarctica' }).click()
    await page.getByRole('textbox', { name: 'State' }).fill('Ross Island')
    await page.getByRole('textbox', { name: 'City' }).fill('McMurdo')
    await fill(page)
    const asked = page.waitForRequest(/\/sandbox\/stripe\/v1\/payment_methods/)
    await pay(page).click()
    const { billing_details: billing } = (await asked).postDataJSON() as { billing_details: { address: unknown } }
    expect(billing.address).toEqual({ line1: '1 Main Street', country: 'AQ', state: 'Ross Island', city: 'McMurdo' })
  })

  test('a list that fails to load can be loaded again and does not block the form', async ({ page, sandbox }) => {
    await signIn(page, 'guest')
    await page.route('**/location/countries.json', (route) => route.abort('connectionreset'), { times: 1 })
    await page.goto('/subscribe/102')
    await expect(page.getByText('We couldn’t load the country list. You can leave it blank.')).toBeVisible()
    await page.route('**/location/states/*.json', (route) => route.abort('connectionreset'), { times: 1 })
    await page.getByRole('button', { name: 'Try again: load the country list' }).click()
    await page.getByRole('combobox', { name: 'Country' }).fill('Ireland')
    await page.getByRole('option', { name: 'Ireland', exact: true }).click()
    await expect(page.getByText('We couldn’t load the state list. You can type yours.')).toBeVisible()
    await page.getByRole('textbox', { name: 'State' }).fill('Donegal')
    await fill(page)
    await pay(page).click()
    await expect(thanks(page)).toBeVisible()
    expect(await sandbox.ledger()).toHaveLength(1)
  })
})

test.describe('paying', () => {
  test('charges once, then thanks, counts from 0 to 5 and leads a member home', async ({ page, sandbox }) => {
    await open(page, 'guest')
    await page.clock.install()
    await fill(page)
    const { keys } = recordCalls(page)
    await stopClockDuringCall(page, create, () => pay(page).click())
    await expect(thanks(page)).toBeFocused()
    const [charge, ...more] = await sandbox.ledger()
    expect(more).toEqual([])
    expect(charge).toMatchObject({ kind: 'charge', provider: 'stripe', member: 5, plan_id: 102, amount: 19.99 })
    expect(keys()).toEqual([charge?.idempotency_key])
    for (const counted of ['0', '1', '2', '3', '4']) {
      await expect(page.getByRole('timer')).toHaveText(counted)
      await page.clock.runFor(1_000)
    }
    await page.clock.resume()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { name: 'Live Channels', level: 1 })).toBeVisible()
  })

  test('the countdown can be stopped, and ended at once', async ({ page }) => {
    await open(page, 'guest')
    await page.clock.install()
    await fill(page)
    await pay(page).click()
    await page.getByRole('button', { name: 'Stay here' }).click()
    await page.clock.runFor(20_000)
    await expect(thanks(page)).toBeVisible()
    await page.getByRole('button', { name: 'Go now' }).click()
    await expect(page).toHaveURL('/')
  })

  test('two presses and an Enter are one payment', async ({ page, sandbox }) => {
    await open(page, 'guest')
    await fill(page)
    const { sent } = recordCalls(page)
    await pay(page).dblclick()
    await expect(thanks(page)).toBeVisible()
    expect(sent).toHaveLength(1)
    expect(await sandbox.ledger()).toHaveLength(1)
  })

  for (const [number, said] of [
    [testCards.declined, 'Your card was declined.'],
    [testCards.insufficientFunds, 'Your card has insufficient funds.'],
  ] as const) {
    test(`a refusal says so (${said}), and the form is usable again with a new key`, async ({ page, sandbox }) => {
      await open(page, 'guest')
      await fill(page, number)
      const { keys } = recordCalls(page)
      await pay(page).click()
      await expect(form(page).getByRole('alert').filter({ hasText: said })).toBeVisible()
      await expect(page.getByLabel('Cardholder name')).toHaveValue('Gus Guest')
      await expect(pay(page)).toBeEnabled()
      expect(await sandbox.ledger()).toEqual([])
      await typeCard(page, testCards.succeeds)
      await pay(page).click()
      await expect(thanks(page)).toBeVisible()
      expect(await sandbox.ledger()).toHaveLength(1)
      expect(new Set(keys()).size).toBe(2)
    })
  }

  test('a refusal without a message shows the specified text', async ({ page }) => {
    await open(page, 'guest')
    await fill(page)
    const hold = await RequestHold.create(page)
    hold.holdCalls(create)
    await pay(page).click()
    await hold.refuse(create, { code: 'card_declined', message: '', status: 402 })
    await expect(
      page.getByText('An error occurred while processing your payment or balance is low. Please try again.'),
    ).toBeVisible()
  })

  test('3-D Secure: a confirmed payment is paid', async ({ page, sandbox }) => {
    await open(page, 'guest')
    await fill(page, testCards.requiresAuthentication)
    await pay(page).click()
    await bankFrame(page).getByRole('button', { name: 'Complete' }).click()
    await expect(thanks(page)).toBeVisible()
    expect(await sandbox.ledger()).toHaveLength(1)
  })

  const refused = (page: Page) => bankFrame(page).getByRole('button', { name: 'Fail' }).click()
  const abandoned = async (page: Page) => {
    await expect(bankFrame(page).getByRole('button', { name: 'Complete' })).toBeVisible()
    await closeBankFrame(page)
  }
  for (const [how, answer] of [
    ['refused', refused],
    ['abandoned', abandoned],
  ] as const) {
    test(`the bank’s question ${how} is a plain failure with the form intact`, async ({ page, sandbox }) => {
      await open(page, 'guest')
      await fill(page, testCards.requiresAuthentication)
      await pay(page).click()
      await answer(page)
      await expect(form(page).getByRole('alert').filter({ hasText: 'unable to authenticate' })).toBeVisible()
      await expect(page.getByLabel('Billing address')).toHaveValue('1 Main Street')
      expect(await sandbox.ledger()).toEqual([])
      await pay(page).click()
      await bankFrame(page).getByRole('button', { name: 'Complete' }).click()
      await expect(thanks(page)).toBeVisible()
      expect(await sandbox.ledger()).toHaveLength(1)
    })
  }
})

test.describe('a lost response', () => {
  test('after the charge: the record shows the payment, and the user pays once', async ({ page, sandbox }) => {
    await open(page, 'guest')
    await fill(page)
    await sandbox.faults.set({ call: create, fault: 'cut-after', times: 1 })
    const { sent } = recordCalls(page)
    await pay(page).click()
    await expect(thanks(page)).toBeVisible()
    expect(sent).toHaveLength(1)
    expect(await sandbox.ledger()).toHaveLength(1)
  })

  test('before the charge: not paid after the last read, and a retry is the same payment', async ({
    page,
    sandbox,
  }) => {
    await open(page, 'guest')
    await page.clock.install()
    await fill(page)
    await sandbox.faults.set({ call: create, fault: 'cut-before', times: 1 })
    const { keys } = recordCalls(page)
    await pay(page).click()
    await expect(paymentRegion(page)).toContainText('We’re confirming your payment')
    await expect(page.getByRole('heading', { name: 'Your payment didn’t go through' })).toHaveCount(0)
    await expect(async () => {
      await page.clock.runFor(1_000)
      await expect(page.getByRole('heading', { name: 'Your payment didn’t go through' })).toBeFocused({ timeout: 50 })
    }).toPass()
    expect(await sandbox.ledger()).toEqual([])
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(thanks(page)).toBeVisible()
    expect(await sandbox.ledger()).toHaveLength(1)
    expect(keys()).toHaveLength(2)
    expect(new Set(keys()).size).toBe(1)
  })

  test('and an unreachable record: the outcome is unknown, so it can be checked again, not paid again', async ({
    page,
    sandbox,
  }) => {
    await open(page, 'guest')
    await page.clock.install()
    await fill(page)
    const { sent } = recordCalls(page)
    const hold = await RequestHold.create(page)
    hold.holdCalls(create)
    await pay(page).click()
    await hold.waitFor(create)
    await page.route('**/mp/v1/members/*', (route) => route.abort('connectionreset'))
    await sandbox.faults.set({ call: create, fault: 'cut-after', times: 1 })
    await hold.release()
    const title = page.getByRole('heading', { name: 'We can’t confirm your payment yet' })
    await expect(async () => {
      await page.clock.runFor(1_000)
      await expect(title).toBeFocused({ timeout: 50 })
    }).toPass()
    await expect(paymentRegion(page).getByRole('link', { name: 'Contact support' })).toHaveAttribute(
      'href',
      '/support/form',
    )
    await expect(pay(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    await page.unroute('**/mp/v1/members/*')
    await page.getByRole('button', { name: 'Check again' }).click()
    await expect(thanks(page)).toBeVisible()
    expect(sent).toHaveLength(1)
    expect(await sandbox.ledger()).toHaveLength(1)
  })

  test('because of a reload: the page resumes the check; only ids and keys are stored', async ({ page, sandbox }) => {
    await open(page, 'guest')
    await fill(page)
    await sandbox.faults.set({ call: create, fault: 'delay', ms: 4_000, times: 1 })
    const asked = page.waitForRequest(/create-subscription/)
    await pay(page).click()
    await asked
    const kept = await page.evaluate(() => localStorage.getItem('statecast.attempt'))
    const { attempt } = JSON.parse(kept ?? '') as { attempt: object }
    expect(Object.keys(attempt).sort()).toEqual([
      'cancelKey',
      'knownSubscriptionIds',
      'payKey',
      'paymentMethod',
      'planId',
      'underWay',
    ])
    await page.reload()
    await expect(thanks(page)).toBeVisible()
    expect(await sandbox.ledger()).toHaveLength(1)
  })
})

test('another tab shows Payment under way, and pays nothing', async ({ page, context, sandbox }) => {
  await open(page, 'guest')
  await fill(page)
  const hold = await RequestHold.create(page)
  hold.holdCalls(create)
  await pay(page).click()
  await hold.waitFor(create)
  const second = await context.newPage()
  await second.goto('/subscribe/103')
  await expect(second.getByRole('heading', { name: 'Payment under way' })).toBeVisible()
  await expect(pay(second)).toHaveCount(0)
  await hold.passThrough(create)
  await expect(thanks(page)).toBeVisible()
  await expect(cardNumber(second)).toBeVisible()
  expect(await sandbox.ledger()).toHaveLength(1)
})

test('a payment continues on another screen, and its page shows it again', async ({ page, sandbox }) => {
  await open(page, 'guest')
  await fill(page)
  const hold = await RequestHold.create(page)
  hold.holdCalls(create)
  await pay(page).click()
  await hold.waitFor(create)
  await page.getByRole('link', { name: 'Support' }).first().click()
  await expect(page).toHaveURL('/support')
  await page.goBack()
  await expect(page.getByText('Processing your payment…')).toBeVisible()
  await hold.passThrough(create)
  await expect(thanks(page)).toBeVisible()
  expect(await sandbox.ledger()).toHaveLength(1)
})

test('a member’s old plan is canceled, and the new one paid once', async ({ page, sandbox }) => {
  await open(page, 'member', '103')
  await fill(page)
  await pay(page).click()
  await expect(thanks(page)).toBeVisible()
  expect((await sandbox.ledger()).map(({ kind, plan_id }) => [kind, plan_id])).toEqual([
    ['cancel', 102],
    ['charge', 103],
  ])
})

test('canceled but refused: the page says so, and a retry only pays', async ({ page, sandbox }) => {
  await open(page, 'member', '103')
  await fill(page)
  const hold = await RequestHold.create(page)
  hold.holdCalls(create)
  const { sent, keys } = recordCalls(page)
  await pay(page).click()
  await hold.refuse(create, { code: 'card_declined', message: 'Your card was declined.', status: 402 })
  await expect(
    page.getByRole('heading', {
      name: 'Your old plan was canceled, but the payment for the new one didn’t go through',
    }),
  ).toBeFocused()
  await expect(paymentRegion(page).getByRole('alert')).toHaveText('Your card was declined.')
  hold.holdCalls()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(thanks(page)).toBeVisible()
  expect((await sandbox.ledger()).map(({ kind }) => kind)).toEqual(['cancel', 'charge'])
  expect(sent.filter((request) => request.url().includes('cancel'))).toHaveLength(1)
  expect(new Set(keys()).size).toBe(3)
})

test('a cancellation that is refused pays nothing', async ({ page, sandbox }) => {
  await open(page, 'member', '103')
  await fill(page)
  const hold = await RequestHold.create(page)
  const cancel = 'POST /wp-json/payment/v1/cancel-subscription'
  hold.holdCalls(cancel)
  await pay(page).click()
  await hold.refuse(cancel, { code: 'subscription_not_found', message: '', status: 404 })
  await expect(page.getByText('Something went wrong in cancelling previous subscription in stripe')).toBeVisible()
  expect(await sandbox.ledger()).toEqual([])
})
