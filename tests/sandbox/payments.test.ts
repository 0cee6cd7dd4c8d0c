import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TEST_CARDS } from '../../server/sandbox/stripe/testCards.ts'
import { openBench, type Bench } from './bench.ts'
import { authenticate, ledgerOf, payer, type Payer } from './paying.ts'

const START = new Date('2026-11-21T10:00:00.000Z')

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.end())
beforeEach(async () => {
  bench.now = START
  await bench.send('POST', '/sandbox/reset')
})

const secretOf = (body: unknown) => (body as { client_secret: string }).client_secret
const member = () => payer(bench, 'member')
const guest = () => payer(bench, 'guest')

describe('create-subscription', () => {
  it('charges the plan, begins the membership, saves the card and writes one row', async () => {
    const gus = await guest()
    const key = randomUUID()
    expect((await gus.record()).recent_subscriptions).toEqual([])
    const paid = await gus.create(102, 'pm_card_visa', key)
    expect(paid).toMatchObject({
      status: 200,
      body: { success: true, status: 'active', subscription_id: expect.stringMatching(/^\d+$/) },
    })
    const { subscription_id: id } = paid.body as { subscription_id: string }
    expect(await ledgerOf(bench)).toEqual([
      {
        at: START.toISOString(),
        kind: 'charge',
        provider: 'stripe',
        member: 5,
        plan_id: 102,
        amount: 19.99,
        subscription_id: id,
        idempotency_key: key,
      },
    ])
    const record = await gus.record()
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
    const { cards, default_pay_method: usual } = await gus.cards()
    expect(cards).toEqual([
      expect.objectContaining({
        id: usual,
        card: expect.objectContaining({ brand: 'visa', last4: '4242' }),
        billing_details: expect.objectContaining({ name: 'Card Holder', email: gus.email }),
      }),
    ])
  })

  it('on a plan with a trial charges 0 now and the price when the trial is over, each year again', async () => {
    const gus = await guest()
    await gus.create(104, 'pm_card_visa')
    expect((await ledgerOf(bench)).map((row) => [row.kind, row.plan_id, row.amount])).toEqual([['charge', 104, 0]])
    const paidSoFar = async () =>
      (await gus.record()).recent_transactions
        .filter((row) => row['txn_type'] === 'payment')
        .map((row) => [row['created_at'], row['total'], row['expires_at']])
    expect(await paidSoFar()).toEqual([])
    expect((await gus.record()).active_memberships.map((plan) => plan.title)).toEqual(['Yearly'])
    bench.now = new Date('2026-11-28T09:59:59.000Z')
    expect(await paidSoFar()).toEqual([])
    bench.now = new Date('2026-11-28T10:00:00.000Z')
    const first = ['2026-11-28 10:00:00', '179.00', '2027-11-28 23:59:59']
    expect(await paidSoFar()).toEqual([first])
    bench.now = new Date('2027-11-28T10:00:00.000Z')
    expect(await paidSoFar()).toEqual([['2027-11-28 10:00:00', '179.00', '2028-11-28 23:59:59'], first])
    expect(await ledgerOf(bench)).toHaveLength(1)
  })

  it('renews what it began, until it is cancelled', async () => {
    const gus = await guest()
    await gus.create(101, 'pm_card_visa')
    bench.now = new Date('2026-11-28T10:00:00.000Z')
    const payments = async () =>
      (await gus.record()).recent_transactions.filter((row) => row['txn_type'] === 'payment').length
    expect(await payments()).toBe(2)
    const [begun] = (await gus.record()).recent_subscriptions
    const later = await guest()
    await later.call('cancel-subscription', { sub_id: begun?.['id'], stripe_sub_id: begun?.['subscr_id'] })
    bench.now = new Date('2027-01-28T10:00:00.000Z')
    expect(await payments()).toBe(2)
  })

  it.each(
    TEST_CARDS.flatMap((card) => (card.refused ? [[card.name, card.aliases?.[0] ?? '', card.refused] as const] : [])),
  )('refuses with the provider’s words: %s', async (_, alias, decline) => {
    const gus = await guest()
    expect(await gus.create(102, alias)).toMatchObject({
      status: 402,
      body: { code: decline.code, message: decline.message, data: { status: 402 } },
    })
    expect(await gus.create(104, alias)).toMatchObject({ status: 402 })
    expect(await ledgerOf(bench)).toEqual([])
    expect((await gus.cards()).cards).toEqual([])
    expect((await gus.record()).recent_subscriptions).toEqual([])
  })

  it('saves a card that only refuses to pay, and begins a trial with it', async () => {
    const gus = await guest()
    expect(await gus.create(102, 'pm_card_chargeCustomerFail')).toMatchObject({
      status: 402,
      body: { code: 'card_declined' },
    })
    const { cards } = await gus.cards()
    expect(cards).toHaveLength(1)
    expect(await gus.paySaved(102, cards[0]?.id ?? '')).toMatchObject({ status: 402 })
    expect(await ledgerOf(bench)).toEqual([])
    expect(await gus.paySaved(104, cards[0]?.id ?? '')).toMatchObject({ status: 200 })
    expect((await ledgerOf(bench)).map((row) => row.amount)).toEqual([0])
  })

  it.each([
    ['an unknown plan', { plan_id: 999 }, 404, 'plan_not_found'],
    ['an unknown card', { payment_method_id: 'pm_nobody' }, 404, 'payment_method_not_found'],
    ['another’s address', { email: 'member@statecast.test' }, 403, 'rest_forbidden'],
    ['a plan that is no id', { plan_id: 'x' }, 400, 'rest_invalid_param'],
    ['no name', { name: undefined }, 400, 'rest_missing_callback_param'],
    ['an empty card', { payment_method_id: '' }, 400, 'rest_invalid_param'],
  ])('refuses %s, and keeps nothing under its key', async (_, wrong, status, code) => {
    const gus = await guest()
    const right = { email: gus.email, name: 'Gus', plan_id: 102, payment_method_id: 'pm_card_visa' }
    const as = bench.as(await bench.signIn('guest'))
    const headers = { 'Idempotency-Key': randomUUID() }
    const refused = await as('POST', '/wp-json/payment/v1/create-subscription', {
      body: { ...right, ...wrong },
      headers,
      part: 'answer',
    })
    expect(refused).toMatchObject({ status, body: { code } })
    expect(await ledgerOf(bench)).toEqual([])
    expect(await as('POST', '/wp-json/payment/v1/create-subscription', { body: right, headers })).toMatchObject({
      status: 200,
    })
  })
})

