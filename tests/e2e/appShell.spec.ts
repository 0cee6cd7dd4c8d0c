import { AxeBuilder } from '@axe-core/playwright'
import { type Page } from '@playwright/test'
import { expect, signIn, test } from './fixture.ts'

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const accountMenu = (page: Page) => page.getByRole('button', { name: /’s account menu$/ })

test('shows a member all four links, and a guest only those for guests', async ({ page }) => {
  await signIn(page, 'member')
  await page.goto('/profile')
  await expect(navigation(page).getByRole('link')).toHaveText(['Live Channels', 'Favorites', 'Support', 'Profile'])
  await expect(page.getByRole('main').getByRole('link', { name: 'Payment cards' })).toBeVisible()
  await signIn(page, 'guest')
  await page.goto('/profile')
  await expect(navigation(page).getByRole('link')).toHaveText(['Support', 'Profile'])
  await expect(page.getByRole('main').getByRole('link', { name: 'Payment cards' })).toHaveCount(0)
})

test('greets the user in the account menu, and every entry works', async ({ page }) => {
  await signIn(page, 'member')
  await page.goto('/')
  await accountMenu(page).click()
  await expect(page.getByText('Hello, Mara Ellison', { exact: true })).toBeVisible()
  const entries = page.getByRole('menuitem')
  await expect(entries).toHaveText(['Request a Channel', 'Rate Us', 'Download Apps', 'Profile', 'Logout'])
  const rate = entries.filter({ hasText: 'Rate Us' })
  await expect(rate).toHaveAttribute('href', /^https:/)
  await expect(rate).toHaveAttribute('target', '_blank')
  await expect(rate).toHaveAttribute('rel', /noopener/)
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  await entries.filter({ hasText: 'Profile' }).click()
  await expect(page).toHaveURL(/\/profile\/view-profile$/)
})

const dialogs = [
  ['Request a Channel', 'Submit Request'],
  ['Download Apps', 'Download Apps'],
  ['Logout', 'Are you sure you want to logout'],
] as const

for (const [entry, title] of dialogs)
  test(`${entry} opens a dialog that traps the focus, closes with Escape and restores the focus`, async ({ page }) => {
    await signIn(page, 'member')
    await page.goto('/profile')
    const dialog = page.getByRole('dialog', { name: title })
    for (const close of [() => page.keyboard.press('Escape'), () => dialog.getByLabel('Close').click()]) {
      await accountMenu(page).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('menuitem').first()).toBeFocused()
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
  })

test('Escape closes the account menu and restores the focus', async ({ page }) => {
  await signIn(page, 'member')
  await page.goto('/profile')
  await accountMenu(page).click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menuitem').first()).toBeHidden()
  await expect(accountMenu(page)).toBeFocused()
})

