/** The forgot-password panel: how it opens, its messages, and the email. */
import { type Locator, type Page } from '@playwright/test'
import { expect, loginOf, password, test } from './fixture.ts'
import { RequestHold } from './requestHold.ts'

const forgotCall = 'POST /wp-json/channel/v2/user_forget'

const panel = (page: Page) => page.getByRole('form', { name: 'Forgot your password?' })
const field = (page: Page) => panel(page).getByLabel('E-mail or username')
const button = (page: Page) => panel(page).getByRole('button', { name: 'Send Reset Instructions' })
const backButton = (page: Page) => panel(page).getByRole('button', { name: 'Back to Sign In' })
const errorAlert = (page: Page) => panel(page).getByRole('alert')
const successStatus = (page: Page) => panel(page).getByRole('status').last()
const signInField = (page: Page) => page.getByLabel('E-mail or username')
const passwordField = (page: Page) => page.getByLabel('Password', { exact: true })
const link = (page: Page) => page.getByRole('link', { name: 'Forget Password' })

const sent = 'Password reset instructions were sent successfully.'
const failed = 'Error occurred while sending reset instructions'

/** Whether the text has the color of this token. */
const hasColor = (text: Locator, token: string) =>
  text.evaluate((element, name) => {
    const probe = element.appendChild(document.createElement('i'))
    probe.style.color = `var(${name})`
    const [own, wanted] = [getComputedStyle(element).color, getComputedStyle(probe).color]
    probe.remove()
    return own === wanted
  }, token)

const open = async (page: Page) => {
  await page.goto('/forget/password')
  await expect(field(page)).toBeFocused()
}

const submitAccount = async (page: Page, account: string) => {
  await field(page).fill(account)
  await button(page).click()
}

test.describe('the panel opens', () => {
  test('by the Forget Password link, which replaces the form', async ({ page }) => {
    await page.goto('/signin')
    await link(page).click()
    await expect(panel(page)).toBeVisible()
    await expect(passwordField(page)).toBeHidden()
    await expect(field(page)).toBeFocused()
    await expect(page).toHaveTitle('Forgot password · Statecast')
  })

  test('by the navigation state, which a reload keeps', async ({ page }) => {
    await page.goto('/reset-password')
    await page.getByRole('link', { name: 'Back to Forget Password Page' }).click()
    await expect(page).toHaveURL('/signin')
    await expect(panel(page)).toBeVisible()
    await expect(page).toHaveTitle('Forgot password · Statecast')
    await page.reload()
    await expect(panel(page)).toBeVisible()
    await backButton(page).click()
    await expect(passwordField(page)).toBeVisible()
    await expect(page).toHaveTitle('Sign in · Statecast')
    await page.reload()
    await expect(passwordField(page)).toBeVisible()
  })

  test('by the query forgetToggle=true&forget=true only', async ({ page }) => {
    await page.goto('/signin?forgetToggle=true&forget=true')
    await expect(panel(page)).toBeVisible()
    await backButton(page).click()
    await expect(page).toHaveURL('/signin')
    await expect(passwordField(page)).toBeVisible()
    for (const less of ['forgetToggle=true', 'forget=true', 'forgetToggle=true&forget=false']) {
      await page.goto(`/signin?${less}`)
      await expect(passwordField(page)).toBeVisible()
    }
  })

  test('at /forget/password', async ({ page }) => {
    await page.goto('/forget/password')
    await expect(panel(page)).toBeVisible()
    await expect(page).toHaveTitle('Forgot password · Statecast')
  })
})

test.describe('the back arrow', () => {
  test('returns to the sign-in form and focuses its first field', async ({ page }) => {
    await open(page)
    await backButton(page).click()
    await expect(page).toHaveURL('/signin')
    await expect(signInField(page)).toBeFocused()
    await expect(passwordField(page)).toBeVisible()
    await expect(page).toHaveTitle('Sign in · Statecast')
  })

  test('keeps the typed login in both directions', async ({ page }) => {
    await page.goto('/signin')
    await signInField(page).fill('mem')
    await link(page).click()
    await expect(field(page)).toHaveValue('mem')
    await field(page).fill('member')
    await backButton(page).click()
    await expect(signInField(page)).toHaveValue('member')
  })

  test('keeps the requested page', async ({ page }) => {
    await page.goto('/support/faqs')
    await expect(page).toHaveURL('/signin')
    await signInField(page).fill(loginOf('guest'))
    await link(page).click()
    await backButton(page).click()
    await passwordField(page).fill(password)
    await passwordField(page).press('Enter')
    await expect(page).toHaveURL('/support/faqs')
  })

  test('aborts a running call', async ({ page, sandbox }) => {
    await sandbox.faults.set({ call: forgotCall, fault: 'delay', ms: 20_000, times: 1 })
    await open(page)
    const given = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/user_forget'))
    await submitAccount(page, 'member')
    await backButton(page).click()
    await given
    await expect(passwordField(page)).toBeVisible()
  })
})

