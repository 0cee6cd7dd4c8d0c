/** Subscribing, changing the plan, and the way back to a requested channel, with a card provider without frames. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { installCardProvider } from './fakeCardProvider.ts'
import { chooseOption, fill, heading, modify, openMenuEntry, press, textsOf, useApp, type Account } from './useApp.tsx'

const app = useApp()
beforeEach(() => void installCardProvider())

const create = 'POST /wp-json/payment/v1/create-subscription'
const paySaved = 'POST /wp-json/payment/v1/pay-from-save-card'

const summary = () => screen.findByRole('region', { name: 'Order Summary' })
const summaryRows = async () => textsOf((await summary()).querySelectorAll('dl > div'))
const thankYou = () => heading('Thank You')

const ledger = async () =>
  (await app.sandbox.readLedger()).map(({ kind, provider, plan_id }) => `${kind} ${provider} ${plan_id}`)

/** The names of the calls that create, cancel or pay, and their idempotency keys. */
const paymentCalls = () => app.sent().filter(({ call }) => /\/payment\/v1\/(create|pay-from|capture|cancel)/.test(call))
const names = () => paymentCalls().map(({ call }) => call.split('/').at(-1))
const keys = () => paymentCalls().map(({ headers }) => headers.get('idempotency-key'))

/** Presses a button once it is enabled. */
async function pressEnabled(name: string | RegExp) {
  const button = await screen.findByRole<HTMLButtonElement>('button', { name })
  await waitFor(() => expect(button.disabled).toBe(false))
  fireEvent.click(button)
}

async function fillCardForm() {
  await fill('Cardholder name', 'Gus Guest')
  await fill('Billing address', '1 Main Street')
}

async function payByCard(label: string | RegExp = /^(Pay|Start free trial)/) {
  await fillCardForm()
  await pressEnabled(label)
}

/** Ticks the box under the notice that the new plan ends before the paid time. */
const acceptLoss = async () =>
  fireEvent.click(await screen.findByRole('checkbox', { name: /^I understand that I’ll lose [\d,]+ days?\.$/ }))

/** The terms are directly above the button, or above the row of actions that contains it. */
async function expectTerms(label: string | RegExp, text: string) {
  const button = await screen.findByRole('button', { name: label })
  const before = button.previousElementSibling
  const above = before?.tagName === 'P' ? before : button.parentElement?.previousElementSibling
  expect(above ? textsOf([above]) : []).toEqual([text])
}

const open = (account: Account, plan = '102') => app.open(`/subscribe/${plan}`, account)

describe('a list of the card form', () => {
  it('opens with Enter, which pays nothing', async () => {
    await open('guest')
    await fillCardForm()
    const pay = await screen.findByRole<HTMLButtonElement>('button', { name: /^Pay/ })
    await waitFor(() => expect(pay.disabled).toBe(false))
    for (const [name, option] of [
      ['Country', 'Canada'],
      ['State', 'Ohio'],
    ] as const) {
      const list = await screen.findByRole<HTMLInputElement>('combobox', { name })
      await waitFor(() => expect(list.disabled).toBe(false))
      list.focus()
      // It is false if the default action, which submits the form, is prevented.
      expect(fireEvent.keyDown(list, { key: 'Enter', code: 'Enter' }), name).toBe(false)
      await screen.findByRole('option', { name: option })
    }
    expect(names()).toEqual([])
  })
})

