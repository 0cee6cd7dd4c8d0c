import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { type AddressInfo, type Server } from 'node:net'
import { join } from 'node:path'
import { parse } from 'yaml'
import { afterEach, describe, expect, test } from 'vitest'
import { describeNetworkError, hostNamespaces, probeHost } from '../../server/edge/probeHost.ts'
import { root } from '../../server/install.mjs'

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
type Rule = (path: string, headers: IncomingHttpHeaders) => Answer | undefined

const refusal = (status: number, code: string): Answer => ({ status, json: { code, message: '', data: { status } } })

/** A host as it should be. It reads Authorization before its own header, like the membership service. */
const goodHost: Rule = (path, headers) => {
  if (path === '/wp-json/?_fields=namespaces') return { json: { namespaces: ['wp/v2', ...hostNamespaces] } }
  if (path === '/wp-json/mp/v1/memberships?per_page=1')
    return (headers.authorization ?? headers['memberpress-api-key']) === 'key'
      ? { json: [{ id: 101 }] }
      : refusal(401, 'rest_forbidden')
  if (path === '/wp-json/custom-plugin/me/')
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
      send(response, rule(url, headers) ?? goodHost(url, headers) ?? { status: 404, html: 'Not found' })
    }),
  )
  return { host: `http://127.0.0.1:${port}`, requests }
}

const probe = (host: string) => probeHost({ hostUrl: new URL(host), serviceKey: 'key' })

test('the namespaces are those of the contract', async () => {
  const { paths } = parse(await readFile(join(root, 'openapi', 'host.yaml'), 'utf8')) as { paths: object }
  const calls = Object.keys(paths).filter((path) => path.startsWith('/wp-json/'))
  const found = calls.map((path) => hostNamespaces.find((name) => path.startsWith(`/wp-json/${name}/`)))
  expect(new Set(found)).toEqual(new Set(hostNamespaces))
})

describe('a correct host has no problem', () => {
  test('with three requests', async () => {
    const { host, requests } = await startHost()
    expect(await probe(`${host}/`)).toEqual([])
    expect(requests).toEqual([
      'GET /wp-json/?_fields=namespaces',
      'GET /wp-json/mp/v1/memberships?per_page=1',
      'GET /wp-json/custom-plugin/me/',
    ])
  })

  test('in a folder', async () => {
    const { host } = await startHost((path, headers) =>
      path.startsWith('/blog/') ? goodHost(path.slice('/blog'.length), headers) : { status: 404 },
    )
    expect(await probe(`${host}/blog`)).toEqual([])
  })

  test('when it refuses an unknown token and a visitor alike', async () => {
    const { host, requests } = await startHost((path) =>
      path.includes('/me/') ? refusal(401, 'rest_not_logged_in') : undefined,
    )
    expect(await probe(host)).toEqual([])
    expect(requests.length).toBe(4)
  })

  test('when it hides its index from visitors', async () => {
    const { host } = await startHost((path) =>
      path.startsWith('/wp-json/?') ? refusal(401, 'rest_login_required') : undefined,
    )
    expect(await probe(host)).toEqual([])
  })
})

