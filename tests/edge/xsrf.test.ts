/** A change carries the XSRF token of the page twice: in the header XSRF and in the cookie XSRF-TOKEN. */
import { expect, test } from 'vitest'
import { createLocalUpstream } from '../../server/edge/hostUpstream.ts'
import { createEdge } from '../../server/edge/index.ts'
import { calls } from '../../tools/contract/contract.ts'
import { edgeSecrets, sessionHeaders, xsrfHeaders } from './edgeSession.ts'
import { requestEdge } from './requestEdge.ts'

const dist = {
  page: () => Promise.resolve('<head></head>'),
  open: () => Promise.resolve(undefined),
  isPage: () => true,
}
const session = sessionHeaders('at_1')
const sessionCookie = session.cookie.replace(`; ${xsrfHeaders.cookie}`, '')

/** The contract's calls with the example of each parameter in the path. */
const forwarded = calls
  .filter(({ operation }) => !operation['x-static'])
  .map(({ name, method, template, parameters }) => ({
    name,
    method: method.toUpperCase(),
    path: template.replace(/\{(\w+)\}/g, (_, parameter: string) =>
      String(parameters.find((each) => each.in === 'path' && each.name === parameter)?.example),
    ),
  }))
const changes = forwarded.filter(({ method }) => method !== 'GET')
const reads = forwarded.filter(({ method }) => method === 'GET')

async function createHostAndEdge() {
  const requests: string[] = []
  const host = (request: Request) => {
    requests.push(request.url)
    return Promise.resolve(Response.json({ ID: 2 }))
  }
  const upstream = createLocalUpstream(host)
  const edge = await createEdge({ dist, upstream, serviceKey: 'key', edgeSecrets, warn: () => undefined })
  const send = (path: string, method: string, headers: Record<string, string>) =>
    requestEdge(edge, `http://localhost${path}`, { method, headers })
  return { send, requests }
}

const other = 'y'.repeat(24)
const refused: [string, { xsrf: string; cookie: string }][] = [
  ['without header', { xsrf: '', cookie: xsrfHeaders.cookie }],
  ['without cookie', { xsrf: xsrfHeaders.xsrf, cookie: '' }],
  ['without both', { xsrf: '', cookie: '' }],
  ['with another header', { xsrf: other, cookie: xsrfHeaders.cookie }],
  ['with another cookie', { xsrf: xsrfHeaders.xsrf, cookie: `XSRF-TOKEN=${other}` }],
  ['with the token in a second cookie', { xsrf: other, cookie: `${xsrfHeaders.cookie}; XSRF-TOKEN=${other}` }],
  ['with a cookie of a longer name', { xsrf: xsrfHeaders.xsrf, cookie: `NO-${xsrfHeaders.cookie}` }],
  ['with an empty token', { xsrf: '', cookie: 'XSRF-TOKEN=' }],
  ['with a token that is too short', { xsrf: 'x', cookie: 'XSRF-TOKEN=x' }],
  ['with a malformed token', { xsrf: `${other}!`, cookie: `XSRF-TOKEN=${other}!` }],
]

test.each(refused)('a change %s is refused and does not reach the host', async (_, { xsrf, cookie }) => {
  const { send, requests } = await createHostAndEdge()
  expect(changes.length).toBeGreaterThan(20)
  for (const { name, method, path } of changes) {
    const headers = { authorization: session.authorization, xsrf, cookie: `${sessionCookie}; ${cookie}` }
    const response = await send(path, method, headers)
    expect([name, response.status, await response.json()]).toMatchObject([
      name,
      403,
      { code: 'rest_cookie_invalid_nonce', data: { status: 403 } },
    ])
    expect(response.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  }
  expect(requests).toEqual([])
})

test('a change with the token passes', async () => {
  const { send, requests } = await createHostAndEdge()
  for (const { name, method, path } of changes.filter((call) => call.method === 'DELETE')) {
    expect([name, (await send(path, method, session)).status]).toEqual([name, 200])
  }
  expect(requests).toHaveLength(changes.filter(({ method }) => method === 'DELETE').length)
})

test('a read needs no token', async () => {
  const { send } = await createHostAndEdge()
  const { authorization } = session
  for (const { name, path } of reads) {
    const { status } = await send(path, 'GET', { authorization, cookie: sessionCookie })
    expect([name, status]).not.toEqual([name, 403])
  }
})
