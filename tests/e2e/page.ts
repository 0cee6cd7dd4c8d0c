/** Steps and assertions that browser tests share. */
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test'
import axe from 'axe-core'
import { expect, loginOf, password, signIn, type Account } from './fixture.ts'

/** The first heading of the screen, with exactly this name if it is a string. */
export const heading = (page: Page, name?: string | RegExp) =>
  page.getByRole('heading', { level: 1, ...(name !== undefined && { name, exact: typeof name === 'string' }) })

export const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })
export const accountMenu = (page: Page) => page.getByRole('button', { name: /’s account menu$/ })
export const loginField = (page: Page) => page.getByPlaceholder('E-mail / username')
export const passwordField = (page: Page) => page.getByPlaceholder('Password', { exact: true })
export const connectionBanner = (page: Page) => page.getByText('We’re having trouble connecting')

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

/**
 * axe for a page. The legacy mode opens no second page for the result, but skips frames of other origins. A page with
 * frames is checked in the normal mode. Only violations are reported in full, because the other results are large.
 */
export async function createAxe(page: Page): Promise<AxeBuilder> {
  const hasFrames = page.frames().length > 1
  // The builder adds the script twice for each check. A document needs it once.
  if (!hasFrames && !(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return new AxeBuilder({ page, ...(!hasFrames && { axeSource: ';' }) })
    .setLegacyMode(!hasFrames)
    .options({ resultTypes: ['violations'] })
}

/** Asserts that axe finds no violation, of all rules or of these. */
export async function expectAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  const builder = await createAxe(page)
  const { violations } = await (rules ? builder.withRules([...rules]) : builder).analyze()
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
