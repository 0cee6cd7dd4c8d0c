/**
 * Takes screenshots of every screen at 390, 1440 and 1920 px in both schemes into .cache/screens.
 *
 *   npm run screens               builds and starts the product, all screens
 *   npm run screens -- profile    screens whose name contains one of the arguments
 */
import { chromium } from '@playwright/test'
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromiumFlags, findInstalled } from './chromium.mjs'

const names = process.argv.slice(2)
const root = join(import.meta.dirname, '..', '..')
const target = join(root, '.cache', 'screens')
const dist = process.env['DIST'] ?? join(root, 'dist')

const sizes = [
  [390, 844],
  [1440, 900],
  [1920, 1080],
]

/** Aborts a request, or fulfills it. */
const abort = (url) => (page) => page.route(url, (route) => route.abort('connectionreset'))
const answer = (url, json) => (page) => page.route(url, (route) => route.fulfill({ json }))
/** Never answers a request. */
const hold = (url) => (page) => page.route(url, () => new Promise(() => undefined))
/** Replaces a script by one that throws. */
const breakScript = (part) => (page) =>
  page.route(part, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("broken on purpose")' }),
  )
const reduceMotion = (page) => page.emulateMedia({ reducedMotion: 'reduce' })
/** Shows a slide of the carousel and scrolls to it. */
const slide = (number) => async (page) => {
  const carousel = page.getByRole('region', { name: 'Channels and devices' })
  await carousel.waitFor()
  if (number === 1) return
  await carousel.getByRole('button', { name: 'Next slide' }).click()
  await page.mouse.move(0, 0)
  await carousel
    .getByRole('button', { name: /^Play Channel/ })
    .last()
    .scrollIntoViewIfNeeded()
}
const shown = (name) => (page) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const resetLink = '/reset-password?key=aaaaaaaaaaaaaaaaaaaa&login=member'
const goodLink = answer('**/user_forget/', { message: 'Password reset successfully' })
const typeNew = (password, confirm) => async (page) => {
  await page.getByLabel('New Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password', { exact: true }).fill(confirm)
  if (confirm) await page.getByRole('button', { name: 'Reset Password' }).click()
}
const sendPanel = (email) => async (page) => {
  await page.getByLabel('E-mail or username').fill(email)
  await page.getByRole('button', { name: 'Send Reset Instructions' }).click()
  await page
    .locator('form')
    .getByText(/required|There is no account|success/)
    .waitFor()
}
const openMenu = (page) => page.getByRole('button', { name: /’s account menu$/ }).click()
const openDialog = (name) => async (page) => {
  await openMenu(page)
  await page.getByRole('menuitem', { name }).click()
  await page.getByRole('dialog').waitFor()
}
const cardFrame = (page) => page.frameLocator('iframe[title="Secure card payment input frame"]')
const cardField = (page) => cardFrame(page).getByLabel('Card number').waitFor()
const stay = (page) => page.getByRole('button', { name: 'Stay here' }).click()
/** A payment that a reload interrupted. The member has plan 102, so that this plan counts as paid. */
const cut = (planId, underWay) => (page) =>
  page.addInitScript(
    (attempt) => localStorage.setItem('statecast.attempt', JSON.stringify({ state: 'open', member: 2, attempt })),
    {
      planId,
      paymentMethod: { kind: 'newCard', paymentMethodId: 'pm_1' },
      knownSubscriptionIds: [],
      cancelKey: 'cancel-1',
      payKey: 'pay-1',
      underWay,
    },
  )
/** The default card, one that expires soon, an expired one, and one of a brand without a logo. */
const now = new Date()
const walletCard = (id, brand, last4, month, year) => ({
  id,
  card: { brand, last4, exp_month: month, exp_year: year },
  billing_details: { name: 'Mara Ellison' },
})
const wallet = {
  cards: [
    walletCard('pm_1', 'visa', '4242', 12, now.getFullYear() + 2),
    walletCard('pm_2', 'mastercard', '4444', now.getMonth() + 1, now.getFullYear()),
    walletCard('pm_3', 'amex', '0005', 8, now.getFullYear() - 1),
    walletCard('pm_4', 'unionpay', '0005', 3, now.getFullYear() + 4),
  ],
  default_pay_method: 'pm_1',
}
const submit = (page) => page.getByRole('button', { name: 'Submit' }).click()