test.describe('by touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('makes every menu entry and dialog button at least 44 px high', async ({ page }) => {
    await signIn(page, 'member')
    await page.goto('/profile')
    await accountMenu(page).tap()
    for (const entry of await page.getByRole('menuitem').all())
      expect((await entry.boundingBox())?.height, await entry.innerText()).toBeGreaterThanOrEqual(44)
    await page.keyboard.press('Escape')
    for (const [entry, title] of dialogs) {
      await accountMenu(page).tap()
      await page.getByRole('menuitem', { name: entry }).tap()
      const dialog = page.getByRole('dialog', { name: title })
      await expect(dialog).toBeVisible()
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

test('loads the code of a dialog when it opens; that of Logout is preloaded', async ({ page }) => {
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  const has = (name: string) => fetched.some((path) => path.startsWith(`/assets/${name}-`))
  await signIn(page, 'member')
  await page.goto('/profile')
  await accountMenu(page).click()
  expect([has('ChannelRequest'), has('DownloadApps')]).toEqual([false, false])
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/DownloadApps-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('menuitem', { name: 'Download Apps' }).click()
  // Meanwhile a progress bar is shown under the top bar, and the screen stays.
  await expect(page.getByRole('banner').getByRole('status', { name: 'Loading' })).toBeAttached()
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible()
  release()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
  expect([has('ChannelRequest'), has('DownloadApps')]).toEqual([false, true])
})

test('shows a message when the code of a dialog fails to load, and loads it on the next try', async ({
  page,
  watch,
}) => {
  watch.allowConsole(/./)
  await page.route('**/assets/DownloadApps-*.js', (route) => route.abort('connectionreset'))
  await signIn(page, 'member')
  await page.goto('/profile')
  await accountMenu(page).click()
  await page.getByRole('menuitem', { name: 'Download Apps' }).click()
  const failureNotice = page.getByRole('alert').filter({ hasText: 'That didn’t open.' })
  await expect(failureNotice).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible()
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(failureNotice).toBeHidden()
  await expect(accountMenu(page)).toBeFocused()
  await page.unroute('**/assets/DownloadApps-*.js')
  await accountMenu(page).click()
  await page.getByRole('menuitem', { name: 'Download Apps' }).click()
  await expect(page.getByRole('dialog', { name: 'Download Apps' })).toBeVisible()
})

test('shows the placeholder when the user has no photo', async ({ page }) => {
  await page.route('**/wp-json/channel/v2/avatar*', (route) => route.fulfill({ json: { avatar_url: '' } }))
  await signIn(page, 'member')
  await page.goto('/profile')
  await expect(accountMenu(page).locator('img')).toHaveAttribute('src', '/images/avatar.svg')
})

test('shows markup in a display name as text', async ({ page }) => {
  const nasty = '<img src=x onerror=document.title="taken">Ann'
  await page.route('**/wp-json/custom-plugin/me/', async (route) => {
    const response = await route.fetch()
    const user = (await response.json()) as { data: Record<string, unknown> }
    await route.fulfill({ response, json: { ...user, data: { ...user.data, display_name: nasty } } })
  })
  await signIn(page, 'member')
  await page.goto('/profile')
  await accountMenu(page).click()
  await expect(page.getByText(/^Hello, .*Ann/)).toBeVisible()
  expect(await page.title()).not.toBe('taken')
})

test('shows the placeholder when the photo fails to load', async ({ page }) => {
  await page.route('**/sandbox/avatars/**', (route) => route.abort())
  await signIn(page, 'member')
  await page.goto('/profile')
  await expect(accountMenu(page).locator('img')).toHaveAttribute('src', '/images/avatar.svg')
})

test('sets dark mode as a class of the document, which survives a reload without a light flash', async ({ page }) => {
  await signIn(page, 'member')
  await page.goto('/')
  const toggle = page.getByRole('switch', { name: 'Dark mode' })
  await toggle.click()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  expect(await page.evaluate(() => [localStorage.getItem('isDarkMode'), localStorage.getItem('theme')])).toEqual([
    'true',
    '"dark"',
  ])
  // The page is dark before the application starts.
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload({ waitUntil: 'domcontentloaded' })
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(10, 13, 18)')
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
})

test('starts with a narrow navigation and stores its width', async ({ page }) => {
  await signIn(page, 'member')
  await page.goto('/')
  const expand = page.getByRole('button', { name: 'Expand menu' })
  await expect(expand).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('navCollapse'))).toBe('true')
  await expand.click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Collapse menu' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('navCollapse'))).toBe('false')
})

test('skips to the content with the first Tab', async ({ page }) => {
  await signIn(page, 'member')
  await page.goto('/support')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const skip = page.getByRole('button', { name: 'Skip to content' })
  await skip.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('shows a banner when the host becomes unreachable, without signing the user out', async ({
  page,
  sandbox,
  watch,
}) => {
  watch.allowOffContract(/./)
  await signIn(page, 'member')
  await page.goto('/support')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await sandbox.faults.set({ call: 'GET /wp-json/custom-plugin/me/', fault: 'html' })
  await page.reload()
  const banner = page.getByRole('status').filter({ hasText: 'We’re having trouble connecting' })
  await expect(banner).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Support', level: 1 })).toBeVisible()
  await sandbox.faults.clear()
  await expect(banner.getByRole('button', { name: 'Try again' })).toHaveAttribute('aria-disabled', 'false')
  await banner.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('We’re having trouble connecting')).toHaveCount(0)
})

/** With text of 200 % at 390 and 320 px: what is wider than the screen, and what is cut off in bars and buttons. */
async function expectLargeTextFits(page: Page, where: string) {
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
  const root = page.locator('html')
  await root.evaluate((html) => (html.style.fontSize = '200%'))
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 640 })
    const found = () =>
      root.evaluate((html) => {
        const name = (item: Element) => item.getAttribute('aria-label') ?? item.textContent
        const bars = [...document.querySelectorAll('header, nav[aria-label="Main"]')]
          .flatMap((bar) => [...bar.querySelectorAll(':is(a, button):not([role="menuitem"])')])
          .filter((item) => item.checkVisibility())
        const places = bars.map((item) => item.getBoundingClientRect())
        return [
          ...(html.scrollWidth > html.clientWidth ? [`the page is ${html.scrollWidth} px wide`] : []),
          ...bars
            .filter((item, at) => {
              const { left, right, top, bottom } = places[at] ?? item.getBoundingClientRect()
              const isOver = places.some(
                (other, of) =>
                  of !== at &&
                  Math.min(right, other.right) - Math.max(left, other.left) > 1 &&
                  Math.min(bottom, other.bottom) - Math.max(top, other.top) > 1,
              )
              return isOver || left < 0 || right > html.clientWidth || item.scrollWidth > item.clientWidth
            })
            .map((item) => `in a bar: ${name(item)}`),
          ...[...document.querySelectorAll('.mantine-Button-root')]
            .filter((item) => item.scrollWidth > item.clientWidth || item.scrollHeight > item.clientHeight + 1)
            .map((item) => `a button: ${name(item)}`),
        ]
      })
    // The page needs a moment to adapt to its new width.
    await expect.poll(found, `${where} at ${width} px`).toEqual([])
  }
  await root.evaluate((html) => html.style.removeProperty('font-size'))
}

