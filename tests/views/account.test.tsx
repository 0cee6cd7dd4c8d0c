/** The account: profile, its form, plans, devices, billing history and invoices. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import {
  chooseOption,
  disconnect,
  fact,
  field,
  fill,
  heading,
  modify,
  openMenuEntry,
  press,
  textOf,
  textsOf,
  useApp,
  type Account,
  type Call,
} from './useApp.tsx'

const app = useApp()

const save = 'PUT /wp-json/custom-plugin/me'
const members = 'GET /wp-json/mp/v1/members/{id}'
const plans = 'GET /wp-json/mp/v1/memberships'

const notFetched = 'Something went wrong while fetching memberpress data'
const tooMany = [429, 'too_many_requests', 'Come back in a minute.'] as const

/** An alert with this text. */
const alert = (text: string | RegExp) =>
  waitFor(() => {
    const found = screen
      .getAllByRole('alert')
      .find((one) => (text instanceof RegExp ? text.test(textOf(one)) : textOf(one).includes(text)))
    expect(found, String(text)).toBeDefined()
    return found as HTMLElement
  })

/** A message that is amber, and does not interrupt a screen reader. */
const expectAmber = async (text: string) => {
  const notice = await screen.findByText(text)
  expect([notice.role, notice.className]).toEqual(['status', expect.stringMatching(/unsure/)])
}

const accountMenu = (name: string) => screen.findByRole('button', { name: `${name}’s account menu` })

/** Opens a page whose session check got no member record, so that the next screen loads it. */
async function openWithoutMemberRecord() {
  app.refuse(members, ...tooMany)
  await app.open('/support/faqs', 'member')
  await heading('FAQs')
  app.passOn(members)
}