describe('pay-from-save-card', () => {
  it('charges a saved card', async () => {
    const mara = await member()
    const { default_pay_method: card } = await mara.cards()
    expect(await mara.paySaved(103, card ?? '')).toMatchObject({ status: 200, body: { status: 'active' } })
    expect((await ledgerOf(bench)).map((row) => [row.kind, row.member, row.plan_id, row.amount])).toEqual([
      ['charge', 2, 103, 49],
    ])
    expect((await mara.record()).recent_subscriptions[0]).toMatchObject({ membership: '103', status: 'active' })
  })

  it('refuses a card that is not saved, or that another saved', async () => {
    const [mara, gus] = [await member(), await guest()]
    const { default_pay_method: card } = await mara.cards()
    for (const [who, method] of [
      [gus, card ?? ''],
      [mara, 'pm_card_visa'],
      [mara, 'pm_nobody'],
    ] as const) {
      expect(await who.paySaved(102, method)).toMatchObject({
        status: 404,
        body: { code: 'payment_method_not_found', message: `No such PaymentMethod: '${method}'` },
      })
    }
    expect(await gus.create(102, card ?? '')).toMatchObject({ status: 404 })
    expect(await gus.call('pay-from-save-card', { user_id: 2, payment_method_id: card, plan_id: 102 })).toMatchObject({
      status: 403,
      body: { code: 'rest_forbidden' },
    })
    expect(await ledgerOf(bench)).toEqual([])
  })
})

