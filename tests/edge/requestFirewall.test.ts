/** The edge forwards only what the contract allows. Raw sockets send what no HTTP client would. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createHostUpstream } from '../../server/edge/hostUpstream.ts'
import { createEdge } from '../../server/edge/index.ts'
import { calls, exampleValue } from '../../tools/contract/contract.ts'
import { edgeSecrets, sessionHeaders, xsrfHeaders } from './edgeSession.ts'

type HostRequest = { line: string; headers: IncomingMessage['headers']; body: string }

const me = '/wp-json/custom-plugin/me/'
const signIn = '/wp-json/custom-plugin/user-login'
const received: HostRequest[] = []
/** What the host could not parse. It stays empty if every request ends where the host expects. */
const unparsed: string[] = []
const servers: Server[] = []
let port: number
let closeUpstream: () => Promise<void>

async function listen(server: Server): Promise<number> {
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

beforeAll(async () => {
  const host = createServer((request, response) => {
    let body = ''
    request.on('data', (piece: Buffer) => (body += piece.toString('latin1')))
    request.on('end', () => {
      received.push({ line: `${request.method} ${request.url}`, headers: request.headers, body })
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify(request.method === 'GET' ? { ID: 7 } : { access_token: 'at_1', refresh_token: 'rt_1' }),
      )
    })
  })
  host.on('clientError', (error: Error & { rawPacket?: Buffer }, socket) => {
    if (error.rawPacket) unparsed.push(String(error.rawPacket))
    socket.destroy()
  })
  const upstream = createHostUpstream(new URL(`http://127.0.0.1:${await listen(host)}`))
  closeUpstream = () => upstream.close()
  const files = {
    page: () => Promise.resolve('<head></head>'),
    open: () => Promise.resolve(undefined),
    isPage: () => false,
  }
  const edge = await createEdge({ dist: files, upstream, serviceKey: 'k-service', edgeSecrets, warn: () => undefined })
  // The server still responds to a client that has sent its last byte.
  const server = Object.assign(createServer(edge), { httpAllowHalfOpen: true })
  port = await listen(server)
})
afterEach(() => {
  received.length = 0
  expect(unparsed).toEqual([])
})
afterAll(async () => {
  await closeUpstream()
  for (const server of servers) server.closeAllConnections()
})

/** Sends bytes on a connection of their own and returns what the edge responds until it closes. */
async function sendRaw(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (piece) => (text += piece.toString('latin1')))
  socket.on('error', () => undefined)
  socket.end(bytes, 'latin1')
  // Unlike `once`, this does not reject when the edge resets the connection.
  await new Promise((resolve) => socket.on('close', resolve))
  return text
}
const statusesOf = (text: string) => [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))

const session = sessionHeaders('t0ken')
const sessionLines = [`Authorization: ${session.authorization}`, `XSRF: ${session.xsrf}`, `Cookie: ${session.cookie}`]
const xsrfLines = [`XSRF: ${xsrfHeaders.xsrf}\r\n`, `Cookie: ${xsrfHeaders.cookie}\r\n`]

const requestText = (line: string, headers: readonly string[] = [], body = '') =>
  [`${line} HTTP/1.1`, `Host: localhost:${port}`, ...sessionLines, ...headers, 'Connection: close', '', body].join(
    '\r\n',
  )

const jsonRequest = (path: string, body: string, headers: readonly string[] = [], method = 'POST') =>
  requestText(
    `${method} ${path}`,
    [
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cookie: access_token=at_1; refresh_token=rt_1',
      ...headers,
    ],
    body,
  )