describe('the page to subscribe', () => {
  it(
    'shows the plan, the breadcrumbs, both payment methods and the Order Summary',
    { tags: ['plan.heading', 'plan.summary', 'plan.billingInfo', 'pay.choice', 'plan.price', 'plan.validUntil'] },
    async () => {
      vi.useFakeTimers({ now: new Date('2025-03-05T12:00:00-05:00'), toFake: ['Date'] })
      await open('guest')
      await heading('Subscribe to Monthly')
      await screen.findByText('Every channel, billed monthly. Cancel any time from your profile.')
      const breadcrumbs = screen.getByRole('navigation', { name: 'Breadcrumbs' })
      expect(textsOf(within(breadcrumbs).getAllByRole('listitem'))).toEqual(['Home', 'Subscribe', 'Monthly'])
      expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Debit /Credit Card' }).checked).toBe(true)
      screen.getByRole('radio', { name: 'PayPal Payment Method' })
      const cardDetails = await screen.findByRole('group', { name: /^Card details/ })
      expect(cardDetails.querySelectorAll('svg'), 'the marks of the brands').toHaveLength(3)
      expect(await summaryRows()).toEqual([
        'Monthly$19.99 per month',
        'NameGus Tarrant',
        'Usernameguest',
        'E-mailguest@statecast.test',
        'Payment dateMar, 05, 2025',
        'Valid untilApr, 05, 2025',
      ])
      const link = within(await summary()).getByRole('link', { name: 'Update Billing Info' })
      expect(link.getAttribute('href')).toBe('/profile')
      await screen.findByRole('button', { name: 'Pay $19.99' })
    },
  )

  it(
    'returns to the previous page with the back arrow, to the plans without one, and with Back',
    { tags: ['plan.heading', 'card.back'] },
    async () => {
      await open('guest')
      const form = await screen.findByRole('form', { name: 'Card payment' })
      expect(within(form).getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/profile/packages')
      await press('Back')
      await waitFor(() => expect(location.pathname).toBe('/profile/packages'))
      await press('Subscribe: Quarterly', 'link')
      await screen.findByRole('button', { name: 'Pay $49' })
      expect(location.pathname).toBe('/subscribe/103')
      await press('Back')
      await waitFor(() => expect(location.pathname).toBe('/profile/packages'))
    },
  )

  it(
    'shows when the price of a plan with a trial is due, and charges nothing today',
    { tags: ['plan.terms', 'plan.trial'] },
    async () => {
      vi.useFakeTimers({ now: new Date('2025-03-05T12:00:00-05:00'), toFake: ['Date'] })
      await open('guest', '104')
      await waitFor(async () => expect(await summaryRows()).toContain('Yearly$179 per year'))
      expect(textsOf([await summary()])[0]).toContain('First 7 days free · $0 today')
      expect(await summaryRows()).toContain('Payment dateMar, 12, 2025')
      await expectTerms(
        'Start free trial · $0 today',
        'Due today: $0. Then $179 per year from Mar 12, 2025, until you cancel. Terms · Privacy',
      )
      await payByCard('Start free trial · $0 today')
      await thankYou()
      expect((await app.sandbox.readLedger()).map(({ kind, amount }) => [kind, amount])).toEqual([['charge', 0]])
    },
  )

  it('shows what the button charges, and when it charges again', { tags: 'plan.terms' }, async () => {
    vi.useFakeTimers({ now: new Date('2025-01-31T12:00:00-05:00'), toFake: ['Date'] })
    await open('guest')
    await expectTerms(
      'Pay $19.99',
      '$19.99 today, then $19.99 per month from Feb 28, 2025, until you cancel. Terms · Privacy',
    )
    const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect([link('Terms'), link('Privacy')]).toEqual([
      'https://statecast.example/terms',
      'https://statecast.example/privacy',
    ])
  })

  it('shows that a one-time plan does not renew', { tags: 'plan.terms' }, async () => {
    app.respond(
      'GET /wp-json/mp/v1/memberships/{id}',
      modify((body: Record<string, unknown>) => ({ ...body, period_type: 'lifetime' })),
    )
    await open('guest')
    await expectTerms('Pay $19.99', 'One-time payment of $19.99 today. It doesn’t renew. Terms · Privacy')
  })

  it.each([
    ...['/subscribe/999', '/subscribe/no-plan', '/subscribe/0'],
    ...['/upgrade/999', '/upgrade/no-plan?type=upgrade', '/upgrade/0'],
  ])(
    'shows the load failure and a link to the plans, but no Try again, for the unknown plan %s',
    { tags: ['plan.load', 'plan.loadAgain'] },
    async (path) => {
      await app.open(path, 'guest')
      await screen.findByRole('heading', { name: 'We couldn’t load this plan' })
      const { textContent } = screen.getByRole('main')
      expect(textContent).toContain('Something went wrong while fetching memberpress data')
      expect(textContent).not.toMatch(/memberships? found/)
      expect(screen.getByRole('link', { name: 'Back to plans' }).getAttribute('href')).toBe('/profile/packages')
      expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    },
  )

  it(
    'sends name, email, phone and address to the provider, the country by its code',
    { tags: ['card.billing', 'location.lists'] },
    async () => {
      const { billing } = installCardProvider()
      await open('lapsed')
      await fillCardForm()
      await chooseOption('Country', 'United States')
      await chooseOption('State', 'Ohio')
      await chooseOption('City', 'Dayton')
      await pressEnabled(/^Pay/)
      await thankYou()
      expect(billing).toEqual([
        {
          name: 'Gus Guest',
          email: 'lapsed@statecast.test',
          phone: '+1 555 0106',
          address: { line1: '1 Main Street', country: 'US', state: 'Ohio', city: 'Dayton' },
        },
      ])
    },
  )
})

describe('a plan that can’t be described', () => {
  const plan = 'GET /wp-json/mp/v1/memberships/{id}'
  const cannotBeBought =
    'This plan can’t be bought right nowIts price or period isn’t available, so we can’t say what you’d pay. You haven’t been charged.Try again'

  it.each([
    ['/subscribe/102', 'guest', { price: '' }],
    ['/subscribe/102', 'guest', { period_type: 'fortnights' }],
    ['/upgrade/104', 'member', { price: '' }],
    ['/upgrade/104', 'member', { period: '0' }],
  ] as const)('is not sold at %s', { tags: 'plan.incomplete' }, async (path, account, fields) => {
    app.respond(
      plan,
      modify((body: object) => ({ ...body, ...fields })),
      { isOffContract: true },
    )
    await app.open(path, account)
    expect(textsOf([await screen.findByRole('alert')])).toEqual([cannotBeBought])
    expect(screen.getByRole('link', { name: 'Back to plans' }).getAttribute('href')).toBe('/profile/packages')
    expect(screen.queryByRole('radio')).toBeNull()
    expect(screen.queryByRole('button', { name: /^(Pay|Start)/ })).toBeNull()
    app.passOn(plan)
    await press('Try again')
    await screen.findByRole('button', { name: /^(Pay|Start)/ })
    expect(names()).toEqual([])
  })

  it('is not sold in an unknown currency', { tags: 'plan.incomplete' }, async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    await app.open('/subscribe/102', 'guest', { money: { currency: 'dollars' } })
    expect(textsOf([await screen.findByRole('alert')])).toEqual([cannotBeBought])
  })
})

