import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ConnectionCutError } from '../../server/sandbox/faults.ts'
import { useTestSandbox, type CallResult } from './testSandbox.ts'
import {
  approvePaypalSubscription,
  createPaymentClient,
  createPaypalSubscription,
  type PaymentClient,
} from './paymentClient.ts'

const testSandbox = useTestSandbox()

/** The calls that move money or cancel a subscription. */
interface PaymentCall {
  readonly send: (key: string) => Promise<CallResult>
  /** The same call with another payload. */
  readonly sendOther: (key: string) => Promise<CallResult>
}
const paymentCalls: Readonly<Record<string, () => Promise<PaymentCall>>> = {
  'create-subscription': async () => {
    const gus = await createPaymentClient(testSandbox, 'guest')
    return {
      send: (key) => gus.createSubscription(102, 'pm_card_visa', key),
      sendOther: (key) => gus.createSubscription(103, 'pm_card_visa', key),
    }
  },
  'pay-from-save-card': async () => {
    const mara = await createPaymentClient(testSandbox, 'member')
    const { default_pay_method: card } = await mara.readCards()
    return {
      send: (key) => mara.payWithSavedCard(103, card ?? '', key),
      sendOther: (key) => mara.payWithSavedCard(104, card ?? '', key),
    }
  },
  'cancel-subscription': async () => {
    const mara = await createPaymentClient(testSandbox, 'member')
    const [held] = (await mara.readMember()).recent_subscriptions
    const body = { sub_id: held?.['id'], stripe_sub_id: held?.['subscr_id'] }
    return {
      send: (key) => mara.call('cancel-subscription', body, key),
      sendOther: (key) => mara.call('cancel-subscription', { ...body, sub_id: '1' }, key),
    }
  },
  'cancel-paypal-subscription': async () => {
    const pavel = await createPaymentClient(testSandbox, 'paypal-member')
    const [held] = (await pavel.readMember()).recent_subscriptions
    const body = { sub_id: held?.['id'], subscription_id: held?.['subscr_id'] }
    return {
      send: (key) => pavel.call('cancel-paypal-subscription', body, key),
      sendOther: (key) => pavel.call('cancel-paypal-subscription', { ...body, sub_id: '1' }, key),
    }
  },
  'capture-paypal-subscription': async () => {
    const gus = await createPaymentClient(testSandbox, 'guest')
    const id = await createPaypalSubscription(gus, 102)
    await approvePaypalSubscription(testSandbox, id)
    const body = { email: gus.email, plan_id: 102, subscription_id: id }
    return {
      send: (key) => gus.call('capture-paypal-subscription', body, key),
      sendOther: (key) => gus.call('capture-paypal-subscription', { ...body, plan_id: 103 }, key),
    }
  },
}

