/** The account page (/profile), the profile (/profile/view-profile), and its form with the photo (/profile/edit). */
import { type Locator, type Page } from '@playwright/test'
import { expect, test, type Account } from './fixture.ts'
import { accountMenu, expectAccessible, focusUntil, heading, navigation, openAs } from './page.ts'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const form = (page: Page) => page.getByRole('form', { name: 'Edit details' })
const save = (page: Page) => form(page).getByRole('button', { name: 'Save changes' })
const picker = (page: Page, name: string) => form(page).getByRole('combobox', { name })
const leaveDialog = (page: Page) => page.getByRole('dialog', { name: 'Discard changes?' })

/** Opens the form as an account and waits for the saved values. */
async function open(page: Page, account: Account = 'member') {
  await openAs(page, account, '/profile/edit')
  await expect(field(page, 'Display name')).not.toHaveValue('')
  await expect(picker(page, 'Country')).toBeVisible()
}

/** The value beside a label. */
const fact = (page: Page, name: string) =>
  page
    .getByRole('main')
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')

/** A valid PNG of one red pixel and padding. */
const png = (bytes = 0) =>
  Buffer.concat([
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
      'base64',
    ),
    Buffer.alloc(bytes),
  ])

test('the page stays when the code of its last sections can’t be loaded', { tag: '@full' }, async ({ page, watch }) => {
  watch.allowConsole(/./)
  await page.route('**/assets/Privacy-*.js', (route) => route.abort('connectionreset'))
  await openAs(page, 'member', '/profile')
  await expect(page.getByRole('alert').filter({ hasText: 'The settings for your data didn’t load.' })).toBeVisible()
  await expect(heading(page, 'Profile')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Membership' })).toBeVisible()
  await expectAccessible(page)
})

test('the form works with the keyboard only', async ({ page }) => {
  await open(page, 'guest')
  await expect(heading(page, 'Edit details')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Upload photo' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(field(page, 'Display name')).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type(' II')
  await page.keyboard.press('Enter')
  await expect(accountMenu(page)).toHaveAccessibleName('Gus Tarrant II’s account menu')
})

test(
  'leaving with unsaved changes asks for confirmation on a link, the navigation, going back and closing; staying keeps values and focus',
  { tag: '@profile.unsaved' },
  async ({ page }) => {
    await openAs(page, 'member', '/support/faqs')
    await expect(heading(page, 'FAQs')).toBeVisible()
    await navigation(page).getByRole('link', { name: 'Profile' }).click()
    await page.getByRole('link', { name: 'Edit details' }).click()
    await expect(field(page, 'Display name')).toHaveValue('Mara Ellison')
    await field(page, 'Display name').fill('Mara E.')
    const exits = [
      () => form(page).getByRole('link', { name: 'Cancel' }).click(),
      () => navigation(page).getByRole('link', { name: 'Support' }).click(),
      () => page.evaluate(() => history.back()),
    ]
    for (const exit of exits) {
      await exit()
      await expect(leaveDialog(page)).toBeVisible()
      await leaveDialog(page).getByRole('button', { name: 'Keep editing' }).click()
      await expect(leaveDialog(page)).toBeHidden()
      await expect(page).toHaveURL('/profile/edit')
      await expect(field(page, 'Display name')).toHaveValue('Mara E.')
    }
    const link = form(page).getByRole('link', { name: 'Cancel' })
    await link.focus()
    await page.keyboard.press('Enter')
    await expect(leaveDialog(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(leaveDialog(page)).toBeHidden()
    await expect(link).toBeFocused()
    // The browser itself asks before it closes or reloads the page.
    const opened = page.waitForEvent('dialog')
    const closing = page.close({ runBeforeUnload: true })
    const dialog = await opened
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await closing
    await expect(field(page, 'Display name')).toHaveValue('Mara E.')

    await page.evaluate(() => history.back())
    await leaveDialog(page).getByRole('button', { name: 'Discard' }).click()
    await expect(page).toHaveURL('/profile')
    await page.getByRole('link', { name: 'Edit details' }).click()
    await expect(field(page, 'Display name')).toHaveValue('Mara Ellison')
  },
)

test.describe('the photo', () => {
  const drawn = (page: Page) => page.getByRole('main').getByRole('img', { name: 'Your picture' })
  const part = (page: Page) => page.getByRole('region', { name: 'Photo' })

  test(
    'uploads when chosen and updates the top bar',
    { tag: ['@avatar.upload', '@shell.avatar'] },
    async ({ page }) => {
      await open(page)
      const before = await drawn(page).getAttribute('src')
      const choosing = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Upload photo' }).click()
      await (await choosing).setFiles({ name: 'me.png', mimeType: 'image/png', buffer: png() })
      await expect(part(page).getByText('Photo updated')).toBeVisible()
      await expect(drawn(page)).toHaveAttribute('src', /\/sandbox\/avatars\/2-\w+\.png$/)
      const after = (await drawn(page).getAttribute('src')) ?? ''
      expect(after).not.toBe(before)
      await expect(accountMenu(page).locator('img')).toHaveAttribute('src', after)
      await page.reload()
      await expect(accountMenu(page).locator('img')).toHaveAttribute('src', after)
    },
  )

  test('shows the upload progress', { tag: ['@full', '@avatar.upload'] }, async ({ page, context }) => {
    await open(page)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 200 * 1024,
    })
    const seen = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new MutationObserver(() => {
            const bar = document.querySelector('progress')
            if (bar && bar.value > 0 && bar.value < 1) resolve(bar.value)
          }).observe(document.body, { subtree: true, childList: true, attributes: true })
        }),
    )
    await page
      .getByLabel('Photo file')
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: png(600 * 1024) })
    expect(await seen).toBeLessThan(1)
    await expect(part(page).getByText('Photo updated')).toBeVisible()
    await expect(page.getByRole('progressbar')).toBeHidden()
  })
})