describe('a member who loses the plan on another device', () => {
  it(
    'reviews the plan at the checkout, and nothing is canceled or paid before',
    { tags: 'pay.membershipChanged' },
    async () => {
      await app.open('/upgrade/104', 'member')
      await screen.findByRole('button', { name: /^Pay Now/ })
      app.respond(
        'GET /wp-json/mp/v1/members/{id}',
        modify((record: object) => ({
          ...record,
          ...{ recent_subscriptions: [], recent_transactions: [], latest_txn: undefined, active_memberships: [] },
        })),
      )
      await pressEnabled(/^Pay Now/)
      await screen.findByText(/^Your membership may have changed while this page was open\. You haven’t been charged\./)
      expect(names()).toEqual([])
      await pressEnabled(/^Pay Now/)
      await waitFor(() => expect(names()).toEqual(['pay-from-save-card']))
    },
  )
})

it(
  'nothing is paid before an interrupted cancellation is checked on the profile',
  { tags: 'cancel.oneAttempt' },
  async () => {
    await app.open('/upgrade/104', 'member')
    await screen.findByRole('button', { name: /^Pay Now/ })
    const attempt = { subscriptionToCancel: { id: 11, providerId: 'sub_11', gateway: 'card' }, key: 'a' }
    localStorage.setItem('statecast.attempt', JSON.stringify({ state: 'canceling', member: 2, attempt }))
    await pressEnabled(/^Pay Now/)
    expect(textsOf([await screen.findByRole('alert')])).toEqual([
      'Your cancellation isn’t confirmed yetCheck your cancellation on your profile before you pay. You haven’t been charged.Try again',
    ])
    expect(names()).toEqual([])
    expect(localStorage.getItem('statecast.attempt')).toContain('canceling')
    await press('Go to your plan', 'link')
    await screen.findByRole('heading', { name: 'We’re confirming your cancellation' })
  },
)

describe('the form for a new card', { tags: 'card.prefill' }, () => {
  it('starts with the profile and sends what it shows, the state by name', async () => {
    const { billing } = installCardProvider()
    await open('lapsed')
    const shown = (role: string, name: string | RegExp) => screen.findByRole<HTMLInputElement>(role, { name })
    await waitFor(async () => expect((await shown('combobox', 'City')).value).toBe('Bend'))
    expect((await shown('textbox', /^Cardholder name/)).value).toBe('Leda Prowse')
    expect((await shown('textbox', /^Billing address/)).value).toBe('6 Harbor Street')
    expect((await shown('combobox', 'Country')).value).toBe('United States')
    await pressEnabled(/^Pay/)
    await thankYou()
    expect(billing).toMatchObject([
      { name: 'Leda Prowse', address: { line1: '6 Harbor Street', country: 'US', state: 'Oregon', city: 'Bend' } },
    ])
  })

  it('without an address in the profile starts in the country of the browser, and sends none that is not shown', async () => {
    const { billing } = installCardProvider()
    await open('guest')
    const country = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Country' })
    await waitFor(async () => expect((await country()).value).toBe('United States'))
    fireEvent.click(screen.getByRole('button', { name: 'Clear the country' }))
    await payByCard()
    await thankYou()
    expect(billing).toMatchObject([{ name: 'Gus Guest', address: { line1: '1 Main Street' } }])
    expect(JSON.stringify(billing)).not.toContain('US')
  })
})

