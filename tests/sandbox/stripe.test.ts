import { describe, expect, it } from 'vitest'
import { ConnectionCutError } from '../../server/sandbox/faults.ts'
import { TEST_CARDS } from '../../server/sandbox/stripe/testCards.ts'
import { refused, useTestSandbox } from './testSandbox.ts'
import { createPaymentClient, tokenizeCard } from './paymentClient.ts'

const testSandbox = useTestSandbox()

describe('tokenizing', () => {
  it.each(TEST_CARDS.map((card) => [card.name, card] as const))('accepts the test card %s', async (_, card) => {
    const address = { line1: '1 Quay', country: 'US' }
    const billing_details = { name: 'Gus Tarrant', email: 'guest@statecast.test', address }
    const { status, paymentMethod } = await tokenizeCard(testSandbox, card.number, { billing_details })
    expect(status).toBe(200)
    expect(paymentMethod).toMatchObject({
      id: expect.stringMatching(/^pm_1S\w{22}$/),
      object: 'payment_method',
      type: 'card',
      customer: null,
      card: { brand: card.brand, last4: card.number.slice(-4), exp_month: 12, exp_year: 2030, funding: card.funding },
      billing_details: { name: 'Gus Tarrant', phone: null, address: { line1: '1 Quay', country: 'US', city: null } },
    })
  })

  it('does not return the result of a later charge', async () => {
    const gus = await createPaymentClient(testSandbox, 'guest')
    const { paymentMethod } = await tokenizeCard(testSandbox, '4000000000009995')
    expect(await gus.createSubscription(102, paymentMethod?.id ?? '')).toMatchObject({
      status: 402,
      body: { code: 'insufficient_funds', message: 'Your card has insufficient funds.' },
    })
  })

  it('creates a card that pays and is saved once', async () => {
    const gus = await createPaymentClient(testSandbox, 'guest')
    const leda = await createPaymentClient(testSandbox, 'lapsed')
    const billing_details = { name: 'G. Tarrant' }
    const { paymentMethod } = await tokenizeCard(testSandbox, '5555555555554444', { billing_details })
    const id = paymentMethod?.id ?? ''
    expect(await gus.createSubscription(102, id)).toMatchObject({ status: 200 })
    expect(await gus.readCards()).toMatchObject({
      cards: [{ id, card: { brand: 'mastercard', last4: '4444' }, billing_details: { name: 'G. Tarrant' } }],
      default_pay_method: id,
    })
    expect(await leda.createSubscription(102, id)).toMatchObject(refused(404, 'payment_method_not_found'))
    expect(await testSandbox.readLedger()).toHaveLength(1)
  })

  it.each([
    ['half a number', { number: '42424242' }, 'invalid_number', 'The card number is not a valid credit card number.'],
    ['a wrong digit', { number: '4242424242424241' }, 'incorrect_number', 'Your card number is incorrect.'],
    ['letters', { number: '4242abcd' }, 'invalid_number', 'The card number is not a valid credit card number.'],
    ['a 13th month', { exp_month: 13 }, 'invalid_expiry_month', "Your card's expiration month is invalid."],
    ['a past year', { exp_year: 2025 }, 'invalid_expiry_year', "Your card's expiration year is invalid."],
    [
      'a past month',
      { exp_month: 10, exp_year: 2026 },
      'invalid_expiry_year',
      "Your card's expiration year is invalid.",
    ],
    ['a short code', { cvc: '12' }, 'invalid_cvc', "Your card's security code is invalid."],
  ])('refuses %s', async (_, fields, code, message) => {
    expect(await tokenizeCard(testSandbox, '4242424242424242', fields)).toMatchObject({
      status: 402,
      error: { type: 'card_error', code, message },
    })
  })

  it('refuses a valid number that is not a test card', async () => {
    expect(await tokenizeCard(testSandbox, '4111111111111111')).toMatchObject({
      status: 402,
      error: { code: 'card_declined', decline_code: 'test_mode_live_card' },
    })
  })

  it('refuses a page of another origin', async () => {
    const response = await testSandbox.send('POST', '/sandbox/stripe/v1/payment_methods', {
      body: { number: '4242424242424242' },
      headers: { 'Sec-Fetch-Site': 'same-site' },
    })
    expect(response.status).toBe(403)
  })

  it('stores no number and no security code', async () => {
    const gus = await createPaymentClient(testSandbox, 'guest')
    const { paymentMethod } = await tokenizeCard(testSandbox, '4000056655665556', { cvc: '917' })
    await gus.createSubscription(102, paymentMethod?.id ?? '')
    expect((await testSandbox.readFiles()).includes('4000056655665556')).toBe(false)
    expect(JSON.stringify([paymentMethod, await gus.readCards()])).not.toContain('917')
  })
})

describe.each([
  ['stripe', '/sandbox/stripe/stripe.js', 'window.Stripe = Stripe'],
  ['paypal', '/sandbox/paypal/sdk/js?client-id=sandbox-client&vault=true', 'Buttons'],
])('the script of %s', (name, path, mark) => {
  const load = () => testSandbox.send('GET', path)

  it('can be used by another origin', async () => {
    const response = await load()
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(await response.text()).toContain(mark)
  })

  it('fails to load for the number of requests of a fault', async () => {
    await testSandbox.addFault({ call: `SCRIPT ${name}`, times: 1 })
    const response = await load()
    expect([response.status, response.headers.get('content-type')]).toEqual([503, 'text/plain; charset=UTF-8'])
    expect((await load()).status).toBe(200)
  })

  it.each([
    ['status-401', 401],
    ['status-429', 429],
    ['status-500', 503],
    ['html', 503],
  ])('%s returns %i', async (fault, status) => {
    await testSandbox.addFault({ call: `SCRIPT ${name}`, fault, times: 1 })
    expect((await load()).status).toBe(status)
  })

  it('can be cut or delayed', async () => {
    await testSandbox.addFault({ call: `SCRIPT ${name}`, fault: 'cut-before', times: 1 })
    await expect(load()).rejects.toBeInstanceOf(ConnectionCutError)
    await testSandbox.addFault({ call: `SCRIPT ${name}`, fault: 'delay', ms: 60, times: 1 })
    const before = performance.now()
    expect((await load()).status).toBe(200)
    expect(performance.now() - before).toBeGreaterThanOrEqual(59)
  })
})

it('an unknown file is not found', async () => {
  for (const path of ['stripe/tokenize.ts', 'stripe/card.ts', 'paypal/routes.ts', 'stripe/..%2fseed/keys.ts']) {
    expect((await testSandbox.send('GET', `/sandbox/${path}`)).status).toBe(404)
  }
})
