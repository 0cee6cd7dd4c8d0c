/** What users see when the web server or a plugin of the host interferes. */
import { type Page } from '@playwright/test'
import { password, type Account } from '../e2e/fixture.ts'
import { accountMenu, connectionBanner, focusUntil, heading, openAs, submitSignIn } from '../e2e/page.ts'
import { requestResetLink } from '../e2e/resetMail.ts'
import { expect, test } from './fixture.ts'
import { type Switches } from './site.ts'

const refusal = (page: Page) => page.locator('form').getByRole('alert').last()
const brokenText = 'Login failed. Something went wrong on our side. Please try again.'
const channel = (page: Page) => page.getByText('The coast before it wakes, the city before it moves')
/** Asks again: in the banner at the top of the page, or else below it. */
const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' }).first().click()
const signedOut = 'You’ve been signed out. Please sign in again.'

test.describe('sign-in', () => {
  const switches: readonly (readonly [string, Switches])[] = [
    ['a redirect to another slash', { slashRedirect: 'add' }],
    ['plain permalinks', { plainPermalinks: true }],
    ['the page of a firewall', { firewall: '/user-login' }],
    ['a warning of PHP before the JSON', { warnings: 'printed' }],
    ['a fatal error of PHP', { fatalError: '/user-login' }],
  ]
  for (const [what, on] of switches)
    test(`with ${what} says that the fault is not the user’s`, async ({ page, wordpress, watch }) => {
      watch.allowOffContract(/user-login/)
      await wordpress.switchOn(on)
      await page.goto('/signin')
      await submitSignIn(page, 'member')
      await expect(refusal(page)).toHaveText(brokenText)
    })

  test('works again after maintenance, which says that the fault is not the user’s', async ({
    page,
    wordpress,
    watch,
  }) => {
    watch.allowOffContract(/user-login/)
    await wordpress.startMaintenance()
    await page.goto('/signin')
    await submitSignIn(page, 'member')
    await expect(refusal(page)).toHaveText(brokenText)
    await wordpress.endMaintenance()
    await submitSignIn(page, 'member')
    await expect(heading(page, 'Live Channels')).toBeVisible()
  })

  test('on a server that removes Authorization ends at once, with a message', async ({ page, wordpress }) => {
    await wordpress.switchOn({ stripAuthorization: true })
    await page.goto('/signin')
    await submitSignIn(page, 'member')
    await expect(page.getByText(signedOut)).toBeVisible()
  })

  test('on a server that prints warnings works, because the edge asks for JSON', async ({
    page,
    wordpress,
    request,
  }) => {
    await wordpress.switchOn({ warnings: 'hidden' })
    const visitor = await request.get(`${wordpress.url}/wp-json/`, { headers: { accept: '*/*' } })
    expect(await visitor.text()).toContain('A warning of a plugin')
    await page.goto('/signin')
    await submitSignIn(page, 'member')
    await expect(heading(page, 'Live Channels')).toBeVisible()
  })

  test('works with a cookie of WordPress in the browser, which the edge does not pass on', async ({
    page,
    wordpress,
    server,
  }) => {
    const form = { log: 'admin', pwd: password, 'wp-submit': 'Log In' }
    await page.request.post(`${wordpress.url}/wp-login.php`, { form, maxRedirects: 0 })
    const cookies = (await page.context().cookies(wordpress.url)).filter(({ name }) => /^wordpress_\w/.test(name))
    expect(cookies.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^wordpress_logged_in_/))
    await page.context().addCookies(cookies.map(({ name, value }) => ({ name, value, url: server.url })))

    // WordPress drops the user of the bearer when it receives its cookie without a nonce.
    const signedIn = await page.request.post(`${wordpress.url}/wp-json/custom-plugin/user-login`, {
      data: { username: 'member', password, remember_me: true },
      headers: { xsrf: 'x', cookie: 'XSRF-TOKEN=x' },
    })
    const { access_token: token } = (await signedIn.json()) as { access_token: string }
    const headers = { authorization: `Bearer ${token}` }
    const me = await page.request.get(`${wordpress.url}/wp-json/custom-plugin/me/`, { headers })
    expect(await me.json()).toMatchObject({ ID: 0 })

    await page.goto('/signin')
    await submitSignIn(page, 'member')
    await expect(heading(page, 'Live Channels')).toBeVisible()
    await page.reload()
    await expect(accountMenu(page)).toHaveAccessibleName('Mara Ellison’s account menu')
  })
})

