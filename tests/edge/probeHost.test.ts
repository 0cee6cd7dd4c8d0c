import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createServer as createParts } from '../../server/createServer.ts'
import { describeNetworkError, type HostProblemCause } from '../../server/edge/hostProblem.ts'
import { hostNamespaces, probeHost } from '../../server/edge/probeHost.ts'
import { readEnvironment } from '../../server/environment.ts'
import { root } from '../../server/install.mjs'
import { edgeSecrets } from './edgeSession.ts'
import { requestEdge } from './requestEdge.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function start(server: Server): Promise<number> {
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

type Answer = { status?: number; json?: unknown; html?: string; location?: string }
type Rule = (path: string, headers: IncomingHttpHeaders, method: string) => Answer | undefined

const refusal = (status: number, code: string): Answer => ({ status, json: { code, message: '', data: { status } } })

/** A host as it should be. It reads Authorization before its own header, like the membership service. */
const goodHost: Rule = (path, headers) => {
  if (path === '/wp-json/?_fields=namespaces') return { json: { namespaces: ['wp/v2', ...hostNamespaces] } }
  if (path === '/wp-json/mp/v1/memberships?per_page=1')
    return (headers.authorization ?? headers['memberpress-api-key']) === 'key'
      ? { json: [{ id: 101 }] }
      : refusal(401, 'rest_forbidden')
  if (
    ['/wp-json/custom-plugin/me/', '/wp-json/custom-plugin/me', '/wp-json/channel/v2/favourites/unknown'].includes(path)
  )
    return refusal(401, headers.authorization === undefined ? 'rest_not_logged_in' : 'session_invalid')
  return undefined
}

const send = (response: ServerResponse, { status = 200, json, html = '', location }: Answer) =>
  response
    .writeHead(status, {
      'content-type': json === undefined ? 'text/html' : 'application/json; charset=UTF-8',
      ...(location && { location }),
    })
    .end(json === undefined ? html : JSON.stringify(json))

/** Starts a host that answers by the rule, else as it should, and returns its address and the requests it received. */
async function startHost(rule: Rule = () => undefined) {
  const requests: string[] = []
  const port = await start(
    createServer((request, response) => {
      const { method = '', url = '', headers } = request
      requests.push(`${method} ${url}`)
      send(response, rule(url, headers, method) ?? goodHost(url, headers, method) ?? { status: 404, html: 'Not found' })
    }),
  )
  return { host: `http://127.0.0.1:${port}`, requests }
}

const serviceKey = 'key'
const probe = (host: string) => probeHost({ hostUrl: new URL(host), serviceKey })

let folder = ''
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'host-check-'))))
afterAll(() => rm(folder, { recursive: true }))

const gateways = { card: 's7qsh6-5sg', paypal: 'qk9sts-6j1' }

/** Starts a server with the host, and returns what its check prints and what `/readyz` responds to a load balancer. */
async function startServer(host: string, configuration: object = { gateways }) {
  const file = join(folder, 'configuration.json')
  await writeFile(file, JSON.stringify(configuration))
  const environment = readEnvironment({
    HOST_URL: host,
    SERVICE_KEY: serviceKey,
    EDGE_SECRET: edgeSecrets[0],
    PUBLIC_ORIGIN: 'https://tv.example',
    CONFIGURATION: file,
    LOG: 'off',
  })
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const dist = { page: async () => '', open: async () => undefined, isPage: () => true }
  const server = await createParts(environment, { dist, print, warn: print })
  const ready = async () => {
    const response = await requestEdge(server.edge, 'http://10.0.0.1/readyz')
    const text = await response.text()
    for (const secret of [`"${serviceKey}"`, edgeSecrets[0], new URL(host).host]) expect(text).not.toContain(secret)
    return { status: response.status, body: JSON.parse(text) as unknown }
  }
  const before = await ready()
  await server.hostCheck?.run()
  const after = await ready()
  await server.close()
  return { lines, before, after }
}

/** The check prints one line for a problem, and `/readyz` has the same. The server serves all the same. */
async function expectProblem(
  { host, configuration, status = 200 }: { host: string; configuration?: object; status?: number },
  { cause, line }: { cause: HostProblemCause; line: string },
) {
  const { lines, after } = await startServer(host, configuration)
  expect(lines.filter((each) => !each.startsWith('The host is unreachable: GET '))).toEqual([line])
  expect(after).toEqual({
    status,
    body: {
      ready: status === 200,
      checkedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      problems: [{ cause, message: line }],
    },
  })
}

