import { type Page } from '@playwright/test'
import model from '../../machines/passwordReset.model.ts'
import { createPageDriver, inTurn } from '../pageDriver.ts'
import { requestResetLink } from '../resetMail.ts'

/** The check of the link and the new password are the same call. */
const resetCall = 'POST /wp-json/channel/v2/user_forget/'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const form = (page: Page) => page.getByRole('form', { name: 'New password' })
const password = (page: Page) => page.getByLabel('New Password', { exact: true })
const confirm = (page: Page) => page.getByLabel('Confirm Password', { exact: true })
const button = (page: Page) => page.getByRole('button', { name: 'Reset Password' })
const errorAlert = (page: Page) => page.getByRole('alert').filter({ hasText: /\w/ })

const mismatch = 'Passwords do not match'
const expired =
  'This reset link has expired or the password reset limit has been reached. Please request a new password reset.'

export default createPageDriver(model, {
  heldCalls: [resetCall],
  open: async ({ page, server }, input) => {
    const link = new URL(await requestResetLink(page, server.sandbox, 'member'))
    if (input === 'a link without a key') link.searchParams.delete('key')
    if (input === 'a link without a login') link.searchParams.delete('login')
    if (input !== 'the page of a password that was set, reloaded') {
      await page.goto(link.pathname + link.search)
      return
    }
    await page.goto('/reset-password')
    await page.evaluate(() => history.replaceState({ usr: { reset: 'done' }, key: 'done', idx: 0 }, ''))
    await page.reload()
  },
  events: {
    'form.submit': async ({ page, event, turn }) => {
      await password(page).fill(event.password)
      await confirm(page).fill(event.confirm)
      await inTurn(
        turn,
        () => confirm(page).press('Enter'),
        () => button(page).click(),
        () => password(page).press('Enter'),
      )
    },
    'field.edit': ({ page }) => password(page).pressSequentially('x'),
    'link.retry': ({ page }) => page.getByRole('button', { name: 'Try again' }).click(),
  },
  texts: {
    'a link without a key': 'Invalid reset link. Please request a new password reset.',
    'a link without a login': 'Invalid reset link. Please request a new password reset.',
    'checkLink done / expired': 'Invalid key.',
    'checkLink done / expired without a message': expired,
    'checkLink done / refused': 'Too many requests. Please wait a moment.',
    'checkLink error / unreachable': 'Statecast isn’t responding. Check your connection and try again.',
    'form.submit / both empty': 'Both new password and confirm password are required',
    'form.submit / no confirmation': 'Both new password and confirm password are required',
    'form.submit / the confirmation only': 'Both new password and confirm password are required',
    'form.submit / different passwords': mismatch,
    'setPassword done / expired': (_, labels) => [
      labels.includes('setPassword error / unreachable')
        ? 'This link has been used. Try signing in with your new password.'
        : 'Invalid key.',
    ],
    'setPassword done / refused': 'The password must be at least 8 characters long.',
    'setPassword done / refused without a message': 'An error occurred',
    'setPassword error / unreachable': 'We couldn’t confirm that your new password was saved. Please try again.',
  },
  outcomes: {
    'checkLink done / valid': ({ hold }) => hold.passThrough(resetCall),
    'checkLink done / expired': ({ hold, text }) =>
      hold.refuse(resetCall, { code: 'expired_key', message: text, status: 500 }),
    'checkLink done / expired without a message': ({ hold }) =>
      hold.refuse(resetCall, { code: 'expired_key', message: '', status: 500 }),
    'checkLink done / refused': ({ hold, text }) =>
      hold.refuse(resetCall, { code: 'too_many_requests', message: text, status: 429 }),
    'checkLink error / unreachable': ({ hold }) => hold.abort(resetCall),
    'setPassword done / set': ({ hold }) => hold.passThrough(resetCall),
    'setPassword done / expired': ({ hold }) =>
      hold.refuse(resetCall, { code: 'invalid_key', message: 'Invalid key.', status: 500 }),
    'setPassword done / refused': ({ hold, text }) =>
      hold.refuse(resetCall, { code: 'password_too_short', message: text, status: 400 }),
    'setPassword done / refused without a message': ({ hold }) =>
      hold.refuse(resetCall, { code: 'password_too_short', message: '', status: 400 }),
    'setPassword error / unreachable': ({ hold }) => hold.abort(resetCall),
  },
  states: {
    missing: async ({ page, expect, text }) => {
      await expect(heading(page, 'Error')).toBeFocused()
      await expect(errorAlert(page)).toHaveText(text)
    },
    checking: async ({ page, expect }) => {
      await expect(heading(page, 'Reset Your Password')).toBeVisible()
      await expect(page.getByRole('status').filter({ hasText: 'Checking your link…' })).toBeAttached()
      await expect(errorAlert(page)).toHaveCount(0)
      // The page removes the key from the address.
      expect(page.url()).not.toContain('key')
    },
    unreachable: async ({ page, expect, text }) => {
      await expect(heading(page, 'Reset Your Password')).toBeFocused()
      await expect(errorAlert(page)).toHaveText(text)
      await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled()
    },
    'form.open': async ({ page, expect }) => {
      await expect(heading(page, 'Reset Your Password')).toBeVisible()
      await expect(password(page)).toBeFocused()
      await expect(errorAlert(page)).toHaveCount(0)
      await expect(button(page)).toBeEnabled()
    },
    'form.invalid': async ({ page, expect, text }) => {
      await expect(errorAlert(page)).toHaveText(text)
      const isEmpty = await Promise.all([password, confirm].map(async (one) => (await one(page).inputValue()) === ''))
      const wrong = text === mismatch ? [confirm] : [password, confirm].filter((_, i) => isEmpty[i])
      for (const one of wrong) await expect(one(page)).toHaveAttribute('aria-invalid', 'true')
      await expect(form(page).locator('[aria-invalid="true"]')).toHaveCount(wrong.length)
      await expect((wrong[0] ?? password)(page)).toBeFocused()
    },
    'form.refused': async ({ page, expect, text }) => {
      await expect(errorAlert(page)).toHaveText(text)
      await expect(password(page)).not.toHaveValue('')
      await expect(button(page)).toBeEnabled()
    },
    'form.unreachable': async ({ page, expect, text }) => {
      await expect(errorAlert(page)).toHaveText(text)
      await expect(password(page)).not.toHaveValue('')
      await expect(button(page)).toBeEnabled()
    },
    submitting: async ({ page, expect }) => {
      await expect(form(page)).toHaveAttribute('aria-busy', 'true')
      await expect(button(page)).toBeHidden()
    },
    expired: async ({ page, expect, text }) => {
      await expect(heading(page, 'Reset Link Expired')).toBeFocused()
      await expect(errorAlert(page)).toHaveText(text)
      await expect(form(page)).toBeHidden()
    },
    outcomeUnknown: async ({ page, expect, text }) => {
      await expect(heading(page, 'Reset Link Expired')).toBeFocused()
      await expect(page.getByText(text)).toBeVisible()
      await expect(errorAlert(page)).toHaveCount(0)
    },
    done: async ({ page, expect }) => {
      await expect(heading(page, 'Password Reset')).toBeFocused()
      await expect(page.getByText('Password reset successful!')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Go to Sign In' })).toBeVisible()
    },
  },
  notInBrowser: {
    'checkLink error / not an Error': 'The page throws only Errors.',
    'setPassword error / not an Error': 'The page throws only Errors.',
  },
})
