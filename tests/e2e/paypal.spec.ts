/**
 * Paying with PayPal: the subscription is created, then approved or canceled in PayPal's window. An approved one is
 * captured; a dialog confirms it and redirects to /subscribe/success/ after 6 seconds. The ledger of the sandbox decides
 * what was paid, not the page.
 */
import { AxeBuilder } from '@axe-core/playwright'
import { type Page, type Request } from '@playwright/test'
import { stopClockDuringCall } from './clock.ts'
import { expect, signIn, test, type Account } from './fixture.ts'
import { RequestHold } from './requestHold.ts'

const product = 'POST /wp-json/payment/v1/create-paypal-product'
const subscription = 'POST /wp-json/payment/v1/create-subscription-paypal'
const capture = 'POST /wp-json/payment/v1/capture-paypal-subscription'

const panel = (page: Page) => page.getByRole('region', { name: 'PayPal', exact: true })
const button = (page: Page) =>
  page.frameLocator('iframe[title="PayPal"]').getByRole('button', { name: 'Pay with PayPal' })
const modal = (page: Page) => page.getByRole('dialog', { name: 'Congratulations' })

async function choosePaypal(page: Page, account: Account, plan = '102') {
  await signIn(page, account)
  await page.goto(`/subscribe/${plan}`)
  await page.getByRole('radio', { name: 'PayPal Payment Method' }).check()
}

async function open(page: Page, account: Account, plan = '102') {
  await choosePaypal(page, account, plan)
  await expect(button(page)).toBeVisible()
}

/** Presses PayPal's button and waits for what its window shows. */
async function openPopup(page: Page) {
  const [popup] = await Promise.all([page.waitForEvent('popup'), button(page).click()])
  await expect(popup.getByRole('heading', { name: /^Subscribe to / })).toBeVisible()
  return popup
}

/** Presses PayPal's button for a call that the host refuses; the answer waits until the window has closed. */
async function pressAndExpectClose(page: Page) {
  const [popup] = await Promise.all([page.waitForEvent('popup'), button(page).click()])
  return () => expect.poll(() => popup.isClosed(), 'the window goes').toBe(true)
}

async function approve(page: Page) {
  const popup = await openPopup(page)
  await popup.getByRole('button', { name: 'Approve' }).click()
}

/** Collects the names of the calls that the page sends. */
function recordCalls(page: Page) {
  const sent: Request[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/payment/v1/')) sent.push(request)
  })
  return {
    names: () => sent.map((request) => new URL(request.url()).pathname.split('/').at(-1)),
    keys: () =>
      sent
        .filter((request) => request.url().includes('capture'))
        .map((request) => request.headers()['idempotency-key']),
    bodies: () => sent.map((request) => request.postDataJSON() as Record<string, unknown>),
  }
}

