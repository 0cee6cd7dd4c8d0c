/** The edge over HTTP/2, where names and codes differ from HTTP/1.1. */
import { EventEmitter, once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { connect, constants, type ClientHttp2Session, type IncomingHttpHeaders } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createServer } from '../../server/createServer.ts'
import { createEdge, type EdgeOptions } from '../../server/edge/index.ts'
import { readEnvironment } from '../../server/environment.ts'
import { distFolder, root } from '../../server/install.mjs'
import { listen, type Handler } from '../../server/listen.ts'
import { generalHeaders } from '../../server/edge/securityHeaders.ts'
import { edgeSecrets, sessionHeaders, xsrfHeaders } from './edgeSession.ts'

const pem = (part: string) => join(root, 'tests', 'edge', 'tls', `localhost.${part}.pem`)
const variables = { PORT: '0', LOG: 'off', TLS_CERT: pem('cert'), TLS_KEY: pem('key') }

const closers: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function openSession(handler: Handler): Promise<ClientHttp2Session> {
  const listening = await listen(handler, readEnvironment(variables))
  closers.push(() => listening.close(0))
  const session = connect(listening.url, { ca: await readFile(pem('cert')) })
  closers.push(() => session.destroy())
  return session
}

interface Answer {
  status: number | undefined
  headers: IncomingHttpHeaders
  body: string
}

/** Sends a request; a body makes it a POST request with the headers of a change. */
async function request(
  session: ClientHttp2Session,
  path: string,
  { body, ...more }: Record<string, string> = {},
): Promise<Answer> {
  const stream = session.request({
    ':path': path,
    ...(body !== undefined && {
      ':method': 'POST',
      'content-type': 'application/json',
      ...xsrfHeaders,
    }),
    ...more,
  })
  stream.end(body)
  const [headers] = (await once(stream, 'response')) as [IncomingHttpHeaders & { ':status'?: number }]
  return { status: headers[':status'], headers, body: await text(stream) }
}

/** Headers of the connection, which HTTP/2 does not have. */
const connectionHeaders = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade']

describe('with the sandbox', () => {
  async function start() {
    const data = await mkdtemp(join(tmpdir(), 'edge-http2-'))
    closers.push(() => rm(data, { recursive: true, force: true }))
    const server = await createServer(readEnvironment({ ...variables, DATA: data }))
    closers.push(() => server.close())
    return openSession(server.edge)
  }

  test('pages, files, calls and the sandbox are served, all on one connection', async () => {
    const session = await start()
    const asset = (await readdir(join(distFolder(), 'client', 'assets'))).find((name) => name.endsWith('.js')) ?? ''
    const credentials = { username: 'member@statecast.test', password: 'live-news-24', remember_me: true }
    const answers = await Promise.all([
      request(session, '/signin'),
      request(session, `/assets/${asset}`),
      request(session, '/wp-json/custom-plugin/user-login', { body: JSON.stringify(credentials) }),
      request(session, '/wp-json/custom-plugin/me/'),
      request(session, '/sandbox/ledger'),
      request(session, '/sandbox'),
      request(session, '/healthz'),
      ...Array.from({ length: 20 }, () => request(session, '/readyz')),
    ])
    expect(answers.map(({ status }) => status)).toEqual([
      ...[200, 200, 200, 401, 200, 200, 200],
      ...Array<number>(20).fill(200),
    ])
    const [page, file, signIn, me, ledger, sandbox] = answers
    expect(page?.body).toContain('<!doctype html>')
    expect(page?.headers['strict-transport-security']).toMatch(/^max-age/)
    expect(page?.headers['set-cookie']).toEqual([expect.stringMatching(/^XSRF-TOKEN=.*; Secure$/)])
    expect(file?.body).toBe(await readFile(join(distFolder(), 'client', 'assets', asset), 'utf8'))
    expect(JSON.parse(signIn?.body ?? '')).toMatchObject({ user: { data: { user_email: credentials.username } } })
    const { access_token: handle } = JSON.parse(signIn?.body ?? '') as { access_token: string }
    const cookie = (signIn?.headers['set-cookie'] ?? []).map((one) => one.replace(/;.*/, '')).join('; ')
    expect(cookie).toMatch(/^__Host-session=/)
    const signedIn = { authorization: `Bearer ${handle}`, cookie }
    expect((await request(session, '/wp-json/custom-plugin/me/', signedIn)).status).toBe(200)
    expect(JSON.parse(me?.body ?? '')).toMatchObject({ code: 'rest_not_logged_in' })
    expect(Array.isArray(JSON.parse(ledger?.body ?? ''))).toBe(true)
    expect(sandbox?.body).toContain('member@statecast.test')
    for (const { headers } of answers) for (const name of connectionHeaders) expect(headers).not.toHaveProperty([name])
  })

  test('a body that is too large is refused, and the connection continues', async () => {
    const session = await start()
    const body = JSON.stringify({ username: 'x'.repeat(1024 * 1024) })
    expect((await request(session, '/wp-json/custom-plugin/user-login', { body })).status).toBe(413)
    expect((await request(session, '/signin')).status).toBe(200)
  })

  test('another :authority is answered 421', async () => {
    const session = await start()
    for (const path of ['/signin', '/wp-json/custom-plugin/me/', '/sandbox'])
      expect((await request(session, path, { ':authority': 'evil.example' })).status).toBe(421)
    expect((await request(session, '/signin', { ':authority': 'localhost:4173', host: 'evil.example' })).status).toBe(
      200,
    )
  })
})