test.describe('the forgotten password', () => {
  // The edge limits the attempts for each account.
  const switches: readonly (readonly [string, Account, Switches])[] = [
    ['a redirect to another slash', 'member', { slashRedirect: 'add' }],
    ['the page of a firewall', 'paypal-member', { firewall: '/user_forget' }],
    ['a fatal error of PHP', 'manual-member', { fatalError: '/user_forget' }],
  ]
  for (const [what, account, on] of switches)
    test(`with ${what} can be sent again`, async ({ page, wordpress, watch, sandbox }) => {
      watch.allowOffContract(/user_forget/)
      await wordpress.switchOn(on)
      await page.goto('/forget/password')
      await page.getByLabel('E-mail or username').fill(account)
      await page.keyboard.press('Enter')
      await expect(page.getByText('Error occurred while sending reset instructions')).toBeVisible()
      expect(await sandbox.mail()).toEqual([])
      await wordpress.switchOn({})
      await page.getByRole('button', { name: 'Send Reset Instructions' }).click()
      await expect(page.getByText('Password reset instructions were sent successfully.')).toBeVisible()
    })

  test('with a redirect that removes the slash, a link can be checked again', async ({
    page,
    wordpress,
    watch,
    sandbox,
  }) => {
    watch.allowOffContract(/user_forget/)
    const link = await requestResetLink(page, sandbox, 'guest')
    await wordpress.switchOn({ slashRedirect: 'remove' })
    await page.goto(link)
    await expect(page.getByRole('alert').filter({ hasText: /\w/ })).toHaveText(
      'Something went wrong on our side. Please try again.',
    )
    await wordpress.switchOn({})
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByLabel('New Password', { exact: true })).toBeVisible()
  })
})

test.describe('a signed-in user', () => {
  test.beforeEach(async ({ page, watch }) => {
    watch.allowOffContract(/wp-json/)
    await openAs(page, 'member', '/')
    await expect(channel(page)).toBeVisible()
  })

  const switches: readonly (readonly [string, Switches])[] = [
    ['the page of a firewall', { firewall: '/me' }],
    ['a redirect to another slash', { slashRedirect: 'remove' }],
    ['plain permalinks', { plainPermalinks: true }],
    ['a warning of PHP before the JSON', { warnings: 'printed' }],
    ['a fatal error of PHP', { fatalError: '/me' }],
  ]
  for (const [what, on] of switches)
    test(`stays signed in with ${what}`, async ({ page, wordpress }) => {
      await wordpress.switchOn(on)
      await focusUntil(page, () => expect(connectionBanner(page)).toBeVisible({ timeout: 300 }))
      await wordpress.switchOn({})
      await tryAgain(page)
      await expect(connectionBanner(page)).toBeHidden()
      await expect(channel(page)).toBeVisible()
    })

  test('stays signed in during maintenance', async ({ page, wordpress }) => {
    await wordpress.startMaintenance()
    await focusUntil(page, () => expect(connectionBanner(page)).toBeVisible({ timeout: 300 }))
    await page.reload()
    await expect(connectionBanner(page)).toBeVisible()
    await expect(page.getByText('We couldn’t load the channels')).toBeVisible()
    await wordpress.endMaintenance()
    await tryAgain(page)
    await expect(connectionBanner(page)).toBeHidden()
    // The channels are read again without a press.
    await expect(channel(page)).toBeVisible()
  })
})
