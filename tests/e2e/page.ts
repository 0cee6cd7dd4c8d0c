/** Steps and assertions that browser tests share. */
import { type Browser, type BrowserContext, type Frame, type Locator, type Page } from '@playwright/test'
import axe, { type FrameContextObject, type PartialResults, type Result, type RunOptions } from 'axe-core'
import { expect, loginOf, password, signIn, type Account } from './fixture.ts'

/** The first heading of the screen, with exactly this name if it is a string. */
export const heading = (page: Page, name?: string | RegExp) =>
  page.getByRole('heading', { level: 1, ...(name !== undefined && { name, exact: typeof name === 'string' }) })

export const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })
export const accountMenu = (page: Page) => page.getByRole('button', { name: /’s account menu$/ })
export const loginField = (page: Page) => page.getByPlaceholder('E-mail / username')
export const passwordField = (page: Page) => page.getByPlaceholder('Password', { exact: true })
export const connectionBanner = (page: Page) => page.getByText('We’re having trouble connecting')

/** A phone, upright and turned sideways, a tablet, a desktop and a television. */
export const screenSizes = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 844, height: 390 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
] as const

/** Opens a path with the session of an account. */
export async function openAs(page: Page, account: Account, path: string): Promise<void> {
  await signIn(page, account)
  await page.goto(path)
}

/** Opens a path as a member on another device. */
export async function openOnOtherDevice(browser: Browser, baseURL: string, path: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL })).newPage()
  await openAs(page, 'member', path)
  return page
}

/** Closes a dialog in each way: with Escape, with × and with its button. `open` opens it again in between. */
export async function closeInEachWay(dialog: Locator, button: string, open: () => Promise<unknown>): Promise<void> {
  const ways = [
    () => dialog.page().keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => dialog.getByRole('button', { name: button }).click(),
  ]
  for (const [i, close] of ways.entries()) {
    if (i > 0) await open()
    await expect(dialog).toBeVisible()
    await close()
    await expect(dialog).toBeHidden()
  }
}

export async function openMenuEntry(page: Page, name: string): Promise<void> {
  await accountMenu(page).click()
  await page.getByRole('menuitem', { name }).click()
}

/** Fills in and submits the sign-in form. `login` is an account or any login. */
export async function submitSignIn(
  page: Page,
  login: string,
  { secret = password, remember = false }: { secret?: string; remember?: boolean } = {},
): Promise<void> {
  await loginField(page).fill(login.includes('@') ? login : loginOf(login as Account))
  await passwordField(page).fill(secret)
  await page.getByLabel('Remember me').setChecked(remember)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Waits for the router of the sign-in page. It loads when the browser is idle, and numbers the entry of the history. */
export const routerLoaded = (page: Page) =>
  page.waitForFunction(() => (history.state as { idx?: number } | null)?.idx === 0)

/** Presses the Back key of a remote on the element with the focus. Chromium has no such key on a keyboard. */
export const pressBack = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const key = new KeyboardEvent('keydown', { key: 'GoBack', bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(key)
  })

/** Logs out through the account menu and the dialog. */
export async function logOut(page: Page): Promise<void> {
  await openMenuEntry(page, 'Logout')
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click()
}

export const dispatchWindowEvent = (page: Page, type: 'focus' | 'online') =>
  page.evaluate((name) => void dispatchEvent(new Event(name)), type)

/** Focuses the window until the assertion passes. The session checks at most once per second. */
export async function focusUntil(page: Page, assertion: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await dispatchWindowEvent(page, 'focus')
    await assertion()
  }).toPass()
}

export const tokenCookies = async (context: BrowserContext) =>
  (await context.cookies()).filter(({ name }) => name.endsWith('_token')).sort((a, b) => (a.name < b.name ? -1 : 1))

declare global {
  interface Window {
    readonly axe: typeof axe
  }
}

/** What axe checks: the part of the page with this selector, only these rules, more or fewer rules. */
export type AxeScope = { readonly include?: string } & Pick<RunOptions, 'runOnly' | 'rules'>

/** axe with its own timer, because a test may stop those of the page. Only its time limits use the page's. */
const axeScript = `((setTimeout) => {${axe.source}})((task, ms) => {
  if (ms > 1) return window.setTimeout(task, ms)
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => { port1.close(); task() }
  port2.postMessage(0)
})`

