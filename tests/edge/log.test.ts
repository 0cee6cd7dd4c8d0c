import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect, constants } from 'node:http2'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createEdge } from '../../server/edge/index.ts'
import { createNetworkHash, writeLogEntry, type LogEntry } from '../../server/edge/log.ts'
import { createRateLimits } from '../../server/edge/rateLimits.ts'
import { readEnvironment } from '../../server/environment.ts'
import { root } from '../../server/install.mjs'
import { listen } from '../../server/listen.ts'
import { edgeSecrets, sessionHeaders } from './edgeSession.ts'
import { requestEdge } from './requestEdge.ts'

afterEach(() => void vi.restoreAllMocks())

const pem = (part: string) => join(root, 'tests', 'edge', 'tls', `localhost.${part}.pem`)

test('a request is one line of JSON with the time in UTC, whatever its path contains', () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const at = new Date('2026-11-23T12:00:00+02:00')
  const request = { id: 'a', method: 'GET', status: 404, ms: 1 }
  writeLogEntry({ ...request, at, path: `/\n{"status":200}\u001b[31m${'x'.repeat(300)}` })
  const line = String(write.mock.calls[0]?.[0])
  expect(line).toMatch(/^[\x20-\x7e]+\n$/)
  const path = `/\n{"status":200}\u001b[31m${'x'.repeat(300)}`.slice(0, 200)
  expect(JSON.parse(line)).toEqual({ ...request, at: '2026-11-23T10:00:00.000Z', path })
})

test('a line is short, whatever the client sends', () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const request = { id: 'a', status: 404, ms: 1, at: new Date() }
  writeLogEntry({ ...request, method: 'M'.repeat(30_000), path: 'x'.repeat(30_000) })
  expect(String(write.mock.calls[0]?.[0]).length).toBeLessThan(400)
})

describe('the hash of a network', () => {
  const hash = createNetworkHash(edgeSecrets[0])
  test.each([
    ['192.0.2.7', '192.0.2.250', '192.0.3.7'],
    ['2001:db8:7::1', '2001:db8:7:ffff::2', '2001:db8:8::1'],
    ['::ffff:192.0.2.7', '192.0.2.9', '192.0.3.7'],
  ])('of %s is that of %s, but not of %s', (address, neighbor, stranger) => {
    expect(hash(address)).toBe(hash(neighbor))
    expect(hash(address)).not.toBe(hash(stranger))
  })

  test('depends on the secret and contains no address', () => {
    expect(hash('192.0.2.7')).toMatch(/^[\w-]{16}$/)
    expect(createNetworkHash('another secret')('192.0.2.7')).not.toBe(hash('192.0.2.7'))
  })
})

describe('the log of a request', () => {
  const files = { page: () => Promise.resolve('page'), open: () => Promise.resolve(undefined), isPage: () => true }
  const refusal = { code: 'incorrect_password', message: 'No', data: null }

  /** The log of an edge behind one proxy, in front of a host that refuses each sign-in and never ends its response. */
  async function createLoggedEdge() {
    const log: LogEntry[] = []
    const edge = await createEdge({
      dist: files,
      upstream: ({ method }) => {
        const headers = { 'content-type': 'application/json' }
        const text = Buffer.from(JSON.stringify(refusal))
        if (method === 'POST') return Promise.resolve({ status: 500, headers, body: text })
        const body = new Readable({ read: () => undefined })
        body.push(text)
        return Promise.resolve({ status: 200, headers, body })
      },
      serviceKey: 'key',
      edgeSecrets,
      trustedProxies: 1,
      rateLimits: createRateLimits(),
      warn: () => undefined,
      log: (entry) => log.push(entry),
    })
    return { edge, log }
  }

  test('has the network of a client that is refused with 401 or 429, and of no other', async () => {
    const { edge, log } = await createLoggedEdge()
    const signIn = (address: string) =>
      requestEdge(edge, 'http://localhost/wp-json/custom-plugin/user-login', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `6.6.6.6, ${address}` },
        body: '{"username":"member","password":"x"}',
      })
    await requestEdge(edge, 'http://localhost/')
    await requestEdge(edge, 'http://localhost/wp-json/custom-plugin/me/', {
      headers: { 'x-forwarded-for': '192.0.2.7' },
    })
    for (let index = 0; index < 11; index += 1) await signIn('192.0.2.8')
    await expect.poll(() => log.length).toBe(13)
    const network = createNetworkHash(edgeSecrets[0])('192.0.2.1')
    expect(log.map((entry) => [entry.status, entry.network])).toEqual([
      [200, undefined],
      [401, network],
      ...Array.from({ length: 10 }, () => [500, undefined]),
      [429, network],
    ])
    expect(JSON.stringify(log)).not.toMatch(/192\.0\.2|6\.6\.6/)
  })

  test.each(['HTTP/1.1', 'HTTP/2'])('has status 499 when the client disconnects (%s)', async (version) => {
    const { edge, log } = await createLoggedEdge()
    const environment = { PORT: '0', ...(version === 'HTTP/2' && { TLS_CERT: pem('cert'), TLS_KEY: pem('key') }) }
    const server = await listen(edge, readEnvironment(environment))
    const path = '/wp-json/channel/v2/channels'
    if (version === 'HTTP/2') {
      const session = connect(server.url, { ca: await readFile(pem('cert')) })
      const open = (target: string) => session.request({ ':path': target, ...sessionHeaders('at_1', true) })
      await once(open('/signin').resume(), 'close')
      const stream = open(path)
      await once(stream, 'data')
      stream.close(constants.NGHTTP2_CANCEL)
      await once(open('/healthz').resume(), 'close')
      session.close()
    } else {
      await (await fetch(`${server.url}/signin`)).text()
      const response = await fetch(server.url + path, { headers: sessionHeaders('at_1') })
      const reader = response.body?.getReader()
      await reader?.read()
      await reader?.cancel()
      await (await fetch(`${server.url}/healthz`)).text()
    }
    await expect
      .poll(() => log.map((entry) => `${entry.path} ${entry.status}`).sort())
      .toEqual(['/healthz 200', '/signin 200', `${path} 499`])
    await server.close(0)
  })
})

test('a defect of the edge is reported, and the response is an empty 502', async () => {
  const warn = vi.fn()
  const edge = await createEdge({
    dist: {
      page: () => Promise.reject(new Error('defect')),
      open: () => Promise.resolve(undefined),
      isPage: () => true,
    },
    upstream: () => Promise.reject(new Error('unused')),
    serviceKey: 'key',
    edgeSecrets,
    warn,
  })
  const response = await requestEdge(edge, 'http://localhost/')
  expect([response.status, await response.text()]).toEqual([502, ''])
  expect(warn.mock.calls).toEqual([['The edge failed: defect']])
  expect((await requestEdge(edge, 'http://localhost/healthz')).status).toBe(200)
})
