import { describe, expect, it } from 'vitest'
import { PASSWORD, refused, useTestSandbox } from './testSandbox.ts'

const LOGIN = '/wp-json/custom-plugin/user-login'
const ME = '/wp-json/custom-plugin/me/'
const LOGOUT = '/wp-json/custom-plugin/logout'

const testSandbox = useTestSandbox()

const login = (body: unknown, options = {}) => testSandbox.call('POST', LOGIN, { body, ...options })

describe('signing in', () => {
  it.each(['member', 'member@statecast.test', '  Member ', 'MEMBER@statecast.test'])(
    'accepts %j as the user name',
    async (username) => {
      const { status, body } = await login({ username, password: PASSWORD, remember_me: '' })
      expect(status).toBe(200)
      expect(body).toMatchObject({ user: { ID: 2, data: { ID: '2', user_email: 'member@statecast.test' } } })
    },
  )

  it('signs in every seeded account', async () => {
    const ids = []
    for (const username of ['member', 'paypal-member', 'manual-member', 'guest', 'lapsed']) {
      const { body } = await login({ username, password: PASSWORD, remember_me: true })
      ids.push((body as { user: { ID: number } }).user.ID)
    }
    expect(ids).toEqual([2, 3, 4, 5, 6])
  })

  it('returns new tokens each time and never the password', async () => {
    const one = (await login({ username: 'member', password: PASSWORD, remember_me: '' })).body
    const other = (await login({ username: 'member', password: PASSWORD, remember_me: '' })).body
    const tokens = [one, other].flatMap((body) => {
      const { access_token: access, refresh_token: refresh } = body as Record<string, string>
      return [access, refresh]
    })
    expect(new Set(tokens).size).toBe(4)
    expect(JSON.stringify(one)).not.toMatch(/scrypt|pass/i)
  })

  it.each([
    [{ username: 'member', password: 'wrong', remember_me: '' }, 500, 'incorrect_password'],
    [{ username: 'member@statecast.test', password: 'wrong', remember_me: '' }, 500, 'incorrect_password'],
    [{ username: 'nobody', password: PASSWORD, remember_me: '' }, 500, 'invalid_username'],
    [{ username: 'nobody@statecast.test', password: PASSWORD, remember_me: '' }, 500, 'invalid_email'],
    [{ username: '', password: '', remember_me: '' }, 500, 'empty_username'],
    [{ username: 'member', password: '', remember_me: '' }, 500, 'empty_password'],
  ])('refuses %j with %i %s and null data', async (body, status, code) => {
    const response = await login(body)
    expect(response).toMatchObject({ status, body: { code, data: null } })
  })

  it('reports both empty fields and escapes markup of a username', async () => {
    const empty = await login({ username: ' ', password: '', remember_me: '' })
    expect(empty.body).toMatchObject({
      code: 'empty_username',
      additional_errors: [{ code: 'empty_password', data: null }],
    })
    const { body } = await login({ username: '<img src=x>', password: PASSWORD, remember_me: '' })
    expect((body as { message: string }).message).toContain('<strong>&lt;img src=x&gt;</strong>')
  })

  it.each([
    ['{"username":', 'rest_invalid_json', {}],
    ['[]', 'rest_invalid_json', {}],
    ['', 'rest_missing_callback_param', { params: ['username', 'password'] }],
  ])('refuses %j with 400 %s', async (body, code, data) => {
    const response = await login(body, { part: 'response' })
    expect(response).toMatchObject({ status: 400, body: { code, data: { status: 400, ...data } } })
  })

  it('refuses another XSRF header than the cookie', async () => {
    const body = { username: 'member', password: PASSWORD, remember_me: '' }
    const response = await login(body, { headers: { XSRF: 'another' } })
    expect(response).toMatchObject(refused(403, 'rest_cookie_invalid_nonce'))
  })
})

describe('a session', () => {
  it('returns the user, with and without a trailing slash', async () => {
    const as = await testSandbox.asUser('guest')
    const { status, body } = await as('GET', ME)
    expect(status).toBe(200)
    const data = { ID: '5', display_name: 'Gus Tarrant', user_login: 'guest' }
    expect(body).toMatchObject({ ID: 5, roles: ['subscriber'], data })
    expect((await as('GET', '/wp-json/custom-plugin/me', { part: 'none' })).body).toEqual(body)
  })

  it('refuses another scheme', async () => {
    const basic = await testSandbox.call('GET', ME, { headers: { Authorization: 'Basic eDp5' }, part: 'response' })
    expect(basic).toMatchObject(refused(401, 'session_invalid'))
  })

  it('lasts 7 days when remembered, else 1 day', async () => {
    const remembered = await testSandbox.asUser('member', true)
    const visiting = await testSandbox.asUser('member', '')
    const hours = (count: number) => testSandbox.advanceTo(count * 3_600_000 - 1000)
    hours(24)
    expect([(await remembered('GET', ME)).status, (await visiting('GET', ME)).status]).toEqual([200, 200])
    hours(24.001)
    expect(await visiting('GET', ME)).toMatchObject(refused(401, 'session_expired'))
    hours(7 * 24)
    expect((await remembered('GET', ME)).status).toBe(200)
    hours(7 * 24 + 0.001)
    expect(await remembered('GET', ME)).toMatchObject(refused(401, 'session_expired'))
  })

  it('ends at logout, without affecting others', async () => {
    const one = await testSandbox.asUser('member')
    const other = await testSandbox.asUser('member')
    expect(await one('POST', LOGOUT)).toMatchObject({ status: 200, body: { success: true } })
    expect(await one('GET', ME)).toMatchObject(refused(401, 'session_invalid'))
    expect(await one('POST', LOGOUT)).toMatchObject(refused(401, 'session_invalid'))
    expect((await other('GET', ME)).status).toBe(200)
  })

  it('persists after a restart', async () => {
    const as = await testSandbox.asUser('member', true)
    await testSandbox.reopen()
    expect((await as('GET', ME)).body).toMatchObject({ ID: 2 })
  })

  it('stores digests of tokens only', async () => {
    const token = await testSandbox.signIn('member')
    const stored = await testSandbox.readFiles()
    expect(stored).toContain('member@statecast.test')
    expect(stored).not.toContain(token)
  })
})

describe('calls outside the contract', () => {
  it.each([
    ['POST', '/wp-json/channel/v2/faqs'],
    ['GET', '/wp-json/payment/v1/pay-from-save-card'],
    ['DELETE', '/wp-json/custom-plugin/user-login'],
    ['GET', '/wp-json/wp/v2/users'],
  ])('%s %s is not a route', async (method, path) => {
    expect(await testSandbox.call(method, path, { part: 'none' })).toMatchObject({
      status: 404,
      body: {
        code: 'rest_no_route',
        message: 'No route was found matching the URL and request method.',
        data: { status: 404 },
      },
    })
  })
})
