import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { calls } from '../../openapi/codes.ts'
import { ConnectionCutError } from '../../server/sandbox/faults.ts'
import { MARKUP_PAYLOAD } from '../../server/sandbox/injectFaults.ts'
import { TestSandbox } from './testSandbox.ts'
import { findCall, refusalCodesOf, contract } from '../../tools/contract/contract.ts'
import { createPaymentClient } from './paymentClient.ts'

const ME = '/wp-json/custom-plugin/me/'
const FAVORITES = '/wp-json/channel/v2/favourites'

const testSandbox = new TestSandbox()
let token: string
beforeAll(async () => {
  await testSandbox.open()
  token = await testSandbox.signIn('member', true)
})
afterAll(() => testSandbox.dispose())
beforeEach(() => testSandbox.send('DELETE', '/sandbox/faults'))

/** Sends a call as the member, without a check by the contract. */
const sendRaw = (method: string, path: string, body?: unknown) =>
  testSandbox.send(method, path, { headers: { Authorization: `Bearer ${token}`, XSRF: 'x' }, body, part: 'none' })
const readFavorites = async () =>
  ((await (await sendRaw('GET', FAVORITES)).json()) as { favourites: string[] }).favourites

describe('the effect of a fault', () => {
  it('delay delays the response', async () => {
    await testSandbox.addFault({ call: `GET ${ME}`, fault: 'delay', ms: 120 })
    const before = performance.now()
    expect((await sendRaw('GET', ME)).status).toBe(200)
    // Timers can fire a millisecond early.
    expect(performance.now() - before).toBeGreaterThanOrEqual(119)
  })

  it('cut-before cuts the connection without an effect', async () => {
    await testSandbox.addFault({ call: `PUT ${FAVORITES}/{slug}`, fault: 'cut-before', times: 1 })
    await expect(sendRaw('PUT', `${FAVORITES}/fogline`)).rejects.toBeInstanceOf(ConnectionCutError)
    expect(await readFavorites()).not.toContain('fogline')
  })

  it('cut-after cuts the connection after the effect', async () => {
    await testSandbox.addFault({ call: `PUT ${FAVORITES}/{slug}`, fault: 'cut-after', times: 1 })
    await expect(sendRaw('PUT', `${FAVORITES}/fogline`)).rejects.toBeInstanceOf(ConnectionCutError)
    expect(await readFavorites()).toContain('fogline')
    await sendRaw('DELETE', `${FAVORITES}/fogline`)
  })

  it.each([
    ['status-401', 401, 'rest_not_logged_in'],
    ['status-429', 429, 'too_many_requests'],
  ])('%s returns a listed error', async (fault, status, code) => {
    await testSandbox.addFault({ call: `GET ${ME}`, fault })
    expect(await testSandbox.as(token)('GET', ME)).toMatchObject({ status, body: { code, data: { status } } })
  })

  it('status-500 returns an unlisted error', async () => {
    await testSandbox.addFault({ call: `GET ${ME}`, fault: 'status-500' })
    const response = await sendRaw('GET', ME)
    expect(response.status).toBe(500)
    const { code } = (await response.json()) as { code: string }
    expect(code).toBe('internal_server_error')
    expect(contract['x-error-codes']).not.toHaveProperty(code)
  })

  it.each(['status-401', 'status-429', 'status-500', 'refuse'])('%s returns the given message', async (fault) => {
    await testSandbox.addFault({ call: `GET ${ME}`, fault, message: 'In <b>these</b> words' })
    expect(await (await sendRaw('GET', ME)).json()).toMatchObject({ message: 'In <b>these</b> words' })
  })

  it('html returns a page', async () => {
    await testSandbox.addFault({ call: `PUT ${FAVORITES}/{slug}`, fault: 'html' })
    const response = await sendRaw('PUT', `${FAVORITES}/fogline`)
    expect([response.status, response.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
    expect(await response.text()).toMatch(/^<!doctype html>/)
    expect(await readFavorites()).not.toContain('fogline')
  })

  it('broken-json returns half of the JSON', async () => {
    await testSandbox.addFault({ call: `GET ${ME}`, fault: 'broken-json' })
    const response = await sendRaw('GET', ME)
    expect(response.headers.get('content-type')).toContain('application/json')
    const text = await response.text()
    expect(text.startsWith('{"data"')).toBe(true)
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError)
  })

  it('empty returns an empty body', async () => {
    await testSandbox.addFault({ call: `GET ${ME}`, fault: 'empty' })
    const response = await sendRaw('GET', ME)
    expect([response.status, await response.text()]).toEqual([200, ''])
  })

  it('markup is appended to every string of the response', async () => {
    const plain: unknown = await (await sendRaw('GET', ME)).json()
    await testSandbox.addFault({ call: `GET ${ME}`, fault: 'markup' })
    const marked: unknown = await (await sendRaw('GET', ME)).json()
    const compare = (one: unknown, other: unknown): void => {
      if (typeof one === 'string') expect(other).toBe(one + MARKUP_PAYLOAD)
      else if (typeof one !== 'object' || one === null) expect(other).toBe(one)
      else for (const [name, value] of Object.entries(one)) compare(value, (other as Record<string, unknown>)[name])
    }
    compare(plain, marked)
    await testSandbox.send('DELETE', '/sandbox/faults')
    await testSandbox.addFault({ call: `GET ${FAVORITES}`, fault: 'markup', message: '<i>x</i>' })
    expect(await readFavorites()).toEqual(['harbor-one<i>x</i>', 'rotunda<i>x</i>', 'stormwatch-gulf<i>x</i>'])
  })

  it.each(Object.keys(calls))('refuse returns a listed refusal of %s', async (name) => {
    const [method = '', template = ''] = name.split(' ')
    const path = template.replace('{id}', '7').replace('{slug}', 'fogline')
    await testSandbox.addFault({ call: name, fault: 'refuse' })
    const response = await testSandbox.send(method, path, { part: 'none' })
    const { code, data } = (await response.json()) as { code: string; data: unknown }
    const call = findCall(method, path)
    if (!call) throw new Error(`${name} is not in the contract`)
    expect(refusalCodesOf(call)).toContain(code)
    expect(contract['x-error-codes'][code]).toContain(response.status)
    // WordPress sends 500 for an error without a status.
    expect(data).toEqual(response.status === 500 ? null : { status: response.status })
  })
})

describe('the requests of a fault', () => {
  it('match by method and path, with or without a trailing slash', async () => {
    await testSandbox.addFault({ call: 'GET /wp-json/custom-plugin/me', fault: 'status-429' })
    expect((await sendRaw('GET', ME)).status).toBe(429)
    expect((await sendRaw('GET', '/wp-json/custom-plugin/me')).status).toBe(429)
    expect((await sendRaw('GET', FAVORITES)).status).toBe(200)
    // Another method is another call, which refuses the missing body.
    expect((await sendRaw('PUT', '/wp-json/custom-plugin/me')).status).toBe(400)
  })

  it('user_forget and user_forget/ are different calls', async () => {
    await testSandbox.addFault({ call: 'POST /wp-json/channel/v2/user_forget', fault: 'status-429' })
    expect((await sendRaw('POST', '/wp-json/channel/v2/user_forget')).status).toBe(429)
    expect((await sendRaw('POST', '/wp-json/channel/v2/user_forget/')).status).toBe(400)
  })

  it.each(['{slug}', '{anything}'])('%s matches any segment of a path', async (part) => {
    await testSandbox.addFault({ call: `GET /wp-json/channel/v2/channels/${part}`, fault: 'status-429' })
    expect((await sendRaw('GET', '/wp-json/channel/v2/channels/rotunda')).status).toBe(429)
    expect((await sendRaw('GET', '/wp-json/channel/v2/channels')).status).toBe(200)
  })

  it('match with or without a query', async () => {
    await testSandbox.addFault({ call: 'GET /wp-json/channel/v2/avatar?user_id={id}', fault: 'status-429' })
    expect((await sendRaw('GET', '/wp-json/channel/v2/avatar?user_id=2')).status).toBe(429)
  })

  it.each([
    ['a present field', 'username', true],
    ['a missing field', 'new_password', false],
    ['a value', { username: 'member' }, true],
    ['another value', { username: 'guest' }, false],
    ['a boolean', { remember_me: true }, true],
    ['a field that must be absent', { new_password: null }, true],
    ['a present field that must be absent', { username: null }, false],
    ['several fields', { username: 'member', remember_me: false }, false],
  ])('match %s', async (_, match, meets) => {
    await testSandbox.addFault({ call: 'POST /wp-json/custom-plugin/user-login', fault: 'status-429', match })
    const body = { username: 'member', password: 'wrong', remember_me: true }
    const response = await sendRaw('POST', '/wp-json/custom-plugin/user-login', body)
    expect(response.status).toBe(meets ? 429 : 500)
  })

  it('match fields of a form and of the query; an unreadable body has no fields', async () => {
    const form = new FormData()
    form.set('email_address', 'member@statecast.test')
    const path = '/wp-json/channel/v2/user_forget'
    await testSandbox.addFault({ call: `POST ${path}`, fault: 'status-429', match: 'email_address' })
    const post = (body: BodyInit, query = '') => testSandbox.send('POST', path + query, { body, part: 'none' })
    expect((await post(form)).status).toBe(429)
    expect((await post('', '?email_address=x')).status).toBe(429)
    expect((await post('{"broken')).status).toBe(403)
  })

  it('leave the body readable for the call', async () => {
    const call = 'POST /wp-json/custom-plugin/user-login'
    await testSandbox.addFault({ call, fault: 'delay', ms: 1, match: 'username' })
    expect(await testSandbox.signIn('guest')).toMatch(/^at_/)
  })
})

describe('a reset', () => {
  it('cuts delayed calls with and without a key, so that none takes effect after it', async () => {
    const member = await createPaymentClient(testSandbox, 'member')
    const guest = await createPaymentClient(testSandbox, 'guest')
    for (const path of ['channel/v2/user_forget', 'payment/v1/pay-from-save-card', 'payment/v1/create-subscription'])
      await testSandbox.addFault({ call: `POST /wp-json/${path}`, fault: 'delay', ms: 600_000, times: 1 })
    const [card] = (await member.readCards()).cards
    const pendingCalls = [
      sendRaw('POST', '/wp-json/channel/v2/user_forget', { email_address: 'member' }),
      member.payWithSavedCard(103, card?.id ?? ''),
      guest.createSubscription(102, 'pm_card_visa'),
    ]
    const ends = Promise.allSettled(pendingCalls)
    await expect.poll(() => testSandbox.readFaults()).toEqual([])
    expect((await testSandbox.send('POST', '/sandbox/reset')).status).toBe(204)
    for (const end of await ends) expect(end).toEqual({ status: 'rejected', reason: expect.any(ConnectionCutError) })
    for (const kept of ['mail', 'ledger'])
      expect(await (await testSandbox.send('GET', `/sandbox/${kept}`)).json()).toEqual([])
    token = await testSandbox.signIn('member', true)
  })
})

describe('the lifetime of a fault', () => {
  it('lasts until it is removed or for a number of requests', async () => {
    await testSandbox.addFault({ call: `GET ${ME}`, fault: 'status-429', times: 2 })
    const statuses = []
    for (let turn = 0; turn < 3; turn += 1) statuses.push((await sendRaw('GET', ME)).status)
    expect(statuses).toEqual([429, 429, 200])
    expect(await testSandbox.readFaults()).toEqual([])
    await testSandbox.addFault({ call: `GET ${ME}`, fault: 'status-429' })
    for (let turn = 0; turn < 5; turn += 1) expect((await sendRaw('GET', ME)).status).toBe(429)
  })

  it('counts concurrent requests once each', async () => {
    await testSandbox.addFault({ call: `GET ${ME}`, fault: 'status-429', times: 3 })
    const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await sendRaw('GET', ME)).status))
    expect(statuses.filter((status) => status === 429)).toHaveLength(3)
  })

  it('applies the oldest fault first', async () => {
    await testSandbox.addFault({ call: `GET ${ME}`, fault: 'status-429', times: 1 })
    await testSandbox.addFault({ call: `GET ${ME}`, fault: 'status-401', times: 1 })
    expect([(await sendRaw('GET', ME)).status, (await sendRaw('GET', ME)).status]).toEqual([429, 401])
  })

  it('is ended by a reset or by DELETE', async () => {
    await testSandbox.addFault({ call: `GET ${ME}`, fault: 'status-429' })
    const second = (await (await testSandbox.addFault({ call: 'SCRIPT stripe' })).json()) as { id: number }
    expect((await testSandbox.send('DELETE', `/sandbox/faults/${second.id}`)).status).toBe(204)
    expect((await testSandbox.send('DELETE', `/sandbox/faults/${second.id}`)).status).toBe(404)
    expect(await testSandbox.readFaults()).toMatchObject([{ call: `GET ${ME}` }])
    expect((await testSandbox.send('DELETE', '/sandbox/faults')).status).toBe(204)
    expect(await testSandbox.readFaults()).toEqual([])
  })
})

