/** Support: links to answers and invalid fields. Texts and calls are tested in `tests/views/inside.test.tsx`. */
import { type Locator, type Page } from '@playwright/test'
import { expect, test } from './fixture.ts'
import { navigation, openAs } from './page.ts'

const question = (page: Page, text: string) => page.getByRole('group').filter({ hasText: text })
const shown = (page: Page) => page.locator('summary')

test('keeps the cursor of the search in its place while typing', async ({ page }) => {
  await openAs(page, 'guest', '/support/faqs')
  const search = page.getByRole('searchbox', { name: 'Search help' })
  await search.fill('invoe')
  await search.press('ArrowLeft')
  await page.keyboard.type('ic')
  await expect(search).toHaveValue('invoice')
  await expect(page).toHaveURL('/support/faqs?search=invoice')
  // The address decides when the field is left.
  await page.getByRole('navigation', { name: 'Support' }).getByRole('link', { name: 'FAQs' }).click()
  await expect(search).toHaveValue('')
})

test('opens the answer of a link and scrolls to it', async ({ page }) => {
  await openAs(page, 'guest', '/support/faqs')
  await shown(page).last().click()
  await question(page, 'How do I change my email address?').getByRole('link', { name: 'Copy link' }).click()
  await expect(page).toHaveURL(/#faq-15$/)
  await page.reload()
  await expect(page.getByText('We send a link to the new address')).toBeInViewport()
  await expect(page.getByText('Roku, Amazon Fire TV')).toBeHidden()
})

test('shows the link of the current page in the row of a phone, which is too narrow for all', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const link = (name: string) => page.getByRole('navigation', { name: 'Support' }).getByRole('link', { name })
  await openAs(page, 'member', '/support/bugs')
  // The row fades out over its last 48 px.
  const end = async () => ((box) => (box ? box.x + box.width : Infinity))(await link('Report a bug').boundingBox())
  await expect.poll(end).toBeLessThanOrEqual(390 - 48)
  await expect(link('Request a channel')).not.toBeInViewport({ ratio: 1 })
  await link('Contact us').click()
  await link('FAQs').click()
  await link('Request a channel').click()
  await expect(link('Request a channel')).toBeInViewport({ ratio: 1 })
})

test('shows a message below the fold of a phone when the form is sent with Enter', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 640 })
  await openAs(page, 'member', '/support/bugs')
  await page.route('**/channel/v2/bug-report', (route) => route.abort('connectionreset'))
  await page.getByLabel(/^Details/).fill('No sound')
  await page.getByLabel('Summary').fill('Sound')
  await page.getByLabel('Email').press('Enter')
  await expect(page.getByText('We couldn’t confirm your message was sent. Please try again.')).toBeInViewport({
    ratio: 1,
  })
})

test('scrolls an invalid field with its label and error between the bars of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 640 })
  await openAs(page, 'member', '/support')
  await page.getByLabel('Email').fill('')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByLabel('Email')).toBeFocused()
  const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { y: NaN, height: NaN }
  // The page scrolls after the field has the focus.
  await expect(async () => {
    const bar = await boxOf(page.getByRole('banner'))
    const label = await boxOf(page.locator('label', { hasText: 'Email' }))
    expect(label.y).toBeGreaterThanOrEqual(bar.y + bar.height)
    const nav = await boxOf(navigation(page))
    const error = await boxOf(page.getByText('Email field is required'))
    expect(error.y + error.height).toBeLessThanOrEqual(nav.y)
  }).toPass()
})
