/**
 * The saved payment cards (/profile/payment-cards): the list, the default card, adding and removing. After a reload, the
 * page shows what the provider has stored.
 */
import { AxeBuilder } from '@axe-core/playwright'
import { type Page } from '@playwright/test'
import { cardFields, testCards, typeCard } from './card.ts'
import { expect, signIn, test, type Account } from './fixture.ts'
import { RequestHold } from './requestHold.ts'

const list = 'POST /wp-json/payment/v1/user-stripe-all-cards'
const setDefault = 'POST /wp-json/payment/v1/set-default-card'
const remove = 'POST /wp-json/payment/v1/delete-card'
const add = 'POST /wp-json/payment/v1/add-card'

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
  await signIn(page, account)
  await page.goto('/profile/payment-cards')
  await expect(page.getByRole('heading', { name: 'Payment cards', level: 1 })).toBeVisible()
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
  test('has brand, last four digits, month/year and name of each card, and says which one is the default', async ({
    page,
  }) => {
    await open(page)
    await expect(rows(page)).toHaveCount(2)
    await expect(mastercard(page)).toHaveText(new RegExp(`Mastercard.*4444.*08/${year + 1}.*Mara Ellison`))
    await expect(visa(page)).toHaveText(new RegExp(`Visa.*4242.*12/${year + 2}.*Default.*Mara Ellison`))
    await expect(mastercard(page)).not.toContainText('Default')
    await expect(visa(page).getByRole('button', { name: /Set as default/ })).toHaveCount(0)
    await expect(page).toHaveTitle('Payment cards · Statecast')
  })

  test('is for members: a guest is led to /unauth', async ({ page }) => {
    await signIn(page, 'guest')
    await page.goto('/profile/payment-cards')
    await expect(page).toHaveURL('/unauth')
  })

  test('a brand without a mark of its own has a plain one; what the provider does not tell is —', async ({
    page,
    watch,
  }) => {
    watch.allowOffContract(/user-stripe-all-cards/)
    await signIn(page, 'member')
    const hold = await RequestHold.create(page)
    hold.holdCalls(list)
    await page.goto('/profile/payment-cards')
    await expect(page.getByRole('status', { name: 'Loading your cards' })).toBeVisible()
    await hold.modify(list, (body) => {
      const { cards: all, ...more } = body as { cards: { card: object; billing_details: object }[] }
      const [first] = all
      if (!first) throw new Error('The member has no card')
      const plain = { ...first.card, brand: 'unionpay', exp_month: null, exp_year: null }
      return { ...more, cards: [{ ...first, card: plain, billing_details: { ...first.billing_details, name: '' } }] }
    })
    await expect(rows(page)).toHaveText([/^Card.*4444.*Expires\s*—.*—/])
  })

  for (const [when, word] of [
    [new Date(Date.UTC(year + 1, 6, 15, 12)), 'Expires soon'],
    [new Date(Date.UTC(year + 1, 7, 31, 12)), 'Expires soon'],
    [new Date(Date.UTC(year + 1, 8, 1, 12)), 'Expired'],
  ] as const)
    test(`in ${when.toDateString()} the card of 08/${year + 1} reads '${word}'`, async ({ page }) => {
      await page.clock.setFixedTime(when)
      await open(page)
      await expect(mastercard(page)).toContainText(word)
      await expect(visa(page)).not.toContainText(/Expires soon|Expired/)
      // An expired card can't be made the default; it can still be removed.
      await expect(makeDefaultButton(page)).toHaveCount(word === 'Expired' ? 0 : 1)
      await expect(removeButton(page)).toBeEnabled()
    })

  test('a member without a card reads so, and can add one', async ({ page }) => {
    await open(page, 'paypal-member')
    await expect(page.getByRole('heading', { name: 'No saved cards' })).toBeVisible()
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    await openForm(page)
    await fill(page)
    await saveButton(page).click()
    await expect(page.getByText('Card saved')).toBeVisible()
    await expect(visa(page)).toContainText('Default')
  })
})

