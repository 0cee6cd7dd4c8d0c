import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import { createActor, toPromise } from 'xstate'
import { createPaypalOrderActors } from '../../src/actors/paypalOrder.ts'
import { createSavedCardPaymentActors } from '../../src/actors/savedCards.ts'
import { HostUnreachable } from '../../src/api/apiResult.ts'
import { createFakeApi, refusalResponse } from './fakeApi.ts'

/** A host that sends these responses in order and repeats the last one. It records the requests. */
function createHost(...responses: (() => Response | Promise<Response>)[]) {
  const requested: { call: string; body: unknown }[] = []
  const api = createFakeApi(async (request) => {
    const respond = responses[Math.min(requested.length, responses.length - 1)]
    requested.push({
      call: `${request.method} ${new URL(request.url).pathname.split('/').at(-1) ?? ''}`,
      body: await request.clone().json(),
    })
    if (!respond) throw new TypeError('no connection')
    return respond()
  })
  return { api, requested }
}

const failToConnect = () => Promise.reject<Response>(new TypeError('no connection'))

describe('the saved cards', () => {
  const card = (id: string) => ({
    id,
    card: { brand: 'Visa', last4: '4242', exp_month: '12', exp_year: 2030 },
    billing_details: { name: 'Mara <b>Member</b>' },
  })
  const load = (respond: () => Response | Promise<Response>) => {
    const { api, requested } = createHost(respond)
    const { loadCards } = createSavedCardPaymentActors({ api, queryClient: new QueryClient() })
    return { requested, result: toPromise(createActor(loadCards, { input: { userId: 2 } }).start()) }
  }

  it.each([
    ['the default one', 'pm_2', 'pm_2'],
    ['the default one, sent as a record', { id: 'pm_2' }, 'pm_2'],
    ['the first one without a default', null, 'pm_1'],
    ['the first one if the default was removed', 'pm_9', 'pm_1'],
  ])('give as primary %s', async (_, default_pay_method, id) => {
    const { requested, result } = load(() => Response.json({ cards: [card('pm_1'), card('pm_2')], default_pay_method }))
    expect(await result).toEqual({
      kind: 'granted',
      card: { id, brand: 'visa', last4: '4242', expMonth: 12, expYear: 2030, holder: 'Mara Member' },
    })
    expect(requested).toEqual([{ call: 'POST user-stripe-all-cards', body: { user_id: 2 } }])
  })

  it('may be empty', async () => {
    const { result } = load(() => Response.json({ cards: [], default_pay_method: null }))
    expect(await result).toEqual({ kind: 'granted', card: undefined })
  })

  it.each([
    ['a refusal', 500, 'no_customer', 'No such <i>customer</i>', 'No such customer'],
    ['a refusal with another code', 403, 'not_in_the_contract', 'Back in a minute.', 'Back in a minute.'],
  ])('pass on the message of %s', async (_, status, code, text, message) => {
    const { result } = load(() => refusalResponse(status, code, text))
    expect(await result).toEqual({ kind: 'refused', message })
  })

  it.each([
    ['without a response', failToConnect],
    ['with a server error, whose message is not shown', () => refusalResponse(503, 'not_in_the_contract', 'Line 3')],
  ])('fail %s', async (_, respond) => {
    await expect(load(respond).result).rejects.toMatchObject({
      kind: 'unreachable',
      message: 'Api is not loading because user id missing or network issue',
    })
  })
})

describe('the PayPal order', () => {
  const order = (...responses: (() => Response | Promise<Response>)[]) => {
    const { api, requested } = createHost(...responses)
    const actors = createPaypalOrderActors({ api })
    const begin = (planId: number) => createActor(actors.createProduct, { input: { planId, title: 'Monthly' } }).start()
    return {
      requested,
      begin,
      product: (planId: number) => toPromise(begin(planId)),
      subscription: (planId: number, productId: string) =>
        toPromise(createActor(actors.createSubscription, { input: { planId, productId } }).start()),
    }
  }
  const created = (id: string) => () => Response.json({ id })

  it('creates a product and then a subscription, each once per plan', { tags: 'paypal.once' }, async () => {
    const { requested, product, subscription } = order(created('PROD-1'), created('I-1'), created('PROD-2'))
    for (const _ of [1, 2, 3]) {
      expect(await product(102)).toEqual({ kind: 'granted', id: 'PROD-1' })
    }
    expect(await subscription(102, 'PROD-1')).toEqual({ kind: 'granted', id: 'I-1' })
    expect(await subscription(102, 'PROD-1')).toEqual({ kind: 'granted', id: 'I-1' })
    expect(await product(103)).toEqual({ kind: 'granted', id: 'PROD-2' })
    const productCall = {
      call: 'POST create-paypal-product',
      body: { membershipName: 'Monthly', description: 'Monthly Subscription Service' },
    }
    const subscriptionCall = {
      call: 'POST create-subscription-paypal',
      body: { plan_id: 102, product_id: 'PROD-1' },
    }
    expect(requested).toEqual([productCall, subscriptionCall, productCall])
  })

  it('is created once for concurrent and repeated requests', async () => {
    let respond: ((response: Response) => void) | undefined
    const { requested, begin, product } = order(() => new Promise((resolve) => (respond = resolve)))
    begin(102).stop()
    const both = Promise.all([product(102), product(102)])
    await vi.waitUntil(() => respond !== undefined)
    respond?.(Response.json({ id: 'PROD-1' }))
    expect(await both).toEqual(Array(2).fill({ kind: 'granted', id: 'PROD-1' }))
    expect(requested).toHaveLength(1)
  })

  it('is requested again after a refusal and after a failure', async () => {
    const { requested, product } = order(
      () => refusalResponse(422, 'paypal_error', 'PayPal is <b>closed</b>.'),
      failToConnect,
      created('PROD-1'),
    )
    expect(await product(102)).toEqual({ kind: 'refused', message: 'PayPal is closed.' })
    await expect(product(102)).rejects.toBeInstanceOf(HostUnreachable)
    expect(await product(102)).toEqual({ kind: 'granted', id: 'PROD-1' })
    expect(requested).toHaveLength(3)
  })
})
