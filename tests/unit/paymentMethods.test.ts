import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import { createActor, toPromise } from 'xstate'
import { createPaypalOrderActors } from '../../src/actors/paypalOrder.ts'
import { createSavedCardPaymentActors } from '../../src/actors/savedCards.ts'
import { createApiClient } from '../../src/api/apiClient.ts'
import { HostUnreachable } from '../../src/api/apiResult.ts'

type SentCall = { call: string; body: unknown }

const refusalResponse = (status: number, code: string, message: string) =>
  Response.json({ code, message, data: null }, { status })

/** A host that gives these answers in order and repeats the last one. It records the calls. */
function createFakeApi(...answers: (() => Response | Promise<Response>)[]) {
  const sentCalls: SentCall[] = []
  const api = createApiClient({
    baseUrl: 'https://host.test',
    token: () => 'token',
    xsrf: () => 'cross-site',
    fetch: async (request) => {
      const answer = answers[Math.min(sentCalls.length, answers.length - 1)]
      sentCalls.push({
        call: `${request.method} ${new URL(request.url).pathname.split('/').at(-1) ?? ''}`,
        body: await request.clone().json(),
      })
      if (!answer) throw new TypeError('no line')
      return answer()
    },
  })
  return { api, requested: sentCalls }
}

const failToConnect = () => Promise.reject<Response>(new TypeError('no line'))

describe('the saved cards', () => {
  const card = (id: string) => ({
    id,
    card: { brand: 'Visa', last4: '4242', exp_month: '12', exp_year: 2030 },
    billing_details: { name: 'Mara <b>Member</b>' },
  })
  const load = (answer: () => Response | Promise<Response>) => {
    const { api, requested } = createFakeApi(answer)
    const { loadCards } = createSavedCardPaymentActors({ api, queryClient: new QueryClient() })
    return { requested, answer: toPromise(createActor(loadCards, { input: { userId: 2 } }).start()) }
  }

  it.each([
    ['the default one', 'pm_2', 'pm_2'],
    ['the default one, sent as a record', { id: 'pm_2' }, 'pm_2'],
    ['the first one without a default', null, 'pm_1'],
    ['the first one if the default was removed', 'pm_9', 'pm_1'],
  ])('give as primary %s', async (_, default_pay_method, id) => {
    const { requested, answer } = load(() => Response.json({ cards: [card('pm_1'), card('pm_2')], default_pay_method }))
    expect(await answer).toEqual({
      kind: 'granted',
      card: { id, brand: 'visa', last4: '4242', expMonth: 12, expYear: 2030, holder: 'Mara Member' },
    })
    expect(requested).toEqual([{ call: 'POST user-stripe-all-cards', body: { user_id: 2 } }])
  })

  it('may be empty', async () => {
    const { answer } = load(() => Response.json({ cards: [], default_pay_method: null }))
    expect(await answer).toEqual({ kind: 'granted', card: undefined })
  })

  it('pass on the message of a refusal', async () => {
    const { answer } = load(() => refusalResponse(500, 'no_customer', 'No such <i>customer</i>'))
    expect(await answer).toEqual({ kind: 'refused', message: 'No such customer' })
  })

  it('pass on the message of a server error', async () => {
    const { answer } = load(() => refusalResponse(503, 'not_in_the_contract', 'Back in a minute.'))
    expect(await answer).toEqual({ kind: 'refused', message: 'Back in a minute.' })
  })

  it('fail without an answer', async () => {
    await expect(load(failToConnect).answer).rejects.toMatchObject({ kind: 'unreachable' })
  })
})

describe('the PayPal order', () => {
  const order = (...answers: (() => Response | Promise<Response>)[]) => {
    const { api, requested } = createFakeApi(...answers)
    const actors = createPaypalOrderActors({ api })
    return {
      requested,
      begin: (planId: number) => createActor(actors.createProduct, { input: { planId, title: 'Monthly' } }).start(),
      product: (planId: number) =>
        toPromise(createActor(actors.createProduct, { input: { planId, title: 'Monthly' } }).start()),
      subscription: (planId: number, productId: string) =>
        toPromise(createActor(actors.createSubscription, { input: { planId, productId } }).start()),
    }
  }
  const created = (id: string) => () => Response.json({ id })

  it('creates a product and then a subscription, each once per plan', async () => {
    const { requested, product, subscription } = order(created('PROD-1'), created('I-1'), created('PROD-2'))
    for (const _ of [1, 2, 3]) {
      expect(await product(102)).toEqual({ kind: 'granted', id: 'PROD-1' })
    }
    expect(await subscription(102, 'PROD-1')).toEqual({ kind: 'granted', id: 'I-1' })
    expect(await subscription(102, 'PROD-1')).toEqual({ kind: 'granted', id: 'I-1' })
    expect(await product(103)).toEqual({ kind: 'granted', id: 'PROD-2' })
    expect(requested).toEqual([
      {
        call: 'POST create-paypal-product',
        body: { membershipName: 'Monthly', description: 'Monthly Subscription Service' },
      },
      { call: 'POST create-subscription-paypal', body: { plan_id: 102, product_id: 'PROD-1' } },
      {
        call: 'POST create-paypal-product',
        body: { membershipName: 'Monthly', description: 'Monthly Subscription Service' },
      },
    ])
  })

  it('is created once for concurrent and repeated requests', async () => {
    let answer: ((response: Response) => void) | undefined
    const { requested, begin, product } = order(() => new Promise((resolve) => (answer = resolve)))
    begin(102).stop()
    const both = Promise.all([product(102), product(102)])
    await vi.waitUntil(() => answer !== undefined)
    answer?.(Response.json({ id: 'PROD-1' }))
    expect(await both).toEqual([
      { kind: 'granted', id: 'PROD-1' },
      { kind: 'granted', id: 'PROD-1' },
    ])
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
