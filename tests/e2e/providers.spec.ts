/**
 * The fake payment providers in a browser, on a page of the product with its content security policy: the card field in
 * its frame, the bank's page, PayPal's button and window. They must behave like Stripe.js and PayPal's SDK.
 */
import { type FrameLocator, type Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { expect, signIn, test } from './fixture.ts'
import { expectAccessible } from './page.ts'
import { RequestHold } from './requestHold.ts'

type CardChange = { complete: boolean; empty: boolean; brand: string; error?: { message: string } }
type ProviderResult = {
  paymentMethod?: { id: string; card: { brand: string; last4: string } }
  paymentIntent?: { status: string }
  error?: { code?: string; message: string }
}

/** What the test stores on the page between its steps. */
type TestState = {
  changes: CardChange[]
  card: { focus(): void; update(options: object): void }
  ready: Promise<void>
  result: () => Promise<ProviderResult>
  reported: string[]
  container: Element
}

type CardElement = TestState['card'] & {
  mount(target: Element): void
  on(event: string, handler: (change: CardChange) => void): void
}
type Provider = {
  elements(): { create(type: 'card', options: object): CardElement }
  createPaymentMethod(options: object): Promise<ProviderResult>
  handleNextAction(options: { clientSecret: string }): Promise<ProviderResult>
}
type OnPage = {
  testState: TestState
  Stripe(key: string): Provider
  paypal: { Buttons(props: object): { render(target: Element): Promise<void> } }
}

/** Adds a container to a page of the product, with a field before it and one after it. */
async function mountTestForm(page: Page) {
  // axe checks the page too, but not in the middle of a fade of its slides.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/unauth')
  await expect(page.getByRole('link', { name: 'Go to Profile' })).toBeVisible()
  await page.evaluate(() => {
    const create = (tag: string, fields: object, ...children: (Node | string)[]) => {
      const element = Object.assign(document.createElement(tag), fields)
      element.append(...children)
      return element
    }
    const container = create('div', { id: 'container', role: 'group' })
    container.setAttribute('aria-labelledby', 'card-label')
    document
      .querySelector('main')
      ?.append(
        create(
          'form',
          { id: 'test-form', ariaLabel: 'Test form' },
          create('label', {}, 'Before ', create('input', { id: 'before' })),
          create('label', { id: 'card-label', htmlFor: 'container' }, 'Card'),
          container,
          create('button', { id: 'behind' }, 'Pay'),
        ),
      )
    Object.assign(window, { testState: { changes: [], reported: [], container } })
  })
}

async function withScript(page: Page, provider: 'stripe' | 'paypal') {
  const address = await page.evaluate(
    (name) =>
      (JSON.parse(document.getElementById('configuration')?.textContent ?? '{}') as { scripts: Record<string, string> })
        .scripts[name] ?? '',
    provider,
  )
  await page.addScriptTag({ url: address })
}

async function mountCard(page: Page): Promise<FrameLocator> {
  await mountTestForm(page)
  await withScript(page, 'stripe')
  await page.evaluate(() => {
    const { testState, Stripe } = window as unknown as OnPage
    const stripe = Stripe('pk_test_sandbox')
    const card = stripe.elements().create('card', { hidePostalCode: true })
    card.on('change', (change) => testState.changes.push(change))
    testState.ready = new Promise((resolve) => card.on('ready', () => resolve()))
    card.mount(testState.container)
    testState.card = card
    testState.result = () =>
      stripe.createPaymentMethod({ type: 'card', card, billing_details: { name: 'Ada Reyes', address: {} } })
  })
  return page.frameLocator('#container iframe')
}

async function showCard(page: Page): Promise<FrameLocator> {
  const frame = await mountCard(page)
  await expect(frame.getByLabel('Card number')).toBeVisible()
  // The Tab key moves the focus into the frame only after the frame has connected to the page.
  await page.evaluate(() => (window as unknown as OnPage).testState.ready)
  return frame
}

const lastChange = (page: Page) => page.evaluate(() => (window as unknown as OnPage).testState.changes.at(-1))
const providerResult = (page: Page) => page.evaluate(() => (window as unknown as OnPage).testState.result())
const futureExpiry = `12 / ${String((new Date().getFullYear() + 2) % 100).padStart(2, '0')}`

test(
  'the card field is in a frame of another origin and reports whether it is complete',
  { tag: '@full' },
  async ({ page, server }) => {
    const card = await showCard(page)
    const address = await page.locator('#container iframe').getAttribute('src')
    expect(new URL(address ?? '').origin).not.toBe(new URL(server.url).origin)

    await page.locator('#before').focus()
    await page.keyboard.press('Tab')
    await expect(card.getByLabel('Card number')).toBeFocused()
    // A complete field moves the focus to the next one, so the card is typed without clicks.
    await page.keyboard.type('4242424242424242')
    await expect(card.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')
    await expect(card.getByLabel('Expiration date, month and year')).toBeFocused()
    await expect.poll(() => lastChange(page)).toMatchObject({ brand: 'visa', empty: false, complete: false })
    await page.keyboard.type(futureExpiry.replace(' / ', ''))
    await expect(card.getByLabel('Expiration date, month and year')).toHaveValue(futureExpiry)
    await expect(card.getByLabel('Security code')).toBeFocused()
    await page.keyboard.type('123')
    await expect.poll(() => lastChange(page)).toMatchObject({ complete: true, brand: 'visa' })
    await page.keyboard.press('Tab')
    await expect(page.locator('#behind')).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(card.getByLabel('Security code')).toBeFocused()

    const made = await providerResult(page)
    expect(made).toMatchObject({ paymentMethod: { card: { brand: 'visa', last4: '4242' } } })
  },
)

test('the card field formats the number by its brand', { tag: '@full' }, async ({ page }) => {
  const card = await showCard(page)
  for (const [number, brand, shown, mark] of [
    ['5555555555554444', 'mastercard', '5555 5555 5555 4444', 'MC'],
    ['378282246310005', 'amex', '3782 822463 10005', 'AMEX'],
    ['6011111111111117', 'discover', '6011 1111 1111 1117', 'DISC'],
  ] as const) {
    await card.getByLabel('Card number').fill('')
    await card.getByLabel('Card number').click()
    await page.keyboard.type(number)
    await expect(card.getByLabel('Card number')).toHaveValue(shown)
    await expect.poll(async () => (await lastChange(page))?.brand).toBe(brand)
    await expect(card.locator('#brand text')).toHaveText(mark)
  }
})

test('the card field shows an error on blur and creates no payment method', { tag: '@full' }, async ({ page }) => {
  const card = await showCard(page)
  await card.getByLabel('Card number').click()
  await page.keyboard.type('4242424242424241')
  await expect.poll(async () => (await lastChange(page))?.error?.message).toBe('Your card number is invalid.')
  await expect(card.getByLabel('Card number')).toHaveAttribute('aria-invalid', 'true')

  await card.getByLabel('Card number').fill('4242424242424242')
  await card.getByLabel('Expiration date, month and year').fill('12 / 20')
  await card.getByLabel('Security code').click()
  await expect
    .poll(async () => (await lastChange(page))?.error?.message)
    .toBe('Your card’s expiration year is in the past.')

  await card.getByLabel('Expiration date, month and year').fill(futureExpiry)
  const refused = await providerResult(page)
  expect(refused.error?.message).toBe('Your card’s security code is incomplete.')
  await expect(card.getByLabel('Security code')).toBeFocused()
})

test(
  'the label and the page focus the card field; Enter in it submits the form',
  { tag: '@full' },
  async ({ page }) => {
    const card = await showCard(page)
    await page.evaluate(() => {
      const { testState } = window as unknown as OnPage
      document.getElementById('test-form')?.addEventListener('submit', (event) => {
        event.preventDefault()
        testState.reported.push('sent')
      })
    })
    await page.getByText('Card', { exact: true }).click()
    await expect(card.getByLabel('Card number')).toBeFocused()
    await page.locator('#before').focus()
    await page.evaluate(() => (window as unknown as OnPage).testState.card.focus())
    await expect(card.getByLabel('Card number')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => (window as unknown as OnPage).testState.reported)).toEqual(['sent'])
  },
)

test(
  'the card field is shown when it is ready, with the focus that was requested before',
  { tag: '@full' },
  async ({ page }) => {
    const hold = await RequestHold.create(page)
    hold.holdCalls('GET /sandbox/stripe/card.js')
    const card = await mountCard(page)
    await hold.waitFor('GET /sandbox/stripe/card.js')
    await expect(card.locator('#number')).toBeHidden()
    await page.evaluate(() => (window as unknown as OnPage).testState.card.focus())
    await hold.passThrough('GET /sandbox/stripe/card.js')
    await expect(card.getByLabel('Card number')).toBeFocused()
    await page.keyboard.type('4242')
    await expect.poll(() => lastChange(page)).toMatchObject({ brand: 'visa', empty: false })
  },
)

test('the card field fits 320 px and passes axe in both schemes', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const card = await showCard(page)
  await card.getByLabel('Card number').click()
  await page.keyboard.type('4242424242424242')
  for (const scheme of ['light', 'dark'] as const) {
    await page.evaluate((dark) => {
      document.documentElement.classList.toggle('dark', dark)
      document.documentElement.dataset['mantineColorScheme'] = dark ? 'dark' : 'light'
    }, scheme === 'dark')
    await expect.poll(() => card.locator('html').evaluate((root) => getComputedStyle(root).colorScheme)).toBe(scheme)
    const room = await card
      .locator('html')
      .evaluate((root) => ({ over: root.scrollWidth - root.clientWidth, tall: root.scrollHeight - root.clientHeight }))
    expect(room).toEqual({ over: 0, tall: 0 })
    // The number is not truncated, so that the user can check it.
    const cut = await card.getByLabel('Card number').evaluate((field) => field.scrollWidth - field.clientWidth)
    expect(cut).toBeLessThanOrEqual(0)
    await expectAccessible(page)
  }
})

