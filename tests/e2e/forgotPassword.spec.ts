/** The forgot-password panel: how it opens and closes, its call, and its use with the keyboard. */
import { type Locator, type Page } from '@playwright/test'
import { expect, loginOf, password, test } from './fixture.ts'
import { recordPaths } from './page.ts'
import { RequestHold } from './requestHold.ts'

const forgotCall = 'POST /wp-json/channel/v2/user_forget'
const sent = 'Password reset instructions were sent successfully.'

const panel = (page: Page) => page.getByRole('form', { name: 'Forgot your password?' })
const field = (page: Page) => panel(page).getByLabel('E-mail or username')
const button = (page: Page) => panel(page).getByRole('button', { name: 'Send Reset Instructions' })
const backButton = (page: Page) => panel(page).getByRole('button', { name: 'Back to Sign In' })
const errorAlert = (page: Page) => panel(page).getByRole('alert')
const successStatus = (page: Page) => panel(page).getByRole('status').last()
const signInField = (page: Page) => page.getByLabel('E-mail or username')
const passwordField = (page: Page) => page.getByLabel('Password', { exact: true })
const link = (page: Page) => page.getByRole('link', { name: 'Forget Password' })

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

test.describe('the panel opens', () => {
  test('when the link gets hover or focus, its code is loaded', { tag: '@full' }, async ({ page }) => {
    const paths = recordPaths(page)
    const isLoaded = () => paths.some((path) => /ForgotPassword-.*\.js$/.test(path))
    await page.goto('/signin')
    await signInField(page).fill('member')
    expect(isLoaded()).toBe(false)
    await link(page).hover()
    await expect.poll(isLoaded).toBe(true)
  })
})

test.describe('the back arrow', () => {
  test('keeps the typed login and the requested page', { tag: '@forgot.toggle' }, async ({ page }) => {
    await page.goto('/support/faqs')
    await expect(page).toHaveURL('/signin')
    await signInField(page).fill('gue')
    await link(page).click()
    await expect(field(page)).toHaveValue('gue')
    await field(page).fill(loginOf('guest'))
    await backButton(page).click()
    await expect(signInField(page)).toBeFocused()
    await expect(signInField(page)).toHaveValue(loginOf('guest'))
    await passwordField(page).fill(password)
    await passwordField(page).press('Enter')
    await expect(page).toHaveURL('/support/faqs')
  })
})

test.describe('sending', () => {
  for (const part of ['field', 'button'] as const)
    test(
      `sends once with Enter in the ${part}, announces it and keeps the focus`,
      { tag: ['@full', '@forgot.busy', '@forgot.result'] },
      async ({ page, sandbox }) => {
        await open(page)
        const hold = await RequestHold.create(page)
        hold.holdCalls(forgotCall)
        await field(page).fill('member')
        await (part === 'field' ? field(page) : button(page)).press('Enter')
        await expect(button(page)).toBeHidden()
        await expect(panel(page).getByRole('status').filter({ hasText: 'Sending reset instructions' })).toBeAttached()
        expect(await panel(page).evaluate((form) => form.contains(document.activeElement))).toBe(true)
        // Another submission of the form is ignored.
        await panel(page).evaluate((form: HTMLFormElement) => form.requestSubmit())
        await hold.passThrough(forgotCall)
        await expect(successStatus(page)).toHaveText(sent)
        await expect(part === 'field' ? field(page) : button(page)).toBeFocused()
        expect(await sandbox.mail()).toHaveLength(1)
        if (part === 'button') return
        expect(await hasColor(successStatus(page).getByText(sent), '--done')).toBe(true)
        hold.holdCalls()
        const refusal = { code: 'invalid_email', message: 'Ask the support.', data: { status: 500 } }
        await page.route('**/user_forget', (route) => route.fulfill({ status: 500, json: refusal }))
        await button(page).click()
        await expect(errorAlert(page)).toHaveText('Ask the support.')
        expect(await hasColor(errorAlert(page).getByText('Ask the support.'), '--signal-text')).toBe(true)
        await expect(successStatus(page)).toBeEmpty()
      },
    )
})

test('works with the keyboard only', { tag: '@forgot.toggle' }, async ({ page }) => {
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

test('has social links below the form', { tag: ['@full', '@forgot.links', '@forgot.open'] }, async ({ page }) => {
  await open(page)
  const above = await button(page).boundingBox()
  for (const name of ['Facebook', 'Instagram', 'YouTube']) {
    const box = await page.getByRole('link', { name }).boundingBox()
    expect(box?.y).toBeGreaterThan((above?.y ?? Infinity) + (above?.height ?? 0))
  }
})
