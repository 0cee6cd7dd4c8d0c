/**
 * The tables of the specification: each route renders its screen, the client makes each call, and all calls are valid
 * against the contract, between browser and edge and between edge and host.
 */
import { type Page } from '@playwright/test'
import { findCall, calls } from '../../tools/contract/contract.ts'
import { stopClockDuringCall } from './clock.ts'
import { expect, loginOf, password, signIn, test as base, unknownPath, type Account } from './fixture.ts'
import { heading, openAs, submitSignIn } from './page.ts'
import { chooseLocation, fillCardForm, payButton, payWithPaypal, thankYou } from './paymentSteps.ts'
import { newestResetLink } from './resetMail.ts'
import { startRecordedServer, type RecordedServer } from './recordedServer.ts'
import { longWaits } from './waits.ts'

let recorded: RecordedServer
const test = base.extend<object, object>({
  server: [
    async ({ playwright: _playwright }, use) => {
      recorded = await startRecordedServer()
      const { url, sandbox, stop } = recorded
      const never = () => Promise.reject(new Error('This server runs in the process of the test'))
      const port = Number(new URL(url).port)
      await use({
        url,
        port,
        pid: () => process.pid,
        sandbox,
        output: () => '',
        kill: never,
        end: never,
        restart: never,
      })
      await stop()
    },
    { scope: 'worker', timeout: longWaits.serverStart },
  ],
})

test.describe.configure({ mode: 'serial' })

/** The calls that were made and the paths that were shown. */
const calledOperations = new Set<string>()
const shownPaths = new Set<string>()
/** The call user_forget/ checks a link or sets a password. */
const callNameOf = (method: string, path: string, body: string | null): string | undefined => {
  const name = findCall(method, path)?.name
  return name?.endsWith('/user_forget/') ? `${name} ${body?.includes('new_password') ? 'sets' : 'checks'}` : name
}
test.beforeEach(({ context }) => {
  context.on('response', (response) => {
    const { pathname, search } = new URL(response.url())
    const name = callNameOf(response.request().method(), pathname + search, response.request().postData())
    if (name !== undefined) calledOperations.add(name)
  })
})

/** Opens a path and asserts the heading of its screen. */
async function openScreen(page: Page, path: string, title: string | RegExp) {
  await page.goto(path)
  await expect(heading(page).filter({ hasText: title })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(/coming soon|placeholder/i)
  shownPaths.add(path)
}

async function signInWithForm(page: Page, account: Account, secret = password) {
  await page.goto('/signin')
  shownPaths.add('/signin')
  await submitSignIn(page, account, { secret })
}

async function payByCard(page: Page) {
  await chooseLocation(page, { Country: 'United States', State: 'California', City: 'San Francisco' })
  await fillCardForm(page)
  await payButton(page).click()
  await expect(thankYou(page)).toBeVisible()
}

test('signed out: the public screens, and a password reset', async ({ page, sandbox }) => {
  await openScreen(page, '/unauth', 'Unauthorized / UnSubscribed Person')
  await openScreen(page, unknownPath, 'Not Found')
  await openScreen(page, '/reset-password', 'Error')
  await page.goto('/forget/password')
  await page.getByLabel('E-mail or username').fill(loginOf('member'))
  await page.getByRole('button', { name: 'Send Reset Instructions' }).click()
  await expect(page.locator('form').getByText(/success/)).toBeVisible()
  shownPaths.add('/forget/password')
  const { pathname, search } = new URL(await newestResetLink(sandbox, 'member'))
  await page.goto(pathname + search)
  await page.getByLabel('New Password', { exact: true }).fill('another-password-24')
  await page.getByLabel('Confirm Password', { exact: true }).fill('another-password-24')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByText('Password reset successful!')).toBeVisible()
  await signInWithForm(page, 'member', 'another-password-24')
  await expect(page).toHaveURL('/')
})

test('a guest who pays by card', async ({ page }) => {
  await signInWithForm(page, 'guest')
  await expect(page).toHaveURL('/profile')
  await expect(page.getByText('Membership is not active. Please activate a plan.')).toBeVisible()
  await openScreen(page, '/profile', 'Profile')
  await openScreen(page, '/profile/packages', 'Plans')
  await openScreen(page, '/subscribe/102', 'Subscribe')
  await payByCard(page)
})