const json = { 'content-type': 'application/json' }

test.each([
  ['CONNECT', { ':method': 'CONNECT', ':authority': 'localhost' }, 405],
  ['an unknown expectation', { ':path': '/healthz', expect: '200-ok' }, 200],
])('%s has a response with the headers of every response', async (_, headers, status) => {
  const dist = { page: () => Promise.resolve(''), open: () => Promise.resolve(undefined), isPage: () => true }
  const upstream = () => Promise.reject(new Error('unused'))
  const session = await openSession(await createEdge({ dist, upstream, serviceKey: 'key', edgeSecrets }))
  const stream = session.request(headers)
  const [received] = (await once(stream, 'response')) as [IncomingHttpHeaders & { ':status'?: number }]
  expect(received).toMatchObject({ ':status': status, 'cache-control': 'no-store', ...generalHeaders(true) })
  stream.close()
})

describe('a client that resets its stream', () => {
  async function start(options: Pick<EdgeOptions, 'upstream'>) {
    const files = {
      page: () => Promise.resolve('<head></head>'),
      open: () => Promise.resolve(undefined),
      isPage: () => true,
    }
    const warn = vi.fn()
    const edge = await createEdge({ dist: files, serviceKey: 'key', edgeSecrets, warn, ...options })
    return { session: await openSession(edge), warn }
  }

  test('aborts a read before the response of the host', async () => {
    const aborted = new EventEmitter()
    const sent = new EventEmitter()
    const { session, warn } = await start({
      upstream: ({ signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => {
            reject(new Error('aborted'))
            aborted.emit('aborted')
          })
          sent.emit('sent')
        }),
    })
    const received = once(sent, 'sent')
    const stopped = once(aborted, 'aborted')
    const stream = session.request({ ':path': '/wp-json/channel/v2/channels', ...sessionHeaders('token', true) })
    await received
    stream.close(constants.NGHTTP2_CANCEL)
    await stopped
    expect((await request(session, '/healthz')).status).toBe(200)
    expect(warn.mock.calls).toEqual([])
  })

  test('stops reading the response of the host', async () => {
    const body = new Readable({ read: () => undefined })
    body.push('[')
    const { session, warn } = await start({ upstream: () => Promise.resolve({ status: 200, headers: json, body }) })
    const stream = session.request({ ':path': '/wp-json/channel/v2/channels', ...sessionHeaders('token', true) })
    await once(stream, 'data')
    const closed = new Promise((resolve) => body.once('close', resolve))
    stream.close(constants.NGHTTP2_CANCEL)
    await closed
    expect((await request(session, '/healthz')).status).toBe(200)
    expect(warn.mock.calls).toEqual([])
  })

  test('frees the response of a host that responds afterwards', async () => {
    const events = new EventEmitter()
    const body = new Readable({ read: () => undefined })
    const { session, warn } = await start({
      upstream: async ({ signal }) => {
        events.emit('sent')
        if (signal && !signal.aborted) await once(signal, 'abort')
        return { status: 200, headers: json, body }
      },
    })
    const sent = once(events, 'sent')
    const closed = new Promise((resolve) => body.once('close', resolve))
    const stream = session.request({ ':path': '/wp-json/channel/v2/channels', ...sessionHeaders('token', true) })
    await sent
    stream.close(constants.NGHTTP2_CANCEL)
    await closed
    expect(warn.mock.calls).toEqual([])
  })

  test.each(['{"username":', '{"username":"member"}'])('before the end of its body %s sends nothing', async (begun) => {
    const upstream = vi.fn<EdgeOptions['upstream']>()
    const { session, warn } = await start({ upstream })
    const stream = session.request({
      ':method': 'POST',
      ':path': '/wp-json/custom-plugin/user-login',
      'content-type': 'application/json',
      ...xsrfHeaders,
    })
    await new Promise((resolve) => stream.write(begun, resolve))
    expect((await request(session, '/healthz')).status).toBe(200)
    // Unlike close(), destroy() does not end the body.
    stream.on('error', () => undefined).destroy(new Error('canceled'))
    expect((await request(session, '/healthz')).status).toBe(200)
    expect([upstream.mock.calls, warn.mock.calls]).toEqual([[], []])
  })
})

test('a host that cuts its response resets the stream', async () => {
  const files = {
    page: () => Promise.resolve('<head></head>'),
    open: () => Promise.resolve(undefined),
    isPage: () => true,
  }
  const body = new Readable({ read: () => undefined })
  body.push('[')
  const upstream = () => Promise.resolve({ status: 200, headers: json, body })
  const session = await openSession(await createEdge({ dist: files, serviceKey: 'key', edgeSecrets, upstream }))
  const stream = session.request({ ':path': '/wp-json/channel/v2/channels', ...sessionHeaders('token', true) })
  await once(stream, 'data')
  body.destroy(new Error('cut'))
  await expect(text(stream)).rejects.toThrow()
})
