import { type Page } from '@playwright/test'
import model from '../../machines/deviceSignIn.model.ts'
import { decideCode } from '../deviceCode.ts'
import { createPageDriver, type DriverContext } from '../pageDriver.ts'
import { type deviceSignInMachine } from '../../../machines/deviceSignIn.ts'

type Context = DriverContext<typeof deviceSignInMachine>

const requestCode = 'POST /wp-json/custom-plugin/device/code'
const requestTokens = 'POST /wp-json/custom-plugin/device/token'
const members = 'GET /wp-json/mp/v1/members/{id}'

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Sign in with your phone' })
const qrCode = (page: Page) => page.getByRole('img', { name: /^QR code of localhost:\d+\/activate$/ })
const code = (page: Page) => page.getByText(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/)
const status = (page: Page) => page.getByRole('status')
const alert = (page: Page) => page.getByRole('alert')

const waiting = 'Waiting for your phone…'
const disconnected = 'No connection. We keep trying, and your code stays the same.'

/** Simulates a hidden or a visible tab. A tab that is `silent` reports it when the page asks again. */
const setHidden = (page: Page, hidden: boolean, silent = false) =>
  page.evaluate(
    ([hidden, silent]) => {
      Object.defineProperty(document, 'visibilityState', {
        configurable: true,
        get: () => (hidden ? 'hidden' : 'visible'),
      })
      if (!silent) document.dispatchEvent(new Event('visibilitychange'))
    },
    [hidden, silent] as const,
  )

const refuse =
  (error: string, message: string, at = 400) =>
  ({ hold }: Context) =>
    hold.refuse(requestTokens, { code: error, message, status: at })

const expectCode =
  (text: string, isPolling: boolean) =>
  async ({ page, hold, expect }: Context) => {
    await expect(heading(page)).toBeVisible()
    await expect(code(page)).toBeVisible()
    await expect(qrCode(page)).toBeVisible()
    await expect(status(page)).toHaveText(text)
    if (isPolling) await hold.waitFor(requestTokens)
    else expect(hold.waiting, 'the host is not asked').toEqual([])
  }

const expectEnding =
  (title: string, button: string) =>
  async ({ page, expect, text }: Context) => {
    await expect(alert(page).getByRole('heading', { name: title })).toBeVisible()
    await expect(alert(page)).toContainText(text)
    await expect(page.getByRole('button', { name: button })).toBeFocused()
    await expect(code(page)).toBeHidden()
    await expect(qrCode(page)).toBeHidden()
  }

export default createPageDriver(model, {
  heldCalls: [requestCode, requestTokens, members],
  open: async ({ page, expect }) => {
    await page.goto('/signin/code')
    await expect(heading(page)).toBeVisible()
  },
  events: {
    'code.request': ({ page }) => page.getByRole('button', { name: /^(Get a new code|Try again)$/ }).click(),
    'page.hidden': ({ page }) => setHidden(page, true),
    'page.shown': ({ page }) => setHidden(page, false),
  },
  texts: {
    'code.request': [],
    'requestCode done / refused': 'Too many attempts. Try again in 15 minutes.',
    'requestCode done / refused without a message': 'We couldn’t get a code.',
    'requestCode error / unreachable': 'Statecast isn’t responding. Check your connection and try again.',
    'requestTokens done / refused': 'Too many requests. Please wait a moment.',
    'requestTokens done / denied': 'The sign-in was denied on your phone.',
    'requestTokens done / expired': 'Codes work for a few minutes.',
  },
  outcomes: {
    'requestCode done / granted': ({ hold }) => hold.passThrough(requestCode),
    'requestCode done': ({ hold, text }) =>
      hold.refuse(requestCode, { code: 'too_many_requests', message: text.startsWith('We') ? '' : text, status: 429 }),
    'requestCode error': ({ hold }) => hold.abort(requestCode),
    'requestTokens done / pending': refuse('authorization_pending', 'The code has not been approved yet.'),
    'requestTokens done / slow down': refuse('slow_down', 'Please ask less often.'),
    'requestTokens done / denied': refuse('access_denied', 'The sign-in was denied.'),
    'requestTokens done / expired': refuse('expired_token', 'The code has expired.'),
    'requestTokens done / refused': (context) => refuse('too_many_requests', context.text, 429)(context),
    'requestTokens done / granted': async ({ page, server, hold }) => {
      await decideCode(server.url, 'member', (await code(page).textContent()) ?? '', 'approve')
      await hold.passThrough(requestTokens)
    },
    'requestTokens error': ({ hold }) => hold.abort(requestTokens),
    'startSession done': ({ hold }) => hold.passThrough(members),
  },
  delays: {
    lifetime: async ({ page, hold }) => {
      // The code expires in a hidden page too. The next one is shown in a visible page.
      await setHidden(page, false, true)
      await hold.waitForResponses()
      for (let minute = 0; minute < 10; minute += 1) await page.clock.runFor(60_000)
    },
  },
  states: {
    requesting: async ({ page, hold, expect }) => {
      await expect(status(page)).toHaveText('Getting a code…')
      await expect(code(page)).toBeHidden()
      await hold.waitFor(requestCode)
    },
    'showing.resting.waiting': expectCode(waiting, false),
    'showing.resting.slowed': expectCode(waiting, false),
    'showing.resting.unreachable': expectCode(disconnected, false),
    'showing.asleep': async (context) => {
      await context.expect(code(context.page)).toBeVisible()
      context.expect(context.hold.waiting, 'a hidden page does not ask').toEqual([])
    },
    'showing.polling.asking': expectCode(waiting, true),
    'showing.polling.retrying': expectCode(disconnected, true),
    expired: expectEnding('This code has expired', 'Get a new code'),
    denied: expectEnding('Not signed in', 'Get a new code'),
    failed: expectEnding('We couldn’t sign you in', 'Try again'),
    signingIn: async ({ page, hold, expect }) => {
      await expect(status(page)).toHaveText('Approved. Signing you in…')
      await hold.waitFor(members)
    },
    signedIn: async ({ page, expect }) => {
      await expect(page).toHaveURL('/')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    },
  },
  notInBrowser: {
    'requestCode done / cookies are blocked': 'Cookies can’t be blocked during a tour; the views test shows it.',
    'requestTokens done / granted, but cookies are blocked': 'Cookies can’t be blocked between two responses.',
    'startSession error': 'This requires a sign-out in another tab between two responses.',
  },
})
