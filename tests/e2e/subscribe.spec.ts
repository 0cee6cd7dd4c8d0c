/**
 * Subscribing with a new card (/subscribe/{id}). The ledger of the sandbox decides what was paid, not the page.
 */
import { type BrowserContext, type Locator, type Page } from '@playwright/test'
import { bankFrame, cardFields, cardNumber, testCards, closeBankFrame, typeCard } from './card.ts'
import { stopClock, stopClockDuringCall } from './clock.ts'
import { expect, test, type Account } from './fixture.ts'
import { expectNoHorizontalScroll, heading, holdRoute, navigation, openAs, recordPaths } from './page.ts'
import { fillCardForm, payButton, paypalButton, recordPaymentCalls, thankYou } from './paymentSteps.ts'
import { RequestHold } from './requestHold.ts'
import { type SandboxClient } from './server.ts'
import { longWaits } from './waits.ts'

const create = 'POST /wp-json/payment/v1/create-subscription'

const summary = (page: Page) => page.getByRole('region', { name: 'Order Summary' })
const form = (page: Page) => page.getByRole('form', { name: 'Card payment' })
const paymentRegion = (page: Page) => page.getByRole('region', { name: 'Payment', exact: true })

async function open(page: Page, account: Account, plan = '102') {
  await openAs(page, account, `/subscribe/${plan}`)
  await expect(cardNumber(page)).toBeVisible()
}

test(
  'the first screen of a phone has the plan, the card field and the button, which stays in view',
  { tag: ['@full', '@pay.phone'] },
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await open(page, 'guest')
    await expect(summary(page)).toContainText('Monthly$19.99 per month')
    await expect(navigation(page)).toBeHidden()
    /** The button is in view, and the parts are above the bar with it. */
    const inView = async (...parts: readonly Locator[]) => {
      for (const part of [...parts, payButton(page)]) await expect(part).toBeInViewport({ ratio: 1 })
      const room = async (part: Locator) => {
        const bar = await payButton(page).locator('xpath=../..').boundingBox()
        const box = await part.boundingBox()
        return (bar?.y ?? NaN) - (box?.y ?? NaN) - (box?.height ?? NaN)
      }
      for (const part of parts) await expect.poll(() => room(part)).toBeGreaterThan(0)
    }
    await inView(summary(page), page.getByText('Debit /Credit Card'), cardNumber(page), cardFields(page).code)
    // A field that takes the focus scrolls above the bar.
    const state = page.getByRole('combobox', { name: 'State' })
    await state.focus()
    await inView(state)

    await page.getByRole('radio', { name: 'PayPal Payment Method' }).check()
    await expect(paypalButton(page)).toBeInViewport({ ratio: 1 })
    await expect(summary(page).getByText('guest@statecast.test')).toBeHidden()
    await summary(page).getByText('Details', { exact: true }).click()
    await expect(summary(page).getByText('guest@statecast.test')).toBeVisible()
    await expect(summary(page).getByRole('link', { name: 'Update Billing Info' })).toBeVisible()
    await expectNoHorizontalScroll(page)
    await page.goto('/profile/packages')
    await expect(navigation(page)).toBeVisible()
  },
)

test(
  'the card field has our typeface and starts with the postal code of the profile',
  { tag: ['@full', '@card.font', '@card.postalCode'] },
  async ({ page }) => {
    await open(page, 'lapsed')
    const frame = page.frameLocator('iframe[title^="Secure card"]')
    await expect
      .poll(() =>
        frame.locator('html').evaluate(() => [...document.fonts].map(({ family, status }) => [family, status])),
      )
      .toEqual([['"Schibsted Grotesk Variable"', 'loaded']])
    const families = (part: Locator) => part.evaluate((element) => getComputedStyle(element).fontFamily)
    expect(await families(cardNumber(page))).toBe(await families(page.getByLabel('Cardholder name')))
    await expect(cardFields(page).postal).toHaveValue('97701')
  },
)

test('nothing can be typed into the card field before its script is there', { tag: '@full' }, async ({ page }) => {
  const release = await holdRoute(page, '**/sandbox/stripe/card.js')
  await openAs(page, 'guest', '/subscribe/102')
  const { number } = cardFields(page)
  await expect(number).toBeDisabled()
  await release()
  await expect(number).toBeEnabled()
  await number.fill(testCards.succeeds)
  await expect(number).toHaveValue('4242 4242 4242 4242')
})

test(
  'a card of a country without postal codes pays without one',
  { tag: ['@full', '@card.postalCode'] },
  async ({ page, sandbox }) => {
    await open(page, 'lapsed')
    const { number, expiry, code, postal } = cardFields(page)
    await number.fill(testCards.hongKong)
    await expiry.fill('12 / 30')
    await code.fill('123')
    await expect(postal).toBeHidden()
    const created = page.waitForRequest(/\/stripe\/v1\/payment_methods/)
    await payButton(page).click()
    expect((await created).postData()).not.toContain('postal_code')
    await expect(thankYou(page)).toBeVisible()
    expect(await sandbox.ledger()).toHaveLength(1)
  },
)

