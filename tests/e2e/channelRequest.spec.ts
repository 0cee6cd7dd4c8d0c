/** Request a Channel, as a dialog and as the page /support (specification §2, §4, §5, §8, §9). */
import { AxeBuilder } from '@axe-core/playwright'
import { type Page } from '@playwright/test'
import { stopClock } from './clock.ts'
import { expect, loginOf, signIn, test } from './fixture.ts'
import { RequestHold } from './requestHold.ts'

const request = 'POST /wp-json/channel/v2/channel_request'
const regionsCall = 'GET /wp-json/channel/v2/regions'
const success = 'Your request has been submitted successfully. We will notify you once your channel is approved.'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Submit Request' })
const form = (page: Page) => page.getByRole('form', { name: 'Submit Request' })
const email = (page: Page) => form(page).getByLabel('Email')
const channelName = (page: Page) => form(page).getByLabel('Channel Name')
const region = (page: Page) => form(page).getByRole('combobox', { name: 'Region (optional)' })
const details = (page: Page) => form(page).getByLabel('Details')
const submit = (page: Page) => form(page).getByRole('button', { name: 'Submit' })
const alert = (page: Page) => form(page).getByRole('alert')
const account = (page: Page) => page.getByRole('button', { name: /’s account menu$/ })

const axeViolations = async (page: Page) =>
  (await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])

async function open(page: Page) {
  await signIn(page, 'member')
  await page.goto('/profile')
  await account(page).click()
  await page.getByRole('menuitem', { name: 'Request a Channel' }).click()
  await expect(dialog(page)).toBeVisible()
}

/** Sends a request with a stopped clock and marks the page, so that a reload can be detected. */
async function send(page: Page) {
  await page.clock.install()
  await open(page)
  await stopClock(page)
  await page.evaluate(() => (document.documentElement.dataset['mark'] = 'here'))
  await channelName(page).fill('Harbor Two')
  await submit(page).click()
  await expect(page.getByText(success, { exact: true })).toBeVisible()
}
const isMarked = (page: Page) => page.evaluate(() => document.documentElement.dataset['mark'] === 'here')

test.describe('the draft', () => {
  test('survives closing the dialog, and is removed when the request is sent', async ({ page }) => {
    await send(page)
    await page.getByRole('button', { name: 'Stay on this page' }).click()
    await page.clock.resume()
    const openAgain = async () => {
      await account(page).click()
      await page.getByRole('menuitem', { name: 'Request a Channel' }).click()
      await expect(dialog(page)).toBeVisible()
    }
    await openAgain()
    await expect(channelName(page)).toHaveValue('')
    await channelName(page).fill('Harbor Three')
    await details(page).fill('On the roof')
    await form(page).getByRole('radio', { name: '1080p (Good)' }).check()
    await region(page).click()
    await page.getByRole('option', { name: 'Midwest' }).click()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await openAgain()
    await expect(channelName(page)).toHaveValue('Harbor Three')
    await expect(details(page)).toHaveValue('On the roof')
    await expect(form(page).getByRole('radio', { name: '1080p (Good)' })).toBeChecked()
    await expect(region(page)).toHaveValue('Midwest')
  })
})

