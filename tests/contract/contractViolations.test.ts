import { describe, expect, test } from 'vitest'
import { toExchange, withContractCheck, violations, type Exchange } from '../../tools/contract/exchange.ts'

/** A valid exchange of each side. Every test makes one part invalid. */
const member = {
  method: 'GET',
  path: '/wp-json/mp/v1/memberships/102',
  requestHeaders: { Authorization: 'Bearer at_1' },
  requestBody: undefined,
  status: 500,
  responseHeaders: { 'content-type': 'application/json; charset=UTF-8' },
  responseBody: '{"code":"mp_no_records_found","message":"None","data":null}',
} satisfies Exchange

const pay = {
  method: 'POST',
  path: '/wp-json/payment/v1/pay-from-save-card',
  requestHeaders: {
    authorization: 'Bearer at_1',
    xsrf: 'x',
    'idempotency-key': '0f8c8a0e-4c52-4d0b-9b0c-5d2a7c0e6a11',
    'content-type': 'application/json',
  },
  requestBody: '{"user_id":2,"payment_method_id":"pm_1","plan_id":"104"}',
  status: 200,
  responseHeaders: { 'Content-Type': 'application/json' },
  responseBody: '{"success":true,"message":"","status":"active"}',
} satisfies Exchange

const withoutHeader = (headers: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(headers).filter(([key]) => key.toLowerCase() !== name))

describe('a valid exchange', () => {
  test('is valid on its side', () => {
    expect(violations(member, 'browser')).toEqual([])
    expect(violations({ ...member, requestHeaders: { 'MEMBERPRESS-API-KEY': 'k' } }, 'host')).toEqual([])
    expect(violations(pay, 'browser')).toEqual([])
    expect(violations(pay, 'host')).toEqual([])
  })

  test('is invalid on the other side when the edge replaces the token by the key', () => {
    expect(violations(member, 'host')).toEqual([
      'the bearer must not be sent with this call',
      'the service key is missing',
    ])
    expect(violations({ ...member, requestHeaders: { 'MEMBERPRESS-API-KEY': 'k' } }, 'browser')).toEqual([
      'the bearer is missing',
      'the service key must not be sent here',
    ])
  })
})

describe('an invalid exchange', () => {
  const withHeaders = (change: Record<string, string>) => ({ requestHeaders: { ...pay.requestHeaders, ...change } })
  const without = (header: string) => ({ requestHeaders: withoutHeader(pay.requestHeaders, header) })
  const refusal = (code: string, status: number, bodyStatus = status) => ({
    status,
    responseBody: JSON.stringify({ code, message: '', data: { status: bodyStatus } }),
  })
  const plan = { id: 102, title: 'M', price: 19.99, period: '1', period_type: 'months', trial: false, trial_days: '0' }
  const totals = { path: '/wp-json/mp/v1/memberships', responseBody: '[]' }

  test.each<[string, Partial<Exchange>, RegExp, Exchange?]>([
    ['another path', { path: '/wp-json/payment/v1/pay-from-saved-card' }, /not in the contract/],
    ['an extra slash', { path: `${pay.path}/` }, /not in the contract/],
    ['another method', { method: 'PUT' }, /not in the contract/],
    ['no bearer', without('authorization'), /bearer is missing/],
    ['no XSRF', without('xsrf'), /XSRF is missing/],
    ['no key', without('idempotency-key'), /Idempotency-Key is missing/],
    ['a key that is not a UUID', withHeaders({ 'idempotency-key': '1' }), /uuid/],
    ['a query', { path: `${pay.path}?debug=1` }, /query debug/],
    ['no body', { requestBody: undefined }, /body is missing/],
    ['a body that is a form', withHeaders({ 'content-type': 'text/plain' }), /text\/plain/],
    ['a body without a field', { requestBody: '{"user_id":2,"plan_id":104}' }, /payment_method_id/],
    ['a body with invalid JSON', { requestBody: '{"user' }, /not JSON/],
    ['a response without a status', { responseBody: '{"success":true,"message":""}' }, /status/],
    ['an HTML response', { responseHeaders: { 'content-type': 'text/html' } }, /text\/html/],
    ['a response with invalid JSON', { responseBody: '{' }, /not JSON/],
    ['another success', { status: 201 }, /status 201/],
    ['an unlisted code', refusal('incorrect_password', 400), /not listed/],
    ['a code with another status', refusal('card_declined', 400), /comes with 402/],
    ['a status that differs in the body', refusal('card_declined', 402, 400), /data\.status/],
    ['a number where a string belongs', { status: 200, responseBody: JSON.stringify(plan) }, /price/, member],
    ['a list without the total headers', { status: 200, ...totals }, /X-WP-Total is missing/, member],
  ])('%s', (_name, change, found, valid = pay) =>
    expect(violations({ ...valid, ...change }, 'browser').join('; ')).toMatch(found),
  )

  test('validates the requested part only', () => {
    const both = { ...pay, requestBody: '{', responseBody: '{' }
    expect(violations(both, 'host', 'request')).toEqual(['the body is not JSON'])
    expect(violations(both, 'host', 'response')).toEqual(['the response is not JSON'])
  })

  test('an empty 502 is valid for the browser only', () => {
    const unreachable = { ...pay, status: 502, responseBody: '', responseHeaders: {} }
    expect(violations(unreachable, 'browser')).toEqual([])
    expect(violations({ ...unreachable, status: 504 }, 'browser')).toEqual([])
    expect(violations(unreachable, 'host')).not.toEqual([])
    expect(violations({ ...unreachable, responseBody: 'Bad gateway' }, 'browser')).not.toEqual([])
  })
})

describe('a validated server', () => {
  const requestWith = (body: FormData) =>
    new Request('http://host.test/wp-json/channel/v2/user_forget', { method: 'POST', headers: { XSRF: 'x' }, body })
  const respondWith = (message: unknown) => async () => Response.json({ message })
  const form = (name: string) => {
    const fields = new FormData()
    fields.append(name, 'member@statecast.test')
    return fields
  }

  test('returns its responses', async () => {
    const response = await withContractCheck(
      respondWith('Sent successfully'),
      'host',
    )(requestWith(form('email_address')))
    expect(await response.json()).toEqual({ message: 'Sent successfully' })
  })

  test('throws at the first violation of a request or response', async () => {
    const valid = requestWith(form('email_address'))
    await expect(withContractCheck(respondWith(7), 'host')(valid)).rejects.toThrow(/message is a number, not a string/)
    await expect(withContractCheck(respondWith('ok'), 'host')(requestWith(form('email')))).rejects.toThrow(
      /email_address/,
    )
    const unchecked = withContractCheck(respondWith('ok'), 'host', 'response')(requestWith(form('email')))
    await expect(unchecked).resolves.toBeInstanceOf(Response)
  })

  test('reads the fields of a form', async () => {
    expect(await toExchange(requestWith(form('email_address')), Response.json({}))).toMatchObject({
      requestBody: { email_address: 'member@statecast.test' },
    })
  })
})