const savedCard = (page) => page.getByText('4242').first().waitFor()
/** Selects a new payment method; a wide screen has to expand the choice first. */
const newPaymentMethod = (name) => async (page) => {
  const choice = page.getByRole('radio', { name })
  const more = page.getByRole('button', { name: 'Add a new payment method' })
  await choice.or(more).first().waitFor()
  if (!(await choice.isVisible())) await more.click()
  await choice.check()
  await page
    .locator('iframe')
    .contentFrame()
    .getByRole(/PayPal/.test(name) ? 'button' : 'textbox')
    .first()
    .waitFor()
}
/** Fulfilled, so that the guest stays a guest. */
const captured = answer('**/payment/v1/capture-paypal-subscription', {
  success: true,
  message: 'Captured',
  status: 'active',
})
const payWithPaypal = async (page) => {
  await newPaymentMethod('PayPal Payment Method')(page)
  const button = page.frameLocator('iframe[title="PayPal"]').getByRole('button', { name: 'Pay with PayPal' })
  const [popup] = await Promise.all([page.waitForEvent('popup'), button.click()])
  await popup.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('button', { name: 'Stay here' }).click()
}

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {{ name: string, path: string, as: string, before?: (page: Page) => Promise<unknown>, then?: (page: Page) => Promise<unknown> }} Screen */