test('the personal details update on window focus', { tag: '@full' }, async ({ page, context }) => {
  await openAs(page, 'member', '/profile/view-profile')
  await expect(fact(page, 'Name')).toHaveText('Mara Ellison')
  const other = await context.newPage()
  await open(other)
  await field(other, 'Last name').fill('Elling')
  await save(other).click()
  await expect(form(other).getByText('Changes saved')).toBeVisible()
  await other.close()
  await focusUntil(page, () => expect(fact(page, 'Name')).toHaveText('Mara Elling', { timeout: 300 }))
})

test(
  'the expiry date of a card has one weight in the plan and under Default card',
  { tag: '@full' },
  async ({ page }) => {
    await openAs(page, 'member', '/profile')
    const weight = (place: Locator) =>
      place.getByText(/\d\d\/\d{4}/).evaluate((element) => getComputedStyle(element).fontWeight)
    const inPlan = await weight(fact(page, 'Payment method'))
    expect(await weight(page.getByRole('region', { name: 'Default card' }))).toBe(inPlan)
  },
)

test('the profile preloads the plans screen', { tag: '@full' }, async ({ page }) => {
  const ahead = page.waitForResponse(/\/assets\/Packages-[^/]*\.js$/)
  await openAs(page, 'guest', '/profile')
  await expect(heading(page, 'Profile')).toBeFocused()
  await expect(page.getByRole('link', { name: 'Choose a plan' })).toBeVisible()
  await (await ahead).finished()
  await page.context().setOffline(true)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Plans')).toBeFocused()
  await expect(page.getByRole('link', { name: 'Subscribe: Monthly' })).toBeVisible()
  await page.context().setOffline(false)
})

test(
  'the profile pages have links beside them or a link back',
  { tag: ['@full', '@profile.pages'] },
  async ({ page }) => {
    const pages = page.getByRole('navigation', { name: 'Profile' })
    const back = page.getByRole('link', { name: 'Back to Profile' })
    await page.setViewportSize({ width: 1440, height: 900 })
    await openAs(page, 'member', '/profile')
    for (const [link, title] of [
      ['Cards', 'Payment cards'],
      ['Billing history', 'Billing history'],
      ['Devices', 'Your devices'],
      ['Plan', 'Profile'],
    ] as const) {
      await pages.getByRole('link', { name: link }).click()
      await expect(heading(page, title)).toBeFocused()
      await expect(pages.getByRole('link', { name: link })).toHaveAttribute('aria-current', 'page')
      await expect(back).toBeHidden()
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(pages).toBeHidden()
    await expect(back).toBeHidden()
    await page.getByRole('main').getByRole('link', { name: 'Payment cards' }).click()
    await expect(heading(page, 'Payment cards')).toBeVisible()
    await back.click()
    await expect(heading(page, 'Profile')).toBeFocused()
  },
)

test(
  'the question of a cancellation and its buttons are in view on a phone',
  { tag: ['@full', '@cancel.question'] },
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openAs(page, 'member', '/profile')
    await page.getByRole('button', { name: 'Cancel plan' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Cancel Monthly?' })).toBeFocused()
    const bar = await page.getByRole('navigation', { name: 'Main' }).boundingBox()
    const keep = page.getByRole('button', { name: 'Keep plan' })
    const isAboveBar = async () => {
      const box = await keep.boundingBox()
      return box !== null && bar !== null && box.y + box.height <= bar.y
    }
    await expect.poll(isAboveBar).toBe(true)
  },
)
