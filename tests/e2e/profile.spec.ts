/** The account page (/profile), the profile (/profile/view-profile), and its form with the photo (/profile/edit). */
import { type Page } from '@playwright/test'
import { expect, test, type Account } from './fixture.ts'
import { accountMenu, focusUntil, heading, navigation, openAs, openMenuEntry, submitSignIn } from './page.ts'
import { RequestHold } from './requestHold.ts'

const members = 'GET /wp-json/mp/v1/members/{id}'
const plans = 'GET /wp-json/mp/v1/memberships'
const saveCall = 'PUT /wp-json/custom-plugin/me'

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

/** Saves and waits for the success; returns the body of the call. */
async function saveChanges(page: Page) {
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await save(page).click()
  await expect(form(page).getByText('Changes saved')).toBeVisible()
  return (await sent).postDataJSON() as unknown
}

/** Opens a page whose session check got no member record, so that the next screen loads it. The call stays held. */
async function openWithoutMemberRecord(page: Page) {
  const hold = await RequestHold.create(page)
  hold.holdCalls(members)
  await openAs(page, 'member', '/support/faqs')
  await hold.refuse(members, { code: 'too_many_requests', message: 'Come back in a minute.', status: 429 })
  await expect(heading(page, 'FAQs')).toBeVisible()
  return hold
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

test.describe('the form of the profile', () => {
  test('is filled with the profile, and the lists with the billing address', async ({ page }) => {
    await open(page)
    await expect(heading(page, 'Edit details')).toBeFocused()
    for (const [name, value] of [
      ['Display name', 'Mara Ellison'],
      ['First name', 'Mara'],
      ['Last name', 'Ellison'],
      ['Email', 'member@statecast.test'],
      ['Phone', '+1 555 0102'],
      ['Address', '2 Harbor Street'],
      ['ZIP or postal code', '04101'],
    ] as const)
      await expect(field(page, name)).toHaveValue(value)
    await expect(picker(page, 'Country')).toHaveValue('United States')
    await expect(picker(page, 'State')).toHaveValue('Maine')
    await expect(picker(page, 'City')).toHaveValue('Portland')
    await expect(save(page)).toBeDisabled()
  })

  test('saves the changed fields only and updates the top bar', async ({ page }) => {
    await open(page)
    await field(page, 'Display name').fill('  Mara E. ')
    await field(page, 'Phone').fill('+1 555 0199')
    expect(await saveChanges(page)).toEqual({ display_name: 'Mara E.', user_phone: '+1 555 0199' })
    await expect(accountMenu(page)).toHaveAccessibleName('Mara E.’s account menu')
    await page.reload()
    await expect(field(page, 'Display name')).toHaveValue('Mara E.')
    await expect(field(page, 'Phone')).toHaveValue('+1 555 0199')
    await expect(accountMenu(page)).toHaveAccessibleName('Mara E.’s account menu')
  })

  test('saves another location from the lists', async ({ page }) => {
    await open(page)
    await picker(page, 'State').click()
    await page.getByRole('option', { name: 'Ohio', exact: true }).click()
    await picker(page, 'City').fill('Dayt')
    await page.getByRole('option', { name: 'Dayton', exact: true }).click()
    expect(await saveChanges(page)).toEqual({
      address: { 'mepr-address-state': 'Ohio', 'mepr-address-city': 'Dayton' },
    })
    await page.reload()
    await expect(picker(page, 'State')).toHaveValue('Ohio')
    await expect(picker(page, 'City')).toHaveValue('Dayton')
  })

  test('removes the whole address', async ({ page }) => {
    await open(page)
    await page.getByRole('button', { name: 'Clear the country' }).click()
    await field(page, 'Address').fill('')
    await field(page, 'ZIP or postal code').fill('')
    await saveChanges(page)
    await page.reload()
    await expect(picker(page, 'Country')).toBeEnabled()
    await expect(picker(page, 'Country')).toHaveValue('')
    await expect(field(page, 'Address')).toHaveValue('')
  })

  test('works without the lists and keeps the saved location', async ({ page }) => {
    await page.route('**/location/*.json', (route) => route.abort('connectionreset'))
    await open(page)
    await expect(form(page).getByText('Your saved address won’t change.')).toBeVisible()
    await expect(form(page).getByText('Saved: Portland, ME, US.')).toBeVisible()
    await field(page, 'ZIP or postal code').fill('04102')
    expect(await saveChanges(page)).toEqual({ address: { 'mepr-address-zip': '04102' } })
  })

  test('sends a link to a new email, and keeps the old one until it is opened', async ({ page, sandbox, context }) => {
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

  test('shows the host’s field errors at their fields', async ({ page }) => {
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

  test('works with the keyboard only', async ({ page }) => {
    await open(page, 'guest')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Upload photo' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(field(page, 'Display name')).toBeFocused()
    await page.keyboard.press('End')
    await page.keyboard.type(' II')
    await page.keyboard.press('Enter')
    await expect(accountMenu(page)).toHaveAccessibleName('Gus Tarrant II’s account menu')
  })
})

test.describe('leaving with unsaved changes', () => {
  test('asks for confirmation on a link, the navigation and going back; staying keeps the values', async ({ page }) => {
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
    await page.evaluate(() => history.back())
    await leaveDialog(page).getByRole('button', { name: 'Discard' }).click()
    await expect(page).toHaveURL('/profile')
    await page.getByRole('link', { name: 'Edit details' }).click()
    await expect(field(page, 'Display name')).toHaveValue('Mara Ellison')
  })

  test('stays on Escape and restores the focus', async ({ page }) => {
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
    await open(page)
    await field(page, 'Display name').fill('Mara E.')
    await field(page, 'Display name').fill('Mara Ellison ')
    await form(page).getByRole('link', { name: 'Cancel' }).click()
    await expect(page).toHaveURL('/profile/view-profile')
    await page.getByRole('link', { name: 'Edit details' }).click()
    await field(page, 'Display name').fill('Mara E.')
    await saveChanges(page)
    await form(page).getByRole('link', { name: 'Cancel' }).click()
    await expect(page).toHaveURL('/profile/view-profile')
  })

  test('lets the browser ask before closing or reloading', async ({ page }) => {
    await open(page)
    await field(page, 'Display name').fill('Mara E.')
    const opened = page.waitForEvent('dialog')
    const closing = page.close({ runBeforeUnload: true })
    const dialog = await opened
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await closing
    await expect(field(page, 'Display name')).toHaveValue('Mara E.')
  })

  test('does not ask a user who is signed out', async ({ page, context }) => {
    await open(page)
    await field(page, 'Display name').fill('Mara E.')
    await context.clearCookies({ name: 'access_token' })
    await focusUntil(page, () => expect(page).toHaveURL('/signin', { timeout: 300 }))
    await expect(heading(page, 'Sign in')).toBeVisible()
  })
})

test.describe('the photo', () => {
  const drawn = (page: Page) => page.getByRole('main').getByRole('img', { name: 'Your picture' })
  const part = (page: Page) => page.getByRole('region', { name: 'Photo' })

  test('uploads when chosen and updates the top bar', async ({ page }) => {
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
  })

  test('shows the upload progress', async ({ page, context }) => {
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

test.describe('the profile page', () => {
  test('shows the personal details and links to the form', async ({ page }) => {
    await openAs(page, 'member', '/profile/view-profile')
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
    await openAs(page, 'member', '/profile/view-profile')
    await expect(fact(page, 'Name')).toHaveText('Mara Ellison')
    const other = await context.newPage()
    await open(other)
    await field(other, 'Last name').fill('Elling')
    await saveChanges(other)
    await other.close()
    await focusUntil(page, () => expect(fact(page, 'Name')).toHaveText('Mara Elling', { timeout: 300 }))
  })

  test('shows a dash for a missing value', async ({ page }) => {
    await open(page, 'guest')
    for (const name of ['First name', 'Last name', 'Address']) await field(page, name).fill('')
    await saveChanges(page)
    await form(page).getByRole('link', { name: 'Cancel' }).click()
    for (const name of ['Name', 'Phone', 'Billing address']) await expect(fact(page, name)).toHaveText('—')
  })

  test('shows a skeleton while loading, and a message with a retry button on failure', async ({ page }) => {
    const hold = await openWithoutMemberRecord(page)
    await openMenuEntry(page, 'Profile')
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

  test('shows a member’s plan, status, valid-until date, next payment and payment method', async ({ page }) => {
    await openAs(page, 'member', '/profile')
    await expect(fact(page, 'Plan')).toHaveText('Monthly')
    await expect(fact(page, 'Status')).toHaveText('Active')
    await expect(fact(page, 'Valid until')).toHaveText(/^[A-Z][a-z]{2}, \d{2}, \d{4}$/)
    await expect(fact(page, 'Next payment')).toHaveText(/^[A-Z][a-z]{2}, \d{2}, \d{4} · \$19\.99$/)
    await expect(fact(page, 'Payment method')).toContainText(/ending in\s+\d{4}/)
    await part(page).getByRole('link', { name: 'Change plan' }).click()
    await expect(page).toHaveURL('/profile/packages')
  })

  for (const [who, plan, method] of [
    ['paypal-member', 'Quarterly', 'PayPal'],
    ['manual-member', 'Yearly', 'Billed by another provider'],
  ] as const)
    test(`shows ${who} ${plan}: ${method}`, async ({ page }) => {
      await openAs(page, who, '/profile')
      await expect(fact(page, 'Plan')).toHaveText(plan)
      await expect(fact(page, 'Payment method')).toHaveText(method)
    })

  for (const who of ['guest', 'lapsed'] as const)
    test(`links ${who} to the plans`, async ({ page }) => {
      await openAs(page, who, '/profile')
      await expect(part(page).getByText('You don’t have an active plan.')).toBeVisible()
      await expect(page.getByRole('main').getByRole('link', { name: /devices/i })).toHaveCount(1)
      await part(page).getByRole('link', { name: 'Choose a plan' }).click()
      await expect(page).toHaveURL('/profile/packages')
    })

  test('preloads the plans screen', async ({ page }) => {
    const ahead = page.waitForResponse(/\/assets\/Packages-[^/]*\.js$/)
    await openAs(page, 'guest', '/profile')
    await expect(heading(page, 'Profile')).toBeFocused()
    await expect(part(page).getByRole('link', { name: 'Choose a plan' })).toBeVisible()
    await (await ahead).finished()
    await page.context().setOffline(true)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Plans')).toBeFocused()
    await expect(page.getByRole('link', { name: 'Subscribe: Monthly' })).toBeVisible()
    await page.context().setOffline(false)
  })

  test('shows a guest after sign-in the reason, and a link to the plans', async ({ page }) => {
    await page.goto('/signin')
    await submitSignIn(page, 'guest')
    await expect(page).toHaveURL('/profile')
    await expect(page.getByText('Membership is not active. Please activate a plan.')).toBeVisible()
    await expect(part(page).getByRole('link', { name: 'Choose a plan' })).toBeVisible()
    // The message is not repeated.
    await expect(page.getByText('You don’t have an active plan.')).toHaveCount(0)
  })

  test('shows a skeleton while the membership loads, and a message with another try on failure', async ({ page }) => {
    const hold = await openWithoutMemberRecord(page)
    hold.holdCalls(members, plans)
    await navigation(page).getByRole('link', { name: 'Profile' }).click()
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
