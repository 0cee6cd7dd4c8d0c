import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBench, type Bench } from './bench.ts'
import { approve, ledgerOf, payer, paypalSubscription, type Payer } from './paying.ts'

let bench: Bench
let gus: Payer
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.end())
beforeEach(async () => {
  await bench.send('POST', '/sandbox/reset')
  gus = await payer(bench, 'guest')
})

const capture = (who: Payer, id: string, plan = 102, key = randomUUID()) =>
  who.call('capture-paypal-subscription', { email: who.email, plan_id: plan, subscription_id: id }, key)
const read = async (id: string) => {
  const response = await bench.send('POST', '/sandbox/paypal/v1/subscriptions/read', { body: { id } })
  return { status: response.status, body: await response.json() }
}

describe('a PayPal subscription', () => {
  it('is created, approved and captured', async () => {
    const id = await paypalSubscription(gus, 102)
    expect(id).toMatch(/^I-[A-Z0-9]{12}$/)
    expect((await read(id)).body).toEqual({
      id,
      status: 'APPROVAL_PENDING',
      product: 'Monthly',
      price: '19.99',
      currency: 'USD',
      trial_days: 0,
      subscriber: 'guest@statecast.test',
    })
    expect(await ledgerOf(bench)).toEqual([])
    expect((await gus.record()).recent_subscriptions).toEqual([])

    expect(await approve(bench, id)).toMatchObject({ status: 200, body: { status: 'APPROVED' } })
    expect(await ledgerOf(bench)).toEqual([])

    const key = randomUUID()
    const captured = await capture(gus, id, 102, key)
    expect(captured).toMatchObject({ status: 200, body: { success: true, status: 'active' } })
    const { subscription_id: own } = captured.body as { subscription_id: string }
    expect(await ledgerOf(bench)).toEqual([
      expect.objectContaining({
        kind: 'capture',
        provider: 'paypal',
        member: 5,
        plan_id: 102,
        amount: 19.99,
        subscription_id: own,
        idempotency_key: key,
      }),
    ])
    expect((await read(id)).body).toMatchObject({ status: 'ACTIVE' })
    const record = await gus.record()
    expect(record.recent_subscriptions).toMatchObject([
      { id: own, subscr_id: id, gateway: 'qk9sts-6j1', status: 'active', membership: '102' },
    ])
    expect((await gus.cards()).cards).toEqual([])

    expect(await gus.call('cancel-paypal-subscription', { sub_id: own, subscription_id: id })).toMatchObject({
      status: 200,
    })
    expect((await read(id)).body).toMatchObject({ status: 'CANCELLED' })
    expect(await approve(bench, id)).toMatchObject({ status: 422 })
    expect(await capture(gus, id)).toMatchObject({ status: 422, body: { code: 'paypal_error' } })
  })

  it('takes 0 for a trial', async () => {
    const id = await paypalSubscription(gus, 104)
    await approve(bench, id)
    await capture(gus, id, 104)
    expect((await ledgerOf(bench)).map((row) => [row.kind, row.amount])).toEqual([['capture', 0]])
  })

  it('takes nothing before it is approved', async () => {
    const id = await paypalSubscription(gus, 102)
    expect(await capture(gus, id)).toMatchObject({ status: 422, body: { code: 'paypal_not_approved' } })
    expect(await ledgerOf(bench)).toEqual([])
    await approve(bench, id)
    expect(await capture(gus, id)).toMatchObject({ status: 200 })
  })

  it('takes nothing twice, under whatever key', async () => {
    const id = await paypalSubscription(gus, 102)
    await approve(bench, id)
    const first = await capture(gus, id)
    expect((await capture(gus, id)).body).toEqual(first.body)
    expect(await ledgerOf(bench)).toHaveLength(1)
  })

  it('is approved again after the window was closed', async () => {
    const id = await paypalSubscription(gus, 102)
    await approve(bench, id)
    expect(await approve(bench, id)).toMatchObject({ status: 200 })
  })

  it('can’t be captured for another plan, by another member or when there is none', async () => {
    const id = await paypalSubscription(gus, 102)
    await approve(bench, id)
    const leda = await payer(bench, 'lapsed')
    expect(await capture(gus, id, 103)).toMatchObject({ status: 422, body: { code: 'paypal_error' } })
    expect(await capture(gus, id, 999)).toMatchObject({ status: 404, body: { code: 'plan_not_found' } })
    expect(await capture(leda, id)).toMatchObject({ status: 404, body: { code: 'subscription_not_found' } })
    expect(await capture(gus, 'I-NOBODY')).toMatchObject({ status: 404 })
    expect(
      await gus.call('capture-paypal-subscription', { email: leda.email, plan_id: 102, subscription_id: id }),
    ).toMatchObject({ status: 403, body: { code: 'rest_forbidden' } })
    expect(await ledgerOf(bench)).toEqual([])
  })

  it('wants a known plan and a product of one’s own', async () => {
    const leda = await payer(bench, 'lapsed')
    const { body } = await gus.call(
      'create-paypal-product',
      { membershipName: 'Monthly', description: 'Monthly Subscription Service' },
      '',
    )
    const { id: product } = body as { id: string }
    expect(product).toMatch(/^PROD-[A-Z0-9]{17}$/)
    const create = (who: Payer, plan: number, of: string) =>
      who.call('create-subscription-paypal', { plan_id: plan, product_id: of }, '')
    expect(await create(gus, 999, product)).toMatchObject({ status: 404, body: { code: 'plan_not_found' } })
    expect(await create(leda, 102, product)).toMatchObject({ status: 404, body: { code: 'product_not_found' } })
    expect(await create(gus, 102, 'PROD-1')).toMatchObject({ status: 404 })
  })

  it('that nobody made is not there', async () => {
    expect(await read('I-NOBODY')).toMatchObject({ status: 404, body: { name: 'RESOURCE_NOT_FOUND' } })
    expect(await approve(bench, 'I-NOBODY')).toMatchObject({ status: 404 })
  })
})