describe('a request to the host', () => {
  test('has no trace of a body that a read carries', async () => {
    const smuggled = 'GET /wp-json/mailbox HTTP/1.1\r\nHost: x\r\n\r\n'
    await sendRaw(requestText(`GET ${me}`, [`Content-Length: ${smuggled.length}`], smuggled))
    expect(statusesOf(await sendRaw(requestText(`GET ${me}`)))).toEqual([200])
    expect(received.map(({ line, body }) => [line, body])).toEqual([
      [`GET ${me}`, ''],
      [`GET ${me}`, ''],
    ])
    for (const { headers } of received) expect(headers['content-length']).toBeUndefined()
  })

  test('is written by the edge: its headers, the XSRF cookie only, and its own JSON', async () => {
    const headers = [
      'X-Forwarded-For: 6.6.6.6',
      'X_HTTP_METHOD_OVERRIDE: DELETE',
      'X-HTTP-Method-Override: DELETE',
      'MEMBERPRESS_API_KEY: mine',
      'Proxy: http://evil.example',
      'Accept: */*',
      'Cookie: wordpress_logged_in_1=member; wp-settings-1=a',
      'CF-Connecting-IP: 6.6.6.6',
      'Range: bytes=0-1',
    ]
    const text = await sendRaw(jsonRequest(signIn, '{ "username":"a",  "username":"b", "password":"c" }', headers))
    expect(statusesOf(text)).toEqual([200])
    const [request] = received
    expect(request?.body).toBe('{"username":"b","password":"c"}')
    expect(Object.keys(request?.headers ?? {}).sort()).toEqual(
      [
        ...[
          'accept',
          'accept-encoding',
          'connection',
          'content-length',
          'content-type',
          'cookie',
          'host',
          'user-agent',
        ],
        ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-request-id', 'xsrf'],
      ].sort(),
    )
    expect(request?.headers).toMatchObject({
      accept: 'application/json',
      cookie: xsrfHeaders.cookie,
      'x-forwarded-for': '127.0.0.1',
    })
  })

  test.each([
    ['image/png', 'upload.png', 'image/png'],
    ['text/html', 'upload', 'application/octet-stream'],
  ])('has a file of type %s under the name %s', async (type, fileName, hostType) => {
    const part = `--b\r\nContent-Disposition: form-data; name="avatar"; filename="../../evil.php"\r\nContent-Type: ${type}`
    const body = `${part}\r\n\r\nAAAA\r\n--b--\r\n`
    const headers = ['Content-Type: multipart/form-data; boundary=b', `Content-Length: ${body.length}`]
    await sendRaw(requestText('POST /wp-json/channel/v2/avatar', headers, body))
    expect(received[0]?.body).toContain(
      `name="avatar"; filename="${fileName}"\r\nContent-Type: ${hostType}\r\n\r\nAAAA\r\n`,
    )
    expect(received[0]?.body).not.toContain('evil')
  })

  test('cannot have its own headers removed by Connection', async () => {
    const bytes = requestText(`GET ${me}`).replace('Connection: close', 'Connection: close, x-forwarded-for, accept')
    await sendRaw(bytes)
    expect(received[0]?.headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', accept: 'application/json' })
  })
})

const avatar = '/wp-json/channel/v2/avatar'
const multipart = 'multipart/form-data; boundary=b'
const textPart = '--b\r\nContent-Disposition: form-data; name="avatar"\r\n\r\n\r\n'
const filePart =
  '--b\r\nContent-Disposition: form-data; name="avatar"; filename="a"\r\nContent-Type: image/png\r\n\r\nAAAA\r\n'

describe('a request outside the contract is refused without a request to the host', () => {
  test.each([
    ['another path', requestTextOf('GET /wp-json/wp/v2/users'), 404],
    ['the index of the API', requestTextOf('GET /wp-json'), 404],
    ['another method', requestTextOf(`DELETE ${me}`), 405],
    ['HEAD', requestTextOf(`HEAD ${me}`), 405],
    ['a call as JSONP', requestTextOf(`GET ${me}?_jsonp=alert`), 400],
    ['another route in the query', requestTextOf('GET /wp-json/channel/v2/channels?rest_route=/wp/v2/users'), 400],
    ['a repeated parameter', requestTextOf('GET /wp-json/channel/v2/avatar?user_id=7&user_id=8'), 400],
    ['a parameter that is no id', requestTextOf('GET /wp-json/channel/v2/avatar?user_id=7%27'), 400],
    [
      'a path and query of over 1,000 characters',
      requestTextOf(`GET /wp-json/channel/v2/avatar?user_id=${'7'.repeat(1_000)}`),
      404,
    ],
    ['an encoded slash', requestTextOf('GET /wp-json/channel/v2/channels/a%2fb'), 404],
    ['a name that is not the edge’s', () => requestText(`GET ${me}`).replace(`localhost:${port}`, 'evil.example'), 421],
    ['a field of WordPress', () => jsonRequest(signIn, '{"username":"a","_method":"DELETE"}'), 400],
    ['a list', () => jsonRequest(signIn, '[]'), 400],
    ['broken JSON', () => jsonRequest(signIn, '{"username":'), 400],
    ['a body over 64 KiB', () => jsonRequest(signIn, `{"username":"${'x'.repeat(70_000)}"}`), 413],
    ['a form', () => formRequest('application/x-www-form-urlencoded', 'rest_route=/wp/v2/users'), 415],
    ['a form with another field', () => multipartRequest('rest_route'), 400],
    ['a form with a repeated field', () => avatarRequest(filePart.repeat(2)), 400],
    ['a form of 170,000 parts', () => avatarRequest(textPart.repeat(170_000)), 400],
    [
      'a form whose part has 100,000 headers',
      () => avatarRequest(filePart.replace('\r\n', `\r\n${'X: y\r\n'.repeat(100_000)}`)),
      400,
    ],
    ['a form with bytes before its first part', () => avatarRequest(`\r\n${filePart}`), 400],
    ['a form without an end', () => formRequest(multipart, filePart, avatar), 400],
    ['a form whose type has another parameter', () => avatarRequest(filePart, `${multipart}; charset=utf-7`), 400],
    ['a form whose type has two boundaries', () => avatarRequest(filePart, `${multipart}; boundary=c`), 400],
    ['text in place of a file', () => avatarRequest(textPart), 400],
    [
      'a file in place of text',
      () => formRequest(multipart, `${filePart.replace('"avatar"', '"email_address"')}--b--\r\n`),
      400,
    ],
    ['an object in place of text', () => jsonRequest(signIn, '{"username":{"$ne":""}}'), 400],
    ['a list in place of text', () => jsonRequest(signIn, '{"username":["a"]}'), 400],
    ['null in place of text', () => jsonRequest(signIn, '{"username":null}'), 400],
    ['a number in place of text', () => jsonRequest(signIn, '{"username":1}'), 400],
    ['a field of a prototype', () => jsonRequest(signIn, '{"__proto__":{"username":"a"}}'), 400],
    ['another field of the address', () => editMe('{"address":{"wp_capabilities":"administrator"}}'), 400],
    ['an object in a line of the address', () => editMe('{"address":{"mepr-address-one":{"a":1}}}'), 400],
    ['text in place of the address', () => editMe('{"address":"x"}'), 400],
    ['a list of addresses', () => editMe('{"address":[{"mepr-address-one":"x"}]}'), 400],
    ['a form over 64 KiB', () => multipartRequest('email_address', 'x'.repeat(70_000)), 413],
  ])('%s', async (_, bytes, status) => {
    const parse = vi.spyOn(Response.prototype, 'formData')
    const text = await sendRaw(bytes())
    expect(statusesOf(text)).toEqual([status])
    // Parsing a large form blocks every other request.
    for (const { value } of parse.mock.settledResults) expect([...(value as FormData)].length).toBe(1)
    parse.mockRestore()
    expect(text).toMatch(/^x-request-id: [\da-f-]{36}/im)
    if (!bytes().startsWith('HEAD'))
      expect(text).toMatch(/\{"code":"rest_\w+","message":"[^"<]+","data":\{"status":\d{3}\}\}/)
    expect(received).toEqual([])
  })

  function requestTextOf(line: string) {
    return () => requestText(line)
  }
  function formRequest(type: string, body: string, path = '/wp-json/channel/v2/user_forget') {
    return requestText(`POST ${path}`, [`Content-Type: ${type}`, `Content-Length: ${body.length}`], body)
  }
  function avatarRequest(parts: string, type = multipart) {
    return formRequest(type, `${parts}--b--\r\n`, avatar)
  }
  function editMe(body: string) {
    return jsonRequest('/wp-json/custom-plugin/me', body, [], 'PUT')
  }
  function multipartRequest(field: string, value = '/wp/v2/users') {
    const body = `--b\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n--b--\r\n`
    return formRequest(multipart, body)
  }
})

test.each(['state_one', '%D0%BD%D0%BE%D0%B2-1', '%d0%bd%d0%be%d0%b2-1'])(
  'the slug %s reaches the host as it is sent',
  { tags: 'channels.slugs' },
  async (slug) => {
    for (const [method, path] of [
      ['GET', `/wp-json/channel/v2/channels/${slug}`],
      ['PUT', `/wp-json/channel/v2/favourites/${slug}`],
    ] as const) {
      expect(statusesOf(await sendRaw(requestText(`${method} ${path}`)))).toEqual([200])
      expect(received.at(-1)?.line).toBe(`${method} ${path}`)
    }
  },
)

test.each(['%2e%2e', 'a%2Fb', 'a%5cb', '%00', 'a%20b', '%7E', 'A', 'a%', '%25d0%25bd'])(
  'a slug with any other character is not sent: %s',
  async (slug) => {
    const text = await sendRaw(requestText(`GET /wp-json/channel/v2/channels/${slug}`))
    expect([statusesOf(text), received]).toEqual([[404], []])
  },
)

test('every request body of the contract reaches the host', async () => {
  let sent = 0
  for (const { name, method, template, requestBody } of calls) {
    for (const [type, { examples = {} }] of Object.entries(requestBody?.content ?? {})) {
      for (const example of type === 'application/json' ? Object.values(examples) : []) {
        const body = JSON.stringify(exampleValue(example))
        await sendRaw(jsonRequest(template, body, [], method.toUpperCase()))
        expect([name, received.at(-1)?.body]).toEqual([name, body])
        sent += 1
      }
    }
  }
  expect(sent).toBeGreaterThan(15)
})

describe('a connection', () => {
  test('is closed when it pipelines more than four requests', async () => {
    const responsesTo = async (bytes: string) => (await sendRaw(bytes)).match(/^x-request-id: /gm)?.length ?? 0
    for (const path of ['/signin', me]) {
      const request = requestText(`GET ${path}`).replace('Connection: close\r\n', '')
      expect(await responsesTo(request.repeat(4))).toBe(4)
      received.length = 0
      expect(await responsesTo(request.repeat(600))).toBeLessThanOrEqual(4)
      expect(received.length).toBeLessThanOrEqual(4)
    }
  })
})

describe('whatever a client sends', () => {
  const headerName = fc.constantFrom(
    ...['Content-Length', 'Transfer-Encoding', 'Connection', 'Host', 'Expect', 'Upgrade', 'TE', 'Trailer', 'Cookie'],
    ...['Authorization', 'X-Forwarded-For', 'X-HTTP-Method-Override', 'Content_Length', 'XSRF', ' X', 'X '],
  )
  const headerValue = fc.oneof(
    fc.constantFrom('0', '2', '5', '+5', '5, 5', '0x5', 'chunked', 'identity, chunked', '\x0bchunked'),
    fc.constantFrom('keep-alive', '100-continue', 'h2c', 'evil.example', 'Bearer x', 'XSRF-TOKEN=a; b=c', ''),
    fc.string({ maxLength: 20 }),
  )
  const lineEnd = fc.oneof(
    { weight: 9, arbitrary: fc.constant('\r\n') },
    { weight: 1, arbitrary: fc.constantFrom('\n', '\r', '\r\n ') },
  )
  const planted = 'GET /wp-json/planted HTTP/1.1\r\nHost: x\r\n\r\n'
  const json = ['Content-Type: application/json\r\n', ...xsrfLines]
  /** A valid request with up to three hostile headers, and bytes behind it. */
  const block = fc
    .record({
      start: fc.constantFrom(
        { line: `GET ${me}`, headers: sessionLines.map((line) => `${line}\r\n`), body: '' },
        { line: `POST ${signIn}`, headers: [...json, 'Content-Length: 2\r\n'], body: '{}' },
        { line: `POST ${signIn}`, headers: [...json, 'Transfer-Encoding: chunked\r\n'], body: '2\r\n{}\r\n0\r\n\r\n' },
        { line: `GET http://evil.example${me}`, headers: [], body: '' },
        { line: 'GET /wp-json/planted', headers: [], body: '' },
      ),
      hostile: fc.array(fc.tuple(headerName, headerValue, lineEnd), { maxLength: 3 }),
      at: fc.nat(3),
      behind: fc.constantFrom('', '', 'AAAAA', planted, `0\r\n\r\n${planted}`),
    })
    .map(({ start: { line, headers, body }, hostile, at, behind }) => {
      const all = [`Host: localhost:${port}\r\n`, ...headers]
      all.splice(at, 0, ...hostile.map(([name, value, end]) => `${name}: ${value}${end}`))
      return `${line} HTTP/1.1\r\n${all.join('')}\r\n${body}${behind}`
    })

  test('the host receives whole requests that the edge has written, and a bystander gets its own response', async () => {
    const allowed = new Set([
      ...[
        'accept',
        'accept-encoding',
        'authorization',
        'connection',
        'content-length',
        'content-type',
        'cookie',
        'host',
      ],
      ...['user-agent', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-request-id', 'xsrf'],
    ])
    let forwarded = 0
    await fc.assert(
      fc.asyncProperty(fc.array(block, { minLength: 1, maxLength: 3 }), async (blocks) => {
        received.length = 0
        await sendRaw(blocks.join(''))
        const bystander = await fetch(`http://127.0.0.1:${port}${me}`, { headers: session })
        expect(await bystander.json()).toEqual({ ID: 7 })
        forwarded += received.length - 1
        for (const { line, headers, body: text } of received) {
          expect([`GET ${me}`, `POST ${signIn}`]).toContain(line)
          expect(Object.keys(headers).filter((name) => !allowed.has(name))).toEqual([])
          expect(headers['x-forwarded-for']).toBe('127.0.0.1')
          expect(text).toBe(line.startsWith('GET') ? '' : '{}')
        }
        expect(unparsed).toEqual([])
      }),
      { numRuns: 2_000, seed: 13 },
    )
    // Enough of the requests are valid.
    expect(forwarded).toBeGreaterThan(300)
  }, 240_000)
})