describe('the form of the profile', () => {
  async function open(account: Account = 'member') {
    await app.open('/profile/edit', account)
    await waitFor(async () => expect((await field('Display name')).value).not.toBe(''))
  }
  const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' })
  /** Saves and waits for the success; returns the body of the call. */
  async function saveChanges(): Promise<unknown> {
    fireEvent.click(saveButton())
    await screen.findByText('Changes saved')
    return app.bodies(save).at(-1)
  }

  it(
    'is filled with the profile, and the lists with the billing address',
    { tags: ['location.prefill', 'profile.load'] },
    async () => {
      await open()
      for (const [name, value] of [
        ['Display name', 'Mara Ellison'],
        ['First name', 'Mara'],
        ['Last name', 'Ellison'],
        ['Email', 'member@statecast.test'],
        ['Phone', '+1 555 0102'],
        ['Address', '2 Harbor Street'],
        ['ZIP or postal code', '04101'],
        ['Country', 'United States'],
        ['State', 'Maine'],
        ['City', 'Portland'],
      ] as const)
        await waitFor(() =>
          expect(
            screen.getByRole<HTMLInputElement>(/^(Country|State|City)$/.test(name) ? 'combobox' : 'textbox', { name })
              .value,
          ).toBe(value),
        )
      expect(saveButton().disabled).toBe(true)
    },
  )

  it('saves the changed fields only and updates the top bar', { tags: ['profile.saved', 'shell.avatar'] }, async () => {
    await open()
    const avatarCalls = () => app.bodies('GET /wp-json/channel/v2/avatar').length
    await waitFor(() => expect(avatarCalls()).toBe(1))
    await fill('Display name', '  Mara E. ')
    await fill('Phone', '+1 555 0199')
    expect(await saveChanges()).toEqual({ display_name: 'Mara E.', user_phone: '+1 555 0199' })
    await accountMenu('Mara E.')
    await waitFor(() => expect(avatarCalls()).toBe(2))
    app.reload()
    await waitFor(async () => expect((await field('Display name')).value).toBe('Mara E.'))
    expect((await field('Phone')).value).toBe('+1 555 0199')
    await accountMenu('Mara E.')
  })

  it('saves another location from the lists', { tags: 'location.lists' }, async () => {
    await open()
    await chooseOption('State', 'Ohio')
    await chooseOption('City', 'Dayton')
    expect(await saveChanges()).toEqual({ address: { 'mepr-address-state': 'Ohio', 'mepr-address-city': 'Dayton' } })
    app.reload()
    for (const [name, value] of [
      ['State', 'Ohio'],
      ['City', 'Dayton'],
    ] as const)
      await waitFor(() => expect(screen.getByRole<HTMLInputElement>('combobox', { name }).value).toBe(value))
  })

  it('shows why the profile can’t be loaded, and loads it again', { tags: 'profile.load' }, async () => {
    app.refuse(members, ...tooMany)
    await app.open('/profile/edit', 'member')
    const failure = await alert('Come back in a minute.')
    app.passOn(members)
    fireEvent.click(within(failure).getByRole('button', { name: 'Try again' }))
    await waitFor(async () => expect((await field('Display name')).value).toBe('Mara Ellison'))
  })

  it('moves the focus to the field of a country that a key clears', async () => {
    await open()
    const clear = await screen.findByRole('button', { name: 'Clear the country' })
    clear.focus()
    fireEvent.click(clear)
    await waitFor(() => expect(clear.isConnected).toBe(false))
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Country' }))
  })

  it('removes the whole address', async () => {
    await open()
    await press('Clear the country')
    await fill('Address', '')
    await fill('ZIP or postal code', '')
    await saveChanges()
    app.reload()
    await waitFor(() => {
      const country = screen.getByRole<HTMLInputElement>('combobox', { name: 'Country' })
      expect([country.disabled, country.value]).toEqual([false, ''])
    })
    expect((await field('Address')).value).toBe('')
  })

  it(
    'works without the lists and keeps the saved location',
    { tags: ['location.free', 'location.unlisted'] },
    async () => {
      app.failFiles(/^\/location\//)
      await open()
      await screen.findByText(/Your saved address won’t change\./)
      await screen.findByText(/Saved: Portland, ME, US\./)
      await fill('ZIP or postal code', '04102')
      expect(await saveChanges()).toEqual({ address: { 'mepr-address-zip': '04102' } })
    },
  )

  it('sends a link to a new email, and keeps the old one until it is opened', { tags: 'profile.email' }, async () => {
    await open()
    await fill('Email', 'mara@ellison.example')
    fireEvent.click(saveButton())
    await screen.findByText('Saved. Confirm mara@ellison.example with the link we emailed you.')
    await waitFor(async () => expect((await field('Email')).value).toBe('member@statecast.test'))
    // The note is still shown on the profile and when the form opens again.
    const note =
      'Confirm mara@ellison.example with the link we emailed you. Until then we’ll use member@statecast.test.'
    await press('Cancel', 'link')
    await heading('Personal details')
    expect(textOf(await fact('Email'))).toBe('member@statecast.test')
    await screen.findByText(note)
    await press('Edit details', 'link')
    await screen.findByRole('textbox', { name: 'Email', description: note })

    const [mail] = await app.sandbox.readMailbox()
    expect(mail).toMatchObject({ to: 'mara@ellison.example' })
    const { pathname, search } = new URL(mail?.links[0] ?? '')
    expect(await (await app.sandbox.send('GET', pathname + search)).text()).toContain('mara@ellison.example')
    app.reload()
    await screen.findByRole('textbox', { name: 'Email', description: /^If you change your email/ })
    expect((await field('Email')).value).toBe('mara@ellison.example')
  })

  it('shows the host’s field errors at their fields', { tags: 'profile.refused' }, async () => {
    await open()
    await fill('Address', '3 Harbor Street')
    await fill('Last name', 'Elling')
    const message = 'Invalid parameter(s): last_name, address'
    const params = { last_name: '<b>Elling</b> is odd.', address: 'That street is unknown.' }
    app.respond(save, () =>
      Response.json({ code: 'rest_invalid_param', message, data: { status: 400, params } }, { status: 400 }),
    )
    fireEvent.click(saveButton())
    await screen.findByRole('textbox', { name: 'Last name', description: 'Elling is odd.' })
    screen.getByRole('textbox', { name: 'Address', description: 'That street is unknown.' })
    await alert('Elling is odd. That street is unknown.')
  })

  it('shows an unknown outcome in amber, and keeps its values', { tags: 'profile.refused' }, async () => {
    app.respond(save, disconnect)
    await open()
    await fill('Display name', 'Mara E.')
    fireEvent.click(saveButton())
    await expectAmber('We couldn’t confirm your changes were saved. Please save again.')
    expect((await field('Display name')).value).toBe('Mara E.')
  })

  it('shows an unknown outcome of an upload in amber', { tags: 'avatar.refused' }, async () => {
    await open()
    vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest) {
      this.dispatchEvent(new ProgressEvent('error'))
    })
    const picture = new File(['picture'], 'me.png', { type: 'image/png' })
    fireEvent.change(screen.getByLabelText('Photo file'), { target: { files: [picture] } })
    await expectAmber('We couldn’t confirm the upload. Please try again.')
  })

  it('updates the personal details after saving, with a dash for a missing value', async () => {
    await open('guest')
    await fill('Last name', 'Elling')
    await fill('Phone', '')
    await fill('Address', '')
    await saveChanges()
    await press('Cancel', 'link')
    await waitFor(async () => expect(textOf(await fact('Name'))).toMatch(/ Elling$/))
    expect(location.pathname).toBe('/profile/view-profile')
    for (const name of ['Phone', 'Billing address']) expect(textOf(await fact(name))).toBe('—')
    await press('Edit details', 'link')
    for (const name of ['First name', 'Last name']) await fill(name, '')
    await saveChanges()
    await press('Cancel', 'link')
    await waitFor(async () => expect(textOf(await fact('Name'))).toBe('—'))
  })

  it('does not ask before leaving without unsaved changes', async () => {
    await open()
    await fill('Display name', 'Mara E.')
    await fill('Display name', 'Mara Ellison ')
    await press('Cancel', 'link')
    await waitFor(() => expect(location.pathname).toBe('/profile/view-profile'))
  })

  it('does not ask a user who is signed out', async () => {
    await open()
    await fill('Display name', 'Mara E.')
    document.cookie = 'access_token=; Max-Age=0; Path=/'
    await waitFor(() => {
      dispatchEvent(new Event('focus'))
      expect(location.pathname).toBe('/signin')
    })
    await heading('Sign in')
  })
})

