/** A television signs in by a code, and a remote reaches everything. */
import { type Browser, type Locator, type Page } from '@playwright/test'
import { expectArrowsReachAll } from './arrows.ts'
import { cardFields, testCards } from './card.ts'
import { decideCode, requestUserCode } from './deviceCode.ts'
import { dispatchVideoEvent, installFakeStream, waitForStream } from './fakeStream.ts'
import { expect, test } from './fixture.ts'
import {
  accountMenu,
  expectAccessible,
  expectNoHorizontalScroll,
  heading,
  holdRoute,
  loginField,
  openAs,
  pressBack,
} from './page.ts'
import { passwordField, submitSignIn } from './page.ts'
import { setScheme } from './galleryScreenshots.ts'
import { fill, respondWithSchedule } from './hostSchedule.ts'
import { longWaits } from './waits.ts'

const television = { width: 1920, height: 1080 }
const phone = { width: 390, height: 844 }

const code = (page: Page) => page.getByText(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/)
const codeOf = async (page: Page) => (await code(page).textContent()) ?? ''
const codeButton = (page: Page) => page.getByRole('link', { name: 'Sign in with a code' })
async function openPhone(browser: Browser, baseURL: string): Promise<Page> {
  const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Mobile Safari/604.1'
  return (await browser.newContext({ baseURL, viewport: phone, userAgent, hasTouch: true, isMobile: true })).newPage()
}

type OpenDialog = {
  path: string
  /** The control that has the focus when the dialog is closed. */
  open: (page: Page) => Promise<Locator>
  role?: 'dialog' | 'alertdialog' | 'menu'
  controls: number
}

const enter = async (control: Locator) => {
  await control.press('Enter')
  return control
}
/** Presses Enter on a show, or on the one in the direction of `key`. `length` is in minutes. */
const enterOnShow = (length: number, key?: string) => async (page: Page) => {
  await respondWithSchedule(page, 2, (_, from, to) => fill(from, to, length * 60_000))
  await page.clock.install({ time: '2026-11-23T17:10:00Z' })
  await page.reload()
  await page.getByRole('gridcell').and(page.locator('[tabindex="0"]')).focus()
  if (key) await page.keyboard.press(key)
  return enter(page.getByRole('gridcell').and(page.locator(':focus')))
}
const enterInMenu = (name: string) => async (page: Page) => {
  await enter(accountMenu(page))
  await enter(page.getByRole('menuitem', { name }))
  return accountMenu(page)
}

const dialogs: Readonly<Record<string, OpenDialog>> = {
  'the account menu': { path: '/', open: (page) => enter(accountMenu(page)), role: 'menu', controls: 5 },
  'Request a Channel': { path: '/', open: enterInMenu('Request a Channel'), controls: 8 },
  'Download Apps': { path: '/', open: enterInMenu('Download Apps'), controls: 9 },
  Logout: { path: '/', open: enterInMenu('Logout'), controls: 3 },
  'a show that runs': { path: '/guide', open: enterOnShow(60), controls: 2 },
  'a later show': { path: '/guide', open: enterOnShow(60, 'ArrowRight'), controls: 2 },
  'many short shows': { path: '/guide', open: enterOnShow(1), controls: 2 },
  'the question before a card is removed': {
    path: '/profile/payment-cards',
    open: (page) => enter(page.getByRole('button', { name: /^Remove: / }).first()),
    controls: 3,
  },
  'the question before all other devices are signed out': {
    path: '/profile/all-sessions',
    open: (page) => enter(page.getByRole('button', { name: 'Sign out all other devices' })),
    controls: 3,
  },
  'the question before the account is deleted': {
    path: '/profile',
    open: (page) => enter(page.getByRole('button', { name: 'Delete account' })),
    controls: 3,
  },
  'Cancel your plan first': {
    path: '/profile',
    open: async (page) => {
      const opener = await enter(page.getByRole('button', { name: 'Delete account' }))
      await enter(page.getByRole('dialog').getByRole('button', { name: 'Send link' }))
      await expect(page.getByRole('dialog', { name: 'Cancel your plan first' })).toBeVisible()
      return opener
    },
    controls: 3,
  },
  'the question about unsaved changes after Cancel': {
    path: '/profile/edit',
    open: async (page) => {
      await page.getByLabel('Display name').fill('Mara E.')
      return enter(page.getByRole('link', { name: 'Cancel' }))
    },
    controls: 3,
  },
  'the question about unsaved changes after Back': {
    path: '/profile',
    open: async (page) => {
      await enter(page.getByRole('link', { name: 'Edit details' }))
      const field = page.getByLabel('Display name')
      await field.fill('Mara E.')
      await pressBack(page)
      return field
    },
    controls: 3,
  },
  'the question of the sleep timer': {
    path: '/video/harbor-one',
    role: 'alertdialog',
    open: async (page) => {
      await waitForStream(page, 'harbor-one')
      await dispatchVideoEvent(page, 'playing')
      const opener = await enter(page.getByRole('button', { name: 'More controls' }))
      const menu = page.getByRole('region', { name: 'More controls' })
      const section = await enter(menu.getByRole('button', { name: /^Sleep timer/ }))
      // The first arrow key loads the code that moves the focus.
      await expect(async () => {
        await page.keyboard.press('ArrowDown')
        await expect(section).not.toBeFocused({ timeout: 100 })
      }).toPass()
      await enter(menu.getByRole('button', { name: '15 min' }))
      await pressBack(page)
      await expect(opener).toBeFocused()
      await page.clock.fastForward('14:00')
      return opener
    },
    controls: 1,
  },
}