test('approved: it is captured once, the modal shows membership and price, and after 6 seconds it leads on', async ({
  page,
  sandbox,
}) => {
  await open(page, 'guest')
  await expect(panel(page)).toContainText('You pay $19.99')
  await page.clock.install()
  const { names, bodies } = recordCalls(page)
  await stopClockDuringCall(page, capture, () => approve(page))

  await expect(modal(page)).toBeVisible()
  await expect(modal(page).getByRole('term')).toHaveText('Monthly')
  await expect(modal(page).getByRole('definition')).toHaveText('$19.99')
  expect(names()).toEqual(['create-paypal-product', 'create-subscription-paypal', 'capture-paypal-subscription'])
  const [made, created, captured] = bodies()
  expect(made).toEqual({ membershipName: 'Monthly', description: 'Monthly Subscription Service' })
  expect(created).toMatchObject({ plan_id: 102 })
  expect(captured).toMatchObject({ email: 'guest@statecast.test', plan_id: 102 })
  const rows = await sandbox.ledger()
  expect(
    rows.map(({ kind, provider, member, plan_id, amount }) => ({ kind, provider, member, plan_id, amount })),
  ).toEqual([{ kind: 'capture', provider: 'paypal', member: 5, plan_id: 102, amount: 19.99 }])

  await page.clock.runFor(5_500)
  await expect(modal(page)).toBeVisible()
  await page.clock.runFor(500)
  await page.clock.resume()
  await expect(page).toHaveURL('/subscribe/success/')
  await expect(page.getByRole('heading', { name: 'Payment Successful', level: 1 })).toBeFocused()
  await expect(page).toHaveTitle('Payment Successful · Statecast')
  await expect(
    page.getByText('Your payment has been successfully processed. You can now access all the premium content.'),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Go to Profile' }).click()
  await expect(page).toHaveURL('/profile')
})

test('the redirect can be stopped or skipped', async ({ page }) => {
  await open(page, 'guest')
  await page.clock.install()
  await approve(page)
  await modal(page).getByRole('button', { name: 'Stay here' }).click()
  await page.clock.runFor(20_000)
  await expect(modal(page)).toContainText('Take your time. Continue when you’re ready.')
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  await modal(page).getByRole('button', { name: 'Go now' }).click()
  await expect(page).toHaveURL('/subscribe/success/')
})

test('the success page is for who paid in this browser; others are led to the profile', async ({ page }) => {
  await signIn(page, 'guest')
  await page.goto('/subscribe/success/')
  await expect(page).toHaveURL('/profile')
})

test('cancelled says so and pays nothing; the window opens again on the same subscription', async ({
  page,
  sandbox,
}) => {
  await open(page, 'guest')
  const { names } = recordCalls(page)
  const popup = await openPopup(page)
  await popup.getByRole('button', { name: 'Cancel' }).click()
  await expect(panel(page).getByText('Subscription has been cancelled')).toBeVisible()
  expect(await sandbox.ledger()).toEqual([])

  await (await openPopup(page)).close()
  await expect(panel(page).getByText('Subscription has been cancelled')).toBeVisible()
  expect(await sandbox.ledger()).toEqual([])
  expect(names()).toEqual(['create-paypal-product', 'create-subscription-paypal'])

  await approve(page)
  await expect(modal(page)).toBeVisible()
  expect(await sandbox.ledger()).toHaveLength(1)
  expect(names()).toEqual(['create-paypal-product', 'create-subscription-paypal', 'capture-paypal-subscription'])
})

test('product and subscription are reused after another payment method was selected', async ({ page }) => {
  await open(page, 'guest')
  const { names } = recordCalls(page)
  await (await openPopup(page)).close()
  await expect(panel(page).getByText('Subscription has been cancelled')).toBeVisible()
  await page.getByRole('radio', { name: 'Debit /Credit Card' }).check()
  await expect(button(page)).toHaveCount(0)
  await page.getByRole('radio', { name: 'PayPal Payment Method' }).check()
  await expect(button(page)).toBeVisible()
  await (await openPopup(page)).close()
  await expect(panel(page).getByText('Subscription has been cancelled')).toBeVisible()
  expect(names()).toEqual(['create-paypal-product', 'create-subscription-paypal'])
})

test('PayPal’s script is fetched when PayPal is chosen; without it there are words and Try again', async ({
  page,
  sandbox,
  watch,
}) => {
  watch.allowConsole(/paypal/i)
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script' && request.url().includes('/sandbox/paypal/')) scripts.push(request.url())
  })
  await sandbox.faults.set({ call: 'SCRIPT paypal', fault: 'status-500', times: 1 })
  await signIn(page, 'guest')
  await page.goto('/subscribe/102')
  await expect(page.getByLabel('Cardholder name')).toBeVisible()
  expect(scripts).toEqual([])
  await page.getByRole('radio', { name: 'PayPal Payment Method' }).check()
  await expect(panel(page).getByRole('alert').filter({ hasText: 'PayPal could not be loaded.' })).toBeVisible()
  await panel(page).getByRole('button', { name: 'Try again' }).click()
  await expect(button(page)).toBeVisible()
  expect(new URL(scripts[0] ?? '').searchParams.get('vault')).toBe('true')
  await approve(page)
  await expect(modal(page)).toBeVisible()
})

