/** Sign-in of a television by a code with WordPress as the host. */
import { type Browser, type Page } from '@playwright/test'
import { decideCode, requestUserCode } from '../e2e/deviceCode.ts'
import { heading, openAs, submitSignIn } from '../e2e/page.ts'
import { longWaits } from '../e2e/waits.ts'
import { expect, test } from './fixture.ts'

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Mobile Safari/604.1'

test.use({
  viewport: { width: 1920, height: 1080 },
  userAgent: 'Mozilla/5.0 (SMART-TV; Linux; Tizen 8.0) Version/8.0 TV Safari/538.1',
})

const code = (page: Page) => page.getByText(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/)

/** Opens the page of a code on the television and returns the code. */
async function showCode(page: Page): Promise<string> {
  await page.goto('/signin')
  await page.getByRole('link', { name: 'Sign in with a code' }).click()
  return (await code(page).textContent()) ?? ''
}

const openPhone = async (browser: Browser, baseURL: string) =>
  (await browser.newContext({ baseURL, userAgent: iphone, viewport: { width: 390, height: 844 } })).newPage()

test(
  'a television shows a code, a member approves it on a phone, and can sign the television out again',
  { tag: ['@device.code', '@device.signedIn', '@activate.confirm', '@activate.done'] },
  async ({ page, browser, server, wordpress }) => {
    const userCode = await showCode(page)
    // The plugin names the page of the application, not one of WordPress.
    await expect(page.getByText(`${new URL(server.url).host}/activate`)).toBeVisible()

    const phone = await openPhone(browser, server.url)
    await phone.goto(`/activate?user_code=${userCode}`)
    await submitSignIn(phone, 'member')
    await expect(heading(phone, 'Sign in this device?')).toBeVisible()
    await expect(phone.getByRole('definition').first()).toHaveText('Safari on Samsung TV')
    expect(await wordpress.countSessions('member')).toBe(1)
    await phone.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(heading(phone, 'Your television is signed in')).toBeVisible()

    await expect(page).toHaveURL('/', { timeout: longWaits.devicePoll })
    await expect(heading(page, 'Live Channels')).toBeVisible()
    expect(await wordpress.countSessions('member')).toBe(2)
    await page.reload()
    await expect(heading(page, 'Live Channels'), 'the session outlives the page').toBeVisible()

    await phone.getByRole('link', { name: 'Your devices' }).click()
    await phone.getByRole('button', { name: 'Sign out: Samsung TV' }).click()
    await expect.poll(() => wordpress.countSessions('member')).toBe(1)
    await page.reload()
    await expect(page).toHaveURL('/signin')
    await phone.context().close()
  },
)

test(
  'a denied code signs no television in, and the next one does',
  { tag: ['@device.denied', '@device.signedIn'] },
  async ({ page, server, wordpress }) => {
    const denied = await showCode(page)
    await decideCode(server.url, 'member', denied, 'deny')
    await expect(page.getByRole('heading', { name: 'Not signed in' })).toBeVisible({ timeout: longWaits.devicePoll })
    await page.getByRole('button', { name: 'Get a new code' }).click()
    await expect(code(page)).toBeVisible()
    const next = (await code(page).textContent()) ?? ''
    expect(next).not.toBe(denied)
    await decideCode(server.url, 'guest', next, 'approve')
    await expect(page).toHaveURL('/profile', { timeout: longWaits.devicePoll })
    await expect(page.getByRole('link', { name: 'Choose a plan' })).toBeVisible()
    // Each decision was made in a session of its own.
    expect([await wordpress.countSessions('member'), await wordpress.countSessions('guest')]).toEqual([1, 2])
  },
)

test(
  'a wrong code and one that another account has approved are refused',
  { tag: ['@activate.wrong', '@activate.expired'] },
  async ({ page, server }) => {
    const userCode = await requestUserCode(server.url)
    await decideCode(server.url, 'guest', userCode, 'approve')
    await openAs(page, 'member', `/activate?user_code=${userCode}`)
    await expect(page.getByText('That code no longer works. Get a new one on your television.')).toBeVisible()
    await page.getByLabel('Code').fill('BBBB-BBBB')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('That code isn’t right. Check it on your television.')).toBeVisible()
  },
)