describe('saved cards', () => {
  it('are the two of the member, and none of who never paid by card', async () => {
    expect(await (await member()).cards()).toMatchObject({
      cards: [{ card: { brand: 'mastercard', last4: '4444' } }, { card: { brand: 'visa', last4: '4242' } }],
      default_pay_method: expect.stringMatching(/^pm_/),
    })
    expect(await (await guest()).cards()).toEqual({ cards: [], default_pay_method: null })
  })

  it('are added, made the default and removed', async () => {
    const mara = await member()
    const reference = (id: string) => ({ user_id: mara.id, payment_method_id: id })
    const before = await mara.cards()
    const added = (await mara.call('add-card', reference('pm_card_amex'), '')).body as typeof before
    expect(added.cards).toHaveLength(3)
    expect(added.default_pay_method).toBe(before.default_pay_method)
    const amex = added.cards.find(({ card }) => card.brand === 'amex')?.id ?? ''
    expect((await mara.call('set-default-card', reference(amex), '')).body).toMatchObject({ default_pay_method: amex })
    const removed = (await mara.call('delete-card', reference(amex), '')).body as typeof before
    expect([removed.cards.length, removed.default_pay_method]).toEqual([2, null])
    expect(await mara.paySaved(102, amex)).toMatchObject({ status: 404 })
    expect(await ledgerOf(bench)).toEqual([])
  })

  it('the first one is the default by itself', async () => {
    const gus = await guest()
    const added = await gus.call('add-card', { user_id: 5, payment_method_id: 'pm_card_mastercard' }, '')
    const { cards, default_pay_method: usual } = added.body as Awaited<ReturnType<Payer['cards']>>
    expect([cards.length, usual]).toEqual([1, cards[0]?.id])
  })

  it.each(['set-default-card', 'delete-card', 'add-card'])(
    '%s refuses a card of another and another’s id',
    async (name) => {
      const [mara, gus] = [await member(), await guest()]
      const { default_pay_method: card } = await mara.cards()
      expect(await gus.call(name, { user_id: 5, payment_method_id: card }, '')).toMatchObject({
        status: 404,
        body: { code: 'payment_method_not_found' },
      })
      expect(await gus.call(name, { user_id: 2, payment_method_id: card }, '')).toMatchObject({ status: 403 })
      expect((await mara.cards()).cards).toHaveLength(2)
    },
  )

  it('a card that the provider refuses is not saved', async () => {
    const gus = await guest()
    expect(
      await gus.call('add-card', { user_id: 5, payment_method_id: 'pm_card_chargeDeclinedExpiredCard' }, ''),
    ).toMatchObject({ status: 402, body: { code: 'expired_card', message: 'Your card has expired.' } })
    expect((await gus.cards()).cards).toEqual([])
  })
})

