import { once } from 'node:events'
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http'
import { type AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { getRequestListener } from '@hono/node-server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createHostUpstream } from '../../server/edge/hostUpstream.ts'
import { createEdge, type EdgeOptions } from '../../server/edge/index.ts'
import { type LogEntry } from '../../server/edge/log.ts'

const openServers: Server[] = []
const upstreamClosers: (() => void)[] = []

async function startServer(handler: RequestListener): Promise<string> {
  const server = createServer(handler).listen(0, '127.0.0.1')
  openServers.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A host and an edge, both listening. */
async function startHostAndEdge(host: RequestListener, options: Partial<EdgeOptions> = {}, base = '') {
  const hostUrl = await startServer(host)
  const upstream = createHostUpstream(new URL(hostUrl + base))
  upstreamClosers.push(() => upstream.close())
  const files = { page: () => Promise.resolve('<head></head>'), open: () => Promise.resolve(undefined) }
  const edge = await createEdge({ dist: files, upstream, serviceKey: 'key', warn: () => undefined, ...options })
  const listener = getRequestListener(edge.fetch)
  return { url: await startServer((request, response) => void listener(request, response)), hostUrl }
}

afterEach(async () => {
  for (const close of upstreamClosers.splice(0)) close()
  for (const server of openServers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

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
    const kept = {
      authorization: 'Bearer abc',
      xsrf: 'x1',
      'idempotency-key': 'k1',
      cookie: 'XSRF-TOKEN=x1',
      'content-type': 'application/json',
    }
    const answer = await fetch(`${url}/wp-json/payment/v1/pay-from-save-card?a=1&b=%20`, {
      method: 'POST',
      headers: { ...kept, 'x-forwarded-for': '6.6.6.6', 'x-forwarded-host': 'evil.example' },
      body: '{"plan_id":102}',
    })
    const seen = (await answer.json()) as { headers: Record<string, string> }
    expect(seen).toMatchObject({
      method: 'POST',
      path: '/blog/wp-json/payment/v1/pay-from-save-card?a=1&b=%20',
      body: '{"plan_id":102}',
      headers: {
        ...kept,
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-host': new URL(url).host,
        'x-forwarded-proto': 'http',
      },
    })
    expect(answer.headers.get('x-wp-total')).toBe('3')
    expect(seen.headers['memberpress-api-key']).toBeUndefined()
  })

  test('has a response that is same-origin data and is not cached', async () => {
    const { url } = await startHostAndEdge((_, response) => {
      response.writeHead(200, {
        'access-control-allow-origin': 'https://evil.example',
        'access-control-allow-credentials': 'true',
        'x-powered-by': 'PHP/8',
        server: 'Apache',
        'cache-control': 'public, max-age=600',
        'content-type': 'application/json',
        connection: 'x-hop, close',
        'x-hop': '1',
      })
      response.end('{}')
    })
    const answer = await fetch(`${url}/wp-json/channel/v2/channels`)
    const hidden = /^access-control-|^x-powered-by$|^server$|^x-hop$/
    expect([...answer.headers.keys()].filter((name) => hidden.test(name))).toEqual([])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
  })

  test('has no CORS headers', async () => {
    const { url } = await startHostAndEdge((_, response) => response.end('{}'))
    const answer = await fetch(`${url}/wp-json/channel/v2/channels`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example' },
    })
    expect(answer.status).toBe(204)
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  test('keeps the compressed bytes of the host', async () => {
    const packed = gzipSync('{"packed":true}')
    const { url } = await startHostAndEdge((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.byteLength })
      response.end(packed)
    })
    const answer = await fetch(`${url}/wp-json/channel/v2/channels`)
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    expect(await answer.json()).toEqual({ packed: true })
  })

  test('is below /wp-json', async () => {
    const host = vi.fn<RequestListener>((_, response) => void response.end('{}'))
    const { url } = await startHostAndEdge(host)
    for (const path of ['/wp-admin/', '/wp-login.php', '/xmlrpc.php', '/wp-jsonx/a', '/sandbox/ledger']) {
      expect((await fetch(url + path)).status).toBe(404)
    }
    expect(host).not.toHaveBeenCalled()
  })
})

describe('a response is streamed', () => {
  test('the first byte arrives before the last is written', async () => {
    let finish: () => unknown = () => undefined
    const { url } = await startHostAndEdge((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"first":1,')
      finish = () => response.end('"last":2}')
    })
    const answer = await fetch(`${url}/wp-json/channel/v2/channels`)
    const reader = answer.body?.getReader()
    const first = await reader?.read()
    expect(Buffer.from(first?.value ?? []).toString()).toBe('{"first":1,')
    finish()
    const last = await reader?.read()
    expect(Buffer.from(last?.value ?? []).toString()).toBe('"last":2}')
  })

  test('a request body is streamed too', async () => {
    const heard = vi.fn<(text: string) => void>()
    const { url } = await startHostAndEdge((request, response) => {
      request.once('data', (piece: Buffer) => heard(piece.toString()))
      request.on('end', () => response.end('{}'))
    })
    const outgoing = httpRequest(`${url}/wp-json/channel/v2/avatar`, { method: 'POST' })
    const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>
    outgoing.write('first')
    await expect.poll(() => heard.mock.calls).toEqual([['first']])
    outgoing.end('last')
    const [answer] = await answered
    expect(answer.statusCode).toBe(200)
  })
})

