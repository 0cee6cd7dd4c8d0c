import { describe, expect, test } from 'vitest'
import { meSessionCodes } from '../../openapi/codes.ts'
import { HostUnreachable, RefusalError, toApiResult } from '../../src/api/apiResult.ts'
import { refusalCodesOf, contract, exampleValue } from '../../tools/contract/contract.ts'
import {
  callApi,
  callsByName,
  clientCalls,
  findCallById,
  jsonResponse,
  movesMoney,
  parsers,
  toResponse,
  refusalResponse,
  type FakeResponse,
} from './exampleCalls.ts'

const me = 'GET /wp-json/custom-plugin/me/'
const statuses = [200, 400, 401, 402, 403, 404, 409, 413, 418, 422, 429, 500, 502, 503, 504]
const outcomeUnknownCodes = contract['x-unsettled-codes']

const resultOf = async (call: (typeof clientCalls)[number], sent: FakeResponse): Promise<string> => {
  try {
    const result = await callApi({ fetch: async () => toResponse(sent) }, call)
    return result.kind === 'refused' ? `refused ${result.refusal.code} ${result.refusal.status}` : 'granted'
  } catch (error) {
    if (error instanceof HostUnreachable) return `unreachable ${error.reason}`
    throw error
  }
}

describe.each(callsByName)('%s', (name, call) => {
  test('grants the successes of the contract', async () => {
    const examples = Object.values(call.responses['200']?.content?.['application/json']?.examples ?? {})
    for (const example of examples)
      expect(await resultOf(call, jsonResponse(200, exampleValue(example)))).toBe('granted')
    expect(examples.length).toBeGreaterThan(0)
  })

  test(
    'a listed code is a refusal with any status, but only with a 4xx if the call moves money',
    { tags: ['calls.refusals', 'calls.moneyRefusals'] },
    async () => {
      for (const code of refusalCodesOf(call)) {
        for (const status of statuses) {
          const isClientError = status >= 400 && status < 500
          const isSettled = !outcomeUnknownCodes.includes(code)
          const ofMe = meSessionCodes.includes(code) || status === 401 || status === 403
          const refused =
            name === me ? ofMe : movesMoney(call) ? isSettled && isClientError : isSettled || isClientError
          const result = await resultOf(call, refusalResponse(code, status))
          if (refused) expect(result, `${code} ${status}`).toBe(`refused ${code} ${status}`)
          // A success of `me` without a user is a refusal, even if the body is another error.
          else if (name === me && status === 200) expect(result).toBe('refused no_user 200')
          else if (status === 200) expect(result).toMatch(/^unreachable (invalidBody|unlistedCode)$/)
          else expect(result, `${code} ${status}`).toBe('unreachable unlistedCode')
        }
      }
    },
  )

  test(
    'an error with any code and a 4xx is a refusal, but not if the call moves money',
    { tags: ['calls.refusals', 'calls.moneyRefusals'] },
    async () => {
      const errors = [{ code: 'too_many_retries', message: 'No.', data: null }, { message: 'No.' }, { message: '' }]
      for (const error of errors)
        for (const status of statuses.filter((each) => each !== 200)) {
          const isRefusal =
            name === me ? status === 401 || status === 403 : !movesMoney(call) && status >= 400 && status < 500
          const reason = 'code' in error ? 'unlistedCode' : 'invalidBody'
          expect(await resultOf(call, jsonResponse(status, error)), `${status}`).toBe(
            isRefusal ? `refused ${error.code ?? ''} ${status}` : `unreachable ${reason}`,
          )
        }
    },
  )

  test('a call that the host lacks is unreachable', { tags: 'calls.refusals' }, async () => {
    const result = await resultOf(call, refusalResponse('rest_no_route', 404))
    expect(result).toBe('unreachable unlistedCode')
  })

  test('HTML, broken JSON and an empty body are unreachable', { tags: 'calls.noResponse' }, async () => {
    const bodies: Omit<FakeResponse, 'status'>[] = [
      { body: '<!doctype html><title>Bad gateway</title>', type: 'text/html' },
      { body: '<html><body>Hello</body></html>' },
      { body: '{"access_token":"at_1","user":{"ID":' },
      { body: '\ufeff<?php Warning: Undefined index' },
      { body: '' },
      { body: ' \n ' },
      { body: null },
    ]
    for (const status of statuses)
      for (const sent of bodies) {
        expect(await resultOf(call, { status, ...sent }), `${status} ${sent.body}`).toBe('unreachable invalidBody')
      }
    expect(await resultOf(call, { status: 204, body: null })).toBe('unreachable invalidBody')
  })

  test('a JSON body without a message is not a refusal', async () => {
    for (const body of [null, [], {}, 'no', 0, { code: 7 }, { message: 7 }, { code: 'rest_forbidden' }])
      for (const status of [400, 401, 403, 404, 409, 500, 503])
        expect(await resultOf(call, jsonResponse(status, body))).toBe('unreachable invalidBody')
  })

  test('success false is a refusal, but not if the call moves money', async () => {
    for (const no of [false, 0, '0', 'false', '']) {
      const result = await resultOf(call, jsonResponse(200, { success: no, message: '<b>Not</b> today.' }))
      expect(result).toBe(movesMoney(call) ? 'unreachable unlistedCode' : 'refused not_successful 200')
    }
  })
})

