/** The devices (/profile/all-sessions) and the short list on /profile. */
import { type Page } from '@playwright/test'
import { expect, test } from './fixture.ts'
import { openAs, openOnOtherDevice } from './page.ts'
import { RequestHold } from './requestHold.ts'

const rows = (page: Page) => page.getByRole('list', { name: 'Devices' }).getByRole('listitem')

test('lists every device and marks the current one', async ({ page }) => {
  await openAs(page, 'member', '/profile/all-sessions')
  await expect(rows(page)).toHaveCount(3)
  await expect(rows(page).filter({ hasText: 'This device' })).toContainText('Chrome')
  const phone = rows(page).filter({ hasText: 'Android phone' })
  await expect(phone).toContainText('Chrome')
  await expect(phone).toContainText('203.0.113.24')
  await expect(phone).toContainText(/Signed in \w+ \d+, \d{4}/)
  await expect(rows(page).filter({ hasText: 'This device' }).getByRole('button')).toHaveCount(0)
})

test('signs one device out', async ({ page }) => {
  await openAs(page, 'member', '/profile/all-sessions')
  await page.getByRole('button', { name: 'Sign out: Roku' }).click()
  await expect(page.getByText('Device signed out.')).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
  await page.reload()
  await expect(rows(page)).toHaveCount(2)
})

test('signs all other devices out after a confirmation', async ({ page }) => {
  await openAs(page, 'member', '/profile/all-sessions')
  await page.getByRole('button', { name: 'Sign out all other devices' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign out all other devices?' })
  await expect(dialog).toContainText('2 other devices will be signed out. This one stays signed in.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Sign out all other devices' }).click()
  await dialog.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('All other devices are signed out.')).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByText('You’re not signed in on any other device.')).toBeVisible()
})

test('a device that was signed out from another one shows the sign-in page after its next check', async ({
  page,
  browser,
  server,
}) => {
  const elsewhere = await openOnOtherDevice(browser, server.url, '/support/form')
  await expect(elsewhere.getByRole('heading', { name: 'Contact us' })).toBeVisible()
  await openAs(page, 'member', '/profile/all-sessions')
  await page.getByRole('button', { name: 'Sign out all other devices' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(rows(page)).toHaveCount(1)
  await elsewhere.reload()
  await expect(elsewhere).toHaveURL(/\/signin/)
  await elsewhere.context().close()
})

test('treats a session that has already ended as signed out', async ({ page }) => {
  const endCall = 'DELETE /wp-json/custom-plugin/sessions/{id}'
  const hold = await RequestHold.create(page)
  hold.holdCalls(endCall)
  await openAs(page, 'member', '/profile/all-sessions')
  await page.getByRole('button', { name: 'Sign out: Roku' }).click()
  await hold.refuse(endCall, { code: 'session_not_found', message: 'There is no such session.', status: 404 })
  await expect(page.getByText('Device signed out.')).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
})

test('shows three devices on the profile, the current one first, and links to all', async ({ page }) => {
  await openAs(page, 'member', '/profile')
  const list = page.getByRole('region', { name: 'Devices' })
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await expect(list.getByRole('listitem').first()).toContainText('This device')
  await list.getByRole('link', { name: /devices$/ }).click()
  await expect(page).toHaveURL('/profile/all-sessions')
})

test('shows a message with another try on the profile when the list fails to load', async ({ page }) => {
  const listCall = 'GET /wp-json/custom-plugin/sessions'
  const hold = await RequestHold.create(page)
  hold.holdCalls(listCall)
  await openAs(page, 'guest', '/profile')
  await hold.abort(listCall)
  const list = page.getByRole('region', { name: 'Devices' })
  await expect(list.getByRole('alert')).toContainText('We couldn’t load your devices.')
  await list.getByRole('button', { name: 'Try again' }).click()
  await hold.passThrough(listCall)
  await expect(list.getByRole('listitem')).toHaveCount(1)
})
