/** The password reset page: the link, its key, and the form. */
import { type Page, type Request } from '@playwright/test'
import { expect, password, signIn, test } from './fixture.ts'
import { heading, recordPaths, submitSignIn } from './page.ts'
import { RequestHold } from './requestHold.ts'
import { requestResetLink, newestResetLink } from './resetMail.ts'

const resetCall = 'POST /wp-json/channel/v2/user_forget/'
const newPassword = 'lamp river 24'

const newField = (page: Page) => page.getByLabel('New Password', { exact: true })
const confirmField = (page: Page) => page.getByLabel('Confirm Password', { exact: true })
const button = (page: Page) => page.getByRole('button', { name: 'Reset Password' })
const errorAlert = (page: Page) => page.getByRole('alert').filter({ hasText: /\w/ })
const success = (page: Page) => page.getByText('Password reset successful!')

const submitPasswords = async (page: Page, secret = newPassword, again = secret) => {
  await newField(page).fill(secret)
  await confirmField(page).fill(again)
  await button(page).click()
}

/** Opens a fresh link of this account and waits for the form. */
const openForm = async (page: Page, link: string) => {
  await page.goto(link)
  await expect(newField(page)).toBeFocused()
}

const keyOf = (link: string) => new URL(link).searchParams.get('key') ?? ''

test.describe('the flow', () => {
  test('sets a new password through the email; only the new password signs in', async ({ page, sandbox }) => {
    await page.goto('/forget/password')
    await page.getByLabel('E-mail or username').fill('member')
    await page.keyboard.press('Enter')
    await expect(page.getByText('sent successfully')).toBeVisible()
    await openForm(page, await newestResetLink(sandbox, 'member'))
    await expect(heading(page, 'Reset Your Password')).toBeVisible()
    await submitPasswords(page)
    await expect(heading(page, 'Password Reset')).toBeFocused()
    await expect(success(page)).toBeVisible()
    await page.getByRole('link', { name: 'Go to Sign In' }).click()
    await expect(page).toHaveURL('/signin')
    await submitSignIn(page, 'member', { secret: password })
    await expect(errorAlert(page)).toHaveText(/password/i)
    await submitSignIn(page, 'member', { secret: newPassword })
    await expect(page).toHaveURL('/')
  })

  test('redirects a user who is signed in', async ({ page, sandbox }) => {
    const link = await requestResetLink(page, sandbox, 'member')
    await signIn(page, 'member')
    await page.goto(link)
    await expect(page).toHaveURL('/')
    expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain(keyOf(link))
  })
})

test.describe('a link', () => {
  const missing = 'Invalid reset link. Please request a new password reset.'
  for (const query of ['', '?key=abc', '?login=member', '?key=&login=member', '?key=abc&login='])
    test(`without a parameter ('${query}') shows the Error view with a link to /signin`, async ({ page }) => {
      const paths = recordPaths(page)
      await page.goto(`/reset-password${query}`)
      await expect(heading(page, 'Error')).toBeFocused()
      await expect(errorAlert(page)).toHaveText(missing)
      await expect(page).toHaveURL('/reset-password')
      expect(paths.filter((path) => path.includes('user_forget'))).toEqual([])
      await page.getByRole('link', { name: 'Back to Sign In' }).click()
      await expect(page).toHaveURL('/signin')
    })

  test('is checked with {key, login} before the form is shown', async ({ page, sandbox }) => {
    const link = await requestResetLink(page, sandbox, 'member')
    const hold = await RequestHold.create(page)
    hold.holdCalls(resetCall)
    await page.goto(link)
    await expect(heading(page, 'Reset Your Password')).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Checking your link…' })).toBeAttached()
    await expect(newField(page)).toBeHidden()
    const top = async () => Math.round((await heading(page, 'Reset Your Password').boundingBox())?.y ?? NaN)
    const before = await top()
    const request = await hold.waitFor(resetCall)
    expect(request.postDataJSON()).toEqual({ key: keyOf(link), login: 'member' })
    expect(request.headers()['content-type']).toBe('application/json')
    expect(request.headers()['authorization']).toBeUndefined()
    await hold.passThrough(resetCall)
    await expect(newField(page)).toBeVisible()
    expect(await top()).toBe(before)
    await expect(success(page)).toBeHidden()
  })
})

