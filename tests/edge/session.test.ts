/** The edge keeps the host's tokens from script: a call needs the handle and the cookie of one sign-in. */
import { describe, expect, test } from 'vitest'
import { createLocalUpstream } from '../../server/edge/hostUpstream.ts'
import { createEdge, type EdgeOptions } from '../../server/edge/index.ts'
import { edgeSecrets, xsrfHeaders } from './edgeSession.ts'
import { requestEdge } from './requestEdge.ts'

const me = '/wp-json/custom-plugin/me/'
const signInPath = '/wp-json/custom-plugin/user-login'
const signOutPath = '/wp-json/custom-plugin/logout'
const dist = {
  page: () => Promise.resolve('<head></head>'),
  open: () => Promise.resolve(undefined),
  isPage: () => true,
}

type Session = { handle: string; cookie: string }

/** An edge in front of a host that gives each sign-in another token and knows the user of each. */
function createHostAndEdge(
  options: Partial<EdgeOptions> = {},
  override: (path: string) => Response | undefined = () => undefined,
) {
  const tokens: string[] = []
  const requests: { path: string; authorization: string | null; cookie: string | null }[] = []
  const host = async (request: Request) => {
    const { pathname: path } = new URL(request.url)
    const authorization = request.headers.get('authorization')
    requests.push({ path, authorization, cookie: request.headers.get('cookie') })
    const overridden = override(path)
    if (overridden) return overridden
    if (path === signInPath) {
      const token = `at_${'x'.repeat(4_000)}_${tokens.length}`
      tokens.push(token)
      return Response.json({ access_token: token, refresh_token: `rt_secret_${tokens.length}`, user: { ID: 7 } })
    }
    const user = tokens.findIndex((token) => authorization === `Bearer ${token}`)
    if (user === -1) return Response.json({ code: 'session_invalid', message: '', data: null }, { status: 401 })
    return Response.json({ ID: user + 1 })
  }
  const upstream = createLocalUpstream(host)
  const edge = createEdge({ dist, upstream, serviceKey: 'key', edgeSecrets, warn: () => undefined, ...options })
  /** Everything that a browser received. */
  let received = ''
  const send = async (
    path: string,
    { handle = '', cookie = '' }: Partial<Session> = {},
    { method = 'GET', headers = {}, body }: Parameters<typeof requestEdge>[2] = {},
  ) => {
    const { protocol = 'http:' } = options.publicOrigin ?? {}
    const response = await requestEdge(await edge, `${protocol}//localhost${path}`, {
      method,
      headers: { ...(handle && { authorization: `Bearer ${handle}` }), ...(cookie && { cookie }), ...headers },
      ...(body !== undefined && { body }),
    })
    const text = await response.clone().text()
    received += JSON.stringify([...response.headers]) + text
    return response
  }
  const signIn = async (headers: Record<string, string> = {}) => {
    const response = await send(
      signInPath,
      {},
      { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: '{"remember_me":true}' },
    )
    const { access_token: handle } = (await response.json()) as { access_token: string }
    const setCookies = response.headers.getSetCookie()
    const cookie = setCookies.map((one) => one.replace(/;.*/, '')).join('; ')
    return { handle, cookie, setCookies }
  }
  const statusOf = async (...request: Parameters<typeof send>) => (await send(...request)).status
  return { send, signIn, statusOf, requests, tokens, received: () => received }
}

test('a signed-in browser calls the host with the token that it never receives', async () => {
  const { send, signIn, requests, tokens, received } = createHostAndEdge()
  const session = await signIn()
  expect(await (await send(me, session)).json()).toEqual({ ID: 1 })
  await send(signOutPath, session, { method: 'POST' })
  expect(requests.map(({ authorization, cookie }) => [authorization, cookie])).toEqual([
    [null, xsrfHeaders.cookie],
    [`Bearer ${tokens[0]}`, null],
    [`Bearer ${tokens[0]}`, xsrfHeaders.cookie],
  ])
  expect(received()).toContain(session.handle)
  expect(received()).not.toMatch(/at_x|rt_secret/)
})

test.each([
  ['http://localhost', ['session', 'session-2'], ['HttpOnly', 'Max-Age=604800', 'Path=/', 'SameSite=Strict']],
  [
    'https://localhost',
    ['__Host-session', '__Host-session-2'],
    ['HttpOnly', 'Max-Age=604800', 'Path=/', 'SameSite=Strict', 'Secure'],
  ],
])('the cookie of %s', async (origin, names, attributes) => {
  const { signIn, statusOf } = createHostAndEdge({ publicOrigin: new URL(origin) })
  const { setCookies, ...session } = await signIn()
  expect(setCookies.map((one) => one.split('=')[0])).toEqual(names)
  for (const one of setCookies) expect(one.split('; ').slice(1).sort()).toEqual(attributes)
  expect(await statusOf(me, session)).toBe(200)
})

