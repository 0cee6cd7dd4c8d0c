/** Calls without a session: what counts as a failed attempt, and responses that do not tell whether an account exists. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createAccountCalls, uniformStepMs } from '../../server/edge/accountCalls.ts'
import { type HostRequest } from '../../server/edge/hostUpstream.ts'
import { createEdge } from '../../server/edge/index.ts'
import { createRateLimits, type LimitedCall } from '../../server/edge/rateLimits.ts'
import { type HostReply } from '../../server/edge/relay.ts'
import { type Reply } from '../../server/edge/reply.ts'
import { edgeSecrets } from './edgeSession.ts'
import { requestEdge } from './requestEdge.ts'

const address = '192.0.2.7'
const names = {
  signIn: 'username',
  requestPasswordReset: 'email_address',
  requestErasure: 'email',
  resetPassword: 'login',
  requestDeviceCode: '',
  approveDevice: 'bearer',
}

const textOf = ({ body }: Reply) =>
  typeof body === 'string' ? body : body instanceof Uint8Array ? Buffer.from(body).toString() : ''

const hostReply = (status: number, body: unknown): HostReply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
})
const refusal = (code: string, status = 500) =>
  hostReply(status, { code, message: `The message of ${code}.`, data: null })

describe('an attempt', () => {
  const attempt = async (id: LimitedCall, reply: () => HostReply) => {
    const sendAccountCall = createAccountCalls({ rateLimits: createRateLimits() })
    const call = { id, address, fields: { [names[id]]: 'member' } }
    let sent = 0
    const statuses: number[] = []
    for (let index = 0; index < 150; index += 1) {
      const { status } = await sendAccountCall(call, () => ((sent += 1), Promise.resolve(reply())))
      statuses.push(status)
    }
    return { sent, statuses }
  }

  test.each<[string, LimitedCall, () => HostReply, number]>([
    ['a wrong password', 'signIn', () => refusal('incorrect_password'), 10],
    ['an error page', 'signIn', () => hostReply(500, '<p>There has been a critical error</p>'), 10],
    ['a success without a token', 'signIn', () => hostReply(200, { success: false }), 10],
    ['a success that is not JSON', 'signIn', () => hostReply(200, 'ok'), 10],
    ['an unknown account', 'requestPasswordReset', () => refusal('invalid_email'), 5],
    ['an email that was sent', 'requestPasswordReset', () => hostReply(200, { message: 'sent successfully' }), 5],
    ['a link that deletes an account', 'requestErasure', () => hostReply(200, { success: true }), 5],
    ['a code of a device', 'requestDeviceCode', () => hostReply(200, { user_code: 'WDJB-MJHT' }), 30],
    ['a wrong code of a device', 'approveDevice', () => refusal('invalid_user_code', 404), 5],
    ['a wrong key', 'resetPassword', () => refusal('invalid_key'), 20],
    ['a wrong key with a success status', 'resetPassword', () => hostReply(200, { message: 'Invalid key.' }), 20],
  ])('counts after %s', async (_, id, reply, limit) => {
    const { sent, statuses } = await attempt(id, reply)
    expect(sent).toBe(limit)
    expect(statuses.slice(limit)).toEqual(Array(150 - limit).fill(429))
  })

  test.each<[string, LimitedCall, () => HostReply]>([
    ['a sign-in', 'signIn', () => hostReply(200, { access_token: 'at_1', refresh_token: 'rt_1', user: { ID: 7 } })],
    ['a valid link', 'resetPassword', () => hostReply(200, { message: 'Password reset successfully' })],
    ['a right code of a device', 'approveDevice', () => hostReply(200, { success: true })],
    ['no response', 'signIn', () => ({ status: 502, headers: {} })],
    ['a host that is down for maintenance', 'requestPasswordReset', () => hostReply(503, '<p>Maintenance</p>')],
  ])('does not count after %s', async (_, id, reply) => {
    expect((await attempt(id, reply)).sent).toBe(150)
  })

  test('over the limit is refused with its time, and the host is not called', async () => {
    const sendAccountCall = createAccountCalls({ rateLimits: createRateLimits({ now: () => 0 }) })
    const call = { id: 'signIn', address, fields: { username: 'member' } } as const
    for (let index = 0; index < 10; index += 1)
      await sendAccountCall(call, () => Promise.resolve(refusal('incorrect_password')))
    const reply = await sendAccountCall(call, () => Promise.reject(new Error('sent')))
    expect(reply).toMatchObject({ status: 429, headers: { 'retry-after': '900' } })
    expect(JSON.parse(textOf(reply))).toEqual({
      code: 'too_many_requests',
      message: 'Too many attempts. Try again in 15 minutes.',
      data: { status: 429 },
    })
  })

  test('with a field that WordPress refuses is not sent', async () => {
    const sendAccountCall = createAccountCalls({})
    const fields = { username: 'member', password: 'x'.repeat(4097) }
    const reply = await sendAccountCall({ id: 'signIn', address, fields }, () => Promise.reject(new Error('sent')))
    expect(reply.status).toBe(400)
  })
})

describe('with UNIFORM_SIGN_IN', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** The reply to a call that the host answers after `ms`, and the time that it took. */
  async function replyTo(id: LimitedCall, host: HostReply, ms: number, uniformSignIn = true) {
    const startedAt = performance.now()
    const sendAccountCall = createAccountCalls({ uniformSignIn })
    const pending = sendAccountCall(
      { id, address, fields: { [names[id]]: 'member' } },
      () => new Promise((resolve) => setTimeout(() => resolve(host), ms)),
    ).then((reply) => ({
      reply: { status: reply.status, headers: reply.headers, body: textOf(reply) },
      ms: Math.round(performance.now() - startedAt),
    }))
    await vi.runAllTimersAsync()
    return pending
  }

  test('an unknown account and a wrong password get the same response after the same time', async () => {
    const wrong = await replyTo('signIn', refusal('incorrect_password'), 350)
    const unknown = [
      await replyTo('signIn', refusal('invalid_username'), 3),
      await replyTo('signIn', refusal('invalid_email', 400), 4),
      await replyTo('signIn', refusal('authentication_failed_by_a_plugin', 403), 90),
      await replyTo('signIn', hostReply(200, { success: false, message: 'Unknown' }), 20),
    ]
    const { reply } = await replyTo('signIn', refusal('too_many_retries', 403), 3)
    expect(reply.status).toBe(403)
    expect(wrong.ms).toBe(uniformStepMs)
    expect(wrong.reply.status).toBe(401)
    for (const each of unknown) expect(each).toEqual(wrong)
  })

  test('an account gets the same response to a forgotten password as none', async () => {
    const sent = await replyTo(
      'requestPasswordReset',
      hostReply(200, { message: 'Sent to member successfully.' }),
      1_700,
    )
    const others = [
      await replyTo('requestPasswordReset', refusal('invalid_email'), 3),
      await replyTo('requestPasswordReset', refusal('password_reset_limit', 429), 5),
      await replyTo('requestPasswordReset', refusal('retrieve_password_email_failure'), 900),
    ]
    expect(sent.reply.status).toBe(200)
    expect(sent.reply.body).toMatch(/success/)
    for (const each of others) expect(each).toEqual(sent)
  })

  test('a slower response is sent at the next multiple', async () => {
    expect((await replyTo('signIn', refusal('incorrect_password'), uniformStepMs + 1)).ms).toBe(2 * uniformStepMs)
  })

  test.each<[string, LimitedCall, () => HostReply]>([
    ['a sign-in', 'signIn', () => hostReply(200, { access_token: 'at_1', refresh_token: 'rt_1' })],
    ['an empty field', 'signIn', () => refusal('empty_password')],
    ['a missing XSRF header', 'requestPasswordReset', () => refusal('rest_cookie_invalid_nonce', 403)],
    ['an error page', 'signIn', () => hostReply(500, '<p>Error</p>')],
    ['an expired link', 'resetPassword', () => refusal('expired_key')],
  ])('%s passes at once', async (_, id, host) => {
    const [own, plain] = [await replyTo(id, host(), 30), await replyTo(id, host(), 30, false)]
    expect(own).toEqual(plain)
    expect(own.ms).toBe(30)
  })
})