describe('an unreachable host is an empty 502 or 504', () => {
  const lost = async (url: string, init?: RequestInit) => {
    const answer = await fetch(`${url}/wp-json/channel/v2/channels`, init)
    return [answer.status, await answer.text()]
  }

  test('the host is down', async () => {
    const { url, hostUrl } = await startHostAndEdge((_, response) => response.end('{}'))
    const host = openServers.find((server) => hostUrl.endsWith(String((server.address() as AddressInfo).port)))
    host?.closeAllConnections()
    await new Promise((resolve) => host?.close(resolve))
    openServers.splice(openServers.indexOf(host as Server), 1)
    expect(await lost(url)).toEqual([502, ''])
  })

  test.each(['GET', 'POST'])('the connection is cut before the response (%s)', async (method) => {
    const host = vi.fn<RequestListener>((request) => void request.socket.destroy())
    const { url } = await startHostAndEdge(host)
    expect(await lost(url, { method, ...(method === 'POST' && { body: '{}' }) })).toEqual([502, ''])
    // A changing call is sent once.
    if (method === 'POST') expect(host).toHaveBeenCalledOnce()
  })

  test('the connection is cut during the response', async () => {
    const { url } = await startHostAndEdge((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
      response.write('{"half":', () => response.socket?.destroy())
    })
    const answer = await fetch(`${url}/wp-json/channel/v2/channels`)
    expect(answer.status).toBe(200)
    await expect(answer.text()).rejects.toThrow()
  })

  test.each([
    ['GET', { readMs: 50, changeMs: 60_000 }],
    ['POST', { readMs: 60_000, changeMs: 50 }],
  ])('the response times out (%s)', async (method, limits) => {
    const { url } = await startHostAndEdge(() => undefined, { limits })
    expect(await lost(url, { method })).toEqual([504, ''])
  })

  test('the response stalls', async () => {
    const { url } = await startHostAndEdge(
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.write('{"half":')
      },
      { limits: { idleMs: 50 } },
    )
    const answer = await fetch(`${url}/wp-json/channel/v2/channels`)
    await expect(answer.text()).rejects.toThrow()
  })

  test('the host redirects', async () => {
    const { url } = await startHostAndEdge((_, response) =>
      response.writeHead(302, { location: 'https://evil.example/' }).end(),
    )
    expect(await lost(url, { redirect: 'manual' })).toEqual([502, ''])
  })

  test('the sandbox cuts the connection', async () => {
    const files = { page: () => Promise.resolve(''), open: () => Promise.resolve(undefined) }
    const upstream = () => Promise.reject(new Error('cut'))
    const edge = await createEdge({ dist: files, upstream, sandbox: upstream, serviceKey: 'key' })
    for (const path of ['/wp-json/channel/v2/channels', '/sandbox/streams/x/index.m3u8']) {
      const answer = await edge.request(path)
      expect([answer.status, await answer.text()]).toEqual([502, ''])
    }
  })
})

describe('limits', () => {
  test.each([
    ['declared', '', { 'content-length': '2000' }],
    ['found out on the way', '', { 'transfer-encoding': 'chunked' }],
  ])('a body that is too large is refused: %s', async (_, __, headers) => {
    const host: RequestListener = (request, response) => void readBody(request).then(() => response.end('{}'))
    const { url } = await startHostAndEdge(host, { limits: { bodyBytes: 1000 } })
    const outgoing = httpRequest(`${url}/wp-json/channel/v2/avatar`, { method: 'POST', headers })
    outgoing.on('error', () => undefined)
    const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>
    outgoing.end('x'.repeat(2000))
    const [answer] = await answered
    expect(answer.statusCode).toBe(413)
    expect(JSON.parse(await readBody(answer))).toMatchObject({ data: { status: 413 } })
  })

  test('a read is aborted when the browser disconnects', async () => {
    const gone = vi.fn()
    const host = vi.fn<RequestListener>((request) => void request.socket.on('close', gone))
    const { url } = await startHostAndEdge(host)
    const abort = new AbortController()
    const call = fetch(`${url}/wp-json/channel/v2/channels`, { signal: abort.signal }).catch(
      (error: unknown) => (error as Error).name,
    )
    await expect.poll(() => host.mock.calls).toHaveLength(1)
    abort.abort()
    expect(await call).toBe('AbortError')
    await expect.poll(() => gone.mock.calls).toHaveLength(1)
  })
})

describe('the log', () => {
  test('has one line per request, without queries, tokens and keys', async () => {
    const lines: LogEntry[] = []
    const { url } = await startHostAndEdge((_, response) => response.end('{}'), { log: (line) => lines.push(line) })
    const headers = { authorization: 'Bearer t0psecret' }
    await fetch(`${url}/wp-json/channel/v2/channels?token=t0psecret`, { headers })
    await fetch(`${url}/reset-password?key=t0psecret&login=member`, { headers: { accept: 'text/html' } })
    await fetch(`${url}/wp-json/mp/v1/members/8`)
    expect(lines.map(({ method, path, status }) => [method, path, status])).toEqual([
      ['GET', '/wp-json/channel/v2/channels', 200],
      ['GET', '/reset-password', 200],
      ['GET', '/wp-json/mp/v1/members/8', 401],
    ])
    expect(JSON.stringify(lines)).not.toMatch(/t0psecret|"key"/)
  })
})
