/**
 * The saved payment cards (/profile/payment-cards): the list, the default card, adding and removing. After a reload, the
 * page shows what the provider has stored.
 */
import { type Page } from '@playwright/test'
import { cardFields, testCards, typeCard } from './card.ts'
import { expect, test, type Account } from './fixture.ts'
import { expectAccessible, heading, openAs } from './page.ts'

const rows = (page: Page) => page.getByRole('list', { name: 'Cards' }).getByRole('listitem')
const visa = (page: Page) => rows(page).filter({ hasText: '4242' })
const makeDefaultButton = (page: Page) =>
  page.getByRole('button', { name: 'Set as default: Mastercard ending in 4444' })
const removeButton = (page: Page, name = 'Mastercard ending in 4444') =>
  page.getByRole('button', { name: `Remove: ${name}`, exact: true })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Remove this card?' })
const form = (page: Page) => page.getByRole('form', { name: 'New card' })
const addButton = (page: Page) => page.getByRole('button', { name: 'Add a card' })

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

test('shows a text and the form to a member without a card', { tag: '@full' }, async ({ page }) => {
  await open(page, 'paypal-member')
  await expect(page.getByRole('heading', { name: 'No saved cards' })).toBeVisible()
  await expectAccessible(page)
  await openForm(page)
  await fill(page)
  await saveButton(page).click()
  await expect(page.getByText('Card saved')).toBeVisible()
  await expect(visa(page)).toContainText('Default')
})

test(
  'the form can be canceled, and a card is added with the provider’s field, whose script loads with the form',
  { tag: '@cards.add' },
  async ({ page, sandbox }) => {
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script' && request.url().endsWith('/stripe.js')) scripts.push(request.url())
    })
    await open(page)
    await expect(rows(page)).toHaveCount(2)
    expect(scripts).toEqual([])
    await openForm(page)
    await expect(page.getByRole('heading', { name: 'Add a card' })).toBeFocused()
    await form(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(form(page)).toHaveCount(0)
    await expect(rows(page)).toHaveCount(2)
    await expect(page.getByRole('region', { name: 'Saved cards' })).toBeFocused()
    await openForm(page)
    expect(scripts).toHaveLength(1)
    await expect(saveButton(page)).toBeDisabled()
    await fill(page, testCards.americanExpress)
    await saveButton(page).click()
    await expect(page.getByText('Card saved')).toBeVisible()
    await expect(form(page)).toHaveCount(0)
    const amex = rows(page).filter({ hasText: '0005' })
    await expect(amex).toHaveText(/American Express.*0005.*12\/2030.*Mara J\. Ellison/)
    await expect(amex).not.toContainText('Default')
    await page.reload()
    await expect(rows(page)).toHaveCount(3)
    expect(await sandbox.ledger()).toEqual([])
  },
)

test('the keyboard sets the default card and removes a card', { tag: '@full' }, async ({ page }) => {
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
