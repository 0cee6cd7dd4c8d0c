import { describe, expect, test } from 'vitest'
import { createLocalUpstream } from '../../server/edge/hostUpstream.ts'
import { createEdge, type EdgeOptions } from '../../server/edge/index.ts'
import { edgeSecrets, sessionHeaders } from './edgeSession.ts'
import { requestEdge } from './requestEdge.ts'

const key = 'k-7f3a-service'
const files: EdgeOptions['dist'] = {
  page: () => Promise.resolve('<!doctype html><head></head>'),
  open: () => Promise.resolve(undefined),
  isPage: () => false,
}
const tokens: Record<string, number> = { 'Bearer seven': 7, 'Bearer sevenElsewhere': 7, 'Bearer eight': 8 }

const refuse = (code: string) => Response.json({ code, message: 'No', data: { status: 401 } }, { status: 401 })

/** A host with two members that requires the service key and records its requests. */
function createHostAndEdge(
  options: Partial<EdgeOptions> = {},
  overrideResponse: (path: string) => Response | undefined = () => undefined,
) {
  const hostRequests: { path: string; headers: Headers }[] = []
  const host = async (request: Request) => {
    const url = new URL(request.url)
    const path = url.pathname + url.search
    hostRequests.push({ path, headers: request.headers })
    const overridden = overrideResponse(path)
    if (overridden) return overridden
    if (url.pathname === '/wp-json/custom-plugin/me/') {
      const id = tokens[request.headers.get('authorization') ?? '']
      return id === undefined ? refuse('session_invalid') : Response.json({ ID: id })
    }
    if (!url.pathname.startsWith('/wp-json/mp/')) return Response.json({ passed: path })
    if (request.headers.get('memberpress-api-key') !== key || request.headers.has('authorization')) {
      return refuse('rest_forbidden')
    }
    const [, id] = /transactions\/(\d+)/.exec(url.pathname) ?? []
    if (id !== undefined) return Response.json({ id, member: id === '70' ? '7' : { id: 8 } })
    return Response.json({ path })
  }
  const upstream = createLocalUpstream(host)
  const edge = createEdge({ dist: files, upstream, serviceKey: key, edgeSecrets, warn: () => undefined, ...options })
  const get = async (path: string, token?: string, init: Parameters<typeof requestEdge>[2] = {}) => {
    const { cookie: own, ...headers } = init.headers ?? {}
    const session = token === undefined ? undefined : sessionHeaders(token)
    const cookie = [session?.cookie, own].filter(Boolean).join('; ')
    return requestEdge(await edge, `http://localhost${path}`, {
      ...init,
      headers: { ...headers, ...session, ...(cookie && { cookie }) },
    })
  }
  return {
    get,
    hostRequests,
    membershipRequests: () => hostRequests.filter(({ path }) => path.startsWith('/wp-json/mp/')),
  }
}