describe('the personal details', () => {
  it('are shown with a link to the form', { tags: 'profile.view' }, async () => {
    await app.open('/profile/view-profile', 'member')
    await heading('Personal details')
    for (const [name, value] of [
      ['Name', 'Mara Ellison'],
      ['Username', 'member'],
      ['Email', 'member@statecast.test'],
      ['Phone', '+1 555 0102'],
    ] as const)
      expect(textOf(await fact(name))).toBe(value)
    expect(textsOf((await fact('Billing address')).querySelectorAll('span'))).toEqual([
      '2 Harbor Street',
      'Portland, ME 04101',
      'United States',
    ])
    const picture = within(screen.getByRole('main')).getByRole('img', { name: 'Your picture' })
    expect(picture.getAttribute('src')).toMatch(/\/2\.svg$/)
    expect(screen.getByRole('link', { name: 'Edit details' }).getAttribute('href')).toBe('/profile/edit')
  })

  it('show a skeleton while loading, and a message with a retry button on failure', async () => {
    await openWithoutMemberRecord()
    const held = app.hold(members)
    await openMenuEntry('Profile')
    await screen.findByRole('status', { name: 'Loading your details' })
    app.passOn(members)
    held.release(disconnect)
    const failure = await alert('We couldn’t load your details')
    expect(textOf(failure)).toContain(notFetched)
    fireEvent.click(within(failure).getByRole('button', { name: 'Try again' }))
    await waitFor(async () => expect(textOf(await fact('Name'))).toBe('Mara Ellison'))
  })
})