describe.each(Object.entries(paymentCalls))('%s', (name, start) => {
  const begin = async () => ({ ...(await start()), key: randomUUID() })

  it('returns the same response for the same key and takes effect once', async () => {
    const { send, key } = await begin()
    const first = await send(key)
    expect(first.status).toBe(200)
    const again = await send(key)
    expect([again.status, again.body, again.headers.get('idempotent-replayed')]).toEqual([200, first.body, 'true'])
    expect(await testSandbox.readLedger()).toEqual([expect.objectContaining({ idempotency_key: key })])
  })

  it('refuses another payload under the same key', async () => {
    const { send, sendOther, key } = await begin()
    await send(key)
    expect(await sendOther(key)).toMatchObject({
      status: 422,
      body: { code: 'idempotency_error', message: expect.stringContaining('same parameters') },
    })
    expect(await testSandbox.readLedger()).toHaveLength(1)
  })

  it('requires a key', async () => {
    const { send } = await begin()
    await expect(send('')).rejects.toThrow('header Idempotency-Key is missing')
    expect(await testSandbox.readLedger()).toEqual([])
  })

  it('runs one of 20 concurrent requests with the same key and refuses the others as in progress', async () => {
    const { send, key } = await begin()
    const responses = await Promise.all(Array.from({ length: 20 }, () => send(key)))
    const good = responses.filter(({ status }) => status === 200)
    const underWay = responses.filter(({ status }) => status === 409)
    expect(good.length).toBeGreaterThan(0)
    expect(underWay.length).toBeGreaterThan(0)
    expect(good.length + underWay.length).toBe(20)
    for (const { body } of good) expect(body).toEqual(good[0]?.body)
    for (const { body } of underWay) expect(body).toMatchObject({ code: 'idempotency_in_progress' })
    expect(await testSandbox.readLedger()).toHaveLength(1)
    expect((await send(key)).body).toEqual(good[0]?.body)
  })

  it('keeps its keys after a restart', async () => {
    const { send, key } = await begin()
    const first = await send(key)
    await testSandbox.reopen()
    expect((await send(key)).body).toEqual(first.body)
    expect(await testSandbox.readLedger()).toHaveLength(1)
  })

  it('cut-before: has no effect, and the same key can be sent again', async () => {
    const { send, key } = await begin()
    await testSandbox.addFault({ call: `POST /wp-json/payment/v1/${name}`, fault: 'cut-before', times: 1 })
    await expect(send(key)).rejects.toBeInstanceOf(ConnectionCutError)
    expect(await testSandbox.readLedger()).toEqual([])
    expect(await send(key)).toMatchObject({ status: 200 })
    expect(await testSandbox.readLedger()).toHaveLength(1)
  })

  it('delay: the same key is in progress and later gets the response', async () => {
    const { send, key } = await begin()
    await testSandbox.addFault({ call: `POST /wp-json/payment/v1/${name}`, fault: 'delay', ms: 400, times: 1 })
    const slow = send(key)
    const meanwhile = await send(key)
    expect(meanwhile).toMatchObject({ status: 409, body: { code: 'idempotency_in_progress', data: { status: 409 } } })
    expect(await testSandbox.readLedger()).toEqual([])
    const { status, body } = await slow
    expect(status).toBe(200)
    expect((await send(key)).body).toEqual(body)
    expect(await testSandbox.readLedger()).toHaveLength(1)
  })

  it.each(['cut-after', 'broken-json', 'empty'])(
    '%s: takes effect, and the same key returns the response',
    async (fault) => {
      const { send, key } = await begin()
      await testSandbox.addFault({ call: `POST /wp-json/payment/v1/${name}`, fault, times: 1 })
      await expect(send(key)).rejects.toThrow()
      expect(await testSandbox.readLedger()).toHaveLength(1)
      expect(await send(key)).toMatchObject({ status: 200, body: { success: true } })
      expect(await testSandbox.readLedger()).toHaveLength(1)
    },
  )

  it.each(['status-429', 'refuse'])('%s: has no effect', async (fault) => {
    const { send, key } = await begin()
    await testSandbox.addFault({ call: `POST /wp-json/payment/v1/${name}`, fault, times: 1 })
    expect((await send(key)).status).toBeGreaterThanOrEqual(400)
    expect(await testSandbox.readLedger()).toEqual([])
  })
})

describe('a key', () => {
  it('belongs to one member', async () => {
    const gus = await createPaymentClient(testSandbox, 'guest')
    const leda = await createPaymentClient(testSandbox, 'lapsed')
    const key = randomUUID()
    await gus.createSubscription(102, 'pm_card_visa', key)
    expect(await leda.createSubscription(102, 'pm_card_visa', key)).toMatchObject({ status: 200 })
    expect((await testSandbox.readLedger()).map((row) => row.member)).toEqual([5, 6])
  })

  it('returns the same decline again; a new key tries again', async () => {
    const gus = await createPaymentClient(testSandbox, 'guest')
    const key = randomUUID()
    const refused = await gus.createSubscription(102, 'pm_card_chargeDeclined', key)
    const again = await gus.createSubscription(102, 'pm_card_chargeDeclined', key)
    expect([again.status, again.body]).toEqual([402, refused.body])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await gus.createSubscription(102, 'pm_card_visa', key)).toMatchObject({
      body: { code: 'idempotency_error' },
    })
    expect(await gus.createSubscription(102, 'pm_card_visa')).toMatchObject({ status: 200 })
  })

  it('accepts the same fields in another order and numbers as text', async () => {
    const gus = await createPaymentClient(testSandbox, 'guest')
    const key = randomUUID()
    const fields = { email: gus.email, name: 'G', plan_id: 102, payment_method_id: 'pm_card_visa' }
    await gus.call('create-subscription', fields, key)
    const turned = Object.fromEntries(Object.entries({ ...fields, plan_id: '102' }).toReversed())
    expect(await gus.call('create-subscription', turned, key)).toMatchObject({ status: 200 })
    expect(await testSandbox.readLedger()).toHaveLength(1)
  })

  it('pays twice with two keys', async () => {
    const gus: PaymentClient = await createPaymentClient(testSandbox, 'guest')
    await gus.createSubscription(102, 'pm_card_visa')
    await gus.createSubscription(102, 'pm_card_visa')
    expect(await testSandbox.readLedger()).toHaveLength(2)
  })
})
