/** Every screen: title, heading, focus, accessibility, and layout on a phone, with large text and on a TV. */
import { type Page, type Request } from '@playwright/test'
import { decideAccess, routeOf, type AuthState } from '../../src/app/accessRules.ts'
import { appRoutes, type AppRoute } from '../../src/app/paths.ts'
import { expect, signIn, test, unknownPath } from './fixture.ts'
import { accountMenu, expectAccessible, expectNoHorizontalScroll, heading, openAs } from './page.ts'
import { controlsOf, expectSameControls, links, type Difference } from './sameControls.ts'
import { setScheme } from './galleryScreenshots.ts'

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
        const boxes = bars.map((item) => item.getBoundingClientRect())
        return [
          ...(html.scrollWidth > html.clientWidth ? [`the page is ${html.scrollWidth} px wide`] : []),
          ...bars
            .filter((item, at) => {
              const { left, right, top, bottom } = boxes[at] ?? item.getBoundingClientRect()
              const overlaps = boxes.some(
                (other, of) =>
                  of !== at &&
                  Math.min(right, other.right) - Math.max(left, other.left) > 1 &&
                  Math.min(bottom, other.bottom) - Math.max(top, other.top) > 1,
              )
              return overlaps || left < 0 || right > html.clientWidth || item.scrollWidth > item.clientWidth
            })
            .map((item) => `in a bar: ${name(item)}`),
          ...[...document.querySelectorAll('.mantine-Button-root')]
            .filter((item) => item.scrollWidth > item.clientWidth || item.scrollHeight > item.clientHeight + 1)
            .map((item) => `a button: ${name(item)}`),
        ]
      })
    // The layout adapts to the new width asynchronously.
    await expect.poll(found, `${where} at ${width} px`).toEqual([])
  }
  await root.evaluate((html) => html.style.removeProperty('font-size'))
}