describe('calls with the service key', () => {
  test.each([
    ['its own record', '/wp-json/mp/v1/members/7', '/wp-json/mp/v1/members/7'],
    ['the plans', '/wp-json/mp/v1/memberships', '/wp-json/mp/v1/memberships?page=1&per_page=10'],
    ['a page of plans', '/wp-json/mp/v1/memberships?per_page=-1', '/wp-json/mp/v1/memberships?page=1&per_page=-1'],
    ['one plan', '/wp-json/mp/v1/memberships/102', '/wp-json/mp/v1/memberships/102'],
    [
      'its transactions',
      '/wp-json/mp/v1/transactions?member=7&page=2',
      '/wp-json/mp/v1/transactions?member=7&page=2&per_page=10',
    ],
    [
      'never those of another member',
      '/wp-json/mp/v1/transactions?member=8',
      '/wp-json/mp/v1/transactions?member=7&page=1&per_page=10',
    ],
    ['its transaction', '/wp-json/mp/v1/transactions/70', '/wp-json/mp/v1/transactions/70'],
  ])('%s', async (_, path, sent) => {
    const { get, hostRequests, membershipRequests } = createHostAndEdge()
    const headersSent = { accept: '*/*', cookie: 'wordpress_logged_in=1', xsrf: 'x' }
    const response = await get(path, 'seven', { headers: headersSent })
    expect(response.status).toBe(200)
    expect(membershipRequests().map((call) => call.path)).toEqual([sent])
    for (const { headers } of hostRequests) expect(headers.get('accept')).toBe('application/json')
    const { headers } = membershipRequests()[0] ?? { headers: new Headers() }
    expect(headers.get('memberpress-api-key')).toBe(key)
    expect(headers.get('authorization')).toBeNull()
    expect(headers.get('cookie')).toBeNull()
    const said = JSON.stringify([...response.headers]) + (await response.text())
    expect(said.includes(key), 'the service key is in the response').toBe(false)
  })

  test.each([
    ['the record of another member', 'GET', '/wp-json/mp/v1/members/8'],
    ['the list of members', 'GET', '/wp-json/mp/v1/members'],
    ['subscriptions', 'GET', '/wp-json/mp/v1/subscriptions/1'],
    ['a cancellation', 'POST', '/wp-json/mp/v1/subscriptions/1/cancel'],
    ['a refund', 'POST', '/wp-json/mp/v1/transactions/70/refund'],
    ['a change of its own record', 'POST', '/wp-json/mp/v1/members/7'],
    ['a deletion', 'DELETE', '/wp-json/mp/v1/members/7'],
    ['a HEAD request', 'HEAD', '/wp-json/mp/v1/members/7'],
    ['the namespace', 'GET', '/wp-json/mp/v1'],
    ['another version', 'GET', '/wp-json/mp/v2/members/7'],
    ['the owner of the key', 'GET', '/wp-json/mp/v1/me'],
  ])('are refused without a request to the host: %s', async (_, method, path) => {
    const { get, membershipRequests } = createHostAndEdge()
    const response = await get(path, 'seven', { method })
    expect(response.status).toBe(403)
    if (method !== 'HEAD')
      expect(await response.json()).toMatchObject({ code: 'rest_forbidden', data: { status: 403 } })
    expect(membershipRequests()).toEqual([])
  })

  test.each(['seven', 'eight'])('return a transaction to its member only (%s)', async (token) => {
    const { get } = createHostAndEdge()
    const statusOf = async (id: number) => (await get(`/wp-json/mp/v1/transactions/${id}`, token)).status
    expect([await statusOf(70), await statusOf(80)]).toEqual(token === 'seven' ? [200, 404] : [404, 200])
  })

  test.each([
    ['a browser without a session', undefined],
    ['a token that the host refuses', 'nobody'],
  ])('%s is not logged in', async (_, token) => {
    const { get, membershipRequests } = createHostAndEdge()
    const response = await get('/wp-json/mp/v1/members/7', token)
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ code: 'rest_not_logged_in' })
    expect(membershipRequests()).toEqual([])
  })

  test('are unreachable when the host refuses the key', async () => {
    const { get } = createHostAndEdge({ serviceKey: 'wrong' })
    const response = await get('/wp-json/mp/v1/members/7', 'seven')
    expect([response.status, await response.text()]).toEqual([502, ''])
  })

  test.each([
    ['an error page', () => new Response('<h1>Down</h1>', { status: 503 })],
    ['the page of a firewall', () => new Response('<h1>Checking your browser</h1>', { status: 403 })],
    ['JSON without a message', () => Response.json({}, { status: 403 })],
  ])('are unreachable when the host cannot identify the caller: %s', async (_, respond) => {
    const { get, membershipRequests } = createHostAndEdge({}, (path) => (path.includes('/me/') ? respond() : undefined))
    const response = await get('/wp-json/mp/v1/members/7', 'seven')
    expect([response.status, await response.text()]).toEqual([502, ''])
    expect(membershipRequests()).toEqual([])
  })

  test.each([401, 403])('are refused with any code of the host: %s', async (status) => {
    const { get } = createHostAndEdge({}, (path) =>
      path.includes('/me/') ? Response.json({ code: 'jwt_auth_invalid_token', message: 'No' }, { status }) : undefined,
    )
    expect((await get('/wp-json/mp/v1/members/7', 'seven')).status).toBe(401)
  })

  test('are identified by a response that begins with a byte-order mark', async () => {
    const { get } = createHostAndEdge({}, (path) =>
      path.includes('/me/')
        ? new Response('\ufeff{"ID":7}', { headers: { 'content-type': 'application/json' } })
        : undefined,
    )
    expect((await get('/wp-json/mp/v1/members/7', 'seven')).status).toBe(200)
  })

  test.each(['not json', '[]', 'null', '{"id":"1"}', '{"member":"0"}', '{"member":"7x"}', '{"member":["7"]}'])(
    'a transaction without a member is not returned: %s',
    async (body) => {
      const { get } = createHostAndEdge({}, (path) => (path.includes('transactions') ? new Response(body) : undefined))
      const response = await get('/wp-json/mp/v1/transactions/70', 'seven')
      expect([404, 502]).toContain(response.status)
      expect(await response.text()).not.toContain(body)
    },
  )
})

