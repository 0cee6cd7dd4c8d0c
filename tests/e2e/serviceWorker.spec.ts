/** The installed product: its manifest, its service worker and the offline page. Every other test blocks the worker. */
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, type Page } from '@playwright/test'
import { distFolder } from '../../server/install.mjs'
import { expect, test as base } from './fixture.ts'
import { expectAccessible, expectNoHorizontalScroll, heading, openAs } from './page.ts'
import { fillCardForm, payButton, thankYou } from './paymentSteps.ts'
import { startServer, type RunningServer } from './server.ts'
import { longWaits } from './waits.ts'

interface Deployment {
  /** A server with a build of its own. */
  server: RunningServer
  /** Replaces the build by another one with the same files, whose pages are marked with this name, and restarts. */
  deploy(name: string): Promise<void>
}

async function copyBuild(folder: string): Promise<void> {
  for (const name of ['prerender', 'atlas', 'server']) await symlink(join(distFolder(), name), join(folder, name))
  await cp(join(distFolder(), 'client'), join(folder, 'client'), { recursive: true })
}

const test = base.extend<object, { deployment: Deployment }>({
  deployment: [
    async ({ playwright: _playwright }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'statecast-build-'))
      await copyBuild(folder)
      const server = await startServer({ env: { DIST: folder } })
      const edit = async (file: string, pattern: RegExp, text: string) => {
        const path = join(folder, 'client', file)
        const before = await readFile(path, 'utf8')
        expect(before, file).toMatch(pattern)
        await writeFile(path, before.replace(pattern, text))
      }
      await use({
        server,
        deploy: async (name) => {
          await edit(
            'index.html',
            /(<meta name="build" content=".*?">)?<\/head>/,
            `<meta name="build" content="${name}"></head>`,
          )
          await edit('service-worker.js', /assets-(build-.|[\w-]{16})(?=`)/, `assets-${name}`)
          for (const ending of ['br', 'gz'])
            await rm(join(folder, 'client', `service-worker.js.${ending}`), { force: true })
          // A stop would wait for the connections of the open pages.
          await server.kill()
          await server.restart()
        },
      })
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: longWaits.serverStart },
  ],
  server: [async ({ deployment }, use) => use(deployment.server), { scope: 'worker' }],
})

test.use({ serviceWorkers: 'allow' })

/** Waits until the worker controls the page. */
const expectWorker = (page: Page) =>
  expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')

/** The paths of everything in the Cache storage, by the name of the cache. */
const readCaches = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const paths = async (name: string) =>
      (await (await caches.open(name)).keys()).map(({ url }) => url.replace(location.origin, ''))
    return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await paths(name)] as const)))
  })

const offlineTitle = 'We can’t reach Statecast'

/** The width and height in the header of a PNG file. */
async function pngSize(context: BrowserContext, path: string): Promise<string> {
  const bytes = await (await context.request.get(path)).body()
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`
}

test(
  'the manifest has what browsers need to install the product',
  { tag: '@shell.install' },
  async ({ page, context }) => {
    await page.goto('/signin')
    const href = await page.locator('link[rel="manifest"]').getAttribute('href')
    const manifest = (await (await page.request.get(href ?? '')).json()) as {
      icons: { src: string; sizes: string; type: string; purpose?: string }[]
    }
    expect(manifest).toMatchObject({
      id: '/',
      name: 'Statecast',
      short_name: 'Statecast',
      start_url: '/',
      scope: '/',
      display: 'standalone',
    })
    const icons = manifest.icons.filter(({ type }) => type === 'image/png')
    expect(icons.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ])
    for (const { src, sizes } of icons) expect(await pngSize(context, src)).toBe(sizes)
    // Chromium's own list of what is missing.
    const session = await context.newCDPSession(page)
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
  },
)

test(
  'after sign-in, watching and paying the browser keeps hashed files only',
  { tag: '@shell.kept' },
  async ({ page }) => {
    await page.goto('/signin')
    await expectWorker(page)
    await openAs(page, 'member', '/video/harbor-one')
    await expect
      .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
      .toBeGreaterThan(0)
    await page.goto('/')
    await expect(page.locator('img').first()).toBeVisible()
    // The page must not send a call between losing its tokens and being left.
    await page.goto('about:blank')
    await page.context().clearCookies()
    await openAs(page, 'guest', '/subscribe/102')
    await fillCardForm(page)
    await payButton(page).click()
    await expect(thankYou(page)).toBeVisible()
    const kept = await readCaches(page)
    expect(Object.keys(kept)).toEqual([expect.stringMatching(/^assets-[\w-]{16}$/)])
    const [paths = []] = Object.values(kept)
    expect(paths.length).toBeGreaterThan(20)
    expect(
      paths.filter((path) => !/^\/assets\/[\w.-]+-[\w-]{8,}\.(js|css|woff2|svg|webp|png|jpg)$/.test(path)),
    ).toEqual([])
  },
)

test(
  'a navigation without a response shows the offline page, which opens the page again by itself',
  { tag: ['@shell.offline', '@shell.offlineReturn'] },
  async ({ page, server, watch }) => {
    watch.allowConsole(/status of 503/)
    await page.goto('/signin')
    await expectWorker(page)
    await server.kill()
    for (const scheme of ['light', 'dark'] as const) {
      await page.evaluate((isDark) => localStorage.setItem('isDarkMode', String(isDark)), scheme === 'dark')
      await page.goto('/signin?from=link')
      await expect(heading(page, offlineTitle)).toBeVisible()
      expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
        scheme === 'dark' ? 'rgb(10, 13, 18)' : 'rgb(251, 250, 247)',
      )
      await expect.poll(() => page.evaluate(() => document.fonts.check('16px "Schibsted Grotesk Variable"'))).toBe(true)
      for (const [width, height] of [
        [390, 844],
        [844, 390],
        [1440, 900],
        [1920, 1080],
      ] as const) {
        await page.setViewportSize({ width, height })
        await expectNoHorizontalScroll(page)
        await expectAccessible(page)
      }
    }
    const tryAgain = page.getByRole('button', { name: 'Try again' })
    await expect(tryAgain).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status')).toHaveText('Still no connection.')
    await server.restart()
    await expect(heading(page, 'Sign in')).toBeVisible()
    await expect(page).toHaveURL('/signin?from=link')
  },
)

test(
  'the next navigation after a deployment shows the new build, and its worker deletes the files of the old one',
  { tag: '@shell.update' },
  async ({ page, context, deployment }) => {
    const buildOf = (shown: Page) => shown.locator('meta[name="build"]').getAttribute('content')
    await deployment.deploy('build-a')
    await page.goto('/signin')
    await expectWorker(page)
    expect(await buildOf(page)).toBe('build-a')
    await expect.poll(async () => Object.keys(await readCaches(page))).toEqual(['assets-build-a'])
    const open = await context.newPage()
    await open.goto('/signin')

    await deployment.deploy('build-b')
    await page.goto('/forget/password')
    expect(await buildOf(page)).toBe('build-b')
    await expect.poll(async () => Object.keys(await readCaches(page))).toEqual(['assets-build-b'])
    // The page that was open all the time goes on.
    await open.getByRole('link', { name: 'Forget Password' }).click()
    await expect(open.getByRole('form', { name: 'Forgot your password?' })).toBeVisible()
    await open.reload()
    expect(await buildOf(open)).toBe('build-b')
  },
)

test(
  'a worker does not create its cache again after the worker of a newer build has deleted it',
  { tag: '@shell.update' },
  async ({ page }) => {
    await page.goto('/signin')
    await expectWorker(page)
    const [name = ''] = Object.keys(await readCaches(page))
    expect(await page.evaluate((cache) => caches.delete(cache), name)).toBe(true)
    await page.goto('/forget/password')
    await expect(page.getByRole('form', { name: 'Forgot your password?' })).toBeVisible()
    expect(await readCaches(page)).toEqual({})
  },
)
