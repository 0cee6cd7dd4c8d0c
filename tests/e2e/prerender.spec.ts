/** The pages that the edge sends with their content, before and while the application takes over. */
import { type Page, type Route } from '@playwright/test'
import { expect, loginOf, password, signIn, test } from './fixture.ts'
import { heading, loginField, passwordField } from './page.ts'

/** Holds the first script of the page. The returned function lets it run. */
async function holdScript(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = []
  await page.route(/\/assets\/index-[^/]+\.js$/, (route) => void held.push(route))
  return async () => {
    await expect.poll(() => held.length).toBe(1)
    await held[0]?.continue()
  }
}

/** Opens a page and does not wait until it is hydrated. */
const open = (page: Page, path: string) => page.evaluate((url) => location.assign(url), path)

/** A page of the same origin without the application. */
const openBlank = (page: Page) => page.goto('/manifest.webmanifest')

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  for (const [path, title] of [
    ['/', 'Sign in'],
    ['/signin', 'Sign in'],
    ['/profile/packages', 'Sign in'],
    ['/forget/password', 'Forgot your password?'],
    ['/signin?forgetToggle=true&forget=true', 'Forgot your password?'],
    ['/reset-password?key=k&login=l', 'Reset Your Password'],
  ] as const)
    test(`${path} has its content`, { tag: '@prerender.content' }, async ({ context }) => {
      const page = await context.newPage()
      const response = await page.goto(path)
      expect(response?.headers()['content-encoding']).toBe('gzip')
      await expect(heading(page, title)).toBeVisible()
    })
})

test('a user with a session does not see it', { tag: '@prerender.content' }, async ({ page }) => {
  await signIn(page, 'member')
  const html = await (await page.request.get('/signin')).text()
  expect(html).not.toContain('<form')
  await page.goto('/')
  await expect(heading(page, 'Live Channels')).toBeVisible()
})

test(
  'its scripts are requested at once, and none of its style sheets',
  { tag: '@prerender.router' },
  async ({ page }) => {
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    const count = (name: RegExp) => requested.filter((path) => name.test(path)).length
    await openBlank(page)
    const run = await holdScript(page)
    await open(page, '/forget/password')
    for (const name of ['react', 'root', 'visitor', 'ForgotPassword'])
      await expect.poll(() => count(new RegExp(`/assets/${name}-[^/]+\\.js$`))).toBe(1)
    await run()
    await expect(page.locator('#root[data-prerendered]')).toHaveCount(0)
    expect(count(/\/assets\/(?:index|visitor|ForgotPassword)-[^/]+\.css$/)).toBe(0)
  },
)

test(
  'what was typed and submitted before the script is signed in with',
  { tag: '@prerender.held' },
  async ({ page, context }) => {
    await openBlank(page)
    const run = await holdScript(page)
    await open(page, '/profile')
    await loginField(page).fill(loginOf('guest'))
    await passwordField(page).fill(password)
    await page.getByLabel('Remember me').check()
    await passwordField(page).press('Enter')
    await expect(page.locator('html[data-held-submit]')).toBeAttached()
    expect(new URL(page.url()).search).toBe('')
    await run()
    await expect(page).toHaveURL('/profile')
    await expect(heading(page, 'Profile')).toBeVisible()
    const token = (await context.cookies()).find(({ name }) => name === 'access_token')
    expect(token?.expires).toBeGreaterThan(0)
  },
)

test(
  'an empty form that was submitted before the script shows its errors',
  { tag: ['@full', '@prerender.held'] },
  async ({ page }) => {
    await openBlank(page)
    const run = await holdScript(page)
    await open(page, '/signin')
    await page.getByRole('button', { name: 'Login' }).click()
    await run()
    await expect(page.getByText('E-mail field is required')).toBeVisible()
    await expect(page.getByText('Password field is required')).toBeVisible()
  },
)

for (const scheme of ['light', 'dark'] as const)
  for (const path of ['/signin', '/video/harbor-one', '/forget/password', '/reset-password'])
    test(
      `${path} neither moves nor changes its colors, ${scheme}`,
      { tag: ['@prerender.stable', ...(scheme === 'dark' ? ['@full'] : [])] },
      async ({ page }) => {
        // With a short entry animation of the form.
        await page.emulateMedia({ reducedMotion: 'reduce' })
        await openBlank(page)
        await page.evaluate((dark) => localStorage.setItem('isDarkMode', JSON.stringify(dark)), scheme === 'dark')
        const run = await holdScript(page)
        await open(page, path)
        const title = heading(page)
        await expect(title).toBeVisible()
        await page.evaluate(() =>
          Promise.all([document.fonts.ready, ...document.getAnimations().map(({ finished }) => finished)]).then(
            () => undefined,
          ),
        )
        const colors = () =>
          page.evaluate(() =>
            [document.body, ...document.querySelectorAll('h1')].map((element) => getComputedStyle(element).color),
          )
        const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
        const before = [await colors(), await background(), await title.boundingBox()]
        await page.evaluate(() => {
          const moved: number[] = []
          Object.assign(window, { moved })
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) moved.push((entry as PerformanceEntry & { value: number }).value)
          }).observe({ type: 'layout-shift' })
        })
        await run()
        await expect(page.locator('#root[data-prerendered]')).toHaveCount(0)
        if (path !== '/reset-password') {
          expect([await colors(), await background(), await title.boundingBox()]).toEqual(before)
          expect(await page.evaluate(() => (window as Window & { moved?: number[] }).moved)).toEqual([])
        } else {
          expect(await background()).toBe(before[1])
        }
      },
    )

/** Holds the application, which loads after the form works. */
async function holdApplication(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = []
  await page.route(/\/assets\/createApp-[^/]+\.js$/, (route) => void held.push(route))
  return async () => {
    await expect.poll(() => held.length).toBe(1)
    await held[0]?.continue()
  }
}

test(
  'a press before the router has loaded opens its page, and the typed login stays',
  { tag: '@prerender.router' },
  async ({ page }) => {
    const run = await holdApplication(page)
    await page.goto('/signin')
    await loginField(page).fill('someone')
    await page.getByRole('link', { name: 'Forget Password' }).click()
    await run()
    await expect(page).toHaveURL('/forget/password')
    await expect(heading(page, 'Forgot your password?')).toBeVisible()
    await expect(loginField(page)).toHaveValue('someone')
    await page.goBack()
    await expect(heading(page, 'Sign in')).toBeVisible()
    await expect(loginField(page)).toHaveValue('someone')
  },
)

test(
  'a sign-in before the router has loaded opens the requested page',
  { tag: '@prerender.router' },
  async ({ page }) => {
    const run = await holdApplication(page)
    await page.goto('/profile/packages?a=1')
    await expect(page).toHaveURL('/signin')
    await loginField(page).fill(loginOf('guest'))
    await passwordField(page).fill(password)
    await passwordField(page).press('Enter')
    await run()
    await expect(page).toHaveURL('/profile/packages?a=1')
  },
)

test(
  'without the code of the router, a link is opened by the browser',
  { tag: '@prerender.router' },
  async ({ page }) => {
    await page.route(/\/assets\/createApp-[^/]+\.js$/, (route) => route.abort())
    await page.goto('/signin')
    await page.getByRole('link', { name: 'Forget Password' }).click()
    await expect(page).toHaveURL('/forget/password')
    await expect(heading(page, 'Forgot your password?')).toBeVisible()
  },
)
