/** The marketing carousel beside the sign-in form. */
import { type Page } from '@playwright/test'
import { stopClock } from './clock.ts'
import { expect, test } from './fixture.ts'
import { setScheme } from './galleryScreenshots.ts'
import { expectAccessible, expectNoHorizontalScroll, holdRoute, loginField, submitSignIn } from './page.ts'

const SLIDE_MS = 2_500

const carousel = (page: Page) => page.getByRole('region', { name: 'Channels and devices' })
const slide = (page: Page, number: 1 | 2) => carousel(page).locator(`[aria-label="${number} of 2"]`)
const button = (page: Page, name: string) => carousel(page).getByRole('button', { name })

async function open(page: Page, reducedMotion: 'reduce' | 'no-preference' = 'no-preference') {
  await page.emulateMedia({ reducedMotion })
  await page.goto('/signin')
  await expect(carousel(page)).toBeVisible()
}

/** Clicks an arrow without mouse and focus, which would both pause the slides. */
const press = (page: Page, name: 'Next slide' | 'Previous slide') => button(page, name).dispatchEvent('click')

const seeSlide = async (page: Page, number: 1 | 2) => {
  await expect(slide(page, number)).not.toHaveAttribute('inert')
  await expect(slide(page, number === 1 ? 2 : 1)).toHaveAttribute('inert')
}

/** Opens the page with a stopped clock at the start of the first slide. */
async function openStopped(page: Page) {
  await page.clock.install()
  await open(page)
  await stopClock(page)
  await press(page, 'Next slide')
  if ((await slide(page, 1).getAttribute('inert')) !== null) await press(page, 'Previous slide')
  await seeSlide(page, 1)
  // No earlier fade is under way.
  await expect(slide(page, 1)).toHaveCSS('opacity', '1')
  await expect(slide(page, 2)).toHaveCSS('opacity', '0')
}

/** Pauses every fade at its start, so that a slow machine does not miss it. */
async function holdFades(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Animation.enable')
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 0 })
}

/** The opacity of each slide at a time of the fade, in ms. */
const opacitiesAt = (page: Page, ms: number) =>
  carousel(page).evaluate((region, ms) => {
    for (const fade of region.getAnimations({ subtree: true })) {
      fade.pause()
      fade.currentTime = ms
    }
    const slides = [...region.querySelectorAll('[aria-roledescription="slide"]')]
    return slides.map((slide) => Number(getComputedStyle(slide).opacity))
  }, ms)

/** Advances the clock by several intervals and expects the same slide. */
async function seeSlideStay(page: Page, number: 1 | 2) {
  await page.clock.runFor(4 * SLIDE_MS + 1)
  await seeSlide(page, number)
}

test.describe('autoplay', () => {
  test('fades between the slides in 1000 ms', { tag: ['@full', '@signIn.carousel'] }, async ({ page }) => {
    await openStopped(page)
    await holdFades(page)
    await press(page, 'Next slide')
    expect(await opacitiesAt(page, 0)).toEqual([1, 0])
    expect(await opacitiesAt(page, 200)).toEqual([0.5, 0])
    expect(await opacitiesAt(page, 400)).toEqual([0, 0])
    expect(await opacitiesAt(page, 600)).toEqual([0, 0])
    const [, coming] = await opacitiesAt(page, 800)
    expect(coming).toBeCloseTo(0.5)
    expect((await opacitiesAt(page, 999))[1]).toBeLessThan(1)
    expect(await opacitiesAt(page, 1_000)).toEqual([0, 1])
  })

  test('passes axe in the middle of a fade', { tag: '@full' }, async ({ page }) => {
    await open(page)
    // Not by a stopped clock, because axe needs timers.
    await button(page, 'Pause the slides').click()
    const runningFades = () => carousel(page).evaluate((region) => region.getAnimations({ subtree: true }).length)
    await expect.poll(runningFades).toBe(0)
    await holdFades(page)
    await press(page, 'Next slide')
    await expect.poll(runningFades).toBeGreaterThan(0)
    expect(await opacitiesAt(page, 500)).toEqual([0, 0])
    await expectAccessible(page)
  })

  test('keeps both slides at the same position during a fade', { tag: '@full' }, async ({ page }) => {
    await openStopped(page)
    await press(page, 'Next slide')
    const boxes = await Promise.all(([1, 2] as const).map((number) => slide(page, number).boundingBox()))
    expect(boxes[0]).toEqual(boxes[1])
  })
})

