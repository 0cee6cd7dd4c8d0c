import { and, eq, gt } from 'drizzle-orm'
import { Hono, type Context, type MiddlewareHandler } from 'hono'
import * as v from 'valibot'
import { parseFault, type Faults } from './faults.ts'
import { type Records } from './records.ts'
import { ACCOUNTS } from './seed/accounts.ts'
import { cards, ledger, mail, passwordResets, sessions, subscriptions, transactions } from './tables.ts'

/** One ledger row: a charge, capture or cancellation, as `/sandbox/ledger` lists it. */
export interface LedgerEntry {
  readonly at: string
  readonly kind: 'charge' | 'cancel' | 'capture'
  readonly provider: 'stripe' | 'paypal'
  readonly member: number
  readonly plan_id: number
  /** Major units; null for a cancellation. */
  readonly amount: number | null
  readonly subscription_id: string
  readonly idempotency_key: string | null
}

/** One sent mail message, as `/sandbox/mail` lists it. */
export interface MailMessage {
  readonly at: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly links: readonly string[]
}

export interface SavedCardSummary {
  readonly id: string
  readonly member: number
  readonly brand: string
  readonly last4: string
  readonly expires: string
  readonly isDefault: boolean
}

export const EXPIRY_TARGETS = ['sessions', 'membership', 'links', 'streams'] as const

const expirySchema = v.strictObject({
  /**
   * `sessions`: access tokens expire. `membership`: subscriptions are canceled, and what is paid runs out. `links`: reset links expire.
   * `streams`: stream URLs stop working.
   */
  what: v.optional(v.picklist(EXPIRY_TARGETS, `what is one of ${EXPIRY_TARGETS.join(', ')}`), 'sessions'),
  /** A login of the seed; without it all accounts. Stream URLs always expire for all accounts. */
  account: v.optional(
    v.picklist(
      ACCOUNTS.map((account) => account.login),
      `account is one of ${ACCOUNTS.map((account) => account.login).join(', ')}`,
    ),
  ),
})
export type Expiry = v.InferOutput<typeof expirySchema>

export interface SandboxControls {
  /** Restores the seeded records after pending calls have settled. */
  reset(): Promise<void>
  readLedger(): Promise<LedgerEntry[]>
  readMail(): Promise<MailMessage[]>
  readCards(): Promise<SavedCardSummary[]>
  expire(expiry: Expiry): Promise<void>
}

/** The parsed expiry, or the problem in one line. */
export function parseExpiry(input: unknown): { readonly expiry: Expiry } | { readonly problem: string } {
  const result = v.safeParse(expirySchema, input)
  if (result.success) return { expiry: result.output }
  return { problem: result.issues.map((issue) => issue.message).join('; ') }
}

/** `whenSettled` resolves when the pending calls have their responses. */
export function createControls(
  records: Records,
  faults: Faults,
  now: () => Date,
  whenSettled: () => Promise<void>,
): SandboxControls {
  const { db } = records
  return {
    async reset() {
      // A call that began before the reset must not change the new records.
      faults.clearAndAbort()
      await whenSettled()
      await records.reset(now())
    },
    async readLedger() {
      const rows = await db.select().from(ledger).orderBy(ledger.id)
      return rows.map((row) => ({
        at: row.at,
        kind: row.kind,
        provider: row.provider,
        member: row.member,
        plan_id: row.plan,
        amount: row.cents === null ? null : row.cents / 100,
        subscription_id: row.subscriptionId,
        idempotency_key: row.idempotencyKey,
      }))
    },
    async readMail() {
      const rows = await db.select().from(mail).orderBy(mail.id)
      return rows.map(({ at, to, subject, text, links }) => ({ at, to, subject, text, links }))
    },
    async readCards() {
      const rows = await db.select().from(cards).orderBy(cards.member, cards.addedAt)
      return rows.map(({ id, member, brand, last4, expMonth, expYear, isDefault }) => ({
        id,
        member,
        brand,
        last4,
        expires: `${expMonth}/${expYear}`,
        isDefault,
      }))
    },
    async expire({ what, account }) {
      const member = ACCOUNTS.find(({ login }) => login === account)?.id
      if (what === 'streams') {
        await records.renewStreamSecret()
      } else if (what === 'sessions') {
        const expire = db.update(sessions).set({ expiresAt: now().toISOString() })
        await (member === undefined ? expire : expire.where(eq(sessions.member, member)))
      } else if (what === 'links') {
        const expire = db.update(passwordResets).set({ expiresAt: now().toISOString() })
        await (member === undefined ? expire : expire.where(eq(passwordResets.member, member)))
      } else {
        const at = now().toISOString()
        await db.batch([
          db
            .update(subscriptions)
            .set({ status: 'cancelled' })
            .where(member === undefined ? undefined : eq(subscriptions.member, member)),
          db
            .update(transactions)
            .set({ expiresAt: at })
            .where(
              and(gt(transactions.expiresAt, at), member === undefined ? undefined : eq(transactions.member, member)),
            ),
        ])
      }
    },
  }
}

/** Refuses changing requests from pages of other sites. */
export const sameSiteOnly: MiddlewareHandler = async (context, next) => {
  const { method } = context.req
  const reads = method === 'GET' || method === 'HEAD'
  const site = context.req.header('sec-fetch-site')
  if (!reads && (site === 'cross-site' || site === 'same-site')) {
    return context.json({ error: 'Other sites cannot change the sandbox.' }, 403)
  }
  await next()
  return undefined
}

async function readJson(context: Context): Promise<unknown> {
  const text = await context.req.text()
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The control API of the sandbox, below `/sandbox`. */
export function createControlRoutes(controls: SandboxControls, faults: Faults): Hono {
  const routes = new Hono()
  const noStore = { 'cache-control': 'no-store' }
  routes.post('/reset', async (context) => {
    await controls.reset()
    return context.body(null, 204)
  })
  routes.get('/ledger', async (context) => context.json(await controls.readLedger(), 200, noStore))
  routes.get('/mail', async (context) => context.json(await controls.readMail(), 200, noStore))

  routes.post('/expire', async (context) => {
    const read = parseExpiry(await readJson(context))
    if ('problem' in read) return context.json({ error: read.problem }, 400)
    await controls.expire(read.expiry)
    return context.body(null, 204)
  })

  routes.get('/faults', (context) => context.json(faults.list(), 200, noStore))
  routes.post('/faults', async (context) => {
    const read = parseFault(await readJson(context))
    if ('problem' in read) return context.json({ error: read.problem }, 400)
    return context.json(faults.add(read.fault), 201)
  })
  routes.delete('/faults', (context) => {
    faults.clear()
    return context.body(null, 204)
  })
  routes.delete('/faults/:id', (context) =>
    faults.remove(Number(context.req.param('id')))
      ? context.body(null, 204)
      : context.json({ error: 'There is no such fault.' }, 404),
  )

  return routes
}
