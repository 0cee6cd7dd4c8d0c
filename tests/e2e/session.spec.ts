/** The session in a browser: sign-in, access, and unusual browsers. */
import { type Page } from '@playwright/test'
import { stopClock } from './clock.ts'
import { expect, loginOf, signIn, test } from './fixture.ts'
import {
  connectionBanner,
  dispatchWindowEvent,
  heading,
  holdRoute,
  loginField,
  navigation,
  openAs,
  recordPaths,
  routerLoaded,
  submitSignIn,
} from './page.ts'

test(
  'a visitor signs in, and the requested page opens',
  { tag: ['@signIn.destination', '@access.location', '@access.private'] },
  async ({ page }) => {
    await page.goto('/support/faqs?from=mail#top')
    await expect(page).toHaveURL('/signin')
    await expect(loginField(page)).toBeFocused()
    await submitSignIn(page, 'guest')
    await expect(page).toHaveURL('/support/faqs?from=mail#top')
    await expect(heading(page, 'FAQs')).toBeFocused()
    await expect(page.getByText('Membership is not active')).toBeHidden()
  },
)

test('shows the loading animation while the next screen loads', { tag: '@shell.loading' }, async ({ page }) => {
  const release = await holdRoute(page, /assets\/AppShell-.*\.js$/)
  await page.goto('/signin')
  await submitSignIn(page, 'member')
  await expect(page).toHaveURL('/')
  const animation = page.getByRole('status', { name: 'Loading', exact: true })
  await expect(animation).toBeVisible()
  expect(await animation.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() })
  await release()
  await expect(heading(page, 'Live Channels')).toBeVisible()
  await expect(animation).toHaveCount(0)
})

test.describe('unusual browsers', () => {
  const notSaving = (page: Page) => page.getByText('Your browser isn’t saving data for this site')

  test('works without storage and shows a notice', async ({ page }) => {
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('denied', 'SecurityError')
          },
        })
    })
    await page.goto('/signin')
    await expect(notSaving(page)).toBeVisible()
    await submitSignIn(page, 'member')
    await expect(page).toHaveURL('/')
    await page.reload()
    await expect(heading(page, 'Live Channels')).toBeVisible()
  })

  test('works with full storage and shows a notice', { tag: '@full' }, async ({ page }) => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    })
    await page.goto('/signin')
    await expect(notSaving(page)).toBeVisible()
    await submitSignIn(page, 'member', { remember: true })
    await expect(page).toHaveURL('/')
  })

  test(
    'shows on the sign-in page that cookies are blocked, before and after a try',
    { tag: '@signIn.cookiesBlocked' },
    async ({ page, context }) => {
      // Uses the real setting of the browser.
      await (await context.newCDPSession(page)).send('Emulation.setDocumentCookieDisabled', { disabled: true })
      await page.goto('/signin')
      expect(await page.evaluate(() => navigator.cookieEnabled)).toBe(false)
      await expect(page.getByRole('alert').filter({ hasText: 'Cookies are blocked' })).toBeVisible()
      await submitSignIn(page, 'member')
      await expect(page.getByRole('alert').filter({ hasText: 'blocked our cookies' })).toBeVisible()
      await expect(loginField(page)).toHaveValue(loginOf('member'))
      await expect(page).toHaveURL('/signin')
    },
  )

  test('is not affected by a clock that jumps by hours or years', { tag: '@full' }, async ({ page }) => {
    await page.clock.install({ time: '2026-11-21T12:00:00Z' })
    await openAs(page, 'member', '/')
    await expect(heading(page, 'Live Channels')).toBeVisible()
    for (const time of [
      '2026-11-21T20:00:00Z',
      '2026-11-21T03:00:00Z',
      '2036-01-01T00:00:00Z',
      '2001-01-01T00:00:00Z',
    ]) {
      await page.clock.setSystemTime(time)
      const paths = recordPaths(page)
      await expect(async () => {
        await page.clock.runFor(1_100)
        await dispatchWindowEvent(page, 'focus')
        expect(paths).toContain('/wp-json/custom-plugin/me/')
      }).toPass()
      await expect(heading(page, 'Live Channels')).toBeVisible()
      await expect(connectionBanner(page)).toBeHidden()
    }
  })

  test('offers a reload when a chunk is gone after a deploy, and does not reload in a loop', async ({
    page,
    context,
    watch,
  }) => {
    watch.allowConsole(/./)
    await openAs(page, 'guest', '/profile')
    await expect(navigation(page)).toBeVisible()
    let loads = 0
    page.on('load', () => void loads++)
    await context.route(/assets\/Support-.*\.js/, (route) => route.fulfill({ status: 404, body: 'gone' }))
    await navigation(page).getByRole('link', { name: 'Support' }).click()
    await expect(heading(page, 'Reload to continue')).toBeVisible()
    expect(loads).toBe(0)
    await context.unroute(/assets\/Support-.*\.js/)
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(page).toHaveURL('/support')
    await expect(heading(page, 'Support')).toBeVisible()
  })

  test('loads missing code when the page is opened again, or when the browser is online again', async ({
    page,
    context,
    watch,
  }) => {
    watch.allowConsole(/./)
    await openAs(page, 'guest', '/profile')
    await expect(navigation(page)).toBeVisible()
    let loads = 0
    page.on('load', () => void loads++)
    const code = /assets\/(Support|Faqs)-.*\.js/
    const open = (name: string) => page.getByRole('link', { name, exact: true }).click()
    await context.route(code, (route) => route.abort())
    await open('Support')
    await expect(heading(page, 'Reload to continue')).toBeVisible()
    await context.unroute(code)
    await open('Profile')
    await expect(heading(page, 'Profile')).toBeVisible()
    await open('Support')
    await expect(heading(page, 'Support')).toBeVisible()

    await context.route(code, (route) => route.abort())
    await open('FAQs')
    await expect(heading(page, 'Reload to continue')).toBeVisible()
    await context.unroute(code)
    await dispatchWindowEvent(page, 'online')
    await expect(heading(page, 'FAQs')).toBeVisible()
    await expect(page).toHaveURL('/support/faqs')
    expect(loads).toBe(0)
  })

  test('offers a reload without the code that removes the playlists on sign-out', async ({ page, watch }) => {
    watch.allowConsole(/./)
    await signIn(page, 'member')
    const url = /assets\/prefetchChannel-.*\.js/
    await page.route(url, (route) => route.abort())
    await page.goto('/')
    await expect(heading(page, 'Reload to continue')).toBeVisible()
    await page.unroute(url)
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(heading(page, 'Live Channels')).toBeVisible()
  })
})