test.describe('a television', () => {
  test.use({ viewport: television, userAgent: 'Mozilla/5.0 (SMART-TV; Linux; Tizen 8.0) Version/8.0 TV Safari/538.1' })

  test(
    'shows a code, a phone approves it, and the television watches',
    {
      tag: [
        '@device.code',
        '@device.signedIn',
        '@activate.confirm',
        '@activate.done',
        '@device.codeKept',
        '@activate.link',
        '@activate.signIn',
      ],
    },
    async ({ page, browser, server }) => {
      await page.goto('/video/harbor-one')
      await expect(heading(page, 'Sign in')).toBeVisible()
      await page.keyboard.press('ArrowDown')
      await expect(codeButton(page)).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(heading(page, 'Sign in with your phone')).toBeFocused()
      const userCode = await codeOf(page)
      await page.reload()
      await expect(code(page), 'a reload shows the same code').toHaveText(userCode)

      const other = await openPhone(browser, server.url)
      await other.goto(`/activate?user_code=${userCode}`)
      await submitSignIn(other, 'member')
      await expect(heading(other, 'Sign in this device?')).toBeFocused()
      await expect(other.getByText(userCode)).toBeVisible()
      await expect(other.getByRole('definition').first()).toHaveText('Safari on Samsung TV')
      await other.getByRole('button', { name: 'Sign in', exact: true }).tap()
      await expect(heading(other, 'Your television is signed in')).toBeVisible()

      await expect(page).toHaveURL('/video/harbor-one', { timeout: longWaits.devicePoll })
      await expect(heading(page, 'Harbor One')).toBeVisible()
      await expect
        .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
        .toBeGreaterThan(0)
      const cookies = await page.context().cookies()
      for (const name of ['access_token', 'refresh_token', 'session'])
        expect(cookies.find((cookie) => cookie.name === name)?.expires, `${name} stays`).toBeGreaterThan(
          Date.now() / 1000 + 6 * 86_400,
        )
      const stored = await page.evaluate(() => [
        localStorage.getItem('refresh_token') !== null,
        sessionStorage.getItem('deviceCode'),
      ])
      expect(stored, 'the tokens are kept, the code is not').toEqual([true, null])

      await other.getByRole('link', { name: 'Your devices' }).tap()
      await expect(other.getByRole('listitem').filter({ hasText: 'Safari on Samsung TV' })).toBeVisible()
      await other.close()
    },
  )

  test(
    'offers the code first to a remote, and the form stays in reach of its arrows',
    { tag: ['@full', '@device.offerFirst'] },
    async ({ page }) => {
      const chunks: string[] = []
      page.on('request', (request) => chunks.push(new URL(request.url()).pathname))
      await page.goto('/signin')
      await expect(loginField(page)).toBeFocused()
      await page.keyboard.press('ArrowDown')
      await expect(codeButton(page)).toBeFocused()
      expect(
        chunks.filter((path) => /DeviceSignIn|device\//.test(path)),
        'nothing of the code is loaded',
      ).toEqual([])
      await page.keyboard.press('ArrowDown')
      await expect(loginField(page)).toBeFocused()
      await loginField(page).fill('member')
      for (const target of [
        passwordField(page),
        page.getByLabel('Remember me'),
        page.getByRole('button', { name: 'Login' }),
      ]) {
        await page.keyboard.press('ArrowDown')
        await expect(target).toBeFocused()
      }
      for (const target of [page.getByLabel('Remember me'), passwordField(page), loginField(page), codeButton(page)]) {
        await page.keyboard.press('ArrowUp')
        await expect(target).toBeFocused()
      }
    },
  )

  test('is left with Escape and with the Back key of a remote', { tag: ['@full', '@shell.back'] }, async ({ page }) => {
    for (const key of ['Escape', 'GoBack']) {
      await page.goto('/signin')
      await expect(loginField(page)).toBeFocused()
      await page.keyboard.press('ArrowDown')
      // The first arrow key loads the code that moves the focus.
      await expect(codeButton(page)).toBeFocused()
      await codeButton(page).press('Enter')
      await expect(code(page)).toBeVisible()
      await page.keyboard.press('ArrowDown')
      await expect(page.getByRole('link', { name: 'Sign in with a password' })).toBeFocused()
      if (key === 'GoBack') await pressBack(page)
      else await page.keyboard.press(key)
      await expect(page).toHaveURL('/signin')
      await page.mouse.move(1, 1)
    }
  })

  test(
    'is left with Escape after the link was pressed before the script ran',
    { tag: ['@full', '@device.offer', '@shell.arrows', '@shell.back'] },
    async ({ page }) => {
      await page.goto('/signin')
      const run = await holdRoute(page, /\/assets\/.+\.js$/)
      await page.reload({ waitUntil: 'commit' })
      await codeButton(page).press('Enter')
      await expect(page).toHaveURL('/signin/code')
      await run()
      await expect(code(page)).toBeVisible()
      await page.keyboard.press('ArrowDown')
      await expect(page.getByRole('link', { name: 'Sign in with a password' })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(page).toHaveURL('/signin')
    },
  )

  test(
    'moves the focus into and inside an open dialog only',
    { tag: ['@full', '@shell.arrows', '@shell.back'] },
    async ({ page }) => {
      await openAs(page, 'member', '/profile/all-sessions')
      await page.getByRole('button', { name: 'Sign out all other devices' }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toBeVisible()
      for (const key of ['ArrowDown', 'ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown']) {
        await page.keyboard.press(key)
        await expect(dialog.locator(':focus')).toHaveCount(1)
      }
      await dialog.getByRole('button', { name: 'Cancel' }).focus()
      await page.keyboard.press('ArrowRight')
      await expect(dialog.getByRole('button', { name: 'Sign out' })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(page, 'Escape only closes the dialog').toHaveURL('/profile/all-sessions')
      await page.getByRole('button', { name: 'Sign out all other devices' }).click()
      await expect(dialog).toBeVisible()
      await pressBack(page)
      await expect(dialog).toBeHidden()
      await expect(page, 'Back only closes the dialog').toHaveURL('/profile/all-sessions')
    },
  )

  test.describe('without a mouse', () => {
    test.use({ hasTouch: true })

    test(
      'a remote enters the card field with OK and leaves it with Escape, and PayPal is for other devices',
      { tag: ['@full', '@card.remote', '@paypal.television'] },
      async ({ page }) => {
        await openAs(page, 'guest', '/subscribe/103')
        const { number, expiry } = cardFields(page)
        await expect(number).toBeEnabled()
        const cardBox = page.locator(':has(> .StripeElement)')
        await page.getByRole('radio', { name: 'Debit /Credit Card' }).focus()
        // The first arrow key loads the code that moves the focus.
        await expect
          .poll(async () => {
            await page.keyboard.press('ArrowDown')
            return cardBox.evaluate((box) => box === document.activeElement)
          })
          .toBe(true)
        await page.keyboard.press('ArrowDown')
        await expect(page.getByLabel('Cardholder name'), 'the arrows pass the frame').toBeFocused()
        await page.keyboard.press('ArrowUp')
        await expect(cardBox).toBeFocused()
        await page.keyboard.press('Enter')
        await expect(number).toBeFocused()
        await page.keyboard.type(testCards.succeeds)
        await expect(expiry).toBeFocused()
        await page.keyboard.press('Escape')
        await expect(cardBox).toBeFocused()
        await expect(number).toHaveValue('4242 4242 4242 4242')
        await page.keyboard.press('Enter')
        await expect(expiry, 'OK continues at the first empty part').toBeFocused()
        await page.keyboard.press('Escape')

        await page.getByRole('radio', { name: 'PayPal Payment Method' }).check()
        await expect(page.getByRole('region', { name: 'PayPal' })).toHaveText(
          'On a television you can pay by card. To pay with PayPal, use a phone or computer.',
        )
        await expectArrowsReachAll(page)
      },
    )

    for (const [path, account] of [
      ['/activate', 'member'],
      ['/support/form', 'member'],
      ['/support/faqs', 'member'],
      ['/profile', 'member'],
      ['/profile/edit', 'member'],
      ['/profile/packages', 'member'],
      ['/profile/payment-cards', 'member'],
      ['/profile/all-sessions', 'member'],
      ['/favourites', 'member'],
      ['/upgrade/103', 'member'],
      ['/subscribe/103', 'guest'],
      ['/unauth', 'member'],
      ['/no/such/page', 'member'],
      ['/profile/transcation-history', 'member'],
      ['/signin/code', undefined],
      ['/forget/password', undefined],
      ['/signin', undefined],
      ['/reset-password', undefined],
      ['/', 'member'],
      ['/guide', 'member'],
      ['/support', 'member'],
      ['/support/bugs', 'member'],
      ['/profile/view-profile', 'member'],
      ['/subscribe/success', 'guest'],
      ['/profile/transcation-history/309', 'member'],
    ] as const)
      test(`reaches every control of ${path} with arrows`, { tag: ['@full', '@shell.arrows'] }, async ({ page }) => {
        await (account ? openAs(page, account, path) : page.goto(path))
        await expect(heading(page)).toBeVisible()
        await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
        // The script puts it first.
        if (path === '/signin') await expect(codeButton(page)).toBeFocused()
        // The slides beside a form change by themselves, and the controls of the other one can't have the focus.
        if (!account && path !== '/signin/code') await page.getByRole('button', { name: 'Pause the slides' }).click()
        // The fields of a state and a city can be reached once their lists are loaded.
        await expect(page.getByPlaceholder('Loading…')).toHaveCount(0)
        await expectArrowsReachAll(page)
      })

    test(
      'reaches every control of the profile while it asks about the plan',
      { tag: ['@full', '@shell.arrows', '@cancel.question'] },
      async ({ page }) => {
        await openAs(page, 'member', '/profile')
        await enter(page.getByRole('button', { name: 'Cancel plan' }))
        const question = page.getByRole('region', { name: 'Cancel plan', exact: true })
        await expect(question.getByRole('heading')).toBeFocused()
        await expect(question.getByRole('button')).toHaveText(['Keep plan', 'Cancel plan'])
        await expectArrowsReachAll(page)
        await enter(question.getByRole('button', { name: 'Keep plan' }))
        await expect(page.getByRole('button', { name: 'Cancel plan' })).toBeFocused()
      },
    )

    for (const [name, { path, open, role = 'dialog', controls }] of Object.entries(dialogs))
      test(
        `reaches every control of ${name} with arrows, and Back closes it only`,
        { tag: ['@full', '@shell.arrows', '@shell.back'] },
        async ({ page }) => {
          if (path.startsWith('/video/')) {
            await page.clock.install()
            await installFakeStream(page)
          }
          await openAs(page, 'member', path)
          await expect(heading(page)).toBeVisible()
          await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
          const opener = await open(page)
          const dialog = page.getByRole(role)
          await expect(dialog.locator(':focus')).toHaveCount(1)
          const url = page.url()
          await expectArrowsReachAll(page, { dialog, count: controls })
          await pressBack(page)
          await expect(dialog).toHaveCount(0)
          await expect(opener).toBeFocused()
          await expect(page).toHaveURL(url)
        },
      )
  })
})

test(
  'a denied code and an expired one are replaced on request',
  { tag: ['@full', '@device.denied', '@device.expired'] },
  async ({ page, server }) => {
    await page.clock.install()
    await page.goto('/signin/code')
    const denied = await codeOf(page)
    await decideCode(server.url, 'member', denied, 'deny')
    await expect(page.getByRole('heading', { name: 'Not signed in' })).toBeVisible({ timeout: longWaits.devicePoll })
    await page.getByRole('button', { name: 'Get a new code' }).press('Enter')
    await expect(code(page)).not.toHaveText(denied)
    const expired = await codeOf(page)
    // Codes last for ten minutes.
    await page.clock.fastForward('09:00')
    await expect(code(page)).toHaveText(expired)
    await page.clock.fastForward('01:00')
    await expect(page.getByRole('heading', { name: 'This code has expired' })).toBeVisible()
    await expect(code(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Get a new code' }).press('Enter')
    await expect(code(page)).not.toHaveText(expired)
  },
)

test(
  'five wrong codes lock the form, and a used code is named',
  { tag: ['@full', '@activate.locked', '@activate.wrong', '@activate.expired'] },
  async ({ page, server }) => {
    const userCode = await requestUserCode(server.url)
    await decideCode(server.url, 'guest', userCode, 'approve')
    await openAs(page, 'member', `/activate?user_code=${userCode}`)
    await expect(page.getByText('That code no longer works. Get a new one on your television.')).toBeVisible()
    const field = page.getByLabel('Code')
    for (const wrong of ['bbbb bbbb', 'BBBBBBBB', 'BBBB–BBBB', ' bbbb-bbbb ', 'BBBB BBBC']) {
      await field.fill(wrong)
      await expect(page.getByText('That code isn’t right. Check it on your television.')).toBeHidden()
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page.getByText('That code isn’t right. Check it on your television.')).toBeVisible()
    }
    await field.fill('BBBB-BBBD')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(
      page.getByRole('alert').filter({ hasText: 'Too many wrong codes. Try again in 15 minutes.' }),
    ).toBeVisible()
    await expect(field).toBeHidden()
  },
)

test(
  'a guest reads what the television will be able to do',
  { tag: ['@full', '@activate.guest'] },
  async ({ page, server }) => {
    const userCode = await requestUserCode(server.url)
    await openAs(page, 'guest', `/activate?user_code=${userCode}`)
    await expect(
      page.getByText('You don’t have an active plan. The television plays channels once you have one.'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('link', { name: 'Choose a plan' })).toBeVisible()
  },
)

for (const { width, height } of [
  phone,
  { width: 768, height: 1024 },
  { width: 844, height: 390 },
  { width: 1440, height: 900 },
  television,
])
  test(
    `the pages of the code fit ${width} × ${height} in both schemes`,
    { tag: ['@full', '@device.code', '@activate.confirm'] },
    async ({ page, server }) => {
      const check = async () => {
        for (const scheme of ['light', 'dark'] as const) {
          await setScheme(page, scheme)
          await expectNoHorizontalScroll(page)
          await expectAccessible(page)
        }
      }
      await page.setViewportSize({ width, height })
      await page.goto('/signin/code')
      await expect(code(page)).toBeVisible()
      await check()
      await openAs(page, 'guest', `/activate?user_code=${await requestUserCode(server.url)}`)
      await expect(heading(page, 'Sign in this device?')).toBeVisible()
      await check()
      await page.getByRole('button', { name: 'Enter another code' }).click()
      await expect(page.getByLabel('Code')).toBeVisible()
      await check()
    },
  )
