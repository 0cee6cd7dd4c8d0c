import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestListener,
  type ServerResponse,
  type Server,
} from 'node:http'
import { type AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createHostUpstream, createLocalUpstream } from '../../server/edge/hostUpstream.ts'
import { createEdge, type EdgeOptions } from '../../server/edge/index.ts'
import { type LogEntry } from '../../server/edge/log.ts'
import { edgeSecrets, sessionHeaders, xsrfHeaders } from './edgeSession.ts'
import { requestEdge } from './requestEdge.ts'

const openServers: Server[] = []
const upstreamClosers: (() => Promise<void>)[] = []

async function startServer(handler: RequestListener): Promise<string> {
  const server = createServer(handler).listen(0, '127.0.0.1')
  openServers.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function startHostAndEdge(host: RequestListener, options: Partial<EdgeOptions> = {}, base = '') {
  const hostUrl = await startServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    host(request, response)
  })
  const upstream = createHostUpstream(new URL(hostUrl + base))
  upstreamClosers.push(() => upstream.close())
  const files = {
    page: () => Promise.resolve('<head></head>'),
    open: () => Promise.resolve(undefined),
    isPage: () => true,
  }
  const edge = await createEdge({
    dist: files,
    upstream,
    serviceKey: 'key',
    edgeSecrets,
    warn: () => undefined,
    ...options,
  })
  return { url: await startServer(edge), hostUrl }
}

