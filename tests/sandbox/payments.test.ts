import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { TEST_CARDS } from '../../server/sandbox/stripe/testCards.ts'
import { START, refused, useTestSandbox } from './testSandbox.ts'
import { authenticatePayment, createPaymentClient, type PaymentClient } from './paymentClient.ts'

const testSandbox = useTestSandbox()

const secretOf = (body: unknown) => (body as { client_secret: string }).client_secret
const member = () => createPaymentClient(testSandbox, 'member')
const guest = () => createPaymentClient(testSandbox, 'guest')

describe('create-subscription', () => {
  it('charges the plan, creates the subscription, saves the card and adds a ledger row', async () => {
    const gus = await guest()
    const key = randomUUID()
    expect((await gus.readMember()).recent_subscriptions).toEqual([])
    const paid = await gus.createSubscription(102, 'pm_card_visa', key)
    expect(paid).toMatchObject({
      status: 200,
      body: { success: true, status: 'active', subscription_id: expect.stringMatching(/^\d+$/) },
    })
    const { subscription_id: id } = paid.body as { subscription_id: string }
    const row = { kind: 'charge', provider: 'stripe', member: 5, plan_id: 102, amount: 19.99 }
    expect(await testSandbox.readLedger()).toEqual([
      { ...row, at: START.toISOString(), subscription_id: id, idempotency_key: key },
    ])
    const record = await gus.readMember()
    expect(record.recent_subscriptions).toEqual([
      expect.objectContaining({
        id,
        membership: '102',
        status: 'active',
        gateway: 's7qsh6-5sg',
        price: '19.99',
        subscr_id: expect.stringMatching(/^sub_1S\w{22}$/),
        cc_last4: '4242',
      }),
    ])
    expect(record.recent_transactions.map((row) => [row['txn_type'], row['status'], row['total']])).toEqual([
      ['payment', 'complete', '19.99'],
      ['subscription_confirmation', 'confirmed', '0.00'],
    ])
    expect(record.active_memberships.map((plan) => plan.title)).toContain('Monthly')
    const { cards, default_pay_method: defaultCard } = await gus.readCards()
    expect(cards).toEqual([
      expect.objectContaining({
        id: defaultCard,
        card: expect.objectContaining({ brand: 'visa', last4: '4242' }),
        billing_details: expect.objectContaining({ name: 'Card Holder', email: gus.email }),
      }),
    ])
  })

  it('charges 0 for a trial, and the price at its end and each year after', async () => {
    const gus = await guest()
    await gus.createSubscription(104, 'pm_card_visa')
    expect((await testSandbox.readLedger()).map((row) => [row.kind, row.plan_id, row.amount])).toEqual([
      ['charge', 104, 0],
    ])
    const paidSoFar = async () =>
      (await gus.readMember()).recent_transactions
        .filter((row) => row['txn_type'] === 'payment')
        .map((row) => [row['created_at'], row['total'], row['expires_at']])
    expect(await paidSoFar()).toEqual([])
    expect((await gus.readMember()).active_memberships.map((plan) => plan.title)).toEqual(['Yearly'])
    testSandbox.now = new Date('2026-11-28T09:59:59.000Z')
    expect(await paidSoFar()).toEqual([])
    testSandbox.now = new Date('2026-11-28T10:00:00.000Z')
    const first = ['2026-11-28 10:00:00', '179.00', '2027-11-28 23:59:59']
    expect(await paidSoFar()).toEqual([first])
    testSandbox.now = new Date('2027-11-28T10:00:00.000Z')
    expect(await paidSoFar()).toEqual([['2027-11-28 10:00:00', '179.00', '2028-11-28 23:59:59'], first])
    expect(await testSandbox.readLedger()).toHaveLength(1)
  })

  it('renews the subscription until it is canceled', async () => {
    const gus = await guest()
    await gus.createSubscription(101, 'pm_card_visa')
    testSandbox.now = new Date('2026-11-28T10:00:00.000Z')
    const payments = async () =>
      (await gus.readMember()).recent_transactions.filter((row) => row['txn_type'] === 'payment').length
    expect(await payments()).toBe(2)
    const [subscription] = (await gus.readMember()).recent_subscriptions
    const later = await guest()
    await later.call('cancel-subscription', {
      sub_id: subscription?.['id'],
      stripe_sub_id: subscription?.['subscr_id'],
    })
    testSandbox.now = new Date('2027-01-28T10:00:00.000Z')
    expect(await payments()).toBe(2)
  })

  it.each(
    TEST_CARDS.flatMap((card) =>
      card.attachDecline ? [[card.name, card.aliases?.[0] ?? '', card.attachDecline] as const] : [],
    ),
  )('refuses with the provider’s message: %s', async (_, alias, decline) => {
    const gus = await guest()
    expect(await gus.createSubscription(102, alias)).toMatchObject({
      status: 402,
      body: { code: decline.code, message: decline.message, data: { status: 402 } },
    })
    expect(await gus.createSubscription(104, alias)).toMatchObject({ status: 402 })
    expect(await testSandbox.readLedger()).toEqual([])
    expect((await gus.readCards()).cards).toEqual([])
    expect((await gus.readMember()).recent_subscriptions).toEqual([])
  })

  it('saves a card that only declines charges and starts a trial with it', async () => {
    const gus = await guest()
    expect(await gus.createSubscription(102, 'pm_card_chargeCustomerFail')).toMatchObject(refused(402, 'card_declined'))
    const { cards } = await gus.readCards()
    expect(cards).toHaveLength(1)
    expect(await gus.payWithSavedCard(102, cards[0]?.id ?? '')).toMatchObject({ status: 402 })
    expect(await testSandbox.readLedger()).toEqual([])
    expect(await gus.payWithSavedCard(104, cards[0]?.id ?? '')).toMatchObject({ status: 200 })
    expect((await testSandbox.readLedger()).map((row) => row.amount)).toEqual([0])
  })

  it.each([
    ['an unknown plan', { plan_id: 999 }, 404, 'plan_not_found'],
    ['an unknown card', { payment_method_id: 'pm_nobody' }, 404, 'payment_method_not_found'],
    ['another account’s email', { email: 'member@statecast.test' }, 403, 'rest_forbidden'],
    ['a plan id that is not a number', { plan_id: 'x' }, 400, 'rest_invalid_param'],
    ['no name', { name: undefined }, 400, 'rest_missing_callback_param'],
    ['an empty card', { payment_method_id: '' }, 400, 'rest_invalid_param'],
  ])('refuses %s and stores nothing under its key', async (_, wrong, status, code) => {
    const gus = await guest()
    const right = { email: gus.email, name: 'Gus', plan_id: 102, payment_method_id: 'pm_card_visa' }
    const as = await testSandbox.asUser('guest')
    const headers = { 'Idempotency-Key': randomUUID() }
    const create = (body: object) =>
      as('POST', '/wp-json/payment/v1/create-subscription', { body, headers, part: 'response' })
    expect(await create({ ...right, ...wrong })).toMatchObject(refused(status, code))
    expect(await testSandbox.readLedger()).toEqual([])
    expect(await create(right)).toMatchObject({ status: 200 })
  })
})