test.describe('sending', () => {
  for (const account of ['member', loginOf('member'), '  Member '])
    test(`sends '${account}' an email and shows a green message`, async ({ page, sandbox }) => {
      await open(page)
      await submitAccount(page, account)
      await expect(successStatus(page)).toHaveText(sent)
      expect(await hasColor(successStatus(page).getByText(sent), '--done')).toBe(true)
      await expect(errorAlert(page)).toBeEmpty()
      const mails = await sandbox.mail()
      expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[loginOf('member'), '[Statecast] Password Reset']])
      expect(mails[0]?.links).toEqual([expect.stringMatching(/\/reset-password\?key=\w{20}&login=member$/)])
    })

  test('makes a multipart call with email_address and no trailing slash', async ({ page }) => {
    await open(page)
    const asked = page.waitForRequest((request) => request.method() === 'POST')
    await submitAccount(page, 'member')
    const request = await asked
    expect(new URL(request.url()).pathname).toBe('/wp-json/channel/v2/user_forget')
    const { 'content-type': type, authorization } = await request.allHeaders()
    expect(type).toMatch(/^multipart\/form-data; boundary=/)
    expect(authorization).toBeUndefined()
    await expect(successStatus(page)).toHaveText(sent)
  })

  test('replaces the button with an announced spinner and keeps the focus', async ({ page }) => {
    await open(page)
    const hold = await RequestHold.create(page)
    hold.holdCalls(forgotCall)
    await field(page).fill('member')
    await button(page).focus()
    await page.keyboard.press('Enter')
    await expect(button(page)).toBeHidden()
    await expect(panel(page).getByRole('status').filter({ hasText: 'Sending reset instructions' })).toBeAttached()
    expect(await panel(page).evaluate((form) => form.contains(document.activeElement))).toBe(true)
    await hold.passThrough(forgotCall)
    await expect(successStatus(page)).toHaveText(sent)
    await expect(button(page)).toBeFocused()
    await expect(panel(page).getByText('Sending reset instructions')).toHaveCount(0)
  })

  test('sends once with Enter and keeps the focus in the field', async ({ page, sandbox }) => {
    await open(page)
    const hold = await RequestHold.create(page)
    hold.holdCalls(forgotCall)
    await field(page).fill('member')
    await field(page).press('Enter')
    await expect(button(page)).toBeHidden()
    await field(page).press('Enter')
    await hold.passThrough(forgotCall)
    await expect(successStatus(page)).toHaveText(sent)
    await expect(field(page)).toBeFocused()
    expect(await sandbox.mail()).toHaveLength(1)
  })

  test("shows a message without 'success' in red", async ({ page }) => {
    await open(page)
    await page.route('**/user_forget', (route) => route.fulfill({ json: { message: 'Ask the support.' } }), {
      times: 1,
    })
    await submitAccount(page, 'member')
    await expect(errorAlert(page)).toHaveText('Ask the support.')
    expect(await hasColor(errorAlert(page).getByText('Ask the support.'), '--signal-text')).toBe(true)
    await expect(successStatus(page)).toBeEmpty()
    await submitAccount(page, 'nobody')
    await expect(errorAlert(page)).toHaveText('Error: There is no account with that username or email address.')
    expect(await errorAlert(page).locator('*').count()).toBe(0)
    await expect(button(page)).toBeEnabled()
  })
})

