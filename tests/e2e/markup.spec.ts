/** Texts with markup in every text of the host: each is shown as text and never parsed. */
import { plainText } from '../../src/api/plainText.ts'
import { adversarialMarkup } from '../contract/adversarialMarkup.ts'
import { expect, loginOf, password, signIn, test } from './fixture.ts'
import { accountMenu, dispatchWindowEvent, heading, loginField, passwordField } from './page.ts'
import { requestResetLink } from './resetMail.ts'
import {
  expectNothingInjected,
  injectedSelectors,
  recordDialogs,
  adversarialTexts,
  injectTexts,
} from './adversarialTexts.ts'

test.beforeEach(({ page }) => recordDialogs(page))

/** Sends the form once per text, inside the page for speed; returns the text shown after each. */
const submitEach = async (wanted: readonly string[]) => {
  const shownTexts: (string | undefined)[] = []
  const form = document.querySelector('form')
  const shown = () => form?.querySelector('[role="alert"]')?.textContent?.trim()
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  for (const text of wanted) {
    form?.requestSubmit()
    await frame()
    const isThere = () => form?.getAttribute('aria-busy') !== 'true' && shown() === text
    for (let frames = 0; frames < 300 && !isThere(); frames += 1) await frame()
    shownTexts.push(shown())
  }
  return shownTexts
}

test('the detection finds markup that was parsed', async ({ page }) => {
  const found = await page.evaluate(
    ({ texts, selectors }) =>
      texts.filter((text) => new DOMParser().parseFromString(`<main>${text}`, 'text/html').querySelector(selectors)),
    { texts: adversarialMarkup.map(([, text]) => text), selectors: injectedSelectors },
  )
  // Half of the texts are escaped: they become elements only if they are decoded and then parsed.
  expect(found.length).toBeGreaterThan(100)
})

test('in the refusal of a login', async ({ page }) => {
  await injectTexts(page, /^POST .*\/user-login$/, { how: 'refuse', status: 500, code: 'incorrect_password' })
  await page.goto('/signin')
  await loginField(page).fill(loginOf('member'))
  await passwordField(page).fill(password)
  const wanted = adversarialTexts.map((text) => plainText(text) || 'Login failed')
  expect(await page.evaluate(submitEach, wanted)).toEqual(wanted)
  await expectNothingInjected(page)
})

test('in the refusal of reset instructions', async ({ page }) => {
  await injectTexts(page, /^POST .*\/user_forget$/, { how: 'refuse', status: 400, code: 'reset_failed' })
  await page.goto('/forget/password')
  await loginField(page).fill(loginOf('member'))
  const wanted = adversarialTexts.map((text) => plainText(text) || 'Error occurred while sending reset instructions')
  expect(await page.evaluate(submitEach, wanted)).toEqual(wanted)
  await expectNothingInjected(page)
})

test('in the message that reset instructions were sent', async ({ page }) => {
  const planting = await injectTexts(page, /^POST .*\/user_forget$/, { how: 'grant' })
  await page.goto('/forget/password')
  await loginField(page).fill(loginOf('member'))
  for (let used = 0; used < adversarialTexts.length; used = await planting.used()) {
    await page.evaluate(() => document.querySelector('form')?.requestSubmit())
    await expect.poll(() => planting.used()).toBeGreaterThan(used)
    await expect(page.locator('form')).toHaveAttribute('aria-busy', 'false')
  }
  await expectNothingInjected(page)
})

test('in the refusal of a new password', async ({ page, sandbox }) => {
  await page.goto(await requestResetLink(page, sandbox, 'member'))
  await expect(heading(page, 'Reset Your Password')).toBeVisible()
  await injectTexts(page, /^POST .*\/user_forget\/$/, {
    how: 'refuse',
    status: 400,
    code: 'password_too_short',
    from: 1,
  })
  await page.reload()
  await page.getByLabel('New Password', { exact: true }).fill('a-new-password-24')
  await page.getByLabel('Confirm Password', { exact: true }).fill('a-new-password-24')
  const wanted = adversarialTexts.map((text) => plainText(text) || 'An error occurred')
  expect(await page.evaluate(submitEach, wanted)).toEqual(wanted)
  await expectNothingInjected(page)
})

test('in the refusal of a channel request and in the names of the regions', async ({ page }) => {
  await signIn(page, 'member')
  await injectTexts(page, /^GET .*\/channel\/v2\/regions$/, { how: 'replace' })
  // Without the texts that are only a script, because nothing of them remains to select.
  await page.evaluate(() => void (window.name = '50'))
  await page.goto('/support')
  await page.getByRole('combobox', { name: 'Region (optional)' }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectNothingInjected(page)
  await injectTexts(page, /^POST .*\/channel_request$/, { how: 'refuse', status: 400, code: 'rest_invalid_param' })
  await page.goto('/support')
  await page.getByLabel('Channel Name').fill('Night Line')
  await page.evaluate(() => void (window.name = '0'))
  const wanted = adversarialTexts.map((text) => plainText(text) || 'failed to load Api')
  expect(await page.evaluate(submitEach, wanted)).toEqual(wanted)
  await expectNothingInjected(page)
})

test('in the name and email of a user', async ({ page }) => {
  await page.clock.install()
  await signIn(page, 'member')
  const planting = await injectTexts(page, /^GET .*\/custom-plugin\/me\/$/, { how: 'replace' })
  await page.goto('/profile/view-profile')
  await accountMenu(page).click()
  for (let before = -1; before < adversarialTexts.length * 2;) {
    // Focusing the window loads the user again, at most once per second.
    await expect(async () => {
      await page.clock.runFor(1_100)
      await dispatchWindowEvent(page, 'focus')
      expect(await planting.used()).toBeGreaterThan(before)
    }).toPass({ intervals: [20] })
    before = await planting.used()
    await expect(page.getByText(/^Hello,/)).toBeVisible()
    await expectNothingInjected(page)
  }
})

test('in every text of the channels, their cards and filters', async ({ page }) => {
  await signIn(page, 'member')
  const planting = await injectTexts(page, /^GET .*\/channel\/v2\/channels$/, { how: 'replace' })
  await page.goto('/')
  while ((await planting.used().catch(() => 0)) < adversarialTexts.length) {
    await expect(page.getByRole('list', { name: 'Channels' }).getByRole('listitem').first()).toBeVisible()
    await expectNothingInjected(page)
    await page.reload()
  }
})

test('in every text beside the video', async ({ page }) => {
  await signIn(page, 'member')
  const planting = await injectTexts(page, /^GET .*\/channel\/v2\/channels(\/[^/]+)?$/, { how: 'replace' })
  await page.goto('/video/capitol-24')
  while ((await planting.used()) < adversarialTexts.length) {
    const before = await planting.used()
    await expect(heading(page)).toBeVisible()
    await expectNothingInjected(page)
    await page.keyboard.press('n')
    await expect.poll(() => planting.used()).toBeGreaterThan(before)
  }
})