describe('pay-from-save-card', () => {
  it('charges a saved card', async () => {
    const mara = await member()
    const { default_pay_method: card } = await mara.readCards()
    expect(await mara.payWithSavedCard(103, card ?? '')).toMatchObject({ status: 200, body: { status: 'active' } })
    expect((await testSandbox.readLedger()).map((row) => [row.kind, row.member, row.plan_id, row.amount])).toEqual([
      ['charge', 2, 103, 49],
    ])
    expect((await mara.readMember()).recent_subscriptions[0]).toMatchObject({ membership: '103', status: 'active' })
  })

  it('refuses a card that the member has not saved', async () => {
    const [mara, gus] = [await member(), await guest()]
    const { default_pay_method: card } = await mara.readCards()
    for (const [who, method] of [
      [gus, card ?? ''],
      [mara, 'pm_card_visa'],
      [mara, 'pm_nobody'],
    ] as const) {
      expect(await who.payWithSavedCard(102, method)).toMatchObject({
        status: 404,
        body: { code: 'payment_method_not_found', message: `No such PaymentMethod: '${method}'` },
      })
    }
    expect(await gus.createSubscription(102, card ?? '')).toMatchObject({ status: 404 })
    expect(await gus.call('pay-from-save-card', { user_id: 2, payment_method_id: card, plan_id: 102 })).toMatchObject(
      refused(403, 'rest_forbidden'),
    )
    expect(await testSandbox.readLedger()).toEqual([])
  })
})

