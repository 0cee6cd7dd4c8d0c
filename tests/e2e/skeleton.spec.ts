/** The skeletons that the edge sends to a browser with a session, before and while the application takes over. */
import { type Page } from '@playwright/test'
import { expect, signIn, test, type Account } from './fixture.ts'
import { expectAccessible, heading, holdRoute, loginField } from './page.ts'

const skeleton = (page: Page) => page.locator('#skeleton')
const status = (page: Page) => page.getByRole('status', { name: 'Loading', exact: true })

/** Opens a path with the session of an account, or as a visitor without one. The returned function lets the script run. */
async function openBeforeScript(
  page: Page,
  path: string,
  { account = 'member', stored = {} }: { account?: Account | 'visitor'; stored?: object } = {},
) {
  if (account === 'visitor') await page.goto('/manifest.webmanifest')
  else await signIn(page, account)
  await page.evaluate((items) => {
    for (const [name, value] of Object.entries(items)) localStorage.setItem(name, JSON.stringify(value))
  }, stored)
  const run = await holdRoute(page, /\/assets\/.+\.js$/)
  await page.evaluate((url) => location.assign(url), path)
  await expect(skeleton(page)).toBeVisible()
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  return run
}

/** The places of the parts of a page, and the colors around them. */
const layoutOf = (page: Page, parts: readonly string[]) =>
  page.evaluate((selectors) => {
    const find = (selector: string) => {
      const element = document.querySelector(selector)
      if (!element) throw new Error(`The page has no ${selector}`)
      return element
    }
    return {
      places: selectors.map((selector) => {
        const { x, y } = find(selector).getBoundingClientRect()
        return [selector, x, y] as const
      }),
      sizes: selectors
        .filter((selector) => /^(header|nav|nav li:last-child|aside)$/.test(selector))
        .map((selector) => {
          const { width, height } = find(selector).getBoundingClientRect()
          return [selector, width, height] as const
        }),
      colors: ['html', ...selectors.slice(0, 1)].map((selector) => getComputedStyle(find(selector)).backgroundColor),
    }
  }, parts)

const frame = ['header', 'header span', 'nav', 'nav li:nth-child(2)', 'nav li:last-child', 'main'] as const

/** A payment for Monthly in this browser. */
const paid = { state: 'paid', member: 2, planId: 102, knownSubscriptionIds: [] }

type Screen = {
  path: string
  /** The heading; undefined if the skeleton has none. */
  title: string | RegExp | undefined
  parts: readonly string[]
  account?: 'visitor' | 'guest'
  /** Parts below a text of the host, whose lines decide where they are once it has arrived. */
  below?: readonly string[]
  stored?: object
}

const screens: readonly Screen[] = [
  // The first one, because the others sign in.
  {
    path: '/signin/code',
    title: 'Sign in with your phone',
    parts: ['main', 'h1', 'main li:last-child > :nth-child(2)', 'main p > *', 'main > :last-child > :last-child'],
    account: 'visitor',
  },
  // A session leads to the list.
  { path: '/signin/code', title: 'Live Channels', parts: ['h1'] },
  { path: '/', title: 'Live Channels', parts: ['h1', 'main > :last-child > :nth-child(3)'] },
  { path: '/guide', title: 'Guide', parts: ['h1'] },
  { path: '/favourites', title: 'Favorites', parts: ['h1'] },
  { path: '/profile/packages', title: 'Plans', parts: ['h1'] },
  { path: '/profile', title: 'Profile', parts: ['h1', 'main h2'] },
  { path: '/support', title: 'Support', parts: ['h1', 'main nav'] },
  { path: '/profile/view-profile', title: 'Personal details', parts: ['h1'] },
  { path: '/profile/payment-cards', title: 'Payment cards', parts: ['h1'] },
  { path: '/support/bugs', title: 'Report a bug', parts: ['h1', 'main nav', 'main form'] },
  {
    path: '/upgrade/103?type=upgrade',
    title: /^Upgrade/,
    parts: [
      'h1',
      'aside',
      ...['', ' > :first-child', ' > :nth-child(2)'].map((part) => `aside + * > :nth-child(2)${part}`),
    ],
  },
  {
    path: '/subscribe/success',
    title: 'Payment Successful',
    parts: ['h1', 'dl > :nth-child(2)', 'dl > :last-child', 'section + div'],
    stored: { 'statecast.attempt': paid },
  },
  { path: '/video/harbor-one', title: undefined, parts: ['main > :last-child > :first-child'] },
  // The last one, because the role stays stored.
  {
    path: '/subscribe/102',
    title: /^Subscribe/,
    parts: ['h1'],
    below: ['aside', 'aside + *'],
    account: 'guest',
    stored: { userRole: 'guest' },
  },
]

