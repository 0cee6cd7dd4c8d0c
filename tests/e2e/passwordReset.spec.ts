/** The password reset page: from an email in the sandbox's mailbox to a new password, and its failures. */
import { type Page, type Request } from '@playwright/test'
import { expect, loginOf, password, signIn, test } from './fixture.ts'
import { RequestHold } from './requestHold.ts'
import { requestResetLink, newestResetLink } from './resetMail.ts'

const resetCall = 'POST /wp-json/channel/v2/user_forget/'
const newPassword = 'lamp river 24'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
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

const signInWithPassword = async (page: Page, secret: string) => {
  await page.goto('/signin')
  await page.getByLabel('E-mail or username').fill('member')
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Login' }).click()
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
    await signInWithPassword(page, password)
    await expect(errorAlert(page)).toHaveText(/password/i)
    await signInWithPassword(page, newPassword)
    await expect(page).toHaveURL('/')
  })

  test('ends all other sessions', async ({ page, browser, sandbox, baseURL }) => {
    const other = await browser.newContext(baseURL === undefined ? {} : { baseURL })
    const elsewhere = await other.newPage()
    await signIn(elsewhere, 'member')
    await elsewhere.goto('/profile')
    await expect(elsewhere.getByRole('navigation').first()).toBeVisible()
    await openForm(page, await requestResetLink(page, sandbox, 'member'))
    await submitPasswords(page)
    await expect(success(page)).toBeVisible()
    await elsewhere.reload()
    await expect(elsewhere).toHaveURL('/signin')
    await other.close()
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
      let asked = 0
      page.on('request', (request) => void (asked += Number(request.url().includes('user_forget'))))
      await page.goto(`/reset-password${query}`)
      await expect(heading(page, 'Error')).toBeFocused()
      await expect(errorAlert(page)).toHaveText(missing)
      await expect(page).toHaveURL('/reset-password')
      expect(asked).toBe(0)
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
    const place = async () => Math.round((await heading(page, 'Reset Your Password').boundingBox())?.y ?? NaN)
    const before = await place()
    const request = await hold.waitFor(resetCall)
    expect(request.postDataJSON()).toEqual({ key: keyOf(link), login: 'member' })
    expect(request.headers()['content-type']).toBe('application/json')
    expect(request.headers()['authorization']).toBeUndefined()
    await hold.passThrough(resetCall)
    await expect(newField(page)).toBeVisible()
    expect(await place()).toBe(before)
    await expect(success(page)).toBeHidden()
  })

  test('works once', async ({ page, sandbox }) => {
    const link = await requestResetLink(page, sandbox, 'member')
    await openForm(page, link)
    await submitPasswords(page)
    await expect(success(page)).toBeVisible()
    await page.goto(link)
    await expect(heading(page, 'Reset Link Expired')).toBeFocused()
    await expect(errorAlert(page)).toHaveText('Invalid key.')
  })

  test('is replaced by a newer one', async ({ page, sandbox }) => {
    const older = await requestResetLink(page, sandbox, 'member')
    const newer = await requestResetLink(page, sandbox, 'member')
    await page.goto(older)
    await expect(heading(page, 'Reset Link Expired')).toBeVisible()
    await openForm(page, newer)
    await submitPasswords(page)
    await expect(success(page)).toBeVisible()
  })

  test('expires, also between the check and the new password', async ({ page, sandbox }) => {
    const link = await requestResetLink(page, sandbox, 'member')
    await openForm(page, link)
    await sandbox.expire('links')
    await submitPasswords(page)
    await expect(heading(page, 'Reset Link Expired')).toBeFocused()
    await expect(errorAlert(page)).toHaveText('Invalid key.')
    await page.reload()
    await expect(heading(page, 'Reset Link Expired')).toBeVisible()
    await signInWithPassword(page, password)
    await expect(page).toHaveURL('/')
  })

  test('that expired links to the forgot-password panel', async ({ page }) => {
    await page.goto('/reset-password?key=abcdefghij0123456789&login=member')
    await expect(heading(page, 'Reset Link Expired')).toBeFocused()
    await page.getByRole('link', { name: 'Back to Forget Password Page' }).click()
    await expect(page).toHaveURL('/signin')
    await expect(page.getByRole('form', { name: 'Forgot your password?' })).toBeVisible()
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

  test('a reload and going back show the success again', async ({ page, sandbox }) => {
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

  test('requires both fields and focuses the first empty one', async ({ page }) => {
    await button(page).click()
    await expect(errorAlert(page)).toHaveText('Both new password and confirm password are required')
    await expect(newField(page)).toBeFocused()
    for (const field of [newField(page), confirmField(page)])
      await expect(field).toHaveAttribute('aria-invalid', 'true')
    await newField(page).fill(newPassword)
    await expect(errorAlert(page)).toHaveCount(0)
    await newField(page).press('Enter')
    await expect(errorAlert(page)).toHaveText('Both new password and confirm password are required')
    await expect(confirmField(page)).toBeFocused()
    await expect(newField(page)).not.toHaveAttribute('aria-invalid', 'true')
  })

  test('requires equal passwords', async ({ page }) => {
    await submitPasswords(page, newPassword, `${newPassword}.`)
    await expect(errorAlert(page)).toHaveText('Passwords do not match')
    await expect(confirmField(page)).toBeFocused()
    await confirmField(page).fill(newPassword)
    await expect(errorAlert(page)).toHaveCount(0)
    await confirmField(page).press('Enter')
    await expect(success(page)).toBeVisible()
  })

  test('sends key, login and both passwords, and shows two links', async ({ page }) => {
    const asked = page.waitForRequest('**/user_forget/')
    await submitPasswords(page)
    expect((await asked).postDataJSON()).toEqual({
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

  test('keeps the values of a refused password and shows the reason', async ({ page }) => {
    await submitPasswords(page, 'short')
    await expect(errorAlert(page)).toHaveText('The password must be at least 8 characters long.')
    await expect(newField(page)).toHaveValue('short')
    await submitPasswords(page)
    await expect(success(page)).toBeVisible()
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

  test('works with the keyboard only, sends once and keeps the focus', async ({ page }) => {
    const hold = await RequestHold.create(page)
    hold.holdCalls(resetCall)
    let sent = 0
    page.on('request', (request) => void (sent += Number(request.url().endsWith('user_forget/'))))
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
    await confirmField(page).press('Enter')
    await hold.passThrough(resetCall)
    await expect(heading(page, 'Password Reset')).toBeFocused()
    expect(sent).toBe(1)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Go to Sign In' })).toBeFocused()
  })

  test('fits 320 px', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await submitPasswords(page, newPassword, 'other')
    await expect(errorAlert(page)).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  })
})

test.describe('a failing host', () => {
  for (const fault of ['cut-before', 'html', 'broken-json', 'empty', 'status-500', 'status-429'])
    test(`(${fault} at the check) shows a message, and another try opens the form`, async ({
      page,
      sandbox,
      watch,
    }) => {
      watch.allowOffContract(/user_forget/)
      const link = await requestResetLink(page, sandbox, 'member')
      await sandbox.faults.set({ call: resetCall, fault, times: 1 })
      await page.goto(link)
      await expect(errorAlert(page)).toHaveText(
        {
          'status-500': /critical error/,
          'status-429': 'Too many requests. Please wait a moment.',
        }[fault] ?? 'Something went wrong on our side. Please try again.',
      )
      await expect(heading(page, 'Reset Your Password')).toBeFocused()
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(newField(page)).toBeFocused()
      await expect(errorAlert(page)).toHaveCount(0)
    })

  const noAnswer = 'We couldn’t confirm that your new password was saved. Please try again.'
  for (const [fault, message] of [
    ['cut-before', noAnswer],
    ['html', noAnswer],
    ['status-500', /critical error/],
    ['status-429', 'Too many requests. Please wait a moment.'],
  ] as const)
    test(`(${fault} at the new password) shows a message and keeps the form, and the next try works`, async ({
      page,
      sandbox,
      watch,
    }) => {
      watch.allowOffContract(/user_forget/)
      await openForm(page, await requestResetLink(page, sandbox, 'member'))
      await sandbox.faults.set({ call: resetCall, fault, times: 1 })
      await submitPasswords(page)
      await expect(errorAlert(page)).toHaveText(message)
      await expect(confirmField(page)).toHaveValue(newPassword)
      await button(page).click()
      await expect(success(page)).toBeVisible()
    })

  // These faults lose the answer of a call that took effect.
  for (const fault of ['cut-after', 'broken-json', 'empty'])
    test(`(${fault} after the password was set) shows that the outcome is unknown, and the next try finds the link used`, async ({
      page,
      sandbox,
      watch,
    }) => {
      watch.allowOffContract(/user_forget/)
      await openForm(page, await requestResetLink(page, sandbox, 'member'))
      await sandbox.faults.set({ call: resetCall, fault, times: 1 })
      await submitPasswords(page)
      await expect(errorAlert(page)).toHaveText(noAnswer)
      await button(page).click()
      await expect(heading(page, 'Reset Link Expired')).toBeFocused()
      await expect(page.getByText('This link has been used. Try signing in with your new password.')).toBeVisible()
      await page.getByRole('link', { name: 'Back to Sign In' }).click()
      await signInWithPassword(page, newPassword)
      await expect(page).toHaveURL('/')
    })

  test('shows markup in the message as text', async ({ page, sandbox, watch }) => {
    watch.allowOffContract(/user_forget/)
    await sandbox.faults.set({ call: resetCall, fault: 'markup', times: 1 })
    await page.goto('/reset-password?key=abcdefghij0123456789&login=member')
    await expect(errorAlert(page)).toHaveText('Invalid key.bold')
    expect(await errorAlert(page).locator('*').count()).toBe(0)
  })
})

test('shows an unknown login as text', async ({ page }) => {
  await page.goto(
    `/reset-password?key=abcdefghij0123456789&login=${encodeURIComponent('<img src=x onerror=alert(1)>')}`,
  )
  await expect(heading(page, 'Reset Link Expired')).toBeVisible()
  expect(await page.locator('img').count()).toBe(0)
})

test('emails the owner the link, and then a confirmation of the change', async ({ page, sandbox }) => {
  await openForm(page, await requestResetLink(page, sandbox, 'member'))
  await submitPasswords(page)
  await expect(success(page)).toBeVisible()
  expect((await sandbox.mail()).map(({ to, subject }) => [to, subject])).toEqual([
    [loginOf('member'), '[Statecast] Password Reset'],
    [loginOf('member'), '[Statecast] Password Changed'],
  ])
})
