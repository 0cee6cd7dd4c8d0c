import { type Page } from '@playwright/test'
import model from '../../machines/passwordReset.model.ts'
import { createPageDriver } from '../pageDriver.ts'
import { requestResetLink } from '../resetMail.ts'

/** The check of the link and the new password are the same call. */
const resetCall = 'POST /wp-json/channel/v2/user_forget/'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const form = (page: Page) => page.getByRole('form', { name: 'New password' })
const password = (page: Page) => page.getByLabel('New Password', { exact: true })
const confirm = (page: Page) => page.getByLabel('Confirm Password', { exact: true })
const button = (page: Page) => page.getByRole('button', { name: 'Reset Password' })
const errorAlert = (page: Page) => page.getByRole('alert').filter({ hasText: /\w/ })

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
    'form.submit': async ({ page, event }) => {
      await password(page).fill(event.password)
      await confirm(page).fill(event.confirm)
      await confirm(page).press('Enter')
    },
    'field.edit': ({ page }) => password(page).pressSequentially('x'),
    'link.retry': ({ page }) => page.getByRole('button', { name: 'Try again' }).click(),
  },
  outcomes: {
    'checkLink done / valid': ({ hold }) => hold.passThrough(resetCall),
    'checkLink done / expired': ({ hold, snapshot }) =>
      hold.refuse(resetCall, { code: 'expired_key', message: snapshot.context.message, status: 500 }),
    'checkLink done / expired without a message': ({ hold }) =>
      hold.refuse(resetCall, { code: 'expired_key', message: '', status: 500 }),
    'checkLink done / refused': ({ hold, snapshot }) =>
      hold.refuse(resetCall, { code: 'too_many_requests', message: snapshot.context.message, status: 429 }),
    'checkLink error / unreachable': ({ hold }) => hold.abort(resetCall),
    'setPassword done / set': ({ hold }) => hold.passThrough(resetCall),
    'setPassword done / expired': ({ hold }) =>
      hold.refuse(resetCall, { code: 'invalid_key', message: 'Invalid key.', status: 500 }),
    'setPassword done / refused': ({ hold, snapshot }) =>
      hold.refuse(resetCall, { code: 'password_too_short', message: snapshot.context.message, status: 400 }),
    'setPassword done / refused without a message': ({ hold }) =>
      hold.refuse(resetCall, { code: 'password_too_short', message: '', status: 400 }),
    'setPassword error / unreachable': ({ hold }) => hold.abort(resetCall),
  },
  states: {
    missing: async ({ page, expect, snapshot }) => {
      await expect(heading(page, 'Error')).toBeFocused()
      await expect(errorAlert(page)).toHaveText(snapshot.context.message)
    },
    checking: async ({ page, expect, snapshot }) => {
      await expect(heading(page, 'Reset Your Password')).toBeVisible()
      await expect(page.getByRole('status').filter({ hasText: 'Checking your link…' })).toBeAttached()
      await expect(errorAlert(page)).toHaveCount(0)
      // The page removes the key from the address.
      expect(page.url()).not.toContain(snapshot.context.key)
    },
    unreachable: async ({ page, expect }) => {
      await expect(heading(page, 'Reset Your Password')).toBeFocused()
      await expect(errorAlert(page)).toHaveText(/\w/)
      await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled()
    },
    'form.open': async ({ page, expect }) => {
      await expect(heading(page, 'Reset Your Password')).toBeVisible()
      await expect(password(page)).toBeFocused()
      await expect(errorAlert(page)).toHaveCount(0)
      await expect(button(page)).toBeEnabled()
    },
    'form.invalid': async ({ page, expect, snapshot }) => {
      await expect(errorAlert(page)).toHaveText(snapshot.context.message)
      const [first] = snapshot.context.invalidFields
      await expect((first === 'password' ? password : confirm)(page)).toBeFocused()
      await expect(form(page).locator('[aria-invalid="true"]')).toHaveCount(snapshot.context.invalidFields.length)
    },
    'form.refused': async ({ page, expect, snapshot }) => {
      await expect(errorAlert(page)).toHaveText(snapshot.context.message)
      await expect(password(page)).not.toHaveValue('')
      await expect(button(page)).toBeEnabled()
    },
    'form.unreachable': async ({ page, expect }) => {
      await expect(errorAlert(page)).toHaveText(/^We couldn’t confirm/)
      await expect(password(page)).not.toHaveValue('')
      await expect(button(page)).toBeEnabled()
    },
    submitting: async ({ page, expect }) => {
      await expect(form(page)).toHaveAttribute('aria-busy', 'true')
      await expect(button(page)).toBeHidden()
    },
    expired: async ({ page, expect, snapshot }) => {
      await expect(heading(page, 'Reset Link Expired')).toBeFocused()
      await expect(errorAlert(page)).toHaveText(snapshot.context.message)
      await expect(form(page)).toBeHidden()
    },
    outcomeUnknown: async ({ page, expect, snapshot }) => {
      await expect(heading(page, 'Reset Link Expired')).toBeFocused()
      await expect(page.getByText(snapshot.context.message)).toBeVisible()
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
