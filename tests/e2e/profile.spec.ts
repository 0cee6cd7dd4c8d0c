/** The account page (/profile), the profile (/profile/view-profile), and its form with the photo (/profile/edit). */
import { AxeBuilder } from '@axe-core/playwright'
import { type Page } from '@playwright/test'
import { expect, loginOf, password, signIn, test } from './fixture.ts'
import { RequestHold } from './requestHold.ts'

const me = 'GET /wp-json/custom-plugin/me/'
const members = 'GET /wp-json/mp/v1/members/{id}'
const plans = 'GET /wp-json/mp/v1/memberships'
const saveCall = 'PUT /wp-json/custom-plugin/me'
const avatar = 'POST /wp-json/channel/v2/avatar'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const form = (page: Page) => page.getByRole('form', { name: 'Edit details' })
const save = (page: Page) => form(page).getByRole('button', { name: 'Save changes' })
const picker = (page: Page, name: string) => form(page).getByRole('combobox', { name })
const leaveDialog = (page: Page) => page.getByRole('dialog', { name: 'Discard changes?' })
const account = (page: Page) => page.getByRole('button', { name: /’s account menu$/ })

/** Opens the form and waits for the saved values. */
async function open(page: Page) {
  await page.goto('/profile/edit')
  await expect(field(page, 'Display name')).not.toHaveValue('')
  await expect(picker(page, 'Country')).toBeVisible()
}

/** Opens a page whose session check got no member record, so that the screen has to load it. */
async function openWithoutMemberRecord(page: Page, hold: RequestHold) {
  hold.holdCalls(members)
  await page.goto('/support/faqs')
  await hold.refuse(members, { code: 'too_many_requests', message: 'Come back in a minute.', status: 429 })
  await expect(heading(page, 'FAQs')).toBeVisible()
}

/** A valid PNG of one red pixel, padded to the size. */
const png = (bytes = 0) =>
  Buffer.concat([
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
      'base64',
    ),
    Buffer.alloc(bytes),
  ])

const choose = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  page.getByLabel('Photo file').setInputFiles({ name, mimeType, buffer })