describe('the profile', () => {
  it(
    'shows a member’s plan, status, valid-until date, next payment and payment method',
    { tags: 'profile.facts' },
    async () => {
      await app.open('/profile', 'member')
      for (const [name, value] of [
        ['Plan', /^Monthly$/],
        ['Status', /^Active$/],
        ['Valid until', /^[A-Z][a-z]{2}, \d{2}, \d{4}$/],
        ['Next payment', /^[A-Z][a-z]{2}, \d{2}, \d{4} · \$19\.99$/],
      ] as const)
        expect(textOf(await fact(name)), name).toMatch(value)
      await waitFor(async () =>
        expect(textOf(await fact('Payment method'))).toBe('VISAVisa •••• ending in 4242Expires 12/2028'),
      )
      expect(screen.getByRole('link', { name: 'Change plan' }).getAttribute('href')).toBe('/profile/packages')
    },
  )

  it.each([
    ['paypal-member', 'Quarterly', 'PayPal'],
    ['manual-member', 'Yearly', 'Billed by another provider'],
  ] as const)('shows %s %s: %s', async (account, plan, method) => {
    await app.open('/profile', account)
    expect(textOf(await fact('Plan'))).toBe(plan)
    expect(textOf(await fact('Payment method'))).toBe(method)
  })

  it('shows a plan that is paid for without a subscription', { tags: ['profile.facts', 'session.role'] }, async () => {
    app.respond(
      'GET /wp-json/mp/v1/members/{id}',
      modify((record: object) => ({ ...record, recent_subscriptions: [] })),
    )
    await app.open('/', 'member')
    await heading('Live Channels')
    app.follow('/profile')
    expect(textOf(await fact('Plan'))).toBe('Monthly')
    expect(textOf(await fact('Status'))).toBe('Active')
    expect(textOf(await fact('Next payment'))).toBe('No upcoming payment')
    expect(textOf(await fact('Payment method'))).toBe('—')
  })

  it.each(['guest', 'lapsed'] as const)('links %s to the plans', { tags: 'profile.facts' }, async (account) => {
    await app.open('/profile', account)
    await screen.findByText(/^You don’t have an active plan\./)
    const main = screen.getByRole('main')
    await waitFor(() => expect(within(main).getAllByRole('link', { name: /devices/i })).toHaveLength(2))
    const choose = within(main).getByRole('link', { name: 'Choose a plan' })
    expect(choose.getAttribute('href')).toBe('/profile/packages')
  })

  it(
    'shows a guest after sign-in the reason once, and a link to the plans',
    { tags: 'signIn.destination' },
    async () => {
      await app.open('/signin')
      await fill('E-mail or username', 'guest@statecast.test')
      await fill('Password', 'live-news-24')
      await press('Login')
      await screen.findByText('Membership is not active. Please activate a plan.')
      expect(location.pathname).toBe('/profile')
      await screen.findByRole('link', { name: 'Choose a plan' })
      expect(screen.queryByText(/You don’t have an active plan\./)).toBeNull()
    },
  )

  it('shows a skeleton while the membership loads, and a message with another try on failure', async () => {
    await openWithoutMemberRecord()
    const held = app.hold(plans)
    fireEvent.click(screen.getAllByRole('link', { name: 'Profile' })[0] ?? document.body)
    await screen.findByRole('status', { name: 'Loading your membership' })
    app.passOn(plans)
    held.release(disconnect)
    const failure = await alert('We couldn’t load your membership.')
    expect(textOf(failure)).toContain(notFetched)
    fireEvent.click(within(failure).getByRole('button', { name: 'Try again' }))
    await waitFor(async () => expect(textOf(await fact('Plan'))).toBe('Monthly'))
  })

  it.each([
    ['member', ['Plan', 'Personal details', 'Cards', 'Billing history', 'Devices']],
    ['guest', ['Plan', 'Personal details', 'Devices']],
  ] as const)(
    'has links to its pages for a %s',
    { tags: ['profile.pages', 'profile.guestPages'] },
    async (account, names) => {
      await app.open('/profile/view-profile', account)
      const pages = await screen.findByRole('navigation', { name: 'Profile' })
      expect(textsOf(within(pages).getAllByRole('link'))).toEqual(names)
      expect(within(pages).getByText('Personal details').getAttribute('aria-current')).toBe('page')
      app.follow('/profile/packages')
      await heading('Plans')
      const current = within(pages)
        .getAllByRole('link')
        .filter((link) => link.hasAttribute('aria-current'))
      expect(textsOf(current)).toEqual(['Plan'])
    },
  )

  it('shows a member the default card with its brand', { tags: 'profile.card' }, async () => {
    const cards: Call = 'POST /wp-json/payment/v1/user-stripe-all-cards'
    app.respond(cards, disconnect)
    await app.open('/profile', 'member')
    const failure = await alert('We couldn’t load your cards.')
    app.passOn(cards)
    fireEvent.click(within(failure).getByRole('button', { name: 'Try again' }))
    const section = screen.getByRole('region', { name: 'Default card' })
    await waitFor(() => expect(textOf(section)).toMatch(/Visa •••• ending in 4242/))
    expect(within(section).getByRole('link', { name: 'Manage cards' }).getAttribute('href')).toBe(
      '/profile/payment-cards',
    )
  })

  it('shows a guest no card', { tags: 'profile.card' }, async () => {
    await app.open('/profile', 'guest')
    await screen.findByRole('region', { name: 'Devices' })
    expect(screen.queryByRole('region', { name: 'Default card' })).toBeNull()
  })

  it('shows three devices, the current one first, and links to all', { tags: 'profile.facts' }, async () => {
    await app.open('/profile', 'member')
    const list = await screen.findByRole('region', { name: 'Devices' })
    const link = await within(list).findByRole('link', { name: /devices$/ })
    const items = within(list).getAllByRole('listitem')
    expect(items).toHaveLength(3)
    expect(items[0]?.textContent).toContain('This device')
    // Names that people recognize, not the raw user agents.
    expect(items.slice(1).map((item) => item.firstElementChild?.textContent)).toEqual([
      'Chrome on Android phone',
      'Roku',
    ])
    expect(link.getAttribute('href')).toBe('/profile/all-sessions')
  })

  it('shows a message with another try when the devices fail to load', async () => {
    const call: Call = 'GET /wp-json/custom-plugin/sessions'
    app.respond(call, disconnect)
    await app.open('/profile', 'guest')
    const failure = await alert('We couldn’t load your devices.')
    app.passOn(call)
    const list = screen.getByRole('region', { name: 'Devices' })
    fireEvent.click(within(failure.closest('section') ?? list).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1))
  })
})

