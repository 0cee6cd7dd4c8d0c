import { type Page } from '@playwright/test'
import model from '../../machines/signIn.model.ts'
import { loginOf, password } from '../fixture.ts'
import { createPageDriver, hides, inTurn } from '../pageDriver.ts'

const login = 'POST /wp-json/custom-plugin/user-login'
const members = 'GET /wp-json/mp/v1/members/{id}'

const loginField = (page: Page) => page.getByPlaceholder('E-mail / username')
const passwordField = (page: Page) => page.getByPlaceholder('Password', { exact: true })
const alert = (page: Page) => page.locator('form').getByRole('alert').last()
const form = (page: Page) => page.locator('form')

export default createPageDriver(model, {
  heldCalls: [login, members],
  open: async ({ page, expect }) => {
    await page.goto('/signin')
    await expect(loginField(page)).toBeVisible()
  },
  events: {
    'form.submit': async ({ page, event, turn }) => {
      // The sandbox has other accounts than the model.
      await loginField(page).fill(event.login.trim() === '' ? event.login : loginOf('member'))
      await passwordField(page).fill(event.password === '' ? '' : password)
      await page.getByLabel('Remember me').setChecked(event.remember)
      await inTurn(
        turn,
        () => passwordField(page).press('Enter'),
        () => page.getByRole('button', { name: 'Login' }).click(),
        () => loginField(page).press('Enter'),
      )
    },
    'field.edit / login': ({ page }) => loginField(page).pressSequentially('m'),
    'field.edit / password': ({ page }) => passwordField(page).pressSequentially('p'),
  },
  texts: {
    'form.submit / empty': ['E-mail field is required', 'Password field is required'],
    'form.submit / only spaces in the login': 'E-mail field is required',
    'form.submit / no password': 'Password field is required',
    'field.edit / login': hides('E-mail field is required'),
    'field.edit / password': hides('Password field is required'),
    'signIn done / refused': 'Error: The password you entered is incorrect.',
    'signIn done / refused without a message': 'Login failed',
    'signIn error / unreachable': 'Login failed. Statecast isn’t responding. Check your connection and try again.',
  },
  outcomes: {
    'signIn done / granted': ({ hold }) => hold.passThrough(login),
    'signIn done / refused': ({ hold, text }) =>
      hold.refuse(login, { code: 'incorrect_password', message: text, status: 500 }),
    'signIn done / refused without a message': ({ hold }) =>
      hold.refuse(login, { code: 'incorrect_password', message: '', status: 500 }),
    'signIn error': ({ hold }) => hold.abort(login),
    'startSession done': ({ hold }) => hold.passThrough(members),
  },
  states: {
    'open.empty': async ({ page, expect }) => {
      await expect(loginField(page)).toBeFocused()
      await expect(alert(page)).toBeEmpty()
    },
    'open.invalid': async ({ page, expect, texts }) => {
      for (const text of ['E-mail field is required', 'Password field is required'])
        await expect(page.getByText(text)).toBeVisible({ visible: texts.includes(text) })
    },
    'open.refused': async ({ page, expect, text }) => {
      await expect(alert(page)).toHaveText(text)
      await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled()
    },
    'open.unreachable': async ({ page, expect, text }) => {
      await expect(alert(page)).toHaveText(text)
      await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled()
    },
    // Both look alike; they wait for different responses.
    submitting: async ({ page, hold, expect }) => {
      await expect(form(page)).toHaveAttribute('aria-busy', 'true')
      await hold.waitFor(login)
    },
    signingIn: async ({ page, hold, expect }) => {
      await expect(form(page)).toHaveAttribute('aria-busy', 'true')
      await hold.waitFor(members)
    },
    signedIn: async ({ page, expect }) => {
      await expect(page).toHaveURL('/')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    },
  },
  notInBrowser: {
    'signIn done / granted, but cookies are blocked':
      'Cookies can’t be blocked during a tour; session.spec.ts tests this.',
    'startSession error': 'This requires a sign-out in another tab between two responses.',
  },
})