test('a guest who pays by PayPal', async ({ page }) => {
  await openAs(page, 'lapsed', '/subscribe/102')
  await payWithPaypal(page)
  await page.getByRole('button', { name: 'Continue now' }).click()
  await expect(page).toHaveURL('/subscribe/success/')
  await openScreen(page, '/subscribe/success/', 'Payment Successful')
})

test('a member: every screen behind the sign-in, a request, and an upgrade with the saved card', async ({ page }) => {
  await signIn(page, 'member')
  const screens: [string, string | RegExp][] = [
    ['/', 'Live Channels'],
    ['/favourites', 'Favorites'],
    ['/video/longitude', 'Longitude'],
    ['/support', 'Support'],
    ['/support/faqs', 'FAQs'],
    ['/support/form', 'Contact us'],
    ['/support/bugs', 'Report a bug'],
    ['/profile', 'Profile'],
    ['/profile/edit', 'Edit details'],
    ['/profile/packages', 'Plans'],
    ['/profile/transcation-history', /history/i],
    ['/profile/view-profile', 'Personal details'],
    ['/profile/all-sessions', 'Your devices'],
    ['/profile/payment-cards', 'Payment cards'],
  ]
  for (const [path, title] of screens) await openScreen(page, path, title)
  await page.goto('/profile/transcation-history')
  await page
    .getByRole('link', { name: /^Invoice/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/profile\/transcation-history\/\d+$/)
  await expect(heading(page)).toContainText('Invoice')
  await expect(page.getByRole('article', { name: /^Invoice/ })).toBeVisible()
  shownPaths.add('/profile/transcation-history/{id}')

  await page.goto('/support')
  await page.getByLabel('Email').fill(loginOf('member'))
  await page.getByLabel('Channel Name').fill('Meridian News')
  await page.getByRole('button', { name: /Submit/ }).click()
  await expect(
    page.getByText('Your request has been submitted successfully. We will notify you once your channel is approved.'),
  ).toBeVisible()

  await openScreen(page, '/upgrade/103?type=upgrade', /^Upgrade Plan/)
  // The success text is shown for a second.
  await page.clock.install()
  await stopClockDuringCall(page, 'POST /wp-json/payment/v1/pay-from-save-card', () =>
    page.getByRole('button', { name: 'Pay Now' }).click(),
  )
  await expect(page.getByText('Membership Upgraded Successfully!')).toBeVisible()
})

test('a member by PayPal who changes to a card', async ({ page }) => {
  await openAs(page, 'paypal-member', '/upgrade/104?type=upgrade')
  await page.getByRole('radio', { name: 'Debit /Credit Card' }).check()
  await payByCard(page)
})

test('each route of the table was shown', () => {
  expect([...shownPaths].sort()).toEqual(
    [
      ...['/', '/favourites', '/video/longitude', '/signin', '/forget/password', '/unauth', unknownPath],
      ...['/support', '/support/faqs', '/support/form', '/support/bugs', '/reset-password'],
      ...['/upgrade/103?type=upgrade', '/subscribe/102', '/subscribe/success/'],
      ...['/profile', '/profile/edit', '/profile/packages', '/profile/transcation-history', '/profile/view-profile'],
      ...['/profile/transcation-history/{id}', '/profile/all-sessions', '/profile/payment-cards'],
    ].sort(),
  )
})

test('each call of the table was made by the client', () => {
  const specified = calls
    .filter(({ operation }) => operation['x-origin'] === 'specification')
    .flatMap(({ name }) => (name.endsWith('/user_forget/') ? [`${name} checks`, `${name} sets`] : [name]))
  // The specification names the list of regions without a path.
  const wanted = [...specified, 'GET /wp-json/channel/v2/regions']
  expect(wanted.filter((name) => !calledOperations.has(name))).toEqual([])
  // Countries, states and cities are one of the twenty.
  expect(wanted.length - 2).toBe(20)
})

test('every call between edge and host was valid against the contract', async () => {
  const passed = await recorded.hostCalls()
  expect(passed.filter(({ found }) => found.length > 0)).toEqual([])
  expect(passed.length).toBeGreaterThan(100)
})