describe('deleting the account', () => {
  const dialog = (name: string) => screen.findByRole('dialog', { name })

  it('sends a link after the question', { tags: ['removal.confirm', 'removal.requested'] }, async () => {
    await app.open('/profile', 'lapsed')
    await press('Delete account')
    expect(textOf(await dialog('Delete your account?'))).toContain('You can’t undo this.')
    expect(app.bodies('POST /wp-json/custom-plugin/erase-request')).toEqual([])
    await press('Send link')
    await screen.findByText(/^Check your email\. We sent a link to lapsed@statecast\.test\./)
    expect(app.bodies('POST /wp-json/custom-plugin/erase-request')).toEqual([
      { user_id: 6, email: 'lapsed@statecast.test' },
    ])
  })

  it('links to the plan while one runs, and requests nothing', { tags: 'removal.plan' }, async () => {
    await app.open('/profile', 'member')
    await press('Delete account')
    await press('Send link')
    const found = await dialog('Cancel your plan first')
    expect(textOf(found)).toContain('Your Monthly plan is still active')
    expect(within(found).getByRole('link').getAttribute('href')).toBe('/profile#membership')
    expect(app.bodies('POST /wp-json/custom-plugin/erase-request')).toEqual([])
  })

  it('names the paid time that a canceled plan would lose', { tags: 'removal.paidTime' }, async () => {
    vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00-05:00'), toFake: ['Date'] })
    app.respond(
      members,
      modify((record: { recent_subscriptions: object[]; recent_transactions: object[] }) => ({
        ...record,
        recent_subscriptions: record.recent_subscriptions.map((one) => ({ ...one, status: 'cancelled' })),
        recent_transactions: record.recent_transactions.map((one) => ({ ...one, expires_at: '2026-12-01 12:00:00' })),
      })),
    )
    await app.open('/profile', 'member')
    await press('Delete account')
    expect(textOf(await dialog('Delete your account?'))).not.toContain('ends on')
    await press('Send link')
    await screen.findByText(
      'Your Monthly plan ends on Dec 1, 2026. If you delete your account now, you lose 11 days without a refund.',
    )
    expect(app.bodies('POST /wp-json/custom-plugin/erase-request')).toEqual([])
    await press('Send link anyway')
    await waitFor(() => expect(app.bodies('POST /wp-json/custom-plugin/erase-request')).toHaveLength(1))
  })

  it('shows the reason of a host that refuses a running plan', { tags: 'removal.plan' }, async () => {
    app.refuse('POST /wp-json/custom-plugin/erase-request', 409, 'active_subscription', 'Cancel your plan first.')
    await app.open('/profile', 'lapsed')
    await press('Delete account')
    await press('Send link')
    expect(textOf(await dialog('Cancel your plan first'))).toContain('Your plan is still active')
  })
})

/** The record of a member who has lost the plan. */
const noPlan = { recent_subscriptions: [], recent_transactions: [], latest_txn: undefined, active_memberships: [] }

