/**
 * The screens after a payment: what was bought, the amount, the payment method, the invoice, and Start watching. The
 * calls of each way to pay are listed in full, so that none is sent twice.
 */
import { type Locator, type Page } from '@playwright/test'
import { cardNumber } from './card.ts'
import { stopClockDuringCall } from './clock.ts'
import { expect, test } from './fixture.ts'
import { setScheme } from './galleryScreenshots.ts'
import { expectAccessible, expectNoHorizontalScroll, heading, openAs } from './page.ts'
import { fillCardForm, openPaypalWindow, payButton, paypalButton, thankYou } from './paymentSteps.ts'

const receipt = (page: Page | Locator) => page.getByRole('region', { name: 'Your purchase' })
const invoice = (page: Page | Locator) => receipt(page).getByRole('link', { name: /^Invoice \d+$/ })
const stayHere = (page: Page) => page.getByRole('button', { name: 'Stay here' }).click()
const congratulations = (page: Page) => page.getByRole('dialog', { name: 'Congratulations' })

/** Records the calls of the host and of the card provider, by method and the end of the path. */
function recordCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!/^\/(wp-json|sandbox\/stripe\/v1)\//.test(pathname)) return
    calls.push(
      `${request.method()} ${pathname.replace(/^\/(wp-json|sandbox)\/(custom-plugin|mp\/v1|payment\/v1)?\/?/, '')}`,
    )
  })
  return calls
}

/** Fits the screen and passes axe on a phone and on a wide screen, in both schemes. */
async function expectGood(page: Page) {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    await expectNoHorizontalScroll(page)
    for (const scheme of ['dark', 'light'] as const) {
      await setScheme(page, scheme)
      await expectAccessible(page)
    }
  }
}

/** The receipt, read line by line. */
const rows = async (of: Locator) =>
  (await of.locator('dl > div').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim())

async function openCardForm(page: Page, plan: string) {
  await openAs(page, 'guest', `/subscribe/${plan}`)
  await expect(cardNumber(page)).toBeVisible()
  await fillCardForm(page)
}

test(
  'a new card: the receipt, the calls without a duplicate, and the way to the channels',
  { tag: ['@after.receipt', '@after.watch', '@after.thanks'] },
  async ({ page, sandbox }) => {
    await openCardForm(page, '102')
    const calls = recordCalls(page)
    await payButton(page).click()
    await expect(thankYou(page)).toBeVisible()
    await stayHere(page)
    await expect(invoice(page)).toBeVisible()
    // The record is read while the button is pressed.
    expect(calls.splice(0, 2).sort()).toEqual(['GET members/5', 'POST stripe/v1/payment_methods'])
    expect(calls).toEqual([
      'POST create-subscription',
      // The new role.
      'GET me/',
      'GET members/5',
    ])
    expect(await rows(receipt(page))).toEqual([
      'Monthly $19.99',
      'Charged Charged today',
      'Paid with Visa •••• 4242',
      expect.stringMatching(/^Invoice Invoice \d+$/),
    ])
    await expectGood(page)

    const [message, ...others] = await sandbox.mail()
    expect(others).toEqual([])
    const number = (await invoice(page).innerText()).replace('Invoice ', '')
    expect(message?.text).toContain(`Invoice: ${number}`)
    expect(new URL(message?.links[0] ?? '').pathname).toBe(`/profile/transcation-history/${number}`)

    await page.getByRole('button', { name: 'Start watching' }).click()
    await expect(heading(page, 'Live Channels')).toBeVisible()
    await page.goto(message?.links[0] ?? '')
    await expect(page.getByRole('article', { name: `Invoice ${number}` })).toContainText('Visa •••• 4242')
  },
)

test(
  'a reload of the confirmation asks before another payment',
  { tag: '@plan.payingAgain' },
  async ({ page, sandbox }) => {
    await openCardForm(page, '102')
    await payButton(page).click()
    await stayHere(page)
    await page.reload()
    await expect(page.getByText(/^You already have Monthly through /)).toBeVisible()
    await expect(
      page.getByRole('checkbox', { name: 'I understand that I’ll pay for Monthly again.' }),
    ).not.toBeChecked()
    await expect(payButton(page)).toHaveCount(0)
    await expectGood(page)
    expect(await sandbox.ledger()).toHaveLength(1)
  },
)