describe('a card payment', () => {
  it('is sent once for a double click', { tags: 'pay.once' }, async () => {
    await open('guest')
    await fillCardForm()
    const pay = await screen.findByRole<HTMLButtonElement>('button', { name: /^Pay/ })
    await waitFor(() => expect(pay.disabled).toBe(false))
    fireEvent.click(pay)
    fireEvent.click(pay)
    await thankYou()
    expect(names()).toEqual(['create-subscription'])
    expect(await ledger()).toHaveLength(1)
  })

  it('only disables Pay, until it has taken 100 ms', { tags: 'card.disabled' }, async () => {
    vi.stubGlobal('scheduler', { postTask: () => new Promise(() => undefined) })
    await open('guest')
    await fillCardForm()
    const pay = await screen.findByRole<HTMLButtonElement>('button', { name: /^Pay/ })
    await waitFor(() => {
      const states = screen.getByRole<HTMLInputElement>('combobox', { name: 'State' })
      expect([pay.disabled, states.disabled]).toEqual([false, false])
    })
    const changes: string[] = []
    const observer = new MutationObserver((records) =>
      changes.push(...records.map(({ target, attributeName }) => `${target.nodeName} ${attributeName ?? 'content'}`)),
    )
    const attributeFilter = ['disabled', 'data-disabled', 'readonly', 'aria-busy', 'data-loading', 'hidden']
    observer.observe(document.body, { attributeFilter, childList: true, characterData: true, subtree: true })
    const held = app.hold(create)
    fireEvent.click(pay)
    await waitFor(() => expect(names()).toEqual(['create-subscription']))
    observer.disconnect()
    expect(new Set(changes)).toEqual(
      new Set(['disabled', 'data-disabled', 'data-loading'].map((name) => `BUTTON ${name}`)),
    )
    held.release()
    await thankYou()
  })

  it('can’t be sent with an empty card field, nor while it is processed', { tags: 'card.disabled' }, async () => {
    const pay = () => screen.findByRole<HTMLButtonElement>('button', { name: /^Pay/ })
    installCardProvider({ isEmpty: true, isComplete: false })
    await open('guest')
    await fillCardForm()
    await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading the card field' })).toBeNull())
    expect((await pay()).disabled).toBe(true)
    installCardProvider()
    const held = app.hold(create)
    app.reload()
    await payByCard()
    await waitFor(() => expect(names()).toEqual(['create-subscription']))
    expect((await pay()).disabled).toBe(true)
    held.release()
    await thankYou()
  })

  it.each([
    ['pm_card_chargeDeclined', 'Your card was declined.'],
    ['pm_card_chargeDeclinedInsufficientFunds', 'Your card has insufficient funds.'],
  ])(
    'with %s shows the refusal, and the next attempt has a new key',
    { tags: 'card.refused' },
    async (card, message) => {
      installCardProvider({ card })
      await open('guest')
      await payByCard()
      const alert = await within(await screen.findByRole('group', { name: /^Card details/ })).findByRole('alert')
      await waitFor(() => expect(textsOf([alert])[0], 'at the field').toBe(message))
      expect(screen.getByLabelText<HTMLInputElement>(/^Cardholder name/).value).toBe('Gus Guest')
      expect(await ledger()).toEqual([])
      installCardProvider()
      await pressEnabled(/^Pay/)
      await thankYou()
      expect(await ledger()).toHaveLength(1)
      expect(new Set(keys()).size).toBe(2)
    },
  )

  it(
    'whose response is lost is found in the member record and charged once',
    { tags: ['pay.reconcile', 'pay.once'] },
    async () => {
      app.respond(create, async (_, pass) => {
        await pass()
        throw new TypeError('Failed to fetch')
      })
      await open('guest')
      await payByCard()
      await thankYou()
      expect(names()).toEqual(['create-subscription'])
      expect(await ledger()).toHaveLength(1)
    },
  )

  it('continues on another screen', { tags: 'pay.otherScreen' }, async () => {
    const held = app.hold(create)
    await open('guest')
    await payByCard()
    await waitFor(() => expect(names()).toEqual(['create-subscription']))
    fireEvent.click(screen.getAllByRole('link', { name: 'Support' })[0] ?? document.body)
    await heading('Support')
    history.back()
    await screen.findByText(/^Processing your payment…/)
    held.release()
    await thankYou()
    expect(await ledger()).toHaveLength(1)
  })

  it('appears in the billing history that was open before', async () => {
    await app.open('/profile/transcation-history', 'member')
    await screen.findByText('13 transactions')
    app.follow('/subscribe/103')
    await payByCard()
    await thankYou()
    app.follow('/profile/transcation-history')
    await screen.findByText('15 transactions')
  })

  it(
    'of a member cancels the old plan and pays the new one once',
    { tags: ['pay.cancelFirst', 'plan.warning'] },
    async () => {
      await open('member', '103')
      await screen.findByText(/^Your new plan starts today and replaces Monthly\. The time left on Monthly/)
      await payByCard()
      await thankYou()
      expect(await ledger()).toEqual(['cancel stripe 102', 'charge stripe 103'])
    },
  )
})

