import { describe, expect, test } from 'vitest'
import { toExchange, withContractCheck, violations, type Exchange } from './contract.ts'

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
  const spoiled: [string, Exchange, RegExp][] = [
    ['another path', { ...pay, path: '/wp-json/payment/v1/pay-from-saved-card' }, /not in the contract/],
    ['a slash too many', { ...pay, path: `${pay.path}/` }, /not in the contract/],
    ['another method', { ...pay, method: 'PUT' }, /not in the contract/],
    ['no bearer', { ...pay, requestHeaders: withoutHeader(pay.requestHeaders, 'authorization') }, /bearer is missing/],
    ['no XSRF', { ...pay, requestHeaders: withoutHeader(pay.requestHeaders, 'xsrf') }, /XSRF is missing/],
    [
      'no key',
      { ...pay, requestHeaders: withoutHeader(pay.requestHeaders, 'idempotency-key') },
      /Idempotency-Key is missing/,
    ],
    ['a key that is no UUID', { ...pay, requestHeaders: { ...pay.requestHeaders, 'idempotency-key': '1' } }, /uuid/],
    ['a query', { ...pay, path: `${pay.path}?debug=1` }, /query debug/],
    ['no body', { ...pay, requestBody: undefined }, /body is missing/],
    [
      'a body that is a form',
      { ...pay, requestHeaders: { ...pay.requestHeaders, 'content-type': 'text/plain' } },
      /text\/plain/,
    ],
    ['a body without a field', { ...pay, requestBody: '{"user_id":2,"plan_id":104}' }, /payment_method_id/],
    ['a body that is broken', { ...pay, requestBody: '{"user' }, /not JSON/],
    ['an answer without status', { ...pay, responseBody: '{"success":true,"message":""}' }, /status/],
    ['an answer that is HTML', { ...pay, responseHeaders: { 'content-type': 'text/html' } }, /text\/html/],
    ['an answer that is broken', { ...pay, responseBody: '{' }, /not JSON/],
    ['another success', { ...pay, status: 201 }, /status 201/],
    [
      'an unlisted code',
      { ...pay, status: 400, responseBody: '{"code":"incorrect_password","message":"","data":{"status":400}}' },
      /not listed/,
    ],
    [
      'a code with another status',
      { ...pay, status: 400, responseBody: '{"code":"card_declined","message":"","data":{"status":400}}' },
      /comes with 402/,
    ],
    [
      'a status that differs in the body',
      { ...pay, status: 402, responseBody: '{"code":"card_declined","message":"","data":{"status":400}}' },
      /data\.status/,
    ],
    [
      'a number where a string belongs',
      {
        ...member,
        status: 200,
        responseBody:
          '{"id":102,"title":"M","price":19.99,"period":"1","period_type":"months","trial":false,"trial_days":"0"}',
      },
      /price/,
    ],
    [
      'a list without its totals',
      { ...member, path: '/wp-json/mp/v1/memberships', status: 200, responseBody: '[]' },
      /X-WP-Total is missing/,
    ],
  ]
  test.each(spoiled)('%s', (_name, exchange, found) =>
    expect(violations(exchange, 'browser').join('; ')).toMatch(found),
  )

  test('validates the requested part only', () => {
    const both = { ...pay, requestBody: '{', responseBody: '{' }
    expect(violations(both, 'host', 'question')).toEqual(['the body is not JSON'])
    expect(violations(both, 'host', 'answer')).toEqual(['the answer is not JSON'])
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
  const ask = (body: FormData) =>
    new Request('http://host.test/wp-json/channel/v2/user_forget', { method: 'POST', headers: { XSRF: 'x' }, body })
  const answer = (message: unknown) => async () => Response.json({ message })
  const form = (name: string) => {
    const fields = new FormData()
    fields.append(name, 'member@statecast.test')
    return fields
  }

  test('returns its responses', async () => {
    const response = await withContractCheck(answer('Sent successfully'), 'host')(ask(form('email_address')))
    expect(await response.json()).toEqual({ message: 'Sent successfully' })
  })

  test('throws at the first violation of a request or response', async () => {
    await expect(withContractCheck(answer(7), 'host')(ask(form('email_address')))).rejects.toThrow(
      /message must be string/,
    )
    await expect(withContractCheck(answer('ok'), 'host')(ask(form('email')))).rejects.toThrow(/email_address/)
    await expect(withContractCheck(answer('ok'), 'host', 'answer')(ask(form('email')))).resolves.toBeInstanceOf(
      Response,
    )
  })

  test('reads the fields of a form', async () => {
    expect(await toExchange(ask(form('email_address')), Response.json({}))).toMatchObject({
      requestBody: { email_address: 'member@statecast.test' },
    })
  })
})