test.describe('the form', () => {
  test('passes axe', async ({ page }) => {
    await open(page)
    expect(await axeViolations(page)).toEqual([])
  })

  test('prefills the email field, of type email', async ({ page }) => {
    await open(page)
    await expect(email(page)).toHaveAttribute('type', 'email')
    await expect(email(page)).toHaveValue(loginOf('member'))
    await expect(channelName(page)).toHaveValue('')
    await expect(channelName(page)).toBeFocused()
  })

  test('labels the region optional with an asterisk, and lists the host’s regions', async ({ page }) => {
    await open(page)
    await expect(form(page).getByText('Region (optional)')).toHaveText(/^Region \(optional\)\s*\*$/)
    await region(page).click()
    await expect(page.getByRole('option')).toHaveText([
      'National',
      'Northeast',
      'Midwest',
      'South',
      'West',
      'International',
    ])
    expect(await axeViolations(page)).toEqual([])
  })

  test('searches the regions', async ({ page }) => {
    await open(page)
    await region(page).pressSequentially('nation')
    await expect(page.getByRole('option')).toHaveText(['National', 'International'])
    await region(page).pressSequentially('x')
    await expect(page.getByRole('option')).toHaveCount(0)
    await expect(page.getByText('No options found', { exact: true })).toBeVisible()
  })

  test('limits the list of regions to 15rem', async ({ page, watch }) => {
    watch.allowOffContract(/regions/)
    const many = Array.from({ length: 40 }, (_, i) => ({ id: String(i + 1), name: `Region ${i}`, slug: `region-${i}` }))
    await page.route('**/wp-json/channel/v2/regions', (route) => route.fulfill({ json: many }))
    await open(page)
    await region(page).click()
    await expect(page.getByRole('option')).toHaveCount(40)
    await expect.poll(async () => (await page.getByRole('listbox').boundingBox())?.height).toBe(15 * 16)
  })

  test('selects 720p by default', async ({ page }) => {
    await open(page)
    const group = form(page).getByRole('radiogroup', { name: 'Preferred Quality' })
    await expect(group.getByRole('radio')).toHaveCount(3)
    for (const name of ['720p (Normal)', '1080p (Good)', '2560p (Better)'])
      await expect(group.getByRole('radio', { name, exact: true })).toBeChecked({ checked: name === '720p (Normal)' })
  })

  for (const width of [320, 1440, 1920])
    test(`has details of 187 px height at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      await open(page)
      await expect.poll(async () => (await details(page).boundingBox())?.height).toBe(187)
    })

  test('shows missing fields and sends nothing', async ({ page, sandbox }) => {
    await open(page)
    await email(page).fill(' ')
    await submit(page).click()
    await expect(form(page).getByText('Email field is required', { exact: true })).toBeVisible()
    await expect(form(page).getByText('Channel Name field is required', { exact: true })).toBeVisible()
    await expect(email(page)).toBeFocused()
    await expect(email(page)).toHaveAttribute('aria-invalid', 'true')
    expect(await axeViolations(page)).toEqual([])
    await email(page).fill(loginOf('member'))
    await expect(form(page).getByText('Email field is required')).toBeHidden()
    await submit(page).click()
    await expect(channelName(page)).toBeFocused()
    await expect(form(page).getByText('Channel Name field is required')).toBeVisible()
    expect(await sandbox.mail()).toEqual([])
  })
})

test.describe('a sent request', () => {
  test('reaches the support with all values, closes the dialog and shows the message', async ({ page, sandbox }) => {
    await page.clock.install()
    await open(page)
    await channelName(page).fill('Harbor Two')
    await region(page).click()
    await page.getByRole('option', { name: 'West', exact: true }).click()
    await form(page).getByLabel('1080p (Good)').check()
    await details(page).fill('The one with the ferries.')
    await stopClock(page)
    await submit(page).click()
    await expect(page.getByRole('status').filter({ hasText: success })).toHaveText(success)
    await expect(dialog(page)).toBeHidden()
    await expect(account(page)).toBeFocused()
    const [mail, ...more] = await sandbox.mail()
    expect(more).toEqual([])
    expect(mail?.subject).toContain('Channel request: Harbor Two')
    expect(mail?.text).toContain('(member, member@statecast.test)')
    expect(mail?.text).toContain('Channel: Harbor Two\nRegion: West\nPreferred quality: 1080p')
    expect(mail?.text).toContain('Details: The one with the ferries.')
  })

  test('does not need a region or details', async ({ page, sandbox }) => {
    await send(page)
    expect((await sandbox.mail())[0]?.text).toContain('Region: —\nPreferred quality: 720p\n\nDetails: —')
  })

  test('reloads the page after a visible countdown of five seconds', async ({ page }) => {
    await send(page)
    const timer = page.getByRole('timer')
    for (const left of ['5 seconds', '4 seconds', '3 seconds', '2 seconds']) {
      await expect(timer).toHaveText(`Refreshing in ${left}`)
      await page.clock.runFor(1_000)
    }
    await expect(timer).toHaveText('Refreshing in 1 second')
    await page.clock.runFor(999)
    expect(await isMarked(page)).toBe(true)
    const loaded = page.waitForEvent('load')
    await page.clock.runFor(1)
    await loaded
    expect(await isMarked(page)).toBe(false)
  })

  test('reloads at once with Refresh now', async ({ page }) => {
    await send(page)
    const loaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Refresh now' }).click()
    await loaded
    expect(await isMarked(page)).toBe(false)
  })

  test('does not reload after Stay on this page', async ({ page }) => {
    await send(page)
    // The first Tab after the dialog reaches the buttons of the countdown.
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Refresh now' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('timer')).toBeHidden()
    await expect(account(page)).toBeFocused()
    await page.clock.runFor(10_000)
    expect(await isMarked(page)).toBe(true)
  })

  test('does not reload while the form is open again', async ({ page }) => {
    await send(page)
    await account(page).click()
    await page.clock.runFor(400)
    await page.getByRole('menuitem', { name: 'Request a Channel' }).click()
    await page.clock.runFor(400)
    await channelName(page).fill('Harbor Three')
    await page.clock.runFor(10_000)
    expect(await isMarked(page)).toBe(true)
    await expect(channelName(page)).toHaveValue('Harbor Three')
  })
})

test.describe('a failed request', () => {
  test('shows the host’s message for a repeated request', async ({ page, sandbox }) => {
    await send(page)
    await page.getByRole('button', { name: 'Stay on this page' }).click()
    await page.clock.resume()
    await account(page).click()
    await page.getByRole('menuitem', { name: 'Request a Channel' }).click()
    await channelName(page).fill('harbor two')
    await details(page).fill('Still missing.')
    await submit(page).click()
    await expect(alert(page)).toHaveText('You have already requested this channel.')
    await expect(channelName(page)).toHaveValue('harbor two')
    await expect(details(page)).toHaveValue('Still missing.')
    expect(await sandbox.mail()).toHaveLength(1)
  })

  for (const [address, message] of [
    ['guest@statecast.test', 'Please use the email address of your account.'],
    ['nowhere', 'Please enter a valid email address.'],
  ] as const)
    test(`shows the host’s message for the email ${address}`, async ({ page, sandbox }) => {
      await open(page)
      await email(page).fill(address)
      await channelName(page).fill('Harbor Two')
      await submit(page).click()
      await expect(alert(page)).toHaveText(message)
      expect(await sandbox.mail()).toEqual([])
    })

  const faults = [
    ['status-500', 'There has been a critical error on this website.'],
    ['html', /^failed to load Api\. We couldn’t confirm your request was sent/],
    ['cut-before', /^failed to load Api\. We couldn’t confirm your request was sent/],
  ] as const
  for (const [fault, message] of faults)
    test(`(${fault}) shows a message, keeps the values and can be sent again`, async ({ page, sandbox, watch }) => {
      watch.allowOffContract(/channel_request/)
      await open(page)
      await sandbox.faults.set({ call: request, fault, times: 1 })
      await channelName(page).fill('Harbor Two')
      await region(page).click()
      await page.getByRole('option', { name: 'West', exact: true }).click()
      await form(page).getByLabel('2560p (Better)').check()
      await details(page).fill('The one with the ferries.')
      await submit(page).click()
      await expect(alert(page)).toHaveText(message)
      await expect(alert(page)).toBeInViewport()
      await expect(channelName(page)).toHaveValue('Harbor Two')
      await expect(region(page)).toHaveValue('West')
      await expect(form(page).getByLabel('2560p (Better)')).toBeChecked()
      await expect(details(page)).toHaveValue('The one with the ferries.')
      await submit(page).click()
      await expect(page.getByText(success)).toBeVisible()
      expect((await sandbox.mail())[0]?.text).toContain('Region: West\nPreferred quality: 2560p')
    })

  for (const fault of ['cut-after', 'broken-json', 'empty'])
    test(`(${fault} after it was saved) is recognized as a repetition`, async ({ page, sandbox, watch }) => {
      watch.allowOffContract(/channel_request/)
      await open(page)
      await sandbox.faults.set({ call: request, fault, times: 1 })
      await channelName(page).fill('Harbor Two')
      await submit(page).click()
      await expect(alert(page)).toHaveText(/We couldn’t confirm your request was sent/)
      await submit(page).click()
      await expect(alert(page)).toHaveText('You have already requested this channel.')
      expect(await sandbox.mail()).toHaveLength(1)
    })

  test('shows markup in the server’s message as text', async ({ page, sandbox }) => {
    await open(page)
    const message = '<img src=x onerror="document.title=\'taken\'">Not <b>now</b>, please'
    await sandbox.faults.set({ call: request, fault: 'refuse', message, times: 1 })
    await channelName(page).fill('Harbor Two')
    await submit(page).click()
    await expect(alert(page)).toHaveText('Not now, please')
    await expect(alert(page).locator('img, b')).toHaveCount(0)
    expect(await page.title()).not.toBe('taken')
  })
})

test('can be neither sent twice nor closed while it is sent', async ({ page, sandbox }) => {
  const hold = await RequestHold.create(page)
  hold.holdCalls(request)
  await page.clock.install()
  await open(page)
  await channelName(page).fill('Harbor Two')
  await submit(page).click()
  await hold.waitFor(request)
  await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await expect(dialog(page).getByRole('button', { name: 'Close' })).toBeDisabled()
  await channelName(page).press('Enter')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeVisible()
  await stopClock(page)
  await hold.passThrough(request)
  await expect(page.getByText(success)).toBeVisible()
  expect(hold.waiting).toEqual([])
  expect(await sandbox.mail()).toHaveLength(1)
})

test('stays open on a click outside; Escape closes an open list first', async ({ page }) => {
  await open(page)
  await channelName(page).fill('Harbor Two')
  await page.mouse.click(5, 400)
  await expect(channelName(page)).toHaveValue('Harbor Two')
  await region(page).press('ArrowDown')
  await expect(page.getByRole('listbox')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toBeHidden()
  await expect(channelName(page)).toHaveValue('Harbor Two')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
})

test('works without the list of regions, which can be loaded again', async ({ page, sandbox, watch }) => {
  watch.allowOffContract(/regions/)
  await signIn(page, 'member')
  await sandbox.faults.set({ call: regionsCall, fault: 'html', times: 2 })
  await page.goto('/support')
  const regionsNotice = form(page).getByText('We couldn’t load regions. You can submit without one.')
  await expect(regionsNotice).toBeVisible()
  await expect(region(page)).toHaveAttribute('placeholder', 'Regions unavailable')
  expect(await axeViolations(page)).toEqual([])
  await channelName(page).fill('Harbor Two')
  await form(page).getByRole('button', { name: 'Try again' }).click()
  await expect(regionsNotice).toBeVisible()
  await form(page).getByRole('button', { name: 'Try again' }).click()
  await expect(regionsNotice).toBeHidden()
  await expect(region(page)).toBeEnabled()
  await expect(channelName(page)).toHaveValue('Harbor Two')
})

test('reaches the region with one Tab while its list loads', async ({ page }) => {
  await signIn(page, 'member')
  let answer: () => Promise<void> = () => Promise.resolve()
  await page.route('**/wp-json/channel/v2/regions', (route) => void (answer = () => route.continue()))
  const asked = page.waitForRequest('**/wp-json/channel/v2/regions')
  await page.goto('/support')
  await asked
  await channelName(page).press('Tab')
  await expect(region(page)).toBeFocused()
  await expect(region(page)).toHaveAttribute('placeholder', 'Loading the regions…')
  await answer()
  await expect(region(page)).toHaveAttribute('placeholder', 'Choose a region')
  await expect(region(page)).toBeFocused()
  await page.keyboard.type('mid')
  await expect(page.getByRole('option', { name: 'Midwest' })).toBeVisible()
})

test('works with the keyboard only', async ({ page, sandbox }) => {
  await open(page)
  await page.keyboard.type('Harbor Two')
  await page.keyboard.press('Tab')
  await expect(region(page)).toBeFocused()
  await expect(page.getByRole('listbox')).toBeHidden()
  await expect(region(page)).toHaveAttribute('placeholder', 'Choose a region')
  await page.keyboard.type('mid')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(region(page)).toHaveValue('Midwest')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await expect(form(page).getByLabel('1080p (Good)')).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Ferries')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(submit(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(success)).toBeVisible()
  expect((await sandbox.mail())[0]?.text).toContain('Region: Midwest\nPreferred quality: 1080p')
})

test('fits 320 px, and so does its message', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.clock.install()
  await open(page)
  await expect.poll(() => dialog(page).boundingBox()).toEqual({ x: 0, y: 0, width: 320, height: 640 })
  expect(await dialog(page).evaluate((sheet) => sheet.scrollWidth)).toBeLessThanOrEqual(320)
  await channelName(page).fill('Harbor Two')
  await stopClock(page)
  await submit(page).click()
  await expect(page.getByText(success)).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Stay on this page' })).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})

test.describe('/support', () => {
  test('is the same form as a page, with links to the other support pages', async ({ page }) => {
    await signIn(page, 'guest')
    await page.goto('/support')
    await expect(page.getByRole('heading', { name: 'Support', level: 1 })).toBeFocused()
    await expect(page.getByRole('heading', { name: 'Submit Request', level: 2 })).toBeVisible()
    await expect(email(page)).toHaveValue(loginOf('guest'))
    const ways = page.getByRole('navigation', { name: 'Support' }).getByRole('link')
    await expect(ways).toHaveText(['Request a channel', 'FAQs', 'Contact us', 'Report a bug'])
    await expect(ways.first()).toHaveAttribute('aria-current', 'page')
    for (const [i, path] of ['/support', '/support/faqs', '/support/form', '/support/bugs'].entries())
      await expect(ways.nth(i)).toHaveAttribute('href', path)
    // The arrow keys move between elements of the page, but not out of a radio group.
    await region(page).press('ArrowDown')
    await expect(page.getByRole('listbox')).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(region(page)).toHaveValue('Northeast')
    await expect(region(page)).toBeFocused()
  })

  test('replaces the form with a countdown; after Stay on this page another request can be sent', async ({
    page,
    sandbox,
  }) => {
    await page.clock.install()
    await signIn(page, 'guest')
    await page.goto('/support')
    await channelName(page).fill('Harbor Two')
    await stopClock(page)
    await submit(page).click()
    await expect(page.getByText(success, { exact: true })).toBeVisible()
    await expect(form(page)).toBeHidden()
    await page.clock.runFor(2_000)
    await expect(page.getByRole('timer')).toHaveText('Refreshing in 3 seconds')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Stay on this page' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('timer')).toBeHidden()
    await expect(page.getByText(success, { exact: true })).toBeVisible()
    await page.clock.runFor(10_000)
    await page.getByRole('button', { name: 'Request another channel' }).click()
    await expect(channelName(page)).toHaveValue('')
    expect(await sandbox.mail()).toHaveLength(1)
  })

  test('reloads the page after five seconds', async ({ page }) => {
    await page.clock.install()
    await signIn(page, 'guest')
    await page.goto('/support')
    await channelName(page).fill('Harbor Two')
    await stopClock(page)
    await page.evaluate(() => (document.documentElement.dataset['mark'] = 'here'))
    await submit(page).click()
    await expect(page.getByText(success, { exact: true })).toBeVisible()
    await page.clock.runFor(4_999)
    expect(await isMarked(page)).toBe(true)
    const loaded = page.waitForEvent('load')
    await page.clock.runFor(1)
    await loaded
    expect(await isMarked(page)).toBe(false)
  })
})
