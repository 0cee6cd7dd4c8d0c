import { expect, test } from './fixture.ts'
import {
  accountMenu,
  expectAccessible,
  heading,
  holdRoute,
  navigation,
  openAs,
  openMenuEntry,
  recordPaths,
} from './page.ts'

const dialogs = [
  ['Request a Channel', 'Submit Request'],
  ['Download Apps', 'Download Apps'],
  ['Logout', 'Are you sure you want to logout'],
] as const

test('dialogs trap the focus, close with Escape and restore the focus', async ({ page }) => {
  await openAs(page, 'member', '/profile')
  for (const [entry, title] of dialogs) {
    const dialog = page.getByRole('dialog', { name: title })
    for (const close of [() => page.keyboard.press('Escape'), () => dialog.getByLabel('Close').click()]) {
      await accountMenu(page).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('menuitem').first()).toBeFocused()
      // Mantine focuses the first item twice, the second time in a later task.
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
      const steps = ['Request a Channel', 'Rate Us', 'Download Apps', 'Profile', 'Logout'].indexOf(entry)
      for (let step = 0; step < steps; step++) await page.keyboard.press('ArrowDown')
      await expect(page.getByRole('menuitem', { name: entry })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(dialog.getByRole('heading', { name: title, level: 2 })).toBeVisible()
      await expect(dialog.locator(':focus')).toHaveCount(1)
      for (let step = 0; step < 25; step++) {
        await page.keyboard.press('Tab')
        await expect(dialog.locator(':focus')).toHaveCount(1)
      }
      await close()
      await expect(dialog).toBeHidden()
      await expect(accountMenu(page)).toBeFocused()
    }
  }
})

test('Escape closes the account menu and restores the focus', async ({ page }) => {
  await openAs(page, 'member', '/profile')
  await accountMenu(page).click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menuitem').first()).toBeHidden()
  await expect(accountMenu(page)).toBeFocused()
})

test('the avatar is a circle, and the button that logs out is not red', { tag: '@full' }, async ({ page }) => {
  await openAs(page, 'member', '/profile')
  const box = await accountMenu(page).locator('img').boundingBox()
  expect(box?.width).toBeGreaterThan(0)
  expect(box?.height).toBe(box?.width)
  await expect(accountMenu(page).locator('img')).toHaveCSS('border-radius', /^(50%|\d{3,}px|1e\+?\d+px)/)
  await openMenuEntry(page, 'Logout')
  const logout = page.getByRole('dialog').getByRole('button', { name: 'Logout' })
  // Ink of the light scheme (--n-11).
  await expect(logout).toHaveCSS('background-color', 'rgb(48, 44, 38)')
})

test(
  'the pages for everybody are inside the shell, or beside the panel of the sign-in',
  { tag: '@full' },
  async ({ page, watch }) => {
    watch.allowConsole(/status of 404/)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const paths = ['/nowhere', '/unauth']
    for (const path of paths) {
      await page.goto(path)
      await expect(heading(page)).toBeVisible()
      await expect(page.getByRole('region', { name: /^About / })).toBeVisible()
      await expectAccessible(page)
    }
    await page.goto('/reset-password')
    await expect(heading(page, 'Error')).toBeVisible()
    await expect(page.getByRole('region', { name: /^About / })).toBeVisible()
    await openAs(page, 'guest', '/profile')
    for (const path of paths) {
      await page.goto(path)
      await expect(heading(page)).toBeVisible()
      await expect(navigation(page)).toBeVisible()
      await expectAccessible(page)
    }
  },
)

test.describe('by touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('makes every menu entry and dialog button at least 44 px high', { tag: '@full' }, async ({ page }) => {
    await openAs(page, 'member', '/profile')
    await accountMenu(page).tap()
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
    for (const entry of await page.getByRole('menuitem').all())
      expect((await entry.boundingBox())?.height, await entry.innerText()).toBeGreaterThanOrEqual(44)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menuitem').first()).toBeHidden()
    for (const [entry, title] of dialogs) {
      await accountMenu(page).tap()
      await page.getByRole('menuitem', { name: entry }).tap()
      const dialog = page.getByRole('dialog', { name: title })
      await expect(dialog.getByLabel('Close')).toBeVisible()
      for (const button of await dialog.locator('button:visible, a:visible').all())
        expect(
          (await button.boundingBox())?.height,
          `${entry}: ${(await button.getAttribute('aria-label')) ?? (await button.innerText())}`,
        ).toBeGreaterThanOrEqual(44)
      await dialog.getByLabel('Close').tap()
      await expect(dialog).toBeHidden()
    }
  })
})

test('skips to the content with the first Tab', async ({ page }) => {
  await openAs(page, 'member', '/support')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const skip = page.getByRole('button', { name: 'Skip to content' })
  await skip.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('loads the code of a dialog when it opens; that of Logout is preloaded', { tag: '@full' }, async ({ page }) => {
  const paths = recordPaths(page)
  const has = (name: string) => paths.some((path) => path.startsWith(`/assets/${name}-`))
  await openAs(page, 'member', '/profile')
  await accountMenu(page).click()
  expect([has('ChannelRequest'), has('DownloadApps')]).toEqual([false, false])
  const release = await holdRoute(page, '**/assets/DownloadApps-*.js')
  await page.getByRole('menuitem', { name: 'Download Apps' }).click()
  // Meanwhile a progress bar is shown under the top bar, and the screen stays.
  await expect(page.getByRole('banner').getByRole('status', { name: 'Loading' })).toBeAttached()
  await expect(heading(page, 'Profile')).toBeVisible()
  await release()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
  expect([has('ChannelRequest'), has('DownloadApps')]).toEqual([false, true])
})

test(
  'shows a message when the code of a dialog fails to load, and loads it on the next try',
  { tag: '@full' },
  async ({ page, watch }) => {
    watch.allowConsole(/./)
    await page.route('**/assets/DownloadApps-*.js', (route) => route.abort('connectionreset'))
    await openAs(page, 'member', '/profile')
    await openMenuEntry(page, 'Download Apps')
    const failureNotice = page.getByRole('alert').filter({ hasText: 'That didn’t open.' })
    await expect(failureNotice).toBeVisible()
    await expect(heading(page, 'Profile')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(failureNotice).toBeHidden()
    await expect(accountMenu(page)).toBeFocused()
    await page.unroute('**/assets/DownloadApps-*.js')
    await openMenuEntry(page, 'Download Apps')
    await expect(page.getByRole('dialog', { name: 'Download Apps' })).toBeVisible()
  },
)

test('a reload in dark mode shows no light flash', { tag: ['@theme.stored', '@theme.toggle'] }, async ({ page }) => {
  await openAs(page, 'member', '/')
  await page.getByRole('switch', { name: 'Dark mode' }).click()
  await expect(page.locator('html')).toHaveClass(/dark/)
  // The page is dark before the application starts.
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload({ waitUntil: 'domcontentloaded' })
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(10, 13, 18)')
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
})
