/** The edge limits attempts (429). Each form shows its message and can be submitted again. */
import { type Page } from '@playwright/test'
import { expect, password, test } from './fixture.ts'
import { submitSignIn } from './page.ts'
import { RequestHold, type Call } from './requestHold.ts'
import { requestResetLink } from './resetMail.ts'

const message = 'Too many attempts. Try again in 15 minutes.'
const resetCall = 'POST /wp-json/channel/v2/user_forget/'

const alert = (page: Page) => page.getByRole('alert').filter({ hasText: /\w/ })

/** Responds to the next request of this call like the edge, and passes the one after it on. */
async function limitOnce(page: Page, call: Call, act: () => Promise<unknown>) {
  const hold = await RequestHold.create(page)
  hold.holdCalls(call)
  await act()
  await hold.json(call, { code: 'too_many_requests', message, data: { status: 429 } }, 429, { 'retry-after': '900' })
  await expect(alert(page)).toHaveText(message)
  await hold.release()
}

test('signing in', async ({ page }) => {
  await page.goto('/signin')
  const submit = () => submitSignIn(page, 'member', { secret: password })
  await limitOnce(page, 'POST /wp-json/custom-plugin/user-login', submit)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/')
})

test('requesting reset instructions', { tag: '@full' }, async ({ page }) => {
  await page.goto('/forget/password')
  await page.getByLabel('E-mail or username').fill('member')
  const send = page.getByRole('button', { name: 'Send Reset Instructions' })
  await limitOnce(page, 'POST /wp-json/channel/v2/user_forget', () => send.click())
  await send.click()
  await expect(page.getByText('sent successfully')).toBeVisible()
})

test('checking a reset link, and setting the password', { tag: '@full' }, async ({ page, sandbox }) => {
  const link = await requestResetLink(page, sandbox, 'member')
  await limitOnce(page, resetCall, () => page.goto(link))
  await page.getByRole('button', { name: 'Try again' }).click()
  const reset = page.getByRole('button', { name: 'Reset Password' })
  for (const label of ['New Password', 'Confirm Password'])
    await page.getByLabel(label, { exact: true }).fill('lamp river 24')
  await limitOnce(page, resetCall, () => reset.click())
  await reset.click()
  await expect(page.getByText('Password reset successful!')).toBeVisible()
})
