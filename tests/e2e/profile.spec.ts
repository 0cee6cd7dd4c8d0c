/**
 * The member's own rooms: the home of the account (/profile), the profile to look at (/profile/view-profile), and the
 * form that edits it with its picture (/profile/edit).
 */
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

/** The form as a person finds it: with what is saved in it. */
async function open(page: Page) {
  await page.goto('/profile/edit')
  await expect(field(page, 'Display name')).not.toHaveValue('')
  await expect(picker(page, 'Country')).toBeVisible()
}

/** A page inside whose check was told nothing of the membership: whatever shows the record has to ask for it. */
async function openWithoutMemberRecord(page: Page, hold: RequestHold) {
  hold.holdCalls(members)
  await page.goto('/support/faqs')
  await hold.refuse(members, { code: 'too_many_requests', message: 'Come back in a minute.', status: 429 })
  await expect(heading(page, 'FAQs')).toBeVisible()
}

/** A picture that a browser can draw: a PNG of one red point, made longer by what every reader passes over. */
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
  test('has everything that is known in it, the billing address chosen in its lists', async ({ page }) => {
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

  test('saves what was changed, and only that; the top bar follows at once, and a reload keeps it', async ({
    page,
  }) => {
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

  test('takes another place from the lists, each below the one above it', async ({ page }) => {
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

  test('an address can be taken away as a whole', async ({ page }) => {
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

  test('without the lists the form goes on, and the saved place stays', async ({ page }) => {
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

  test('a new e-mail gets a link, and the old one stays until it is opened', async ({ page, sandbox, context }) => {
    await signIn(page, 'member')
    await open(page)
    await field(page, 'Email').fill('mara@ellison.example')
    await save(page).click()
    await expect(
      form(page).getByText('Saved. Confirm mara@ellison.example with the link we emailed you.'),
    ).toBeVisible()
    await expect(field(page, 'Email')).toHaveValue('member@statecast.test')
    // Whoever comes back to the form in this page finds the word again.
    await form(page).getByRole('link', { name: 'Cancel' }).click()
    await expect(heading(page, 'Personal details')).toBeVisible()
    await page.getByRole('link', { name: 'Edit details' }).click()
    await expect(field(page, 'Email')).toHaveAccessibleDescription(
      'Confirm mara@ellison.example with the link we emailed you. Until then we’ll use member@statecast.test.',
    )

    const [letter] = await sandbox.mail()
    expect(letter).toMatchObject({ to: 'mara@ellison.example' })
    const mailbox = await context.newPage()
    await mailbox.goto(letter?.links[0] ?? '')
    await expect(mailbox.getByText('mara@ellison.example')).toBeVisible()
    await page.reload()
    await expect(field(page, 'Email')).toHaveValue('mara@ellison.example')
    await expect(field(page, 'Email')).toHaveAccessibleDescription(/^If you change your email/)
  })

  test('what is missing or too long is said at its field, which gets the focus, until it is edited', async ({
    page,
  }) => {
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

  for (const [email, words] of [
    ['not an address', 'Please enter a valid email address.'],
    [loginOf('guest'), 'Sorry, that email address is already used!'],
  ] as const)
    test(`the host’s word about the e-mail “${email}” stands at the field, and nothing is lost`, async ({ page }) => {
      await signIn(page, 'member')
      await open(page)
      await field(page, 'Phone').fill('+1 555 0199')
      await field(page, 'Email').fill(email)
      await save(page).click()
      await expect(field(page, 'Email')).toHaveAccessibleDescription(new RegExp(words))
      await expect(field(page, 'Email')).toHaveValue(email)
      await expect(field(page, 'Phone')).toHaveValue('+1 555 0199')
    })

  test('what the host finds wrong with a field stands at that field', async ({ page }) => {
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
    test(`nothing that was typed is lost by ${fault}, and saving once more saves it`, async ({
      page,
      sandbox,
      watch,
    }) => {
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

  test('while the profile loads its shape stands there; lost, it is a sentence and Retry', async ({ page }) => {
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
    await failure.getByRole('button', { name: 'Retry' }).click()
    await hold.passThrough(me)
    await expect(field(page, 'Display name')).toHaveValue('Mara Ellison')
  })

  test('by keyboard alone: from the heading to the first field, change it, Enter saves', async ({ page }) => {
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

test.describe('leaving with something unsaved', () => {
  test('is asked about: by a link, by the navigation, by going back; staying keeps what was typed', async ({
    page,
  }) => {
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

  test('Escape stays, and the focus goes back to where it was', async ({ page }) => {
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

  test('is free once everything is saved, or as it was', async ({ page }) => {
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

  test('the browser asks before it closes or reloads the page', async ({ page }) => {
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

  test('nobody who is signed out is held back by a form', async ({ page, context }) => {
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

test.describe('the picture', () => {
  const drawn = (page: Page) => page.getByRole('main').getByRole('img', { name: 'Your picture' })
  const part = (page: Page) => page.getByRole('region', { name: 'Photo' })

  test('is sent as soon as it is chosen, and the top bar follows; a reload keeps it', async ({ page }) => {
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

  test('of somebody who had none takes the placeholder’s place', async ({ page }) => {
    await signIn(page, 'guest')
    await open(page)
    await expect(drawn(page)).toHaveAttribute('src', '/images/avatar.svg')
    await choose(page, 'me.png', 'image/png', png())
    await expect(drawn(page)).toHaveAttribute('src', /\/5-\w+\.png$/)
  })

  for (const [name, mimeType, buffer, words] of [
    ['holiday.gif', 'image/gif', png(), '“holiday.gif” isn’t a PNG, JPEG or WebP image. Please choose another file.'],
    ['letter.svg', 'image/svg+xml', png(), '“letter.svg” isn’t a PNG, JPEG or WebP image. Please choose another file.'],
    ['large.png', 'image/png', png(2 * 1024 * 1024), '“large.png” is larger than 2 MB. Please choose a smaller image.'],
    ['empty.png', 'image/png', Buffer.alloc(0), '“empty.png” is empty. Please choose another file.'],
  ] as const)
    test(`${name} is refused here, with the reason, and nothing is sent`, async ({ page }) => {
      await signIn(page, 'member')
      await open(page)
      let sent = 0
      await page.route('**/channel/v2/avatar', (route) => {
        sent += 1
        return route.fallback()
      })
      await choose(page, name, mimeType, buffer)
      await expect(part(page).getByRole('alert')).toHaveText(words)
      await choose(page, 'me.png', 'image/png', png())
      await expect(part(page).getByText('Photo updated')).toBeVisible()
      expect(sent).toBe(1)
    })

  test('may have 2 MB exactly', async ({ page }) => {
    await signIn(page, 'member')
    await open(page)
    await choose(page, 'me.png', 'image/png', png(2 * 1024 * 1024 - png().length))
    await expect(part(page).getByText('Photo updated')).toBeVisible()
  })

  test('that only calls itself one is refused by the host, whose words stand there', async ({ page }) => {
    await signIn(page, 'member')
    await open(page)
    await choose(page, 'me.png', 'image/png', Buffer.from('<script>alert(1)</script>'))
    await expect(part(page).getByRole('alert')).toHaveText(/PNG, JPEG/)
    await expect(drawn(page)).toHaveAttribute('src', /\/2\.svg$/)
  })

  test('on a slow line tells how much of it is sent', async ({ page, context }) => {
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

  test('whose answer is lost can be sent again, without being chosen again', async ({ page, sandbox }) => {
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

test('who changed the e-mail signs in with the new one', async ({ page, sandbox }) => {
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

test.describe('the profile to look at', () => {
  const fact = (page: Page, name: string) =>
    page
      .getByRole('main')
      .locator('dl > div')
      .filter({ has: page.getByText(name, { exact: true }) })
      .locator('dd')

  test('says who the person is, and leads to the form', async ({ page }) => {
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

  test('follows what was saved, and tells of a new e-mail that waits for its link', async ({ page }) => {
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

  test('follows what was saved elsewhere, at the next look at the window', async ({ page, context }) => {
    await signIn(page, 'member')
    await page.goto('/profile/view-profile')
    await expect(fact(page, 'Name')).toHaveText('Mara Ellison')
    const other = await context.newPage()
    await open(other)
    await field(other, 'Last name').fill('Elling')
    await save(other).click()
    await expect(form(other).getByText('Changes saved')).toBeVisible()
    await other.close()
    // A look right after a check asks nothing.
    await expect(async () => {
      await page.evaluate(() => void dispatchEvent(new Event('focus')))
      await expect(fact(page, 'Name')).toHaveText('Mara Elling', { timeout: 300 })
    }).toPass()
  })

  test('what nobody knows is a dash', async ({ page }) => {
    await signIn(page, 'guest')
    await open(page)
    for (const name of ['First name', 'Last name', 'Address']) await field(page, name).fill('')
    await save(page).click()
    await expect(form(page).getByText('Changes saved')).toBeVisible()
    await form(page).getByRole('link', { name: 'Cancel' }).click()
    for (const name of ['Name', 'Phone', 'Billing address']) await expect(fact(page, name)).toHaveText('—')
  })

  test('while it loads its shape stands there; lost, it is a sentence and Retry', async ({ page }) => {
    await signIn(page, 'member')
    const hold = await RequestHold.create(page)
    await openWithoutMemberRecord(page, hold)
    await account(page).click()
    await page.getByRole('menuitem', { name: 'Profile' }).click()
    await expect(page.getByRole('status', { name: 'Loading your details' })).toBeVisible()
    await hold.abort(members)
    const failure = page.getByRole('alert').filter({ hasText: 'We couldn’t load your details' })
    await expect(failure).toContainText('Something went wrong while fetching memberpress data')
    await failure.getByRole('button', { name: 'Retry' }).click()
    await hold.passThrough(members)
    await expect(fact(page, 'Name')).toHaveText('Mara Ellison')
  })
})

test.describe('the home of the account', () => {
  const part = (page: Page) => page.getByRole('region', { name: 'Membership' })
  const fact = (page: Page, name: string) =>
    part(page)
      .locator('dl > div')
      .filter({ has: page.getByText(name, { exact: true }) })
      .locator('dd')

  test('tells a member the plan, the status, until when, the next payment and what pays', async ({ page }) => {
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
    test(`tells ${who} of ${plan}: ${means}`, async ({ page }) => {
      await signIn(page, who)
      await page.goto('/profile')
      await expect(fact(page, 'Plan')).toHaveText(plan)
      await expect(fact(page, 'Payment method')).toHaveText(means)
    })

  for (const who of ['guest', 'lapsed'] as const)
    test(`shows ${who} the way to a plan`, async ({ page }) => {
      await signIn(page, who)
      await page.goto('/profile')
      await expect(part(page).getByText('You don’t have an active plan.')).toBeVisible()
      await expect(page.getByRole('main').getByRole('link', { name: /devices/i })).toHaveCount(1)
      await part(page).getByRole('link', { name: 'Choose a plan' }).click()
      await expect(page).toHaveURL('/profile/packages')
    })

  test('has fetched the plans’ screen before it is asked for: by keyboard Enter shows it at once', async ({ page }) => {
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

  test('receives a guest who signs in with the word why, and the way to a plan below it', async ({ page }) => {
    await page.goto('/signin')
    await page.getByPlaceholder('E-mail / username').fill(loginOf('guest'))
    await page.getByPlaceholder('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL('/profile')
    await expect(page.getByText('Membership is not active. Please activate a plan.')).toBeVisible()
    await expect(part(page).getByRole('link', { name: 'Choose a plan' })).toBeVisible()
    // Which is not said in other words once more.
    await expect(page.getByText('You don’t have an active plan.')).toHaveCount(0)
  })

  test('while the membership loads its shape stands there; lost, it is a sentence and Retry', async ({ page }) => {
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
    test(`${path} fits 320 px in ${scheme}, and axe finds nothing`, async ({ page }) => {
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