test.describe('the form of the profile', () => {
  test('is filled with the profile, and the lists with the billing address', async ({ page }) => {
    await signIn(page, 'member')
    await open(page)
    await expect(heading(page, 'Edit details')).toBeFocused()
    await expect(field(page, 'Display name')).toHaveValue('Mara Ellison')
    await expect(field(page, 'First name')).toHaveValue('Mara')
    await expect(field(page, 'Last name')).toHaveValue('Ellison')
    await expect(field(page, 'Email')).toHaveValue('member@statecast.test')
    await expect(field(page, 'Phone')).toHaveValue('+1 555 0102')
    await expect(field(page, 'Address')).toHaveValue('2 Harbor Street')
    await expect(picker(page, 'Country')).toHaveValue('United States')
    await expect(picker(page, 'State')).toHaveValue('Maine')
    await expect(picker(page, 'City')).toHaveValue('Portland')
    await expect(field(page, 'ZIP or postal code')).toHaveValue('04101')
    await expect(save(page)).toBeDisabled()
  })

  test('saves the changed fields only and updates the top bar', async ({ page }) => {
    await signIn(page, 'member')
    await open(page)
    await field(page, 'Display name').fill('  Mara E. ')
    await field(page, 'Phone').fill('+1 555 0199')
    const sent = page.waitForRequest((request) => request.method() === 'PUT')
    await save(page).click()
    expect((await sent).postDataJSON()).toEqual({ display_name: 'Mara E.', user_phone: '+1 555 0199' })
    await expect(form(page).getByText('Changes saved')).toBeVisible()
    await expect(account(page)).toHaveAccessibleName('Mara E.’s account menu')
    await page.reload()
    await expect(field(page, 'Display name')).toHaveValue('Mara E.')
    await expect(field(page, 'Phone')).toHaveValue('+1 555 0199')
    await expect(account(page)).toHaveAccessibleName('Mara E.’s account menu')
  })

  test('saves another location from the lists', async ({ page }) => {
    await signIn(page, 'member')
    await open(page)
    await picker(page, 'State').click()
    await page.getByRole('option', { name: 'Ohio', exact: true }).click()
    await picker(page, 'City').fill('Dayt')
    await page.getByRole('option', { name: 'Dayton', exact: true }).click()
    const sent = page.waitForRequest((request) => request.method() === 'PUT')
    await save(page).click()
    expect((await sent).postDataJSON()).toEqual({
      address: { 'mepr-address-state': 'Ohio', 'mepr-address-city': 'Dayton' },
    })
    await expect(form(page).getByText('Changes saved')).toBeVisible()
    await page.reload()
    await expect(picker(page, 'State')).toHaveValue('Ohio')
    await expect(picker(page, 'City')).toHaveValue('Dayton')
  })

  test('removes the whole address', async ({ page }) => {
    await signIn(page, 'member')
    await open(page)
    await page.getByRole('button', { name: 'Clear the country' }).click()
    await field(page, 'Address').fill('')
    await field(page, 'ZIP or postal code').fill('')
    await save(page).click()
    await expect(form(page).getByText('Changes saved')).toBeVisible()
    await page.reload()
    await expect(picker(page, 'Country')).toBeEnabled()
    await expect(picker(page, 'Country')).toHaveValue('')
    await expect(field(page, 'Address')).toHaveValue('')
  })

  test('works without the lists and keeps the saved location', async ({ page }) => {
    await page.route('**/location/*.json', (route) => route.abort('connectionreset'))
    await signIn(page, 'member')
    await open(page)
    await expect(form(page).getByText('Your saved address won’t change.')).toBeVisible()
    await expect(form(page).getByText('Saved: Portland, ME, US.')).toBeVisible()
    await field(page, 'ZIP or postal code').fill('04102')
    const sent = page.waitForRequest((request) => request.method() === 'PUT')
    await save(page).click()
    expect((await sent).postDataJSON()).toEqual({ address: { 'mepr-address-zip': '04102' } })
  })

  test('sends a link to a new email, and keeps the old one until it is opened', async ({ page, sandbox, context }) => {
    await signIn(page, 'member')
    await open(page)
    await field(page, 'Email').fill('mara@ellison.example')
    await save(page).click()
    await expect(
      form(page).getByText('Saved. Confirm mara@ellison.example with the link we emailed you.'),
    ).toBeVisible()
    await expect(field(page, 'Email')).toHaveValue('member@statecast.test')
    // The note is still shown when the form opens again.
    await form(page).getByRole('link', { name: 'Cancel' }).click()
    await expect(heading(page, 'Personal details')).toBeVisible()
    await page.getByRole('link', { name: 'Edit details' }).click()
    await expect(field(page, 'Email')).toHaveAccessibleDescription(
      'Confirm mara@ellison.example with the link we emailed you. Until then we’ll use member@statecast.test.',
    )

    const [mail] = await sandbox.mail()
    expect(mail).toMatchObject({ to: 'mara@ellison.example' })
    const mailbox = await context.newPage()
    await mailbox.goto(mail?.links[0] ?? '')
    await expect(mailbox.getByText('mara@ellison.example')).toBeVisible()
    await page.reload()
    await expect(field(page, 'Email')).toHaveValue('mara@ellison.example')
    await expect(field(page, 'Email')).toHaveAccessibleDescription(/^If you change your email/)
  })

  test('shows missing and too long values at their fields, until they are edited', async ({ page }) => {
    await signIn(page, 'member')
    await open(page)
    await field(page, 'Display name').fill('  ')
    await field(page, 'Email').fill('')
    await field(page, 'Phone').fill('5'.repeat(41))
    await save(page).click()
    await expect(field(page, 'Display name')).toBeFocused()
    await expect(field(page, 'Display name')).toHaveAccessibleDescription('Enter a display name')
    await expect(form(page).getByText('Enter your email')).toBeVisible()
    await expect(field(page, 'Phone')).toHaveAccessibleDescription('Use 40 characters or fewer')
    await field(page, 'Display name').fill('M')
    await expect(form(page).getByText('Enter a display name')).toBeHidden()
    await expect(form(page).getByText('Enter your email')).toBeVisible()
  })

  for (const [email, message] of [
    ['not an address', 'Please enter a valid email address.'],
    [loginOf('guest'), 'Sorry, that email address is already used!'],
  ] as const)
    test(`shows the host’s error for the email “${email}” at the field`, async ({ page }) => {
      await signIn(page, 'member')
      await open(page)
      await field(page, 'Phone').fill('+1 555 0199')
      await field(page, 'Email').fill(email)
      await save(page).click()
      await expect(field(page, 'Email')).toHaveAccessibleDescription(new RegExp(message))
      await expect(field(page, 'Email')).toHaveValue(email)
      await expect(field(page, 'Phone')).toHaveValue('+1 555 0199')
    })

  test('shows the host’s field errors at their fields', async ({ page }) => {
    await signIn(page, 'member')
    const hold = await RequestHold.create(page)
    hold.holdCalls(saveCall)
    await open(page)
    await field(page, 'Address').fill('3 Harbor Street')
    await field(page, 'Last name').fill('Elling')
    await save(page).click()
    const params = { last_name: '<b>Elling</b> is odd.', address: 'That street is unknown.' }
    const message = 'Invalid parameter(s): last_name, address'
    await hold.json(saveCall, { code: 'rest_invalid_param', message, data: { status: 400, params } }, 400)
    await expect(field(page, 'Last name')).toHaveAccessibleDescription('Elling is odd.')
    await expect(field(page, 'Address')).toHaveAccessibleDescription('That street is unknown.')
    await expect(form(page).getByRole('alert').filter({ hasText: message })).toBeVisible()
  })

  for (const fault of ['cut-before', 'cut-after', 'html', 'broken-json', 'empty', 'status-500'] as const)
    test(`keeps the values after ${fault}, and the next try saves them`, async ({ page, sandbox, watch }) => {
      watch.allowOffContract(/PUT .*\/me /)
      await signIn(page, 'member')
      await open(page)
      await field(page, 'Display name').fill('Mara E.')
      await sandbox.faults.set({ call: saveCall, fault, times: 1 })
      await save(page).click()
      await expect(form(page).getByRole('alert').filter({ hasText: /./ })).toBeVisible()
      await expect(field(page, 'Display name')).toHaveValue('Mara E.')
      await save(page).click()
      await expect(form(page).getByText('Changes saved')).toBeVisible()
    })

  test('shows a skeleton while loading, and a message with another try on failure', async ({ page }) => {
    await signIn(page, 'member')
    const hold = await RequestHold.create(page)
    await page.goto('/profile')
    await expect(heading(page, 'Profile')).toBeVisible()
    hold.holdCalls(me)
    await page.getByRole('link', { name: 'Edit details' }).click()
    await expect(page.getByRole('status', { name: 'Loading your details' })).toBeVisible()
    await hold.abort(me)
    const failure = page.getByRole('alert').filter({ hasText: 'We couldn’t load your details' })
    await expect(failure).toContainText('Statecast isn’t responding. Check your connection and try again.')
    await failure.getByRole('button', { name: 'Try again' }).click()
    await hold.passThrough(me)
    await expect(field(page, 'Display name')).toHaveValue('Mara Ellison')
  })

  test('works with the keyboard only', async ({ page }) => {
    await signIn(page, 'guest')
    await open(page)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Upload photo' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(field(page, 'Display name')).toBeFocused()
    await page.keyboard.press('End')
    await page.keyboard.type(' II')
    await page.keyboard.press('Enter')
    await expect(form(page).getByText('Changes saved')).toBeVisible()
    await expect(account(page)).toHaveAccessibleName('Gus Tarrant II’s account menu')
  })
})

