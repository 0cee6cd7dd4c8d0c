/** What is stored of a session and for how long, other tabs, and the redirect after sign-in. */
import { type Page } from '@playwright/test'
import { adversarialInputs } from '../unit/adversarialInputs.ts'
import { stopClock } from './clock.ts'
import { expect, loginOf, signIn, test } from './fixture.ts'
import {
  accountMenu,
  dispatchWindowEvent,
  heading,
  logOut,
  navigation,
  openAs,
  openOnOtherDevice,
  submitSignIn,
  tokenCookies,
} from './page.ts'
import { longWaits } from './waits.ts'

const itemNames = ['isDarkMode', 'navCollapse', 'theme', 'userAuth', 'userParams', 'userRole']

const storageKeys = (page: Page) =>
  page.evaluate(() => ({ local: Object.keys(localStorage).sort(), session: Object.keys(sessionStorage).sort() }))

function recordChecks(page: Page) {
  const calls: string[] = []
  page.on('request', (request) => {
    const found = /\/(me|members)\//.exec(request.url())?.[1]
    if (found) calls.push(found)
  })
  return calls
}

for (const remember of [true, false])
  test(
    `stores the tokens ${remember ? 'with' : 'without'} Remember me`,
    { tag: ['@signIn.remember', '@session.refreshToken', '@session.cookies'] },
    async ({ page, context }) => {
      await page.goto('/signin')
      await submitSignIn(page, 'member', { remember })
      await expect(heading(page, 'Live Channels')).toBeVisible()
      const cookies = await tokenCookies(context)
      expect(cookies.map(({ name, secure, sameSite, path }) => ({ name, secure, sameSite, path }))).toEqual(
        ['access_token', 'refresh_token'].map((name) => ({ name, secure: false, sameSite: 'Strict', path: '/' })),
      )
      const week = Date.now() / 1000 + 7 * 86_400
      const sealed = (await context.cookies()).filter(({ name }) => name === 'session')
      expect(sealed).toEqual([expect.objectContaining({ httpOnly: true, sameSite: 'Strict', path: '/' })])
      for (const { name, expires } of [...cookies, ...sealed])
        if (remember) expect(Math.abs(expires - week), name).toBeLessThan(120)
        else expect(expires, name).toBe(-1)
      const { local, session } = await storageKeys(page)
      expect([local.includes('refresh_token'), session.includes('refresh_token')]).toEqual([remember, !remember])
    },
  )

test(
  'stores the specified names, and everything else under statecast.',
  { tag: '@session.storage' },
  async ({ page, context }) => {
    await page.goto('/signin')
    await submitSignIn(page, 'member')
    await expect(heading(page, 'Live Channels')).toBeVisible()
    await page.getByRole('switch', { name: 'Dark mode' }).click()
    await page.getByRole('button', { name: 'Expand menu' }).click()
    for (const [link, title] of [
      ['Favorites', 'Favorites'],
      ['Support', /\w/],
      ['Profile', 'Profile'],
    ] as const) {
      await navigation(page).getByRole('link', { name: link }).click()
      await expect(heading(page, title)).toBeVisible()
    }
    await page.goto('/video/harbor-one')
    await page.locator('video').waitFor()
    await page.keyboard.press('m')
    await page.reload()
    await page.locator('video').waitFor()
    const { local, session } = await storageKeys(page)
    const ours = (name: string) => name.startsWith('statecast.')
    expect(local.filter((name) => !ours(name))).toEqual(itemNames)
    expect(session.filter((name) => !ours(name))).toEqual(['refresh_token'])
    expect((await context.cookies()).map(({ name }) => name).sort()).toEqual([
      'XSRF-TOKEN',
      'access_token',
      'refresh_token',
      'session',
    ])
    const items = await page.evaluate(
      (wanted) => wanted.map((name) => JSON.parse(localStorage.getItem(name) ?? '') as unknown),
      itemNames,
    )
    expect(items).toEqual([
      true,
      false,
      'dark',
      true,
      { ID: 2, user_email: loginOf('member'), display_name: expect.any(String) },
      'membership',
    ])
  },
)

