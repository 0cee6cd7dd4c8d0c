/** Every screen: title, heading, focus, accessibility, and layout on a phone, with large text and on a TV. */
import { type Page } from '@playwright/test'
import { expect, test, unknownPath, type Account } from './fixture.ts'
import { accountMenu, expectAccessible, expectNoHorizontalScroll, heading, openAs } from './page.ts'
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

/** Roles and names of the controls that the page offers, in alphabetical order. */
const controlsOf = async (page: Page): Promise<string[]> =>
  [
    ...(await page.locator('body').ariaSnapshot()).matchAll(
      /- '?((?:button|link|menuitem|switch|radio|checkbox|combobox|textbox|searchbox|slider) ".*?")/g,
    ),
  ]
    .map(([, control = '']) => control)
    .sort()

/** Asserts that a wide page offers the controls of a phone, except for these. The page is as wide as a phone. */
async function expectSameControls(
  page: Page,
  { onlyOnPhone = [], onlyOnWide = [] }: { onlyOnPhone?: readonly string[]; onlyOnWide?: readonly string[] },
) {
  // The links of a collapsed summary count too.
  await page.locator('details').evaluateAll((all) => all.forEach((part) => ((part as HTMLDetailsElement).open = true)))
  const onPhone = await controlsOf(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  const missing = (from: readonly string[], all: readonly string[]) => all.filter((one) => !from.includes(one))
  const found = async () => {
    const onWide = await controlsOf(page)
    return { onlyOnPhone: missing(onWide, onPhone), onlyOnWide: missing(onPhone, onWide) }
  }
  // The layout adapts to the new width asynchronously.
  await expect
    .poll(found, 'the controls of a phone and a wide screen')
    .toEqual({ onlyOnPhone: [...onlyOnPhone].sort(), onlyOnWide: [...onlyOnWide].sort() })
}

type Screen = readonly [
  path: string,
  title: string | RegExp,
  heading: string | RegExp,
  more?: {
    /** Shows a longer state of the screen. */
    readonly act?: (page: Page) => Promise<unknown>
    /** How the card brands are shown. Default: none. */
    readonly cards?: readonly string[]
    /** Controls that only a phone shows, and controls that only a wide page shows. */
    readonly onlyOnPhone?: readonly string[]
    readonly onlyOnWide?: readonly string[]
    /** Whether the screen focuses another element than its heading. */
    readonly focusesField?: true
  },
]

/** The navigation of a phone is at the bottom and does not expand. */
const rail = 'button "Expand menu"'

/** The menu of a narrow player has these, and the list below the video the other channels. */
const onlyInWidePlayer = [
  rail,
  'button "Keyboard shortcuts"',
  'button "Next channel"',
  'button "Picture in picture"',
  'button "Previous channel"',
  'combobox "Quality"',
  'slider "Volume"',
]

/** The phone has no navigation during a checkout, whose button is in its place. */
const navigationLinks = ['Live Channels', 'Guide', 'Favorites', 'Support', 'Profile'].map((name) => `link "${name}"`)
const subscribeControls = { onlyOnWide: [rail, ...navigationLinks] }

/** A wide page shows the saved card with a button, and the other methods on demand. A phone shows all methods as a choice. */
const upgradeControls = (label: string) => ({
  onlyOnPhone: [
    `button "${label} $19.99"`,
    'link "Back to plans"',
    'radio "Debit /Credit Card"',
    'radio "PayPal Payment Method"',
    'radio "Visa ending in 4242 Expires 12/2028"',
  ],
  onlyOnWide: ['button "+ Add a new payment method"', rail, 'button "Pay Now $19.99"', ...navigationLinks],
})

/** A wide page has the profile's navigation, a phone a link back. */
const besideProfile = ['Billing history', 'Cards', 'Devices', 'Personal details', 'Plan'].map(
  (name) => `link "${name}"`,
)
const profileControls = { onlyOnPhone: ['link "Back to Profile"'], onlyOnWide: [rail, ...besideProfile] }

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).click()

const screens: Readonly<Record<string, readonly Screen[]>> = {
  'signed out': [
    [
      '/signin',
      'Sign in',
      'Sign in',
      { focusesField: true, act: press('Login'), onlyOnWide: ['link "Sign in with a code"'] },
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
        onlyOnWide: onlyInWidePlayer,
        // The other channels load after the first frame.
        act: (page) =>
          expect(page.getByRole('navigation', { name: 'All channels' }).getByRole('link').first()).toBeVisible(),
      },
    ],
    ['/support', 'Support', 'Support'],
    ['/support/faqs', 'FAQs', 'FAQs'],
    ['/support/form', 'Contact us', 'Contact us'],
    ['/support/bugs', 'Report a bug', 'Report a bug'],
    ['/upgrade/102?type=upgrade', 'Change plan', /^Upgrade/, { cards: ['beside'], ...upgradeControls('Upgrade') }],
    ['/upgrade/102', 'Change plan', /^Choose Plan/, { cards: ['beside'], ...upgradeControls('Buy Plan') }],
    [
      '/profile',
      'Profile',
      'Profile',
      {
        cards: ['beside', 'beside'],
        onlyOnPhone: ['link "Payment cards"'],
        onlyOnWide: [rail, 'link "Cards"', 'link "Devices"', 'link "Plan"'],
      },
    ],
    ['/profile/edit', 'Edit details', 'Edit details', profileControls],
    ['/profile/packages', 'Plans', 'Plans', profileControls],
    ['/profile/transcation-history', 'Billing history', 'Billing history', profileControls],
    ['/profile/transcation-history/309', 'Invoice', /^Invoice/, profileControls],
    ['/profile/view-profile', 'Personal details', 'Personal details', { onlyOnWide: profileControls.onlyOnWide }],
    ['/profile/all-sessions', 'Your devices', 'Your devices', profileControls],
    [
      '/profile/payment-cards',
      'Payment cards',
      'Payment cards',
      { cards: ['beside', 'beside'], act: press('Add a card'), ...profileControls },
    ],
    ['/activate', 'Sign in on a television', 'Sign in on a television', { focusesField: true, act: press('Continue') }],
    ['/subscribe/102', 'Subscribe', 'Subscribe to Monthly', subscribeControls],
    [
      '/subscribe/103',
      'Subscribe',
      'Subscribe to Quarterly',
      { act: (page) => page.getByRole('radio', { name: 'PayPal Payment Method' }).check(), ...subscribeControls },
    ],
    ['/unauth', 'Unauthorized', 'Unauthorized / UnSubscribed Person'],
    [unknownPath, 'Not Found', 'Not Found'],
  ],
}

for (const [who, all] of Object.entries(screens))
  for (const [path, title, name, { act, cards = [], focusesField = false, ...controls } = {}] of all)
    test(`${path} has a title and a heading, and fits every screen in both schemes`, async ({ page }) => {
      // The slides of the sign-in page do not change.
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.setViewportSize({ width: 320, height: 640 })
      await (who === 'signed out' ? page.goto(path) : openAs(page, who as Account, path))
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
      await expectSameControls(page, who === 'signed out' ? controls : { onlyOnWide: [rail], ...controls })
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
  await expectSameControls(page, { onlyOnWide: [rail] })
  expect(await controlsOf(page)).toEqual(expect.arrayContaining(['menuitem "Logout"', 'switch "Dark mode"']))
  await expectLargeTextFits(page, 'the account menu')
})
