/** The package list (/profile/packages): what each plan costs, how long it lasts, and what happens to the one you have. */
import { AxeBuilder } from '@axe-core/playwright'
import { type Page } from '@playwright/test'
import { expect, signIn, test, type Account } from './fixture.ts'
import { RequestHold } from './requestHold.ts'

const me = 'GET /wp-json/custom-plugin/me/'
const members = 'GET /wp-json/mp/v1/members/{id}'

const plans = (page: Page) => page.getByRole('list', { name: 'Plans' })
const plan = (page: Page, title: string) => page.getByRole('article', { name: title })

async function open(page: Page, account: Account) {
  await signIn(page, account)
  await page.goto('/profile/packages')
  await expect(page.getByRole('heading', { name: 'Packages', level: 1 })).toBeVisible()
}

test('a guest sees the plans side by side: price, period, trial, excerpt, valid until, and a way to subscribe', async ({
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
  await expect(plan(page, 'Yearly')).toContainText('The first 7 days are free')
  await expect(plan(page, 'Yearly')).toContainText('Valid untilFeb, 07, 2026')

  // 179 a year is 14.92 a month.
  await expect(plan(page, 'Yearly')).toContainText('Save 25% over Monthly')
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

test('somebody whose subscriptions are all cancelled is a guest and can subscribe', async ({ page }) => {
  await open(page, 'lapsed')
  await expect(plans(page).getByRole('link', { name: /^Subscribe/ })).toHaveCount(4)
})

test('a member’s plan is marked, and every other one is an upgrade or a downgrade of it', async ({ page }) => {
  await open(page, 'member')
  await expect(plan(page, 'Monthly')).toContainText('Current plan')
  await expect(plan(page, 'Monthly').getByRole('link')).toHaveCount(0)
  const way = (title: string) => plan(page, title).getByRole('link')
  await expect(way('Weekly')).toHaveText('Downgrade')
  await expect(way('Weekly')).toHaveAttribute('href', '/upgrade/101?type=downgrade')
  await expect(way('Quarterly')).toHaveText('Upgrade')
  await expect(way('Quarterly')).toHaveAttribute('href', '/upgrade/103?type=upgrade')
  await expect(way('Yearly')).toHaveAttribute('href', '/upgrade/104?type=upgrade')
})

for (const [account, words] of [
  [
    'member',
    'Your Monthly plan is paid by card. It ends when you pay for another one, and the new one begins at once.',
  ],
  ['paypal-member', 'plan is paid with PayPal. It ends when you pay for another one, and the new one begins at once.'],
  ['manual-member', 'It is left alone: it goes on, and is charged, beside the new one until you end it'],
] as const) {
  test(`before anything is paid, ${account} reads what becomes of the running plan`, async ({ page }) => {
    await open(page, account)
    await expect(page.getByText(words)).toBeVisible()
  })
}

test('skeletons are shown while the plans load', async ({ page }) => {
  await signIn(page, 'member')
  const hold = await RequestHold.create(page)
  hold.holdCalls('GET /wp-json/mp/v1/memberships')
  await page.goto('/profile/packages')
  await expect(page.getByRole('status', { name: 'Loading plans' })).toBeVisible()
  await hold.passThrough('GET /wp-json/mp/v1/memberships')
  await expect(plan(page, 'Monthly')).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading plans' })).toHaveCount(0)
})

test('a host without plans is a sentence and a way to look again', async ({ page }) => {
  await signIn(page, 'guest')
  const hold = await RequestHold.create(page)
  hold.holdCalls('GET /wp-json/mp/v1/memberships')
  await page.goto('/profile/packages')
  await hold.modify('GET /wp-json/mp/v1/memberships', () => [])
  await expect(page.getByRole('heading', { name: 'Plans aren’t available right now' })).toBeVisible()
  await page.getByRole('button', { name: 'Look again' }).click()
  await hold.passThrough('GET /wp-json/mp/v1/memberships')
  await expect(plan(page, 'Monthly')).toBeVisible()
})

for (const [what, call] of [
  ['plans', 'GET /wp-json/mp/v1/memberships'],
  ['member record', members],
] as const) {
  test(`${what} that can’t be read are the specified words, or the server’s, with Try again`, async ({ page }) => {
    await signIn(page, 'member')
    // A stored role from an earlier visit. The check of this visit fails to load the record.
    await page.evaluate(() => localStorage.setItem('userRole', '"membership"'))
    const hold = await RequestHold.create(page)
    hold.holdCalls(me, members)
    await page.goto('/support')
    await hold.passThrough(me)
    await hold.abort(members)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    hold.holdCalls(me, call)
    await page.getByRole('link', { name: 'Profile', exact: true }).first().click()
    await page.getByRole('main').getByRole('link', { name: 'Packages' }).click()
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

test('a plan without a price or with an unknown period shows — rather than something wrong', async ({
  page,
  watch,
}) => {
  // A host that follows the contract never returns this.
  watch.allowOffContract(/memberships/)
  await signIn(page, 'guest')
  const hold = await RequestHold.create(page)
  hold.holdCalls('GET /wp-json/mp/v1/memberships')
  await page.goto('/profile/packages')
  await hold.modify('GET /wp-json/mp/v1/memberships', (body) =>
    (body as Record<string, unknown>[]).map((one, at) =>
      at === 0 ? { ...one, price: '', period_type: 'fortnights' } : one,
    ),
  )
  await expect(plan(page, 'Weekly')).toContainText('—')
  await expect(plan(page, 'Weekly')).toContainText('Valid until—')
  await expect(plan(page, 'Weekly')).not.toContainText('$')
})

for (const width of [320, 1440]) {
  for (const scheme of ['light', 'dark'] as const) {
    test(`it fits ${width} px in ${scheme}, by keyboard and for axe`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      await page.addInitScript((dark) => localStorage.setItem('isDarkMode', String(dark)), scheme === 'dark')
      await open(page, 'member')
      await expect(plan(page, 'Yearly')).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id }) => id)).toEqual([])
      await page.keyboard.press('Tab')
      await expect(plan(page, 'Weekly').getByRole('link')).toBeFocused()
    })
  }
}