describe('is refused without a request to the host:', () => {
  const refused: [string, (one: Session, other: Session) => Partial<Session>][] = [
    ['no session', () => ({})],
    ['a handle without its cookie', ({ handle }) => ({ handle })],
    ['a cookie without its handle', ({ cookie }) => ({ cookie })],
    ['a cookie with the handle of another session', ({ cookie }, { handle }) => ({ cookie, handle })],
    [
      'a changed handle',
      ({ cookie, handle }) => ({ cookie, handle: handle.replace(/^./, (c) => (c === 'A' ? 'B' : 'A')) }),
    ],
    [
      'a changed cookie',
      ({ cookie, handle }) => ({ handle, cookie: cookie.replace(/=./, (start) => (start === '=A' ? '=B' : '=A')) }),
    ],
    ['half a cookie', ({ cookie, handle }) => ({ handle, cookie: cookie.replace(/;.*/, '') })],
    [
      'the cookie under the other name',
      ({ cookie, handle }) => ({ handle, cookie: cookie.replaceAll('session', '__Host-session') }),
    ],
    ['a token of the host', ({ cookie }) => ({ cookie, handle: 'at_x' })],
  ]

  test.each(refused)('%s', async (_, change) => {
    const { signIn, send, requests } = createHostAndEdge()
    const [one, other] = [await signIn(), await signIn()]
    const before = requests.length
    for (const path of [me, '/wp-json/mp/v1/members/1']) {
      const response = await send(path, change(one, other))
      expect([response.status, await response.json()]).toMatchObject([401, { code: 'rest_not_logged_in' }])
    }
    expect(requests.length).toBe(before)
  })

  test.each([
    ['cross-site', 403],
    ['same-site', 403],
    ['none', 200],
    ['same-origin', 200],
  ])('Sec-Fetch-Site %s is %d', async (site, status) => {
    const { signIn, statusOf } = createHostAndEdge()
    const headers = { 'sec-fetch-site': site }
    expect(await statusOf(me, await signIn(), { headers })).toBe(status)
    const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: '{}' }
    expect(await statusOf(signInPath, {}, init)).toBe(status)
  })
})

describe('a session ends', () => {
  test('after seven days', async () => {
    let time = 0
    const { signIn, statusOf } = createHostAndEdge({ now: () => time })
    const session = await signIn()
    time = 7 * 86_400_000 - 1
    expect(await statusOf(me, session)).toBe(200)
    time += 1
    expect(await statusOf(me, session)).toBe(401)
  })

  test('when its secret is removed', async () => {
    const [first, second] = [['1'.repeat(32)], ['2'.repeat(32), '1'.repeat(32)]] as const
    const session = await createHostAndEdge({ edgeSecrets: first }).signIn()
    // The host of this edge does not know the token, but it is asked.
    const rotated = createHostAndEdge({ edgeSecrets: second })
    expect([await rotated.statusOf(me, session), rotated.requests.length]).toEqual([401, 1])
    const replaced = createHostAndEdge({ edgeSecrets: ['2'.repeat(32)] })
    expect([await replaced.statusOf(me, session), replaced.requests.length]).toEqual([401, 0])
  })

  test.each([200, 401, 500, 502])('with a logout, and the cookie is cleared (%d)', async (status) => {
    const { signIn, send } = createHostAndEdge({}, (path) =>
      path === signOutPath ? Response.json({}, { status }) : undefined,
    )
    const response = await send(signOutPath, await signIn(), { method: 'POST' })
    expect([response.status, response.headers.getSetCookie()]).toEqual([
      status,
      ['session', 'session-2'].map((name) => `${name}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0`),
    ])
  })

  test('without clearing the cookie of a later one', async () => {
    const { signIn, send } = createHostAndEdge({}, (path) =>
      path === me ? Response.json({}, { status: 401 }) : undefined,
    )
    const [old, current] = [await signIn(), await signIn()]
    const late = await send(signOutPath, { handle: old.handle, cookie: current.cookie }, { method: 'POST' })
    expect([late.status, late.headers.getSetCookie()]).toEqual([401, []])
    const refused = await send(me, current)
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([401, []])
  })
})

test('a second sign-in replaces the first', async () => {
  const { signIn, send, statusOf, requests } = createHostAndEdge()
  const old = await signIn()
  const current = await signIn({ cookie: old.cookie, authorization: `Bearer ${old.handle}` })
  expect(requests.at(-1)).toEqual({ path: signInPath, authorization: null, cookie: xsrfHeaders.cookie })
  expect(await (await send(me, current)).json()).toEqual({ ID: 2 })
  expect(await statusOf(me, { handle: old.handle, cookie: current.cookie })).toBe(401)
})

test('a sign-in without the contract’s tokens is unreachable, and the reason is reported', async () => {
  const lines: string[] = []
  const { send } = createHostAndEdge({ warn: (line) => lines.push(line) }, () => Response.json({ token: 'at_1' }))
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
  const response = await send(signInPath, {}, init)
  expect([response.status, await response.text(), response.headers.getSetCookie()]).toEqual([502, '', []])
  expect(lines).toEqual([expect.stringMatching(/^The host is unreachable: POST .*: .*no usable tokens$/)])
})