/** At 1920 px: text smaller than 20 px, and broken words in the navigation. */
async function expectLargeOnTelevision(page: Page, where: string) {
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
  await page.setViewportSize({ width: 1920, height: 1080 })
  const found = () =>
    page.locator('body :not(svg *)').evaluateAll((all) => {
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
  // The layout adapts to the new width asynchronously.
  await expect.poll(found, `${where} on a television`).toEqual([])
}

/** Every card brand, and whether it is on one line with the digits of the card. The form for a new card has no digits. */
const cardMarks = (page: Page) =>
  page.locator('main svg[viewBox="0 0 40 26"]:not([data-path="card"] svg)').evaluateAll((marks) =>
    marks.map((mark) => {
      const digits = mark.parentElement?.querySelector('.figures')
      if (!digits || !/\d{4}$/.test(digits.textContent)) return 'without digits'
      const [left, right] = [mark.getBoundingClientRect(), digits.getBoundingClientRect()]
      const middle = right.top + right.height / 2
      return left.right <= right.left && left.top < middle && middle < left.bottom ? 'beside' : 'apart'
    }),
  )

type Screen = readonly [
  path: string,
  title: string | RegExp,
  heading: string | RegExp,
  more?: {
    /** Shows a longer state of the screen. */
    readonly act?: (page: Page) => Promise<unknown>
    /** How the card brands are shown. Default: none. */
    readonly cards?: readonly string[]
    /** The controls that a phone and a wide screen do not share. */
    readonly differences?: readonly Difference[]
    /** Whether the screen focuses another element than its heading. */
    readonly focusesField?: true
  },
]

const rail: Difference = {
  why: 'The navigation of a phone is at the bottom and does not expand.',
  onlyOnWide: ['button "Expand menu"'],
}

const playerMenu: Difference = {
  why: 'The menu of a narrow player has these, and the list below the video the other channels.',
  onlyOnWide: [
    ...['Keyboard shortcuts', 'Next channel', 'Picture in picture', 'Previous channel'].map(
      (name) => `button "${name}"`,
    ),
    'combobox "Quality"',
    'slider "Volume"',
  ],
}

const checkoutBar = (...entries: readonly string[]): Difference => ({
  why: 'A phone has no navigation during a checkout, whose button is in its place.',
  onlyOnWide: links(...entries, 'Support', 'Profile'),
})
const checkoutOfMember = checkoutBar('Live Channels', 'Guide', 'Favorites')

const plansAbove: Difference = {
  why: 'Without the navigation, a phone has a link back to the plans.',
  onlyOnPhone: links('Back to plans'),
}

const savedCard = (label: string): Difference => ({
  why: 'A wide page shows the saved card with a button, and the other methods on demand. A phone shows all as a choice.',
  onlyOnPhone: [
    `button "${label} $49"`,
    'radio "Debit /Credit Card"',
    'radio "PayPal Payment Method"',
    'radio "Visa ending in 4242 Expires 12/2028"',
  ],
  onlyOnWide: ['button "+ Add a new payment method"', 'button "Pay Now $49"'],
})
const upgrade = (label: string) => [plansAbove, savedCard(label), checkoutOfMember]

const payLabel: Difference = {
  why: 'The button of a phone names the change of the plan.',
  onlyOnPhone: ['button "Buy Plan $19.99"'],
  onlyOnWide: ['button "Pay $19.99"'],
}

const guideLayout: Difference = {
  why: 'A wide page has a grid of channels and shows, a phone a list of shows and a row of times.',
  onlyOnPhone: ['button "Now"', /^button "\d+:\d\d [AP]M/, /^button ".* Live \d+:\d\d/],
  onlyOnWide: [
    'button "Jump to now"',
    ...links('Cascade Now', 'Cross Meridian', 'Delta Dispatch', 'Grain & Gold', 'Harbor One', 'Ledgerline'),
    ...links('Longitude', 'Night Wire', 'Plainview News', 'Rotunda', 'Stormwatch Gulf', 'The Far Desk'),
  ],
}

const besideProfile: Difference = {
  why: 'The links to the pages of the profile are beside them. A phone has them on the profile.',
  onlyOnWide: links('Billing history', 'Cards', 'Devices', 'Personal details', 'Plan'),
}
const besideProfileOfGuest: Difference = { ...besideProfile, onlyOnWide: links('Devices', 'Personal details', 'Plan') }
const besideOverview = (...names: readonly string[]): Difference => ({
  why: 'The profile has the plan and the devices itself. On a phone it lists the other pages.',
  onlyOnWide: links(...names),
})
const profileAbove: Difference = {
  why: 'A phone has a link back to the profile instead.',
  onlyOnPhone: links('Back to Profile'),
}
const profilePage = { differences: [besideProfile, profileAbove] }

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).click()

/** The users of the application, as the access rules see them. */
const users = {
  'signed out': { kind: 'signedOut' },
  member: { kind: 'signedIn', role: 'membership', isRoleConfirmed: true },
  guest: { kind: 'signedIn', role: 'guest', isRoleConfirmed: true },
} as const satisfies Record<string, AuthState>
type User = keyof typeof users

const screens: Readonly<Record<Exclude<User, 'guest'>, readonly Screen[]>> = {
  'signed out': [
    [
      '/signin',
      'Sign in',
      'Sign in',
      {
        focusesField: true,
        act: press('Login'),
        differences: [
          { why: 'A phone has a keyboard, so it needs no code.', onlyOnWide: links('Sign in with a code') },
        ],
      },
    ],
    ['/signin/code', 'Sign in with your phone', 'Sign in with your phone'],
    [
      '/forget/password',
      'Forgot password',
      'Forgot your password?',
      { focusesField: true, act: press('Send Reset Instructions') },
    ],
    ['/reset-password', 'Error', 'Error'],
    ['/reset-password?key=a&login=b', 'Reset Link Expired', 'Reset Link Expired'],
  ],
  member: [
    ['/', 'Live Channels', 'Live Channels'],
    [
      '/favourites',
      'Favorites',
      'Favorites',
      {
        act: (page) =>
          page
            .getByRole('button', { name: /^Favorite / })
            .first()
            .click(),
      },
    ],
    [
      '/video/longitude',
      /^Longitude: \w.* · Statecast$/,
      'Longitude',
      {
        focusesField: true,
        differences: [playerMenu],
        // The other channels load after the first frame.
        act: (page) =>
          expect(page.getByRole('navigation', { name: 'All channels' }).getByRole('link').first()).toBeVisible(),
      },
    ],
    ['/support', 'Support', 'Support'],
    ['/support/faqs', 'FAQs', 'FAQs'],
    ['/support/form', 'Contact us', 'Contact us'],
    ['/support/bugs', 'Report a bug', 'Report a bug'],
    ['/upgrade/103?type=upgrade', 'Change plan', /^Upgrade/, { cards: ['beside'], differences: upgrade('Upgrade') }],
    ['/upgrade/103', 'Change plan', /^Choose Plan/, { cards: ['beside'], differences: upgrade('Buy Plan') }],
    [
      '/profile',
      'Profile',
      'Profile',
      {
        cards: ['beside', 'beside'],
        differences: [
          {
            why: 'The list of a phone names the cards in full.',
            onlyOnPhone: links('Payment cards'),
          },
          besideOverview('Cards', 'Devices', 'Plan'),
        ],
      },
    ],
    ['/profile/edit', 'Edit details', 'Edit details', profilePage],
    ['/profile/packages', 'Plans', 'Plans', profilePage],
    ['/profile/transcation-history', 'Billing history', 'Billing history', profilePage],
    ['/profile/transcation-history/309', 'Invoice', /^Invoice/, profilePage],
    ['/profile/view-profile', 'Personal details', 'Personal details', profilePage],
    ['/profile/all-sessions', 'Your devices', 'Your devices', profilePage],
    [
      '/profile/payment-cards',
      'Payment cards',
      'Payment cards',
      { cards: ['beside', 'beside'], act: press('Add a card'), ...profilePage },
    ],
    ['/activate', 'Sign in on a television', 'Sign in on a television', { focusesField: true, act: press('Continue') }],
    ['/subscribe/102', 'Subscribe', 'Subscribe to Monthly', { differences: [checkoutOfMember] }],
    [
      '/subscribe/103',
      'Subscribe',
      'Subscribe to Quarterly',
      {
        act: (page) => page.getByRole('radio', { name: 'PayPal Payment Method' }).check(),
        differences: [checkoutOfMember],
      },
    ],
    ['/unauth', 'Unauthorized', 'Unauthorized / UnSubscribed Person'],
    [unknownPath, 'Not Found', 'Not Found'],
  ],
}

for (const who of ['signed out', 'member'] as const)
  for (const [path, title, name, { act, cards = [], focusesField = false, differences = [] } = {}] of screens[who])
    test(`${path} has a title and a heading, and fits every screen in both schemes`, async ({ page }) => {
      // The slides of the sign-in page do not change.
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.setViewportSize({ width: 320, height: 640 })
      await (who === 'signed out' ? page.goto(path) : openAs(page, who, path))
      await expect(heading(page, name)).toBeVisible()
      await expect(heading(page)).toHaveCount(1)
      await expect(page).toHaveTitle(typeof title === 'string' ? `${title} · Statecast` : title)
      if (!focusesField) await expect(heading(page)).toBeFocused()
      await page.setViewportSize({ width: 768, height: 640 })
      await expectNoHorizontalScroll(page)
      await page.setViewportSize({ width: 320, height: 640 })
      await act?.(page)
      await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
      // The carousel beside a form loads when the browser is idle. A television that signs in has none.
      if (who === 'signed out' && path !== '/signin/code')
        await expect(page.getByRole('region', { name: 'Channels and devices' })).toBeVisible()
      await expectNoHorizontalScroll(page)
      await expectAccessible(page)
      // The dark scheme differs in its colors only.
      await setScheme(page, 'dark')
      await expectNoHorizontalScroll(page)
      await expectAccessible(page, { runOnly: ['color-contrast'] })
      await expect.poll(() => cardMarks(page), 'every card brand is beside its digits').toEqual(cards)
      await expectSameControls(page, [...(who === 'signed out' ? [] : [rail]), ...differences])
      await expectLargeOnTelevision(page, path)
      await expectLargeTextFits(page, path)
    })

test('the account menu and the atlas fit a phone with text of 200 %', async ({ page }) => {
  await page.goto('/atlas/#/signIn')
  await expect(heading(page, 'signIn')).toBeVisible()
  await expectLargeTextFits(page, 'the atlas')
  await page.setViewportSize({ width: 320, height: 640 })
  await openAs(page, 'member', '/')
  await expect(page.getByRole('list', { name: 'Channels' }).getByRole('listitem').first()).toBeVisible()
  await accountMenu(page).click()
  await expectSameControls(page, [rail])
  expect(await controlsOf(page)).toEqual(expect.arrayContaining(['menuitem "Logout"', 'switch "Dark mode"']))
  await expectLargeTextFits(page, 'the account menu')
})

/** What a role or a payment adds to the screens above: only their controls are compared. */
const otherScreens: Readonly<Record<User, readonly (readonly [path: string, ...differences: Difference[]])[]>> = {
  'signed out': [['/unauth'], [unknownPath]],
  member: [['/guide', guideLayout], ['/subscribe/success']],
  guest: [
    ['/support'],
    ['/support/faqs'],
    ['/support/form'],
    ['/support/bugs'],
    ['/upgrade/102', plansAbove, payLabel, checkoutBar()],
    ['/profile', besideOverview('Devices', 'Plan')],
    ['/profile/edit', besideProfileOfGuest, profileAbove],
    ['/profile/packages', besideProfileOfGuest, profileAbove],
    ['/profile/view-profile', besideProfileOfGuest, profileAbove],
    ['/profile/all-sessions', besideProfileOfGuest, profileAbove],
    ['/subscribe/102', checkoutBar()],
    ['/subscribe/success'],
    ['/activate'],
    ['/unauth'],
    [unknownPath],
  ],
}

for (const who of Object.keys(users) as User[])
  test(`a phone has the controls of a wide screen, ${who}`, async ({ page }) => {
    if (who !== 'signed out') {
      await signIn(page, who)
      const paid = { state: 'paid', member: who === 'member' ? 2 : 5, planId: 102, knownSubscriptionIds: [] }
      await page.evaluate((attempt) => localStorage.setItem('statecast.attempt', JSON.stringify(attempt)), paid)
    }
    const loading = new Set<Request>()
    page.on('request', (request) => loading.add(request))
    page.on('requestfinished', (request) => loading.delete(request))
    page.on('requestfailed', (request) => loading.delete(request))
    for (const [path, ...differences] of otherScreens[who]) {
      await page.setViewportSize({ width: 320, height: 640 })
      await page.goto(path)
      await expect(heading(page)).toHaveCount(1)
      await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
      await expect.poll(() => loading.size, `what ${path} still loads`).toBe(0)
      if (who === 'signed out') await expect(page.getByRole('region', { name: 'Channels and devices' })).toBeVisible()
      await expectSameControls(page, [...(who === 'signed out' ? [] : [rail]), ...differences], `at ${path}`)
      await expect(page).toHaveURL(path)
    }
  })

test('the controls of every screen are compared, for every user who may enter it', () => {
  const missing = (Object.keys(users) as User[]).flatMap((who) => {
    const rows = [...(who === 'guest' ? [] : screens[who]), ...otherScreens[who]]
    const compared = rows.map(([path]) => routeOf(new URL(path, 'http://localhost').pathname) ?? appRoutes.notFound)
    const mayEnter = ({ access, pattern }: AppRoute) =>
      decideAccess(access, users[who], { pathname: pattern, search: '', hash: '' }).kind === 'enter'
    return Object.values<AppRoute>(appRoutes)
      .filter((route) => mayEnter(route) && !compared.includes(route))
      .map(({ pattern }) => `${pattern}, ${who}`)
  })
  expect(missing).toEqual([])
})
