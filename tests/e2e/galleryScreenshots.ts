/** Screenshots of each state in both schemes, taken by `npm run gallery` when a tour first reaches the state. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type CDPSession, type Locator, type Page, type Request } from '@playwright/test'
import { type AnyMachineSnapshot } from 'xstate'
import { type RequestHold } from './requestHold.ts'

/** The target folder; undefined: no screenshots. */
export const galleryFolder = process.env['GALLERY'] || undefined

const SCHEMES = ['light', 'dark'] as const
export type Scheme = (typeof SCHEMES)[number]

/** The paths of all states of a snapshot, parents first, without the root. */
export const statesOf = (snapshot: AnyMachineSnapshot): string[] =>
  snapshot._nodes.filter(({ path }) => path.length > 0).map(({ path }) => path.join('.'))

/**
 * Sets the scheme with the dark mode toggle and returns the previous one. The focus does not move. Without the toggle it sets the
 * class of the document and Mantine's attribute.
 */
export async function setScheme(page: Page, wanted?: Scheme): Promise<Scheme> {
  const read = () =>
    page.evaluate((): Scheme => (document.documentElement.classList.contains('dark') ? 'dark' : 'light'))
  const before = await read()
  if (wanted === undefined || wanted === before) return before
  await page.evaluate((scheme) => {
    const root = document.documentElement
    const toggle = document.querySelector<HTMLElement>('[role="switch"][aria-label="Dark mode"]')
    if (toggle) return toggle.click()
    root.classList.toggle('dark', scheme === 'dark')
    root.setAttribute('data-mantine-color-scheme', scheme)
  }, wanted)
  await expect.poll(read, { message: `the page is ${wanted}` }).toBe(wanted)
  // During a transition the colors are those of neither scheme.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation instanceof CSSTransition)
        .map(({ finished }) => finished),
    ),
  )
  return before
}

/** The maximum time in ms for which React keeps a fallback after loading. */
const REVEAL_MS = 350

/** Watches the requests of a page. `waitUntilIdle` waits until all requests that are not held are rendered, at most 3 s. */
export function watchTraffic(page: Page, hold: RequestHold): { waitUntilIdle(): Promise<void> } {
  const open = new Set<Request>()
  let last = Date.now()
  const end = (request: Request) => {
    open.delete(request)
    last = Date.now()
  }
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  const isQuiet = () => open.size <= hold.waiting.length && Date.now() - last > REVEAL_MS
  return {
    waitUntilIdle: () =>
      expect
        .poll(isQuiet, { timeout: 3_000, intervals: [50] })
        .toBe(true)
        .catch(() => undefined),
  }
}

/**
 * Waits for the carousel of the sign-in page, which loads when the page is idle. Returns whether it was missing.
 * @param advance advances a stopped clock
 */
export async function waitForSlides(page: Page, advance: () => Promise<void>): Promise<boolean> {
  const marketingPanel = page.getByRole('region', { name: /^About /, includeHidden: true })
  const slides = marketingPanel
    .getByRole('region', { name: 'Channels and devices', includeHidden: true })
    .or(marketingPanel.getByRole('list', { name: 'On air around the clock', includeHidden: true }))
  const lacks = async () => (await marketingPanel.count()) > 0 && (await slides.count()) === 0
  if (!(await lacks())) return false
  await expect.poll(() => advance().then(lacks), { message: 'the carousel is loaded', intervals: [50] }).toBe(false)
  return true
}

/** Pauses infinite animations, so that screenshots are equal. Returns a function that resumes them. */
async function pauseAnimations(page: Page): Promise<() => Promise<void>> {
  const setRunning = (on: boolean) =>
    page.evaluate((goes) => {
      for (const animation of document.getAnimations())
        if (animation.effect?.getComputedTiming().endTime === Infinity) animation[goes ? 'play' : 'pause']()
    }, on)
  await setRunning(false)
  return () => setRunning(true)
}

/** Suppresses the events of a pointer that rests while a resize moves the page. Returns a function that restores them. */
export async function suppressPointer(page: Page): Promise<() => Promise<void>> {
  const restore = await page.evaluateHandle(() => {
    const types = ['over', 'enter', 'move', 'out', 'leave'].flatMap((kind) => [`pointer${kind}`, `mouse${kind}`])
    const stop = (event: Event) => event.stopImmediatePropagation()
    for (const type of types) window.addEventListener(type, stop, true)
    return () => {
      for (const type of types) window.removeEventListener(type, stop, true)
    }
  })
  return () => restore.evaluate((restoreEvents) => restoreEvents())
}