describe('a change of plan on a wide screen', () => {
  it.each([
    ['104?type=upgrade', 'Upgrade Plan - Your subscription is set to the Yearly', /^Yearly/],
    ['101?type=downgrade', 'Downgrade Plan - Your subscription is set to the Weekly', /^Weekly/],
    ['103', 'Choose Plan - Your subscription is set to the Quarterly', /^Quarterly/],
    ['103?type=sideways', 'Choose Plan - Your subscription is set to the Quarterly', /^Quarterly/],
  ])('/upgrade/%s has the heading %s', { tags: 'change.heading' }, async (path, name, plan) => {
    await app.open(`/upgrade/${path}`, 'member')
    await heading(name)
    await waitFor(async () => expect((await summaryRows())[0]).toMatch(plan))
  })

  it(
    'shows the primary card with Pay Now, links to manage and add cards, and the order summary',
    { tags: ['savedCard.pay', 'change.defaultCard', 'plan.billingInfo', 'plan.summary', 'plan.warning'] },
    async () => {
      vi.useFakeTimers({ now: new Date('2027-03-05T12:00:00-05:00'), toFake: ['Date'] })
      await app.open('/upgrade/104?type=upgrade', 'member')
      const pay = await screen.findByRole('button', { name: /^Pay Now/ })
      expect(textsOf([pay])).toEqual([expect.stringMatching(/^Pay Now\s?\$0$/)])
      await expectTerms(
        /^Pay Now/,
        'Due today: $0. Then $179 per year from Mar 12, 2027, until you cancel. Terms · Privacy',
      )
      const card = await screen.findByRole('region', { name: 'Pay with your saved card' })
      expect(textsOf([card])[0]).toMatch(/Visa •••• ending in 4242.*Expires 12\/20\d\d/)
      const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
      expect(link('Change default card')).toBe('/profile/payment-cards')
      expect(link('Update Billing Info')).toBe('/profile')
      const another = screen.getByRole('button', { name: 'Add a new payment method' })
      expect(another.getAttribute('aria-expanded')).toBe('false')
      expect(screen.queryAllByRole('radio', { hidden: false })).toHaveLength(0)
      expect(await summaryRows()).toEqual([
        'Yearly$179 per year',
        'NameMara Ellison',
        'Usernamemember',
        'E-mailmember@statecast.test',
        'Payment dateMar, 12, 2027',
        'Valid untilMar, 12, 2028',
      ])
      screen.getByText(
        /^Your new plan starts today and replaces Monthly\. The time left on Monthly \(through \w{3} \d{1,2}, \d{4}\) is not credited or refunded\.$/,
      )
      expect(screen.queryByRole('checkbox')).toBeNull()
    },
  )

  it(
    'offers a new card, and the saved card again',
    { tags: ['change.newMethod', 'plan.price', 'change.success', 'pay.choice'] },
    async () => {
      await app.open('/upgrade/103?type=upgrade', 'member')
      await press('Add a new payment method')
      const another = screen.getByRole('button', { name: 'Add a new payment method' })
      await waitFor(() => expect(another.getAttribute('aria-expanded')).toBe('true'))
      expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Debit /Credit Card' }).checked).toBe(true)
      expect(screen.queryByRole('button', { name: /^Pay Now/ })).toBeNull()
      await press('Use this card')
      await screen.findByRole('button', { name: /^Pay Now/ })
      await waitFor(() => expect(screen.queryAllByRole('radio', { hidden: false })).toHaveLength(0))

      await press('Add a new payment method')
      await payByCard('Pay $49')
      await thankYou()
      await screen.findByText('Membership Upgraded Successfully!')
      expect(await ledger()).toEqual(['cancel stripe 102', 'charge stripe 103'])
    },
  )

  it(
    'offers the saved card to a user who selects another method before it is loaded',
    { tags: ['savedCard.pay', 'change.newMethod'] },
    async () => {
      const held = app.hold('POST /wp-json/payment/v1/user-stripe-all-cards')
      await app.open('/upgrade/103?type=upgrade', 'member')
      await press('Add a new payment method')
      await screen.findByRole('radio', { name: 'Debit /Credit Card' })
      screen.getByRole('status', { name: 'Loading your saved card' })
      held.release()
      await press('Use this card')
      await screen.findByRole('button', { name: /^Pay Now/ })
    },
  )

  it.each([
    [
      'paypal-member',
      '104?type=upgrade',
      /^Your new plan starts today and replaces Quarterly\. The time left on Quarterly/,
      'Start free trial · $0 today',
      ['cancel paypal 103', 'charge stripe 104'],
    ],
    [
      'manual-member',
      '103?type=downgrade',
      /plan was bought elsewhere and we can’t cancel it for you\. If you continue you’ll pay for both/,
      'Pay $49',
      ['charge stripe 103'],
    ],
    ['guest', '102', 'Choose Plan - Your subscription is set to the Monthly', 'Pay $19.99', ['charge stripe 102']],
  ] as const)(
    'of %s to %s cancels what it can before it pays',
    { tags: ['pay.cancelFirst', 'pay.gateways', 'savedCard.pay'] },
    async (account, path, text, label, rows) => {
      await app.open(`/upgrade/${path}`, account)
      await screen.findByText(text)
      if (account === 'manual-member') {
        expect(screen.queryByRole('radio'), 'nothing can be paid before the box is ticked').toBeNull()
        fireEvent.click(screen.getByRole('checkbox', { name: 'I understand that I’ll pay for both plans.' }))
        await screen.findByRole('form', { name: 'Card payment' })
      }
      expect(screen.queryByRole('link', { name: 'Change default card' })).toBeNull()
      await payByCard(label)
      await thankYou()
      expect(await ledger()).toEqual(rows)
    },
  )

  it(
    'asks again while a plan of another provider runs beside the one that is replaced',
    { tags: ['plan.payingTwice', 'plan.daysLost', 'pay.cancelFirst', 'plan.consent'] },
    async () => {
      await app.open('/upgrade/103?type=downgrade', 'manual-member')
      fireEvent.click(await screen.findByRole('checkbox', { name: 'I understand that I’ll pay for both plans.' }))
      await payByCard('Pay $49')
      await thankYou()

      await app.open('/upgrade/101?type=downgrade', 'manual-member')
      for (const text of [
        /^Your new plan starts today and replaces Quarterly\./,
        /^Your Yearly plan was bought elsewhere/,
      ])
        expect((await screen.findByText(text)).className, 'amber').toMatch(/unsure/)
      const box = await screen.findByRole('checkbox', {
        name: /^I understand that I’ll lose \d+ days and that I’ll pay for both plans\.$/,
      })
      expect(screen.queryByRole('button', { name: /^Pay/ }), 'nothing can be paid before the box is ticked').toBeNull()
      fireEvent.click(box)
      await pressEnabled(/^Pay Now/)
      await screen.findByText('Every plan includes every channel. You’re on Weekly.')
      expect(await ledger()).toEqual(['charge stripe 103', 'cancel stripe 103', 'charge stripe 101'])
    },
  )

  it('of the plan that the member has needs a ticked box', { tags: ['plan.payingAgain', 'plan.consent'] }, async () => {
    await app.open('/subscribe/102', 'member')
    const notice = await screen.findByText(
      /^You already have Monthly through [A-Z][a-z]{2} \d{1,2}, \d{4}\. If you pay again, your plan starts over today, and the time left is not credited or refunded\./,
    )
    expect(notice.className, 'amber').toMatch(/unsure/)
    expect(within(notice).getByRole('link', { name: 'Go to your plan' }).getAttribute('href')).toBe('/profile')
    expect(screen.queryByText(/^Your new plan starts today/)).toBeNull()
    const box = screen.getByRole('checkbox', { name: 'I understand that I’ll pay for Monthly again.' })
    expect(screen.queryByRole('button', { name: /^Pay/ }), 'nothing can be paid before the box is ticked').toBeNull()
    fireEvent.click(box)
    await screen.findByRole('button', { name: /^Pay \$/ })
  })

  /** The subscriptions of the member are canceled, and paid time is left. */
  const cancelPlan = () =>
    app.respond(
      'GET /wp-json/mp/v1/members/{id}',
      modify((record: { recent_subscriptions: object[] }) => ({
        ...record,
        recent_subscriptions: record.recent_subscriptions.map((one) => ({ ...one, status: 'cancelled' })),
      })),
    )

  it('says that the time left on a canceled plan is not credited', { tags: 'plan.canceledWarning' }, async () => {
    cancelPlan()
    await app.open('/upgrade/103?type=upgrade', 'member')
    await screen.findByText(
      /^Your Monthly plan ends on [A-Z][a-z]{2} \d{1,2}, 2026\. Your new plan starts today\. The time left on Monthly is not credited or refunded\.$/,
    )
    expect(screen.queryByText(/^Your new plan starts today and replaces/)).toBeNull()
  })

  it('names the days of a canceled plan that are lost', { tags: ['plan.daysLost', 'plan.consent'] }, async () => {
    vi.useFakeTimers({ now: new Date('2026-11-12T12:00:00-05:00'), toFake: ['Date'] })
    cancelPlan()
    await app.open('/upgrade/101?type=downgrade', 'member')
    const notice = await screen.findByText(/^Your Monthly plan ends on Nov 30, 2026\./)
    expect(textsOf([notice])[0]).toMatch(
      /is not credited or refunded\. Weekly is paid through Nov 19, 2026, so you lose 11 days that you already paid for\.$/,
    )
    expect(notice.className, 'amber').toMatch(/unsure/)
    const box = await screen.findByRole('checkbox', { name: 'I understand that I’ll lose 11 days.' })
    expect(screen.queryByRole('button', { name: /^Pay/ }), 'nothing can be paid before the box is ticked').toBeNull()
    fireEvent.click(box)
    await screen.findByRole('button', { name: /^Pay Now/ })
  })

  it(
    'that is refused after the cancellation can be retried without another cancellation',
    { tags: ['pay.canceledNotPaid', 'plan.terms'] },
    async () => {
      app.refuse(paySaved, 402, 'card_declined', 'Your card was declined.')
      await app.open('/upgrade/103?type=upgrade', 'member')
      await pressEnabled(/^Pay Now/)
      const region = await screen.findByRole('region', { name: 'Payment' })
      const question = 'Your old plan was canceled, but the payment for the new one didn’t go through'
      await waitFor(() => expect(textsOf([document.activeElement ?? document.body]), 'the focus').toEqual([question]))
      within(region).getByText(question)
      await within(region).findByText('Your card was declined.')
      expect(await ledger()).toEqual(['cancel stripe 102'])
      await expectTerms(
        'Try again',
        '$49 today, then $49 every 3 months from Feb 25, 2027, until you cancel. Terms · Privacy',
      )
      app.passOn(paySaved)
      fireEvent.click(within(region).getByRole('button', { name: 'Try again' }))
      await screen.findByText('Membership Upgraded Successfully!')
      expect(names()).toEqual(['cancel-subscription', 'pay-from-save-card', 'pay-from-save-card'])
      expect(new Set(keys()).size).toBe(3)
      expect(await ledger()).toEqual(['cancel stripe 102', 'charge stripe 103'])
    },
  )

  it(
    'that is refused after the cancellation can be paid with another card',
    { tags: ['pay.canceledNotPaid', 'plan.canceledWarning'] },
    async () => {
      app.refuse(paySaved, 402, 'card_declined', 'Your card was declined.')
      await app.open('/upgrade/103?type=upgrade', 'member')
      await pressEnabled(/^Pay Now/)
      const region = await screen.findByRole('region', { name: 'Payment' })
      within(region).getByText(
        'Your old plan won’t renew. Try again to pay for the new one. You won’t be charged twice.',
      )
      fireEvent.click(within(region).getByRole('button', { name: 'Use another payment method' }))
      expect(document.activeElement?.tagName, 'the focus').toBe('H1')
      await screen.findByText(/^Your Monthly plan ends on /)
      fireEvent.click(await screen.findByRole('button', { name: 'Add a new payment method' }))
      await payByCard('Pay $49')
      await thankYou()
      expect(await ledger()).toEqual(['cancel stripe 102', 'charge stripe 103'])
    },
  )
})