describe('saved cards', () => {
  it('are two for member and none for guest', async () => {
    expect(await (await member()).readCards()).toMatchObject({
      cards: [{ card: { brand: 'mastercard', last4: '4444' } }, { card: { brand: 'visa', last4: '4242' } }],
      default_pay_method: expect.stringMatching(/^pm_/),
    })
    expect(await (await guest()).readCards()).toEqual({ cards: [], default_pay_method: null })
  })

  it('can be added, made the default and removed', async () => {
    const mara = await member()
    const reference = (id: string) => ({ user_id: mara.id, payment_method_id: id })
    const before = await mara.readCards()
    const added = (await mara.call('add-card', reference('pm_card_amex'), '')).body as typeof before
    expect(added.cards).toHaveLength(3)
    expect(added.default_pay_method).toBe(before.default_pay_method)
    const amex = added.cards.find(({ card }) => card.brand === 'amex')?.id ?? ''
    expect((await mara.call('set-default-card', reference(amex), '')).body).toMatchObject({ default_pay_method: amex })
    const removed = (await mara.call('delete-card', reference(amex), '')).body as typeof before
    expect([removed.cards.length, removed.default_pay_method]).toEqual([2, null])
    expect(await mara.payWithSavedCard(102, amex)).toMatchObject({ status: 404 })
    expect(await testSandbox.readLedger()).toEqual([])
  })

  it('make the first card the default', async () => {
    const gus = await guest()
    const added = await gus.call('add-card', { user_id: 5, payment_method_id: 'pm_card_mastercard' }, '')
    const { cards, default_pay_method: defaultCard } = added.body as Awaited<ReturnType<PaymentClient['readCards']>>
    expect([cards.length, defaultCard]).toEqual([1, cards[0]?.id])
  })

  it.each(['set-default-card', 'delete-card', 'add-card'])(
    '%s refuses another member’s card and another member’s id',
    async (name) => {
      const [mara, gus] = [await member(), await guest()]
      const { default_pay_method: card } = await mara.readCards()
      expect(await gus.call(name, { user_id: 5, payment_method_id: card }, '')).toMatchObject(
        refused(404, 'payment_method_not_found'),
      )
      expect(await gus.call(name, { user_id: 2, payment_method_id: card }, '')).toMatchObject({ status: 403 })
      expect((await mara.readCards()).cards).toHaveLength(2)
    },
  )

  it('do not include a declined card', async () => {
    const gus = await guest()
    expect(
      await gus.call('add-card', { user_id: 5, payment_method_id: 'pm_card_chargeDeclinedExpiredCard' }, ''),
    ).toMatchObject({ status: 402, body: { code: 'expired_card', message: 'Your card has expired.' } })
    expect((await gus.readCards()).cards).toEqual([])
  })
})

