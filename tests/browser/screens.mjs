/**
 * Pictures of every screen at 390, 1440 and 1920 px, by day and by night, into .cache/screens, for eyes to judge.
 *
 *   npm run screens               builds, starts the product on a free port with records of its own, takes them all
 *   npm run screens -- profile    only the screens whose name holds the word
 */
import { chromium } from '@playwright/test'
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromiumFlags, findInstalled } from './chromium.mjs'

const [only = ''] = process.argv.slice(2)
const root = join(import.meta.dirname, '..', '..')
const target = join(root, '.cache', 'screens')
const dist = process.env['DIST'] ?? join(root, 'dist')

const sizes = [
  [390, 844],
  [1440, 900],
  [1920, 1080],
]

const screens = [
  ['sign-in', '/signin', 'nobody'],
  ['forgot', '/forget/password', 'nobody'],
  ['unauth', '/unauth', 'nobody'],
  ['not-found', '/no/such/page', 'nobody'],
  ['reset', '/reset-password?key=a&login=b', 'nobody'],
  ['live-channels', '/', 'member'],
  ['live-channels-focus', '/', 'member', (page) => page.keyboard.press('ArrowDown')],
  ['live-channels-none', '/?search=nothing-like-it', 'member'],
  ['account-menu', '/', 'member', (page) => page.getByRole('button', { name: /^Account of / }).click()],
  ['favourites', '/favourites', 'member'],
  ['video', '/video/harbor-one', 'member', (page) => page.waitForTimeout(2_500)],
  ['support', '/support', 'member'],
  ['profile', '/profile', 'member'],
  ['profile-guest', '/profile', 'guest'],
  ['view-profile', '/profile/view-profile', 'member'],
  ['packages', '/profile/packages', 'member'],
  ['transactions', '/profile/transcation-history', 'member'],
  ['payment-cards', '/profile/payment-cards', 'member'],
  ['upgrade', '/upgrade/104?type=upgrade', 'member'],
  ['subscribe', '/subscribe/102', 'guest'],
].filter(([name]) => name.includes(only))

if (process.env['BUILT'] !== '1') {
  const built = spawnSync('npm', ['run', 'build'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  if (built.status !== 0) process.exit(1)
}

const data = mkdtempSync(join(tmpdir(), 'statecast-screens-'))
const server = spawn(process.execPath, [join(dist, 'server', 'main.js')], {
  cwd: root,
  env: { ...process.env, PORT: '0', DATA: data, LOG: 'off' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const url = await new Promise((resolve, reject) => {
  server.once('exit', () => reject(new Error('the product did not start')))
  server.stdout.on('data', (text) => {
    const found = /listens at (http:\S+)/.exec(String(text))
    if (found) resolve(found[1])
  })
})

const installed = findInstalled()
const browser = await chromium.launch({ args: chromiumFlags, ...(installed && { executablePath: installed }) })

/** Signs in by hand, once an account, and gives what the browser then keeps. */
async function stateOf(account) {
  if (account === 'nobody') return undefined
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${url}/signin`)
  await page.getByPlaceholder('E-mail / username').fill(`${account}@statecast.test`)
  await page.getByLabel('Password', { exact: true }).fill('live-news-24')
  await page.getByLabel('Remember me').check()
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL((to) => !to.pathname.startsWith('/signin'))
  const state = await context.storageState()
  await context.close()
  return state
}

mkdirSync(target, { recursive: true })
try {
  const states = new Map()
  for (const account of new Set(screens.map(([, , account]) => account))) states.set(account, await stateOf(account))
  for (const [width, height] of sizes) {
    for (const scheme of ['light', 'dark']) {
      for (const account of states.keys()) {
        const context = await browser.newContext({
          viewport: { width, height },
          locale: 'en-US',
          timezoneId: 'America/New_York',
          ...(width < 768 && { hasTouch: true, isMobile: true, deviceScaleFactor: 2 }),
          ...(states.get(account) && { storageState: states.get(account) }),
        })
        await context.addInitScript((dark) => {
          localStorage.setItem('isDarkMode', String(dark))
          localStorage.setItem('theme', dark ? '"dark"' : '"light"')
        }, scheme === 'dark')
        const page = await context.newPage()
        for (const [name, path, , before] of screens.filter(([, , who]) => who === account)) {
          await page.goto(url + path)
          await page.locator('h1').first().waitFor({ timeout: 20_000 })
          await page.evaluate(() => document.fonts.ready)
          await page.waitForTimeout(500)
          await before?.(page)
          await page.waitForTimeout(250)
          await page.screenshot({ path: join(target, `${name}-${width}-${scheme}.png`) })
        }
        await context.close()
      }
    }
  }
  console.log(`${screens.length * sizes.length * 2} pictures in .cache/screens`)
} finally {
  await browser.close()
  server.kill('SIGTERM')
  rmSync(data, { recursive: true, force: true })
}