describe('the probe says what is wrong and what to do', () => {
  const cases: Record<string, { rule: Rule; line: string }> = {
    'another server': {
      rule: (path) => (path.startsWith('/wp-json') ? { html: '<h1>Welcome</h1>' } : undefined),
      line: 'HOST/wp-json/ is not the REST API of WordPress (status 200). Set HOST_URL to the address of WordPress, with its folder.',
    },
    'JSON of another server': {
      rule: (path) => (path.startsWith('/wp-json') ? { status: 404, json: { error: 'Not found' } } : undefined),
      line: 'HOST/wp-json/ is not the REST API of WordPress (status 404). Set HOST_URL to the address of WordPress, with its folder.',
    },
    'plain permalinks': {
      rule: (path) =>
        path.startsWith('/?rest_route=/')
          ? { json: { namespaces: ['wp/v2'] } }
          : path.startsWith('/wp-json')
            ? { status: 404, html: 'Not found' }
            : undefined,
      line: 'WordPress at HOST does not serve /wp-json. Choose "Post name" under Settings > Permalinks.',
    },
    'a redirect to https': {
      rule: (path) => ({ status: 301, location: `https://news.example${path}` }),
      line: 'HOST redirects to https://news.example. Set HOST_URL to https://news.example.',
    },
    'a redirect to www and a folder': {
      rule: () => ({ status: 308, location: 'https://www.news.example/blog/wp-json/' }),
      line: 'HOST redirects to https://www.news.example/blog. Set HOST_URL to https://www.news.example/blog.',
    },
    'a redirect that removes the slash': {
      rule: () => ({ status: 301, location: '/wp-json' }),
      line: 'HOST/wp-json/ redirects to /wp-json. Turn this redirect off, because the edge follows none.',
    },
    'a redirect to a sign-in page': {
      rule: () => ({ status: 302, location: '/wp-login.php' }),
      line: 'HOST/wp-json/ redirects to /wp-login.php. Turn this redirect off, because the edge follows none.',
    },
    'a firewall': {
      rule: () => ({ status: 403, html: 'Checking your browser' }),
      line: 'HOST refuses the edge with status 403, before WordPress. Let this machine pass the firewall or the password of the web server.',
    },
    'a host in maintenance': {
      rule: () => refusal(503, 'wp_die'),
      line: 'HOST responds with status 503. Check that WordPress works and is not in maintenance mode.',
    },
    'missing plugins': {
      rule: (path) =>
        path.startsWith('/wp-json/?') ? { json: { namespaces: ['wp/v2', 'custom-plugin'] } } : undefined,
      line: 'WordPress at HOST has no channel/v2, mp/v1, payment/v1. Activate the plugins of these namespaces.',
    },
    'a refused key': {
      rule: (path) => (path.includes('/mp/v1/') ? refusal(403, 'rest_forbidden') : undefined),
      line: 'The membership service refuses SERVICE_KEY (status 403 rest_forbidden). Copy the key from the settings of the MemberPress Developer Tools.',
    },
    'a membership service without plans': {
      rule: (path) => (path.includes('/mp/v1/') ? refusal(404, 'rest_no_route') : undefined),
      line: 'GET /wp-json/mp/v1/memberships does not respond with the plans (status 404 rest_no_route). Check the MemberPress Developer Tools.',
    },
    'a web server that removes Authorization': {
      rule: (path, { authorization: _removed, ...headers }) => goodHost(path, headers),
      line: 'WordPress at HOST does not receive the header Authorization, so every session ends at once. Let the web server pass it; Apache needs "CGIPassAuth On".',
    },
  }
  test.each(Object.entries(cases))('%s', async (_name, { rule, line }) => {
    const { host, requests } = await startHost(rule)
    expect(await probe(host)).toEqual([line.replaceAll(/HOST(?!_)/g, host)])
    expect(requests.length).toBeLessThanOrEqual(4)
  })

  test('a connection without TLS to another machine', async () => {
    const { host } = await startHost()
    const other = host.replace('127.0.0.1', '0.0.0.0')
    expect(await probe(other)).toEqual([
      `${other} is not encrypted, so the network can read passwords and SERVICE_KEY. Begin HOST_URL with https://.`,
    ])
  })

  test('a refused connection', async () => {
    const { host } = await startHost()
    for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve))
    expect(await probe(host)).toEqual([
      `${host} refuses connections (ECONNREFUSED). Check that the host is running and that HOST_URL has the right port.`,
    ])
  })

  test('a host that never responds', async () => {
    const port = await start(createServer())
    const hostUrl = new URL(`http://127.0.0.1:${port}`)
    expect(await probeHost({ hostUrl, serviceKey: 'key', timeoutMs: 50 })).toEqual([
      `${hostUrl.origin} does not respond in time (timeout). Check that no firewall drops the connections of this machine.`,
    ])
  })

  test('a self-signed certificate', async () => {
    const read = (part: string) => readFile(join(root, 'tests', 'edge', 'tls', `localhost.${part}.pem`))
    const never: RequestListener = () => expect.unreachable()
    const port = await start(createHttps({ cert: await read('cert'), key: await read('key') }, never))
    expect(await probe(`https://127.0.0.1:${port}`)).toEqual([
      `The certificate of https://127.0.0.1:${port} is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT). Set NODE_EXTRA_CA_CERTS to its file, or use a certificate of a public authority.`,
    ])
  })

  test('https on a port without TLS', async () => {
    const { host } = await startHost()
    const [line] = await probe(host.replace('http:', 'https:'))
    expect(line).toMatch(
      /^https:\S+ does not use TLS on this port \(\w+\)\. Correct the port of HOST_URL, so that it is the one for https\.$/,
    )
  })

  test.each([
    [
      'ENOTFOUND',
      'The name in HOST cannot be resolved (ENOTFOUND). Check the spelling of HOST_URL and the DNS of this machine.',
    ],
    ['CERT_HAS_EXPIRED', 'The certificate of HOST has expired (CERT_HAS_EXPIRED). Renew it.'],
    [
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'The certificate of HOST is for another name (ERR_TLS_CERT_ALTNAME_INVALID). Set HOST_URL to a name of the certificate.',
    ],
    [
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'The certificate of HOST has no chain to a known authority (UNABLE_TO_VERIFY_LEAF_SIGNATURE). Send the whole chain from the host, or set NODE_EXTRA_CA_CERTS to the certificate of the authority.',
    ],
    ['ENETUNREACH', 'HOST is unreachable (ENETUNREACH). Check HOST_URL and the network of this machine.'],
  ])('the network error %s', (code, line) => {
    expect(describeNetworkError('HOST', code)).toBe(line)
  })
})
