/** Favorites, channel requests and support with WordPress as the host. */
import { type Page } from '@playwright/test'
import { expect, test } from './fixture.ts'
import { openAs } from '../e2e/page.ts'

const star = (page: Page, name: string) => page.getByRole('button', { name: `Favorite ${name}`, exact: true })

/** Stars two channels on the wall and opens the list of favorites. */
async function starChannels(page: Page, names: readonly [string, string]) {
  await openAs(page, 'member', '/')
  for (const name of names) {
    await star(page, name).click()
    await expect(star(page, name)).toHaveAttribute('aria-pressed', 'true')
    await expect(star(page, name)).toHaveAttribute('aria-busy', 'false')
  }
  await page.goto('/favourites')
  const cards = page.getByRole('list', { name: 'Favorite channels' }).getByRole('listitem')
  await expect(cards).toHaveCount(2)
  return cards
}

test('keeps favorites', async ({ page }) => {
  const cards = await starChannels(page, ['Longitude', 'Rotunda'])
  await expect(cards.first()).toContainText('Rotunda')
  await star(page, 'Rotunda').click()
  await expect(cards).toHaveCount(1)
  await page.reload()
  await expect(cards).toHaveCount(1)
  await expect(cards).toContainText('Longitude')
})

test('keeps favorites whose slugs have underscores or letters beyond ASCII', async ({ page }) => {
  const cards = await starChannels(page, ['State_Line 24', 'Новости Юга'])
  await cards.getByRole('link', { name: /Новости Юга/ }).click()
  await expect(page.getByRole('heading', { name: 'Новости Юга' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Новости Юга' })).toBeVisible()
})

test('requests a channel once', async ({ page, sandbox }) => {
  await openAs(page, 'member', '/support')
  const form = page.getByRole('form', { name: 'Submit Request' })
  await form.getByLabel('Channel Name').fill('Harbor Two')
  await form.getByRole('combobox').fill('Midw')
  await page.getByRole('option', { name: 'Midwest' }).click()
  await form.getByRole('button', { name: 'Submit' }).click()
  await expect(
    page.getByText('Your request has been submitted successfully. We will notify you once your channel is approved.'),
  ).toBeVisible()
  // Before the page reloads by itself.
  await page.getByRole('button', { name: 'Stay on this page' }).click()
  expect((await sandbox.mail()).map(({ to, subject }) => [to, subject])).toEqual([
    ['admin@statecast.test', 'Channel request: Harbor Two'],
  ])
  await page.getByRole('button', { name: 'Request another channel' }).click()
  await form.getByLabel('Channel Name').fill('harbor two')
  await form.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('You have already requested this channel.')).toBeVisible()
})

test('shows the questions of WordPress and sends a message and a report', async ({ page, sandbox }) => {
  await openAs(page, 'member', '/support/faqs')
  await page.locator('summary').first().click()
  await expect(page.getByText('Yes, on Roku, Amazon Fire TV and Android TV.')).toBeVisible()
  await page.goto('/support/form')
  await expect(page.getByLabel('Name')).toHaveValue('Mara Ellison')
  await page.getByLabel('Subject').fill('Invoice')
  await page.getByLabel('Message').fill('Where is it?\nIn "March" & \\ May')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(
    page.getByText('Thank you. Your message has been sent. We’ll reply within one working day.'),
  ).toBeVisible()
  await page.goto('/support/bugs')
  await page.getByRole('textbox', { name: 'Summary' }).fill('The picture stalls')
  await page.getByRole('textbox', { name: 'Details' }).fill('After ten minutes')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Thank you. Your report has been sent to our engineers.')).toBeVisible()
  const mail = await sandbox.mail()
  expect(mail.map(({ subject }) => subject)).toEqual(['Support: Invoice', 'Bug report: The picture stalls'])
  expect(mail[0]?.text).toContain('Where is it?\nIn "March" & \\ May')
})
