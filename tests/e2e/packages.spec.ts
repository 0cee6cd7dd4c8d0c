/** The plans (/profile/packages): price and period of each plan, and the effect on the current plan. */
import { type Page } from '@playwright/test'
import { expect, signIn, test, type Account } from './fixture.ts'
import { heading, navigation, openAs } from './page.ts'
import { RequestHold } from './requestHold.ts'

const me = 'GET /wp-json/custom-plugin/me/'
const members = 'GET /wp-json/mp/v1/members/{id}'
const list = 'GET /wp-json/mp/v1/memberships'

const plans = (page: Page) => page.getByRole('list', { name: 'Plans' })
const plan = (page: Page, title: string) => page.getByRole('article', { name: title })

async function open(page: Page, account: Account) {
  await openAs(page, account, '/profile/packages')
  await expect(heading(page, 'Plans')).toBeVisible()
}

/** Opens the page; the request for the plans stays held. */
async function openWithoutPlans(page: Page, account: Account) {
  const hold = await RequestHold.create(page)
  hold.holdCalls(list)
  await openAs(page, account, '/profile/packages')
  return hold
}

test('shows a guest the price, period, trial, excerpt and valid-until date of each plan, and a link to subscribe', async ({
  page,
}) => {
  await page.clock.setFixedTime(new Date('2025-01-31T12:00:00-05:00'))
  await open(page, 'guest')
  await expect(plans(page).getByRole('heading')).toHaveText(['Weekly', 'Monthly', 'Quarterly', 'Yearly'])

  await expect(plan(page, 'Weekly')).toContainText('$6.50 per week')
  await expect(plan(page, 'Weekly')).toContainText('Valid untilFeb, 07, 2025')
  await expect(plan(page, 'Monthly')).toContainText('$19.99 per month')
  // By calendar: a month from the 31st of January ends with February.
  await expect(plan(page, 'Monthly')).toContainText('Valid untilFeb, 28, 2025')
  await expect(plan(page, 'Quarterly')).toContainText('$49 every 3 months')
  await expect(plan(page, 'Quarterly')).toContainText('Every channel, billed every three months.')
  await expect(plan(page, 'Yearly')).toContainText('$179 per year')
  await expect(plan(page, 'Yearly')).toContainText('First 7 days free')
  await expect(plan(page, 'Yearly')).toContainText('Valid untilFeb, 07, 2026')

  // 179 a year is 14.92 a month.
  await expect(plan(page, 'Yearly')).toContainText('Save 25% vs. Monthly')
  await expect(page.getByText(/^Save/)).toHaveCount(1)

  for (const [title, id] of [
    ['Weekly', 101],
    ['Monthly', 102],
    ['Quarterly', 103],
    ['Yearly', 104],
  ] as const) {
    await expect(plan(page, title).getByRole('link', { name: `Subscribe: ${title}` })).toHaveAttribute(
      'href',
      `/subscribe/${id}`,
    )
  }
  await expect(page.getByText('Current plan')).toHaveCount(0)
})

test('shows the links to subscribe to a user whose subscriptions are all canceled', async ({ page }) => {
  await open(page, 'lapsed')
  await expect(plans(page).getByRole('link', { name: /^Subscribe/ })).toHaveCount(4)
})

test('marks the plan of a member, and offers the others as upgrade or downgrade', async ({ page }) => {
  await open(page, 'member')
  await expect(plan(page, 'Monthly')).toContainText('Current plan')
  await expect(page.getByText('Every plan includes every channel. You’re on Monthly.')).toBeVisible()
  // The day of the record, not a period from today.
  await expect(plan(page, 'Monthly')).toContainText(/Paid through[A-Z][a-z]{2}, \d{2}, \d{4}/)
  await expect(plan(page, 'Weekly')).toContainText('Valid until')
  await expect(plan(page, 'Monthly').getByRole('link')).toHaveCount(0)
  const link = (title: string) => plan(page, title).getByRole('link')
  await expect(link('Weekly')).toHaveText('Downgrade')
  await expect(link('Weekly')).toHaveAttribute('href', '/upgrade/101?type=downgrade')
  await expect(link('Quarterly')).toHaveText('Upgrade')
  await expect(link('Quarterly')).toHaveAttribute('href', '/upgrade/103?type=upgrade')
  await expect(link('Yearly')).toHaveAttribute('href', '/upgrade/104?type=upgrade')
})

for (const [account, text] of [
  ['member', 'If you change plans, your new plan starts today and replaces Monthly.'],
  ['paypal-member', 'If you change plans, your new plan starts today and replaces Quarterly.'],
  [
    'manual-member',
    'Your Yearly plan was bought elsewhere and we can’t cancel it for you. If you continue you’ll pay for both until you cancel it where you bought it.',
  ],
] as const) {
  test(`shows ${account} what happens to the current plan`, async ({ page }) => {
    await open(page, account)
    await expect(page.getByText(text)).toBeVisible()
  })
}

test('shows skeletons while the plans load', async ({ page }) => {
  const hold = await openWithoutPlans(page, 'member')
  await expect(page.getByRole('status', { name: 'Loading plans' })).toBeVisible()
  await hold.passThrough(list)
  await expect(plan(page, 'Monthly')).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading plans' })).toHaveCount(0)
})

test('shows a message and Try again if the host has no plans', async ({ page }) => {
  const hold = await openWithoutPlans(page, 'guest')
  await hold.modify(list, () => [])
  await expect(page.getByRole('heading', { name: 'Plans aren’t available right now' })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await hold.passThrough(list)
  await expect(plan(page, 'Monthly')).toBeVisible()
})

for (const [what, call] of [
  ['plans', list],
  ['member record', members],
] as const) {
  test(`shows the specified text, or the host’s, and Try again if the ${what} can’t be loaded`, async ({ page }) => {
    await signIn(page, 'member')
    // A stored role from an earlier visit. The check of this visit fails to load the record.
    await page.evaluate(() => localStorage.setItem('userRole', '"membership"'))
    const hold = await RequestHold.create(page)
    hold.holdCalls(me, members)
    await page.goto('/support')
    await hold.passThrough(me)
    await hold.abort(members)
    await expect(heading(page)).toBeVisible()
    hold.holdCalls(me, call)
    await navigation(page).getByRole('link', { name: 'Profile' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Plans' }).click()
    await hold.abort(call)
    const failure = page.getByRole('alert').filter({ hasText: 'We couldn’t load the plans' })
    await expect(failure).toContainText('Something went wrong while fetching memberpress data')
    await failure.getByRole('button', { name: 'Try again' }).click()
    await hold.refuse(call, { code: 'too_many_requests', message: 'Come back in a minute.', status: 429 })
    await expect(failure).toContainText('Come back in a minute.')
    await failure.getByRole('button', { name: 'Try again' }).click()
    await hold.passThrough(call)
    await expect(plan(page, 'Monthly')).toContainText('Current plan')
  })
}

test('shows — for a missing price and an unknown period', async ({ page, watch }) => {
  // A host that follows the contract never returns this.
  watch.allowOffContract(/memberships/)
  const hold = await openWithoutPlans(page, 'guest')
  await hold.modify(list, (body) =>
    (body as Record<string, unknown>[]).map((one, at) =>
      at === 0 ? { ...one, price: '', period_type: 'fortnights' } : one,
    ),
  )
  await expect(plan(page, 'Weekly')).toContainText('—')
  await expect(plan(page, 'Weekly')).toContainText('Valid until—')
  await expect(plan(page, 'Weekly')).not.toContainText('$')
})