test.describe('the key', () => {
  test('leaves the address bar at once, and a reload before the end still works', async ({ page, sandbox }) => {
    const link = await requestResetLink(page, sandbox, 'member')
    const state = () => page.evaluate(() => JSON.stringify(history.state))
    await openForm(page, link)
    await expect(page).toHaveURL('/reset-password')
    expect(await state()).toContain(keyOf(link))
    await page.reload()
    await expect(newField(page)).toBeFocused()
    await submitPasswords(page)
    await expect(success(page)).toBeVisible()
    expect(await state()).not.toContain(keyOf(link))
  })

  test('shows success again after a reload and after going back', async ({ page, sandbox }) => {
    await openForm(page, await requestResetLink(page, sandbox, 'member'))
    await submitPasswords(page)
    await expect(success(page)).toBeVisible()
    await page.reload()
    await expect(heading(page, 'Password Reset')).toBeFocused()
    await expect(success(page)).toBeVisible()
    await page.getByRole('link', { name: 'Go to Sign In' }).click()
    await page.goBack()
    await expect(success(page)).toBeVisible()
  })

  test('appears in no other call, referrer, storage or console', async ({ page, sandbox }) => {
    const link = await requestResetLink(page, sandbox, 'member')
    const requests: Request[] = []
    const consoleMessages: string[] = []
    page.on('request', (request) => void requests.push(request))
    page.on('console', (message) => void consoleMessages.push(message.text()))
    await openForm(page, link)
    await submitPasswords(page)
    await expect(success(page)).toBeVisible()
    await page.getByRole('link', { name: 'Go to Sign In' }).click()
    await expect(page.getByLabel('E-mail or username')).toBeVisible()
    const key = keyOf(link)
    const carriers = []
    for (const request of requests) {
      const { referer = '' } = await request.allHeaders()
      expect(referer).not.toContain(key)
      if (`${request.url()} ${request.postData() ?? ''}`.includes(key)) carriers.push(new URL(request.url()).pathname)
    }
    const path = '/wp-json/channel/v2/user_forget/'
    expect(carriers).toEqual(['/reset-password', path, path])
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    )
    for (const secret of [key, newPassword]) expect(stored + consoleMessages.join('\n')).not.toContain(secret)
  })
})

test.describe('the form', () => {
  test.beforeEach(async ({ page, sandbox }) => openForm(page, await requestResetLink(page, sandbox, 'member')))

  test('sends key, login and both passwords, and shows two links', async ({ page }) => {
    const requested = page.waitForRequest('**/user_forget/')
    await submitPasswords(page)
    expect((await requested).postDataJSON()).toEqual({
      key: expect.stringMatching(/^\w{20}$/),
      login: 'member',
      new_password: newPassword,
      confirm_password: newPassword,
    })
    await expect(success(page)).toBeVisible()
    const green = await success(page).evaluate((element) => {
      const probe = element.appendChild(document.createElement('i'))
      probe.style.color = 'var(--done)'
      return getComputedStyle(element).color === getComputedStyle(probe).color
    })
    expect(green).toBe(true)
    await expect(page.getByRole('link', { name: 'Go to Sign In' })).toHaveAttribute('href', '/signin')
    await expect(page.getByRole('link', { name: 'Go to website' })).toHaveAttribute('href', /^https:/)
    await expect(page).toHaveTitle('Password Reset · Statecast')
  })

  test('links to /signin, and to /signin with the panel open', async ({ page }) => {
    await page.getByRole('link', { name: 'Back to Sign In' }).click()
    await expect(page).toHaveURL('/signin')
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
    await page.goBack()
    await page.getByRole('link', { name: 'Back to Forget Password Page' }).click()
    await expect(page).toHaveURL('/signin')
    await expect(page.getByRole('form', { name: 'Forgot your password?' })).toBeVisible()
  })

  test('shows how strong the password is without rejecting any', async ({ page }) => {
    const hint = (text: RegExp) => expect(newField(page)).toHaveAccessibleDescription(text)
    await hint(/Use 12 or more characters/)
    await newField(page).fill('password1')
    await hint(/Too common: this is one of the first passwords people guess/)
    await newField(page).fill('lamp river trombone')
    await hint(/Strong/)
    await submitPasswords(page, 'password1')
    await expect(success(page)).toBeVisible()
  })

  test('supports password managers', async ({ page }) => {
    for (const field of [newField(page), confirmField(page)]) {
      await expect(field).toHaveAttribute('autocomplete', 'new-password')
      const taken = await field.evaluate((element) =>
        element.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true })),
      )
      expect(taken, 'pasting is not prevented').toBe(true)
    }
    const username = page.locator('input[autocomplete="username"]')
    await expect(username).toHaveValue('member')
    await expect(username).toBeHidden()
  })

  test('shows and hides each password separately', async ({ page }) => {
    await page.getByRole('button', { name: 'Show new password' }).click()
    await expect(newField(page)).toHaveAttribute('type', 'text')
    await expect(confirmField(page)).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: 'Hide new password' }).click()
    await page.getByRole('button', { name: 'Show password confirmation' }).click()
    await expect(newField(page)).toHaveAttribute('type', 'password')
    await expect(confirmField(page)).toHaveAttribute('type', 'text')
  })

  test('works with the keyboard only and keeps the focus', async ({ page }) => {
    const hold = await RequestHold.create(page)
    hold.holdCalls(resetCall)
    await page.keyboard.type(newPassword)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(confirmField(page)).toBeFocused()
    await page.keyboard.type(newPassword)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(button(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: 'Saving your new password…' })).toBeAttached()
    await expect(button(page)).toBeHidden()
    expect(await page.evaluate(() => document.activeElement?.closest('form') !== null)).toBe(true)
    await hold.passThrough(resetCall)
    await expect(heading(page, 'Password Reset')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Go to Sign In' })).toBeFocused()
  })
})

test('shows an unknown login as text', async ({ page }) => {
  await page.goto(
    `/reset-password?key=abcdefghij0123456789&login=${encodeURIComponent('<img src=x onerror=alert(1)>')}`,
  )
  await expect(heading(page, 'Reset Link Expired')).toBeVisible()
  expect(await page.locator('img').count()).toBe(0)
})
