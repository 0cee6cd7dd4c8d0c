import { and, eq } from 'drizzle-orm'
import { type BatchItem } from 'drizzle-orm/batch'
import { type Context } from 'hono'
import { createHash } from 'node:crypto'
import { parseBody, type Fields } from './body.ts'
import { waitForDelay } from './callDelays.ts'
import { WpRefusalError, type CallerEnv, type Host } from './host.ts'
import { idempotencyKeys, type Account } from './tables.ts'
import { createStoredResponse, toStoredRefusal, type WpRefusal, type StoredResponse } from './wordpress.ts'

export type Statement = BatchItem<'sqlite'>

/** The result of a call: its response, and the statements that run in the same transaction. */
export interface Effect {
  readonly response: StoredResponse
  readonly statements: readonly Statement[]
}

/** A refusal by the provider. It is stored, so the same key is refused again. */
export const createRefusalEffect = (refusal: WpRefusal): Effect => ({
  response: toStoredRefusal(refusal),
  statements: [],
})

export const createSuccessEffect = (body: unknown, statements: readonly Statement[]): Effect => ({
  response: { status: 200, body: JSON.stringify(body) },
  statements,
})

export interface IdempotentCall {
  readonly account: Account
  readonly fields: Fields
  readonly key: string
  readonly now: Date
  /** For the links in emails. */
  readonly applicationOrigin: string
}

export type IdempotentRunner = (
  context: Context<CallerEnv>,
  work: (call: IdempotentCall) => Promise<Effect>,
) => Promise<Response>

const KEY_MISSING: WpRefusal = {
  code: 'idempotency_key_missing',
  message: 'The header Idempotency-Key is missing.',
  status: 400,
}
const KEY_IN_PROGRESS: WpRefusal = {
  code: 'idempotency_in_progress',
  message: 'There is currently another in-progress request using this Idempotency-Key.',
  status: 409,
}
const KEY_REUSED: WpRefusal = {
  code: 'idempotency_error',
  message:
    'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
    'Try using a key other than the one sent if you meant to execute a different request.',
  status: 422,
}

/** The limit of the provider. */
const MAX_KEY_LENGTH = 255

/** A hash of the call and its fields, independent of their order. */
function hashPayload(path: string, fields: Fields): string {
  const sorted = Object.entries(fields)
    .map(([name, value]): [string, unknown] => [name, typeof value === 'number' ? String(value) : value])
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([path, sorted]))
    .digest('base64url')
}

/**
 * Implements Stripe's Idempotency-Key: the same key and payload get the same response and take effect once. Another
 * payload, or the same one while the first is still running, is refused. Key, response and effect are one transaction.
 * A call that throws a refusal stores nothing.
 */
export function createIdempotentRunner(host: Host): IdempotentRunner {
  const { db, runExclusive } = host.records
  const running = new Set<string>()

  return async (context, work) => {
    const { account } = context.get('caller')
    const key = context.req.header('idempotency-key')?.trim() ?? ''
    if (key === '' || key.length > MAX_KEY_LENGTH) throw new WpRefusalError(KEY_MISSING)
    const fields = await parseBody(context)
    const payload = hashPayload(context.req.path, fields)
    const runningKey = `${account.id} ${key}`
    if (running.has(runningKey)) throw new WpRefusalError(KEY_IN_PROGRESS)
    running.add(runningKey)
    try {
      await waitForDelay(context.req.raw)
      return await runExclusive(async () => {
        const [stored] = await db
          .select()
          .from(idempotencyKeys)
          .where(and(eq(idempotencyKeys.member, account.id), eq(idempotencyKeys.key, key)))
        if (stored && stored.payload !== payload) throw new WpRefusalError(KEY_REUSED)
        if (stored) return createStoredResponse(stored, { 'idempotent-replayed': 'true' })
        const now = host.now()
        const { response, statements } = await work({
          account,
          fields,
          key,
          now,
          applicationOrigin: host.applicationOriginOf(context),
        })
        await db.batch([
          db.insert(idempotencyKeys).values({ member: account.id, key, payload, ...response, at: now.toISOString() }),
          ...statements,
        ])
        return createStoredResponse(response)
      })
    } finally {
      running.delete(runningKey)
    }
  }
}