describe('the caller’s identity', () => {
  test('is requested once a minute and once for concurrent calls', async () => {
    let time = 0
    const { get, hostRequests } = createHostAndEdge({ now: () => time })
    const identities = () => hostRequests.filter(({ path }) => path.includes('/me/')).length
    await Promise.all(Array.from({ length: 20 }, () => get('/wp-json/mp/v1/members/7', 'seven')))
    expect(identities()).toBe(1)
    time = 59_999
    await get('/wp-json/mp/v1/members/7', 'seven')
    expect(identities()).toBe(1)
    time = 60_000
    await get('/wp-json/mp/v1/members/7', 'seven')
    expect(identities()).toBe(2)
  })

  test('is cached from a forwarded response of me', async () => {
    const { get, hostRequests } = createHostAndEdge()
    const passed = await get('/wp-json/custom-plugin/me/', 'seven')
    expect(await passed.json()).toEqual({ ID: 7 })
    await get('/wp-json/mp/v1/members/7', 'seven')
    expect(hostRequests.map(({ path }) => path)).toEqual(['/wp-json/custom-plugin/me/', '/wp-json/mp/v1/members/7'])
  })

  test.each([
    ['a logout', '/wp-json/custom-plugin/logout', 'POST'],
    ['ending sessions', '/wp-json/custom-plugin/sessions', 'DELETE'],
  ])('is removed by %s', async (_, path, method) => {
    const { get, hostRequests } = createHostAndEdge()
    await get('/wp-json/mp/v1/members/7', 'seven')
    await get(path, 'seven', { method })
    await get('/wp-json/mp/v1/members/7', 'seven')
    expect(hostRequests.filter((call) => call.path.includes('/me/')).length).toBe(2)
  })

  test('is removed for every token of the account when one of its sessions is ended', async () => {
    const { get, hostRequests } = createHostAndEdge()
    await get('/wp-json/mp/v1/members/7', 'seven')
    await get('/wp-json/mp/v1/members/7', 'sevenElsewhere')
    await get('/wp-json/custom-plugin/sessions/other', 'seven', { method: 'DELETE' })
    await get('/wp-json/mp/v1/members/7', 'sevenElsewhere')
    expect(hostRequests.filter((call) => call.path.includes('/me/')).length).toBe(3)
  })

  test('is cached per caller', async () => {
    const { get } = createHostAndEdge()
    expect((await get('/wp-json/mp/v1/members/7', 'seven')).status).toBe(200)
    expect((await get('/wp-json/mp/v1/members/7', 'eight')).status).toBe(403)
  })
})

