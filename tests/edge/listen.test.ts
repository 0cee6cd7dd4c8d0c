import { X509Certificate } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, get as getHttp, type IncomingMessage } from 'node:http'
import { connect as connectHttp2, constants, type ClientHttp2Session } from 'node:http2'
import { Agent as TlsAgent, get as getHttps } from 'node:https'
import { connect as connectTcp } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { connect as connectTls, type ConnectionOptions } from 'node:tls'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { generalHeaders } from '../../server/edge/securityHeaders.ts'
import { SettingError, readEnvironment } from '../../server/environment.ts'
import { root } from '../../server/install.mjs'
import { listen, type Handler, type ListeningServer } from '../../server/listen.ts'

const pem = (name: string) => join(root, 'tests', 'edge', 'tls', `${name}.pem`)
const ca = await Promise.all(['localhost.cert', 'renewed.cert'].map((name) => readFile(pem(name))))

let folder: string
let listening: ListeningServer | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'edge-listen-'))
  await install('localhost')
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  await listening?.close(0)
  listening = undefined
  await rm(folder, { recursive: true, force: true })
})

/** Replaces the files of the certificate. */
const install = async (certificate: string, key = certificate) => {
  await copyFile(pem(`${certificate}.cert`), join(folder, 'cert.pem'))
  await copyFile(pem(`${key}.key`), join(folder, 'key.pem'))
}

/** Starts a server, with TLS unless stated otherwise, and returns its port. */
async function start(handler: Handler, tls = true): Promise<number> {
  const files = { TLS_CERT: join(folder, 'cert.pem'), TLS_KEY: join(folder, 'key.pem') }
  listening = await listen(handler, readEnvironment({ PORT: '0', ...(tls && files) }))
  expect(listening.url).toBe(`${tls ? 'https' : 'http'}://localhost:${listening.port}`)
  return listening.port
}

const respondWithVersion: Handler = (request, response) => response.end(request.httpVersion)

/** A handler that keeps its requests open until `finish`. */
function createPendingHandler() {
  const events = new EventEmitter()
  const handler: Handler = (_request, response) => {
    events.once('finish', () => response.end('done'))
    events.emit('received')
  }
  return { handler, received: once(events, 'received'), finish: () => events.emit('finish') }
}

async function connect(port: number): Promise<ClientHttp2Session> {
  const session = connectHttp2(`https://localhost:${port}`, { ca })
  await once(session, 'remoteSettings')
  return session
}

async function request(session: ClientHttp2Session, headers: Record<string, string> = {}): Promise<string> {
  return text(session.request(headers).end())
}

/** Sends a GET request over HTTP/1.1. */
async function get(
  port: number,
  { tls = true, headers = {}, agent }: { tls?: boolean; headers?: Record<string, string>; agent?: Agent } = {},
) {
  const outgoing = (tls ? getHttps : getHttp)({ port, ca, headers, agent, host: 'localhost' })
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  return { status: response.statusCode, connection: response.headers.connection, body: await text(response) }
}

/** The fingerprint of the certificate that a new connection receives, and its protocol. */
async function handshake(port: number) {
  const socket = connectTls({ port, ca, host: 'localhost', servername: 'localhost', ALPNProtocols: ['h2'] })
  await once(socket, 'secureConnect')
  const { fingerprint256 } = socket.getPeerX509Certificate() ?? {}
  const result = { fingerprint256, protocol: socket.alpnProtocol }
  socket.destroy()
  return result
}

const expected = async (name: string) => ({
  fingerprint256: new X509Certificate(await readFile(pem(name))).fingerprint256,
  protocol: 'h2',
})

