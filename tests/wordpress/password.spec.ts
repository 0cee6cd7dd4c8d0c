/** The forgotten password with the mail of WordPress. */
import { type Page } from '@playwright/test'
import { password, signIn } from '../e2e/fixture.ts'
import { focusUntil, heading, submitSignIn } from '../e2e/page.ts'
import { newestResetLink, requestResetLink } from '../e2e/resetMail.ts'
import { expect, test } from './fixture.ts'

/** WordPress adds and removes slashes in many places. */
const newPassword = ` lamp \\ river's "24" ü`
const alert = (page: Page) => page.getByRole('alert').filter({ hasText: /\w/ })

async function requestReset(page: Page, account: string) {
  await page.goto('/forget/password')
  await page.getByLabel('E-mail or username').fill(account)
  await page.keyboard.press('Enter')
}

async function submitPassword(page: Page) {
  await page.getByLabel('New Password', { exact: true }).fill(newPassword)
  await page.getByLabel('Confirm Password', { exact: true }).fill(newPassword)
  await page.getByRole('button', { name: 'Reset Password' }).click()
}

test('sets a new password with the link in the mail, and ends the other sessions', async ({
  page,
  browser,
  server,
  sandbox,
}) => {
  const other = await (await browser.newContext({ baseURL: server.url })).newPage()
  await signIn(other, 'member')
  await other.goto('/')
  await expect(heading(other, 'Live Channels')).toBeVisible()

  await requestReset(page, 'member')
  await expect(page.getByText('Password reset instructions were sent successfully.')).toBeVisible()
  const link = await newestResetLink(sandbox, 'member')
  await page.goto(link)
  await submitPassword(page)
  await expect(page.getByText('Password reset successful!')).toBeVisible()
  await page.getByRole('link', { name: 'Go to Sign In' }).click()
  await submitSignIn(page, 'member', { secret: password })
  await expect(alert(page)).toContainText('is incorrect')
  await submitSignIn(page, 'member', { secret: newPassword })
  await expect(heading(page, 'Live Channels')).toBeVisible()
  await focusUntil(other, () => expect(other).toHaveURL('/signin', { timeout: 300 }))

  // A link works once.
  await other.goto(link)
  await expect(alert(other)).toHaveText('Invalid key.')
  await other.context().close()
})

test('shows what WordPress says about an unknown account', async ({ page }) => {
  await requestReset(page, 'nobody')
  await expect(alert(page)).toHaveText('Error: There is no account with that username or email address.')
})

test('a newer mail makes the older link invalid', async ({ page, sandbox }) => {
  const older = await requestResetLink(page, sandbox, 'guest')
  const newer = await requestResetLink(page, sandbox, 'guest')
  await page.goto(older)
  await expect(alert(page)).toHaveText('Invalid key.')
  await page.goto(newer)
  await expect(page.getByLabel('New Password', { exact: true })).toBeFocused()
})

test('the mail of WordPress itself leads to wp-login.php; its key also works in the application', async ({
  page,
  wordpress,
  sandbox,
}) => {
  await wordpress.switchOn({ coreResetLetter: true })
  const link = new URL(await requestResetLink(page, sandbox, 'lapsed'))
  expect(link.origin + link.pathname).toBe(`${wordpress.url}/wp-login.php`)
  const query = new URLSearchParams({ key: link.searchParams.get('key') ?? '', login: 'lapsed' })
  await page.goto(`/reset-password?${query}`)
  await submitPassword(page)
  await expect(page.getByText('Password reset successful!')).toBeVisible()
})