describe('canceling a subscription', () => {
  const currentSubscription = async (who: PaymentClient) => (await who.readMember()).recent_subscriptions[0] ?? {}
  type Subscription = Readonly<Record<string, string>>
  const byCard = ({ id, subscr_id }: Subscription) => ({ sub_id: id, stripe_sub_id: subscr_id })
  const byPaypal = ({ id, subscr_id }: Subscription) => ({ sub_id: id, subscription_id: subscr_id })

  it('at Stripe cancels it and adds a ledger row', async () => {
    const mara = await member()
    const subscription = await currentSubscription(mara)
    const key = randomUUID()
    expect(await mara.call('cancel-subscription', byCard(subscription), key)).toMatchObject({
      status: 200,
      body: { success: true },
    })
    const row = { kind: 'cancel', provider: 'stripe', member: 2, plan_id: 102, amount: null }
    expect(await testSandbox.readLedger()).toEqual([
      { ...row, at: START.toISOString(), subscription_id: subscription['id'], idempotency_key: key },
    ])
    expect((await currentSubscription(mara))['status']).toBe('cancelled')
  })

  it('at PayPal cancels it and adds a ledger row', async () => {
    const pavel = await createPaymentClient(testSandbox, 'paypal-member')
    const subscription = await currentSubscription(pavel)
    expect(await pavel.call('cancel-paypal-subscription', byPaypal(subscription))).toMatchObject({ status: 200 })
    expect((await testSandbox.readLedger()).map((row) => [row.kind, row.provider, row.plan_id, row.amount])).toEqual([
      ['cancel', 'paypal', 103, null],
    ])
    expect((await currentSubscription(pavel))['status']).toBe('cancelled')
  })

  it('again is refused with the provider’s message', async () => {
    const [mara, pavel] = [await member(), await createPaymentClient(testSandbox, 'paypal-member')]
    const [card, paypal] = [await currentSubscription(mara), await currentSubscription(pavel)]
    await mara.call('cancel-subscription', byCard(card))
    await pavel.call('cancel-paypal-subscription', byPaypal(paypal))
    const again = await mara.call('cancel-subscription', byCard(card))
    expect(again).toMatchObject(refused(422, 'subscription_not_active'))
    // MemberPress returns its exception with the stack trace.
    expect((again.body as { message: string }).message).toMatch(/^This subscription is not active\.\n\n#0 .*\.php\(/)
    expect(await pavel.call('cancel-paypal-subscription', byPaypal(paypal))).toMatchObject({
      status: 422,
      body: {
        code: 'subscription_not_active',
        message: 'Invalid subscription status for cancel action; subscription status should be active or suspended.',
      },
    })
    expect(await testSandbox.readLedger()).toHaveLength(2)
  })

  it('is refused for another member’s, an unknown, a mismatched and another gateway’s subscription', async () => {
    const [mara, gus, manon] = [await member(), await guest(), await createPaymentClient(testSandbox, 'manual-member')]
    const [card, manual] = [await currentSubscription(mara), await currentSubscription(manon)]
    expect(await gus.call('cancel-subscription', byCard(card))).toMatchObject(refused(403, 'rest_forbidden'))
    for (const change of [{ stripe_sub_id: 'ch_1' }, { sub_id: '999' }]) {
      const response = await mara.call('cancel-subscription', { ...byCard(card), ...change })
      expect(response).toMatchObject(refused(404, 'subscription_not_found'))
    }
    expect(await mara.call('cancel-paypal-subscription', byPaypal(card))).toMatchObject({ status: 404 })
    expect(await manon.call('cancel-subscription', byCard(manual))).toMatchObject({ status: 404 })
    expect(await testSandbox.readLedger()).toEqual([])
    expect((await currentSubscription(mara))['status']).toBe('active')
  })
})

describe('a card that requires authentication', () => {
  const requireAuthentication = async (alias = 'pm_card_authenticationRequired', plan = 102) => {
    const gus = await guest()
    const key = randomUUID()
    const response = await gus.createSubscription(plan, alias, key)
    expect(response).toMatchObject({
      status: 200,
      body: { success: true, status: 'requires_action', client_secret: expect.stringMatching(/^pi_\w+_secret_\w+$/) },
    })
    return { gus, key, secret: secretOf(response.body) }
  }
  const nothingPaid = async (gus: PaymentClient) => {
    expect(await testSandbox.readLedger()).toEqual([])
    expect((await gus.readMember()).recent_subscriptions).toEqual([])
    expect((await gus.readCards()).cards).toEqual([])
  }

  it('pays after the authentication, under the key of the call', async () => {
    const { gus, key, secret } = await requireAuthentication()
    await nothingPaid(gus)
    expect(await authenticatePayment(testSandbox, secret, 'complete')).toMatchObject({
      paymentIntent: { status: 'succeeded' },
    })
    expect((await testSandbox.readLedger()).map((row) => [row.kind, row.amount, row.idempotency_key])).toEqual([
      ['charge', 19.99, key],
    ])
    expect((await gus.readMember()).recent_subscriptions).toMatchObject([{ membership: '102', status: 'active' }])
    expect((await gus.readCards()).cards).toHaveLength(1)
    // A repeated call charges nothing.
    expect(await authenticatePayment(testSandbox, secret, 'complete')).toMatchObject({
      error: { code: 'payment_intent_unexpected_state' },
    })
    expect(await testSandbox.readLedger()).toHaveLength(1)
  })

  it('pays nothing after a failed authentication, which cannot be repeated', async () => {
    const { gus, secret } = await requireAuthentication()
    expect(await authenticatePayment(testSandbox, secret, 'fail')).toMatchObject({
      error: {
        code: 'payment_intent_authentication_failure',
        message:
          'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
        payment_intent: { status: 'requires_payment_method' },
      },
    })
    expect(await authenticatePayment(testSandbox, secret, 'complete')).toHaveProperty('error')
    await nothingPaid(gus)
  })

  it('pays nothing without an authentication and expires after a day', async () => {
    const { gus, secret } = await requireAuthentication()
    testSandbox.now = new Date(START.getTime() + 23 * 3_600_000)
    expect(await authenticatePayment(testSandbox, secret, 'complete')).toMatchObject({
      error: { code: 'payment_intent_unexpected_state', payment_intent: { status: 'canceled' } },
    })
    await nothingPaid(gus)
  })

  it('returns the same client secret for the same key', async () => {
    const { gus, key, secret } = await requireAuthentication()
    expect(secretOf((await gus.createSubscription(102, 'pm_card_authenticationRequired', key)).body)).toBe(secret)
    expect(await authenticatePayment(testSandbox, secret, 'complete')).toHaveProperty('paymentIntent')
  })

  it('cancels a pending payment when a later one starts', async () => {
    const { gus, secret } = await requireAuthentication()
    expect(await gus.createSubscription(102, 'pm_card_visa')).toMatchObject({ body: { status: 'active' } })
    expect(await authenticatePayment(testSandbox, secret, 'complete')).toHaveProperty('error')
    expect(await testSandbox.readLedger()).toHaveLength(1)
  })

  it.each([
    ['pm_card_authenticationRequiredChargeDeclinedInsufficientFunds', 'insufficient_funds'],
    ['pm_card_threeDSecureRequiredChargeDeclined', 'generic_decline'],
  ])('declines after the authentication: %s', async (alias, decline) => {
    const { gus, secret } = await requireAuthentication(alias)
    expect(await authenticatePayment(testSandbox, secret, 'complete')).toMatchObject({
      error: { type: 'card_error', code: 'card_declined', decline_code: decline },
    })
    await nothingPaid(gus)
  })

  it('requires authentication every time or until the card is saved', async () => {
    const once = await requireAuthentication('pm_card_authenticationRequiredOnSetup')
    await authenticatePayment(testSandbox, once.secret, 'complete')
    const [saved] = (await once.gus.readCards()).cards
    expect(await once.gus.payWithSavedCard(103, saved?.id ?? '')).toMatchObject({ body: { status: 'active' } })
    const always = await requireAuthentication()
    await authenticatePayment(testSandbox, always.secret, 'complete')
    const [newest] = (await always.gus.readCards()).cards
    expect(await always.gus.payWithSavedCard(101, newest?.id ?? '')).toMatchObject({
      body: { status: 'requires_action' },
    })
  })

  it('requires authentication for a trial and charges 0', async () => {
    const { secret } = await requireAuthentication('pm_card_authenticationRequired', 104)
    await authenticatePayment(testSandbox, secret, 'complete')
    expect((await testSandbox.readLedger()).map((row) => row.amount)).toEqual([0])
  })

  it('refuses an unknown client secret', async () => {
    expect(await authenticatePayment(testSandbox, 'pi_1_secret_1', 'complete')).toMatchObject({
      error: { code: 'resource_missing' },
    })
  })
})
