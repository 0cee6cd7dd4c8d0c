/** 300 texts with markup in every word that the host says: shown as text, nothing is parsed, nothing runs. */
import { plainText } from '../../src/host/plainText.ts'
import { expect, loginOf, password, signIn, test } from './fixture.ts'
import { expectNothingGrew, growths, hearDialogs, hostile, plant } from './planted.ts'

test.beforeEach(({ page }) => hearDialogs(page))

/** Sends the form once for each text, inside the page because that is fast; gives what stood there after each. */
const submitEach = async (wanted: readonly string[]) => {
  const said: (string | undefined)[] = []
  const form = document.querySelector('form')
  const shown = () => form?.querySelector('[role="alert"]')?.textContent?.trim()
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  for (const words of wanted) {
    form?.requestSubmit()
    await frame()
    const isThere = () => form?.getAttribute('aria-busy') !== 'true' && shown() === words
    for (let frames = 0; frames < 300 && !isThere(); frames += 1) await frame()
    said.push(shown())
  }
  return said
}

test('the look for it finds what a careless page would have made of these texts', async ({ page }) => {
  const found = await page.evaluate(
    ({ hostile, growths }) =>
      hostile.filter((text) => new DOMParser().parseFromString(`<main>${text}`, 'text/html').querySelector(growths)),
    { hostile: [...hostile], growths },
  )
  // Half of the texts are escaped: those grow only where somebody decodes them and then parses them.
  expect(found.length).toBeGreaterThan(100)
})

test('as the reason why a login is refused', async ({ page }) => {
  await plant(page, /^POST .*\/user-login$/, { how: 'refuse', status: 500, code: 'incorrect_password' })
  await page.goto('/signin')
  await page.getByPlaceholder('E-mail / username').fill(loginOf('member'))
  await page.getByPlaceholder('Password', { exact: true }).fill(password)
  const wanted = hostile.map((text) => plainText(text) || 'Login failed')
  expect(await page.evaluate(submitEach, wanted)).toEqual(wanted)
  await expectNothingGrew(page)
})

test('as the name and the address of a user', async ({ page }) => {
  await page.clock.install()
  await signIn(page, 'member')
  const planting = await plant(page, /^GET .*\/custom-plugin\/me\/$/, { how: 'spoil' })
  await page.goto('/profile/view-profile')
  await page.getByRole('button', { name: /account/i }).click()
  let before = 0
  while (before < hostile.length * 2) {
    await expect.poll(() => planting.used()).toBeGreaterThan(before)
    before = await planting.used()
    await expect(page.getByText(/^Hello,/)).toBeVisible()
    await expectNothingGrew(page)
    // A look at the window asks for the user again; not within a second of the last time.
    await page.clock.runFor(1_100)
    await page.evaluate(() => void dispatchEvent(new Event('focus')))
  }
})

test('as every word of the channels, in the wall and its filters', async ({ page }) => {
  await signIn(page, 'member')
  const planting = await plant(page, /^GET .*\/channel\/v2\/channels$/, { how: 'spoil' })
  await page.goto('/')
  while ((await planting.used().catch(() => 0)) < hostile.length) {
    await expect(page.getByRole('list', { name: 'Channels' }).getByRole('listitem').first()).toBeVisible()
    await expectNothingGrew(page)
    await page.reload()
  }
})

test('as every word beside the picture', async ({ page }) => {
  await signIn(page, 'member')
  const planting = await plant(page, /^GET .*\/channel\/v2\/channels(\/[^/]+)?$/, { how: 'spoil' })
  await page.goto('/video/capitol-24')
  while ((await planting.used()) < hostile.length) {
    const before = await planting.used()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNothingGrew(page)
    await page.keyboard.press('n')
    await expect.poll(() => planting.used()).toBeGreaterThan(before)
  }
})