test.describe('a list that can’t be loaded', () => {
  const failure = (page: Page) => page.getByRole('alert').filter({ hasText: 'We couldn’t load your cards' })

  test('without an answer says the specified words, and Try again asks again', async ({ page, sandbox }) => {
    await sandbox.faults.set({ call: list, fault: 'cut-before', times: 1 })
    await open(page)
    await expect(failure(page)).toContainText('Api is not loading because user id missing or network issue')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(rows(page)).toHaveCount(2)
  })

  for (const fault of ['html', 'broken-json', 'empty'] as const)
    test(`with an answer that is none (${fault}) says the specified words`, async ({ page, sandbox, watch }) => {
      watch.allowOffContract(/user-stripe-all-cards/)
      await sandbox.faults.set({ call: list, fault, times: 1 })
      await open(page)
      await expect(failure(page)).toContainText('Api is not loading because user id missing or network issue')
    })

  test('says what the server says, as text', async ({ page, sandbox }) => {
    await sandbox.faults.set({ call: list, fault: 'refuse', message: 'No such <b>customer</b>: cus_1', times: 1 })
    await open(page)
    await expect(failure(page)).toContainText('No such customer: cus_1')
    expect(await failure(page).innerHTML()).not.toContain('<b>')
  })

  test('because the member record does not come says the specified words', async ({ page }) => {
    await open(page)
    await expect(rows(page)).toHaveCount(2)
    await page.getByRole('link', { name: 'Support' }).first().click()
    await expect(page.getByRole('heading', { name: 'Support', level: 1 })).toBeVisible()
    await page.route('**/mp/v1/members/*', (route) => route.abort('connectionreset'))
    await page.goBack()
    await expect(failure(page)).toContainText('Api is not loading because user id missing or network issue')
  })
})

test.describe('another default', () => {
  test('is one press, and stays', async ({ page, sandbox }) => {
    await open(page)
    await makeDefaultButton(page).click()
    await expect(page.getByText('Default card updated')).toBeVisible()
    await expect(mastercard(page)).toContainText('Default')
    await expect(visa(page)).not.toContainText('Default')
    await page.reload()
    await expect(mastercard(page)).toContainText('Default')
    // The upgrade screen offers this card.
    await page.goto('/upgrade/104?type=upgrade')
    await expect(page.getByRole('region', { name: 'Saved card' })).toContainText('4444')
    expect(await sandbox.ledger()).toEqual([])
  })

  test('that is refused says why and leaves everything as it was', async ({ page, sandbox }) => {
    await open(page)
    await sandbox.faults.set({ call: setDefault, fault: 'status-429', times: 1 })
    await makeDefaultButton(page).click()
    await expect(page.getByRole('alert').filter({ hasText: /\w/ })).toBeVisible()
    await expect(visa(page)).toContainText('Default')
    await makeDefaultButton(page).click()
    await expect(mastercard(page)).toContainText('Default')
  })

  test('without an answer is not known; a new list tells', async ({ page, sandbox }) => {
    await open(page)
    await sandbox.faults.set({ call: setDefault, fault: 'cut-after', times: 1 })
    await makeDefaultButton(page).click()
    await expect(page.getByText('We couldn’t confirm the change. Refresh to check your cards.')).toBeVisible()
    await expect(makeDefaultButton(page)).toBeDisabled()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(mastercard(page)).toContainText('Default')
    await expect(page.getByText('We couldn’t confirm the change.')).toHaveCount(0)
  })
})

test.describe('removing a card', () => {
  test('is asked about once, and stays', async ({ page, sandbox }) => {
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

  test('the default card of a running plan is not removed, and the page says why', async ({ page }) => {
    await open(page)
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('delete-card')) asked.push(request.url())
    })
    await removeButton(page, 'Visa ending in 4242').click()
    await expect(page.getByRole('alert').filter({ hasText: 'current plan' })).toHaveText(
      'This card pays for your current plan. Set another default card first.',
    )
    await expect(dialog(page)).toBeHidden()
    expect(asked).toEqual([])
    // With another default card, it can be removed.
    await makeDefaultButton(page).click()
    await expect(page.getByText('Default card updated')).toBeVisible()
    await expect(page.getByText('This card pays for your current plan')).toHaveCount(0)
    await removeButton(page, 'Visa ending in 4242').click()
    await dialog(page).getByRole('button', { name: 'Remove' }).click()
    await expect(rows(page)).toHaveCount(1)
  })

  test('of a plan that is paid in another way, the default one can go too', async ({ page }) => {
    await open(page, 'paypal-member')
    await openForm(page)
    await fill(page)
    await saveButton(page).click()
    await expect(visa(page)).toContainText('Default')
    await removeButton(page, 'Visa ending in 4242').click()
    await dialog(page).getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByRole('heading', { name: 'No saved cards' })).toBeVisible()
  })

  test('that another device has removed already counts as removed', async ({ page, sandbox }) => {
    await open(page)
    await sandbox.faults.set({ call: remove, fault: 'refuse', times: 1 })
    await removeButton(page).click()
    await dialog(page).getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('Card removed')).toBeVisible()
    // The page has loaded the list again.
    await expect(rows(page)).toHaveCount(2)
  })

  test('without an answer is not known; a new list tells', async ({ page, sandbox }) => {
    await open(page)
    await sandbox.faults.set({ call: remove, fault: 'cut-after', times: 1 })
    await removeButton(page).click()
    await dialog(page).getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('We couldn’t confirm the change.')).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(rows(page)).toHaveCount(1)
  })
})