describe('the plans', () => {
  const plan = (title: string) => screen.findByRole('article', { name: title })
  const textOfPlan = async (title: string) => textOf(await plan(title))

  it(
    'show a guest the price, period, trial, excerpt, benefits and next date, and a link to subscribe',
    { tags: ['plan.list', 'plan.card'] },
    async () => {
      vi.useFakeTimers({ now: new Date('2025-01-31T12:00:00-05:00'), toFake: ['Date'] })
      await app.open('/profile/packages', 'guest')
      const list = await screen.findByRole('list', { name: 'Plans' })
      expect(textsOf(within(list).getAllByRole('heading'))).toEqual(['Weekly', 'Monthly', 'Quarterly', 'Yearly'])
      for (const [title, ...texts] of [
        ['Weekly', '$6.50 per week', 'About $28.26 per month', 'Renews Feb 7, 2025'],
        // By calendar: a month from the 31st of January ends with February.
        ['Monthly', '$19.99 per month', 'Recommended', 'Renews Feb 28, 2025'],
        ['Quarterly', '$49 every 3 months', 'About $16.33 per month', 'Every channel, billed every three months.'],
        // 179 a year is 14.92 a month.
        ['Yearly', '$179 per year', 'About $14.92 per month', 'First 7 days free', 'First charge Feb 7, 2025'],
        ['Yearly', 'Save 25% vs. Monthly'],
      ] as const)
        for (const text of texts) expect(await textOfPlan(title)).toContain(text)
      expect(screen.getAllByText(/^Save/)).toHaveLength(1)
      expect(screen.getAllByText('Recommended')).toHaveLength(1)
      expect(screen.getAllByText(/^About/)).toHaveLength(3)
      const benefits = within(await plan('Monthly')).getByRole('list', { name: 'Benefits' })
      expect(textsOf(within(benefits).getAllByRole('listitem'))).toEqual([
        ...['All live channels', 'HD stream', 'No ads', 'Every device you own'],
      ])
      const hrefs = ['Weekly', 'Monthly', 'Quarterly', 'Yearly'].map((title) =>
        screen.getByRole('link', { name: `Subscribe: ${title}` }).getAttribute('href'),
      )
      expect(hrefs).toEqual(['/subscribe/101', '/subscribe/102', '/subscribe/103', '/subscribe/104'])
      expect(screen.queryByText('Current plan')).toBeNull()
    },
  )

  it('show the links to subscribe to a user whose subscriptions are all canceled', async () => {
    await app.open('/profile/packages', 'lapsed')
    expect(await screen.findAllByRole('link', { name: /^Subscribe/ })).toHaveLength(4)
  })

  it('mark the plan of a member, and offer the others as upgrade or downgrade', { tags: 'plan.list' }, async () => {
    await app.open('/profile/packages', 'member')
    await waitFor(async () => expect(await textOfPlan('Monthly')).toContain('Current plan'))
    await screen.findByText(/Every plan includes every channel\. You’re on Monthly\./)
    // The day of the record, not a period from today.
    expect(await textOfPlan('Monthly')).toMatch(/Paid through [A-Z][a-z]{2} \d{1,2}, \d{4}/)
    expect(await textOfPlan('Weekly')).toMatch(/Renews [A-Z][a-z]{2} \d{1,2}, \d{4}/)
    expect(within(await plan('Monthly')).queryByRole('link')).toBeNull()
    for (const [title, text, href] of [
      ['Weekly', 'Downgrade', '/upgrade/101?type=downgrade'],
      ['Quarterly', 'Upgrade', '/upgrade/103?type=upgrade'],
      ['Yearly', 'Upgrade', '/upgrade/104?type=upgrade'],
    ] as const) {
      const link = within(await plan(title)).getByRole('link')
      expect([textOf(link), link.getAttribute('href')]).toEqual([text, href])
    }
  })

  it.each([
    [
      'member',
      /^If you change plans, your new plan starts today and replaces Monthly\. The time left on Monthly \(through \w{3} \d{1,2}, \d{4}\) is not credited or refunded\.$/,
    ],
    ['paypal-member', /^If you change plans, your new plan starts today and replaces Quarterly\. The time left/],
    [
      'manual-member',
      'Your Yearly plan was bought elsewhere and we can’t cancel it for you. If you continue you’ll pay for both until you cancel it where you bought it.',
    ],
  ] as const)('show %s what happens to the current plan', async (account, text) => {
    await app.open('/profile/packages', account)
    await screen.findByText(text)
  })

  it('show skeletons while they load, and a message and Try again if the host has none', async () => {
    const held = app.hold(plans)
    await app.open('/profile/packages', 'guest')
    await screen.findByRole('status', { name: 'Loading plans' })
    app.passOn(plans)
    held.release(modify(() => []))
    await screen.findByRole('heading', { name: 'Plans aren’t available right now' })
    expect(screen.queryByRole('status', { name: 'Loading plans' })).toBeNull()
    await press('Try again')
    await plan('Monthly')
  })

  it.each([
    ['plans', plans],
    ['member record', members],
  ] as const)('show the specified text, or the host’s, and Try again if the %s can’t be loaded', async (_, call) => {
    // A stored role from an earlier visit. The check of this visit fails to load the record.
    localStorage.setItem('userRole', '"membership"')
    app.respond(members, disconnect)
    await app.open('/profile/packages', 'member')
    if (call !== members) {
      app.passOn(members)
      app.respond(call, disconnect)
    }
    const failure = await alert('We couldn’t load the plans')
    expect(textOf(failure)).toContain(notFetched)
    app.passOn(call)
    app.refuse(call, ...tooMany)
    fireEvent.click(within(failure).getByRole('button', { name: 'Try again' }))
    const refusal = await alert(/We couldn’t load the plans.*Come back in a minute\./)
    app.passOn(call)
    fireEvent.click(within(refusal).getByRole('button', { name: 'Try again' }))
    await waitFor(async () => expect(await textOfPlan('Monthly')).toContain('Current plan'))
  })

  it.each([
    ['a price', { price: '' }],
    ['a period', { period: '' }],
    ['a known period', { period_type: 'fortnights' }],
  ])('are not sold without %s', { tags: 'plan.incomplete' }, async (_, fields) => {
    // A host that follows the contract never returns this.
    app.respond(
      plans,
      modify((body: Record<string, unknown>[]) => body.map((one, at) => (at === 0 ? { ...one, ...fields } : one))),
      { isOffContract: true },
    )
    await app.open('/profile/packages', 'guest')
    expect(await textOfPlan('Weekly')).toContain(
      'This plan can’t be bought right now: its price or period isn’t available.',
    )
    const links = within(await plan('Weekly')).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/support/form'])
    expect(screen.getAllByRole('link', { name: /^Subscribe: / })).toHaveLength(3)
  })

  it('are not sold in an unknown currency, and show no price', { tags: 'plan.incomplete' }, async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    await app.open('/profile/packages', 'guest', { money: { currency: 'XYZ' } })
    expect(await textOfPlan('Monthly')).toContain('— per month')
    expect(await textOfPlan('Monthly')).toContain('This plan can’t be bought right now')
    expect(screen.queryByRole('link', { name: /^Subscribe: / })).toBeNull()
  })

  it('show a trial that is longer than the period', { tags: 'plan.card' }, async () => {
    vi.useFakeTimers({ now: new Date('2025-01-31T12:00:00-05:00'), toFake: ['Date'] })
    app.respond(
      plans,
      modify((body: Record<string, unknown>[]) =>
        body.map((one) => ({ ...one, period_type: 'months', period: '1', trial: true, trial_days: '45' })),
      ),
    )
    await app.open('/profile/packages', 'guest')
    expect(await textOfPlan('Monthly')).toContain('First 45 days free')
    expect(await textOfPlan('Monthly')).toContain('First charge Mar 17, 2025')
  })

  it('follow a plan that ends on another device', { tags: 'pay.membershipChanged' }, async () => {
    await app.open('/profile/packages', 'member')
    await screen.findByText('Current plan')
    app.respond(
      members,
      modify((record: object) => ({ ...record, ...noPlan })),
    )
    await press('Upgrade: Yearly', 'link')
    await screen.findByRole('button', { name: /^Pay Now/ })
    expect(screen.queryByText(/replaces Monthly/)).toBeNull()
    expect(app.sent().filter(({ call }) => /pay-from|cancel-/.test(call))).toEqual([])
  })
})