test(
  'the page loads the provider’s script on this page only, and again after a failure',
  { tag: '@card.provider' },
  async ({ page, sandbox, watch }) => {
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
  },
)

test(
  'a card payment charges once, shows Thank You, counts from 0 to 5 and redirects; the card number stays with the provider',
  { tag: ['@after.countdown', '@after.thanks', '@after.destination', '@location.height', '@pay.once'] },
  async ({ page, sandbox, server }) => {
    const own = new URL(server.url).host
    const leaks: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).host === own && /4242\s?4242/.test(request.postData() ?? '')) leaks.push(request.url())
    })
    await open(page, 'guest')
    await page.clock.install()
    await page.getByRole('combobox', { name: 'Country' }).click()
    await expect(page.getByRole('option', { name: 'Afghanistan' })).toBeVisible()
    expect((await page.getByRole('listbox', { name: 'Country' }).boundingBox())?.height).toBeLessThanOrEqual(15 * 16)
    await typeCard(page, testCards.invalidNumber)
    const field = page.getByRole('group', { name: /^Card details/ })
    await expect(field.getByRole('alert')).toContainText('card number is invalid')
    await fillCardForm(page)
    const { keys } = recordPaymentCalls(page)
    await stopClockDuringCall(page, create, () => payButton(page).click())
    await expect(thankYou(page)).toBeFocused()
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    )
    expect(stored + (await page.content())).not.toMatch(/4242\s?4242/)
    expect(leaks).toEqual([])
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
  },
)

test(
  'a card payment fails and keeps the form when 3-D Secure is refused or closed, and succeeds when it is confirmed',
  { tag: ['@pay.threeDSecure', '@card.refused'] },
  async ({ page, sandbox }) => {
    await open(page, 'guest')
    await fillCardForm(page, testCards.requiresAuthentication)
    const complete = bankFrame(page).getByRole('button', { name: 'Complete' })
    for (const leave of [
      () => bankFrame(page).getByRole('button', { name: 'Fail' }).click(),
      () => closeBankFrame(page),
    ]) {
      await payButton(page).click()
      await expect(complete).toBeVisible()
      await leave()
      await expect(form(page).getByRole('alert').filter({ hasText: 'unable to authenticate' })).toBeVisible()
      await expect(payButton(page)).toBeFocused()
      await expect(page.getByLabel('Billing address')).toHaveValue('1 Main Street')
      expect(await sandbox.ledger()).toEqual([])
    }
    await payButton(page).click()
    await complete.click()
    await expect(thankYou(page)).toBeVisible()
    expect(await sandbox.ledger()).toHaveLength(1)
  },
)

test(
  'a declined card has the reason at its field, which has the focus',
  { tag: '@card.refused' },
  async ({ page, sandbox }) => {
    await open(page, 'guest')
    await fillCardForm(page, testCards.declined)
    await payButton(page).click()
    const reason = form(page).getByRole('group', { name: 'Card details' }).getByRole('alert')
    await expect(reason).toHaveText('Your card was declined.')
    await expect(cardNumber(page)).toBeFocused()
    await cardNumber(page).press('Backspace')
    await expect(reason).toHaveText('Your card number is incomplete.')
    await typeCard(page, testCards.succeeds)
    await expect(reason).toHaveText('')
    await payButton(page).click()
    await expect(thankYou(page)).toBeVisible()
    expect(await sandbox.ledger()).toHaveLength(1)
  },
)

test(
  'a payment whose response is lost is not paid if the last read shows no payment, and a retry has the same key',
  { tag: ['@full', '@pay.notPaid', '@pay.reconcile'] },
  async ({ page, sandbox }) => {
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
    }).toPass({ timeout: longWaits.clockSteps })
    expect(await sandbox.ledger()).toEqual([])
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(thankYou(page)).toBeVisible()
    expect(await sandbox.ledger()).toHaveLength(1)
    expect(keys()).toHaveLength(2)
    expect(new Set(keys()).size).toBe(1)
  },
)

test(
  'a payment is checked again after a reload, with only ids and keys stored, and leads to the requested channel',
  { tag: '@pay.stored' },
  async ({ page, sandbox }) => {
    await openAs(page, 'guest', '/video/longitude')
    await expect(page).toHaveURL('/unauth')
    await page.goto('/subscribe/102')
    await fillCardForm(page)
    await sandbox.faults.set({ call: create, fault: 'delay', ms: 4_000, times: 1 })
    await payButton(page).click()
    // The host has received the call and counted the fault. A reload before that would end the call.
    await expect.poll(() => sandbox.faults.list()).toEqual([])
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
    await page.getByRole('button', { name: 'Continue now' }).click()
    await expect(page).toHaveURL('/video/longitude')
  },
)

test(
  'another tab shows Payment under way and does not pay',
  { tag: '@pay.oneAttempt' },
  async ({ page, context, sandbox }) => {
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
  },
)

/** Waits until the member record is read, which a press of Pay does before the click. */
const recordRead = (page: Page) =>
  page.waitForRequest((request) => new URL(request.url()).pathname.endsWith('/mp/v1/members/5'))

