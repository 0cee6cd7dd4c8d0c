import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { createErasedMessage } from './emails.ts'
import { type Host } from './host.ts'
import { messagePageHeaders as headers, renderMessagePage } from './messagePage.ts'
import {
  accounts,
  cards,
  channelRequests,
  emailChanges,
  eraseRequests,
  favorites,
  idempotencyKeys,
  mail,
  passwordResets,
  paymentIntents,
  paypalProducts,
  paypalSubscriptions,
  pictures,
  sessions,
  subscriptions,
  transactions,
} from './tables.ts'
import { hashToken } from './tokens.ts'

/** The tables with records of a member, each before the tables that it refers to. The ledger and the mail stay. */
const memberTables = [
  ...[sessions, favorites, cards, transactions, subscriptions, paymentIntents, paypalSubscriptions, paypalProducts],
  ...[idempotencyKeys, passwordResets, emailChanges, eraseRequests, pictures, channelRequests],
] as const

/** The page of the host that deletes an account. In WordPress, an administrator erases the data after the confirmation. */
export function createEraseRoutes(host: Host): Hono {
  const { db, runExclusive } = host.records
  const routes = new Hono()

  /** Whether the link was valid. */
  const erase = (key: string) =>
    runExclusive(async () => {
      const at = host.now()
      const [found] = await db
        .select({ account: accounts, request: eraseRequests })
        .from(eraseRequests)
        .innerJoin(accounts, eq(accounts.id, eraseRequests.member))
        .where(eq(eraseRequests.keyHash, hashToken(key)))
      if (!found || found.request.expiresAt <= at.toISOString()) return false
      const { account } = found
      await db.batch([
        db.insert(mail).values(createErasedMessage(account, at)),
        ...memberTables.map((table) => db.delete(table).where(eq(table.member, account.id))),
        db.delete(accounts).where(eq(accounts.id, account.id)),
      ])
      return true
    })

  routes.get('/erase-account', async (context) =>
    (await erase(context.req.query('key') ?? ''))
      ? context.html(renderMessagePage('Your account is deleted', 'You can close this page.'), 200, headers)
      : context.html(
          renderMessagePage('This link has expired', 'Request the deletion again in your profile.'),
          410,
          headers,
        ),
  )

  return routes
}
