/** A picture of each state when a tour first comes to it, by day and by night. Only where `npm run gallery` asks for it. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type CDPSession, type Locator, type Page, type Request } from '@playwright/test'
import { type AnyMachineSnapshot } from 'xstate'
import { type RequestHold } from './requestHold.ts'

/** Where the pictures go; undefined: none are taken. */
export const galleryFolder = process.env['GALLERY'] || undefined

const SCHEMES = ['light', 'dark'] as const
export type Scheme = (typeof SCHEMES)[number]

/** Every state in which a snapshot is, by path, the outermost first; not the machine itself. */
export const statesOf = (snapshot: AnyMachineSnapshot): string[] =>
  snapshot._nodes.filter(({ path }) => path.length > 0).map(({ path }) => path.join('.'))

/**
 * Turns the page's scheme as a person does who presses the switch, and answers what it was before: the theme machine
 * knows of it, and so does everything that shows it. The focus stays where it is. A page without the switch shows the
 * scheme by the document's class and Mantine's attribute alone.
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
  return before
}

/** How long what has been fetched may take to be seen, in ms. React keeps a placeholder for that long. */
const REVEAL_MS = 350

/**
 * Watches what a page fetches, but for what is held. `rest` waits until all of it is there and can be seen; not for
 * ever, since some of it may be held by others.
 */
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
    waitUntilIdle: async () =>
      void (await expect
        .poll(isQuiet, { timeout: 3_000, intervals: [50] })
        .toBe(true)
        .catch(() => {})),
  }
}

/**
 * Waits for the one part that a page fetches only when it has nothing else to do: the slides beside the sign-in form.
 * `goOn` lets the page's clock go on where it stands. Answers whether they had to be waited for.
 */
export async function waitForSlides(page: Page, letTimePass: () => Promise<void>): Promise<boolean> {
  const marketingPanel = page.getByRole('region', { name: /^About /, includeHidden: true })
  const slides = marketingPanel
    .getByRole('region', { name: 'Channels and devices', includeHidden: true })
    .or(marketingPanel.getByRole('list', { name: 'On air around the clock', includeHidden: true }))
  const lacks = async () => (await marketingPanel.count()) > 0 && (await slides.count()) === 0
  if (!(await lacks())) return false
  await expect
    .poll(() => letTimePass().then(lacks), { message: 'the slides are to come', timeout: 10_000, intervals: [50] })
    .toBe(false)
  return true
}

/** Stops what turns for ever, so that two pictures of one page are the same; answers how it goes on. */
async function pauseAnimations(page: Page): Promise<() => Promise<void>> {
  const turn = (on: boolean) =>
    page.evaluate((goes) => {
      for (const animation of document.getAnimations())
        if (animation.effect?.getComputedTiming().endTime === Infinity) animation[goes ? 'play' : 'pause']()
    }, on)
  await turn(false)
  return () => turn(true)
}

/** Where a page is made narrow under the pointer, that has not left anything: the page hears nothing of it. */
async function suppressPointerLeave(page: Page): Promise<() => Promise<void>> {
  const letGo = await page.evaluateHandle(() => {
    const left = ['pointerout', 'pointerleave', 'mouseout', 'mouseleave'] as const
    const stop = (event: Event) => event.stopImmediatePropagation()
    for (const type of left) window.addEventListener(type, stop, true)
    return () => {
      for (const type of left) window.removeEventListener(type, stop, true)
    }
  })
  return () => letGo.evaluate((go) => go())
}

/** The page as it is, as WebP in base64. Frames of other origins paint in their own time: they are waited for. */
async function capture(page: Page, protocol: CDPSession): Promise<Buffer> {
  // Playwright's own picture waits by the page's clock, which may stand.
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

/** A pose: as much of this part as fits is in view. */
export async function bringIntoView(part: Locator): Promise<() => Promise<void>> {
  const page = part.page()
  const [x, y] = await page.evaluate(() => [scrollX, scrollY])
  await part.scrollIntoViewIfNeeded()
  return () => page.evaluate(([left, top]) => scrollTo(left ?? 0, top ?? 0), [x, y])
}

/** A pose: the end of a narrow page, where a phone has what a wide page shows beside its summary. */
export async function bringEndIntoView(page: Page): Promise<() => Promise<void>> {
  const turn = (to: number | null) =>
    page.evaluate((y) => {
      const before = scrollY
      if (y !== null) scrollTo(0, y)
      else if (innerWidth < 768) scrollTo(0, document.documentElement.scrollHeight)
      return before
    }, to)
  const before = await turn(null)
  return async () => void (await turn(before))
}

type PictureRequest = {
  readonly machine: string
  readonly snapshot: AnyMachineSnapshot
  /** The size that the page has, or another one. */
  readonly size: { readonly width: number; readonly height: number }
}

const fileOf = ({ machine, size: { width } }: PictureRequest, state: string, scheme: Scheme) =>
  join(galleryFolder ?? '', machine, `${state}.${width}.${scheme}.webp`)

/** What the theme machine is about can't be lit otherwise. */
const schemesOf = ({ machine, snapshot }: PictureRequest): readonly Scheme[] =>
  machine === 'theme' ? SCHEMES.filter((scheme) => snapshot.matches(scheme)) : SCHEMES

/** The states of this snapshot that lack a picture. */
export const statesWithoutPicture = (wanted: PictureRequest): string[] =>
  statesOf(wanted.snapshot).filter((state) =>
    schemesOf(wanted).some((scheme) => !existsSync(fileOf(wanted, state, scheme))),
  )

type PictureOptions = {
  /** Waits until nothing moves any more that comes to rest. */
  readonly waitUntilStill: (page: Page) => Promise<void>
  readonly preparePicture?: (() => Promise<() => Promise<void>>) | undefined
}

/** Takes the pictures of the states that lack one. The page may not move meanwhile. */
export async function takePictures(
  page: Page,
  wanted: PictureRequest,
  { waitUntilStill: still, preparePicture: pose }: PictureOptions,
): Promise<void> {
  const { machine, size } = wanted
  const states = statesWithoutPicture(wanted)
  if (states.length === 0) return
  const driven = page.viewportSize() ?? size
  mkdirSync(join(galleryFolder ?? '', machine), { recursive: true })
  const letGo = await suppressPointerLeave(page)
  if (driven.width !== size.width) await page.setViewportSize(size)
  const protocol = await page.context().newCDPSession(page)
  await still(page)
  const back = await pose?.()
  const goOn = await pauseAnimations(page)
  const before = await setScheme(page)
  for (const scheme of schemesOf(wanted)) {
    await setScheme(page, scheme)
    await still(page)
    const picture = await capture(page, protocol)
    for (const state of states) writeFileSync(fileOf(wanted, state, scheme), picture)
  }
  await setScheme(page, before)
  await goOn()
  await back?.()
  await protocol.detach()
  if (driven.width !== size.width) await page.setViewportSize(driven)
  await letGo()
}
