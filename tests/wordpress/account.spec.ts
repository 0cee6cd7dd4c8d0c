/** The account of a user of WordPress: profile, photo, devices, payments. */
import { type Page } from '@playwright/test'
import { accountMenu, openAs, openOnOtherDevice } from '../e2e/page.ts'
import { expect, test } from './fixture.ts'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const form = (page: Page) => page.getByRole('form', { name: 'Edit details' })
const save = (page: Page) => form(page).getByRole('button', { name: 'Save changes' })

async function openForm(page: Page) {
  await openAs(page, 'member', '/profile/edit')
  await expect(field(page, 'Display name')).toHaveValue('Mara Ellison')
}

test('saves names, phone and address as they were typed', async ({ page }) => {
  await openForm(page)
  await field(page, 'Display name').fill('Mara \\ O’Neil & "Co"')
  await field(page, 'Phone').fill('+1 555 0199')
  await field(page, 'Address').fill('12 Wire Street')
  await save(page).click()
  await expect(form(page).getByText('Changes saved')).toBeVisible()
  await page.reload()
  await expect(field(page, 'Display name')).toHaveValue('Mara \\ O’Neil & "Co"')
  await expect(field(page, 'Phone')).toHaveValue('+1 555 0199')
  await expect(field(page, 'Address')).toHaveValue('12 Wire Street')
  await expect(accountMenu(page)).toHaveAccessibleName('Mara \\ O’Neil & "Co"’s account menu')
})

test('sends a link to a new email address, and refuses one of another account', async ({ page, sandbox }) => {
  await openForm(page)
  await field(page, 'Email').fill('mara@statecast.test')
  await save(page).click()
  await expect(page.getByText('Saved. Confirm mara@statecast.test with the link we emailed you.')).toBeVisible()
  const [mail] = await sandbox.mail()
  expect([mail?.to, mail?.subject]).toEqual(['mara@statecast.test', '[Statecast] Email Change Request'])
  await field(page, 'Email').fill('guest@statecast.test')
  await save(page).click()
  await expect(field(page, 'Email')).toHaveAccessibleDescription(/Sorry, that email address is already used!/)
})

test('uploads a photo, which WordPress serves', async ({ page, wordpress }) => {
  await openForm(page)
  const canvas = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 800
    canvas.height = 600
    return canvas.toDataURL('image/jpeg')
  })
  const buffer = Buffer.from(canvas.replace(/^.*,/, ''), 'base64')
  await page.getByLabel('Photo file').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer })
  await expect(page.getByText('Photo updated')).toBeVisible()
  const photo = page.getByRole('main').getByRole('img', { name: 'Your picture' })
  await expect(photo).toHaveAttribute('src', new RegExp(`^${wordpress.url}/wp-content/uploads/.*/avatar-2-\\w+\\.jpg$`))
  await expect(photo).toHaveJSProperty('naturalWidth', 512)
  await page.reload()
  await expect(accountMenu(page).locator('img')).toHaveJSProperty('naturalWidth', 512)
})

test('lists the sessions of WordPress and ends one', async ({ page, browser, server, wordpress }) => {
  const other = await openOnOtherDevice(browser, server.url, '/')
  await openAs(page, 'member', '/profile/all-sessions')
  const devices = page.getByRole('list', { name: 'Devices' }).getByRole('listitem')
  await expect(devices).toHaveCount(2)
  // Two sessions of the same second have no order.
  await devices.getByRole('button', { name: /^Sign out/ }).click()
  await expect(devices).toHaveCount(1)
  await expect(devices).toContainText('This device')
  expect(await wordpress.countSessions('member')).toBe(1)
  await other.context().close()
})

test('lists the payments and opens an invoice', async ({ page }) => {
  await openAs(page, 'member', '/profile/transcation-history')
  await expect(page.getByRole('table', { name: 'Transactions' }).locator('tbody tr')).toHaveCount(3)
  await page.goto('/profile/transcation-history/33')
  await expect(page.getByText('ch_33')).toBeVisible()
})