describe('ending a subscription', () => {
  const held = async (who: Payer) => (await who.record()).recent_subscriptions[0] ?? {}
  const byCard = ({ id, subscr_id: provider }: Readonly<Record<string, string>>) => ({
    sub_id: id,
    stripe_sub_id: provider,
  })
  const byPaypal = ({ id, subscr_id: provider }: Readonly<Record<string, string>>) => ({
    sub_id: id,
    subscription_id: provider,
  })

  it('at the card provider: cancelled, and one row', async () => {
    const mara = await member()
    const subscription = await held(mara)
    const key = randomUUID()
    expect(await mara.call('cancel-subscription', byCard(subscription), key)).toMatchObject({
      status: 200,
      body: { success: true },
    })
    expect(await ledgerOf(bench)).toEqual([
      {
        at: START.toISOString(),
        kind: 'cancel',
        provider: 'stripe',
        member: 2,
        plan_id: 102,
        amount: null,
        subscription_id: subscription['id'],
        idempotency_key: key,
      },
    ])
    expect((await held(mara))['status']).toBe('cancelled')
  })

  it('at PayPal', async () => {
    const pavel = await payer(bench, 'paypal-member')
    const subscription = await held(pavel)
    expect(await pavel.call('cancel-paypal-subscription', byPaypal(subscription))).toMatchObject({ status: 200 })
    expect((await ledgerOf(bench)).map((row) => [row.kind, row.provider, row.plan_id, row.amount])).toEqual([
      ['cancel', 'paypal', 103, null],
    ])
    expect((await held(pavel))['status']).toBe('cancelled')
  })

  it('a second time is told as each of the two tells it, and does nothing', async () => {
    const [mara, pavel] = [await member(), await payer(bench, 'paypal-member')]
    const [card, paypal] = [await held(mara), await held(pavel)]
    await mara.call('cancel-subscription', byCard(card))
    await pavel.call('cancel-paypal-subscription', byPaypal(paypal))
    const again = await mara.call('cancel-subscription', byCard(card))
    expect(again).toMatchObject({ status: 422, body: { code: 'subscription_not_active' } })
    // As MemberPress does: the exception, its stack trace behind it.
    expect((again.body as { message: string }).message).toMatch(/^This subscription is not active\.\n\n#0 .*\.php\(/)
    expect(await pavel.call('cancel-paypal-subscription', byPaypal(paypal))).toMatchObject({
      status: 422,
      body: {
        code: 'subscription_not_active',
        message: 'Invalid subscription status for cancel action; subscription status should be active or suspended.',
      },
    })
    expect(await ledgerOf(bench)).toHaveLength(2)
  })

  it('is refused for another’s, an unknown, a mismatched one and one of another gateway', async () => {
    const [mara, gus, manon] = [await member(), await guest(), await payer(bench, 'manual-member')]
    const [card, manual] = [await held(mara), await held(manon)]
    expect(await gus.call('cancel-subscription', byCard(card))).toMatchObject({
      status: 403,
      body: { code: 'rest_forbidden' },
    })
    for (const wrong of [
      { ...byCard(card), stripe_sub_id: 'ch_1' },
      { ...byCard(card), sub_id: '999' },
    ]) {
      expect(await mara.call('cancel-subscription', wrong)).toMatchObject({
        status: 404,
        body: { code: 'subscription_not_found' },
      })
    }
    expect(await mara.call('cancel-paypal-subscription', byPaypal(card))).toMatchObject({ status: 404 })
    expect(await manon.call('cancel-subscription', byCard(manual))).toMatchObject({ status: 404 })
    expect(await ledgerOf(bench)).toEqual([])
    expect((await held(mara))['status']).toBe('active')
  })
})

describe('every call about money', () => {
  const bodies: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    'create-subscription': {
      email: 'guest@statecast.test',
      name: 'G',
      plan_id: 102,
      payment_method_id: 'pm_card_visa',
    },
    'pay-from-save-card': { user_id: 5, payment_method_id: 'pm_card_visa', plan_id: 102 },
    'user-stripe-all-cards': { user_id: 5 },
    'set-default-card': { user_id: 5, payment_method_id: 'pm_card_visa' },
    'delete-card': { user_id: 5, payment_method_id: 'pm_card_visa' },
    'add-card': { user_id: 5, payment_method_id: 'pm_card_visa' },
    'cancel-subscription': { sub_id: '1', stripe_sub_id: 'sub_1' },
    'cancel-paypal-subscription': { sub_id: '1', subscription_id: 'I-1' },
    'create-paypal-product': { membershipName: 'Monthly', description: 'Monthly Subscription Service' },
    'create-subscription-paypal': { plan_id: 102, product_id: 'PROD-1' },
    'capture-paypal-subscription': { email: 'guest@statecast.test', plan_id: 102, subscription_id: 'I-1' },
  }
  it.each(Object.keys(bodies))('%s is refused without XSRF, without a bearer and without its fields', async (name) => {
    const path = `/wp-json/payment/v1/${name}`
    const token = await bench.signIn('guest')
    const headers = { 'Idempotency-Key': randomUUID() }
    const body = bodies[name]
    const unasked = await bench.send('POST', path, {
      body,
      headers: { ...headers, Authorization: `Bearer ${token}` },
      part: 'answer',
    })
    expect([unasked.status, await unasked.json()]).toMatchObject([403, { code: 'rest_cookie_invalid_nonce' }])
    expect(await bench.call('POST', path, { body, headers, part: 'answer' })).toMatchObject({
      status: 401,
      body: { code: 'rest_not_logged_in' },
    })
    expect(await bench.as(token)('POST', path, { body: {}, headers, part: 'answer' })).toMatchObject({
      status: 400,
      body: { code: 'rest_missing_callback_param' },
    })
    expect(await ledgerOf(bench)).toEqual([])
    expect((await (await guest()).cards()).cards).toEqual([])
  })
})