test(
  'a trial: nothing is charged today, and the day of the first charge is shown',
  { tag: ['@full', '@after.receipt', '@plan.trial'] },
  async ({ page }) => {
    await openCardForm(page, '104')
    await payButton(page).click()
    await stayHere(page)
    await expect(invoice(page)).toBeVisible()
    expect(await rows(receipt(page))).toEqual([
      'Yearly $0',
      'Charged Charged today',
      expect.stringMatching(/^First charge \$179 on [A-Z][a-z]{2} \d{1,2}, \d{4}$/),
      'Paid with Visa •••• 4242',
      expect.stringMatching(/^Invoice Invoice \d+$/),
    ])
    await expectGood(page)
  },
)

test(
  'a saved card: the receipt, the calls without a duplicate',
  { tag: ['@full', '@after.receipt', '@after.watch', '@change.success'] },
  async ({ page, sandbox }) => {
    await openAs(page, 'member', '/upgrade/103?type=upgrade')
    const pay = page.getByRole('button', { name: /^Pay Now/ })
    await expect(pay).toBeEnabled()
    await page.clock.install()
    const calls = recordCalls(page)
    // The page redirects after a second.
    await stopClockDuringCall(page, 'POST /wp-json/payment/v1/pay-from-save-card', () => pay.click())
    await stayHere(page)
    await expect(page.getByText('Membership Upgraded Successfully!')).toBeVisible()
    await page.clock.resume()
    await expect(invoice(page)).toBeVisible()
    expect(calls).toEqual([
      'GET members/2',
      'POST cancel-subscription',
      'POST pay-from-save-card',
      'GET me/',
      'GET members/2',
    ])
    expect(await rows(receipt(page))).toEqual([
      'Quarterly $49',
      'Charged Charged today',
      'Paid with Visa •••• 4242',
      expect.stringMatching(/^Invoice Invoice \d+$/),
    ])
    await expect(pay).toBeDisabled()
    await expectGood(page)
    expect((await sandbox.mail()).map(({ subject }) => subject)).toEqual([
      '[Statecast] Monthly is canceled',
      '[Statecast] Receipt: Quarterly, $49',
    ])
  },
)

for (const [plan, price, first] of [
  ['102', 'Monthly $19.99', []],
  [
    '104',
    'Yearly $179',
    ['Charged $0 charged today', expect.stringMatching(/^First charge [A-Z][a-z]{2} \d+, \d{4}$/)],
  ],
] as const)
  test(
    `PayPal, plan ${plan}: the receipt, the calls without a duplicate, and the success page after a reload`,
    { tag: ['@full', '@after.receipt', '@after.watch', '@after.success', '@paypal.approved'] },
    async ({ page }) => {
      await openAs(page, 'guest', `/subscribe/${plan}`)
      await page.getByRole('radio', { name: 'PayPal Payment Method' }).check()
      await expect(paypalButton(page)).toBeVisible()
      const calls = recordCalls(page)
      await (await openPaypalWindow(page)).getByRole('button', { name: 'Approve' }).click()
      await stayHere(page)
      const dialog = congratulations(page)
      await expect(invoice(dialog)).toBeVisible()
      expect(calls).toEqual([
        'POST create-paypal-product',
        'POST create-subscription-paypal',
        'GET members/5',
        'POST capture-paypal-subscription',
        'GET me/',
        'GET members/5',
      ])
      expect(await rows(receipt(dialog))).toEqual([
        price,
        ...first,
        'Paid with PayPal',
        expect.stringMatching(/^Invoice Invoice \d+$/),
      ])
      await expectGood(page)

      await dialog.getByRole('button', { name: 'Continue now' }).click()
      for (const _ of ['redirected', 'reloaded']) {
        await expect(heading(page, 'Payment Successful')).toBeVisible()
        await expect(page.getByText('You can now access all the premium content.')).toBeVisible()
        await expect(receipt(page)).toContainText('PayPal')
        await expect(invoice(page)).toBeVisible()
        await expect(page.getByRole('link', { name: 'Go to Profile' })).toBeVisible()
        await page.reload()
      }
      await expect(receipt(page)).toContainText(plan === '104' ? '$0' : '$19.99')
      await expectGood(page)
      await page.getByRole('link', { name: 'Start watching' }).click()
      await expect(heading(page, 'Live Channels')).toBeVisible()
    },
  )