describe('other spellings of a path are refused', () => {
  const spellings = [
    '//wp-json/mp/v1/members/8',
    '/wp-json//mp/v1/members/8',
    '/wp-json/mp//v1/members/8',
    '/wp-json/mp/v1//members/8',
    '/wp-json/MP/v1/members/8',
    '/wp-json/mP/V1/Members/8',
    '/WP-JSON/mp/v1/members/8',
    '/wp-json/%6d%70/v1/members/8',
    '/wp-json/%6D%70/v1/members/8',
    '/wp-json/mp%2fv1/members/8',
    '/wp-json%2fmp/v1/members/8',
    '/wp-json/mp%5cv1/members/8',
    '/wp-json\\mp\\v1\\members\\8',
    '/wp-json/%256d%2570/v1/members/8',
    '/wp-json/channel/../mp/v1/members/8',
    '/wp-json/channel/%2e%2e/mp/v1/members/8',
    '/wp-json/channel/..%2fmp/v1/members/8',
    '/wp-json/channel/%252e%252e/mp/v1/members/8',
    '/wp-json/./mp/v1/members/8',
    '/wp-json/mp/v1/members/7/../8',
    '/wp-json/mp/v1/members/8/',
    '/wp-json/mp/v1/members/08',
    '/wp-json/mp/v1/members/8%20',
    '/wp-json/mp/v1/members/8%00',
    '/wp-json/mp/v1/members/8;7',
    '/wp-json/mp/v1/members/8?member=7',
    '/wp-json/mp/v1/members/7,8',
    '/wp-json/mp/v1/members/7%2c8',
    '/wp-json/mp/v1/members/7?rest_route=/mp/v1/members/8',
    '/wp-json/mp/v1/memberships?rest_route=/mp/v1/members',
    '/wp-json/mp/v1/memberships?rest.route=/mp/v1/members',
    '/wp-json/mp/v1/memberships?rest%20route=/mp/v1/members',
    '/wp-json/mp/v1/memberships?rest[route=/mp/v1/members',
    '/wp-json/mp/v1/memberships?%20rest_route=/mp/v1/members',
    '/wp-json/mp/v1/memberships?REST_ROUTE=/mp/v1/members',
    '/wp-json/mp/v1/memberships?_method=DELETE',
    '/wp-json/mp/v1/transactions?per_page=10%26member%3D8',
    '/wp-json/mp/v1/transactions?page=1%00',
    '/wp-json/channel/v2/channels?rest_route=/mp/v1/members/8',
    '/wp-json?rest_route=/mp/v1/members/8',
    '/?rest_route=/mp/v1/members/8',
    '/index.php?rest_route=/mp/v1/members/8',
    '/index.php/wp-json/mp/v1/members/8',
  ]

  test.each(spellings)('%s', async (path) => {
    const { get, membershipRequests } = createHostAndEdge()
    const response = await get(path, 'seven')
    const allowed =
      /^\/wp-json\/mp\/v1\/(members\/7|memberships(\/\d+)?\?page=\d+&per_page=-?\d+|transactions\?member=7&page=\d+&per_page=-?\d+)$/
    for (const call of membershipRequests()) expect(call.path).toMatch(allowed)
    expect(await response.text()).not.toContain('members/8')
  })

  test('headers cannot change method or path or contain a key', async () => {
    const { get, hostRequests } = createHostAndEdge()
    const sent = {
      'x-http-method-override': 'DELETE',
      'x-original-url': '/wp-json/mp/v1/members/8',
      'memberpress-api-key': 'mine',
      forwarded: 'for=1.2.3.4',
    }
    await get('/wp-json/channel/v2/channels', 'seven', { headers: sent })
    const { headers } = hostRequests[0] ?? { headers: new Headers() }
    for (const name of Object.keys(sent)) expect(headers.get(name)).toBeNull()
    expect(headers.get('authorization')).toBe('Bearer seven')
  })
})