describe('a change of plan on a phone', () => {
  beforeEach(() => app.usePhone())

  it.each([
    ['upgrade', 'Upgrade', 'Upgrade'],
    ['downgrade', 'Downgrade', 'Downgrade'],
    ['', 'Choose Plan', 'Buy Plan'],
  ])(
    'of type ‘%s’ has the heading %s and the button %s',
    { tags: ['change.heading', 'change.buyLabel', 'change.phoneCard', 'pay.choice'] },
    async (type, name, label) => {
      await app.open(`/upgrade/103?type=${type}`, 'member')
      await heading(name)
      await screen.findByRole('button', { name: new RegExp(`^${label}\\s?\\$49$`) })
      expect((await screen.findByRole<HTMLInputElement>('radio', { name: /4242/ })).checked).toBe(true)
      const link = screen.getByRole('link', { name: 'Change default card' })
      expect(link.getAttribute('href')).toBe('/profile/payment-cards')
    },
  )

  it(
    'shows the latest transaction as the invoice',
    { tags: ['change.phoneSummary', 'calls.transaction'] },
    async () => {
      let invoice: { id: string; trans_num: string } | undefined
      app.respond(
        'GET /wp-json/mp/v1/transactions/{id}',
        modify((body: { id: string; trans_num: string }) => (invoice = body)),
      )
      await app.open('/upgrade/103?type=upgrade', 'member')
      await waitFor(() => expect(invoice).toBeDefined())
      await waitFor(async () =>
        expect(await summaryRows()).toEqual([
          'Quarterly$49 every 3 months',
          `Invoice ID${invoice?.id}`,
          expect.stringMatching(/^Date[A-Z][a-z]{2}, \d\d, \d{4}$/),
          `Transaction ID${invoice?.trans_num}`,
          'Usernamemember',
        ]),
      )
      expect(screen.getByRole('link', { name: 'Update Billing Info' }).getAttribute('href')).toBe('/profile')
      expect(screen.queryByText('Payment date')).toBeNull()
    },
  )

  it('shows a dash for a missing value', { tags: 'plan.summary' }, async () => {
    await app.open('/upgrade/103', 'guest')
    await waitFor(async () =>
      expect(await summaryRows()).toEqual([
        'Quarterly$49 every 3 months',
        'Invoice ID—',
        'Date—',
        'Transaction ID—',
        'Usernameguest',
      ]),
    )
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Debit /Credit Card' }).checked).toBe(true)
    expect(screen.getAllByRole('radio')).toHaveLength(2)
  })

  it('pays with a new card', { tags: 'change.success' }, async () => {
    app.respond(
      'GET /wp-json/mp/v1/members/{id}',
      modify((body: { recent_transactions: object[] }) => ({
        ...body,
        recent_transactions: body.recent_transactions.map((row) => ({ ...row, expires_at: '2099-12-31 12:00:00' })),
      })),
    )
    await app.open('/upgrade/101?type=downgrade', 'member')
    await screen.findByText(
      /^Your new plan starts today .* \(through Dec 31, 2099\) .* Weekly is paid through .*, so you lose \d\d,\d{3} days/,
    )
    expect(screen.queryByRole('radio'), 'nothing can be paid before the box is ticked').toBeNull()
    await acceptLoss()
    fireEvent.click(await screen.findByRole('radio', { name: 'Debit /Credit Card' }))
    await payByCard('Downgrade $6.50')
    await screen.findByText('Membership Downgraded Successfully!')
    expect(await ledger()).toEqual(['cancel stripe 102', 'charge stripe 101'])
  })
})

