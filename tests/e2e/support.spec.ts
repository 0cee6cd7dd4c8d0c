/** Support: frequent questions, the support form and the bug report (/support/faqs, /form, /bugs). */
import { type Locator, type Page } from '@playwright/test'
import { expect, test } from './fixture.ts'
import { navigation, openAs } from './page.ts'
import { RequestHold } from './requestHold.ts'

const faqs = 'GET /wp-json/channel/v2/faqs'
const question = (page: Page, text: string) => page.getByRole('group').filter({ hasText: text })
const shown = (page: Page) => page.locator('summary')

test.describe('FAQs', () => {
  test('lists the questions by category and expands an answer as text', async ({ page }) => {
    await openAs(page, 'guest', '/support/faqs')
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
      'Watching',
      'Membership',
      'Paying',
      'Account',
    ])
    const television = question(page, 'Can I watch on my TV?')
    await expect(television.getByText('Roku, Amazon Fire TV')).toBeHidden()
    await television.getByText('Can I watch on my TV?').click()
    await expect(television.getByText('choose Download Apps.')).toBeVisible()
  })

  test('filters while typing, shows the number of matches, and stores the search in the address', async ({ page }) => {
    await openAs(page, 'guest', '/support/faqs')
    await page.getByRole('searchbox', { name: 'Search help' }).fill('INVOICE')
    await expect(shown(page)).toHaveText(['Where do I find my invoices?'])
    await expect(page.getByText('1 answer', { exact: true })).toBeVisible()
    await page.reload()
    await expect(shown(page)).toHaveText(['Where do I find my invoices?'])
    await page.getByRole('searchbox').fill('zebra')
    await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
    await page.getByRole('button', { name: 'Show all questions' }).click()
    await expect(shown(page).first()).toBeVisible()
  })

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

  test('shows a skeleton while loading, a retry button on failure, and a link if there are no questions', async ({
    page,
  }) => {
    const hold = await RequestHold.create(page)
    hold.holdCalls(faqs)
    await openAs(page, 'guest', '/support/faqs')
    await expect(page.getByRole('status', { name: 'Loading questions' })).toBeVisible()
    await hold.abort(faqs)
    const failure = page.getByRole('alert').filter({ hasText: 'We couldn’t load the questions' })
    await expect(failure).toContainText('Statecast isn’t responding. Check your connection and try again.')
    await failure.getByRole('button', { name: 'Try again' }).click()
    await hold.refuse(faqs, { code: 'too_many_requests', message: 'Come back in a minute.', status: 429 })
    await expect(failure).toContainText('Come back in a minute.')
    await failure.getByRole('button', { name: 'Try again' }).click()
    await hold.json(faqs, [])
    await expect(page.getByRole('heading', { name: 'No questions yet' })).toBeVisible()
  })

  test('shows HTML in a question or an answer as text', async ({ page }) => {
    const hold = await RequestHold.create(page)
    hold.holdCalls(faqs)
    await openAs(page, 'guest', '/support/faqs')
    const bad = '<img src=x onerror="document.title=1"><script>document.title=2</script>Why <b>so</b>?'
    await hold.json(faqs, [{ id: '1', question: bad, answer: `<p>${bad}</p>`, category: bad }])
    await expect(shown(page)).toHaveText('Why so?')
    await expect(page.getByRole('main').locator('img, script')).toHaveCount(0)
    await expect(page).toHaveTitle(/^FAQs/)
  })
})

test.describe('the support form', () => {
  test('prefills the user, sends the question as an email and confirms it', async ({ page, sandbox }) => {
    await openAs(page, 'member', '/support/form')
    await expect(page.getByLabel('Name')).toHaveValue('Mara Ellison')
    await expect(page.getByLabel('Email')).toHaveValue('member@statecast.test')
    await page.getByLabel('Subject').fill('Invoice')
    await page.getByLabel('Message').fill('Where is the invoice of March?')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(
      page.getByText('Thank you. Your message has been sent. We’ll reply within one working day.'),
    ).toBeVisible()
    expect(await sandbox.mail()).toMatchObject([{ subject: '[Statecast] Support: Invoice' }])
    await page.getByRole('button', { name: 'Send another message' }).click()
    await expect(page.getByLabel('Subject')).toHaveValue('')
    await expect(page.getByLabel('Name')).toHaveValue('Mara Ellison')
  })

  test('keeps the values over a reload until they are sent', async ({ page }) => {
    await openAs(page, 'member', '/support/form')
    await page.getByLabel('Subject').fill('Invoice')
    await page.getByLabel('Message').fill('Where is it?')
    await page.reload()
    await expect(page.getByLabel('Message')).toHaveValue('Where is it?')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('Thank you.')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Subject')).toHaveValue('')
  })
})

test.describe('the bug report', () => {
  test('shows the technical details and sends them', async ({ page, sandbox }) => {
    await openAs(page, 'guest', '/support/bugs')
    const agent = await page.evaluate(() => navigator.userAgent)
    await expect(page.getByText(agent)).toBeVisible()
    await page.getByLabel('Summary').fill('The picture stalls')
    await page.getByRole('textbox', { name: 'Details' }).fill('After a minute.')
    await page.getByRole('textbox', { name: 'Page' }).fill('/video/harbor-one')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('Your report has been sent')).toBeVisible()
    const [mail] = await sandbox.mail()
    expect(mail?.text).toContain(`Page: /video/harbor-one\nBrowser: ${agent}`)
  })

  test('leaves them out when they are deselected, also after a reload', async ({ page, sandbox }) => {
    await openAs(page, 'guest', '/support/bugs')
    await page.getByLabel('Summary').fill('The picture stalls')
    await page.getByRole('textbox', { name: 'Details' }).fill('After a minute.')
    await page.getByRole('checkbox', { name: 'Include technical details' }).uncheck()
    await page.reload()
    await expect(page.getByRole('checkbox')).not.toBeChecked()
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('Your report has been sent')).toBeVisible()
    expect((await sandbox.mail())[0]?.text).toContain('Page: —\nBrowser: —')
  })
})

test('scrolls an invalid field with its label and error between the bars of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 640 })
  await openAs(page, 'member', '/support')
  await page.getByLabel('Email').fill('')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByLabel('Email')).toBeFocused()
  const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { y: NaN, height: NaN }
  const bar = await boxOf(page.getByRole('banner'))
  const label = await boxOf(page.locator('label', { hasText: 'Email' }))
  expect(label.y).toBeGreaterThanOrEqual(bar.y + bar.height)
  const nav = await boxOf(navigation(page))
  const error = await boxOf(page.getByText('Email field is required'))
  expect(error.y + error.height).toBeLessThanOrEqual(nav.y)
})