test.describe('leaving with unsaved changes', () => {
  test('asks on a link, the navigation and going back; staying keeps the values', async ({ page }) => {
    await signIn(page, 'member')
    await page.goto('/support/faqs')
    await expect(heading(page, 'FAQs')).toBeVisible()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).click()
    await page.getByRole('link', { name: 'Edit details' }).click()
    await expect(field(page, 'Display name')).toHaveValue('Mara Ellison')
    await field(page, 'Display name').fill('Mara E.')
    const ways = [
      () => form(page).getByRole('link', { name: 'Cancel' }).click(),
      () => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Support' }).click(),
      () => page.evaluate(() => history.back()),
    ]
    for (const way of ways) {
      await way()
      await expect(leaveDialog(page)).toBeVisible()
      await leaveDialog(page).getByRole('button', { name: 'Keep editing' }).click()
      await expect(leaveDialog(page)).toBeHidden()
      await expect(page).toHaveURL('/profile/edit')
      await expect(field(page, 'Display name')).toHaveValue('Mara E.')
    }
    await page.evaluate(() => history.back())
    await leaveDialog(page).getByRole('button', { name: 'Discard' }).click()
    await expect(page).toHaveURL('/profile')
    await page.getByRole('link', { name: 'Edit details' }).click()
    await expect(field(page, 'Display name')).toHaveValue('Mara Ellison')
  })

  test('stays on Escape and restores the focus', async ({ page }) => {
    await signIn(page, 'member')
    await open(page)
    await field(page, 'Display name').fill('Mara E.')
    const link = form(page).getByRole('link', { name: 'Cancel' })
    await link.focus()
    await page.keyboard.press('Enter')
    await expect(leaveDialog(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(leaveDialog(page)).toBeHidden()
    await expect(link).toBeFocused()
    await expect(page).toHaveURL('/profile/edit')
  })

  test('does not ask without unsaved changes', async ({ page }) => {
    await signIn(page, 'member')
    await open(page)
    await field(page, 'Display name').fill('Mara E.')
    await field(page, 'Display name').fill('Mara Ellison ')
    await form(page).getByRole('link', { name: 'Cancel' }).click()
    await expect(page).toHaveURL('/profile/view-profile')
    await page.getByRole('link', { name: 'Edit details' }).click()
    await field(page, 'Display name').fill('Mara E.')
    await save(page).click()
    await expect(form(page).getByText('Changes saved')).toBeVisible()
    await form(page).getByRole('link', { name: 'Cancel' }).click()
    await expect(page).toHaveURL('/profile/view-profile')
  })

  test('lets the browser ask before closing or reloading', async ({ page }) => {
    await signIn(page, 'member')
    await open(page)
    await field(page, 'Display name').fill('Mara E.')
    const asked = page.waitForEvent('dialog')
    const closing = page.close({ runBeforeUnload: true })
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await closing
    await expect(field(page, 'Display name')).toHaveValue('Mara E.')
  })

  test('does not ask a user who is signed out', async ({ page, context }) => {
    await signIn(page, 'member')
    await open(page)
    await field(page, 'Display name').fill('Mara E.')
    await context.clearCookies({ name: 'access_token' })
    await expect(async () => {
      await page.evaluate(() => void dispatchEvent(new Event('focus')))
      await expect(page).toHaveURL('/signin', { timeout: 300 })
    }).toPass()
    await expect(page.getByPlaceholder('E-mail / username')).toBeVisible()
  })
})

test.describe('the photo', () => {
  const drawn = (page: Page) => page.getByRole('main').getByRole('img', { name: 'Your picture' })
  const part = (page: Page) => page.getByRole('region', { name: 'Photo' })

  test('uploads when chosen and updates the top bar', async ({ page }) => {
    await signIn(page, 'member')
    await open(page)
    const before = await drawn(page).getAttribute('src')
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Upload photo' }).click()
    await (await choosing).setFiles({ name: 'me.png', mimeType: 'image/png', buffer: png() })
    await expect(part(page).getByText('Photo updated')).toBeVisible()
    await expect(drawn(page)).toHaveAttribute('src', /\/sandbox\/avatars\/2-\w+\.png$/)
    const after = (await drawn(page).getAttribute('src')) ?? ''
    expect(after).not.toBe(before)
    await expect(account(page).locator('img')).toHaveAttribute('src', after)
    await page.reload()
    await expect(account(page).locator('img')).toHaveAttribute('src', after)
  })

  test('replaces the placeholder', async ({ page }) => {
    await signIn(page, 'guest')
    await open(page)
    await expect(drawn(page)).toHaveAttribute('src', '/images/avatar.svg')
    await choose(page, 'me.png', 'image/png', png())
    await expect(drawn(page)).toHaveAttribute('src', /\/5-\w+\.png$/)
  })

  for (const [name, mimeType, buffer, message] of [
    ['holiday.gif', 'image/gif', png(), '“holiday.gif” isn’t a PNG, JPEG or WebP image. Please choose another file.'],
    ['letter.svg', 'image/svg+xml', png(), '“letter.svg” isn’t a PNG, JPEG or WebP image. Please choose another file.'],
    ['large.png', 'image/png', png(2 * 1024 * 1024), '“large.png” is larger than 2 MB. Please choose a smaller image.'],
    ['empty.png', 'image/png', Buffer.alloc(0), '“empty.png” is empty. Please choose another file.'],
  ] as const)
    test(`refuses ${name} with the reason and sends nothing`, async ({ page }) => {
      await signIn(page, 'member')
      await open(page)
      let sent = 0
      await page.route('**/channel/v2/avatar', (route) => {
        sent += 1
        return route.fallback()
      })
      await choose(page, name, mimeType, buffer)
      await expect(part(page).getByRole('alert')).toHaveText(message)
      await choose(page, 'me.png', 'image/png', png())
      await expect(part(page).getByText('Photo updated')).toBeVisible()
      expect(sent).toBe(1)
    })

  test('accepts exactly 2 MB', async ({ page }) => {
    await signIn(page, 'member')
    await open(page)
    await choose(page, 'me.png', 'image/png', png(2 * 1024 * 1024 - png().length))
    await expect(part(page).getByText('Photo updated')).toBeVisible()
  })

  test('shows the host’s refusal of a file that is no image', async ({ page }) => {
    await signIn(page, 'member')
    await open(page)
    await choose(page, 'me.png', 'image/png', Buffer.from('<script>alert(1)</script>'))
    await expect(part(page).getByRole('alert')).toHaveText(/PNG, JPEG/)
    await expect(drawn(page)).toHaveAttribute('src', /\/2\.svg$/)
  })

  test('shows the upload progress', async ({ page, context }) => {
    await signIn(page, 'member')
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
    await choose(page, 'me.png', 'image/png', png(600 * 1024))
    expect(await seen).toBeLessThan(1)
    await expect(part(page).getByText('Photo updated')).toBeVisible()
    await expect(page.getByRole('progressbar')).toBeHidden()
  })

  test('without an answer can be sent again', async ({ page, sandbox }) => {
    await signIn(page, 'member')
    await open(page)
    await sandbox.faults.set({ call: avatar, fault: 'cut-before', times: 1 })
    await choose(page, 'me.png', 'image/png', png())
    await expect(part(page).getByRole('alert')).toContainText('We couldn’t confirm the upload.')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(part(page).getByText('Photo updated')).toBeVisible()
    await expect(drawn(page)).toHaveAttribute('src', /\/2-\w+\.png$/)
  })
})

test('signs in with the new email after a change', async ({ page, sandbox }) => {
  await signIn(page, 'guest')
  await open(page)
  await field(page, 'Email').fill('gus@tarrant.example')
  await save(page).click()
  await expect(form(page).getByText('Saved. Confirm gus@tarrant.example with the link we emailed you.')).toBeVisible()
  await page.goto((await sandbox.mail())[0]?.links[0] ?? '')
  await page.context().clearCookies()
  await page.goto('/signin')
  await page.getByPlaceholder('E-mail / username').fill('gus@tarrant.example')
  await page.getByPlaceholder('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/profile')
})

test.describe('the profile page', () => {
  const fact = (page: Page, name: string) =>
    page
      .getByRole('main')
      .locator('dl > div')
      .filter({ has: page.getByText(name, { exact: true }) })
      .locator('dd')

  test('shows the personal details and links to the form', async ({ page }) => {
    await signIn(page, 'member')
    await page.goto('/profile/view-profile')
    await expect(heading(page, 'Personal details')).toBeFocused()
    await expect(fact(page, 'Name')).toHaveText('Mara Ellison')
    await expect(fact(page, 'Username')).toHaveText('member')
    await expect(fact(page, 'Email')).toHaveText('member@statecast.test')
    await expect(fact(page, 'Phone')).toHaveText('+1 555 0102')
    await expect(fact(page, 'Billing address').locator('span')).toHaveText([
      '2 Harbor Street',
      'Portland, ME 04101',
      'United States',
    ])
    await expect(page.getByRole('main').getByRole('img', { name: 'Your picture' })).toHaveAttribute('src', /\/2\.svg$/)
    await page.getByRole('link', { name: 'Edit details' }).click()
    await expect(field(page, 'Display name')).toHaveValue('Mara Ellison')
  })

  test('updates after saving and shows an unconfirmed email', async ({ page }) => {
    await signIn(page, 'member')
    await open(page)
    await field(page, 'Phone').fill('')
    await field(page, 'Last name').fill('Elling')
    await field(page, 'Email').fill('mara@ellison.example')
    await save(page).click()
    await expect(form(page).getByText(/^Saved\./)).toBeVisible()
    await form(page).getByRole('link', { name: 'Cancel' }).click()
    await expect(fact(page, 'Name')).toHaveText('Mara Elling')
    await expect(fact(page, 'Phone')).toHaveText('—')
    await expect(fact(page, 'Email')).toHaveText('member@statecast.test')
    await expect(
      page.getByText(
        'Confirm mara@ellison.example with the link we emailed you. Until then we’ll use member@statecast.test.',
      ),
    ).toBeVisible()
  })

  test('updates on window focus', async ({ page, context }) => {
    await signIn(page, 'member')
    await page.goto('/profile/view-profile')
    await expect(fact(page, 'Name')).toHaveText('Mara Ellison')
    const other = await context.newPage()
    await open(other)
    await field(other, 'Last name').fill('Elling')
    await save(other).click()
    await expect(form(other).getByText('Changes saved')).toBeVisible()
    await other.close()
    // No check within a second of the last.
    await expect(async () => {
      await page.evaluate(() => void dispatchEvent(new Event('focus')))
      await expect(fact(page, 'Name')).toHaveText('Mara Elling', { timeout: 300 })
    }).toPass()
  })

  test('shows a dash for a missing value', async ({ page }) => {
    await signIn(page, 'guest')
    await open(page)
    for (const name of ['First name', 'Last name', 'Address']) await field(page, name).fill('')
    await save(page).click()
    await expect(form(page).getByText('Changes saved')).toBeVisible()
    await form(page).getByRole('link', { name: 'Cancel' }).click()
    for (const name of ['Name', 'Phone', 'Billing address']) await expect(fact(page, name)).toHaveText('—')
  })

  test('shows a skeleton while loading, and a message with another try on failure', async ({ page }) => {
    await signIn(page, 'member')
    const hold = await RequestHold.create(page)
    await openWithoutMemberRecord(page, hold)
    await account(page).click()
    await page.getByRole('menuitem', { name: 'Profile' }).click()
    await expect(page.getByRole('status', { name: 'Loading your details' })).toBeVisible()
    await hold.abort(members)
    const failure = page.getByRole('alert').filter({ hasText: 'We couldn’t load your details' })
    await expect(failure).toContainText('Something went wrong while fetching memberpress data')
    await failure.getByRole('button', { name: 'Try again' }).click()
    await hold.passThrough(members)
    await expect(fact(page, 'Name')).toHaveText('Mara Ellison')
  })
})

test.describe('the account page', () => {
  const part = (page: Page) => page.getByRole('region', { name: 'Membership' })
  const fact = (page: Page, name: string) =>
    part(page)
      .locator('dl > div')
      .filter({ has: page.getByText(name, { exact: true }) })
      .locator('dd')

  test('shows a member’s plan, status, valid-until date, next payment and payment method', async ({ page }) => {
    await signIn(page, 'member')
    await page.goto('/profile')
    await expect(fact(page, 'Plan')).toHaveText('Monthly')
    await expect(fact(page, 'Status')).toHaveText('Active')
    await expect(fact(page, 'Valid until')).toHaveText(/^[A-Z][a-z]{2}, \d{2}, \d{4}$/)
    await expect(fact(page, 'Next payment')).toHaveText(/^[A-Z][a-z]{2}, \d{2}, \d{4} · \$19\.99$/)
    await expect(fact(page, 'Payment method')).toContainText(/ending in\s+\d{4}/)
    await part(page).getByRole('link', { name: 'Change plan' }).click()
    await expect(page).toHaveURL('/profile/packages')
  })

  for (const [who, plan, means] of [
    ['paypal-member', 'Quarterly', 'PayPal'],
    ['manual-member', 'Yearly', 'Billed by another provider'],
  ] as const)
    test(`shows ${who} ${plan}: ${means}`, async ({ page }) => {
      await signIn(page, who)
      await page.goto('/profile')
      await expect(fact(page, 'Plan')).toHaveText(plan)
      await expect(fact(page, 'Payment method')).toHaveText(means)
    })

  for (const who of ['guest', 'lapsed'] as const)
    test(`links ${who} to the plans`, async ({ page }) => {
      await signIn(page, who)
      await page.goto('/profile')
      await expect(part(page).getByText('You don’t have an active plan.')).toBeVisible()
      await expect(page.getByRole('main').getByRole('link', { name: /devices/i })).toHaveCount(1)
      await part(page).getByRole('link', { name: 'Choose a plan' }).click()
      await expect(page).toHaveURL('/profile/packages')
    })

  test('preloads the plans screen', async ({ page }) => {
    await signIn(page, 'guest')
    const ahead = page.waitForResponse(/\/assets\/Packages-[^/]*\.js$/)
    await page.goto('/profile')
    await expect(heading(page, 'Profile')).toBeFocused()
    await expect(part(page).getByRole('link', { name: 'Choose a plan' })).toBeVisible()
    await (await ahead).finished()
    await page.context().setOffline(true)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Packages')).toBeFocused()
    await expect(page.getByRole('link', { name: 'Subscribe: Monthly' })).toBeVisible()
    await page.context().setOffline(false)
  })

  test('shows a guest after sign-in why, and a link to the plans', async ({ page }) => {
    await page.goto('/signin')
    await page.getByPlaceholder('E-mail / username').fill(loginOf('guest'))
    await page.getByPlaceholder('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL('/profile')
    await expect(page.getByText('Membership is not active. Please activate a plan.')).toBeVisible()
    await expect(part(page).getByRole('link', { name: 'Choose a plan' })).toBeVisible()
    // The message is not repeated.
    await expect(page.getByText('You don’t have an active plan.')).toHaveCount(0)
  })

  test('shows a skeleton while the membership loads, and a message with another try on failure', async ({ page }) => {
    await signIn(page, 'member')
    const hold = await RequestHold.create(page)
    await openWithoutMemberRecord(page, hold)
    hold.holdCalls(members, plans)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).click()
    await expect(page.getByRole('status', { name: 'Loading your membership' })).toBeVisible()
    await hold.passThrough(members)
    await hold.abort(plans)
    const failure = part(page).getByRole('alert')
    await expect(failure).toContainText('We couldn’t load your membership.')
    await expect(failure).toContainText('Something went wrong while fetching memberpress data')
    await failure.getByRole('button', { name: 'Try again' }).click()
    await hold.passThrough(plans)
    await expect(fact(page, 'Plan')).toHaveText('Monthly')
  })
})

for (const path of ['/profile', '/profile/view-profile', '/profile/edit'])
  for (const scheme of ['light', 'dark'] as const)
    test(`${path} fits 320 px and passes axe, ${scheme}`, async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 720 })
      await page.addInitScript((dark) => localStorage.setItem('isDarkMode', String(dark)), scheme === 'dark')
      await signIn(page, 'member')
      await page.goto(path)
      await expect(page.getByText(/ME 04101|Next payment|ZIP or postal code/).first()).toBeVisible()
      await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id }) => id)).toEqual([])
    })