describe('a guest who opened the link of a channel', () => {
  const channel = '/video/longitude'
  const storedChannel = () => sessionStorage.getItem('statecast.channel')

  async function openChannel(account: Account = 'guest') {
    await app.open(channel, account)
    await screen.findByText('Unauthorized / UnSubscribed Person')
    expect(location.pathname).toBe('/unauth')
  }

  /** Opens a path as after a reload, with what is stored. */
  function goTo(path: string) {
    history.replaceState(null, '', path)
    app.reload()
  }

  async function payAndContinue() {
    await payByCard()
    await thankYou()
    await press('Continue now')
  }

  const seeChannel = async () => {
    await waitFor(() => expect(location.pathname).toBe(channel))
    // A style sheet shows one of the two: the page's, or the player's where the player fills the screen.
    await screen.findAllByRole('heading', { level: 1, name: 'Longitude' })
  }

  it.each([
    ['/video/longitude', /^Longitude is live: .+ · Plans from \$6\.50 per week$/],
    ['/video/night-wire', /^Night Wire is off air right now · Plans from \$6\.50 per week$/],
    ['/video/nowhere', /^Plans from \$6\.50 per week$/],
  ])('reads on the profile what is on %s, and the lowest price', { tags: 'access.offer' }, async (path, offer) => {
    await app.open(path, 'guest')
    await press('Go to Profile', 'link')
    await screen.findByText(offer)
    expect(location.pathname).toBe('/profile')
  })

  it('is led over profile and plans back to it', { tags: 'pay.role' }, async () => {
    await openChannel()
    expect(storedChannel()).toBe(JSON.stringify(channel))
    await press('Go to Profile', 'link')
    await press(/^Choose a plan/, 'link')
    await press('Subscribe: Monthly', 'link')
    await payAndContinue()
    await seeChannel()
    // It is cleared after use.
    expect(storedChannel()).toBeNull()
    goTo('/subscribe/103')
    await payAndContinue()
    await heading('Live Channels')
    expect(location.pathname).toBe('/')
  })

  it('returns to it after a plan has ended, and after a reload of every page in between', async () => {
    await openChannel('lapsed')
    for (const [name, path] of [
      ['Go to Profile', '/profile'],
      [/^Choose a plan/, '/profile/packages'],
      ['Subscribe: Weekly', '/subscribe/101'],
    ] as const) {
      app.reload()
      await press(name, 'link')
      await waitFor(() => expect(location.pathname).toBe(path))
    }
    app.reload()
    await payAndContinue()
    await seeChannel()
  })

  it('does not return to it after going elsewhere', async () => {
    await openChannel()
    goTo('/subscribe/102')
    await payByCard()
    await press('Stay here')
    fireEvent.click((await screen.findAllByRole('link', { name: 'Live Channels' }))[0] ?? document.body)
    await heading('Live Channels')
    expect(storedChannel()).toBeNull()
  })

  it('does not return to it after a logout', async () => {
    await openChannel()
    await press('Go to Profile', 'link')
    await openMenuEntry('Logout')
    const dialog = await screen.findByRole('dialog')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Logout' }))
    await heading('Sign in')
    expect(storedChannel()).toBeNull()
    await open('guest')
    await payAndContinue()
    await heading('Live Channels')
  })

  it('is not one who opened another page', async () => {
    await app.open('/favourites', 'guest')
    await screen.findByText('Unauthorized / UnSubscribed Person')
    expect(storedChannel()).toBeNull()
    goTo('/subscribe/102')
    await screen.findByRole('button', { name: /^Pay/ })
    expect(screen.queryByText(/You’ll go straight to/)).toBeNull()
    await payAndContinue()
    await heading('Live Channels')
  })

  it.each([
    'https://evil.example/video/longitude',
    '//evil.example/video/longitude',
    '/\\evil.example/video/longitude',
    '/video/../..//evil.example',
    'javascript:alert(1)//video/longitude',
    '/profile/payment-cards',
  ])('is never led to %s, which is no channel', async (target) => {
    await app.open('/profile', 'guest')
    await heading('Profile')
    history.pushState({ usr: { from: target }, key: 'seeded', idx: 1 }, '', '/unauth')
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
    await screen.findByText('Unauthorized / UnSubscribed Person')
    expect(storedChannel()).toBeNull()
    sessionStorage.setItem('statecast.channel', JSON.stringify(target))
    goTo('/subscribe/102')
    await payAndContinue()
    await heading('Live Channels')
    expect(location.pathname).toBe('/')
  })
})
