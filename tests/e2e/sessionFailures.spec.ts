/** Failures of the session: a slow host, expired tokens, other tabs, plain http, a screen that throws. */
import { chromium, type Page } from '@playwright/test'
import { chromiumFlags, findInstalled } from './chromium.mjs'
import { expect, loginOf, password, signIn, test, type Account } from './fixture.ts'

const me = '**/wp-json/custom-plugin/me/'
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const focusWindow = (page: Page) => page.evaluate(() => void dispatchEvent(new Event('focus')))

async function submitSignIn(page: Page, account: Account) {
  await page.getByPlaceholder('E-mail / username').fill(loginOf(account))
  await page.getByPlaceholder('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

test('shows the failure screen after 15 seconds without an answer, and tries again', async ({ page }) => {
  await page.clock.install()
  await signIn(page, 'member')
  let asked = 0
  await page.route(me, () => void asked++)
  await page.goto('/profile')
  await expect.poll(() => asked).toBe(1)
  await page.clock.runFor(10_000)
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  await page.clock.runFor(5_500)
  await expect(heading(page, 'No connection')).toBeVisible()
  await page.unroute(me)
  await page.clock.runFor(4_000)
  await expect(heading(page, 'Profile')).toBeVisible()
})

test('shows the loading screen while the host is slow', async ({ page }) => {
  await page.clock.install()
  await signIn(page, 'member')
  let answer: () => Promise<void> = async () => undefined
  await page.route(me, (route) => void (answer = () => route.continue()))
  const asked = page.waitForRequest(me)
  await page.goto('/profile')
  await asked
  await page.clock.runFor(10_000)
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  await expect(navigation(page)).toBeHidden()
  await answer()
  await expect(heading(page, 'Profile')).toBeVisible()
})

test('signs out with a message on window focus when the tokens have expired', async ({ page, context }) => {
  await signIn(page, 'member')
  // The calls of the screen are answered, so only the window focus causes calls.
  const answered = ['/mp/v1/memberships', '/custom-plugin/sessions'].map((call) =>
    page.waitForResponse((answer) => new URL(answer.url()).pathname.endsWith(call)),
  )
  await page.goto('/profile')
  await Promise.all(answered)
  await expect(heading(page, 'Profile')).toBeVisible()
  await context.clearCookies({ name: 'access_token' })
  // No check runs within a second of the last.
  await expect(async () => {
    await focusWindow(page)
    await expect(page).toHaveURL('/signin', { timeout: 300 })
  }).toPass()
  await expect(page.getByText('You’ve been signed out. Please sign in again.')).toBeVisible()
})

test('signs out with a message when the host has ended the session', async ({ page }) => {
  await signIn(page, 'member')
  await page.goto('/profile')
  await expect(heading(page, 'Profile')).toBeVisible()
  await page.route(me, (route) =>
    route.fulfill({ status: 401, json: { code: 'session_expired', message: 'Expired.', data: { status: 401 } } }),
  )
  await expect(async () => {
    await focusWindow(page)
    await expect(page).toHaveURL('/signin', { timeout: 300 })
  }).toPass()
  await expect(page.getByText('You’ve been signed out. Please sign in again.')).toBeVisible()
})

test('the first tab switches to the account of the second within a second', async ({ page, context }) => {
  await signIn(page, 'member')
  await page.goto('/')
  await expect(heading(page, 'Live Channels')).toBeVisible()
  const other = await context.newPage()
  await signIn(other, 'guest')
  const { ID, display_name } = await page.evaluate(
    () => JSON.parse(localStorage.getItem('userParams') ?? '{}') as { ID: number; display_name: string },
  )
  // The storage after a sign-in, as the first tab finds it if it missed the logout.
  await other.evaluate(
    (id) =>
      localStorage.setItem('userParams', JSON.stringify({ ID: id + 1000, user_email: 'x@y.z', display_name: 'Other' })),
    ID,
  )
  await expect(heading(page, 'Live Channels')).toBeHidden()
  await expect(page).toHaveURL('/profile')
  await expect(page.getByRole('button', { name: /’s account menu$/ })).not.toHaveAccessibleName(
    `${display_name}’s account menu`,
  )
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Favorites' })).toBeHidden()
})

test('is not affected by a clock that jumps by hours', async ({ page }) => {
  await page.clock.install({ time: '2026-11-21T12:00:00Z' })
  await signIn(page, 'member')
  await page.goto('/')
  await expect(heading(page, 'Live Channels')).toBeVisible()
  for (const time of ['2026-11-21T20:00:00Z', '2026-11-21T03:00:00Z']) {
    await page.clock.setSystemTime(time)
    await page.clock.runFor(2_000)
    const asked = page.waitForResponse(me)
    await focusWindow(page)
    await asked
    await expect(heading(page, 'Live Channels')).toBeVisible()
    await expect(page.getByText('We’re having trouble connecting')).toBeHidden()
  }
})

test('shows markup in a name as text', async ({ page, watch }) => {
  watch.allowOffContract(/\/me\//)
  const name = '<b>Mara</b><img src=x onerror="document.title=\'hacked\'">'
  await page.route(me, async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { data: object }
    await route.fulfill({ response, json: { ...body, data: { ...body.data, display_name: name } } })
  })
  await signIn(page, 'member')
  await page.goto('/profile')
  const account = page.getByRole('button', { name: /’s account menu$/ })
  await account.click()
  await expect(page.getByRole('menu').getByText('Mara')).toBeVisible()
  expect(await page.locator('img[src="x"], b').count()).toBe(0)
  await expect(page).toHaveTitle('Profile · Statecast')
})

test('shows the crash screen with a link when a screen throws', async ({ page, watch }) => {
  watch.allowConsole(/broken on purpose/)
  await page.addInitScript(() => {
    // Only the parameters that the screen reads.
    window.URLSearchParams = class extends URLSearchParams {
      override get(name: string) {
        if (name === 'forget' || name === 'forgetToggle') throw new Error('broken on purpose')
        return super.get(name)
      }
    }
  })
  await page.goto('/signin')
  await expect(heading(page, 'Unexpected Application Error!')).toBeFocused()
  await expect(page.getByText('broken on purpose')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Reload' })).toBeEnabled()
})

test('shows on the sign-in page that the connection is not secure, before and after a try', async ({ server }) => {
  const executablePath = findInstalled()
  const browser = await chromium.launch({
    args: [...chromiumFlags, '--host-resolver-rules=MAP tv.statecast.test 127.0.0.1, MAP * ~NOTFOUND'],
    ...(executablePath === undefined ? {} : { executablePath }),
  })
  try {
    const page = await browser.newPage()
    await page.goto(`http://tv.statecast.test:${server.port}/signin`)
    await expect(page.getByRole('alert').filter({ hasText: 'This connection isn’t secure' })).toBeVisible()
    await submitSignIn(page, 'member')
    await expect(page.getByText('Your browser blocked our cookies')).toBeVisible()
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain('token')
  } finally {
    await browser.close()
  }
})