test(
  'checks once on start, and once for fifty window focus events',
  { tag: ['@full', '@session.check', '@session.atMostOne'] },
  async ({ page }) => {
    await page.clock.install()
    await signIn(page, 'member')
    const calls = recordChecks(page)
    await page.goto('/profile')
    // The screen uses the record of the check.
    await expect(page.getByRole('link', { name: 'Change plan' })).toBeVisible()
    expect(calls).toEqual(['me', 'members'])
    await stopClock(page)
    await page.clock.runFor(1_100)
    for (let count = 0; count < 50; count++) {
      await dispatchWindowEvent(page, 'focus')
      await page.clock.runFor(15)
    }
    await expect.poll(() => calls).toEqual(['me', 'members', 'me', 'members'])
  },
)

test('signs in and out in all tabs within a second', { tag: '@session.tabs' }, async ({ page, context }) => {
  test.setTimeout(90_000)
  await context.clock.install()
  const other = await context.newPage()
  await other.goto('/support/faqs')
  await expect(other).toHaveURL('/signin')
  await page.goto('/signin')
  await page.bringToFront()
  const now = () => other.evaluate(() => Date.now())
  /** Advances the clocks of both tabs by less than a second and expects their paths. */
  const soon = async (from: number, here: string, there: string) => {
    await expect(async () => {
      await context.clock.runFor(5)
      expect([page, other].map((one) => new URL(one.url()).pathname)).toEqual([here, there])
    }).toPass({ intervals: [100], timeout: longWaits.clockSteps })
    expect((await now()) - from).toBeLessThan(1_000)
  }
  await stopClock(other)
  const beforeSignIn = await now()
  await submitSignIn(page, 'guest', { remember: true })
  await soon(beforeSignIn, '/profile', '/support/faqs')
  await context.clock.resume()
  await expect(accountMenu(other)).toBeVisible()
  await accountMenu(page).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Logout' })
  await expect(confirm).toBeVisible()
  await stopClock(other)
  const beforeLogout = await now()
  await confirm.click()
  await soon(beforeLogout, '/signin', '/signin')
  await expect(other.getByText('You signed out in another tab.')).toBeVisible()
})

test('a second tab stays signed in without Remember me', { tag: '@full' }, async ({ page, context }) => {
  await page.goto('/signin')
  await submitSignIn(page, 'member')
  await expect(heading(page, 'Live Channels')).toBeVisible()
  const other = await context.newPage()
  await other.goto('/favourites')
  await expect(heading(other, 'Favorites')).toBeVisible()
  expect(await other.evaluate(() => sessionStorage.getItem('refresh_token'))).toBeNull()
  await other.reload()
  await expect(heading(other, 'Favorites')).toBeVisible()
  await expect(heading(page, 'Live Channels')).toBeVisible()
})

test(
  'an offline logout clears everything, and going back shows nothing',
  { tag: '@logout.clearsData' },
  async ({ page, context }) => {
    await page.goto('/signin')
    const dialog = page.waitForResponse(/\/assets\/Logout-.*\.js/)
    await submitSignIn(page, 'member', { remember: true })
    await expect(heading(page, 'Live Channels')).toBeVisible()
    for (const title of ['Favorites', 'Profile']) {
      await navigation(page).getByRole('link', { name: title }).click()
      await expect(heading(page, title)).toBeVisible()
    }
    const name = (await accountMenu(page).getAttribute('aria-label'))?.replace('’s account menu', '') ?? ''
    expect(name).toMatch(/\w/)
    await (await dialog).finished()
    await context.setOffline(true)
    await logOut(page)
    await expect(page).toHaveURL('/signin')
    await expect(page.getByText('You’re signed out here')).toBeVisible()
    expect(await tokenCookies(context)).toEqual([])
    const { local, session } = await storageKeys(page)
    expect(session).toEqual([])
    expect(local).toEqual(itemNames.filter((one) => one !== 'userParams'))
    for (let back = 0; back < 2; back++) {
      await page.goBack()
      await expect(page).toHaveURL('/signin')
      await expect(heading(page, 'Sign in')).toBeVisible()
      expect(await page.content()).not.toContain(name)
    }
    await context.setOffline(false)
  },
)

