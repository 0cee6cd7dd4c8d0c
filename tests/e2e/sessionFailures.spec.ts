/** Failures of the session: a slow or stopped host, expired tokens, other tabs, plain http, a screen that throws. */
import { type Page } from '@playwright/test'
import { expect, signIn, test } from './fixture.ts'
import { accountMenu, dispatchWindowEvent, focusUntil, heading, navigation, openAs, submitSignIn } from './page.ts'

const me = '**/wp-json/custom-plugin/me/'

/** Makes the sign-in screen throw while it renders. */
const breakSignIn = (page: Page) =>
  page.addInitScript(() => {
    window.URLSearchParams = class extends URLSearchParams {
      override get(name: string) {
        if (name === 'forget' || name === 'forgetToggle') throw new Error('broken on purpose')
        return super.get(name)
      }
    }
  })

test(
  'shows the failure screen after 15 seconds without a response, and retries',
  { tag: '@session.failedStart' },
  async ({ page }) => {
    await page.clock.install()
    await signIn(page, 'member')
    let requests = 0
    await page.route(me, () => void requests++)
    await page.goto('/profile')
    await expect.poll(() => requests).toBe(1)
    await page.clock.runFor(10_000)
    await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
    await expect(navigation(page)).toBeHidden()
    await page.clock.runFor(5_500)
    await expect(heading(page, 'We can’t reach Statecast')).toBeVisible()
    await page.unroute(me)
    await page.clock.runFor(4_000)
    await expect(heading(page, 'Profile')).toBeVisible()
  },
)

test(
  'the first tab switches to the account of the second within a second',
  { tag: '@session.tabs' },
  async ({ page, context }) => {
    await openAs(page, 'member', '/')
    await expect(heading(page, 'Live Channels')).toBeVisible()
    const other = await context.newPage()
    await signIn(other, 'guest')
    const { ID, display_name } = await page.evaluate(
      () => JSON.parse(localStorage.getItem('userParams') ?? '{}') as { ID: number; display_name: string },
    )
    // The storage after a sign-in, as the first tab finds it if it missed the logout.
    await other.evaluate(
      (id) =>
        localStorage.setItem(
          'userParams',
          JSON.stringify({ ID: id + 1000, user_email: 'x@y.z', display_name: 'Other' }),
        ),
      ID,
    )
    await expect(heading(page, 'Live Channels')).toBeHidden()
    await expect(page).toHaveURL('/profile')
    await expect(accountMenu(page)).not.toHaveAccessibleName(`${display_name}’s account menu`)
    await expect(navigation(page).getByRole('link', { name: 'Favorites' })).toBeHidden()
  },
)

test('shows the crash screen with a link when a screen throws', { tag: '@shell.crash' }, async ({ page, watch }) => {
  watch.allowConsole(/broken on purpose/)
  await breakSignIn(page)
  await page.goto('/signin')
  await expect(heading(page, 'Unexpected Application Error!')).toBeFocused()
  await expect(page.getByText('broken on purpose')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Reload' })).toBeEnabled()
})

test(
  'shows on the sign-in page that the connection is not secure, before and after a try',
  { tag: '@full' },
  async ({ browser, server }) => {
    const page = await browser.newPage()
    // The origin of the page is not secure. Its responses come from the server, which accepts loopback names only.
    await page.route('http://tv.statecast.test/**', async (route) => {
      const { pathname, search } = new URL(route.request().url())
      await route.fulfill({ response: await route.fetch({ url: server.url + pathname + search }) })
    })
    await page.goto('http://tv.statecast.test/signin')
    await expect(page.getByRole('alert').filter({ hasText: 'This connection isn’t secure' })).toBeVisible()
    await submitSignIn(page, 'member')
    await expect(page.getByText('Your browser blocked our cookies')).toBeVisible()
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain('token')
    // The page preloads files, and a response that arrives after its end would be an error.
    await page.unrouteAll({ behavior: 'wait' })
    await page.close()
  },
)

test(
  'signs out with a message on window focus when the tokens have expired',
  { tag: ['@session.noTokens', '@session.check'] },
  async ({ page, context }) => {
    // The calls of the screen have responses, so only the window focus causes calls.
    const responses = ['/mp/v1/memberships', '/custom-plugin/sessions'].map((call) =>
      page.waitForResponse((response) => new URL(response.url()).pathname.endsWith(call)),
    )
    await openAs(page, 'member', '/profile')
    await Promise.all(responses)
    await expect(heading(page, 'Profile')).toBeVisible()
    await context.clearCookies({ name: 'access_token' })
    await focusUntil(page, () => expect(page).toHaveURL('/signin', { timeout: 300 }))
    await expect(page.getByText('You’ve been signed out. Please sign in again.')).toBeVisible()
  },
)

test(
  'a stopped server does not sign out, and the page works when it returns',
  { tag: ['@full', '@session.unreachable'] },
  async ({ page, server }) => {
    await openAs(page, 'member', '/')
    await expect(heading(page, 'Live Channels')).toBeVisible()
    await server.kill()
    await dispatchWindowEvent(page, 'online')
    await expect(page).toHaveURL('/')
    await server.restart()
    await page.goto('/')
    await expect(heading(page, 'Live Channels')).toBeVisible()
  },
)
