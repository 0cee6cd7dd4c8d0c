import { type Page } from '@playwright/test'
import { stopClock } from './clock.ts'
import { expect, loginOf, password, signIn, test, type Account } from './fixture.ts'
import { RequestHold } from './requestHold.ts'

const login = 'POST /wp-json/custom-plugin/user-login'
const me = 'GET /wp-json/custom-plugin/me/'
const members = 'GET /wp-json/mp/v1/members/{id}'

const loginField = (page: Page) => page.getByPlaceholder('E-mail / username')
const passwordField = (page: Page) => page.getByPlaceholder('Password', { exact: true })
const loginButton = (page: Page) => page.getByRole('button', { name: 'Login' })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

async function submitSignIn(page: Page, account: string, secret = password, remember = false) {
  await loginField(page).fill(account.includes('@') ? account : loginOf(account as Account))
  await passwordField(page).fill(secret)
  if (remember) await page.getByLabel('Remember me').check()
  await passwordField(page).press('Enter')
}

const storedItems = (page: Page) =>
  page.evaluate(() => ({ local: { ...localStorage }, session: { ...sessionStorage }, cookies: document.cookie }))

const logOut = async (page: Page) => {
  await page.getByRole('button', { name: /account|hello/i }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page
    .getByRole('dialog', { name: 'Are you sure you want to logout' })
    .getByRole('button', { name: 'Logout' })
    .click()
}

test.describe('signing in', () => {
  test('a member reaches the live channels; without Remember me the session ends with the browser', async ({
    page,
    context,
  }) => {
    await page.goto('/')
    await expect(page).toHaveURL('/signin')
    await expect(page).toHaveTitle('Sign in · Statecast')
    await expect(loginField(page)).toBeFocused()
    await submitSignIn(page, 'member')
    await expect(page).toHaveURL('/')
    await expect(heading(page, 'Live Channels')).toBeFocused()
    const cookies = await context.cookies()
    for (const name of ['access_token', 'refresh_token'])
      expect(cookies.find((cookie) => cookie.name === name)).toMatchObject({
        expires: -1,
        secure: true,
        sameSite: 'Strict',
      })
    const { local, session } = await storedItems(page)
    expect(Object.keys(session)).toEqual(['refresh_token'])
    expect(local).not.toHaveProperty('refresh_token')
    expect(JSON.parse(local['userParams'] ?? '')).toEqual({
      ID: expect.any(Number),
      user_email: loginOf('member'),
      display_name: expect.any(String),
    })
    expect([local['userRole'], local['userAuth']]).toEqual(['"membership"', 'true'])
  })

  test('Remember me keeps the session for seven days', async ({ page, context }) => {
    await page.goto('/signin')
    await submitSignIn(page, 'member', password, true)
    await expect(page).toHaveURL('/')
    const week = Date.now() / 1000 + 7 * 86_400
    for (const { name, expires } of (await context.cookies()).filter(({ name }) => name.endsWith('_token')))
      expect(Math.abs(expires - week), name).toBeLessThan(120)
    const { local, session } = await storedItems(page)
    expect(local).toHaveProperty('refresh_token')
    expect(session).not.toHaveProperty('refresh_token')
    await page.reload()
    await expect(heading(page, 'Live Channels')).toBeVisible()
  })

  test('shows a guest that the membership is not active', async ({ page }) => {
    await page.goto('/signin')
    await submitSignIn(page, 'guest')
    await expect(page).toHaveURL('/profile')
    await expect(page.getByText('Membership is not active. Please activate a plan.')).toBeVisible()
  })

  test('opens the requested page', async ({ page }) => {
    await page.goto('/support/faqs?from=mail#top')
    await expect(page).toHaveURL('/signin')
    await submitSignIn(page, 'guest')
    await expect(page).toHaveURL('/support/faqs?from=mail#top')
    await expect(page.getByText('Membership is not active')).toBeHidden()
  })

  test('leads a guest who requested a channel to the profile with a message', async ({ page }) => {
    await page.goto('/favourites')
    await submitSignIn(page, 'lapsed')
    await expect(page).toHaveURL('/profile')
    await expect(page.getByText('Membership is not active. Please activate a plan.')).toBeVisible()
  })

  test('shows missing fields and focuses the first', async ({ page }) => {
    await page.goto('/signin')
    await loginButton(page).click()
    await expect(page.getByText('E-mail field is required')).toBeVisible()
    await expect(page.getByText('Password field is required')).toBeVisible()
    await expect(loginField(page)).toBeFocused()
    await expect(loginField(page)).toHaveAttribute('aria-invalid', 'true')
    await loginField(page).fill('member')
    await expect(page.getByText('E-mail field is required')).toBeHidden()
    await loginField(page).press('Enter')
    await expect(passwordField(page)).toBeFocused()
  })

  test('shows and hides the password', async ({ page }) => {
    await page.goto('/signin')
    await passwordField(page).fill('secret')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(passwordField(page)).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: 'Hide password' }).click()
    await expect(passwordField(page)).toHaveAttribute('type', 'password')
  })

  for (const [name, account] of [
    ['a wrong password', 'member'],
    ['an unknown account', 'nobody@statecast.test'],
  ] as const)
    test(`shows the server's message as text: ${name}`, async ({ page }) => {
      await page.goto('/signin')
      await submitSignIn(page, account, 'wrong')
      const alert = page.getByRole('alert').filter({ hasText: /\w/ })
      await expect(alert).toHaveText(/password|account|username|email/i)
      expect(await alert.innerHTML()).not.toMatch(/<(?!!)/)
      await expect(loginButton(page)).toBeEnabled()
      await expect(passwordField(page)).toHaveValue('wrong')
    })

  test('shows markup in a message as text', async ({ page, sandbox, watch }) => {
    watch.allowOffContract(/user-login/)
    await sandbox.faults.set({ call: login, fault: 'markup', times: 1 })
    await page.goto('/signin')
    await submitSignIn(page, 'member', 'wrong')
    const alert = page.getByRole('alert').filter({ hasText: /\w/ })
    await expect(alert).toBeVisible()
    expect(await alert.locator('*').count()).toBe(0)
    await expect(page).toHaveURL('/signin')
  })

  for (const fault of ['cut-before', 'status-500', 'html', 'broken-json', 'empty'])
    test(`(${fault}) shows a message, and the next try works`, async ({ page, sandbox, watch }) => {
      watch.allowOffContract(/user-login/)
      await sandbox.faults.set({ call: login, fault, times: 1 })
      await page.goto('/signin')
      await submitSignIn(page, 'member')
      await expect(page.getByRole('alert').filter({ hasText: 'Login failed' })).toBeVisible()
      await loginButton(page).click()
      await expect(page).toHaveURL('/')
    })

  test('shows one spinner while the host is slow', async ({ page }) => {
    const hold = await RequestHold.create(page)
    hold.holdCalls(login)
    let asked = 0
    page.on('request', (request) => void (asked += Number(request.url().endsWith('/user-login'))))
    await page.goto('/signin')
    await submitSignIn(page, 'member')
    await expect(page.locator('form')).toHaveAttribute('aria-busy', 'true')
    await passwordField(page).press('Enter')
    await hold.passThrough(login)
    await expect(page).toHaveURL('/')
    expect(asked).toBe(1)
  })

  test('shows the loading animation while the next screen loads', async ({ page }) => {
    let arrive = () => {}
    const held = new Promise<void>((resolve) => (arrive = resolve))
    await page.route(/assets\/inside-.*\.js$/, async (route) => {
      await held
      await route.fallback()
    })
    await page.goto('/signin')
    await submitSignIn(page, 'member')
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
    arrive()
    await expect(heading(page, 'Live Channels')).toBeVisible()
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
  })
})

