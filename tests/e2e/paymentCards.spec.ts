/**
 * The saved payment cards (/profile/payment-cards): the list, the default card, adding and removing. After a reload, the
 * page shows what the provider has stored.
 */
import { type Page } from '@playwright/test'
import { cardFields, testCards, typeCard } from './card.ts'
import { expect, test, type Account } from './fixture.ts'
import { expectAccessible, heading, navigation, openAs } from './page.ts'
import { RequestHold } from './requestHold.ts'

const list = 'POST /wp-json/payment/v1/user-stripe-all-cards'

const rows = (page: Page) => page.getByRole('list', { name: 'Cards' }).getByRole('listitem')
const visa = (page: Page) => rows(page).filter({ hasText: '4242' })
const mastercard = (page: Page) => rows(page).filter({ hasText: '4444' })
const makeDefaultButton = (page: Page) =>
  page.getByRole('button', { name: 'Set as default: Mastercard ending in 4444' })
const removeButton = (page: Page, name = 'Mastercard ending in 4444') =>
  page.getByRole('button', { name: `Remove: ${name}`, exact: true })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Remove this card?' })
const form = (page: Page) => page.getByRole('form', { name: 'New card' })
const addButton = (page: Page) => page.getByRole('button', { name: 'Add a card' })
const year = new Date().getFullYear()

async function open(page: Page, account: Account = 'member') {
  await openAs(page, account, '/profile/payment-cards')
  await expect(heading(page, 'Payment cards')).toBeVisible()
}

async function openForm(page: Page) {
  await addButton(page).click()
  await expect(cardFields(page).number).toBeVisible()
}

async function fill(page: Page, number: string = testCards.succeeds) {
  await page.getByLabel('Cardholder name').fill('Mara J. Ellison')
  await page.getByLabel('Billing address').fill('2 Harbor Street')
  await typeCard(page, number)
}

const saveButton = (page: Page) => form(page).getByRole('button', { name: 'Save card' })

test.describe('the list', () => {
  test('shows brand, last four digits, expiry and name of each card, and marks the default', async ({ page }) => {
    await open(page)
    await expect(rows(page)).toHaveCount(2)
    await expect(mastercard(page)).toHaveText(new RegExp(`Mastercard.*4444.*08/${year + 1}.*Mara Ellison`))
    await expect(visa(page)).toHaveText(new RegExp(`Visa.*4242.*12/${year + 2}.*Default.*Mara Ellison`))
    await expect(mastercard(page)).not.toContainText('Default')
    await expect(visa(page).getByRole('button', { name: /Set as default/ })).toHaveCount(0)
    await expect(page).toHaveTitle('Payment cards · Statecast')
  })

  test('redirects a guest to /unauth', async ({ page }) => {
    await openAs(page, 'guest', '/profile/payment-cards')
    await expect(page).toHaveURL('/unauth')
  })

  test('shows a generic logo for an unknown brand and — for a missing value', async ({ page, watch }) => {
    watch.allowOffContract(/user-stripe-all-cards/)
    const hold = await RequestHold.create(page)
    hold.holdCalls(list)
    await open(page)
    await hold.modify(list, (body) => {
      const { cards: all, ...more } = body as { cards: { card: object; billing_details: object }[] }
      const [first] = all
      if (!first) throw new Error('The member has no card')
      const plain = { ...first.card, brand: 'unionpay', exp_month: null, exp_year: null }
      return { ...more, cards: [{ ...first, card: plain, billing_details: { ...first.billing_details, name: '' } }] }
    })
    await expect(rows(page)).toHaveText([/^Card.*4444.*Expires\s*—.*—/])
  })

  for (const [when, mark] of [
    [new Date(Date.UTC(year + 1, 6, 15, 12)), 'Expires soon'],
    [new Date(Date.UTC(year + 1, 7, 31, 12)), 'Expires soon'],
    [new Date(Date.UTC(year + 1, 8, 1, 12)), 'Expired'],
  ] as const)
    test(`marks the card of 08/${year + 1} as ‘${mark}’ on ${when.toDateString()}`, async ({ page }) => {
      await page.clock.setFixedTime(when)
      await open(page)
      await expect(mastercard(page)).toContainText(mark)
      await expect(visa(page)).not.toContainText(/Expires soon|Expired/)
      // An expired card can't be made the default; it can still be removed.
      await expect(makeDefaultButton(page)).toHaveCount(mark === 'Expired' ? 0 : 1)
      await expect(removeButton(page)).toBeEnabled()
    })

  test('shows a text and the form to a member without a card', async ({ page }) => {
    await open(page, 'paypal-member')
    await expect(page.getByRole('heading', { name: 'No saved cards' })).toBeVisible()
    await expectAccessible(page)
    await openForm(page)
    await fill(page)
    await saveButton(page).click()
    await expect(page.getByText('Card saved')).toBeVisible()
    await expect(visa(page)).toContainText('Default')
  })
})