describe('the devices', () => {
  const devices = async () => within(await screen.findByRole('list', { name: 'Devices' })).getAllByRole('listitem')

  it('are listed, and the current one is marked', { tags: 'devices.list' }, async () => {
    await app.open('/profile/all-sessions', 'member')
    const items = await devices()
    expect(items).toHaveLength(3)
    const here = items.find((one) => textOf(one).includes('This device'))
    expect(here && within(here).queryByRole('button')).toBeNull()
    const phone = items.find((one) => textOf(one).includes('Android phone'))
    const agent = phone?.querySelector('details')
    expect(agent && [agent.open, textOf(agent)]).toEqual([false, expect.stringMatching(/^Details.*Mozilla\/5\.0/)])
    expect(phone && textOf(phone)).toMatch(/Chrome on Android phone.*203\.0\.113\.24.*Signed in \w+ \d+, \d{4}/)
  })

  it.each(['signed out', 'already signed out'])(
    'can be signed out one by one (%s)',
    { tags: 'devices.signOut' },
    async (when) => {
      if (when === 'already signed out')
        app.refuse('DELETE /wp-json/custom-plugin/sessions/{id}', 404, 'session_not_found', 'There is no such session.')
      await app.open('/profile/all-sessions', 'member')
      await press('Sign out: Roku')
      await screen.findByText('Device signed out.')
      await waitFor(async () => expect(await devices()).toHaveLength(2))
      if (when === 'already signed out') return
      app.reload()
      expect(await devices()).toHaveLength(2)
    },
  )

  it('show the reason when the list cannot be loaded, and load it again', { tags: 'devices.failure' }, async () => {
    const list = 'GET /wp-json/custom-plugin/sessions'
    app.refuse(list, ...tooMany)
    await app.open('/profile/all-sessions', 'member')
    const reason = await alert('We couldn’t load your devices')
    expect(textOf(reason)).toContain('Come back in a minute.')
    app.passOn(list)
    fireEvent.click(within(reason).getByRole('button', { name: 'Try again' }))
    expect(await devices()).toHaveLength(3)
  })

  it('can all be signed out after a confirmation', { tags: 'devices.signOut' }, async () => {
    await app.open('/profile/all-sessions', 'member')
    await press('Sign out all other devices')
    const dialog = () => screen.findByRole('dialog', { name: 'Sign out all other devices?' })
    expect(textOf(await dialog())).toContain('2 other devices will be signed out. This one stays signed in.')
    fireEvent.click(within(await dialog()).getByRole('button', { name: 'Cancel' }))
    expect((await devices()).length, 'Cancel signs no device out').toBe(3)
    await press('Sign out all other devices')
    fireEvent.click(within(await dialog()).getByRole('button', { name: 'Sign out' }))
    await screen.findByText('All other devices are signed out.')
    await waitFor(async () => expect(await devices()).toHaveLength(1))
    await screen.findByText('You’re not signed in on any other device.')
  })
})

