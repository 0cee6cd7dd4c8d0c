import { and, eq, inArray } from 'drizzle-orm'
import { Hono } from 'hono'
import { isOwnEmail, requireSession } from '../authentication.ts'
import { parseBody, parseId, parseTexts } from '../body.ts'
import { createEraseRequestMessage } from '../emails.ts'
import { WpRefusalError, type CallerEnv, type Host } from '../host.ts'
import { eraseRequests, mail, subscriptions } from '../tables.ts'
import { createResetKey, hashToken } from '../tokens.ts'
import { createResponse, EMAIL_MISMATCH, FORBIDDEN, type WpRefusal } from '../wordpress.ts'

/** The lifetime of the link in ms. */
const LINK_LIFETIME_MS = 86_400_000

const PLAN_RUNNING: WpRefusal = {
  code: 'active_subscription',
  message: 'Cancel your plan before you delete your account.',
  status: 409,
}

/** The request to delete the account, as WordPress's privacy request: a link in an email confirms it. */
export function createEraseRequestCalls(host: Host): Hono<CallerEnv> {
  const { db } = host.records
  const calls = new Hono<CallerEnv>()

  calls.post('/erase-request', requireSession(host), async (context) => {
    const { account } = context.get('caller')
    const fields = await parseBody(context)
    const { email } = parseTexts(fields, { email: { maxLength: 100 } })
    if (parseId(fields, 'user_id') !== account.id) throw new WpRefusalError(FORBIDDEN)
    if (!isOwnEmail(account, email)) throw new WpRefusalError(EMAIL_MISMATCH)
    const running = and(eq(subscriptions.member, account.id), inArray(subscriptions.status, ['active', 'suspended']))
    if ((await db.$count(subscriptions, running)) > 0) throw new WpRefusalError(PLAN_RUNNING)

    const at = host.now()
    const key = createResetKey()
    const request = { keyHash: hashToken(key), expiresAt: new Date(at.getTime() + LINK_LIFETIME_MS).toISOString() }
    const link = `${host.originOf(context)}/sandbox/erase-account?${new URLSearchParams({ key }).toString()}`
    await db.batch([
      db
        .insert(eraseRequests)
        .values({ member: account.id, ...request })
        .onConflictDoUpdate({ target: eraseRequests.member, set: request }),
      db.insert(mail).values(createEraseRequestMessage(account, { link, at })),
    ])
    return createResponse({ success: true, message: 'Confirm the deletion with the link we emailed you.' })
  })

  return calls
}