test('the list loads while the membership and the code of the shell load, after a sign-in and on a reload', async ({
  page,
}) => {
  const listRequest = () => page.waitForRequest('**/wp-json/channel/v2/channels')
  let waited = Promise.all([listRequest(), page.waitForRequest(/\/assets\/LiveChannels-[^/]*\.js$/)]).then(() => {})
  for (const url of ['**/wp-json/mp/v1/members/*', '**/assets/AppShell-*.js'])
    await page.route(url, async (route) => {
      await waited
      await route.continue()
    })
  await page.goto('/signin')
  await submitSignIn(page, 'member')
  await expect(heading(page, 'Live Channels')).toBeVisible()
  // The next visit: the check of the stored session waits too.
  waited = Promise.all([listRequest(), page.waitForRequest('**/wp-json/channel/v2/favourites')]).then(() => {})
  await page.route('**/wp-json/custom-plugin/me/', async (route) => {
    await waited
    await route.continue()
  })
  await page.reload()
  await expect(heading(page, 'Live Channels')).toBeVisible()
  await waited
})

test('a guest who signs in makes no call that the host refuses', async ({ page }) => {
  const paths = recordPaths(page)
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(response.url())
  })
  await page.goto('/signin')
  await routerLoaded(page)
  // The first key loads the code that reads the channels, which a test would otherwise outrun.
  const code = ['prefetchChannel', 'createQueryClient'].map((name) =>
    page.waitForResponse(new RegExp(`/assets/${name}-[^/]*\\.js$`)),
  )
  await loginField(page).pressSequentially('g')
  await Promise.all(code)
  await submitSignIn(page, 'guest')
  await expect(heading(page, 'Profile')).toBeVisible()
  await page.waitForLoadState('networkidle')
  // The channels were read before the role was known.
  expect(paths).toContain('/wp-json/channel/v2/channels')
  expect(paths).not.toContain('/wp-json/channel/v2/favourites')
  expect(refused).toEqual([])
})

test('the code of the next page loads while the user types', async ({ page }) => {
  await page.goto('/signin')
  await routerLoaded(page)
  const code = Promise.all(
    ['AppShell', 'LiveChannels', 'createQueryClient'].map((name) =>
      page.waitForRequest(new RegExp(`/assets/${name}-[^/]*\\.js$`)),
    ),
  )
  await loginField(page).pressSequentially('m')
  await code
})

test('the first screen sends its calls without a pause after the session check', async ({ page }) => {
  await signIn(page, 'member')
  await page.clock.install()
  // React shows a screen that was not loaded when it rendered 300 ms later at the earliest: in a timer, which never ends.
  await stopClock(page)
  const called = page.waitForRequest('**/wp-json/channel/v2/channels')
  await page.goto('/')
  await called
})