for (const [width, height, scheme] of [
  [390, 844, 'dark'],
  [1440, 900, 'light'],
] as const)
  test(
    `the skeletons are there before the script and do not move, ${width} px, ${scheme}`,
    { tag: ['@prerender.skeleton', ...(scheme === 'light' ? [] : ['@full'])] },
    async ({ page }) => {
      await page.setViewportSize({ width, height })
      for (const { path, title, parts: own, below = [], account = 'member', stored } of screens) {
        // A guest has fewer entries in the navigation.
        const ofFrame = { visitor: [], guest: frame.filter((part) => !part.startsWith('nav li')), member: frame }[
          account
        ]
        const parts = [...ofFrame, ...own, ...below]
        const run = await openBeforeScript(page, path, {
          account,
          stored: { ...stored, isDarkMode: scheme === 'dark' },
        })
        await expect(status(page)).toBeVisible()
        if (title !== undefined) await expect(skeleton(page).locator('h1')).toHaveText(title, { useInnerText: true })
        const before = await layoutOf(page, parts)
        await page.evaluate(() => {
          const shifts: number[] = []
          Object.assign(window, { shifts })
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
          }).observe({ type: 'layout-shift' })
        })
        const answer = await holdRoute(page, /\/wp-json\/(?!.*(\/me\/|members\/))/)
        await run()
        await expect(skeleton(page)).toHaveCount(0)
        const expectInPlace = async (when: string, { places, ...rest } = before) =>
          expect([
            path,
            when,
            await layoutOf(
              page,
              places.map(([part]) => part),
            ),
          ]).toEqual([path, when, { places, ...rest }])
        await expectInPlace('with the script')
        expect(await page.evaluate(() => (window as Window & { shifts?: number[] }).shifts)).toEqual([])
        if (title !== undefined) await expect(heading(page, title)).toBeFocused()
        await expect(page.locator('main')).toHaveCount(1)
        await answer()
        await page.unrouteAll({ behavior: 'wait' })
        await expect(page.locator('main [class*="_skeleton_"]')).toHaveCount(0)
        await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
        const isAbove = ([part]: readonly [string, ...unknown[]]) => !below.includes(part)
        await expectInPlace('with the content', {
          ...before,
          places: before.places.filter(isAbove),
          sizes: before.sizes.filter(isAbove),
        })
      }
    },
  )

test(
  'the skeletons pulse late, and only by their opacity',
  { tag: ['@full', '@prerender.skeleton'] },
  async ({ page }) => {
    await openBeforeScript(page, '/')
    const pulses = await page.evaluate(() =>
      document
        .getAnimations()
        .map(({ effect }) => effect)
        .filter((effect) => effect instanceof KeyframeEffect)
        .filter((effect) => effect.getTiming().iterations === Infinity)
        .map((effect) => ({
          isLate: (effect.getTiming().delay ?? 0) >= 1_000,
          changes: effect
            .getKeyframes()
            .flatMap((frame) => Object.keys(frame).filter((key) => /color|opacity/i.test(key))),
        })),
    )
    expect(pulses.length).toBeGreaterThan(20)
    for (const { isLate, changes } of pulses) expect([isLate, new Set(changes)]).toEqual([true, new Set(['opacity'])])
  },
)

test('a skeleton can neither be focused nor read', { tag: '@prerender.skeleton' }, async ({ page }) => {
  const run = await openBeforeScript(page, '/support')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  for (const role of ['link', 'button', 'heading', 'textbox', 'navigation'] as const)
    await expect(page.getByRole(role)).toHaveCount(0)
  await expect(status(page)).toHaveCount(1)
  expect(await status(page).boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() })
  await expectAccessible(page)
  await run()
  await expect(heading(page, 'Support')).toBeFocused()
  await expect(status(page)).toHaveCount(0)
})

test('the skeleton follows the stored role and navigation', { tag: '@prerender.skeleton' }, async ({ page }) => {
  const stored = { userRole: 'guest', navCollapse: false }
  const run = await openBeforeScript(page, '/profile', { account: 'guest', stored })
  const entries = () => page.locator('nav').first().locator('li:visible').allTextContents()
  expect(await entries()).toEqual(['Support', 'Profile'])
  const before = await layoutOf(page, ['nav', 'main', 'h1'])
  await run()
  await expect(heading(page, 'Profile')).toBeVisible()
  expect(await entries()).toEqual(['Support', 'Profile'])
  expect(await layoutOf(page, ['nav', 'main', 'h1'])).toEqual(before)
})

test('the page of members is not shown to a guest', { tag: '@prerender.skeleton' }, async ({ page }) => {
  const run = await openBeforeScript(page, '/guide', { account: 'guest', stored: { userRole: 'guest' } })
  await expect(skeleton(page).locator('h1')).toBeHidden()
  await run()
  await expect(page).toHaveURL('/unauth')
})

test('a session that has ended leads to the sign-in page', { tag: '@prerender.skeleton' }, async ({ page }) => {
  const run = await openBeforeScript(page, '/video/harbor-one')
  await page.evaluate(() => {
    for (const name of ['access_token', 'refresh_token']) document.cookie = `${name}=; Max-Age=0; Path=/`
    localStorage.clear()
  })
  await run()
  await expect(loginField(page)).toBeFocused()
  await expect(skeleton(page)).toHaveCount(0)
  await expect(page.locator('html')).not.toHaveAttribute('data-shell')
})
