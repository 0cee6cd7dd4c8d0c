import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { requireOwnAccount } from '../authentication.ts'
import { WpRefusalError, type CallerEnv, type Host } from '../host.ts'
import { sessions, type Session } from '../tables.ts'
import { createResponse, type WpRefusal } from '../wordpress.ts'

const NO_SESSION: WpRefusal = { code: 'session_not_found', message: 'There is no such session.', status: 404 }

const toUnixSeconds = (iso: string) => Math.floor(Date.parse(iso) / 1000)

function serializeSession(row: Session, current: Session): Record<string, unknown> {
  return {
    id: row.id,
    ip: row.address,
    ua: row.agent,
    login: toUnixSeconds(row.createdAt),
    expiration: toUnixSeconds(row.expiresAt),
    current: row.id === current.id,
  }
}

export function createAllSessionsCalls(host: Host): Hono<CallerEnv> {
  const { db } = host.records
  const calls = new Hono<CallerEnv>()
  const guard = requireOwnAccount(host)

  const isActive = (member: number) =>
    and(eq(sessions.member, member), isNull(sessions.endedAt), gt(sessions.expiresAt, host.now().toISOString()))

  calls.get('/sessions', guard, async (context) => {
    const { account, session } = context.get('caller')
    const rows = await db
      .select()
      .from(sessions)
      .where(isActive(account.id))
      .orderBy(desc(sessions.createdAt), sql`rowid desc`)
    return createResponse(rows.map((row) => serializeSession(row, session)))
  })

  calls.delete('/sessions', guard, async (context) => {
    const { account, session } = context.get('caller')
    const ended = await db
      .update(sessions)
      .set({ endedAt: host.now().toISOString() })
      .where(and(isActive(account.id), ne(sessions.id, session.id)))
      .returning({ id: sessions.id })
    const message = ended.length > 0 ? 'All other devices are signed out.' : 'You’re not signed in on any other device.'
    return createResponse({ success: true, message })
  })

  calls.delete('/sessions/:id', guard, async (context) => {
    const { account } = context.get('caller')
    const [ended] = await db
      .update(sessions)
      .set({ endedAt: host.now().toISOString() })
      .where(and(isActive(account.id), eq(sessions.id, context.req.param('id'))))
      .returning({ id: sessions.id })
    if (!ended) throw new WpRefusalError(NO_SESSION)
    return createResponse({ success: true, message: 'The session has ended.' })
  })

  return calls
}