describe('me', () => {
  const call = findCallById('readMe')

  test.each([
    [{}],
    [[]],
    [null],
    [false],
    [{ ID: 0 }],
    [{ ID: '0', data: {} }],
    [{ data: { user_login: 'x' } }],
    ['user'],
    [{ ID: 'two' }],
  ])('a success without a user is a refusal: %j', async (body) =>
    expect(await resultOf(call, jsonResponse(200, body))).toBe('refused no_user 200'),
  )

  test.each([
    [{ ID: 2, data: { ID: '2', user_email: 'a@b.test' } }],
    [{ ID: '2', data: {} }],
    [{ id: 2, user_email: 'a@b.test', display_name: 'A' }],
    [{ data: { ID: '2' } }],
  ])('accepts a user in the shape %j', async (body) =>
    expect(await resultOf(call, jsonResponse(200, body))).toBe('granted'),
  )

  test('too many requests do not end the session', { tags: 'calls.noResponse' }, async () => {
    expect(await resultOf(call, refusalResponse('too_many_requests', 429))).toBe('unreachable unlistedCode')
  })
})

describe('the message of a refusal', () => {
  test('contains the problems of single fields as text', { tags: 'calls.refusals' }, async () => {
    const support = findCallById('askSupport')
    const sent = (params: unknown) =>
      jsonResponse(400, { code: 'rest_invalid_param', message: 'Invalid parameter(s)', data: { status: 400, params } })
    const result = await callApi(
      { fetch: async () => toResponse(sent({ subject: '<b>Too</b> long.', name: 5 })) },
      support,
    )
    const refusal = { message: 'Too long.', fields: { subject: 'Too long.' } }
    expect(result).toMatchObject({ kind: 'refused', refusal })
    for (const params of [['subject'], {}, 'subject', null]) {
      const result = await callApi({ fetch: async () => toResponse(sent(params)) }, support)
      expect(result.kind === 'refused' && 'fields' in result.refusal).toBe(false)
    }
  })

  const signIn = findCallById('signIn')
  const pay = findCallById('createSubscription')
  const reset = findCallById('resetPassword')

  test('is plain text', async () => {
    const sent = refusalResponse(
      'incorrect_password',
      500,
      '<strong>Error:</strong> Wrong &amp; <script>alert(1)</script>late\n#0 trace',
    )
    expect(await callApi({ fetch: async () => toResponse(sent) }, signIn)).toEqual({
      kind: 'refused',
      refusal: { code: 'incorrect_password', message: 'Error: Wrong & late', status: 500 },
    })
  })

  test('is undefined when it is not text', async () => {
    expect(
      await callApi(
        { fetch: async () => toResponse(jsonResponse(200, { success: false, message: { a: 1 } })) },
        findCallById('askSupport'),
      ),
    ).toEqual({
      kind: 'refused',
      refusal: { code: 'not_successful', message: '', status: 200 },
    })
  })

  test.each([
    ['card_declined', 500, 'Gateway timeout'],
    ['too_many_retries', 429, 'Gateway timeout'],
    ['internal_server_error', 500, ''],
  ])('is available for a payment with an unknown outcome: %s %s', async (code, status, serverText) => {
    const sent = refusalResponse(code, status, 'Gateway <b>timeout</b>')
    await expect(callApi({ fetch: async () => toResponse(sent) }, pay)).rejects.toMatchObject({
      name: 'HostUnreachable',
      reason: 'unlistedCode',
      status,
      serverText,
    })
  })

  test('is never that of a server error without a listed code', { tags: 'calls.noResponse' }, async () => {
    const sent = refusalResponse('internal_server_error', 500, 'Uncaught TypeError in wp-content/plugins')
    await expect(callApi({ fetch: async () => toResponse(sent) }, findCallById('readChannels'))).rejects.toMatchObject({
      message: 'Something went wrong on our side. Please try again.',
      serverText: '',
    })
  })

  test('is the host’s for a changed email that another account has, with the status 500', async () => {
    const message = 'Sorry, that email address is already used!'
    const sent = refusalResponse('existing_user_email', 500, message)
    expect(await callApi({ fetch: async () => toResponse(sent) }, findCallById('editMe'))).toEqual({
      kind: 'refused',
      refusal: { code: 'existing_user_email', message, status: 500 },
    })
  })

  test('determines whether a reset succeeded', { tags: 'calls.resetPassword' }, async () => {
    expect(await resultOf(reset, jsonResponse(200, { message: 'Password reset successfully' }))).toBe('granted')
    expect(
      await callApi({ fetch: async () => toResponse(jsonResponse(200, { message: 'Link <b>expired</b>' })) }, reset),
    ).toEqual({
      kind: 'refused',
      refusal: { code: 'not_successful', message: 'Link expired', status: 200 },
    })
  })

  test('a parser that throws means unreachable, one that throws RefusalError means refused', async () => {
    const fetch = async () => toResponse(jsonResponse(200, { ok: true }))
    const broken = () => {
      throw new TypeError('undefined is not a function')
    }
    await expect(callApi({ fetch }, pay, { read: broken })).rejects.toBeInstanceOf(HostUnreachable)
    const no = () => {
      throw new RefusalError('not_successful', '<i>No</i>')
    }
    expect(await callApi({ fetch }, pay, { read: no })).toMatchObject({ kind: 'refused', refusal: { message: 'No' } })
  })

  test('a response of another client has no listed codes', async () => {
    const response = toResponse(refusalResponse('incorrect_password', 500))
    await expect(
      toApiResult(Promise.resolve({ error: { code: 'incorrect_password', message: '' }, response }), (body) => body),
    ).rejects.toBeInstanceOf(HostUnreachable)
  })
})

test('every call has a parser', () => {
  expect(Object.keys(parsers).sort()).toEqual(clientCalls.map((call) => call.operation.operationId).sort())
})