test('a status is shown while the script loads', async ({ page }) => {
  await signIn(page, 'guest')
  const hold = await RequestHold.create(page)
  hold.holdCalls('GET /sandbox/paypal/sdk/js')
  await page.goto('/subscribe/102')
  await page.getByRole('radio', { name: 'PayPal Payment Method' }).check()
  await expect(panel(page).getByRole('status', { name: 'Loading PayPal' })).toBeVisible()
  await hold.passThrough('GET /sandbox/paypal/sdk/js')
  await expect(button(page)).toBeVisible()
})

test.describe('refusals of the host', () => {
  for (const call of [product, subscription] as const) {
    test(`${call.split('/').at(-1)} without a word is the specified one; pressing again asks again`, async ({
      page,
      sandbox,
    }) => {
      await open(page, 'guest')
      const hold = await RequestHold.create(page)
      hold.holdCalls(call)
      const gone = await pressAndExpectClose(page)
      await hold.refuse(call, { code: 'paypal_error', message: '', status: 422 })
      await expect(
        panel(page).getByRole('alert').filter({ hasText: 'Something went wrong in creating new subscription' }),
      ).toBeVisible()
      await gone()
      await hold.release()
      await approve(page)
      await expect(modal(page)).toBeVisible()
      expect(await sandbox.ledger()).toHaveLength(1)
    })
  }

  for (const call of [product, subscription] as const) {
    test(`a 5xx of ${call.split('/').at(-1)} shows the host’s words, else the specified ones; pressing again asks again`, async ({
      page,
      sandbox,
      watch,
    }) => {
      // The contract does not list this response.
      watch.allowOffContract(new RegExp(`${call} → 502`))
      await open(page, 'guest')
      const hold = await RequestHold.create(page)
      hold.holdCalls(call)
      const alert = panel(page).getByRole('alert')
      for (const [message, shown] of [
        ['PayPal does not answer us.', 'PayPal does not answer us.'],
        ['', 'Something went wrong in creating new subscription'],
      ] as const) {
        const gone = await pressAndExpectClose(page)
        await hold.json(call, { code: 'bad_gateway', message, data: { status: 502 } }, 502)
        await expect(alert.filter({ hasText: shown })).toBeVisible()
        await gone()
      }
      expect(await sandbox.ledger()).toEqual([])
      await hold.release()
      await approve(page)
      await expect(modal(page)).toBeVisible()
      expect(await sandbox.ledger()).toHaveLength(1)
    })
  }

  test('a capture that is refused says so, and approving again captures under another key', async ({
    page,
    sandbox,
  }) => {
    await sandbox.faults.set({ call: capture, fault: 'refuse', message: 'PayPal is out of money.', times: 1 })
    await open(page, 'guest')
    const { keys } = recordCalls(page)
    await approve(page)
    await expect(panel(page).getByRole('alert').filter({ hasText: 'PayPal is out of money.' })).toBeVisible()
    expect(await sandbox.ledger()).toEqual([])
    await approve(page)
    await expect(modal(page)).toBeVisible()
    const [first, second, ...more] = keys()
    expect(more).toEqual([])
    expect(second).not.toBe(first)
    expect((await sandbox.ledger()).map(({ idempotency_key }) => idempotency_key)).toEqual([second])
  })

  test('a capture without an answer is read from the record and paid once', async ({ page, sandbox }) => {
    await sandbox.faults.set({ call: capture, fault: 'cut-after', times: 1 })
    await open(page, 'guest')
    await approve(page)
    await expect(modal(page)).toBeVisible()
    expect(await sandbox.ledger()).toHaveLength(1)
  })
})

for (const width of [320, 390, 1440]) {
  test(`fits ${width} px in both schemes, and axe finds nothing`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await open(page, 'guest')
    for (const scheme of ['light', 'dark'] as const) {
      await page.evaluate((dark) => document.documentElement.classList.toggle('dark', dark), scheme === 'dark')
      expect(await page.evaluate(() => document.documentElement.scrollWidth), scheme).toBeLessThanOrEqual(width)
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => `${scheme} ${id}: ${nodes[0]?.html}`)).toEqual([])
    }
  })
}
