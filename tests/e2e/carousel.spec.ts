/** The marketing carousel beside the sign-in form. */
import { AxeBuilder } from '@axe-core/playwright'
import { type Page } from '@playwright/test'
import { stopClock } from './clock.ts'
import { expect, loginOf, password, test } from './fixture.ts'

const SLIDE_MS = 2_500

const carousel = (page: Page) => page.getByRole('region', { name: 'Channels and devices' })
const slide = (page: Page, number: 1 | 2) => carousel(page).locator(`[aria-label="${number} of 2"]`)
const button = (page: Page, name: string) => carousel(page).getByRole('button', { name })
const loginField = (page: Page) => page.getByPlaceholder('E-mail / username')
const slideStatus = (page: Page) => carousel(page).locator('[role="status"]')

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
}

/** Pauses every fade at its start, so that a slow machine does not miss it. */
async function holdFades(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Animation.enable')
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 0 })
}

/** Advances the clock by several intervals and expects the same slide. */
async function seeSlideStay(page: Page, number: 1 | 2) {
  await page.clock.runFor(4 * SLIDE_MS + 1)
  await seeSlide(page, number)
}

test.describe('autoplay', () => {
  test('advances every 2500 ms, in a loop', async ({ page }) => {
    await openStopped(page)
    for (const [now, then] of [
      [1, 2],
      [2, 1],
      [1, 2],
    ] as const) {
      await page.clock.runFor(SLIDE_MS - 1)
      await seeSlide(page, now)
      await page.clock.runFor(1)
      await seeSlide(page, then)
    }
  })

  test('fades between the slides in 1000 ms', async ({ page }) => {
    await openStopped(page)
    await expect(slide(page, 2)).toHaveCSS('opacity', '0')
    await holdFades(page)
    await press(page, 'Next slide')
    /** The opacity of each slide at a time of the fade. */
    const seenAt = (ms: number) =>
      carousel(page).evaluate((region, ms) => {
        const slides = [...region.querySelectorAll('[aria-roledescription="slide"]')]
        for (const fade of slides.flatMap((slide) => slide.getAnimations())) {
          fade.pause()
          fade.currentTime = ms
        }
        return slides.map((slide) => Number(getComputedStyle(slide).opacity))
      }, ms)
    // The outgoing slide has an opaque background and fades above the incoming one.
    expect(await seenAt(0)).toEqual([1, 1])
    expect(await seenAt(500)).toEqual([0.5, 1])
    const [going] = await seenAt(999)
    expect(going).toBeGreaterThan(0)
    expect(await seenAt(1_000)).toEqual([0, 1])
    await expect(slide(page, 1)).toHaveCSS('background-color', 'rgb(10, 13, 18)')
    await expect(slide(page, 1)).toHaveCSS('z-index', '1')
    await expect(slide(page, 2)).toHaveCSS('z-index', '0')
  })

  test('passes axe in the middle of a fade', async ({ page }) => {
    await open(page)
    await holdFades(page)
    await button(page, 'Next slide').click()
    await seeSlide(page, 2)
    const hold = () =>
      carousel(page).evaluate((region) => {
        for (const fade of region.getAnimations({ subtree: true })) {
          fade.pause()
          fade.currentTime = 500
        }
        return [...region.querySelectorAll('[aria-roledescription="slide"]')].map(
          (one) => getComputedStyle(one).opacity,
        )
      })
    expect(await hold()).toEqual(['0.5', '1'])
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  })

  test('keeps both slides at the same position during a fade', async ({ page }) => {
    await openStopped(page)
    await press(page, 'Next slide')
    const places = await Promise.all(([1, 2] as const).map((number) => slide(page, number).boundingBox()))
    expect(places[0]).toEqual(places[1])
  })

  test('restarts the interval when an arrow is pressed', async ({ page }) => {
    await openStopped(page)
    await page.clock.runFor(SLIDE_MS - 100)
    await press(page, 'Next slide')
    await seeSlide(page, 2)
    await page.clock.runFor(SLIDE_MS - 1)
    await seeSlide(page, 2)
    await page.clock.runFor(1)
    await seeSlide(page, 1)
  })
})

