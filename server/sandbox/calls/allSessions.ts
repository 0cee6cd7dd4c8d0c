import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { signedIn } from '../admission.ts'
import { Refused, type CallerEnv, type Host } from '../host.ts'
import { sessions, type Session } from '../tables.ts'
import { answer, type WpRefusal } from '../wordpress.ts'

const NO_SESSION: WpRefusal = { code: 'session_not_found', message: 'There is no such session.', status: 404 }

const seconds = (iso: string) => Math.floor(Date.parse(iso) / 1000)

function wireSession(row: Session, current: Session): Record<string, unknown> {
  return {
    id: row.id,
    ip: row.address,
    ua: row.agent,
    login: seconds(row.createdAt),
    expiration: seconds(row.expiresAt),
    current: row.id === current.id,
  }
}

/** Everywhere that the caller is signed in, and ending it there. */
export function allSessionsCalls(host: Host): Hono<CallerEnv> {
  const { db } = host.records
  const calls = new Hono<CallerEnv>()
  const guard = signedIn(host)

  /** The sessions of a member that still run. */
  const running = (member: number) =>
    and(eq(sessions.member, member), isNull(sessions.endedAt), gt(sessions.expiresAt, host.now().toISOString()))

  calls.get('/sessions', guard, async (context) => {
    const { account, session } = context.get('caller')
    const rows = await db
      .select()
      .from(sessions)
      .where(running(account.id))
      .orderBy(desc(sessions.createdAt), sql`rowid desc`)
    return answer(rows.map((row) => wireSession(row, session)))
  })

  calls.delete('/sessions', guard, async (context) => {
    const { account, session } = context.get('caller')
    const ended = await db
      .update(sessions)
      .set({ endedAt: host.now().toISOString() })
      .where(and(running(account.id), ne(sessions.id, session.id)))
      .returning({ id: sessions.id })
    const message = ended.length > 0 ? 'You are now signed out everywhere else.' : 'You are signed in nowhere else.'
    return answer({ success: true, message })
  })

  calls.delete('/sessions/:id', guard, async (context) => {
    const { account } = context.get('caller')
    const [ended] = await db
      .update(sessions)
      .set({ endedAt: host.now().toISOString() })
      .where(and(running(account.id), eq(sessions.id, context.req.param('id'))))
      .returning({ id: sessions.id })
    if (!ended) throw new Refused(NO_SESSION)
    return answer({ success: true, message: 'The session has ended.' })
  })

  return calls
}