afterEach(async () => {
  for (const close of upstreamClosers.splice(0)) await close()
  for (const server of openServers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

/** Sends a call of a browser that is signed in. */
const call = (url: string, init: RequestInit = {}) =>
  fetch(url, { ...init, headers: { ...sessionHeaders('abc'), ...(init.headers as Record<string, string>) } })

const readBody = async (request: IncomingMessage) => {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString()
}

describe('a forwarded call', () => {
  test('has the method, query, body and headers of the caller', async () => {
    const { url } = await startHostAndEdge(
      (request, response) =>
        void readBody(request).then((body) => {
          response.setHeader('x-wp-total', '3')
          response.end(JSON.stringify({ method: request.method, path: request.url, body, headers: request.headers }))
        }),
      {},
      '/blog/',
    )
    const session = sessionHeaders('abc')
    const forwarded = { ...xsrfHeaders, 'idempotency-key': randomUUID(), 'content-type': 'application/json' }
    const response = await fetch(`${url}/wp-json/payment/v1/pay-from-save-card`, {
      method: 'POST',
      headers: {
        ...forwarded,
        ...session,
        'x-forwarded-for': '6.6.6.6',
        'x-forwarded-host': 'evil.example',
      },
      body: '{ "plan_id": 102 }',
    })
    const seen = (await response.json()) as { headers: Record<string, string> }
    expect(seen).toMatchObject({
      method: 'POST',
      path: '/blog/wp-json/payment/v1/pay-from-save-card',
      body: '{"plan_id":102}',
      headers: {
        ...forwarded,
        authorization: 'Bearer abc',
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-host': new URL(url).host,
        'x-forwarded-proto': 'http',
      },
    })
    expect(response.headers.get('x-wp-total')).toBe('3')
    expect(seen.headers['memberpress-api-key']).toBeUndefined()
  })

  test('has a response that is same-origin data and is not cached', async () => {
    const { url } = await startHostAndEdge((_, response) => {
      response.writeHead(200, {
        'access-control-allow-origin': 'https://evil.example',
        'access-control-allow-credentials': 'true',
        'www-authenticate': 'Basic realm="Members"',
        'set-cookie': 'wordpress_logged_in_1=member',
        'x-powered-by': 'PHP/8',
        server: 'Apache',
        'cache-control': 'public, max-age=600',
        connection: 'x-hop, close',
        'x-hop': '1',
      })
      response.end('{}')
    })
    const response = await call(`${url}/wp-json/channel/v2/channels`)
    const dropped = /^access-control-|^(x-powered-by|server|x-hop|www-authenticate|set-cookie)$/
    expect([...response.headers.keys()].filter((name) => dropped.test(name))).toEqual([])
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; /)
  })

  test('has no CORS headers', async () => {
    const { url } = await startHostAndEdge((_, response) => response.end('{}'))
    const response = await fetch(`${url}/wp-json/channel/v2/channels`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example' },
    })
    expect(response.status).toBe(405)
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  test('keeps the compressed bytes of the host', async () => {
    const compressed = gzipSync('{"compressed":true}')
    const { url } = await startHostAndEdge((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': compressed.byteLength })
      response.end(compressed)
    })
    const response = await call(`${url}/wp-json/channel/v2/channels`)
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(await response.json()).toEqual({ compressed: true })
  })

  test('is below /wp-json', async () => {
    const host = vi.fn<RequestListener>((_, response) => void response.end('{}'))
    const { url } = await startHostAndEdge(host)
    for (const path of ['/wp-admin/', '/wp-login.php', '/xmlrpc.php', '/wp-jsonx/a', '/sandbox/ledger'])
      await fetch(url + path)
    expect(host).not.toHaveBeenCalled()
  })
})

describe('a response of the host', () => {
  const respond = (status: number, headers: Record<string, string>, body = Readable.from([Buffer.from('{}')])) =>
    startHostAndEdge(() => undefined, { upstream: () => Promise.resolve({ status, headers, body }) })

  test.each(['application/json', 'application/json; charset=UTF-8', 'application/problem+json', 'Application/JSON'])(
    'of type %s is JSON in UTF-8',
    async (type) => {
      const response = await call(`${(await respond(200, { 'content-type': type })).url}/wp-json/channel/v2/channels`)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
    },
  )

  test('with status 204 has no content', async () => {
    const body = Readable.from([Buffer.from('{}')])
    const headers = { 'content-type': 'application/json', 'content-length': '2', 'content-encoding': 'gzip' }
    const { url } = await respond(204, headers, body)
    const response = await call(`${url}/wp-json/channel/v2/channels`)
    expect([response.status, [...response.headers.keys()].filter((name) => name.startsWith('content-'))]).toEqual([
      204,
      ['content-security-policy'],
    ])
    expect(body.destroyed).toBe(true)
  })

  test('has only headers of a known form', async () => {
    const headers = {
      'content-type': 'application/json',
      'content-length': '2, 2',
      'retry-after': 'soon\u0000',
      'x-wp-total': '12',
      'x-wp-totalpages': '<1>',
    }
    const response = await call(`${(await respond(200, headers)).url}/wp-json/channel/v2/channels`)
    expect([response.status, await response.text()]).toEqual([200, '{}'])
    expect(['x-wp-total', 'retry-after', 'x-wp-totalpages'].map((name) => response.headers.get(name))).toEqual([
      '12',
      null,
      null,
    ])
  })

  test('is freed when it cannot be written', async () => {
    const body = new Readable({ read: () => undefined })
    const edge = await createEdge({
      dist: { page: () => Promise.resolve(''), open: () => Promise.resolve(undefined), isPage: () => true },
      upstream: () => Promise.resolve({ status: 200, headers: { 'content-type': 'application/json' }, body }),
      serviceKey: 'key',
      edgeSecrets,
    })
    const url = await startServer((request, response) => {
      response.writeHead = () => {
        throw new Error('not writable')
      }
      edge(request, response)
    })
    await expect(call(`${url}/wp-json/channel/v2/channels`)).rejects.toThrow()
    expect(body.destroyed).toBe(true)
  })

  test('that is cut off is reported', async () => {
    const lines: string[] = []
    const { url } = await startHostAndEdge(
      (_, response) => void response.write(`{"half":"${'1'.repeat(100_000)}`, () => response.socket?.destroy()),
      { warn: (line) => lines.push(line) },
    )
    await expect(call(`${url}/wp-json/channel/v2/channels`).then((response) => response.text())).rejects.toThrow()
    expect(lines).toEqual([expect.stringMatching(/: the response is cut off: /)])
  })
})

test('a client that reads slowly does not keep the connection to the host', async () => {
  const lines: string[] = []
  const closed = vi.fn()
  const { url } = await startHostAndEdge(
    (_, response) => {
      response.once('close', closed)
      response.write(`["${'x'.repeat(16 * 1024 * 1024)}"`)
    },
    { limits: { streamMs: 100 }, warn: (line) => lines.push(line) },
  )
  const response = await call(`${url}/wp-json/channel/v2/channels`)
  await expect.poll(() => closed.mock.calls.length, { timeout: 60_000 }).toBe(1)
  expect(lines).toEqual([expect.stringMatching(/: the response is cut off: timeout$/)])
  await expect(response.text()).rejects.toThrow()
})

describe('a response is streamed', () => {
  test('the first byte of a long body arrives before the last is written', async () => {
    const start = `{"first":"${'1'.repeat(100_000)}",`
    let finish: () => unknown = () => undefined
    const { url } = await startHostAndEdge((_, response) => {
      response.writeHead(200)
      response.write(start)
      finish = () => response.end('"last":2}')
    })
    const response = await call(`${url}/wp-json/channel/v2/channels`)
    let text = ''
    const reader = response.body?.getReader()
    for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
      text += Buffer.from(part.value).toString()
      if (text === start) finish()
    }
    expect(text).toBe(`${start}"last":2}`)
  })

  test('a body longer than the buffers of the edge arrives whole', async () => {
    const body = JSON.stringify(Array.from({ length: 400_000 }, (_, index) => index))
    const { url } = await startHostAndEdge((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(body),
    )
    expect(await (await call(`${url}/wp-json/channel/v2/channels`)).text()).toBe(body)
  })
})

describe('an unreachable host is an empty 502 or 504', () => {
  const statusAndBody = async (url: string, init?: RequestInit) => {
    const path = init?.method === 'POST' ? 'custom-plugin/logout' : 'channel/v2/channels'
    const response = await call(`${url}/wp-json/${path}`, init)
    return [response.status, await response.text()]
  }

  test('the host is down', async () => {
    const lines: string[] = []
    const { url, hostUrl } = await startHostAndEdge((_, response) => response.end('{}'), {
      warn: (line) => lines.push(line),
    })
    const ready = async () => (await fetch(`${url}/readyz`)).status
    expect([await ready(), (await fetch(`${url}/healthz`)).status]).toEqual([200, 200])
    const host = openServers.find((server) => hostUrl.endsWith(String((server.address() as AddressInfo).port)))
    host?.closeAllConnections()
    await new Promise((resolve) => host?.close(resolve))
    openServers.splice(openServers.indexOf(host as Server), 1)
    expect(await statusAndBody(url)).toEqual([502, ''])
    expect(lines).toEqual([
      expect.stringMatching(
        /^The host is unreachable: GET \/wp-json\/channel\/v2\/channels \(request [\da-f-]{36}\): ECONNREFUSED$/,
      ),
    ])
  })

  test('an instance is not ready without its host', async () => {
    const { url } = await startHostAndEdge((request) => void request.socket.destroy())
    expect((await fetch(`${url}/readyz`)).status).toBe(503)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
  })

  test.each(['GET', 'POST'])('the connection is cut before the response (%s)', async (method) => {
    const host = vi.fn<RequestListener>((request) => void request.socket.destroy())
    const { url } = await startHostAndEdge(host)
    expect(await statusAndBody(url, { method })).toEqual([502, ''])
    // A changing call is sent once.
    if (method === 'POST') expect(host).toHaveBeenCalledOnce()
  })

  test('the connection is cut during the response', async () => {
    const { url } = await startHostAndEdge((_, response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('{"half":', () => response.socket?.destroy())
    })
    expect(await statusAndBody(url)).toEqual([502, ''])
  })

  test('a long response that is cut is cut for the browser too', async () => {
    const { url } = await startHostAndEdge((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000000' })
      response.write(`{"half":"${'1'.repeat(100_000)}`, () => response.socket?.destroy())
    })
    await expect(call(`${url}/wp-json/channel/v2/channels`).then((response) => response.text())).rejects.toThrow()
  })

  test.each([
    ['GET', { readMs: 50, changeMs: 60_000 }],
    ['POST', { readMs: 60_000, changeMs: 50 }],
  ])('the response times out (%s)', async (method, limits) => {
    const { url } = await startHostAndEdge(() => undefined, { limits })
    expect(await statusAndBody(url, { method })).toEqual([504, ''])
  })

  test('the response stalls', async () => {
    const { url } = await startHostAndEdge(
      (_, response) => {
        response.writeHead(200)
        response.write('{"half":')
      },
      { limits: { idleMs: 50 } },
    )
    expect(await statusAndBody(url)).toEqual([504, ''])
  })

  test.each<[string, OutgoingHttpHeaders, number]>([
    ['a page', { 'content-type': 'text/html; charset=UTF-8' }, 200],
    ['a page of a firewall', { 'content-type': 'text/html' }, 403],
    ['an error page', { 'content-type': 'text/html' }, 500],
    ['text', { 'content-type': 'text/plain' }, 200],
    ['a script', { 'content-type': 'application/javascript' }, 200],
    ['a type that begins like JSON', { 'content-type': 'application/jsonp' }, 200],
    ['no type', { 'content-type': [] }, 200],
    ['an encoding that the edge does not offer', { 'content-encoding': 'deflate' }, 200],
    ['a status above 599', {}, 600],
    ['a status of three nines', {}, 999],
  ])('the host responds with %s', async (_, headers, status) => {
    const lines: string[] = []
    const { url } = await startHostAndEdge((_, response) => response.writeHead(status, headers).end('{}'), {
      warn: (line) => lines.push(line),
    })
    expect(await statusAndBody(url)).toEqual([502, ''])
    expect(lines).toEqual([expect.stringMatching(/^The host is unreachable: GET \/wp-json\/channel\/v2\/channels /)])
  })

  test('the host redirects', async () => {
    const { url } = await startHostAndEdge((_, response) =>
      response.writeHead(302, { location: 'https://evil.example/' }).end(),
    )
    expect(await statusAndBody(url, { redirect: 'manual' })).toEqual([502, ''])
  })

  test('the sandbox cuts the connection', async () => {
    const files = { page: () => Promise.resolve(''), open: () => Promise.resolve(undefined), isPage: () => true }
    const sandbox = () => Promise.reject(new Error('cut'))
    const edge = await createEdge({
      dist: files,
      upstream: createLocalUpstream(sandbox),
      sandbox,
      serviceKey: 'key',
      edgeSecrets,
      warn: () => undefined,
    })
    for (const path of ['/wp-json/channel/v2/channels', '/sandbox/streams/x/index.m3u8']) {
      const response = await requestEdge(edge, `http://localhost${path}`, { headers: sessionHeaders('abc') })
      expect([response.status, await response.text()]).toEqual([502, ''])
    }
  })
})

describe('limits', () => {
  test.each([
    ['with content-length', { 'content-length': '2000' }],
    ['chunked', { 'transfer-encoding': 'chunked' }],
  ])('a body that is too large is refused: %s', async (_, headers) => {
    const host: RequestListener = (request, response) => void readBody(request).then(() => response.end('{}'))
    const { url } = await startHostAndEdge(host, { limits: { uploadBytes: 1000 } })
    const type = 'multipart/form-data; boundary=x'
    const outgoing = httpRequest(`${url}/wp-json/channel/v2/avatar`, {
      method: 'POST',
      headers: { ...sessionHeaders('abc'), ...headers, 'content-type': type },
    })
    outgoing.on('error', () => undefined)
    const responded = once(outgoing, 'response') as Promise<[IncomingMessage]>
    outgoing.end('x'.repeat(2000))
    const [response] = await responded
    expect(response.statusCode).toBe(413)
    expect(JSON.parse(await readBody(response))).toMatchObject({ data: { status: 413 } })
  })

  test('a call counts until its response has been read', async () => {
    const responses: ServerResponse[] = []
    const { url } = await startHostAndEdge(
      (_, response) => {
        response.write(`{"long":"${'1'.repeat(100_000)}"`)
        responses.push(response)
      },
      { limits: { calls: 2 } },
    )
    const read = () => call(`${url}/wp-json/channel/v2/channels`)
    const [first, second] = [await read(), await read()]
    expect([first.status, second.status, (await read()).status]).toEqual([200, 200, 502])
    responses[0]?.end('}')
    await first.text()
    const third = await read()
    expect([third.status, (await read()).status]).toEqual([200, 502])
    await second.body?.cancel()
    await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe(200)
  })

  test('a body is held until the call to the host has ended', async () => {
    const responses: ServerResponse[] = []
    const { url } = await startHostAndEdge((request, response) => {
      request.resume()
      if (responses.push(response) > 3) response.end('{}')
    })
    const upload = () => {
      const form = new FormData()
      form.append('avatar', new Blob([Buffer.alloc(9 * 1024 * 1024)], { type: 'image/png' }))
      return call(`${url}/wp-json/channel/v2/avatar`, { method: 'POST', body: form })
    }
    const running = [upload(), upload(), upload()]
    await expect.poll(() => responses.length, { timeout: 60_000 }).toBe(3)
    expect((await upload()).status).toBe(503)
    for (const response of responses) response.end('{}')
    for (const response of await Promise.all(running))
      expect([response.status, await response.text()]).toEqual([200, '{}'])
    // The edge may release the memory shortly after the client has the end of the response.
    await expect.poll(async () => (await upload()).status, { timeout: 60_000 }).toBe(200)
  })

  test('bodies without a session leave half of the memory to bodies with one', async () => {
    const responses: ServerResponse[] = []
    const { url } = await startHostAndEdge((request, response) => {
      request.resume()
      if (request.url?.endsWith('/avatar')) responses.push(response)
      else response.end('{}')
    })
    const upload = (megabytes: number) => {
      const form = new FormData()
      form.append('avatar', new Blob([Buffer.alloc(megabytes * 1024 * 1024)], { type: 'image/png' }))
      return call(`${url}/wp-json/channel/v2/avatar`, { method: 'POST', body: form })
    }
    const forget = async () => {
      const form = new FormData()
      form.append('email_address', 'member')
      return (await call(`${url}/wp-json/channel/v2/user_forget`, { method: 'POST', body: form })).status
    }
    const running = [upload(9)]
    await expect.poll(() => responses.length, { timeout: 60_000 }).toBe(1)
    expect(await forget()).toBe(200)
    running.push(upload(9))
    await expect.poll(() => responses.length, { timeout: 60_000 }).toBe(2)
    expect(await forget()).toBe(503)
    running.push(upload(9))
    await expect.poll(() => responses.length, { timeout: 60_000 }).toBe(3)
    for (const response of responses) response.end('{}')
    for (const response of await Promise.all(running)) expect(response.status).toBe(200)
    await expect.poll(forget, { timeout: 60_000 }).toBe(200)
  })

  test('a call beyond the limit is not sent', async () => {
    const lines: string[] = []
    const host = vi.fn<RequestListener>()
    const { url } = await startHostAndEdge(host, { limits: { calls: 2 }, warn: (line) => lines.push(line) })
    const abort = new AbortController()
    const read = () => call(`${url}/wp-json/channel/v2/channels`, { signal: abort.signal }).catch(() => undefined)
    const waiting = [read(), read()]
    await expect.poll(() => host.mock.calls).toHaveLength(2)
    expect((await read())?.status).toBe(502)
    expect(lines).toEqual([expect.stringMatching(/too many calls at once$/)])
    abort.abort()
    await Promise.all(waiting)
    expect(host).toHaveBeenCalledTimes(2)
  })

  test('a read is aborted when the browser disconnects', async () => {
    const closed = vi.fn()
    const host = vi.fn<RequestListener>((request) => void request.socket.on('close', closed))
    const { url } = await startHostAndEdge(host)
    const abort = new AbortController()
    const reading = call(`${url}/wp-json/channel/v2/channels`, { signal: abort.signal }).catch(
      (error: unknown) => (error as Error).name,
    )
    await expect.poll(() => host.mock.calls).toHaveLength(1)
    abort.abort()
    expect(await reading).toBe('AbortError')
    await expect.poll(() => closed.mock.calls).toHaveLength(1)
  })
})

test('a request of the edge itself has a user agent', async () => {
  const host = vi.fn<RequestListener>((_, response) => response.writeHead(401).end('{}'))
  const { url } = await startHostAndEdge(host)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect(host.mock.calls[0]?.[0].headers['user-agent']).toBe('Statecast')
})

describe('the log', () => {
  test('has one line per request, without queries, tokens and keys', async () => {
    const lines: LogEntry[] = []
    const { url } = await startHostAndEdge((_, response) => response.end('{}'), { log: (line) => lines.push(line) })
    const headers = sessionHeaders('t0psecret')
    await fetch(`${url}/wp-json/channel/v2/channels?token=t0psecret`, { headers })
    await fetch(`${url}/reset-password?key=t0psecret&login=member`, { headers: { accept: 'text/html' } })
    await fetch(`${url}/wp-json/mp/v1/members/8`)
    await expect
      .poll(() => lines.map(({ method, path, status }) => [method, path, status]))
      .toEqual([
        ['GET', '/wp-json/channel/v2/channels', 400],
        ['GET', '/reset-password', 200],
        ['GET', '/wp-json/mp/v1/members/8', 401],
      ])
    expect(JSON.stringify(lines)).not.toMatch(/t0psecret|"key"|session/)
  })
})