test('the namespaces are those of the contract', async () => {
  const { paths } = parse(await readFile(join(root, 'openapi', 'host.yaml'), 'utf8')) as { paths: object }
  const calls = Object.keys(paths).filter((path) => path.startsWith('/wp-json/'))
  const found = calls.map((path) => hostNamespaces.find((name) => path.startsWith(`/wp-json/${name}/`)))
  expect(new Set(found)).toEqual(new Set(hostNamespaces))
})

describe('a correct host has no problem', () => {
  test('with five requests', { tags: 'host.check' }, async () => {
    const { host, requests } = await startHost()
    expect(await probe(`${host}/`)).toEqual([])
    expect(requests).toEqual([
      'GET /wp-json/?_fields=namespaces',
      'GET /wp-json/mp/v1/memberships?per_page=1',
      'GET /wp-json/custom-plugin/me/',
      'PUT /wp-json/custom-plugin/me',
      'DELETE /wp-json/channel/v2/favourites/unknown',
    ])
  })

  test('and is reported before and after the check', async () => {
    const { host } = await startHost()
    const { lines, before, after } = await startServer(host)
    expect(lines).toEqual(['The host responds as expected.'])
    expect(before).toEqual({ status: 200, body: { ready: true, checkedAt: null, problems: [] } })
    expect(after).toMatchObject({ status: 200, body: { ready: true, problems: [] } })
  })

  test('in a folder', async () => {
    const { host } = await startHost((path, headers, method) =>
      path.startsWith('/blog/') ? goodHost(path.slice('/blog'.length), headers, method) : { status: 404 },
    )
    expect(await probe(`${host}/blog`)).toEqual([])
  })

  test('when it refuses an unknown token and a visitor alike', async () => {
    const { host, requests } = await startHost((path) =>
      path.includes('/me/') ? refusal(401, 'rest_not_logged_in') : undefined,
    )
    expect(await probe(host)).toEqual([])
    expect(requests.length).toBe(6)
  })

  test('when it hides its index from visitors', async () => {
    const { host } = await startHost((path) =>
      path.startsWith('/wp-json/?') ? refusal(401, 'rest_login_required') : undefined,
    )
    expect(await probe(host)).toEqual([])
  })
})