/** Starts a payment that needs 3-D Secure and opens the bank's page. The card field must be shown. */
async function startAuthentication(page: Page) {
  const paid = await page.request.post('/wp-json/payment/v1/create-subscription', {
    headers: {
      XSRF: (await page.context().cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '',
      Authorization: `Bearer ${(await page.context().cookies()).find(({ name }) => name === 'access_token')?.value ?? ''}`,
      'Idempotency-Key': randomUUID(),
    },
    data: {
      email: 'guest@statecast.test',
      name: 'Gus Guest',
      plan_id: 102,
      payment_method_id: 'pm_card_authenticationRequired',
    },
  })
  const { status, client_secret: secret } = (await paid.json()) as { status: string; client_secret: string }
  expect(status).toBe('requires_action')
  await page.locator('#behind').focus()
  await page.evaluate((clientSecret) => {
    const { testState, Stripe } = window as unknown as OnPage
    const result = Stripe('pk_test_sandbox').handleNextAction({ clientSecret })
    testState.result = () => result
  }, secret)
  const bank = page.frameLocator('iframe[title="3D Secure authentication"]')
  await expect(bank.getByRole('heading', { name: 'Confirm your payment' })).toBeVisible()
  await expect(bank.getByText('$19.99')).toBeVisible()
  await expect(bank.getByRole('button', { name: 'Complete' })).toBeFocused()
  return bank
}

async function askBank(page: Page) {
  await signIn(page, 'guest')
  await showCard(page)
  return startAuthentication(page)
}

test.describe('the bank’s page', () => {
  test('Complete pays, and the focus returns', async ({ page, sandbox }) => {
    const bank = await askBank(page)
    await expectAccessible(page, { include: 'dialog' })
    await page.keyboard.press('Enter')
    expect(await providerResult(page)).toMatchObject({ paymentIntent: { status: 'succeeded' } })
    await expect(bank.getByRole('heading')).toHaveCount(0)
    await expect(page.locator('#behind')).toBeFocused()
    expect((await sandbox.ledger()).map(({ kind, amount }) => ({ kind, amount }))).toEqual([
      { kind: 'charge', amount: 19.99 },
    ])
  })

  test('Fail, Close and Escape pay nothing, and its page fits 320 px', { tag: '@full' }, async ({ page, sandbox }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    let bank = await askBank(page)
    expect(await bank.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth)).toBe(0)
    for (const name of ['Complete', 'Fail', 'Close'])
      await expect(bank.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
    for (const leave of [
      () => bank.getByRole('button', { name: 'Fail' }).click(),
      () => bank.getByRole('button', { name: 'Close' }).click(),
      () => page.keyboard.press('Escape'),
    ]) {
      await leave()
      expect(await providerResult(page)).toMatchObject({ error: { code: 'payment_intent_authentication_failure' } })
      await expect(page.locator('dialog iframe')).toHaveCount(0)
      expect(await sandbox.ledger()).toEqual([])
      bank = await startAuthentication(page)
    }
  })
})

/** Renders PayPal's button in the container. The host creates the subscription, as in the application. */
async function showPaypal(page: Page) {
  await signIn(page, 'guest')
  await mountTestForm(page)
  await withScript(page, 'paypal')
  await page.evaluate(() => {
    const { testState, paypal } = window as unknown as OnPage
    const cookie = (name: string) => new RegExp(`${name}=([^;]*)`).exec(document.cookie)?.[1] ?? ''
    const post = async (call: string, body: object) => {
      const response = await fetch(`/wp-json/payment/v1/${call}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          XSRF: decodeURIComponent(cookie('XSRF-TOKEN')),
          Authorization: `Bearer ${decodeURIComponent(cookie('access_token'))}`,
          'Idempotency-Key': crypto.randomUUID(),
        },
        body: JSON.stringify(body),
      })
      return ((await response.json()) as { id: string }).id
    }
    const report = (event: string) => () => void testState.reported.push(event)
    void paypal
      .Buttons({
        createSubscription: async () => {
          const product_id = await post('create-paypal-product', {
            membershipName: 'Monthly',
            description: 'Monthly Subscription Service',
          })
          return post('create-subscription-paypal', { plan_id: 102, product_id })
        },
        onInit: report('init'),
        onClick: report('click'),
        onApprove: report('approve'),
        onCancel: report('cancel'),
        onError: report('error'),
      })
      .render(testState.container)
  })
  const button = page.frameLocator('#container iframe').getByRole('button', { name: 'Pay with PayPal' })
  await expect(button).toBeVisible()
  const reported = () => page.evaluate(() => (window as unknown as OnPage).testState.reported)
  const open = async () => {
    const [popup] = await Promise.all([page.waitForEvent('popup'), button.click()])
    await expect(popup.getByRole('heading', { name: 'Subscribe to Monthly' })).toBeVisible()
    return popup
  }
  return { button, reported, open }
}

test.describe('PayPal’s window', () => {
  test(
    'shows the agreement; Approve reports the approval and closes the window',
    { tag: '@full' },
    async ({ page }) => {
      const { reported, open } = await showPaypal(page)
      const popup = await open()
      await expect(popup.getByText('guest@statecast.test')).toBeVisible()
      await expect(popup.getByText('$19.99')).toBeVisible()
      await expectAccessible(popup)
      const gone = popup.waitForEvent('close')
      await expect(popup.getByRole('button', { name: 'Approve' })).toBeFocused()
      // Without the release of the key: the press closes the window.
      await popup.keyboard.down('Enter')
      await gone
      await expect.poll(reported).toEqual(['init', 'click', 'approve'])
    },
  )

  test(
    'Cancel and closing report the cancellation, and the button opens the window again',
    { tag: '@full' },
    async ({ page }) => {
      const { reported, open } = await showPaypal(page)
      const popup = await open()
      const gone = popup.waitForEvent('close')
      await popup.getByRole('button', { name: 'Cancel' }).click()
      await gone
      await expect.poll(reported).toEqual(['init', 'click', 'cancel'])
      await (await open()).close()
      await (await open()).close()
      await expect.poll(reported).toEqual(['init', 'click', 'cancel', 'click', 'cancel', 'click', 'cancel'])
    },
  )

  test('its button is shown when it is ready, so that the first press works', { tag: '@full' }, async ({ page }) => {
    const hold = await RequestHold.create(page)
    hold.holdCalls('GET /sandbox/paypal/button.js')
    const shown = showPaypal(page)
    await hold.waitFor('GET /sandbox/paypal/button.js')
    await expect(page.frameLocator('#container iframe').locator('button')).toBeHidden()
    await hold.passThrough('GET /sandbox/paypal/button.js')
    const { open } = await shown
    await open()
  })

  test(
    'its button can be reached with the keyboard and fits 320 px in both schemes',
    { tag: '@full' },
    async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 640 })
      const { button } = await showPaypal(page)
      await page.locator('#before').focus()
      await page.keyboard.press('Tab')
      await expect(button).toBeFocused()
      for (const dark of [false, true]) {
        await page.evaluate((on) => document.documentElement.classList.toggle('dark', on), dark)
        await expect(button).toBeInViewport({ ratio: 1 })
        await expectAccessible(page)
      }
    },
  )
})