test.describe('pauses', () => {
  test('does not pause on touch', { tag: '@full' }, async ({ page }) => {
    await openStopped(page)
    await slide(page, 1).dispatchEvent('pointerover', { pointerType: 'touch', bubbles: true })
    await page.clock.runFor(SLIDE_MS)
    await seeSlide(page, 2)
  })

  test(
    'while it has keyboard focus, but not after a click',
    { tag: ['@full', '@signIn.carouselPause'] },
    async ({ page }) => {
      await openStopped(page)
      await page.getByRole('link', { name: 'Create' }).focus()
      await page.keyboard.press('Tab')
      await expect(button(page, 'Previous slide')).toBeFocused()
      await seeSlideStay(page, 1)
      await page.keyboard.press('Shift+Tab')
      await page.clock.runFor(SLIDE_MS)
      await seeSlide(page, 2)
      await button(page, 'Next slide').click()
      await seeSlide(page, 1)
      await page.mouse.move(1_400, 20)
      await expect(button(page, 'Next slide')).toBeFocused()
      await page.clock.runFor(SLIDE_MS)
      await seeSlide(page, 2)
    },
  )

  test('starts paused in a hidden tab', { tag: ['@full', '@signIn.carouselPause'] }, async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })
    })
    await page.clock.install()
    await open(page)
    await stopClock(page)
    await seeSlideStay(page, 1)
  })

  test(
    'with reduced motion: the arrows change slides at once',
    { tag: ['@full', '@signIn.reducedMotion'] },
    async ({ page }) => {
      await page.clock.install()
      await open(page, 'reduce')
      await stopClock(page)
      await seeSlideStay(page, 1)
      await press(page, 'Next slide')
      await seeSlide(page, 2)
      await expect.poll(() => slide(page, 2).evaluate((shown) => shown.getAnimations().length)).toBe(0)
      await expect(slide(page, 2)).toHaveCSS('opacity', '1')
    },
  )
})

test.describe('manually', () => {
  test.beforeEach(({ page }) => open(page, 'reduce'))

  test('the keyboard reaches the arrows and the visible slide only', { tag: '@full' }, async ({ page }) => {
    const names = async () => {
      await page.getByRole('link', { name: 'Create' }).focus()
      const reached: string[] = []
      for (;;) {
        await page.keyboard.press('Tab')
        const name = await carousel(page).evaluate((region) => {
          const { activeElement } = document
          return region.contains(activeElement) ? (activeElement?.getAttribute('aria-label') ?? '') : null
        })
        if (name === null) return reached
        reached.push(name)
      }
    }
    expect(await names()).toEqual(['Previous slide', 'Next slide'])
    await button(page, 'Next slide').focus()
    await page.keyboard.press('Enter')
    await seeSlide(page, 2)
    expect(await names()).toEqual([
      'Previous slide',
      'Next slide',
      'Play Channel CNN',
      'Play Channel MSNBC',
      'Play Channel Fox News',
      'Play Channel CBS NEWS',
    ])
  })
})

