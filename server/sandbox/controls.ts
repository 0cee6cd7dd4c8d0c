import { eq } from 'drizzle-orm'
import { Hono, type Context, type MiddlewareHandler } from 'hono'
import * as v from 'valibot'
import { parseFault, type Faults } from './faults.ts'
import { type Records } from './records.ts'
import { ACCOUNTS } from './seed/accounts.ts'
import { cards, ledger, mail, passwordResets, sessions, subscriptions } from './tables.ts'

/** One effect that money or a subscription felt, as programs read it. */
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

/** One letter that left, as programs read it. */
export interface MailMessage {
  readonly at: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly links: readonly string[]
}

/** One saved card, for the page for people. */
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
   * `sessions`: access tokens run out. `membership`: subscriptions end. `links`: reset links run out.
   * `streams`: stream addresses stop working.
   */
  what: v.optional(v.picklist(EXPIRY_TARGETS, `what is one of ${EXPIRY_TARGETS.join(', ')}`), 'sessions'),
  /** A login of the seed; without it everybody. Stream addresses expire for everybody. */
  account: v.optional(
    v.picklist(
      ACCOUNTS.map((account) => account.login),
      `account is one of ${ACCOUNTS.map((account) => account.login).join(', ')}`,
    ),
  ),
})
export type Expiry = v.InferOutput<typeof expirySchema>

/** What the sandbox lets people and programs do to it. */
export interface SandboxControls {
  /** Back to the first state, once what is under way has come to its end. */
  reset(): Promise<void>
  readLedger(): Promise<LedgerEntry[]>
  readMail(): Promise<MailMessage[]>
  readCards(): Promise<SavedCardSummary[]>
  expire(expiry: Expiry): Promise<void>
}

/** What to expire from what somebody sent, or what is wrong with it in one line. */
export function parseExpiry(input: unknown): { readonly expiry: Expiry } | { readonly problem: string } {
  const result = v.safeParse(expirySchema, input)
  if (result.success) return { expiry: result.output }
  return { problem: result.issues.map((issue) => issue.message).join('; ') }
}

/** `settled` is kept once the calls that are under way have their answer. */
export function createControls(
  records: Records,
  faults: Faults,
  now: () => Date,
  whenSettled: () => Promise<void>,
): SandboxControls {
  const { db } = records
  return {
    async reset() {
      // What began before must not take effect in the state that comes.
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
      const member = ACCOUNTS.find((one) => one.login === account)?.id
      if (what === 'streams') {
        await records.renewStreamSecret()
      } else if (what === 'sessions') {
        const over = db.update(sessions).set({ expiresAt: now().toISOString() })
        await (member === undefined ? over : over.where(eq(sessions.member, member)))
      } else if (what === 'links') {
        const over = db.update(passwordResets).set({ expiresAt: now().toISOString() })
        await (member === undefined ? over : over.where(eq(passwordResets.member, member)))
      } else {
        const ended = db.update(subscriptions).set({ status: 'cancelled' })
        await (member === undefined ? ended : ended.where(eq(subscriptions.member, member)))
      }
    },
  }
}

/** Only this origin's own pages and programs may change anything: another site's page may not, unasked. */
export const sameSiteOnly: MiddlewareHandler = async (context, next) => {
  const { method } = context.req
  const reads = method === 'GET' || method === 'HEAD'
  const site = context.req.header('sec-fetch-site')
  if (!reads && (site === 'cross-site' || site === 'same-site')) {
    return context.json({ error: 'Another site may not change the sandbox.' }, 403)
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

/** The addresses at which programs steer the sandbox, below `/sandbox`. */
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
