import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { refused, useTestSandbox } from './testSandbox.ts'
import {
  approvePaypalSubscription,
  createPaymentClient,
  createPaypalProduct,
  createPaypalSubscription,
  type PaymentClient,
} from './paymentClient.ts'

const testSandbox = useTestSandbox()
let guestClient: PaymentClient
beforeEach(async () => {
  guestClient = await createPaymentClient(testSandbox, 'guest')
})

const capture = (client: PaymentClient, id: string, plan = 102, key = randomUUID()) =>
  client.call('capture-paypal-subscription', { email: client.email, plan_id: plan, subscription_id: id }, key)
const readSubscription = async (id: string) => {
  const response = await testSandbox.send('POST', '/sandbox/paypal/v1/subscriptions/read', { body: { id } })
  return { status: response.status, body: await response.json() }
}

describe('a PayPal subscription', () => {
  it('is created, approved and captured', async () => {
    const id = await createPaypalSubscription(guestClient, 102)
    expect(id).toMatch(/^I-[A-Z0-9]{12}$/)
    expect((await readSubscription(id)).body).toEqual({
      id,
      status: 'APPROVAL_PENDING',
      product: 'Monthly',
      price: '19.99',
      currency: 'USD',
      trial_days: 0,
      subscriber: 'guest@statecast.test',
    })
    expect(await testSandbox.readLedger()).toEqual([])
    expect((await guestClient.readMember()).recent_subscriptions).toEqual([])

    expect(await approvePaypalSubscription(testSandbox, id)).toMatchObject({
      status: 200,
      body: { status: 'APPROVED' },
    })
    expect(await testSandbox.readLedger()).toEqual([])

    const key = randomUUID()
    const captured = await capture(guestClient, id, 102, key)
    expect(captured).toMatchObject({ status: 200, body: { success: true, status: 'active' } })
    const { subscription_id: own } = captured.body as { subscription_id: string }
    expect(await testSandbox.readLedger()).toEqual([
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
    expect((await readSubscription(id)).body).toMatchObject({ status: 'ACTIVE' })
    const record = await guestClient.readMember()
    expect(record.recent_subscriptions).toMatchObject([
      { id: own, subscr_id: id, gateway: 'qk9sts-6j1', status: 'active', membership: '102' },
    ])
    expect((await guestClient.readCards()).cards).toEqual([])

    expect(await guestClient.call('cancel-paypal-subscription', { sub_id: own, subscription_id: id })).toMatchObject({
      status: 200,
    })
    expect((await readSubscription(id)).body).toMatchObject({ status: 'CANCELLED' })
    expect(await approvePaypalSubscription(testSandbox, id)).toMatchObject({ status: 422 })
    expect(await capture(guestClient, id)).toMatchObject(refused(422, 'paypal_error'))
  })

  it('charges 0 for a trial', async () => {
    const id = await createPaypalSubscription(guestClient, 104)
    await approvePaypalSubscription(testSandbox, id)
    await capture(guestClient, id, 104)
    expect((await testSandbox.readLedger()).map((row) => [row.kind, row.amount])).toEqual([['capture', 0]])
  })

  it('charges nothing before approval', async () => {
    const id = await createPaypalSubscription(guestClient, 102)
    expect(await capture(guestClient, id)).toMatchObject(refused(422, 'paypal_not_approved'))
    expect(await testSandbox.readLedger()).toEqual([])
    await approvePaypalSubscription(testSandbox, id)
    expect(await capture(guestClient, id)).toMatchObject({ status: 200 })
  })

  it('charges once, regardless of the key', async () => {
    const id = await createPaypalSubscription(guestClient, 102)
    await approvePaypalSubscription(testSandbox, id)
    const first = await capture(guestClient, id)
    expect((await capture(guestClient, id)).body).toEqual(first.body)
    expect(await testSandbox.readLedger()).toHaveLength(1)
  })

  it('can be approved again after the window was closed', async () => {
    const id = await createPaypalSubscription(guestClient, 102)
    await approvePaypalSubscription(testSandbox, id)
    expect(await approvePaypalSubscription(testSandbox, id)).toMatchObject({ status: 200 })
  })

  it('cannot be captured for another plan, by another member or with an unknown id', async () => {
    const id = await createPaypalSubscription(guestClient, 102)
    await approvePaypalSubscription(testSandbox, id)
    const leda = await createPaymentClient(testSandbox, 'lapsed')
    expect(await capture(guestClient, id, 103)).toMatchObject(refused(422, 'paypal_error'))
    expect(await capture(guestClient, id, 999)).toMatchObject(refused(404, 'plan_not_found'))
    expect(await capture(leda, id)).toMatchObject(refused(404, 'subscription_not_found'))
    expect(await capture(guestClient, 'I-NOBODY')).toMatchObject({ status: 404 })
    expect(
      await guestClient.call('capture-paypal-subscription', { email: leda.email, plan_id: 102, subscription_id: id }),
    ).toMatchObject(refused(403, 'rest_forbidden'))
    expect(await testSandbox.readLedger()).toEqual([])
  })

  it('requires a known plan and the member’s own product', async () => {
    const leda = await createPaymentClient(testSandbox, 'lapsed')
    const product = await createPaypalProduct(guestClient)
    expect(product).toMatch(/^PROD-[A-Z0-9]{17}$/)
    const create = (who: PaymentClient, plan: number, of: string) =>
      who.call('create-subscription-paypal', { plan_id: plan, product_id: of }, '')
    expect(await create(guestClient, 999, product)).toMatchObject(refused(404, 'plan_not_found'))
    expect(await create(leda, 102, product)).toMatchObject(refused(404, 'product_not_found'))
    expect(await create(guestClient, 102, 'PROD-1')).toMatchObject({ status: 404 })
  })

  it('is not found with an unknown id', async () => {
    expect(await readSubscription('I-NOBODY')).toMatchObject({ status: 404, body: { name: 'RESOURCE_NOT_FOUND' } })
    expect(await approvePaypalSubscription(testSandbox, 'I-NOBODY')).toMatchObject({ status: 404 })
  })
})
