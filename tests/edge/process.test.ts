import { spawn } from 'node:child_process'
import { randomUUID, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises'
import { get } from 'node:https'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkNodeVersion, distFolder, isInstalled, root } from '../../server/install.mjs'
import { SANDBOX_SERVICE_KEY } from '../../server/sandbox/seed/keys.ts'
import { startServer } from '../e2e/server.ts'
import { edgeSecrets } from './edgeSession.ts'
import { freePort } from '../performance/freePort.ts'

type Server = Awaited<ReturnType<typeof startServer>>

async function runUntilExit(
  env: Record<string, string>,
  program = join(distFolder(), 'server', 'main.js'),
  args: string[] = [],
) {
  const data = await mkdtemp(join(tmpdir(), 'edge-process-'))
  const child = spawn(process.execPath, [program, ...args], { env: { ...process.env, PORT: '0', DATA: data, ...env } })
  let stderrText = ''
  child.stderr.on('data', (piece: Buffer) => (stderrText += piece.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  await rm(data, { recursive: true, force: true })
  return { code, stderr: stderrText.trim() }
}

/** A self-signed certificate for localhost, valid for a hundred years. */
const tls = (part: string) => join(root, 'tests', 'edge', 'tls', `localhost.${part}.pem`)

const builtFiles = async (part: string) => {
  const folder = join(distFolder(), part)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

const changeHeaders = {
  'content-type': 'application/json',
  xsrf: 'x'.repeat(24),
  cookie: `XSRF-TOKEN=${'x'.repeat(24)}`,
}

const requestSignIn = (url: string, account: string) =>
  fetch(`${url}/wp-json/custom-plugin/user-login`, {
    method: 'POST',
    headers: changeHeaders,
    body: JSON.stringify({ username: `${account}@statecast.test`, password: 'live-news-24', remember_me: true }),
  })

/** The headers of the session that a sign-in opened, and its user. */
async function readSession(response: Response) {
  const { access_token: handle, user } = (await response.json()) as { access_token: string; user: { ID: number } }
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.replace(/;.*/, ''))
  return { user, authorization: `Bearer ${handle}`, cookie: [changeHeaders.cookie, ...cookies].join('; ') }
}

describe('the build', () => {
  test('contains no source map, key, password or development URL', async () => {
    const files = await builtFiles('client')
    expect(files.filter((file) => file.endsWith('.map'))).toEqual([])
    const texts = files.filter((file) => /\.(js|css|html|json|svg|webmanifest)$/.test(file))
    expect(texts.length).toBeGreaterThan(10)
    const secrets = [
      /memberpress-api-key/i,
      new RegExp(SANDBOX_SERVICE_KEY),
      /live-news-24/,
      /\b(sk|rk)_(test|live)_\w+/,
      /-----BEGIN [A-Z ]*PRIVATE KEY/,
      /sourceMappingURL/,
      /\/(home|root|work)\/\w+/,
    ]
    for (const file of texts) {
      const text = await readFile(file, 'utf8')
      for (const secret of secrets) expect(secret.test(text) ? `${file}: ${String(secret)}` : '').toBe('')
    }
  })

  test('loads the sandbox only when it is used', async () => {
    const names = (await builtFiles('server')).filter((file) => file.endsWith('.js'))
    const imported = new Set<string>()
    const follow = async (file: string) => {
      if (imported.has(file)) return
      imported.add(file)
      const text = await readFile(file, 'utf8')
      for (const [, next] of text.matchAll(/^import\b[^'"]*['"](\.{1,2}\/[^'"]+)['"]/gm))
        await follow(join(file, '..', next ?? ''))
    }
    await follow(join(distFolder(), 'server', 'main.js'))
    const sandboxMarkers = /@libsql\/client|drizzle-orm|statecast\.test['"`]|sandbox-membership-key/
    for (const file of imported) expect(sandboxMarkers.test(await readFile(file, 'utf8')) ? file : '').toBe('')
    const rest = await Promise.all(names.filter((file) => !imported.has(file)).map((file) => readFile(file, 'utf8')))
    expect(rest.some((text) => sandboxMarkers.test(text))).toBe(true)
  })
})

describe('an edge in front of a separate sandbox', () => {
  let sandbox: Server
  let edge: Server

  beforeAll(async () => {
    sandbox = await startServer({ args: ['--sandbox'] })
    edge = await startServer({
      env: { HOST_URL: sandbox.url, SERVICE_KEY: SANDBOX_SERVICE_KEY, STREAM_ORIGINS: sandbox.url, BIND: '127.0.0.1' },
    })
  })
  afterAll(async () => {
    await edge?.stop()
    await sandbox?.stop()
  })

  const call = (path: string, init: RequestInit = {}, headers: Record<string, string> = {}) =>
    fetch(edge.url + path, {
      ...init,
      headers: { ...changeHeaders, ...headers },
    })

  const signIn = async (account: string) => {
    const response = await requestSignIn(edge.url, account)
    const { user, ...session } = await readSession(response)
    return { session, id: user.ID }
  }

  test('a member reads its own record and transactions only', async () => {
    const member = await signIn('member')
    const guest = await signIn('guest')
    const own = await call(`/wp-json/mp/v1/members/${member.id}`, {}, member.session)
    const record = (await own.json()) as { id: number; recent_subscriptions: { status: string }[] }
    expect([own.status, record.id]).toEqual([200, member.id])
    expect(record.recent_subscriptions.map(({ status }) => status)).toContain('active')
    expect((await call(`/wp-json/mp/v1/members/${member.id}`, {}, guest.session)).status).toBe(403)

    const list = await call(`/wp-json/mp/v1/transactions?member=${guest.id}&per_page=5`, {}, member.session)
    const rows = (await list.json()) as { id: string; member: string }[]
    expect(rows.length).toBe(5)
    expect(new Set(rows.map((row) => row.member))).toEqual(new Set([String(member.id)]))
    expect(Number(list.headers.get('x-wp-total'))).toBeGreaterThan(5)
    const single = `/wp-json/mp/v1/transactions/${rows[0]?.id}`
    expect((await call(single, {}, member.session)).status).toBe(200)
    expect((await call(single, {}, guest.session)).status).toBe(404)
    expect((await call('/wp-json/mp/v1/memberships', {}, guest.session)).status).toBe(200)
    expect((await call('/wp-json/mp/v1/memberships')).status).toBe(401)
  })

  test('an ended session is refused', async () => {
    const { session, id } = await signIn('member')
    expect((await call(`/wp-json/mp/v1/members/${id}`, {}, session)).status).toBe(200)
    expect((await call('/wp-json/custom-plugin/logout', { method: 'POST' }, session)).status).toBe(200)
    expect((await call(`/wp-json/mp/v1/members/${id}`, {}, session)).status).toBe(401)
  })

  test('the edge limits attempts to sign in, and with a sandbox of its own it does not', async () => {
    const statusesOf = async (url: string) => {
      const statuses: number[] = []
      for (let index = 0; index < 11; index += 1) statuses.push((await requestSignIn(url, 'nobody')).status)
      return statuses
    }
    expect(await statusesOf(edge.url)).toEqual([...Array<number>(10).fill(500), 429])
    const own = await startServer()
    expect(await statusesOf(own.url)).toEqual(Array(11).fill(500))
    await own.stop()
  })

  test('the edge does not serve the sandbox', async () => {
    for (const path of ['', '/', '/ledger', '/mail', '/streams/capitol-24/index.m3u8'])
      expect((await call(`/sandbox${path}`, {}, { accept: 'text/html' })).status).toBe(404)
    expect((await call('/sandbox/reset', { method: 'POST' })).status).toBe(404)
    expect(edge.output()).not.toMatch(/sandbox|statecast\.test/)
  })

  test('the policy allows streams and images of the host, and the page contains no key', async () => {
    const page = await call('/signin', {}, { accept: 'text/html' })
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`media-src 'self' blob: ${sandbox.url}`)
    expect(policy).toContain(`connect-src 'self' ${sandbox.url}`)
    expect(policy).toContain(`img-src 'self' data: blob: ${sandbox.url}`)
    expect(policy).toContain("frame-src 'none'")
    expect((await page.text()) + JSON.stringify([...page.headers])).not.toContain(SANDBOX_SERVICE_KEY)
  })

  test('a stream of the host plays from its origin with a token', async () => {
    const { session } = await signIn('member')
    const read = async <T>(path: string) => (await (await call(`/wp-json/channel/v2${path}`, {}, session)).json()) as T
    const list = await read<{ slug: string; live: boolean | string }[]>('/channels')
    const slug = list.find(({ live }) => live === true || live === '1')?.slug ?? ''
    const channel = await read<{ stream_url: string }>(`/channels/${slug}`)
    expect(channel.stream_url.startsWith(sandbox.url)).toBe(true)
    expect(await (await fetch(channel.stream_url)).text()).toMatch(/^#EXTM3U/)
    expect((await fetch(channel.stream_url.replace(/\?.*/, ''))).status).toBe(403)
  })

  test('a payment reaches the host with its key and is charged once', async () => {
    const { session } = await signIn('guest')
    const key = randomUUID()
    const body = { email: 'guest@statecast.test', name: 'Gus', plan_id: 101, payment_method_id: 'pm_card_visa' }
    const init = { method: 'POST', body: JSON.stringify(body) }
    const pay = () => call('/wp-json/payment/v1/create-subscription', init, { ...session, 'idempotency-key': key })
    const first = (await (await pay()).json()) as unknown
    expect(first).toMatchObject({ success: true, status: 'active' })
    expect(await (await pay()).json()).toEqual(first)
    const charges = (await sandbox.sandbox.ledger()).filter((row) => row.idempotency_key === key)
    expect(charges.map((row) => [row.kind, row.amount])).toEqual([['charge', 6.5]])
  })

  test('a cut connection is unreachable, and the edge recovers', async () => {
    await sandbox.sandbox.faults.set({ call: 'GET /wp-json/channel/v2/channels', fault: 'cut-before', times: 1 })
    const { session } = await signIn('member')
    const cut = await call('/wp-json/channel/v2/channels', {}, session)
    expect([cut.status, await cut.text()]).toEqual([502, ''])
    expect((await call('/wp-json/channel/v2/channels', {}, session)).status).toBe(200)
    await sandbox.kill()
    expect((await call('/wp-json/channel/v2/channels', {}, session)).status).toBe(502)
    await sandbox.restart()
    expect((await call('/wp-json/channel/v2/channels', {}, session)).status).toBe(200)
  })

  test('an edge that receives SIGTERM lets a payment end', async () => {
    const draining = await startServer({
      env: { HOST_URL: sandbox.url, SERVICE_KEY: SANDBOX_SERVICE_KEY, BIND: '127.0.0.1' },
    })
    const { session } = await signIn('lapsed')
    const path = '/wp-json/payment/v1/create-subscription'
    await sandbox.sandbox.faults.set({ call: `POST ${path}`, fault: 'delay', ms: 3_000, times: 1 })
    const payment = fetch(draining.url + path, {
      method: 'POST',
      headers: { ...changeHeaders, ...session, 'idempotency-key': randomUUID() },
      body: JSON.stringify({
        email: 'lapsed@statecast.test',
        name: 'Leda',
        plan_id: 101,
        payment_method_id: 'pm_card_visa',
      }),
    })
    await expect.poll(async () => (await sandbox.sandbox.faults.list()).length).toBe(0)
    const exit = draining.end('SIGTERM')
    expect((await payment).status).toBe(200)
    expect(await exit).toBe(0)
    await draining.stop()
  })

  test('the edge checks the host at start', async () => {
    await expect.poll(() => edge.output(), { timeout: 30_000 }).toContain('The host responds as expected.\n')
    const refused = await startServer({
      env: { HOST_URL: sandbox.url, SERVICE_KEY: 'another-key', BIND: '127.0.0.1' },
    })
    await expect
      .poll(() => refused.output(), { timeout: 30_000 })
      .toContain('The membership service refuses SERVICE_KEY (status 401 rest_forbidden).')
    expect((await fetch(`${refused.url}/healthz`)).status).toBe(200)
    await refused.stop()
  })

  test('several instances serve the same users', async () => {
    const second = await startServer({
      env: { HOST_URL: sandbox.url, SERVICE_KEY: SANDBOX_SERVICE_KEY, BIND: '127.0.0.1' },
    })
    const { session, id } = await signIn('member')
    expect((await call(`/wp-json/mp/v1/members/${id}`, {}, session)).status).toBe(200)
    const there = await fetch(`${second.url}/wp-json/mp/v1/members/${id}`, { headers: session })
    expect(there.status).toBe(200)
    await second.stop()
  })
})

describe('one process with its sandbox', () => {
  const signIn = async (url: string) => {
    const { authorization, cookie } = await readSession(await requestSignIn(url, 'member'))
    return { authorization, cookie }
  }
  const statusOfMe = async (url: string, headers: Record<string, string>) => {
    const response = await fetch(`${url}/wp-json/custom-plugin/me/`, { headers })
    await response.text()
    return response.status
  }

  test('keeps its records after a restart and exits cleanly on SIGTERM', async () => {
    const server = await startServer()
    const session = await signIn(server.url)
    await server.restart()
    expect(await statusOfMe(server.url, session)).toBe(200)
    expect(await server.end()).toBe(0)
    expect(server.output()).toMatch(
      /Statecast listens at http:\/\/localhost:\d+[^]*member@statecast\.test[^]*\/sandbox/,
    )
    await server.stop()
  })

  test('starts with the seeded records with --fresh', async () => {
    const server = await startServer({ args: ['--fresh'] })
    const session = await signIn(server.url)
    expect(await statusOfMe(server.url, session)).toBe(200)
    await server.restart()
    expect(await statusOfMe(server.url, session)).toBe(401)
    await server.stop()
  })

  test('exits on SIGINT despite a pending request', async () => {
    const server = await startServer()
    await server.sandbox.faults.set({ call: 'POST /wp-json/custom-plugin/user-login', fault: 'delay', ms: 60_000 })
    const waiting = requestSignIn(server.url, 'member').then(
      (response) => response.status,
      () => 'cut',
    )
    await expect.poll(async () => (await server.sandbox.faults.list()).length).toBe(1)
    expect(await server.end('SIGINT')).toBe(0)
    expect(['cut', 502]).toContain(await waiting)
    await server.stop()
  })

  // A device on Linux that behaves like a full disk.
  test.skipIf(!existsSync('/dev/full'))('serves when its log cannot be written', async () => {
    const data = await mkdtemp(join(tmpdir(), 'edge-log-'))
    const full = await open('/dev/full', 'w')
    const port = await freePort()
    const child = spawn(process.execPath, [join(distFolder(), 'server', 'main.js')], {
      env: { ...process.env, LOG: 'on', PORT: String(port), DATA: data },
      stdio: ['ignore', full.fd, full.fd],
    })
    const status = async () => (await fetch(`http://localhost:${port}/signin`).catch(() => undefined))?.status
    await expect.poll(status, { timeout: 10_000 }).toBe(200)
    expect(await status()).toBe(200)
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
    await Promise.all([full.close(), rm(data, { recursive: true })])
  })
})

describe('an edge that terminates TLS', () => {
  test('serves https with HSTS and no plain http', async () => {
    const server = await startServer({ env: { TLS_CERT: tls('cert'), TLS_KEY: tls('key') } })
    try {
      expect(server.url).toMatch(/^https:\/\/localhost:\d+$/)
      const ca = await readFile(tls('cert'), 'utf8')
      const response = await new Promise<{ status: number | undefined; hsts: string | undefined }>(
        (resolve, reject) => {
          get(`${server.url}/signin`, { ca, headers: { accept: 'text/html' } }, (incoming) => {
            incoming.resume()
            resolve({ status: incoming.statusCode, hsts: incoming.headers['strict-transport-security'] })
          }).on('error', reject)
        },
      )
      expect(response.status).toBe(200)
      expect(response.hsts).toMatch(/^max-age=\d{8,}/)
      await expect(fetch(server.url.replace('https:', 'http:'))).rejects.toThrow()
    } finally {
      await server.stop()
    }
  })

  test('replaces its certificate on SIGHUP', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'edge-tls-'))
    const files = { TLS_CERT: join(folder, 'cert.pem'), TLS_KEY: join(folder, 'key.pem') }
    const install = async (name: string) => {
      await copyFile(join(root, 'tests', 'edge', 'tls', `${name}.cert.pem`), files.TLS_CERT)
      await copyFile(join(root, 'tests', 'edge', 'tls', `${name}.key.pem`), files.TLS_KEY)
    }
    await install('localhost')
    const server = await startServer({ env: files })
    try {
      await install('renewed')
      server.signal('SIGHUP')
      const renewed = new X509Certificate(await readFile(files.TLS_CERT)).fingerprint256
      const served = async () => {
        const socket = connect({ port: server.port, host: 'localhost', rejectUnauthorized: false })
        await once(socket, 'secureConnect')
        const { fingerprint256 } = socket.getPeerX509Certificate() ?? {}
        socket.destroy()
        return fingerprint256
      }
      await expect.poll(served, { timeout: 30_000 }).toBe(renewed)
    } finally {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    }
  })
})

describe('an error at start is reported in one line', () => {
  test('a port in use', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    await once(holder, 'listening')
    const port = String((holder.address() as AddressInfo).port)
    const stderr = `Port ${port} is in use. Set PORT to another one.`
    expect(await runUntilExit({ PORT: port })).toEqual({ code: 1, stderr })
    holder.close()
  })

  test.each([
    [{ PORT: 'abc' }, 'PORT is not a port: abc'],
    [{ PORT: '70000' }, 'PORT is not a port: 70000'],
    [{ HOST_URL: 'example.com', SERVICE_KEY: 'k' }, 'HOST_URL is not an http URL: example.com'],
    [{ HOST_URL: 'https://u:p@example.com', SERVICE_KEY: 'k' }, 'HOST_URL must not contain a user name or password'],
    [
      { HOST_URL: 'https://example.com', SERVICE_KEY: '' },
      'HOST_URL is set, so SERVICE_KEY (the key of the membership service) must be set too',
    ],
    [
      { HOST_URL: 'https://example.com', SERVICE_KEY: 'k', EDGE_SECRET: '' },
      'HOST_URL is set, so EDGE_SECRET (which seals sessions) must be set too',
    ],
    [
      { HOST_URL: 'https://example.com', SERVICE_KEY: 'k', EDGE_SECRET: `${edgeSecrets[0]} ${'x'.repeat(31)}` },
      'EDGE_SECRET is too short; it needs 32 characters or more (openssl rand -hex 32)',
    ],
    [
      { HOST_URL: 'https://example.com', SERVICE_KEY: 'k', EDGE_SECRET: edgeSecrets[0], PUBLIC_ORIGIN: '' },
      'HOST_URL is set, so PUBLIC_ORIGIN (such as https://tv.example) must be set too',
    ],
    [
      {
        HOST_URL: 'https://example.com',
        SERVICE_KEY: 'k',
        EDGE_SECRET: edgeSecrets[0],
        PUBLIC_ORIGIN: 'http://tv.example',
      },
      'PUBLIC_ORIGIN must begin with https://, because browsers keep no session without: http://tv.example',
    ],
    [{ CONFIGURATION: '/no/such/file.json' }, 'CONFIGURATION cannot be read: /no/such/file.json'],
    [{ TLS_CERT: '/no/such/cert.pem', TLS_KEY: tls('key') }, 'TLS_CERT cannot be read: /no/such/cert.pem'],
    [{ TLS_CERT: tls('key'), TLS_KEY: tls('key') }, 'TLS_CERT and TLS_KEY are not a certificate and its key'],
    [{ TLS_CERT: '/a' }, 'TLS_CERT and TLS_KEY must be set together'],
    [{ STRIPE_KEY: 'sk_live_1' }, 'The configuration contains a secret Stripe key; use the publishable key (pk_…)'],
    [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY is not a number of proxies: yes'],
    [{ UNIFORM_SIGN_IN: 'on' }, 'UNIFORM_SIGN_IN is not 1 or 0: on'],
    [{ STREAM_ORIGINS: 'ftp://x' }, 'STREAM_ORIGINS is not an http URL: ftp://x'],
  ])('settings %j', async (env, line) => {
    expect(await runUntilExit(env)).toEqual({ code: 1, stderr: line })
  })

  test('a missing build', async () => {
    const { code, stderr } = await runUntilExit({ DIST: join(root, '.cache', 'no-such-build') })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^The build is missing \(.*\)\. Run: npm run build$/)
  })

  test('an unsupported version of Node, before anything is loaded', () => {
    const required = 'Node ^20.19.0 || ^22.13.0 || >=24.0.0 is required, but this is'
    for (const bad of ['18.20.0', '20.18.3', '21.7.0', '22.12.0', '23.11.0'])
      expect(() => checkNodeVersion(bad)).toThrow(`${required} ${bad}.`)
    for (const good of ['20.19.0', '22.13.1', '24.0.0', '26.1.0']) expect(() => checkNodeVersion(good)).not.toThrow()
  })

  test('an unknown argument of start', async () => {
    const { code, stderr } = await runUntilExit({}, join(root, 'server', 'start.mjs'), ['--frsh'])
    expect([code, stderr]).toEqual([1, 'Unknown argument --frsh. Known arguments: --fresh, --sandbox'])
  })

  test('missing packages', () => {
    expect(isInstalled()).toBe(true)
    expect(isInstalled(join(root, 'tests'))).toBe(false)
  })
})