describe('the edge', () => {
  /** An edge behind one proxy, in front of a host with one account. */
  async function createLimitedEdge(host = () => refusal('invalid_email')) {
    const received: HostRequest[] = []
    const edge = await createEdge({
      dist: {
        page: () => Promise.resolve('<head></head>'),
        open: () => Promise.resolve(undefined),
        isPage: () => false,
      },
      upstream: (request) => {
        received.push(request)
        const isRight = Buffer.from(request.body ?? []).includes('"password":"right"')
        const { status, headers, body } = isRight
          ? hostReply(200, { access_token: 'at_1', refresh_token: 'rt_1' })
          : host()
        return Promise.resolve({ status, headers, body: body ?? Buffer.alloc(0) })
      },
      serviceKey: 'k',
      edgeSecrets,
      warn: () => undefined,
      rateLimits: createRateLimits(),
      trustedProxies: 1,
    })
    const post = (path: string, type: string, body: string, forwardedFor: string) =>
      requestEdge(edge, `http://localhost/wp-json/${path}`, {
        method: 'POST',
        headers: { 'content-type': type, 'x-forwarded-for': forwardedFor },
        body,
      })
    return {
      received,
      signIn: (password: string, forwardedFor: string) =>
        post(
          'custom-plugin/user-login',
          'application/json',
          JSON.stringify({ username: 'member', password, remember_me: true }),
          forwardedFor,
        ),
      forget: (account: string) =>
        post(
          'channel/v2/user_forget',
          'multipart/form-data; boundary=----x1',
          `------x1\r\nContent-Disposition: form-data; name="email_address"\r\n\r\n${account}\r\n------x1--\r\n`,
          address,
        ),
    }
  }

  test('sends ten of 119 parallel guesses to the host, whatever address the client claims', async () => {
    const { received, signIn } = await createLimitedEdge()
    const responses = await Promise.all(
      Array.from({ length: 119 }, (_, index) => signIn(`guess${index}`, `6.6.6.${index}, ${address}`)),
    )
    expect(received).toHaveLength(10)
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(109)
    const right = await signIn('right', address)
    expect(right.status).toBe(429)
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(800)
    expect(await right.json()).toMatchObject({ message: 'Too many attempts. Try again in 15 minutes.' })
    expect(received).toHaveLength(10)
    expect((await signIn('right', '203.0.113.9')).status).toBe(200)
    expect(received.map(({ headers }) => headers['x-forwarded-for'])).toEqual([
      ...Array<string>(10).fill(address),
      '203.0.113.9',
    ])
  })

  const blocked = () => ({ ...hostReply(403, '<p>Blocked</p>'), headers: { 'content-type': 'text/html' } })

  test('counts a sign-in that a firewall of the host refuses with a page', async () => {
    const { received, signIn } = await createLimitedEdge(blocked)
    const statuses: number[] = []
    for (let index = 0; index < 12; index += 1) statuses.push((await signIn(`guess${index}`, address)).status)
    expect([statuses, received.length]).toEqual([[...Array<number>(10).fill(502), 429, 429], 10])
  })

  test.each([
    ['a firewall', blocked],
    ['a redirect', () => ({ ...hostReply(301, ''), headers: { location: '/' } })],
  ])('does not count a forgotten password that %s keeps from WordPress', async (_, host) => {
    const { received, forget } = await createLimitedEdge(host)
    for (let index = 0; index < 20; index += 1) expect((await forget('member')).status).toBe(502)
    expect(received).toHaveLength(20)
  })

  test('counts a forgotten password with an error page, because the email may have been sent', async () => {
    const page = () => ({ ...hostReply(500, '<p>Error</p>'), headers: { 'content-type': 'text/html' } })
    const { received, forget } = await createLimitedEdge(page)
    for (let index = 0; index < 20; index += 1) await forget('member')
    expect(received).toHaveLength(5)
  })

  test('reads the account of a form', async () => {
    const { received, forget } = await createLimitedEdge()
    for (let index = 0; index < 20; index += 1) await forget('member')
    expect(received).toHaveLength(5)
    await forget('other')
    expect(received).toHaveLength(6)
  })
})
