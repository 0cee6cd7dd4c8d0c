import { type Page } from '@playwright/test'
import { type carouselMachine } from '../../../machines/carousel.ts'
import model from '../../machines/carousel.model.ts'
import { createPageDriver, type DriverContext } from '../pageDriver.ts'
import { bringIntoView } from '../galleryScreenshots.ts'

type StepContext = DriverContext<typeof carouselMachine>

const carousel = (page: Page) => page.getByRole('region', { name: 'Channels and devices' })
const slide = (page: Page, number: 1 | 2) => carousel(page).locator(`[aria-label="${number} of 2"]`)
const button = (page: Page, name: string) => carousel(page).getByRole('button', { name })
const pause = (page: Page) => carousel(page).getByRole('button', { name: /^(Pause the slides|Play slides)$/ })
const linkBefore = (page: Page) => page.getByRole('link', { name: 'Create' })

/** Clicks without hover and focus, because both are events of the machine. */
const press = (page: Page, name: string) => button(page, name).dispatchEvent('click')

async function pointAt(page: Page) {
  await carousel(page).scrollIntoViewIfNeeded()
  const box = await carousel(page).boundingBox()
  if (!box) throw new Error('The carousel is not rendered')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
}

/** Simulates a hidden or a visible tab. */
const setTabHidden = (page: Page, hidden: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)

const expectSlide =
  (shown: 1 | 2) =>
  async ({ page, expect }: StepContext) => {
    await expect(slide(page, shown)).not.toHaveAttribute('inert')
    await expect(slide(page, shown)).toHaveCSS('opacity', '1')
    const other = shown === 1 ? 2 : 1
    await expect(slide(page, other)).toHaveAttribute('inert')
    await expect(slide(page, other)).toHaveCSS('opacity', '0')
  }

/** The status of the slide is hidden while the slides advance automatically. */
const expectRotation =
  (turning: boolean) =>
  async ({ page, expect, snapshot }: StepContext) => {
    const slideStatus = carousel(page).locator('[role="status"]')
    await expect(slideStatus).toHaveCSS('display', turning ? 'none' : 'block')
    await expect(slideStatus).toHaveText(`Slide ${snapshot.matches({ slide: 'first' }) ? 1 : 2} of 2`)
  }

const expectButton =
  (name: string) =>
  async ({ page, expect, snapshot }: StepContext) => {
    if (snapshot.matches({ motion: 'allowed' })) await expect(button(page, name)).toBeVisible()
  }

const expectMatches =
  (selector: ':hover' | ':focus-within', matches: boolean) =>
  async ({ page, expect }: StepContext) => {
    await expect.poll(() => carousel(page).evaluate((region, css) => region.matches(css), selector)).toBe(matches)
  }

const expectTab =
  (hidden: boolean) =>
  async ({ page, expect }: StepContext) =>
    expect(await page.evaluate(() => document.hidden)).toBe(hidden)

export default createPageDriver(model, {
  // If the rotation starts with the page, the remaining interval is unknown when the clock stops.
  inputs: ['reduced motion'],
  open: async ({ page, expect }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/signin')
    await expect(carousel(page)).toBeVisible()
  },
  prepareScreenshot: ({ page }) => bringIntoView(carousel(page)),
  events: {
    'slide.next': ({ page }) => press(page, 'Next slide'),
    'slide.previous': ({ page }) => press(page, 'Previous slide'),
    'pause.toggle': ({ page, snapshot }) => {
      const name = snapshot.matches({ button: 'paused' }) ? 'Pause the slides' : 'Play slides'
      return press(page, name)
    },
    'pointer.enter': ({ page }) => pointAt(page),
    'pointer.leave': ({ page }) => page.mouse.move(1400, 10),
    'focus.enter': async ({ page }) => {
      await linkBefore(page).focus()
      await page.keyboard.press('Tab')
    },
    'focus.leave': ({ page }) => linkBefore(page).focus(),
    'tab.hidden': ({ page }) => setTabHidden(page, true),
    'tab.shown': ({ page }) => setTabHidden(page, false),
    'motion.reduced': ({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }),
    'motion.allowed': ({ page }) => page.emulateMedia({ reducedMotion: 'no-preference' }),
  },
  states: {
    'slide.first': expectSlide(1),
    'slide.second': expectSlide(2),
    'rotation.running': expectRotation(true),
    'rotation.stopped': expectRotation(false),
    'pointer.outside': expectMatches(':hover', false),
    'pointer.inside': expectMatches(':hover', true),
    'focus.outside': expectMatches(':focus-within', false),
    'focus.inside': expectMatches(':focus-within', true),
    'button.playing': expectButton('Pause the slides'),
    'button.paused': expectButton('Play slides'),
    'tab.visible': expectTab(false),
    'tab.hidden': expectTab(true),
    'motion.allowed': ({ page, expect }) => expect(pause(page)).toHaveCount(1),
    'motion.reduced': ({ page, expect }) => expect(pause(page)).toHaveCount(0),
  },
})
