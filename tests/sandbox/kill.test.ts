import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listenSandbox } from '../../server/sandbox/listenSandbox.ts'
import { CHANNELS } from '../../server/sandbox/seed/channels.ts'
import { SANDBOX_SERVICE_KEY } from '../../server/sandbox/seed/keys.ts'

const BUILT = fileURLToPath(new URL(`../../.cache/sandboxProcess-${process.pid}/`, import.meta.url))
/** `npm test` kills less often than `npm run test:full`. */
const isShort = process.env['KILLS'] === 'few'
const KILLS = isShort ? 5 : 20
const KILLS_WHILE_PAYING = isShort ? 2 : 8

let data: string
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'statecast-kill-'))
  // The build is the one of the product, and it starts faster than the source.
  await build({
    configFile: false,
    logLevel: 'error',
    build: { ssr: fileURLToPath(new URL('process.ts', import.meta.url)), outDir: BUILT, emptyOutDir: true },
  })
})
afterAll(() => Promise.all([data, BUILT].map((folder) => rm(folder, { recursive: true, force: true }))))

function startSandbox() {
  return spawn(process.execPath, [join(BUILT, 'process.js'), data], { stdio: ['ignore', 'pipe', 'pipe'] })
}

async function firstLine(child: ReturnType<typeof startSandbox>): Promise<string> {
  const lines = [child.stdout, child.stderr].map((input) => once(createInterface({ input }), 'line'))
  const [line] = (await Promise.race(lines)) as [string]
  return line
}

interface AcknowledgedState {
  favourites: string[]
  tokens: string[]
  /** A change without a response. It may have taken effect. */
  pendingChange?: { method: 'PUT' | 'DELETE'; slug: string } | undefined
}

const authHeaders = (token: string) => ({ Authorization: `Bearer ${token}`, XSRF: 'x' })

async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/wp-json/custom-plugin/user-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', XSRF: 'x' },
    body: JSON.stringify({ username: 'member', password: 'live-news-24', remember_me: true }),
  })
  return ((await response.json()) as { access_token: string }).access_token
}

async function favouritesAt(url: string, token: string): Promise<string[]> {
  const response = await fetch(`${url}/wp-json/channel/v2/favourites`, { headers: authHeaders(token) })
  return ((await response.json()) as { favourites: string[] }).favourites
}

/** Changes favorites and signs in until the connection breaks. Records and returns the acknowledged changes. */
async function changeUntilKilled(
  url: string,
  token: string,
  acknowledged: AcknowledgedState,
  seed: number,
  onResponse: () => void,
) {
  for (let step = seed; ; step += 7) {
    const slug = CHANNELS[step % CHANNELS.length]?.slug ?? ''
    const method = acknowledged.favourites.includes(slug) ? 'DELETE' : 'PUT'
    acknowledged.pendingChange = { method, slug }
    try {
      const headers = authHeaders(token)
      const response = await fetch(`${url}/wp-json/channel/v2/favourites/${slug}`, { method, headers })
      acknowledged.favourites = ((await response.json()) as { favourites: string[] }).favourites
      acknowledged.pendingChange = undefined
      onResponse()
      if (step % 3 !== 0) continue
      acknowledged.tokens.push(await signIn(url))
      onResponse()
    } catch {
      return
    }
  }
}

async function pay(url: string, token: string, key: string): Promise<void> {
  const response = await fetch(`${url}/wp-json/payment/v1/create-subscription`, {
    method: 'POST',
    headers: { ...authHeaders(token), 'content-type': 'application/json', 'Idempotency-Key': key },
    body: '{"email":"member@statecast.test","name":"M","plan_id":101,"payment_method_id":"pm_card_visa"}',
  })
  expect([response.status, await response.json()]).toMatchObject([200, { success: true, status: 'active' }])
}

/** The keys of all charges in the order of the ledger, and the number of their subscriptions. */
async function chargesAt(url: string, token: string): Promise<{ keys: string[]; subscriptions: number }> {
  const rows = (await (await fetch(`${url}/sandbox/ledger`)).json()) as { idempotency_key: string }[]
  const cards = await fetch(`${url}/wp-json/payment/v1/user-stripe-all-cards`, {
    method: 'POST',
    headers: { ...authHeaders(token), 'content-type': 'application/json' },
    body: JSON.stringify({ user_id: 2 }),
  })
  // Each payment saves a card, in addition to the two seeded ones.
  const saved = ((await cards.json()) as { cards: unknown[] }).cards.length - 2
  const counted = await fetch(`${url}/wp-json/mp/v1/members/2`, {
    headers: { 'MEMBERPRESS-API-KEY': SANDBOX_SERVICE_KEY },
  })
  const subscriptions = Number(((await counted.json()) as { sub_count: string }).sub_count) - 1
  expect(subscriptions).toBe(saved)
  return { keys: rows.map((row) => row.idempotency_key), subscriptions }
}

/** The possible states after the kill: the acknowledged changes, with or without the pending one. */
function possibleFavorites({ favourites, pendingChange: open }: AcknowledgedState): string[][] {
  if (!open) return [favourites]
  const without = favourites.filter((slug) => slug !== open.slug)
  return [favourites, open.method === 'PUT' ? [open.slug, ...without] : without]
}