test('replaces a damaged item', { tag: '@full' }, async ({ page }) => {
  await signIn(page, 'member')
  await page.evaluate((wanted) => {
    for (const name of wanted) localStorage.setItem(name, '{"')
    localStorage.setItem('statecast.player', '[1')
  }, itemNames)
  await page.goto('/')
  await expect(heading(page, 'Live Channels')).toBeVisible()
  await expect
    .poll(() => page.evaluate((wanted) => wanted.map((name) => localStorage.getItem(name)), itemNames))
    .toEqual([
      expect.stringMatching(/^(true|false)$/),
      'true',
      expect.stringMatching(/^"(light|dark)"$/),
      'true',
      expect.stringContaining(loginOf('member')),
      '"membership"',
    ])
  await page.goto('/video/harbor-one')
  await expect(page.getByRole('toolbar', { name: 'Player' })).toBeAttached()
})

test(
  'signs out with a message when another device has ended the session',
  { tag: ['@full', '@session.refused'] },
  async ({ page, browser, server }) => {
    await page.clock.install()
    await openAs(page, 'member', '/profile')
    await expect(accountMenu(page)).toBeVisible()
    await stopClock(page)
    await page.clock.runFor(1_100)
    const other = await openOnOtherDevice(browser, server.url, '/profile/all-sessions')
    await other.getByRole('button', { name: 'Sign out all other devices' }).click()
    await other.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    await expect(other.getByText('All other devices are signed out.')).toBeVisible()
    await other.context().close()
    await expect(accountMenu(page)).toBeVisible()
    await dispatchWindowEvent(page, 'focus')
    await expect(page).toHaveURL('/signin')
    await expect(page.getByText('You’ve been signed out. Please sign in again.')).toBeVisible()
    expect((await storageKeys(page)).local).not.toContain('userParams')
  },
)

/** The history state that a guard leaves at the redirect to the sign-in page. */
const openSignInFrom = (page: Page, from: unknown) =>
  page.evaluate((wanted) => {
    const state = { usr: { from: wanted }, key: 'adversarial', idx: (history.state as { idx: number }).idx + 1 }
    history.pushState(state, '', '/signin')
    dispatchEvent(new PopStateEvent('popstate', { state }))
  }, from)

test('a sign-in never redirects out of the application', { tag: '@full' }, async ({ page, server }) => {
  // The next test visits all of them with a session. The redirect is the same.
  const sample = adversarialInputs.filter((_, at) => at % 40 === 3)
  expect(sample.length).toBeGreaterThanOrEqual(5)
  await page.goto('/signin')
  // The router has loaded when it has numbered the entry.
  await page.waitForFunction(() => history.state !== null)
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  for (const from of sample) {
    await openSignInFrom(page, from)
    await submitSignIn(page, 'member')
    await expect(accountMenu(page).or(heading(page, 'Not Found')), JSON.stringify(from)).toBeVisible()
    expect(new URL(page.url()).origin, JSON.stringify(from)).toBe(server.url)
    expect(await page.evaluate(() => 'sameDocument' in window), JSON.stringify(from)).toBe(true)
    // A sign-out in another tab could come between two calls of this page.
    await logOut(page)
    await expect(accountMenu(page)).toBeHidden()
  }
})

test('200 adversarial paths never lead out of the application', { tag: '@full' }, async ({ page, server }) => {
  await openAs(page, 'member', '/')
  await expect(heading(page, 'Live Channels')).toBeVisible()
  const led = await page.evaluate(
    async (all) => {
      const seen: string[] = []
      for (const from of all) {
        const state = {
          usr: { from },
          key: `adversarial${seen.length}`,
          idx: (history.state as { idx: number }).idx + 1,
        }
        history.pushState(state, '', '/signin')
        dispatchEvent(new PopStateEvent('popstate', { state }))
        const until = performance.now() + 5_000
        while (location.pathname === '/signin' && performance.now() < until)
          await new Promise((resolve) => requestAnimationFrame(resolve))
        seen.push(location.href)
      }
      return seen
    },
    [...adversarialInputs],
  )
  expect(led).toHaveLength(adversarialInputs.length)
  expect(led.filter((address) => !address.startsWith(`${server.url}/`) || address === `${server.url}/signin`)).toEqual(
    [],
  )
  await expect(page).not.toHaveURL('/signin')
})