test('shows the specified text when the member record can’t be loaded', async ({ page }) => {
  await open(page)
  await expect(rows(page)).toHaveCount(2)
  await navigation(page).getByRole('link', { name: 'Support' }).click()
  await expect(heading(page, 'Support')).toBeVisible()
  await page.route('**/mp/v1/members/*', (route) => route.abort('connectionreset'))
  await page.goBack()
  await expect(page.getByRole('alert').filter({ hasText: 'We couldn’t load your cards' })).toContainText(
    'Api is not loading because user id missing or network issue',
  )
})

test('another default card is saved, and the upgrade screen offers it', async ({ page, sandbox }) => {
  await open(page)
  await makeDefaultButton(page).click()
  await expect(page.getByText('Default card updated')).toBeVisible()
  await expect(mastercard(page)).toContainText('Default')
  await expect(visa(page)).not.toContainText('Default')
  await page.reload()
  await expect(mastercard(page)).toContainText('Default')
  await page.goto('/upgrade/104?type=upgrade')
  await expect(page.getByRole('region', { name: 'Saved card' })).toContainText('4444')
  expect(await sandbox.ledger()).toEqual([])
})

test('a card is removed after a confirmation', async ({ page, sandbox }) => {
  await open(page)
  await removeButton(page).click()
  await expect(dialog(page)).toContainText('Mastercard ending in 4444')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(rows(page)).toHaveCount(2)
  await expect(removeButton(page)).toBeFocused()
  await removeButton(page).click()
  await dialog(page).getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Card removed')).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  expect(await sandbox.ledger()).toEqual([])
})

test('a card is added with the provider’s field, whose script loads with the form', async ({ page, sandbox }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script' && request.url().endsWith('/stripe.js')) scripts.push(request.url())
  })
  await open(page)
  await expect(rows(page)).toHaveCount(2)
  expect(scripts).toEqual([])
  await openForm(page)
  expect(scripts).toHaveLength(1)
  await expect(saveButton(page)).toBeDisabled()
  await fill(page, '378282246310005')
  await cardFields(page).code.fill('1234')
  await saveButton(page).click()
  await expect(page.getByText('Card saved')).toBeVisible()
  await expect(form(page)).toHaveCount(0)
  const amex = rows(page).filter({ hasText: '0005' })
  await expect(amex).toHaveText(/American Express.*0005.*12\/2030.*Mara J\. Ellison/)
  await expect(amex).not.toContainText('Default')
  await page.reload()
  await expect(rows(page)).toHaveCount(3)
  expect(await sandbox.ledger()).toEqual([])
})

test('the form can be canceled', async ({ page }) => {
  await open(page)
  await openForm(page)
  await expect(page.getByRole('heading', { name: 'Add a card' })).toBeFocused()
  await form(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(form(page)).toHaveCount(0)
  await expect(rows(page)).toHaveCount(2)
  await expect(page.getByRole('region', { name: 'Saved cards' })).toBeFocused()
})

test('the keyboard sets the default card and removes a card', async ({ page }) => {
  await open(page)
  await expect(rows(page)).toHaveCount(2)
  await expect(heading(page, 'Payment cards')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(makeDefaultButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Default card updated')).toBeVisible()
  await removeButton(page, 'Visa ending in 4242').focus()
  await page.keyboard.press('Space')
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(removeButton(page, 'Visa ending in 4242')).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog(page).getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByRole('region', { name: 'Saved cards' })).toBeFocused()
})