/** At 1920 px: text smaller than 20 px, and broken words in the navigation. */
async function expectLargeOnTelevision(page: Page, where: string) {
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
  await page.setViewportSize({ width: 1920, height: 1080 })
  const found = await page.locator('body :not(svg *)').evaluateAll((all) => {
    const lines = (item: Element) => {
      const range = document.createRange()
      range.selectNodeContents(item)
      return new Set([...range.getClientRects()].map(({ top }) => top)).size
    }
    return all
      .filter((item) => item.checkVisibility())
      .filter(
        (item) =>
          item.matches('input, textarea, select') ||
          [...item.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()),
      )
      .flatMap((item) => {
        const size = getComputedStyle(item).fontSize
        const text = item.textContent.trim() || item.tagName
        return [
          ...(parseFloat(size) < 20 ? [`${size}: ${text}`] : []),
          ...(item.closest('nav[aria-label="Main"] li') && lines(item) > text.split(' ').length
            ? [`broken: ${text}`]
            : []),
        ]
      })
  })
  expect(found, `${where} on a television`).toEqual([])
}

/** Every card brand, and whether it is on one line with the digits of the card. */
const cardMarks = (page: Page) =>
  page.locator('main svg[viewBox="0 0 40 26"]').evaluateAll((marks) =>
    marks.map((mark) => {
      const digits = mark.parentElement?.querySelector('.figures')
      if (!digits || !/\d{4}$/.test(digits.textContent)) return 'without digits'
      const [left, right] = [mark.getBoundingClientRect(), digits.getBoundingClientRect()]
      const middle = right.top + right.height / 2
      return left.right <= right.left && left.top < middle && middle < left.bottom ? 'beside' : 'apart'
    }),
  )

/** Path, heading, and how cards are shown. */
const screens = [
  ['/support', 'Support'],
  ['/support/faqs', 'FAQs'],
  ['/support/form', 'Contact us'],
  ['/support/bugs', 'Report a bug'],
  ['/upgrade/102?type=upgrade', 'Upgrade', ['beside']],
  ['/upgrade/102', 'Choose Plan', ['beside']],
  ['/profile', 'Profile', ['beside']],
  ['/profile/edit', 'Edit details'],
  ['/profile/packages', 'Packages'],
  ['/profile/transcation-history', 'Billing history'],
  ['/profile/transcation-history/1', 'Invoice'],
  ['/profile/view-profile', 'Personal details'],
  ['/profile/all-sessions', 'Your devices'],
  ['/profile/payment-cards', 'Payment cards', ['beside', 'beside']],
  ['/subscribe/102', 'Subscribe'],
] as const

/** Screens that other specs check by width and with axe. */
const otherScreens = [
  ['/', 'Live Channels'],
  ['/favourites', 'Favorites'],
  ['/video/longitude', 'Longitude'],
  ['/unauth', 'Unauthorized / UnSubscribed Person'],
  ['/no/such/page', 'Not Found'],
] as const

const signedOutScreens = [
  ['/signin', 'Sign in'],
  ['/forget/password', 'Forgot your password?'],
  ['/reset-password', 'Error'],
  ['/atlas/#/signIn', 'signIn'],
] as const

test('every other screen focuses its heading, fits 320 px, has large text at 1920 px and passes axe', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn(page, 'member')
  for (const [path, heading, marks = []] of screens) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeFocused()
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320)
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => [path, id, nodes.map(({ html }) => html)])).toEqual([])
    await expect.poll(() => cardMarks(page), `${path}: every card brand is beside its digits`).toEqual(marks)
    await expectLargeOnTelevision(page, path)
    await expectLargeTextFits(page, path)
    await page.setViewportSize({ width: 320, height: 640 })
  }
})

test('fits a phone with text of 200 %, and has at least 20 px on a TV', async ({ page }) => {
  for (const [path, heading] of signedOutScreens) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    // The atlas is not made for TVs.
    if (!path.startsWith('/atlas/')) await expectLargeOnTelevision(page, path)
    await expectLargeTextFits(page, path)
  }
  await signIn(page, 'member')
  for (const [path, heading] of otherScreens) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await expectLargeOnTelevision(page, path)
    await expectLargeTextFits(page, path)
  }
  await page.goto('/')
  await page.setViewportSize({ width: 320, height: 640 })
  await accountMenu(page).click()
  await expectLargeTextFits(page, 'the account menu')
})