describe('the check says what is wrong and what to do', { tags: 'host.check' }, () => {
  const cases: Record<string, { rule: Rule; cause: HostProblemCause; line: string; status?: number }> = {
    'another server': {
      rule: (path) => (path.startsWith('/wp-json') ? { html: '<h1>Welcome</h1>' } : undefined),
      cause: 'not-wordpress',
      line: 'The host does not serve the REST API of WordPress at /wp-json/ (status 200). Set HOST_URL to the address of WordPress, with its folder.',
      status: 503,
    },
    'JSON of another server': {
      rule: (path) => (path.startsWith('/wp-json') ? { status: 404, json: { error: 'Not found' } } : undefined),
      cause: 'not-wordpress',
      line: 'The host does not serve the REST API of WordPress at /wp-json/ (status 404). Set HOST_URL to the address of WordPress, with its folder.',
    },
    'plain permalinks': {
      rule: (path) =>
        path.startsWith('/?rest_route=/')
          ? { json: { namespaces: ['wp/v2'] } }
          : path.startsWith('/wp-json')
            ? { status: 404, html: 'Not found' }
            : undefined,
      cause: 'plain-permalinks',
      line: 'WordPress does not serve /wp-json. Choose "Post name" under Settings > Permalinks.',
      status: 503,
    },
    'PHP with messages': {
      rule: (path) =>
        path.startsWith('/wp-json/?') ? { html: '<b>Warning</b>: …{"namespaces":["wp/v2"],"routes":[]}' } : undefined,
      cause: 'php-messages',
      line: 'PHP prints messages into the JSON of WordPress. Turn display_errors off in PHP, or set WP_DEBUG_DISPLAY to false.',
    },
    'a redirect to https': {
      rule: (path) => ({ status: 301, location: `https://news.example${path}` }),
      cause: 'redirect',
      line: 'The host redirects to https://news.example. Set HOST_URL to https://news.example.',
      status: 503,
    },
    'a redirect to www and a folder': {
      rule: () => ({ status: 308, location: 'https://www.news.example/blog/wp-json/' }),
      cause: 'redirect',
      line: 'The host redirects to https://www.news.example/blog. Set HOST_URL to https://www.news.example/blog.',
      status: 503,
    },
    'a redirect that removes the slash': {
      rule: () => ({ status: 301, location: '/wp-json' }),
      cause: 'redirect',
      line: 'The host redirects /wp-json/ to /wp-json. Turn this redirect off, because the edge follows none.',
      status: 503,
    },
    'a redirect that removes the slash of one call': {
      rule: (path) =>
        path === '/wp-json/custom-plugin/me/' ? { status: 301, location: '/wp-json/custom-plugin/me' } : undefined,
      cause: 'redirect',
      line: 'The host redirects /wp-json/custom-plugin/me/ to /wp-json/custom-plugin/me. Turn this redirect off, because the edge follows none.',
      status: 503,
    },
    'a redirect that adds a slash to every call': {
      rule: (path) =>
        /\/(\?|$)/.test(path) ? undefined : { status: 301, location: `${path.replace(/\?.*/, '')}/?x=1` },
      cause: 'redirect',
      line: 'The host redirects /wp-json/mp/v1/memberships to /wp-json/mp/v1/memberships/. Turn this redirect off, because the edge follows none.',
    },
    'a redirect of PUT': {
      rule: (path, _headers, method) => (method === 'PUT' ? { status: 301, location: `${path}/` } : undefined),
      cause: 'redirect',
      line: 'The host redirects /wp-json/custom-plugin/me to /wp-json/custom-plugin/me/. Turn this redirect off, because the edge follows none.',
    },
    'a redirect to a sign-in page': {
      rule: () => ({ status: 302, location: '/wp-login.php?redirect_to=secret' }),
      cause: 'redirect',
      line: 'The host redirects /wp-json/ to /wp-login.php. Turn this redirect off, because the edge follows none.',
      status: 503,
    },
    'a firewall': {
      rule: () => ({ status: 403, html: 'Checking your browser' }),
      cause: 'refused',
      line: 'The host refuses the edge with status 403, before WordPress. Let this machine pass the firewall or the password of the web server.',
      status: 503,
    },
    'a host in maintenance': {
      rule: () => refusal(503, 'wp_die'),
      cause: 'server-error',
      line: 'The host responds with status 503. Check that WordPress works and is not in maintenance mode.',
      status: 503,
    },
    'missing plugins': {
      rule: (path) =>
        path.startsWith('/wp-json/?') ? { json: { namespaces: ['mp/v1', 'custom-plugin'] } } : undefined,
      cause: 'plugin-missing',
      line: 'WordPress does not serve channel/v2, payment/v1. Activate the plugins with these calls.',
    },
    'missing MemberPress': {
      rule: (path) =>
        path.startsWith('/wp-json/?')
          ? { json: { namespaces: hostNamespaces.filter((name) => name !== 'mp/v1') } }
          : path.includes('/mp/v1/')
            ? refusal(404, 'rest_no_route')
            : undefined,
      cause: 'memberpress-missing',
      line: 'WordPress has no mp/v1. Activate MemberPress and its add-on Developer Tools.',
    },
    'a refused key': {
      rule: (path) => (path.includes('/mp/v1/') ? refusal(403, 'rest_forbidden') : undefined),
      cause: 'service-key',
      line: 'The membership service refuses SERVICE_KEY (status 403 rest_forbidden). Copy the key from the settings of the MemberPress Developer Tools.',
    },
    'a membership service without plans': {
      rule: (path) => (path.includes('/mp/v1/') ? { json: { plans: [] } } : undefined),
      cause: 'plans',
      line: 'GET /wp-json/mp/v1/memberships does not respond with the plans (status 200). Check the MemberPress Developer Tools.',
    },
    'a web server that removes Authorization': {
      rule: (path, { authorization: _removed, ...headers }, method) => goodHost(path, headers, method),
      cause: 'authorization',
      line: 'WordPress does not receive the header Authorization, so every session ends at once. Let the web server pass it; Apache needs "CGIPassAuth On".',
    },
    'a web server that refuses PUT and DELETE': {
      rule: (_path, _headers, method) => (method === 'GET' ? undefined : { status: 405, html: 'Not allowed' }),
      cause: 'methods',
      line: 'The host refuses PUT (status 405) and DELETE (status 405) before WordPress. Allow PUT and DELETE in the web server and the firewall, because changes of profile, favorites and sessions use them.',
    },
    'a firewall that refuses DELETE in JSON': {
      rule: (_path, _headers, method) => (method === 'DELETE' ? { status: 403, json: { blocked: true } } : undefined),
      cause: 'methods',
      line: 'The host refuses DELETE (status 403) before WordPress. Allow PUT and DELETE in the web server and the firewall, because changes of profile, favorites and sessions use them.',
    },
  }
  test.each(Object.entries(cases))('%s', async (_name, { rule, status = 200, ...problem }) => {
    const { host, requests } = await startHost(rule)
    await expectProblem({ host, status }, problem)
    // Two of `/readyz`, the others of the check.
    expect(requests.length).toBeLessThanOrEqual(8)
  })

  test('a firewall that cuts the connection of a PUT', async () => {
    const port = await start(
      createServer((request, response) => {
        const { method = '', url = '', headers, socket } = request
        if (method === 'PUT') socket.destroy()
        else send(response, goodHost(url, headers, method) ?? { status: 404 })
      }),
    )
    const line =
      'The host refuses PUT (UND_ERR_SOCKET) before WordPress. Allow PUT and DELETE in the web server and the firewall, because changes of profile, favorites and sessions use them.'
    await expectProblem({ host: `http://127.0.0.1:${port}` }, { cause: 'methods', line })
  })

  test('a URL with /wp-json, which the edge removes', async () => {
    const { host, requests } = await startHost()
    const { lines, after } = await startServer(`${host}/wp-json/custom-plugin`)
    const line = 'HOST_URL contains /wp-json, which the edge adds itself. Remove it and what follows it from HOST_URL.'
    expect(lines).toEqual([line, 'The host responds as expected.'])
    expect(after).toMatchObject({ body: { problems: [{ cause: 'wp-json-in-address', message: line }] } })
    expect(requests).toContain('GET /wp-json/?_fields=namespaces')
  })

  test.each([
    [{}, 'gateways.card and gateways.paypal'],
    [{ gateways: { paypal: 'qk9sts-6j1' } }, 'gateways.card'],
  ])('gateway ids at their defaults: %j', async (configuration, missing) => {
    const { host } = await startHost()
    const { lines, after } = await startServer(host, configuration)
    const line = `The configuration does not set ${missing}, so subscriptions of this host count as those of an unknown gateway. Copy the ids from MemberPress > Settings > Payments, or write "none" for a gateway that the host does not have.`
    expect(lines).toEqual([line, 'The host responds as expected.'])
    expect(after).toMatchObject({ status: 200, body: { problems: [{ cause: 'gateway-ids', message: line }] } })
  })

  test('a connection without TLS to another machine', async () => {
    const { host } = await startHost()
    await expectProblem(
      { host: host.replace('127.0.0.1', '0.0.0.0') },
      {
        cause: 'not-encrypted',
        line: 'The host is not encrypted, so the network can read passwords and SERVICE_KEY. Begin HOST_URL with https://.',
      },
    )
  })

  test('a refused connection', async () => {
    const { host } = await startHost()
    for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve))
    await expectProblem(
      { host, status: 503 },
      {
        cause: 'unreachable',
        line: 'The host refuses connections (ECONNREFUSED). Check that it is running and that HOST_URL has the right port.',
      },
    )
  })

  test('a host that never responds', async () => {
    const port = await start(createServer())
    const hostUrl = new URL(`http://127.0.0.1:${port}`)
    expect(await probeHost({ hostUrl, serviceKey, timeoutMs: 50 })).toEqual([
      {
        cause: 'unreachable',
        message:
          'The host does not respond in time (timeout). Check that no firewall drops the connections of this machine.',
      },
    ])
  })

  test('a self-signed certificate', async () => {
    const read = (part: string) => readFile(join(root, 'tests', 'edge', 'tls', `localhost.${part}.pem`))
    const never: RequestListener = () => expect.unreachable()
    const port = await start(createHttps({ cert: await read('cert'), key: await read('key') }, never))
    await expectProblem(
      { host: `https://127.0.0.1:${port}`, status: 503 },
      {
        cause: 'certificate',
        line: 'The certificate of the host is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT). Set NODE_EXTRA_CA_CERTS to its file, or use a certificate of a public authority.',
      },
    )
  })

  test('https on a port without TLS', async () => {
    const { host } = await startHost()
    const [problem] = await probe(host.replace('http:', 'https:'))
    expect(problem?.message).toMatch(
      /^The host does not use TLS on this port \(\w+\)\. Correct the port of HOST_URL, so that it is the one for https\.$/,
    )
  })

  test.each([
    [
      'ENOTFOUND',
      'The name of the host cannot be resolved (ENOTFOUND). Check the spelling of HOST_URL and the DNS of this machine.',
    ],
    ['CERT_HAS_EXPIRED', 'The certificate of the host has expired (CERT_HAS_EXPIRED). Renew it.'],
    [
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'The certificate of the host is for another name (ERR_TLS_CERT_ALTNAME_INVALID). Set HOST_URL to a name of the certificate.',
    ],
    [
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'The certificate of the host has no chain to a known authority (UNABLE_TO_VERIFY_LEAF_SIGNATURE). Send the whole chain from the host, or set NODE_EXTRA_CA_CERTS to the certificate of the authority.',
    ],
    ['ENETUNREACH', 'The host is unreachable (ENETUNREACH). Check HOST_URL and the network of this machine.'],
  ])('the network error %s', (code, line) => {
    expect(describeNetworkError(code).message).toBe(line)
  })
})