test.describe('pauses', () => {
  test('while the mouse is over it', async ({ page }) => {
    await openStopped(page)
    await carousel(page).hover()
    await seeSlideStay(page, 1)
    await page.mouse.move(1_400, 20)
    await page.clock.runFor(SLIDE_MS)
    await seeSlide(page, 2)
  })

  test('not on touch', async ({ page }) => {
    await openStopped(page)
    await slide(page, 1).dispatchEvent('pointerover', { pointerType: 'touch', bubbles: true })
    await page.clock.runFor(SLIDE_MS)
    await seeSlide(page, 2)
  })

  test('while it has keyboard focus, but not after a click', async ({ page }) => {
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
  })

  test('after its pause button, until that is pressed again', async ({ page }) => {
    await openStopped(page)
    await button(page, 'Pause the slides').click()
    await page.mouse.move(1_400, 20)
    await seeSlideStay(page, 1)
    await press(page, 'Next slide')
    await seeSlideStay(page, 2)
    await button(page, 'Play slides').click()
    await page.mouse.move(1_400, 20)
    await page.clock.runFor(SLIDE_MS)
    await seeSlide(page, 1)
  })

  test('while the tab is hidden', async ({ page }) => {
    await openStopped(page)
    const look = (hidden: boolean) =>
      page.evaluate((hidden) => {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
        document.dispatchEvent(new Event('visibilitychange'))
      }, hidden)
    await look(true)
    await seeSlideStay(page, 1)
    await look(false)
    await page.clock.runFor(SLIDE_MS)
    await seeSlide(page, 2)
  })

  test('in a tab that opens hidden', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })
    })
    await page.clock.install()
    await open(page)
    await stopClock(page)
    await seeSlideStay(page, 1)
  })

  test('with reduced motion: the arrows change slides at once, and the setting applies when it changes', async ({
    page,
  }) => {
    await page.clock.install()
    await open(page, 'reduce')
    await stopClock(page)
    await seeSlideStay(page, 1)
    await expect(button(page, 'Pause the slides')).toHaveCount(0)
    await press(page, 'Next slide')
    await seeSlide(page, 2)
    await expect.poll(() => slide(page, 2).evaluate((shown) => shown.getAnimations().length)).toBe(0)
    await expect(slide(page, 2)).toHaveCSS('opacity', '1')
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await expect(button(page, 'Pause the slides')).toBeVisible()
    await page.clock.runFor(SLIDE_MS)
    await seeSlide(page, 1)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expect(button(page, 'Pause the slides')).toHaveCount(0)
    await seeSlideStay(page, 1)
  })
})

