/**
 * The real sandbox, which many customers use one after another. `reset` restores its records between two customers;
 * `ledger` reads the recorded payments.
 */
import { gt, notInArray, eq } from 'drizzle-orm'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandboxFromRecords, SANDBOX_SERVICE_KEY } from '../../server/sandbox/index.ts'
import { openRecords } from '../../server/sandbox/records.ts'
import { ACCOUNTS, emailOf, PASSWORD } from '../../server/sandbox/seed/accounts.ts'
import { CARD_GATEWAY, PAYPAL_GATEWAY } from '../../server/sandbox/seed/keys.ts'
import * as tables from '../../server/sandbox/tables.ts'
import { createSimulatedTime } from './simulatedTime.ts'

export type Login = 'member' | 'paypal-member' | 'manual-member' | 'guest' | 'lapsed'
export type LedgerRow = typeof tables.ledger.$inferSelect
export type SubscriptionRow = typeof tables.subscriptions.$inferSelect
export type SignedInCustomer = { id: number; email: string; name: string; token: string }
export type SandboxHost = Awaited<ReturnType<typeof createSandboxHost>>

const ORIGIN = 'http://statecast.test'
const START = new Date('2026-11-21T10:00:00.000Z')

export async function createSandboxHost() {
  let activityCount = 0
  let pendingCount = 0
  const settle = async (): Promise<void> => {
    // Pending work ends within a turn of the event loop or waits for the simulated clock.
    for (let quietTurns = 0; quietTurns < 3;) {
      const before = activityCount
      await new Promise((resolve) => setImmediate(resolve))
      quietTurns = activityCount === before && pendingCount === time.paused() ? quietTurns + 1 : 0
    }
  }
  const data = await mkdtemp(join(tmpdir(), 'statecast-payments-'))
  const time = createSimulatedTime(START)
  const records = await openRecords(data, time.now)
  const { db } = records
  // These tests do not need durability.
  await db.$client.execute('PRAGMA synchronous = OFF')
  const sandbox = createSandboxFromRecords(records, { now: time.now, tokenSeconds: 100 * 86_400 })

  /** Forwards a request as the edge does: the membership service receives the service key instead of the bearer token. */
  const send = async (request: Request): Promise<Response> => {
    let passed = request
    if (new URL(request.url).pathname.startsWith('/wp-json/mp/')) {
      const headers = new Headers(request.headers)
      headers.delete('authorization')
      headers.set('memberpress-api-key', SANDBOX_SERVICE_KEY)
      passed = new Request(request.url, { headers })
    }
    pendingCount += 1
    activityCount += 1
    try {
      return await sandbox.fetch(passed)
    } finally {
      pendingCount -= 1
      activityCount += 1
    }
  }
  const post = (path: string, body: unknown, method = 'POST'): Promise<Response> =>
    send(
      new Request(ORIGIN + path, {
        method,
        headers: { 'content-type': 'application/json', XSRF: 'x' },
        ...(method === 'POST' && { body: JSON.stringify(body) }),
      }),
    )

  const customers = new Map<Login, SignedInCustomer>()
  for (const account of ACCOUNTS) {
    const response = await post('/wp-json/custom-plugin/user-login', {
      username: account.login,
      password: PASSWORD,
      remember_me: '',
    })
    const { access_token: token } = (await response.json()) as { access_token: string }
    const name = `${account.firstName} ${account.lastName}`
    customers.set(account.login as Login, { id: account.id, email: emailOf(account), name, token })
  }

  const seeded = await db.select().from(tables.subscriptions)
  const cards = await db.select().from(tables.cards)
  const payments = await db.select().from(tables.transactions)
  const highest = (rows: readonly { id: number }[]) => Math.max(...rows.map(({ id }) => id))

  return {
    time,
    settle,
    send,
    post,
    customer(login: Login): SignedInCustomer {
      const found = customers.get(login)
      if (!found) throw new Error(`Unknown login ${login}`)
      return found
    },
    async reset() {
      time.restart(START)
      await post('/sandbox/faults', undefined, 'DELETE')
      await db.batch([
        db.delete(tables.ledger),
        db.delete(tables.mail),
        db.delete(tables.idempotencyKeys),
        db.delete(tables.paypalSubscriptions),
        db.delete(tables.paypalProducts),
        db.delete(tables.paymentIntents),
        db.delete(tables.paymentMethods),
        db.delete(tables.cards).where(
          notInArray(
            tables.cards.id,
            cards.map(({ id }) => id),
          ),
        ),
        db.delete(tables.transactions).where(gt(tables.transactions.id, highest(payments))),
        db.delete(tables.subscriptions).where(gt(tables.subscriptions.id, highest(seeded))),
        ...seeded.map(({ id, status }) =>
          db.update(tables.subscriptions).set({ status }).where(eq(tables.subscriptions.id, id)),
        ),
      ])
    },
    ledger: (): Promise<LedgerRow[]> => db.select().from(tables.ledger).orderBy(tables.ledger.id),
    emails: () => db.select().from(tables.mail).orderBy(tables.mail.id),
    subscriptions: (member: number): Promise<SubscriptionRow[]> =>
      db.select().from(tables.subscriptions).where(eq(tables.subscriptions.member, member)),
    savedCards: async (member: number): Promise<string[]> =>
      (await db.select().from(tables.cards).where(eq(tables.cards.member, member))).map(({ id }) => id),
    async close() {
      time.restore()
      await sandbox.close()
      await rm(data, { recursive: true, force: true })
    },
  }
}

/** Whether a subscription is live at one of the two gateways that the application supports. */
export const isLive = ({ gateway, status }: SubscriptionRow): boolean =>
  (gateway === CARD_GATEWAY || gateway === PAYPAL_GATEWAY) && (status === 'active' || status === 'suspended')