/** A WebP screenshot. Repeats until frames of other origins have painted. */
async function capture(page: Page, protocol: CDPSession): Promise<Buffer> {
  // Playwright's screenshot waits with the clock of the page, which may be stopped.
  const shoot = async () => (await protocol.send('Page.captureScreenshot', { format: 'webp', quality: 80 })).data
  let data = await shoot()
  if (page.frames().length > 1)
    for (let tries = 0, before = ''; before !== data && tries < 6; tries += 1) {
      await Promise.all(page.frames().map((frame) => frame.evaluate(() => document.body.offsetHeight).catch(() => 0)))
      before = data
      data = await shoot()
    }
  return Buffer.from(data, 'base64')
}

/** Scrolls the element into view. Returns a function that scrolls back. */
export async function bringIntoView(part: Locator): Promise<() => Promise<void>> {
  const page = part.page()
  const [x, y] = await page.evaluate(() => [scrollX, scrollY])
  await part.scrollIntoViewIfNeeded()
  return () => page.evaluate(([left, top]) => scrollTo(left ?? 0, top ?? 0), [x, y])
}

/** Scrolls a narrow page to its end. Returns a function that scrolls back. */
export async function bringEndIntoView(page: Page): Promise<() => Promise<void>> {
  const scroll = (to: number | null) =>
    page.evaluate((y) => {
      const before = scrollY
      if (y !== null) scrollTo(0, y)
      else if (innerWidth < 768) scrollTo(0, document.documentElement.scrollHeight)
      return before
    }, to)
  const before = await scroll(null)
  return async () => void (await scroll(before))
}

type ScreenshotRequest = {
  readonly machine: string
  readonly snapshot: AnyMachineSnapshot
  /** The viewport of the screenshot. */
  readonly size: { readonly width: number; readonly height: number }
}

const fileOf = ({ machine, size: { width } }: ScreenshotRequest, state: string, scheme: Scheme) =>
  join(galleryFolder ?? '', machine, `${state}.${width}.${scheme}.webp`)

/** A state of the theme machine has one scheme. */
const schemesOf = ({ machine, snapshot }: ScreenshotRequest): readonly Scheme[] =>
  machine === 'theme' ? SCHEMES.filter((scheme) => snapshot.matches(scheme)) : SCHEMES

/** The states of this snapshot without a screenshot. */
export const statesWithoutScreenshot = (wanted: ScreenshotRequest): string[] =>
  statesOf(wanted.snapshot).filter((state) =>
    schemesOf(wanted).some((scheme) => !existsSync(fileOf(wanted, state, scheme))),
  )

type ScreenshotOptions = {
  /** Waits for finite animations. */
  readonly waitUntilStill: (page: Page) => Promise<void>
  readonly prepareScreenshot?: (() => Promise<() => Promise<void>>) | undefined
}

/** Takes the missing screenshots of the states of a snapshot. */
export async function takeScreenshots(
  page: Page,
  wanted: ScreenshotRequest,
  { waitUntilStill, prepareScreenshot }: ScreenshotOptions,
): Promise<void> {
  const { machine, size } = wanted
  const states = statesWithoutScreenshot(wanted)
  if (states.length === 0) return
  const driven = page.viewportSize() ?? size
  mkdirSync(join(galleryFolder ?? '', machine), { recursive: true })
  const restoreEvents = await suppressPointer(page)
  if (driven.width !== size.width) await page.setViewportSize(size)
  const protocol = await page.context().newCDPSession(page)
  await waitUntilStill(page)
  const undoPreparation = await prepareScreenshot?.()
  const resumeAnimations = await pauseAnimations(page)
  const before = await setScheme(page)
  for (const scheme of schemesOf(wanted)) {
    await setScheme(page, scheme)
    await waitUntilStill(page)
    const screenshot = await capture(page, protocol)
    for (const state of states) writeFileSync(fileOf(wanted, state, scheme), screenshot)
  }
  await setScheme(page, before)
  await resumeAnimations()
  await undoPreparation?.()
  await protocol.detach()
  if (driven.width !== size.width) await page.setViewportSize(driven)
  await restoreEvents()
}
