import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { root } from '../../server/install.mjs'
import { SANDBOX_SERVICE_KEY } from '../../server/sandbox/seed/keys.ts'
import { startServer, type RunningServer } from '../e2e/server.ts'
import { atMost, type Measurement } from './measurement.ts'

const disturbances = 20

/** Signs in through the edge and returns a function that sends a payment call with an idempotency key. */
async function createPayer(url: string) {
  const xsrf = randomUUID()
  const send = (path: string, body: object, headers: Record<string, string>) =>
    fetch(`${url}/wp-json/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', xsrf, ...headers },
      body: JSON.stringify(body),
    })
  const credentials = { username: 'member@statecast.test', password: 'live-news-24', remember_me: true }
  const signedIn = await send('custom-plugin/user-login', credentials, { cookie: `XSRF-TOKEN=${xsrf}` })
  const { access_token: handle } = (await signedIn.json()) as { access_token: string }
  const cookies = [`XSRF-TOKEN=${xsrf}`, ...signedIn.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')]
  return async (key: string): Promise<boolean> => {
    const body = { email: 'member@statecast.test', name: 'M', plan_id: 101, payment_method_id: 'pm_card_visa' }
    const headers = { authorization: `Bearer ${handle}`, 'idempotency-key': key, cookie: cookies.join('; ') }
    const response = await send('payment/v1/create-subscription', body, headers)
    return response.status === 200 && ((await response.json()) as { success?: boolean }).success === true
  }
}

/** Runs payments until `disturb` has been called often enough. A payment without a response is repeated with its key. */
async function payWhile(host: RunningServer, edge: RunningServer, disturb: () => Promise<void>) {
  await host.sandbox.reset()
  const pay = await createPayer(edge.url)
  const keys: string[] = []
  let interrupted = 0
  let remaining = disturbances
  let disturbance: Promise<void> | undefined
  const start = () => {
    remaining -= 1
    // Before, during or after the effect of a payment.
    disturbance = setTimeout(Math.random() * 30)
      .then(disturb)
      .finally(() => (disturbance = undefined))
  }
  while (remaining > 0 || disturbance) {
    const key = randomUUID()
    keys.push(key)
    if (remaining > 0 && disturbance === undefined) start()
    while (!(await pay(key).catch(() => false))) {
      interrupted += 1
      await disturbance
    }
  }
  const charges = (await host.sandbox.ledger()).map((row) => row.idempotency_key)
  const once = keys.filter((key) => charges.filter((charge) => charge === key).length === 1).length
  return { payments: keys.length, interrupted, wrong: charges.length - once + (keys.length - once) }
}

/** Limits the size of the files that a process may write, as a full disk does. */
const limitFileSize = (server: RunningServer, limit: '0' | 'unlimited') =>
  execFileSync('prlimit', ['--pid', String(server.pid()), `--fsize=${limit}:unlimited`])

/** Payments while the server processes are killed, the disk is full, and the clock jumps. The ledger decides. */
export async function measure(): Promise<Measurement[]> {
  const rows: Measurement[] = []
  const run = async (
    name: string,
    env: Record<string, string>,
    disturb: (host: RunningServer, edge: RunningServer) => Promise<void>,
  ) => {
    const host = await startServer({ args: ['--sandbox'], env })
    const edge = await startServer({
      env: { ...env, HOST_URL: host.url, SERVICE_KEY: SANDBOX_SERVICE_KEY },
    })
    try {
      const { payments, interrupted, wrong } = await payWhile(host, edge, () => disturb(host, edge))
      const reference = `${disturbances} times during ${payments} payments, ${interrupted} of them interrupted`
      rows.push(atMost(`Lost or double charges: ${name}`, wrong, 'charges', 0, reference))
    } finally {
      await Promise.all([edge.stop(), host.stop()])
    }
  }
  await run('kill -9 of the edge', {}, async (_, edge) => {
    await edge.kill()
    await edge.restart()
  })
  await run('kill -9 of the host', {}, async (host) => {
    await host.kill()
    await host.restart()
  })
  await run('a full disk', {}, async (host) => {
    limitFileSize(host, '0')
    await setTimeout(100)
    limitFileSize(host, 'unlimited')
  })
  const clock = pathToFileURL(join(root, 'tests', 'performance', 'jumpingClock.mjs')).href
  await run('clock jumps of half an hour', { NODE_OPTIONS: `--import ${clock}` }, () => setTimeout(200))
  return rows
}