describe('a server with a certificate', () => {
  test('uses HTTP/2, and HTTP/1.1 for a client without it', async () => {
    const port = await start(respondWithVersion)
    const session = await connect(port)
    expect(await request(session)).toBe('2.0')
    expect(await get(port)).toMatchObject({ status: 200, body: '1.1' })
    session.close()
  })

  test('offers TLS 1.3, and TLS 1.2 with forward secrecy and authenticated encryption, also after a reload', async () => {
    const port = await start(respondWithVersion)
    const protocolOf = async (options: ConnectionOptions) => {
      const socket = connectTls({ port, ca, host: 'localhost', servername: 'localhost', ...options })
      await once(socket, 'secureConnect')
      const protocol = socket.getProtocol()
      socket.destroy()
      return protocol
    }
    for (let round = 0; round < 2; round += 1) {
      expect(await protocolOf({})).toBe('TLSv1.3')
      expect(await protocolOf({ maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256' })).toBe('TLSv1.2')
      for (const ciphers of ['ECDHE-ECDSA-AES128-SHA256', 'ECDHE-ECDSA-AES256-SHA'])
        await expect(protocolOf({ maxVersion: 'TLSv1.2', ciphers })).rejects.toThrow(/handshake failure/)
      const old = { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
      await expect(protocolOf(old)).rejects.toThrow(/protocol version/)
      await install('renewed')
      listening?.reloadCertificate()
    }
  })

  test('limits the headers of both and the streams of a connection', async () => {
    const port = await start(respondWithVersion)
    const session = await connect(port)
    const accepted = { large: 'x'.repeat(31 * 1024) }
    expect([await request(session, accepted), (await get(port, { headers: accepted })).body]).toEqual(['2.0', '1.1'])
    const headers = { large: 'x'.repeat(33 * 1024) }
    expect(session.remoteSettings).toMatchObject({ maxConcurrentStreams: 100, maxHeaderListSize: 32 * 1024 })
    await expect(request(session, headers)).rejects.toThrow('NGHTTP2_ENHANCE_YOUR_CALM')
    expect(await get(port, { headers })).toMatchObject({ status: 431 })
    session.close()
  })

  test('closes an HTTP/2 connection that times out', async () => {
    const session = await connect(
      await start((incoming, response) => {
        response.end()
        if ('stream' in incoming) incoming.stream.session?.emit('timeout')
      }),
    )
    const closed = once(session, 'close')
    session.request().resume()
    await closed
  })

  test('cancels a request whose body does not end', async () => {
    const { handler, received } = createPendingHandler()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const session = await connect(await start(handler))
    const upload = session.request({ ':method': 'POST' })
    upload.write('begin')
    await received
    const closed = once(upload, 'close')
    vi.advanceTimersByTime(59_999)
    expect(upload.closed).toBe(false)
    vi.advanceTimersByTime(1)
    await closed
    expect(upload.rstCode).toBe(constants.NGHTTP2_CANCEL)
    session.close()
  })
})

describe('the certificate', () => {
  test('is replaced on demand', async () => {
    const port = await start(respondWithVersion)
    expect(await handshake(port)).toEqual(await expected('localhost.cert'))
    await install('renewed')
    listening?.reloadCertificate()
    expect(await handshake(port)).toEqual(await expected('renewed.cert'))
  })

  test('is replaced within a minute after its files have changed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const port = await start(respondWithVersion)
    await install('renewed')
    vi.advanceTimersByTime(60_000)
    expect(await handshake(port)).toEqual(await expected('renewed.cert'))
  })

  test.each([
    ['a certificate without its key', () => install('renewed', 'localhost'), 'are not a certificate and its key'],
    ['a broken file', () => writeFile(join(folder, 'cert.pem'), 'broken'), 'are not a certificate and its key'],
    ['a missing file', () => rm(join(folder, 'key.pem')), 'TLS_KEY cannot be read: '],
  ])('is kept when the new one is %s, with one warning', async (_name, replace, reason) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const port = await start(respondWithVersion)
    await replace()
    vi.advanceTimersByTime(5 * 60_000)
    expect(await handshake(port)).toEqual(await expected('localhost.cert'))
    expect(warn.mock.calls).toEqual([[expect.stringMatching(/^The certificate is not replaced: /)]])
    expect(warn.mock.calls[0]?.[0]).toContain(reason)
    listening?.reloadCertificate()
    expect(warn).toHaveBeenCalledTimes(2)
  })
})

describe('closing', () => {
  /** So long that only an ended connection lets the server close. */
  const graceMs = 3_600_000

  test('waits for an open request over HTTP/2, and accepts no other', async () => {
    const { handler, received, finish } = createPendingHandler()
    const session = await connect(await start(handler))
    const response = request(session)
    await received
    const goaway = once(session, 'goaway')
    const closed = listening?.close(graceMs)
    await goaway
    expect(() => session.request()).toThrow('GOAWAY')
    finish()
    expect(await response).toBe('done')
    await closed
  })

  test('ends an idle HTTP/2 connection', async () => {
    const session = await connect(await start(respondWithVersion))
    await listening?.close(graceMs)
    if (!session.closed) await once(session, 'close')
  })

  test.each([true, false])('ends an HTTP/1.1 connection after its open request (TLS: %s)', async (tls) => {
    const { handler, received, finish } = createPendingHandler()
    const agent = new (tls ? TlsAgent : Agent)({ keepAlive: true })
    const response = get(await start(handler, tls), { tls, agent })
    await received
    const closed = listening?.close(graceMs)
    finish()
    expect(await response).toEqual({ status: 200, connection: 'close', body: 'done' })
    await closed
  })

  test('ends an HTTP/1.1 connection whose response has begun', async () => {
    const { handler, received, finish } = createPendingHandler()
    const port = await start((incoming, response) => {
      response.writeHead(200)
      handler(incoming, response)
    }, false)
    const response = get(port, { tls: false, agent: new Agent({ keepAlive: true }) })
    await received
    const closed = listening?.close(graceMs)
    finish()
    expect(await response).toMatchObject({ body: 'done' })
    await closed
  })

  test('cuts the open requests after the grace period', async () => {
    const { handler, received } = createPendingHandler()
    const session = await connect(await start(handler))
    const response = request(session)
    await received
    await listening?.close(1)
    expect(await response.catch(() => 'cut')).not.toBe('done')
  })
})

test.each([true, false])('a client that does not read its response is disconnected (TLS: %s)', async (tls) => {
  const files = { TLS_CERT: join(folder, 'cert.pem'), TLS_KEY: join(folder, 'key.pem') }
  const limits = {
    headersTimeout: 1_000,
    requestTimeout: 1_000,
    keepAliveTimeout: 200,
    timeout: 200,
    maxHeaderSize: 4096,
    connectionsCheckingInterval: 100,
  }
  const closed = new EventEmitter()
  const handler: Handler = (_request, response) => {
    response.once('close', () => closed.emit('closed'))
    response.end(Buffer.alloc(64 * 1024 * 1024))
  }
  listening = await listen(handler, readEnvironment({ PORT: '0', ...(tls && files) }), limits)
  const { port } = listening
  const socket = tls ? connectTls({ port, ca, servername: 'localhost' }) : connectTcp({ port })
  socket.on('error', () => undefined)
  socket.pause().write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(closed, 'closed')
  // It has received what fits into the buffers of the connection.
  expect(socket.bytesRead).toBeLessThan(16 * 1024 * 1024)
  socket.destroy()
})

describe.each([true, false])('a response of Node itself (TLS: %s)', (tls) => {
  const host = 'Host: localhost\r\n'
  const chunked = `POST / HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n`
  test.each([
    ['to a malformed request', 'GARBAGE\r\n\r\n', 400],
    ['to a malformed length', `GET / HTTP/1.1\r\n${host}Content-Length: x\r\n\r\n`, 400],
    ['to headers that are too large', `GET / HTTP/1.1\r\n${host}X: ${'x'.repeat(5_000)}\r\n\r\n`, 431],
    ['to chunk extensions that are too large', `${chunked}1;${'x'.repeat(20_000)}\r\nx\r\n`, 413],
    ['to headers that do not end', `GET / HTTP/1.1\r\n${host}`, 408],
  ])('%s has the headers of every response', async (_, bytes, status) => {
    const files = { TLS_CERT: join(folder, 'cert.pem'), TLS_KEY: join(folder, 'key.pem') }
    const limits = {
      headersTimeout: 300,
      requestTimeout: 300,
      keepAliveTimeout: 10_000,
      timeout: 60_000,
      maxHeaderSize: 4096,
      connectionsCheckingInterval: 100,
    }
    const handler: Handler = (incoming) => void incoming.resume()
    listening = await listen(handler, readEnvironment({ PORT: '0', ...(tls && files) }), limits)
    const { port } = listening
    const socket = tls ? connectTls({ port, ca, servername: 'localhost' }) : connectTcp({ port })
    socket.write(bytes)
    const [head = '', body] = (await text(socket)).split('\r\n\r\n')
    const [line = '', ...headers] = head.split('\r\n')
    expect([line.split(' ')[1], body]).toEqual([String(status), ''])
    const expected = { ...generalHeaders(tls), 'cache-control': 'no-store', connection: 'close', 'content-length': '0' }
    expect(Object.fromEntries(headers.map((header) => header.split(': ')))).toEqual(expected)
  })

  test('does not follow a response that has begun', async () => {
    const port = await start((_request, response) => {
      response.writeHead(200, { 'content-length': 10 })
      Readable.from([Buffer.from('begun')]).pipe(response, { end: false })
    }, tls)
    const socket = tls ? connectTls({ port, ca, servername: 'localhost' }) : connectTcp({ port })
    socket.write(`GET / HTTP/1.1\r\n${host}\r\n`)
    let received = ''
    socket.on('data', (chunk) => {
      received += String(chunk)
      if (received.endsWith('begun')) socket.write('GARBAGE\r\n\r\n')
    })
    await once(socket, 'close')
    expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*begun$/)
  })

  test.each([
    ['an unknown expectation', `GET / HTTP/1.1\r\n${host}Expect: 200-ok\r\nConnection: close\r\n\r\n`],
    ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ])('is not sent to a request with %s, which the handler receives', async (_, bytes) => {
    const port = await start(respondWithVersion, tls)
    const socket = tls ? connectTls({ port, ca, servername: 'localhost' }) : connectTcp({ port })
    socket.write(bytes)
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*1\.1$/)
  })

  test('is not sent to CONNECT', async () => {
    const port = await start(respondWithVersion, tls)
    const socket = tls ? connectTls({ port, ca, servername: 'localhost' }) : connectTcp({ port })
    socket.write(`CONNECT example.com:443 HTTP/1.1\r\n${host}\r\n`)
    expect(await text(socket)).toBe('')
  })
})

test('the responses to pipelined requests close with their connection', async () => {
  const events = new EventEmitter()
  let open = 0
  let closed = 0
  const port = await start((_request, response) => {
    open += 1
    response.once('close', () => (closed += 1))
    if (open === 3) events.emit('received')
  }, false)
  const received = once(events, 'received')
  const socket = connectTcp({ port })
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(3))
  await received
  socket.destroy()
  await expect.poll(() => closed).toBe(3)
})

test('requests behind the one for which the handler closed the connection leave no listener', async () => {
  const listeners: number[] = []
  const port = await start(({ socket }) => {
    listeners.push(socket.listenerCount('close'))
    socket.destroy()
  }, false)
  const socket = connectTcp({ port })
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(40))
  await once(socket, 'close')
  expect(listeners.length).toBeGreaterThan(1)
  expect(new Set(listeners).size).toBe(1)
})

test('a port in use is a setting error', async () => {
  const port = String(await start(respondWithVersion, false))
  await expect(listen(respondWithVersion, readEnvironment({ PORT: port }))).rejects.toThrow(
    new SettingError(`Port ${port} is in use. Set PORT to another one.`),
  )
})