test.describe('adding a card', () => {
  test('goes through the provider’s field, whose script is fetched with the form and not before', async ({
    page,
    sandbox,
  }) => {
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

  test('says what is missing at the fields, and takes the focus to the first of it', async ({ page }) => {
    await open(page)
    await openForm(page)
    await expect(page.getByRole('heading', { name: 'Add a card' })).toBeFocused()
    await cardFields(page).number.fill('4242')
    await saveButton(page).click()
    await expect(page.getByText('Cardholder name is required')).toBeVisible()
    await expect(page.getByText('Card details are required')).toBeVisible()
    await expect(page.getByLabel('Cardholder name')).toBeFocused()
  })

  for (const [number, said] of [
    [testCards.declined, 'Your card was declined.'],
    ['4000000000000069', 'Your card has expired.'],
  ] as const)
    test(`a refusal says so (${said}), saves nothing, and keeps what was typed`, async ({ page }) => {
      await open(page)
      await openForm(page)
      await fill(page, number)
      await saveButton(page).click()
      await expect(form(page).getByText(said)).toBeVisible()
      await expect(page.getByLabel('Cardholder name')).toHaveValue('Mara J. Ellison')
      await expect(rows(page)).toHaveCount(2)
      await typeCard(page, testCards.succeeds)
      await saveButton(page).click()
      await expect(rows(page)).toHaveCount(3)
    })

  test('two presses are one card', async ({ page }) => {
    await open(page)
    await openForm(page)
    await fill(page)
    await saveButton(page).dblclick()
    await expect(page.getByText('Card saved')).toBeVisible()
    await page.reload()
    await expect(rows(page)).toHaveCount(3)
  })

  test('without an answer is not known; a new list tells, and nobody has to type the card again', async ({
    page,
    sandbox,
  }) => {
    await open(page)
    await openForm(page)
    await fill(page)
    await sandbox.faults.set({ call: add, fault: 'cut-after', times: 1 })
    await saveButton(page).click()
    await expect(page.getByText('We couldn’t confirm the change.')).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(rows(page)).toHaveCount(3)
  })

  test('can be called off; the provider’s field that does not come can be fetched again', async ({
    page,
    sandbox,
    watch,
  }) => {
    watch.allowConsole(/stripe/i)
    await open(page)
    await sandbox.faults.set({ call: 'SCRIPT stripe', fault: 'status-500', times: 1 })
    await addButton(page).click()
    await expect(
      page.getByText('The card form didn’t load. Check your connection or ad blocker and try again.'),
    ).toBeVisible()
    await form(page).getByRole('button', { name: 'Try again' }).click()
    await expect(cardFields(page).number).toBeVisible()
    await form(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(form(page)).toHaveCount(0)
    await expect(rows(page)).toHaveCount(2)
    await expect(page.getByRole('region', { name: 'Saved cards' })).toBeFocused()
  })

  test('no card number comes into the page, its storage or its calls', async ({ page, server }) => {
    const own = new URL(server.url).host
    const leaks: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).host === own && /4242\s?4242/.test(request.postData() ?? '')) leaks.push(request.url())
    })
    await open(page)
    await openForm(page)
    await fill(page)
    await saveButton(page).click()
    await expect(page.getByText('Card saved')).toBeVisible()
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    )
    expect(kept + (await page.content())).not.toMatch(/4242\s?4242/)
    expect(leaks).toEqual([])
  })
})

test('with the keyboard alone: another default, one card less', async ({ page }) => {
  await open(page)
  await expect(rows(page)).toHaveCount(2)
  await expect(page.getByRole('heading', { name: 'Payment cards', level: 1 })).toBeFocused()
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

for (const scheme of ['light', 'dark'] as const)
  test(`it fits 320 px in ${scheme}, with and without the form, and axe finds nothing`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 720 })
    await page.addInitScript((dark) => {
      if (window.top === window) localStorage.setItem('isDarkMode', String(dark))
    }, scheme === 'dark')
    await open(page)
    await expect(rows(page)).toHaveCount(2)
    const fits = async () => {
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    }
    await fits()
    await openForm(page)
    await fits()
  })