describe('the billing history', () => {
  const path = '/profile/transcation-history'
  const table = () => screen.findByRole('table', { name: 'Transactions' })
  const rows = async () => (await table()).querySelectorAll('tbody tr')
  const cells = async (nth: number) => textsOf((await table()).querySelectorAll(`tbody td:nth-child(${nth})`))

  it(
    'shows date, plan, payment method, status and amount of each payment, sorted by any of them',
    { tags: 'history.pages' },
    async () => {
      await app.open(path, 'member')
      await waitFor(async () => expect(await rows()).toHaveLength(13))
      const [first] = await rows()
      for (const text of ['Monthly', 'Visa •••• 4242', 'Paid', '$19.99']) expect(first && textOf(first)).toContain(text)
      await screen.findByText('13 transactions')
      const order = () => screen.getByRole('columnheader', { name: 'Date' }).getAttribute('aria-sort')
      expect(order()).toBe('descending')
      const newest = (await cells(1))[0]
      await press('Date')
      await waitFor(() => expect(order()).toBe('ascending'))
      expect((await cells(1)).at(-1)).toBe(newest)
      await press('Amount')
      await press('Amount')
      await waitFor(async () => expect((await cells(5))[0]).toBe('$0'))
    },
  )

  it(
    'shows all again, above the rows and where nothing matches',
    { tags: ['history.pages', 'history.empty'] },
    async () => {
      await app.open(path, 'member')
      await screen.findByText('13 transactions')
      const choose = async (group: string, name: string) =>
        fireEvent.click(within(await screen.findByRole('group', { name: group })).getByRole('button', { name }))
      await choose('Status', 'No charge')
      await waitFor(async () => expect(await rows()).toHaveLength(1))
      await press('Show all')
      await waitFor(async () => expect(await rows()).toHaveLength(13))
      await choose('Status', 'No charge')
      await choose('Year', '2026')
      await screen.findByRole('heading', { name: 'No matches' })
      screen.getByText('No payments marked “No charge” in 2026.')
      await press('Show all')
      await waitFor(async () => expect(await rows()).toHaveLength(13))
      expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull()
    },
  )

  it('is for members only, and has another path', { tags: 'access.member' }, async () => {
    await app.open(path, 'guest')
    await waitFor(() => expect(location.pathname).toBe('/unauth'))
    await app.open('/profile/transaction-history', 'member')
    await waitFor(() => expect(location.pathname).toBe(path))
  })

  it('has invoices with the payment and the member', { tags: 'history.invoice' }, async () => {
    await app.open(path, 'member')
    const [first] = await rows()
    fireEvent.click(within(first as HTMLElement).getByRole('link'))
    const invoice = await screen.findByRole('article', { name: /^Invoice \d+$/ })
    for (const text of [
      ...[
        'Mara Ellison',
        'Harbor Street',
        'United States',
        'member@statecast.test',
        'Monthly',
        'Paid withVisa •••• 4242',
      ],
      // Formatted as on the profile.
      'Portland, ME 04101',
    ])
      await waitFor(() => expect(textOf(invoice)).toContain(text))
    expect(textOf(within(invoice).getByRole('row', { name: /^Total/ }))).toContain('$19.99')
  })

  it('shows that an invoice failed to load, and loads it after a lost connection', async () => {
    for (const id of ['999999', 'nonsense']) {
      await app.open(`${path}/${id}`, 'member')
      await alert('We couldn’t load this invoice')
    }
    const held = app.hold('GET /wp-json/mp/v1/transactions/{id}')
    await app.open(`${path}/309`, 'member')
    await screen.findByRole('status', { name: 'Loading the invoice' })
    app.passOn('GET /wp-json/mp/v1/transactions/{id}')
    held.release(disconnect)
    await alert('Statecast isn’t responding. Check your connection and try again.')
    await press('Try again')
    await screen.findByRole('article')
  })
})