describe('the validation of a fault', () => {
  it('lists the fault as it was added', async () => {
    const call = 'POST /wp-json/payment/v1/pay-from-save-card'
    const fault = { call, fault: 'cut-after', match: { plan_id: 102 }, times: 2, message: 'm' }
    const response = await testSandbox.addFault(fault)
    expect(response.status).toBe(201)
    const set: unknown = await response.json()
    expect(set).toEqual({ id: expect.any(Number), ...fault })
    expect(await testSandbox.readFaults()).toEqual([set])
  })

  it.each([
    [{ call: 'SCRIPT paypal' }],
    [{ call: 'SCRIPT stripe', fault: 'status-500' }],
    [{ call: 'STREAM harbor-one', fault: 'stall' }],
    [{ call: 'STREAM harbor-one', fault: 'off-air' }],
  ])('accepts %j', async (fault) => {
    expect((await testSandbox.addFault(fault)).status).toBe(201)
  })

  it.each([
    [{}, 'call is required'],
    [{ call: 5, fault: 'html' }, 'call is required'],
    [{ call: 'me', fault: 'html' }, 'call must be'],
    [{ call: 'GET /sandbox/ledger', fault: 'html' }, 'call must be'],
    [{ call: 'SCRIPT other', fault: 'html' }, 'call must be'],
    [{ call: `GET ${ME}` }, 'fault is required'],
    [{ call: `GET ${ME}`, fault: 'explode' }, 'fault is one of'],
    [{ call: `GET ${ME}`, fault: 'stall' }, 'STREAM supports'],
    [{ call: 'STREAM harbor-one', fault: 'html' }, 'STREAM supports'],
    [{ call: 'STREAM harbor-one' }, 'STREAM supports'],
    [{ call: `GET ${ME}`, fault: 'delay' }, 'delay requires ms'],
    [{ call: `GET ${ME}`, fault: 'delay', ms: -1 }, 'ms must be at least 0'],
    [{ call: `GET ${ME}`, fault: 'delay', ms: '5' }, 'ms must be a number'],
    [{ call: `GET ${ME}`, fault: 'html', times: 0 }, 'times must be at least 1'],
    [{ call: `GET ${ME}`, fault: 'html', times: 1.5 }, 'times must be an integer'],
    [{ call: `GET ${ME}`, fault: 'html', match: 7 }, 'match is'],
    [{ call: `GET ${ME}`, fault: 'html', often: 2 }, 'often is not a field'],
    [[], 'call is required'],
    ['{"call":', 'A fault must be an object'],
  ])('refuses %j', async (fault, problem) => {
    const response = await testSandbox.send('POST', '/sandbox/faults', { body: fault })
    expect(response.status).toBe(400)
    expect(((await response.json()) as { error: string }).error).toContain(problem)
    expect(await testSandbox.readFaults()).toEqual([])
  })
})

describe('a stream fault', () => {
  it('off-air stops the channel and its stream until it is removed', async () => {
    const read = async () =>
      (await (await sendRaw('GET', '/wp-json/channel/v2/channels/rotunda')).json()) as Record<string, unknown>
    const before = await read()
    await testSandbox.addFault({ call: 'STREAM rotunda', fault: 'off-air' })
    expect(await read()).toMatchObject({ live: false, now: null, stream_url: null })
    const playlist = String(before['stream_url']).replace('http://sandbox.test', '')
    expect((await testSandbox.send('GET', playlist)).status).toBe(410)
    await testSandbox.send('DELETE', '/sandbox/faults')
    expect(await read()).toMatchObject({ live: true })
    expect((await testSandbox.send('GET', playlist)).status).toBe(200)
  })
})