test.describe('rules', () => {
  test("focuses an empty field and shows 'E-mail field is required'", async ({ page }) => {
    await open(page)
    await button(page).click()
    await expect(panel(page).getByText('E-mail field is required')).toBeVisible()
    await expect(field(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(field(page)).toHaveAccessibleDescription('E-mail field is required')
    await expect(field(page)).toBeFocused()
    await expect(errorAlert(page)).toBeEmpty()
    await field(page).pressSequentially('m')
    await expect(panel(page).getByText('E-mail field is required')).toBeHidden()
  })

  test("shows 'Email address field is empty' for spaces, and sends nothing", async ({ page, sandbox }) => {
    await open(page)
    await field(page).fill('   ')
    await field(page).press('Enter')
    await expect(errorAlert(page)).toHaveText('Email address field is empty')
    await expect(field(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(field(page)).toBeFocused()
    await field(page).fill('member')
    await expect(errorAlert(page)).toBeEmpty()
    expect(await sandbox.mail()).toEqual([])
  })

  test('does not check the format', async ({ page }) => {
    await open(page)
    await submitAccount(page, 'not@an@address')
    await expect(errorAlert(page)).toHaveText(/There is no account/)
  })
})

test.describe('a failing host', () => {
  for (const fault of ['cut-before', 'html', 'broken-json', 'empty'])
    test(`(${fault}) shows '${failed}', and the next try works`, async ({ page, sandbox, watch }) => {
      watch.allowOffContract(/user_forget/)
      await sandbox.faults.set({ call: forgotCall, fault, times: 1 })
      await open(page)
      await submitAccount(page, 'member')
      await expect(errorAlert(page)).toHaveText(failed)
      await expect(field(page)).toHaveValue('member')
      await button(page).click()
      await expect(successStatus(page)).toHaveText(sent)
      await expect(errorAlert(page)).toBeEmpty()
    })

  test('shows the host’s message if there is one', async ({ page, sandbox, watch }) => {
    watch.allowOffContract(/user_forget/)
    await open(page)
    await sandbox.faults.set({ call: forgotCall, fault: 'status-500', times: 1 })
    await submitAccount(page, 'member')
    await expect(errorAlert(page)).toHaveText(/critical error/)
    await sandbox.faults.set({ call: forgotCall, fault: 'status-429', times: 1 })
    await button(page).click()
    await expect(errorAlert(page)).toHaveText('Too many requests. Please wait a moment.')
    await sandbox.faults.set({ call: forgotCall, fault: 'refuse', message: 'Not today.', times: 1 })
    await button(page).click()
    await expect(errorAlert(page)).toHaveText('Not today.')
    await button(page).click()
    await expect(successStatus(page)).toHaveText(sent)
  })

  test('shows markup in the message as text', async ({ page, sandbox, watch }) => {
    watch.allowOffContract(/user_forget/)
    await sandbox.faults.set({ call: forgotCall, fault: 'markup', times: 1 })
    await open(page)
    await submitAccount(page, 'nobody')
    await expect(errorAlert(page)).toHaveText(/\w/)
    expect(await errorAlert(page).locator('*').count()).toBe(0)
  })

  test('refuses the eleventh email within an hour with a message', async ({ page, sandbox }) => {
    await open(page)
    for (let count = 1; count <= 10; count++) {
      const answered = page.waitForResponse('**/user_forget')
      await submitAccount(page, 'member')
      expect((await answered).status()).toBe(200)
      await expect(successStatus(page)).toHaveText(sent)
    }
    await submitAccount(page, 'member')
    await expect(errorAlert(page)).toHaveText('The password reset limit has been reached. Please try again in an hour.')
    expect(await sandbox.mail()).toHaveLength(10)
  })
})

test.describe('the page', () => {
  test('works with the keyboard only', async ({ page }) => {
    await page.goto('/signin')
    await expect(signInField(page)).toBeFocused()
    await page.keyboard.type('member')
    for (let presses = 0; presses < 6; presses++) {
      await page.keyboard.press('Tab')
      if (await link(page).evaluate((element) => element === document.activeElement)) break
    }
    await page.keyboard.press('Enter')
    await expect(field(page)).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(button(page)).toBeFocused()
    await page.keyboard.press('Space')
    await expect(successStatus(page)).toHaveText(sent)
    await expect(button(page)).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Shift+Tab')
    await expect(backButton(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(signInField(page)).toBeFocused()
  })

  test('has social links below the form', async ({ page }) => {
    await open(page)
    const below = await button(page).boundingBox()
    for (const name of ['Facebook', 'Instagram', 'YouTube']) {
      const place = await page.getByRole('link', { name }).boundingBox()
      expect(place?.y).toBeGreaterThan((below?.y ?? Infinity) + (below?.height ?? 0))
    }
  })

  test('fits 320 px', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await open(page)
    await button(page).click()
    await expect(panel(page).getByText('E-mail field is required')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    const place = await button(page).boundingBox()
    expect((place?.x ?? -1) >= 0 && (place?.x ?? 0) + (place?.width ?? 321) <= 320).toBe(true)
  })

  test('loads the panel when the link gets hover or focus', async ({ page }) => {
    const scripts: string[] = []
    page.on('request', (request) => void scripts.push(new URL(request.url()).pathname))
    const fetched = () => scripts.some((path) => /ForgotPassword-.*\.js$/.test(path))
    await page.goto('/signin')
    await signInField(page).fill('member')
    expect(fetched()).toBe(false)
    await link(page).hover()
    await expect.poll(fetched).toBe(true)
  })
})
