import { type Page } from '@playwright/test'
import model from '../../machines/forgotPassword.model.ts'
import { loginOf } from '../fixture.ts'
import { createPageDriver, inTurn } from '../pageDriver.ts'

const forgotCall = 'POST /wp-json/channel/v2/user_forget'

const form = (page: Page) => page.getByRole('form', { name: 'Forgot your password?' })
const field = (page: Page) => form(page).getByLabel('E-mail or username')
const button = (page: Page) => form(page).getByRole('button', { name: 'Send Reset Instructions' })
const errorAlert = (page: Page) => form(page).getByRole('alert')
const successStatus = (page: Page) => form(page).getByRole('status').last()

/** Waits for the entry animation, so that colors are final. */
const waitForFormAnimation = (page: Page) =>
  page
    .locator('form')
    .evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)).then(() => undefined))

export default createPageDriver(model, {
  heldCalls: [forgotCall],
  open: async ({ page, expect }) => {
    await page.goto('/signin')
    await page.getByRole('link', { name: 'Forget Password' }).click()
    await expect(form(page)).toBeVisible()
  },
  events: {
    'form.submit': async ({ page, event, turn }) => {
      // The sandbox has other accounts than the model.
      await field(page).fill(event.email.trim() === '' ? event.email : loginOf('member'))
      await inTurn(
        turn,
        () => field(page).press('Enter'),
        () => button(page).click(),
      )
    },
    'field.edit': ({ page }) => field(page).pressSequentially('m'),
    'panel.close': ({ page }) => form(page).getByRole('button', { name: 'Back to Sign In' }).click(),
  },
  texts: {
    'requestResetEmail done / sent': 'Password reset instructions were sent successfully.',
    'requestResetEmail done / responded without “success”': 'Contact support for a new password.',
    'requestResetEmail done / refused': 'Error: There is no account with that username or email address.',
    'requestResetEmail done / refused with “success”': 'The email was not sent successfully.',
    'requestResetEmail done / refused without a message': 'Error occurred while sending reset instructions',
    'requestResetEmail error / unreachable': 'Error occurred while sending reset instructions',
  },
  outcomes: {
    'requestResetEmail done / sent': ({ hold }) => hold.passThrough(forgotCall),
    'requestResetEmail done / responded without “success”': ({ hold, text }) =>
      hold.json(forgotCall, { message: text }),
    'requestResetEmail done': ({ hold, text }) =>
      hold.refuse(forgotCall, { code: 'invalid_email', message: text, status: 500 }),
    'requestResetEmail done / refused without a message': ({ hold }) =>
      hold.refuse(forgotCall, { code: 'invalid_email', message: '', status: 500 }),
    'requestResetEmail error / unreachable': ({ hold }) => hold.abort(forgotCall),
  },
  states: {
    'visible.open.empty': async ({ page, expect }) => {
      await waitForFormAnimation(page)
      await expect(field(page)).toBeFocused()
      await expect(field(page)).not.toHaveAttribute('aria-invalid', 'true')
      await expect(errorAlert(page)).toBeEmpty()
      await expect(successStatus(page)).toBeEmpty()
      await expect(button(page)).toBeEnabled()
    },
    'visible.open.invalid': async ({ page, expect }) => {
      await expect(form(page).getByText('E-mail field is required')).toBeVisible()
      await expect(field(page)).toBeFocused()
      await expect(errorAlert(page)).toBeEmpty()
    },
    'visible.open.blank': async ({ page, expect }) => {
      await expect(errorAlert(page)).toHaveText('Email address field is empty')
      await expect(field(page)).toBeFocused()
    },
    'visible.open.sent': async ({ page, expect, text }) => {
      await expect(successStatus(page)).toHaveText(text)
      await expect(errorAlert(page)).toBeEmpty()
      await expect(button(page)).toBeEnabled()
    },
    'visible.open.refused': async ({ page, expect, text }) => {
      await expect(errorAlert(page)).toHaveText(text)
      await expect(successStatus(page)).toBeEmpty()
      await expect(button(page)).toBeEnabled()
    },
    'visible.open.unreachable': async ({ page, expect, text }) => {
      await expect(errorAlert(page)).toHaveText(text)
      await expect(button(page)).toBeEnabled()
    },
    'visible.sending': async ({ page, expect }) => {
      await expect(button(page)).toBeHidden()
      await expect(form(page).getByText('Sending reset instructions')).toBeAttached()
      await expect(form(page)).toHaveAttribute('aria-busy', 'true')
    },
    hidden: async ({ page, expect }) => {
      await expect(form(page)).toBeHidden()
      await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
      await waitForFormAnimation(page)
    },
  },
})