/** Adds axe to a document that does not have it. */
async function addAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeScript)
}

/** The results of a frame and of the frames in it, in the order that `axe.finishRun` expects. */
async function partialResults(frame: Frame, context: FrameContextObject, options: RunOptions): Promise<PartialResults> {
  await addAxe(frame)
  const inner = await frame.evaluate((wanted) => window.axe.utils.getFrameContexts(wanted), context)
  const running = frame.evaluate((of) => window.axe.runPartial(of.context, of.options), { context, options })
  const results: PartialResults = [await running]
  for (const { frameSelector, frameContext } of inner) {
    const handle = await frame.evaluateHandle((selector) => window.axe.utils.shadowSelect(selector), frameSelector)
    const child = await handle.asElement()?.contentFrame()
    const found = child
      ? await partialResults(child, frameContext, options).catch((error: unknown) => {
          // A frame may leave the page meanwhile.
          if (child.isDetached()) return [null]
          throw error
        })
      : [null]
    results.push(...found)
  }
  return results
}

/**
 * The violations that axe finds in a page and in its frames. Calls axe directly, because the builder for Playwright opens
 * a page for each result, adds the script again for each check and returns everything that is no violation.
 */
export async function findViolations(page: Page, { include, ...rules }: AxeScope = {}): Promise<Result[]> {
  const context = { include: include === undefined ? [] : [[include]], exclude: [] }
  const options: RunOptions = {
    resultTypes: ['violations'],
    // Only an experimental rule, which is off, needs the style sheets.
    preload: { assets: ['media'] },
    ...rules,
  }
  if (page.frames().length === 1) {
    await addAxe(page.mainFrame())
    return page.evaluate(async (of) => (await window.axe.run(of.context, of.options)).violations, { context, options })
  }
  const partials = await partialResults(page.mainFrame(), context, options)
  return page.evaluate(async (of) => (await window.axe.finishRun(of.partials, of.options)).violations, {
    partials,
    options,
  })
}

/** Asserts that axe finds no violation. */
export async function expectAccessible(page: Page, scope?: AxeScope): Promise<void> {
  const violations = await findViolations(page, scope)
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}

/** Asserts that the page does not scroll horizontally. After a resize, the layout can be of the old width for one frame. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const scrollWidth = () => page.evaluate(() => document.documentElement.scrollWidth)
  await expect.poll(scrollWidth).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
}

/** Lets the due timers of the page run. A list of Mantine resets its active option in one after it opens. */
export const runDueTimers = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((resolve) => setTimeout(resolve)))

/**
 * Holds the requests of a route. Returns a function that waits for the first of them and lets them continue: a test that
 * holds nothing would pass whatever the page shows meanwhile.
 */
export async function holdRoute(page: Page, url: string | RegExp): Promise<() => Promise<void>> {
  let release: (() => void) | undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  let held = 0
  await page.route(url, async (route) => {
    held += 1
    await released
    await route.fallback()
  })
  return async () => {
    await expect.poll(() => held, `requests that match ${url}`).toBeGreaterThan(0)
    release?.()
  }
}

/** Records the paths of the requests of a page, oldest first. */
export function recordPaths(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => void paths.push(new URL(request.url()).pathname))
  return paths
}

/** Sets the favorites of the signed-in member, the first one as the newest, without the page. */
export async function setFavorites(page: Page, slugs: readonly string[]): Promise<void> {
  const cookies = new Map((await page.context().cookies()).map(({ name, value }) => [name, value]))
  const headers = {
    Authorization: `Bearer ${decodeURIComponent(cookies.get('access_token') ?? '')}`,
    XSRF: cookies.get('XSRF-TOKEN') ?? '',
  }
  const path = '/wp-json/channel/v2/favourites'
  const listed = (await (await page.request.get(path, { headers })).json()) as { favourites: string[] }
  const calls = [
    ...listed.favourites.map((slug) => ['delete', slug] as const),
    ...[...slugs].reverse().map((slug) => ['put', slug] as const),
  ]
  for (const [method, slug] of calls) {
    const response = await page.request[method](`${path}/${slug}`, { headers })
    if (!response.ok()) throw new Error(`${method} ${slug}: ${response.status()} ${await response.text()}`)
  }
}