/** @type {Screen[]} */
const screens = [
  { name: 'sign-in', path: '/signin', as: 'nobody', before: reduceMotion, then: slide(1) },
  { name: 'sign-in-slide-2', path: '/signin', as: 'nobody', before: reduceMotion, then: slide(2) },
  {
    name: 'sign-in-error',
    path: '/signin',
    as: 'nobody',
    before: reduceMotion,
    then: async (page) => {
      await slide(1)(page)
      await page.getByRole('button', { name: 'Login' }).click()
      await page.getByText('Password field is required').waitFor()
    },
  },
  { name: 'forgot', path: '/forget/password', as: 'nobody' },
  { name: 'forgot-missing', path: '/forget/password', as: 'nobody', then: sendPanel('') },
  { name: 'forgot-red', path: '/forget/password', as: 'nobody', then: sendPanel('nobody') },
  {
    name: 'forgot-green',
    path: '/forget/password',
    as: 'nobody',
    before: answer('**/user_forget', { message: 'Password reset instructions were sent successfully.' }),
    then: sendPanel('member'),
  },
  { name: 'unauth', path: '/unauth', as: 'nobody' },
  { name: 'not-found', path: '/no/such/page', as: 'nobody' },
  { name: 'reset-missing', path: '/reset-password', as: 'nobody' },
  { name: 'reset-expired', path: resetLink, as: 'nobody', then: shown('Reset Link Expired') },
  {
    name: 'reset-unreachable',
    path: resetLink,
    as: 'nobody',
    before: abort('**/user_forget/'),
    then: (page) => page.getByRole('button', { name: 'Try again' }).waitFor(),
  },
  {
    name: 'reset-checking',
    path: resetLink,
    as: 'nobody',
    before: hold('**/user_forget/'),
    then: (page) => page.getByText('Checking your link').first().waitFor(),
  },
  {
    name: 'reset-unclear',
    path: resetLink,
    as: 'nobody',
    // The link is valid, the first try is aborted, and the second finds the link used.
    before: async (page) => {
      const answers = [
        (route) => route.fulfill({ json: { message: 'Password reset successfully' } }),
        (route) => route.abort('connectionreset'),
        (route) => route.continue(),
      ]
      await page.route('**/user_forget/', (route) => answers.shift()?.(route))
    },
    then: async (page) => {
      await typeNew('lamp river 9', 'lamp river 9')(page)
      await page.locator('form').getByText('no answer came').waitFor()
      await page.getByRole('button', { name: 'Reset Password' }).click()
      await shown('Reset Link Expired')(page)
    },
  },
  { name: 'crash-alone', path: resetLink, as: 'nobody', before: breakScript(/\/assets\/ResetPassword-[^/]*\.js/) },
  { name: 'reset-form', path: resetLink, as: 'nobody', before: goodLink, then: typeNew('lamp river 9', '') },
  { name: 'reset-mismatch', path: resetLink, as: 'nobody', before: goodLink, then: typeNew('lamp river 9', 'lamp') },
  {
    name: 'reset-done',
    path: resetLink,
    as: 'nobody',
    before: goodLink,
    then: async (page) => {
      await typeNew('lamp river 9', 'lamp river 9')(page)
      await shown('Password Reset')(page)
    },
  },
  { name: 'live-channels', path: '/', as: 'member' },
  { name: 'live-channels-focus', path: '/', as: 'member', then: (page) => page.keyboard.press('ArrowDown') },
  { name: 'live-channels-none', path: '/?search=nothing-like-it', as: 'member' },
  { name: 'live-channels-failed', path: '/', as: 'member', before: abort('**/channel/v2/channels*') },
  { name: 'account-menu', path: '/', as: 'member', then: openMenu },
  { name: 'logout', path: '/', as: 'member', then: openDialog('Logout') },
  { name: 'download-apps', path: '/', as: 'member', then: openDialog('Download Apps') },
  { name: 'request', path: '/', as: 'member', then: openDialog('Request a Channel') },
  {
    name: 'request-region',
    path: '/',
    as: 'member',
    then: async (page) => {
      await openDialog('Request a Channel')(page)
      await page.getByRole('combobox', { name: 'Region' }).click()
    },
  },
  {
    name: 'request-failed',
    path: '/',
    as: 'member',
    before: abort(/\/channel\/v2\/(regions|channel_request)/),
    then: async (page) => {
      await openDialog('Request a Channel')(page)
      await page.getByLabel('Channel Name').fill('Harbor Two')
      await submit(page)
      await page.getByText('no answer came').waitFor()
    },
  },
  {
    name: 'request-invalid',
    path: '/support',
    as: 'member',
    then: async (page) => {
      await page.getByLabel('Email').fill('')
      await submit(page)
    },
  },
  {
    name: 'request-sent',
    path: '/',
    as: 'member',
    before: answer('**/channel/v2/channel_request', { success: true, message: '' }),
    then: async (page) => {
      await openDialog('Request a Channel')(page)
      await page.getByLabel('Channel Name').fill('Harbor Two')
      await submit(page)
      await page.getByText('submitted successfully').waitFor()
    },
  },
  { name: 'unreached', path: '/', as: 'member', before: abort(/\/custom-plugin\/me\//) },
  {
    name: 'no-connection',
    path: '/',
    as: 'member',
    before: async (page) => {
      await page.addInitScript(() => localStorage.removeItem('userParams'))
      await abort(/\/custom-plugin\/me\//)(page)
    },
    then: shown('No connection'),
  },
  { name: 'crash', path: '/support', as: 'member', before: breakScript(/\/assets\/Support-[^/]*\.js/) },
  { name: 'broken', path: '/support', as: 'member', before: abort(/\/assets\/Support-[^/]*\.js/) },
  { name: 'favourites', path: '/favourites', as: 'member' },
  {
    name: 'favourites-undo',
    path: '/favourites',
    as: 'member',
    // Fulfilled, so that the favorites stay.
    before: answer('**/channel/v2/favourites/*', { favourites: [] }),
    then: async (page) => {
      await page
        .getByRole('button', { name: /^Favorite / })
        .first()
        .click()
      await page.getByRole('button', { name: 'Undo' }).waitFor()
    },
  },
  {
    name: 'favourites-none',
    path: '/favourites',
    as: 'member',
    before: answer('**/channel/v2/favourites', { favourites: [] }),
  },
  {
    name: 'video',
    path: '/video/harbor-one',
    as: 'member',
    then: (page) => page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0),
  },
  { name: 'support', path: '/support', as: 'member' },
  {
    name: 'support-faqs',
    path: '/support/faqs',
    as: 'member',
    then: (page) => page.getByText('What do I need to watch in HD?').click(),
  },
  { name: 'support-faqs-none', path: '/support/faqs?search=zebra', as: 'member' },
  {
    name: 'support-form-invalid',
    path: '/support/form',
    as: 'member',
    then: (page) => page.getByRole('button', { name: 'Send' }).click(),
  },
  { name: 'support-bugs', path: '/support/bugs', as: 'member' },
  { name: 'profile', path: '/profile', as: 'member' },
  { name: 'profile-guest', path: '/profile', as: 'guest' },
  { name: 'view-profile', path: '/profile/view-profile', as: 'member' },
  { name: 'edit-profile', path: '/profile/edit', as: 'member' },
  { name: 'all-sessions', path: '/profile/all-sessions', as: 'member' },
  { name: 'packages', path: '/profile/packages', as: 'member' },
  { name: 'transactions', path: '/profile/transcation-history', as: 'member' },
  { name: 'transactions-failed', path: '/profile/transcation-history', as: 'member', before: abort(/transactions\?/) },
  { name: 'invoice', path: '/profile/transcation-history/309', as: 'member' },
  {
    name: 'payment-cards',
    path: '/profile/payment-cards',
    as: 'member',
    before: answer('**/user-stripe-all-cards', wallet),
  },
  { name: 'payment-cards-none', path: '/profile/payment-cards', as: 'paypal-member' },
  {
    name: 'payment-cards-failed',
    path: '/profile/payment-cards',
    as: 'member',
    before: abort('**/user-stripe-all-cards'),
  },
  {
    name: 'payment-cards-needed',
    path: '/profile/payment-cards',
    as: 'member',
    then: (page) => page.getByRole('button', { name: 'Remove: Visa ending in 4242' }).click(),
  },
  {
    name: 'payment-cards-remove',
    path: '/profile/payment-cards',
    as: 'member',
    then: (page) => page.getByRole('button', { name: 'Remove: Mastercard ending in 4444' }).click(),
  },
  {
    name: 'payment-cards-add',
    path: '/profile/payment-cards',
    as: 'member',
    then: async (page) => {
      await page.getByRole('button', { name: 'Add a card' }).click()
      await cardField(page)
    },
  },
  { name: 'upgrade', path: '/upgrade/104?type=upgrade', as: 'member', then: savedCard },
  {
    name: 'upgrade-new-card',
    path: '/upgrade/104?type=upgrade',
    as: 'member',
    then: newPaymentMethod('Debit /Credit Card'),
  },
  {
    name: 'upgrade-cancelled-not-paid',
    path: '/upgrade/103?type=upgrade',
    as: 'member',
    before: async (page) => {
      await answer('**/payment/v1/cancel-subscription', { success: true, message: 'Cancelled' })(page)
      await page.route('**/payment/v1/pay-from-save-card', (route) =>
        route.fulfill({
          status: 402,
          json: { code: 'card_declined', message: 'Your card was declined.', data: { status: 402 } },
        }),
      )
    },
    then: async (page) => {
      await savedCard(page)
      await page.getByRole('button', { name: /^(Pay Now|Upgrade)/ }).click()
      await page.getByRole('button', { name: 'Try again' }).waitFor()
    },
  },
  { name: 'upgrade-other-gateway', path: '/upgrade/103?type=downgrade', as: 'manual-member' },
  { name: 'upgrade-unknown', path: '/upgrade/999', as: 'member' },
  { name: 'paypal', path: '/subscribe/102', as: 'guest', then: newPaymentMethod('PayPal Payment Method') },
  { name: 'congratulations', path: '/subscribe/102', as: 'guest', before: captured, then: payWithPaypal },
  {
    name: 'subscribe-success',
    path: '/subscribe/102',
    as: 'guest',
    before: captured,
    then: async (page) => {
      await payWithPaypal(page)
      await page.getByRole('button', { name: 'Go now' }).click()
      await shown('Payment Successful')(page)
    },
  },
  { name: 'subscribe', path: '/subscribe/102', as: 'guest', then: cardField },
  { name: 'subscribe-change', path: '/subscribe/104', as: 'member', then: cardField },
  {
    name: 'subscribe-invalid',
    path: '/subscribe/102',
    as: 'guest',
    then: async (page) => {
      await cardField(page)
      await cardFrame(page).getByLabel('Card number').fill('4242')
      await page.getByRole('button', { name: /^Pay/ }).click()
    },
  },
  { name: 'subscribe-unknown', path: '/subscribe/999', as: 'guest' },
  { name: 'thank-you', path: '/subscribe/102', as: 'member', before: cut(102, false), then: stay },
  {
    name: 'payment-unclear',
    path: '/subscribe/104',
    as: 'member',
    before: cut(104, true),
    then: (page) => page.getByRole('heading', { name: 'Your payment is being processed' }).waitFor(),
  },
].filter(({ name }) => names.length === 0 || names.some((part) => name.includes(part)))

/** Waits for fonts, images, loading states and animations. */
async function settled(page) {
  await page.locator('h1').first().waitFor({ timeout: 20_000 })
  await page.waitForFunction(
    () =>
      document.fonts.status === 'loaded' &&
      document.querySelector('[role="status"][aria-label^="Loading"]') === null &&
      [...document.images].every((image) => image.complete) &&
      document
        .getAnimations()
        .every((moving) => moving.playState !== 'running' || moving.effect?.getTiming().iterations === Infinity),
    undefined,
    { timeout: 20_000 },
  )
}

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

/** Signs in with the form and returns the storage state. */
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
  for (const account of new Set(screens.map((screen) => screen.as))) states.set(account, await stateOf(account))
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
        for (const { name, path, before, then } of screens.filter((screen) => screen.as === account)) {
          const page = await context.newPage()
          await before?.(page)
          await page.goto(url + path)
          await settled(page)
          await then?.(page)
          await settled(page)
          await page.screenshot({ path: join(target, `${name}-${width}-${scheme}.png`) })
          await page.close()
        }
        await context.close()
      }
    }
  }
  console.log(`${screens.length * sizes.length * 2} screenshots in .cache/screens`)
} finally {
  await browser.close()
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await ended
  rmSync(data, { recursive: true, force: true })
}
