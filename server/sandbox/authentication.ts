import { and, eq, lt } from 'drizzle-orm'
import { type Context, type MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import { createHash, timingSafeEqual } from 'node:crypto'
import { parseBody, type Fields } from './body.ts'
import { WpRefusalError, type Caller, type CallerEnv, type Host } from './host.ts'
import { SANDBOX_SERVICE_KEY } from './seed/keys.ts'
import { accounts, sessions, type Account } from './tables.ts'
import { hashToken } from './tokens.ts'
import { FORBIDDEN, NOT_LOGGED_IN, type WpRefusal } from './wordpress.ts'

const INVALID_SESSION: WpRefusal = { code: 'session_invalid', message: 'Your session is not valid.', status: 401 }
const EXPIRED_SESSION: WpRefusal = { code: 'session_expired', message: 'Your session has expired.', status: 401 }
const XSRF_FAILED: WpRefusal = { code: 'rest_cookie_invalid_nonce', message: 'Cookie check failed', status: 403 }

/** The shortest interval between two updates of a session's last use, in ms. */
const SEEN_INTERVAL_MS = 60_000

function isSameSecret(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}

const isRead = (context: Context) => context.req.method === 'GET' || context.req.method === 'HEAD'

/** A write requires the XSRF header. If the request also has the XSRF-TOKEN cookie, both must be equal. */
export function checkXsrf(context: Context): void {
  if (isRead(context)) return
  const header = context.req.header('xsrf') ?? ''
  const cookie = getCookie(context, 'XSRF-TOKEN')
  if (header === '' || (cookie !== undefined && !isSameSecret(cookie, header))) throw new WpRefusalError(XSRF_FAILED)
}

/**
 * The membership service accepts its service key only. Like the real service it reads Authorization first, so a request
 * with both a bearer token and the key is refused.
 */
export const requireServiceKey: MiddlewareHandler = async (context, next) => {
  const offered = context.req.header('authorization') ?? context.req.header('memberpress-api-key') ?? ''
  if (!isSameSecret(offered, SANDBOX_SERVICE_KEY)) throw new WpRefusalError({ ...FORBIDDEN, status: 401 })
  await next()
}

/** The IP address of the caller; 127.0.0.1 without a proxy header. */
export function callerAddress(context: Context): string {
  return (context.req.header('x-forwarded-for')?.split(',', 1)[0] ?? '127.0.0.1').trim().slice(0, 45)
}

async function authenticateCaller(host: Host, authorization: string | undefined): Promise<Caller> {
  if (!authorization) throw new WpRefusalError(NOT_LOGGED_IN)
  const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1]
  if (!token) throw new WpRefusalError(INVALID_SESSION)
  const { db } = host.records
  const [found] = await db
    .select({ account: accounts, session: sessions })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.member))
    .where(eq(sessions.accessHash, hashToken(token)))
  if (!found || found.session.endedAt !== null) throw new WpRefusalError(INVALID_SESSION)
  const now = host.now()
  if (found.session.expiresAt <= now.toISOString()) throw new WpRefusalError(EXPIRED_SESSION)
  await db
    .update(sessions)
    .set({ seenAt: now.toISOString() })
    .where(
      and(
        eq(sessions.id, found.session.id),
        lt(sessions.seenAt, new Date(now.getTime() - SEEN_INTERVAL_MS).toISOString()),
      ),
    )
  return found
}

/** Refuses a call whose query or body names another account by `user_id` or `email`. */
async function checkOwnAccount(context: Context, account: Account): Promise<void> {
  for (const fields of [context.req.query(), isRead(context) ? {} : await parseBody(context)]) {
    const { user_id: id, email }: Fields = fields
    const isOther = id !== undefined && id !== account.id && id !== String(account.id)
    const isOtherEmail = email !== undefined && (typeof email !== 'string' || !isOwnEmail(account, email))
    if (isOther || isOtherEmail) throw new WpRefusalError(FORBIDDEN)
  }
}

export function isOwnEmail(account: Account, email: string): boolean {
  return email.trim().toLowerCase() === account.email
}

/**
 * Requires the access token of an active session, and the XSRF header for a write. The call itself checks which
 * account it names.
 */
export function requireSession(host: Host): MiddlewareHandler<CallerEnv> {
  return async (context, next) => {
    checkXsrf(context)
    context.set('caller', await authenticateCaller(host, context.req.header('authorization')))
    await next()
  }
}

/** Requires an active session and refuses a call that names another account. */
export function requireOwnAccount(host: Host): MiddlewareHandler<CallerEnv> {
  const sessionMiddleware = requireSession(host)
  return (context, next) =>
    sessionMiddleware(context, async () => {
      await checkOwnAccount(context, context.get('caller').account)
      await next()
    })
}