test.describe('a running session', () => {
  const count = (page: Page) => {
    const calls: string[] = []
    page.on('request', (request) => {
      const found = /\/(me|members)\//.exec(request.url())?.[1]
      if (found) calls.push(found)
    })
    return calls
  }

  test('fifty focus events in a second make one me and one member call', async ({ page }) => {
    await signIn(page, 'member')
    await page.clock.install()
    await page.goto('/profile')
    await expect(heading(page, /\w/)).toBeVisible()
    await stopClock(page)
    // The start counts as a check, so a second has to pass.
    await page.clock.runFor(1_500)
    const calls = count(page)
    for (let i = 0; i < 50; i++) {
      await page.evaluate(() => window.dispatchEvent(new Event('focus')))
      await page.clock.runFor(15)
    }
    await expect.poll(() => [...calls].sort()).toEqual(['me', 'members'])
  })

  test('a refused me call signs out with a message and clears everything', async ({ page, sandbox }) => {
    await signIn(page, 'member')
    await sandbox.faults.set({ call: me, fault: 'status-401', times: 1 })
    await page.goto('/favourites')
    await expect(page).toHaveURL('/signin')
    const { local, cookies } = await storedItems(page)
    expect([local['userParams'], local['refresh_token'], cookies.includes('_token')]).toEqual([
      undefined,
      undefined,
      false,
    ])
  })

  for (const fault of ['cut-before', 'html', 'broken-json', 'empty', 'status-500'])
    test(`(${fault}) at a start without a stored user shows the failure screen`, async ({ page, sandbox, watch }) => {
      watch.allowOffContract(/\/me\//)
      await signIn(page, 'member')
      await page.evaluate(() => localStorage.removeItem('userParams'))
      await sandbox.faults.set({ call: me, fault })
      await page.goto('/profile')
      await expect(heading(page, 'No connection')).toBeVisible()
      await sandbox.faults.clear()
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page).toHaveURL('/profile')
      await expect(heading(page, 'No connection')).toBeHidden()
      await expect(page.getByRole('navigation').first()).toBeVisible()
    })

  test('an unreachable host does not sign out a stored user', async ({ page, sandbox, watch }) => {
    watch.allowOffContract(/\/me\/|members/)
    await signIn(page, 'member')
    await page.goto('/profile')
    await expect(page.getByRole('navigation').first()).toBeVisible()
    await sandbox.faults.set({ call: me, fault: 'cut-before' })
    await page.reload()
    await expect(page.getByRole('navigation').first()).toBeVisible()
    await expect(page).toHaveURL('/profile')
    await expect(page.getByText('We’re having trouble connecting')).toBeVisible()
    await sandbox.faults.clear()
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(page.getByText('We’re having trouble connecting')).toBeHidden({
      timeout: 15_000,
    })
  })

  test('a refused membership check means guest', async ({ page, sandbox, watch }) => {
    watch.allowOffContract(/members/)
    await signIn(page, 'member')
    await sandbox.faults.set({ call: members, fault: 'refuse' })
    await page.goto('/favourites')
    await expect(page).toHaveURL('/unauth')
    await expect(heading(page, 'Unauthorized / UnSubscribed Person')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Go to Profile' })).toHaveAttribute('href', '/profile')
  })

  test('logout works offline and clears everything', async ({ page, context }) => {
    await signIn(page, 'member')
    await page.goto('/')
    await expect(heading(page, 'Live Channels')).toBeVisible()
    const name = JSON.parse((await storedItems(page)).local['userParams'] ?? '{}') as { display_name: string }
    await page.getByRole('navigation').getByRole('link', { name: 'Support' }).click()
    await expect(page).toHaveURL('/support')
    await context.route('**/custom-plugin/logout', (route) => route.abort('internetdisconnected'))
    await logOut(page)
    await expect(page).toHaveURL('/signin')
    await expect(page.getByText('You’re signed out here')).toBeVisible()
    const { local, session, cookies } = await storedItems(page)
    const everything = JSON.stringify({ local, session, cookies }) + (await page.content())
    for (const trace of [loginOf('member'), name.display_name, 'access_token', 'refresh_token'])
      expect(everything, trace).not.toContain(trace)
    expect([local['userRole'], local['userAuth'], local['userParams']]).toEqual(['null', 'false', undefined])
    await page.goBack()
    await expect(page).toHaveURL('/signin')
    await expect(heading(page, 'Sign in')).toBeVisible()
  })

  test('Cancel changes nothing', async ({ page }) => {
    await signIn(page, 'member')
    await page.goto('/profile')
    await page.getByRole('button', { name: /account|hello/i }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page).toHaveURL('/profile')
  })
})

test.describe('unusual browsers', () => {
  test('works without storage and shows what that means', async ({ page }) => {
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('denied', 'SecurityError')
          },
        })
    })
    await page.goto('/signin')
    await expect(page.getByText('Your browser isn’t saving data for this site')).toBeVisible()
    await submitSignIn(page, 'member')
    await expect(page).toHaveURL('/')
    await page.reload()
    await expect(heading(page, 'Live Channels')).toBeVisible()
  })

  test('works with full storage and shows what that means', async ({ page }) => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    })
    await page.goto('/signin')
    await expect(page.getByText('Your browser isn’t saving data for this site')).toBeVisible()
    await submitSignIn(page, 'member', password, true)
    await expect(page).toHaveURL('/')
  })

  test('removes damaged items', async ({ page }) => {
    await signIn(page, 'member')
    await page.evaluate(() => {
      for (const name of ['userRole', 'userAuth', 'userParams', 'navCollapse', 'isDarkMode', 'theme'])
        localStorage.setItem(name, '{"')
    })
    await page.goto('/')
    await expect(heading(page, 'Live Channels')).toBeVisible()
  })

  test('shows on the sign-in page that cookies are blocked, before and after a try', async ({ page, context }) => {
    // Uses the real setting of the browser.
    await (await context.newCDPSession(page)).send('Emulation.setDocumentCookieDisabled', { disabled: true })
    await page.goto('/signin')
    expect(await page.evaluate(() => navigator.cookieEnabled)).toBe(false)
    await expect(page.getByRole('alert').filter({ hasText: 'Cookies are blocked' })).toBeVisible()
    await submitSignIn(page, 'member')
    await expect(page.getByRole('alert').filter({ hasText: 'blocked our cookies' })).toBeVisible()
    await expect(loginField(page)).toHaveValue(loginOf('member'))
    await expect(page).toHaveURL('/signin')
  })

  test('is not affected by a clock that jumps by years', async ({ page }) => {
    await page.clock.install({ time: '2026-11-21T12:00:00Z' })
    await signIn(page, 'member')
    await page.goto('/profile')
    await expect(page.getByRole('navigation').first()).toBeVisible()
    for (const time of ['2036-01-01T00:00:00Z', '2001-01-01T00:00:00Z']) {
      await page.clock.setSystemTime(time)
      await page.evaluate(() => window.dispatchEvent(new Event('focus')))
      await page.clock.runFor(2_000)
      await expect(page).toHaveURL('/profile')
      await expect(page.getByRole('navigation').first()).toBeVisible()
    }
  })

  test('offers a reload when a chunk is gone after a deploy, and does not reload in a loop', async ({
    page,
    context,
    watch,
  }) => {
    watch.allowConsole(/./)
    await signIn(page, 'guest')
    await page.goto('/profile')
    await expect(page.getByRole('navigation').first()).toBeVisible()
    let loads = 0
    page.on('load', () => void loads++)
    await context.route(/assets\/Support-.*\.js/, (route) => route.fulfill({ status: 404, body: 'gone' }))
    await page.getByRole('link', { name: 'Support' }).first().click()
    await expect(heading(page, 'Reload to continue')).toBeVisible()
    expect(loads).toBe(0)
    await context.unroute(/assets\/Support-.*\.js/)
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(page).toHaveURL('/support')
    await expect(heading(page, 'Reload to continue')).toBeHidden()
  })

  test('shows 404, an image and one button by role for an unknown path', async ({ page }) => {
    await page.goto('/no/such/page')
    await expect(page).toHaveTitle('Not Found · Statecast')
    await expect(heading(page, 'Not Found')).toBeFocused()
    await expect(page.getByText('404')).toBeVisible()
    await expect(page.getByRole('link', { name: 'go to Back' })).toHaveAttribute('href', '/')
    await signIn(page, 'guest')
    await page.goto('/no/such/page')
    await expect(page.getByRole('link', { name: 'go to Profile' })).toHaveAttribute('href', '/profile')
  })
})

test('applies the theme in every tab and stores it', async ({ page, context }) => {
  const other = await context.newPage()
  await signIn(page, 'guest')
  await page.goto('/profile')
  await other.goto('/profile')
  await page.getByRole('switch', { name: 'Dark mode' }).click()
  for (const one of [page, other]) {
    await expect(one.locator('html')).toHaveClass(/dark/)
    await expect(one.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  }
  const { local } = await storedItems(page)
  expect([local['isDarkMode'], local['theme']]).toEqual(['true', '"dark"'])
  await other.reload()
  await expect(other.locator('html')).toHaveClass(/dark/)
})