describe('a card whose bank wants to be asked', () => {
  const asked = async (alias = 'pm_card_authenticationRequired', plan = 102) => {
    const gus = await guest()
    const key = randomUUID()
    const answered = await gus.create(plan, alias, key)
    expect(answered).toMatchObject({
      status: 200,
      body: { success: true, status: 'requires_action', client_secret: expect.stringMatching(/^pi_\w+_secret_\w+$/) },
    })
    return { gus, key, secret: secretOf(answered.body) }
  }
  const nothingPaid = async (gus: Payer) => {
    expect(await ledgerOf(bench)).toEqual([])
    expect((await gus.record()).recent_subscriptions).toEqual([])
    expect((await gus.cards()).cards).toEqual([])
  }

  it('pays once the person agreed, under the key of the call', async () => {
    const { gus, key, secret } = await asked()
    await nothingPaid(gus)
    expect(await authenticate(bench, secret, 'complete')).toMatchObject({ paymentIntent: { status: 'succeeded' } })
    expect((await ledgerOf(bench)).map((row) => [row.kind, row.amount, row.idempotency_key])).toEqual([
      ['charge', 19.99, key],
    ])
    expect((await gus.record()).recent_subscriptions).toMatchObject([{ membership: '102', status: 'active' }])
    expect((await gus.cards()).cards).toHaveLength(1)
    // Asked twice, paid once.
    expect(await authenticate(bench, secret, 'complete')).toMatchObject({
      error: { code: 'payment_intent_unexpected_state' },
    })
    expect(await ledgerOf(bench)).toHaveLength(1)
  })

  it('pays nothing when the person refuses, and can’t be agreed to afterwards', async () => {
    const { gus, secret } = await asked()
    expect(await authenticate(bench, secret, 'fail')).toMatchObject({
      error: {
        code: 'payment_intent_authentication_failure',
        message:
          'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
        payment_intent: { status: 'requires_payment_method' },
      },
    })
    expect(await authenticate(bench, secret, 'complete')).toHaveProperty('error')
    await nothingPaid(gus)
  })

  it('pays nothing when it is left alone; a day later it is over', async () => {
    const { gus, secret } = await asked()
    bench.now = new Date(START.getTime() + 23 * 3_600_000)
    expect(await authenticate(bench, secret, 'complete')).toMatchObject({
      error: { code: 'payment_intent_unexpected_state', payment_intent: { status: 'canceled' } },
    })
    await nothingPaid(gus)
  })

  it('the same key asks for the same dialog again', async () => {
    const { gus, key, secret } = await asked()
    expect(secretOf((await gus.create(102, 'pm_card_authenticationRequired', key)).body)).toBe(secret)
    expect(await authenticate(bench, secret, 'complete')).toHaveProperty('paymentIntent')
  })

  it('a payment left alone can’t be paid beside a later one', async () => {
    const { gus, secret } = await asked()
    expect(await gus.create(102, 'pm_card_visa')).toMatchObject({ body: { status: 'active' } })
    expect(await authenticate(bench, secret, 'complete')).toHaveProperty('error')
    expect(await ledgerOf(bench)).toHaveLength(1)
  })

  it.each([
    ['pm_card_authenticationRequiredChargeDeclinedInsufficientFunds', 'insufficient_funds'],
    ['pm_card_threeDSecureRequiredChargeDeclined', 'generic_decline'],
  ])('may agree and have the charge fail all the same: %s', async (alias, decline) => {
    const { gus, secret } = await asked(alias)
    expect(await authenticate(bench, secret, 'complete')).toMatchObject({
      error: { type: 'card_error', code: 'card_declined', decline_code: decline },
    })
    await nothingPaid(gus)
  })

  it('is asked every time by one kind of card, and until it is saved by the other', async () => {
    const once = await asked('pm_card_authenticationRequiredOnSetup')
    await authenticate(bench, once.secret, 'complete')
    const [saved] = (await once.gus.cards()).cards
    expect(await once.gus.paySaved(103, saved?.id ?? '')).toMatchObject({ body: { status: 'active' } })
    const always = await asked()
    await authenticate(bench, always.secret, 'complete')
    const [newest] = (await always.gus.cards()).cards
    expect(await always.gus.paySaved(101, newest?.id ?? '')).toMatchObject({ body: { status: 'requires_action' } })
  })

  it('a trial is agreed to as well, and charges 0', async () => {
    const { secret } = await asked('pm_card_authenticationRequired', 104)
    await authenticate(bench, secret, 'complete')
    expect((await ledgerOf(bench)).map((row) => row.amount)).toEqual([0])
  })

  it('a secret that nobody was given opens nothing', async () => {
    expect(await authenticate(bench, 'pi_1_secret_1', 'complete')).toMatchObject({
      error: { code: 'resource_missing' },
    })
  })
})