test.describe('content', () => {
  test.beforeEach(({ page }) => open(page, 'reduce'))

  test('fits every screen and passes axe in both schemes', { tag: '@full' }, async ({ page }) => {
    for (const number of [1, 2] as const) {
      await seeSlide(page, number)
      for (const width of [320, 390, 1440, 1920]) {
        await page.setViewportSize({ width, height: 900 })
        // The layout adapts to the new width asynchronously.
        await expect
          .poll(
            () =>
              slide(page, number).evaluate((shown) => {
                const frame = shown.getBoundingClientRect()
                return [...shown.querySelectorAll(':not(svg *)')].filter((part) => {
                  const { left, right, top, bottom } = part.getBoundingClientRect()
                  const room = [left - frame.left, frame.right - right, top - frame.top, frame.bottom - bottom]
                  return Math.min(...room) < -1
                }).length
              }),
            `slide ${number} at ${width} px`,
          )
          .toBe(0)
        // Both slides and their contents have the same height.
        const heights = () =>
          carousel(page).evaluate((region) =>
            [...region.querySelectorAll('[aria-roledescription="slide"]')]
              .flatMap((shown) => [shown, shown.firstElementChild ?? shown])
              .map((part) => Math.round(part.getBoundingClientRect().height)),
          )
        await expect.poll(async () => new Set(await heights()).size, `heights at ${width} px`).toBe(1)
        expect(await heights()).toHaveLength(4)
        await expectNoHorizontalScroll(page)
        // The widths between differ in sizes only.
        if (width !== 320 && width !== 1440) continue
        await setScheme(page, 'light')
        await expectAccessible(page)
        // The dark scheme differs in its colors only.
        await setScheme(page, 'dark')
        await expectNoHorizontalScroll(page)
        await expectAccessible(page, { runOnly: ['color-contrast'] })
      }
      await button(page, 'Next slide').dispatchEvent('click')
    }
  })
})

test.describe('loading', () => {
  test('follows the form without a layout shift', async ({ page }) => {
    await page.addInitScript(() => {
      const moved: number[] = []
      Object.assign(window, { moved })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) moved.push((entry as PerformanceEntry & { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const release = await holdRoute(page, '**/assets/Carousel-*.js')
    await page.goto('/signin')
    await loginField(page).fill('member')
    await page.locator('form').evaluate((form) => Promise.all(form.getAnimations().map(({ finished }) => finished)))
    const boxes = () =>
      Promise.all([page.locator('form'), page.getByText('Pick your favorite')].map((part) => part.boundingBox()))
    const before = await boxes()
    const tall = await page.evaluate(() => document.documentElement.scrollHeight)
    await release()
    await expect(carousel(page)).toBeVisible()
    const isAfterLoad = await page.evaluate(() => {
      const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      const files = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/Carousel-'))
      return files.map(({ startTime }) => startTime > (visit?.loadEventEnd ?? Infinity))
    })
    expect(new Set(isAfterLoad)).toEqual(new Set([true]))
    expect(await boxes()).toEqual(before)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(tall)
    await expect(loginField(page)).toHaveValue('member')
    await expect(loginField(page)).toBeFocused()
    const sum = await page.evaluate(() =>
      (window as unknown as { moved: number[] }).moved.reduce((all, one) => all + one, 0),
    )
    expect(sum).toBeLessThan(0.02)
  })

  test(
    'shows a fallback when a file fails to load, loads on the next visit, and sign-in works',
    { tag: '@full' },
    async ({ page }) => {
      for (const kind of ['js', 'css']) {
        const files = `**/assets/Carousel-*.${kind}`
        await page.route(files, (route) => route.abort('connectionreset'))
        await page.goto('/signin')
        await expect(page.getByText('Pick your favorite US news channel')).toBeVisible()
        const desks = page.getByRole('list', { name: 'On air around the clock' }).getByRole('listitem')
        await expect(desks).toHaveCount(5)
        await expect(page.getByText('HD STREAM')).toBeVisible()
        await expect(carousel(page)).toHaveCount(0)
        if (kind === 'js') await expectAccessible(page)
        await page.unroute(files)
        await page.reload()
        await expect(carousel(page)).toBeVisible()
      }
      await page.route('**/assets/Carousel-*', (route) => route.abort('connectionreset'))
      await page.reload()
      await expect(page.getByRole('list', { name: 'On air around the clock' })).toBeVisible()
      await submitSignIn(page, 'member')
      await expect(page).toHaveURL('/')
    },
  )
})
