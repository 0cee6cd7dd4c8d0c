// @vitest-environment node
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { createActor, toPromise } from 'xstate'
import { createSavedCardsActors } from '../../src/actors/savedCards.ts'
import { HostUnreachable } from '../../src/api/apiResult.ts'
import { createFakeApi, refusalResponse } from './fakeApi.ts'

const gateways = { card: 's7qsh6-5sg', paypal: 'qk9sts-6j1' }
const cardJson = (id: string) => ({
  id,
  card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030 },
  billing_details: { name: 'Mara Ellison' },
})
const card = { id: 'pm_1', brand: 'visa', last4: '4242', expMonth: 12, expYear: 2030, holder: 'Mara Ellison' }
const cardsResponse = () => Response.json({ cards: [cardJson('pm_1')], default_pay_method: 'pm_1' })
const memberResponse = (...subscriptions: object[]) => Response.json({ id: 2, recent_subscriptions: subscriptions })
const subscription = (status: string, gateway: string) => ({ id: 7, status, gateway, subscr_id: 'sub_7' })

/** The actors with a host that has a response for each last path segment. `sent` records the POST requests. */
function createActors(responses: Readonly<Record<string, () => Response>>) {
  const sent: string[] = []
  const host = createFakeApi(async (request) => {
    const name = new URL(request.url).pathname.split('/').at(-1) ?? ''
    if (request.method === 'POST') sent.push(`${name} ${await request.clone().text()}`)
    const respond = responses[name]
    if (!respond) throw new TypeError('offline')
    return respond()
  })
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const actors = createSavedCardsActors({ api: host, queryClient, gateways, region: () => 'US' })
  return {
    sent,
    load: () => toPromise(createActor(actors.loadCards, { input: { userId: 2 } }).start()),
    change: (name: 'setDefaultCard' | 'removeCard' | 'addCard') =>
      toPromise(createActor(actors[name], { input: { userId: 2, id: 'pm_1' } }).start()),
  }
}

describe('the list of cards', () => {
  it.each([
    ['an active plan by card', [subscription('active', gateways.card)], true],
    ['a suspended plan by card', [subscription('suspended', gateways.card)], true],
    ['a plan by PayPal', [subscription('active', gateways.paypal)], false],
    ['a plan of another gateway', [subscription('active', 'manual')], false],
    ['a plan that has ended', [subscription('cancelled', gateways.card)], false],
    ['nothing', [], false],
  ])('with %s reports whether a card pays for a plan', async (_, subscriptions, isPaying) => {
    const { load } = createActors({
      'user-stripe-all-cards': cardsResponse,
      '2': () => memberResponse(...subscriptions),
    })
    const billing = { cardholderName: '', billingAddress: '', country: 'US', state: '', city: '', postalCode: '' }
    expect(await load()).toEqual({ kind: 'granted', cards: [card], defaultCard: 'pm_1', isPaying, billing })
  })

  it('passes on the message of a refusal, and none of a server error', async () => {
    const respondWith = (status: number, code: string) =>
      createActors({
        'user-stripe-all-cards': () => refusalResponse(status, code, 'No such <b>customer</b>'),
        '2': () => memberResponse(),
      })
    expect(await respondWith(500, 'no_customer').load()).toEqual({ kind: 'refused', message: 'No such customer' })
    await expect(respondWith(503, 'not_in_the_contract').load()).rejects.toMatchObject({
      kind: 'unreachable',
      message: 'Api is not loading because user id missing or network issue',
    })
  })

  it.each([
    ['the cards', { '2': () => memberResponse() }],
    ['the member record', { 'user-stripe-all-cards': cardsResponse }],
  ])('fails without a response to %s', async (_, responses) => {
    await expect(createActors(responses).load()).rejects.toBeInstanceOf(Error)
  })
})

describe.each([
  ['setDefaultCard', 'set-default-card'],
  ['removeCard', 'delete-card'],
  ['addCard', 'add-card'],
] as const)('%s', (name, path) => {
  it('sends user and card and returns the updated cards', async () => {
    const { change, sent } = createActors({ [path]: cardsResponse })
    expect(await change(name)).toEqual({ kind: 'granted', cards: [card], defaultCard: 'pm_1' })
    expect(sent).toEqual([`${path} {"user_id":2,"payment_method_id":"pm_1"}`])
  })

  it('distinguishes a removed card from another refusal', async () => {
    const gone = createActors({
      [path]: () => refusalResponse(404, 'payment_method_not_found', 'No such PaymentMethod'),
    })
    expect(await gone.change(name)).toEqual({ kind: 'gone' })
    const busy = createActors({ [path]: () => refusalResponse(403, 'rest_forbidden', 'Not yours.') })
    expect(await busy.change(name)).toEqual({ kind: 'refused', message: 'Not yours.', isAboutCard: false })
    const declined = createActors({ [path]: () => refusalResponse(402, 'expired_card', 'Your card has expired.') })
    expect(await declined.change(name)).toEqual({
      kind: 'refused',
      message: 'Your card has expired.',
      isAboutCard: true,
    })
  })

  it('fails as unreachable without a response', async () => {
    await expect(createActors({}).change(name)).rejects.toBeInstanceOf(HostUnreachable)
  })
})