/** Pays in a second tab, which no lock of the first one keeps from it. */
async function expectPaymentElsewhere(context: BrowserContext, sandbox: SandboxClient) {
  const second = await context.newPage()
  await second.goto('/subscribe/102')
  await expect(cardNumber(second)).toBeVisible()
  await fillCardForm(second)
  await payButton(second).click()
  await expect(thankYou(second)).toBeVisible()
  expect(await sandbox.ledger()).toHaveLength(1)
}

test(
  'Pay that is pressed and released elsewhere pays nothing and keeps no other tab from paying',
  { tag: '@pay.oneAttempt' },
  async ({ page, context, sandbox }) => {
    await open(page, 'guest')
    await fillCardForm(page)
    const read = recordRead(page)
    await payButton(page).hover()
    await page.mouse.down()
    await read
    await page.mouse.move(5, 5)
    await page.mouse.up()
    await expectPaymentElsewhere(context, sandbox)
  },
)

test(
  'a mouse or the focus that leaves Pay, or rests on it for a second, keeps no other tab from paying',
  { tag: ['@full', '@pay.oneAttempt'] },
  async ({ page, context, sandbox }) => {
    await open(page, 'guest')
    await fillCardForm(page)
    const holders = () =>
      page.evaluate(async () => {
        const { held = [] } = await navigator.locks.query()
        return held.filter(({ name }) => name === 'statecast.attempt').length
      })
    const moveToPay = async () => {
      await payButton(page).hover()
      await expect.poll(holders).toBe(1)
    }
    await page.clock.install()
    await stopClock(page)
    await moveToPay()
    await page.mouse.move(5, 5)
    await expect.poll(holders, 'the mouse has left').toBe(0)
    await payButton(page).focus()
    await expect.poll(holders).toBe(1)
    await page.getByLabel('Billing address').focus()
    await expect.poll(holders, 'the focus has left').toBe(0)
    await moveToPay()
    await page.clock.runFor(1_000)
    await expect.poll(holders, 'the mouse rests').toBe(0)
    await page.clock.resume()
    await expectPaymentElsewhere(context, sandbox)
  },
)

/** Pays. The record is read when Pay is pressed, and not again after its release. */
async function expectOneRead(page: Page, press: () => Promise<void>, release: () => Promise<unknown>) {
  const read = recordRead(page)
  await press()
  await read
  const paths = recordPaths(page)
  await release()
  await expect(thankYou(page)).toBeVisible()
  expect(
    paths.slice(
      0,
      paths.findIndex((path) => path.endsWith('/create-subscription')),
    ),
  ).not.toContain('/wp-json/mp/v1/members/5')
}

test.describe('the space bar on Pay', () => {
  test(
    'reads the record when it goes down, and once',
    { tag: ['@full', '@pay.once'] },
    async ({ page: { keyboard }, page, sandbox }) => {
      await open(page, 'guest')
      await fillCardForm(page)
      await payButton(page).focus()
      await expectOneRead(
        page,
        () => keyboard.down(' '),
        () => keyboard.up(' '),
      )
      expect(await sandbox.ledger()).toHaveLength(1)
    },
  )

  test(
    'pays nothing and keeps no other tab from paying if the focus leaves Pay before',
    { tag: ['@full', '@pay.oneAttempt'] },
    async ({ page: { keyboard }, page, context, sandbox }) => {
      await open(page, 'guest')
      await fillCardForm(page)
      await payButton(page).focus()
      const read = recordRead(page)
      await keyboard.down(' ')
      await read
      await page.getByLabel('Billing address').focus()
      await expectPaymentElsewhere(context, sandbox)
    },
  )
})

test.describe('a finger on Pay', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  /** Puts a finger on Pay. Returns how to move it up by 300 px and how to take it off. */
  async function putFinger(page: Page) {
    const session = await page.context().newCDPSession(page)
    const box = await payButton(page).boundingBox()
    if (!box) throw new Error('Pay is not visible')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints })
    await send('touchStart', { x, y })
    return {
      scroll: async () => {
        for (let way = 50; way <= 300; way += 50) await send('touchMove', { x, y: y - way })
      },
      lift: () => send('touchEnd'),
    }
  }

  test(
    'the record is read before it is lifted, and once',
    { tag: ['@full', '@pay.once'] },
    async ({ page, sandbox }) => {
      await open(page, 'guest')
      await fillCardForm(page)
      let finger: Awaited<ReturnType<typeof putFinger>> | undefined
      await expectOneRead(
        page,
        async () => void (finger = await putFinger(page)),
        async () => finger?.lift(),
      )
      expect(await sandbox.ledger()).toHaveLength(1)
    },
  )

  test(
    'that scrolls pays nothing and keeps no other tab from paying',
    { tag: ['@full', '@pay.oneAttempt'] },
    async ({ page, context, sandbox }) => {
      await open(page, 'guest')
      await fillCardForm(page)
      const read = recordRead(page)
      const finger = await putFinger(page)
      await read
      await finger.scroll()
      await finger.lift()
      await expectPaymentElsewhere(context, sandbox)
    },
  )
})