describe('a killed sandbox', () => {
  it(`loses no acknowledged change in ${KILLS} kills`, async () => {
    const acknowledged: AcknowledgedState = { favourites: [], tokens: [] }
    let responseCount = 0
    for (let kill = 0; kill < KILLS; kill += 1) {
      const child = startSandbox()
      const ended = once(child, 'exit')
      const url = await firstLine(child)
      expect(url).toMatch(/^http:/)
      const token = acknowledged.tokens.at(-1) ?? (await signIn(url))
      const current = await favouritesAt(url, token)
      if (acknowledged.tokens.length > 0) expect(possibleFavorites(acknowledged)).toContainEqual(current)
      for (const each of acknowledged.tokens) expect(await favouritesAt(url, each)).toEqual(current)
      acknowledged.tokens = [token]
      acknowledged.favourites = current
      let remaining = 1 + (kill % 5)
      const changing = changeUntilKilled(url, token, acknowledged, kill, () => {
        responseCount += 1
        remaining -= 1
        // Before, during or after the next write.
        if (remaining === 0) setTimeout(() => child.kill('SIGKILL'), (kill * 7) % 24)
      })
      await ended
      await changing
    }
    const survivor = await listenSandbox({ port: 0, data })
    expect(possibleFavorites(acknowledged)).toContainEqual(
      await favouritesAt(survivor.url, acknowledged.tokens.at(-1) ?? ''),
    )
    expect(responseCount).toBeGreaterThanOrEqual(3 * KILLS)
    await survivor.close()
  }, 150_000)

  it('stores effect, ledger row and key of a call together or not at all', async () => {
    const paid: string[] = []
    let underWay: string | undefined
    let payments = 0
    for (let kill = 0; kill < KILLS_WHILE_PAYING; kill += 1) {
      const child = startSandbox()
      const ended = once(child, 'exit')
      const url = await firstLine(child)
      const token = await signIn(url)
      if (underWay !== undefined) {
        // Repeated with its key, the call is paid once, whether the kill was before or after the effect.
        await pay(url, token, underWay)
        paid.push(underWay)
      }
      expect(await chargesAt(url, token)).toEqual({ keys: paid, subscriptions: paid.length })
      let remaining = 1 + (kill % 3)
      for (let paying = true; paying;) {
        underWay = randomUUID()
        try {
          await pay(url, token, underWay)
          paid.push(underWay)
          underWay = undefined
          payments += 1
          remaining -= 1
          if (remaining === 0) setTimeout(() => child.kill('SIGKILL'), (kill * 5) % 17)
        } catch {
          paying = false
        }
      }
      await ended
    }
    expect(payments).toBeGreaterThanOrEqual(KILLS_WHILE_PAYING)
  }, 150_000)

  it('a second process with the same folder exits with a one-line message', async () => {
    const first = startSandbox()
    const url = await firstLine(first)
    const second = startSandbox()
    const [[code], line] = await Promise.all([once(second, 'exit') as Promise<[number]>, firstLine(second)])
    expect(code).toBe(1)
    expect(line).toBe(`The records in ${data} are in use by another sandbox. Stop it, or set DATA to another folder.`)
    expect((await fetch(`${url}/sandbox/ledger`)).status).toBe(200)
    const exited = once(first, 'exit')
    first.kill('SIGKILL')
    await exited
  })
})

describe('a separate sandbox', () => {
  it.each(['cut-before', 'cut-after'])('cuts the connection for the fault %s', async (fault) => {
    const sandbox = await listenSandbox({ port: 0, data })
    const body = JSON.stringify({ call: 'GET /wp-json/custom-plugin/me/', fault, times: 1 })
    await fetch(`${sandbox.url}/sandbox/faults`, { method: 'POST', body })
    await expect(fetch(`${sandbox.url}/wp-json/custom-plugin/me/`)).rejects.toThrow('fetch failed')
    expect((await fetch(`${sandbox.url}/wp-json/custom-plugin/me/`)).status).toBe(401)
    await sandbox.close()
  })

  it('returns stream URLs that another origin can play', async () => {
    const sandbox = await listenSandbox({ port: 0, data })
    const token = await signIn(sandbox.url)
    const headers = authHeaders(token)
    const channel = await fetch(`${sandbox.url}/wp-json/channel/v2/channels/harbor-one`, { headers })
    const { stream_url: streamUrl } = (await channel.json()) as { stream_url: string }
    expect(streamUrl.startsWith(`${sandbox.url}/sandbox/streams/harbor-one/index.m3u8?token=`)).toBe(true)
    const playlist = await fetch(streamUrl, { headers: { Origin: 'http://localhost:4173' } })
    expect([playlist.status, playlist.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    await sandbox.close()
  })

  it('reports a used port in one line and releases the folder', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    await expect(listenSandbox({ port, data })).rejects.toThrow(
      `Port ${port} is in use. Stop the process that uses it, or set PORT.`,
    )
    await (await listenSandbox({ port: 0, data })).close()
    other.close()
  })
})
