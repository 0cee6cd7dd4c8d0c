/** Firefox, through WebDriver BiDi. */
import { existsSync } from 'node:fs'
import { launch, type ElementHandle, type Frame, type Page } from 'puppeteer-core'
import { windowSize, type Browser, type Engine } from './browser.ts'

const paths = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/snap/bin/firefox']
const executable = () => [process.env['FIREFOX_PATH'], ...paths].find((path) => path !== undefined && existsSync(path))

async function frameOf(page: Page, title: string): Promise<Frame> {
  const frame = await (await page.$(`iframe[title="${title}"]`))?.contentFrame()
  if (!frame) throw new Error(`no frame “${title}”`)
  return frame
}

async function launchFirefox(): Promise<Browser> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: executable() ?? '',
    acceptInsecureCerts: true,
    defaultViewport: windowSize,
    args: [`--width=${windowSize.width}`, `--height=${windowSize.height}`],
  })
  let context = await browser.createBrowserContext()
  let first = await context.newPage()
  let page = first

  return {
    version: `Firefox ${(await browser.version()).replace(/^.*\//, '')}`,
    // The navigation ends with an error if the page navigates elsewhere meanwhile. The caller waits for the page.
    open: async (url) => void (await page.goto(url, { waitUntil: 'domcontentloaded' }).catch(() => undefined)),
    evaluate: async (expression, frame) =>
      (frame === undefined ? page : await frameOf(page, frame)).evaluate(expression),
    pressAt: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    pressKey: (key) => page.keyboard.press(key),
    chooseFile: async (selector, path) => {
      const field = await page.$(selector)
      if (!field) throw new Error(`no ${selector}`)
      await (field as ElementHandle<HTMLInputElement>).uploadFile(path)
    },
    setCookie: (cookie) => context.setCookie({ ...cookie, domain: 'localhost', path: '/', sameSite: 'Strict' }),
    openWindow: async () => void (page = await context.newPage()),
    switchTo: async (window) => {
      const next = window === 'first' ? first : (await context.pages()).find((other) => other !== first)
      if (next) {
        page = next
        await page.bringToFront()
      }
      return next !== undefined
    },
    // A new window also has the focus, which full screen requires.
    reset: async () => {
      await context.close()
      context = await browser.createBrowserContext()
      first = page = await context.newPage()
    },
    // The new context has none.
    deleteCookies: () => Promise.resolve(),
    quit: () => browser.close(),
  }
}

export const firefox: Engine = {
  name: 'Firefox',
  missing: () => (executable() === undefined ? 'firefox-esr is not installed' : undefined),
  launch: launchFirefox,
}