test.describe('manually', () => {
  test.beforeEach(({ page }) => open(page, 'reduce'))

  test('the arrows show the next and the previous slide', async ({ page }) => {
    await seeSlide(page, 1)
    for (const [name, then] of [
      ['Next slide', 2],
      ['Next slide', 1],
      ['Previous slide', 2],
      ['Previous slide', 1],
    ] as const) {
      await button(page, name).click()
      await seeSlide(page, then)
    }
  })

  test('the keyboard reaches the arrows and the visible slide only', async ({ page }) => {
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

  test('every Play Channel focuses the sign-in field', async ({ page }) => {
    await button(page, 'Next slide').click()
    for (const name of ['CNN', 'MSNBC', 'Fox News', 'CBS NEWS']) {
      await page.getByRole('link', { name: 'Create' }).focus()
      await button(page, `Play Channel ${name}`).click()
      await expect(loginField(page)).toBeFocused()
      await expect(page).toHaveURL('/signin')
    }
  })

  test('Play Channel focuses the field of an open forgot-password panel', async ({ page }) => {
    await page.getByRole('link', { name: 'Forget Password' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Forgot your password?' })).toBeVisible()
    await button(page, 'Next slide').click()
    await button(page, 'Play Channel CNN').click()
    await expect(loginField(page)).toBeFocused()
  })
})

test.describe('content', () => {
  test.beforeEach(({ page }) => open(page, 'reduce'))

  test('slide 1 shows a channel logo and the stores with their icons', async ({ page }) => {
    const first = slide(page, 1)
    await expect(first.getByRole('img', { name: 'One' })).toBeVisible()
    await expect(
      first.getByText('Crystal-clear HD stream with zero buffering for a seamless view One', { exact: true }),
    ).toBeVisible()
    const stores = first.getByRole('list', { name: 'Available on' }).getByRole('listitem')
    await expect(stores).toHaveText(['Android TV', 'Google Play', 'Fire TV', 'Roku', 'Windows'])
    for (const store of await stores.all()) await expect(store.locator('svg')).toBeVisible()
  })

  test('slide 2 shows four verified channels with their followers', async ({ page }) => {
    await button(page, 'Next slide').click()
    const cards = slide(page, 2).getByRole('listitem')
    const expected = [
      ['CNN', '18.2k'],
      ['MSNBC', '9.7k'],
      ['Fox News', '55.6k'],
      ['CBS NEWS', '18.2k'],
    ] as const
    await expect(cards).toHaveCount(expected.length)
    for (const [i, [name, followers]] of expected.entries()) {
      const card = cards.nth(i)
      await expect(card.getByRole('heading')).toHaveText(name)
      await expect(card.getByRole('img', { name: 'Verified' })).toBeVisible()
      await expect(card.getByText('Stay up to date with developing stories', { exact: true })).toBeVisible()
      await expect(card.getByText(followers, { exact: true })).toBeVisible()
      await expect(card.getByRole('button')).toHaveText('Play Channel')
    }
  })

  test('is a carousel with two numbered slides for screen readers', async ({ page }) => {
    await expect(carousel(page)).toHaveAttribute('aria-roledescription', 'carousel')
    for (const number of [1, 2] as const) {
      await expect(slide(page, number)).toHaveRole('group')
      await expect(slide(page, number)).toHaveAttribute('aria-roledescription', 'slide')
    }
    await expect(carousel(page).getByRole('region')).toHaveCount(0)
  })

  test('announces manual changes, not automatic ones', async ({ page }) => {
    await expect(slideStatus(page)).toHaveAttribute('aria-live', 'polite')
    await button(page, 'Next slide').click()
    await expect(slideStatus(page)).toHaveText('Slide 2 of 2')
    await expect(slideStatus(page)).toHaveCSS('display', 'block')
    await page.mouse.move(1_400, 20)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await expect(slideStatus(page)).toHaveCSS('display', 'none')
  })

  for (const width of [320, 390, 1440, 1920])
    test(`fits ${width} px and passes axe in both schemes`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      for (const dark of [false, true]) {
        await page.evaluate((dark) => localStorage.setItem('isDarkMode', String(dark)), dark)
        await page.reload()
        await expect(carousel(page)).toBeVisible()
        for (const number of [1, 2] as const) {
          await seeSlide(page, number)
          const { scroll, cut } = await slide(page, number).evaluate((shown) => {
            const frame = shown.getBoundingClientRect()
            const parts = [...shown.querySelectorAll(':not(svg *)')].map((part) => part.getBoundingClientRect())
            return {
              scroll: document.documentElement.scrollWidth,
              cut: parts.filter(({ left, right, top, bottom }) => {
                const [x, y] = [
                  Math.min(left - frame.left, frame.right - right),
                  Math.min(top - frame.top, frame.bottom - bottom),
                ]
                return x < -1 || y < -1
              }).length,
            }
          })
          expect([scroll, cut], `slide ${number}`).toEqual([width, 0])
          const { violations } = await new AxeBuilder({ page }).analyze()
          expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
          await button(page, 'Next slide').click()
        }
      }
    })
})

test.describe('loading', () => {
  test('keeps to the content security policy, including its report-only part', async ({ page }) => {
    await page.addInitScript(() => {
      const refused: string[] = []
      Object.assign(window, { refused })
      addEventListener('securitypolicyviolation', ({ effectiveDirective }) => refused.push(effectiveDirective))
    })
    await open(page)
    await button(page, 'Next slide').click()
    await seeSlide(page, 2)
    expect(await page.evaluate(() => (window as unknown as { refused: string[] }).refused)).toEqual([])
  })

  test('follows the form without a layout shift', async ({ page }) => {
    await page.addInitScript(() => {
      const moved: number[] = []
      Object.assign(window, { moved })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) moved.push((entry as PerformanceEntry & { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    let arrive: () => void = () => undefined
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    await page.route('**/assets/Carousel-*.js', async (route) => {
      await arrived
      await route.continue()
    })
    await page.goto('/signin')
    await loginField(page).fill('member')
    expect(asked.filter((path) => path.includes('/Carousel-'))).toEqual([])
    await page.locator('form').evaluate((form) => Promise.all(form.getAnimations().map(({ finished }) => finished)))
    const boxes = () =>
      Promise.all([page.locator('form'), page.getByText('Pick your favorite')].map((part) => part.boundingBox()))
    const before = await boxes()
    const tall = await page.evaluate(() => document.documentElement.scrollHeight)
    arrive()
    await expect(carousel(page)).toBeVisible()
    expect(await boxes()).toEqual(before)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(tall)
    await expect(loginField(page)).toHaveValue('member')
    await expect(loginField(page)).toBeFocused()
    const sum = await page.evaluate(() =>
      (window as unknown as { moved: number[] }).moved.reduce((all, one) => all + one, 0),
    )
    expect(sum).toBeLessThan(0.02)
  })

  for (const kind of ['js', 'css'])
    test(`shows a fallback when its ${kind} fails to load, and sign-in works`, async ({ page }) => {
      await page.route(`**/assets/Carousel-*.${kind}`, (route) => route.abort('connectionreset'))
      await page.goto('/signin')
      await expect(page.getByText('Pick your favorite US news channel')).toBeVisible()
      const desks = page.getByRole('list', { name: 'On air around the clock' }).getByRole('listitem')
      await expect(desks).toHaveCount(5)
      await expect(page.getByText('HD STREAM')).toBeVisible()
      await expect(carousel(page)).toHaveCount(0)
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id }) => id)).toEqual([])
      await loginField(page).fill(loginOf('member'))
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL('/')
    })

  test('loads on the next visit after a failure', async ({ page }) => {
    await page.route('**/assets/Carousel-*.js', (route) => route.abort('connectionreset'))
    await page.goto('/signin')
    await expect(page.getByRole('list', { name: 'On air around the clock' })).toBeVisible()
    await page.unroute('**/assets/Carousel-*.js')
    await page.reload()
    await expect(carousel(page)).toBeVisible()
  })
})
