/** The password reset page: the link, its key, and the form. */
import { type Page, type Request } from '@playwright/test'
import { expect, password, test } from './fixture.ts'
import { heading, submitSignIn } from './page.ts'
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
  test(
    'sets a new password through the email; only the new password signs in',
    { tag: ['@reset.done', '@reset.form'] },
    async ({ page, sandbox }) => {
      await page.goto('/forget/password')
      await page.getByLabel('E-mail or username').fill('member')
      await page.keyboard.press('Enter')
      await expect(page.getByText('sent successfully')).toBeVisible()
      await openForm(page, await newestResetLink(sandbox, 'member'))
      await expect(heading(page, 'Reset Your Password')).toBeVisible()
      await submitPasswords(page)
      await expect(heading(page, 'Password Reset')).toBeFocused()
      await expect(success(page)).toBeVisible()
      const green = await success(page).evaluate((element) => {
        const probe = element.appendChild(document.createElement('i'))
        probe.style.color = 'var(--done)'
        return getComputedStyle(element).color === getComputedStyle(probe).color
      })
      expect(green).toBe(true)
      await page.getByRole('link', { name: 'Go to Sign In' }).click()
      await expect(page).toHaveURL('/signin')
      await submitSignIn(page, 'member', { secret: password })
      await expect(errorAlert(page)).toHaveText(/password/i)
      await submitSignIn(page, 'member', { secret: newPassword })
      await expect(page).toHaveURL('/')
    },
  )
})

test.describe('a link', () => {
  test(
    'is checked with {key, login} before the form is shown',
    { tag: ['@full', '@reset.check', '@calls.resetPassword'] },
    async ({ page, sandbox }) => {
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
    },
  )
})

test.describe('the key', () => {
  test(
    'leaves the address bar at once, and a reload before the end still works',
    { tag: ['@full', '@reset.key'] },
    async ({ page, sandbox }) => {
      const link = await requestResetLink(page, sandbox, 'member')
      const state = () => page.evaluate(() => JSON.stringify(history.state))
      await openForm(page, link)
      await expect(page).toHaveURL('/reset-password')
      expect(await state()).toContain(keyOf(link))
      await page.reload()
      await expect(newField(page)).toBeFocused()
      await submitPasswords(page)
      await expect(success(page)).toBeVisible()
      await expect.poll(state).not.toContain(keyOf(link))
    },
  )

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

  test('works with the keyboard only and keeps the focus', { tag: '@full' }, async ({ page }) => {
    for (const field of [newField(page), confirmField(page)]) {
      const taken = await field.evaluate((element) =>
        element.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true })),
      )
      expect(taken, 'pasting is not prevented').toBe(true)
    }
    await expect(page.locator('input[autocomplete="username"]')).toBeHidden()
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
