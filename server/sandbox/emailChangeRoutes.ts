import { and, eq, ne } from 'drizzle-orm'
import { Hono } from 'hono'
import { type Host } from './host.ts'
import { createEmailChangedMessage } from './emails.ts'
import { messagePageHeaders as headers, renderMessagePage } from './messagePage.ts'
import { accounts, emailChanges, mail } from './tables.ts'
import { hashToken } from './tokens.ts'

/** The page of the host that confirms a new email address, as in WordPress. */
export function createEmailChangeRoutes(host: Host): Hono {
  const { db, runExclusive } = host.records
  const routes = new Hono()

  /** The new address, or undefined when the link is invalid or expired. */
  const confirmEmailChange = (key: string) =>
    runExclusive(async () => {
      const at = host.now()
      const [found] = await db
        .select({ account: accounts, change: emailChanges })
        .from(emailChanges)
        .innerJoin(accounts, eq(accounts.id, emailChanges.member))
        .where(eq(emailChanges.keyHash, hashToken(key)))
      if (!found || found.change.expiresAt <= at.toISOString()) return undefined
      const { account, change } = found
      // Another account may use the address by now.
      if ((await db.$count(accounts, and(eq(accounts.email, change.email), ne(accounts.id, account.id)))) > 0)
        return undefined
      await db.batch([
        db.update(accounts).set({ email: change.email }).where(eq(accounts.id, account.id)),
        db.delete(emailChanges).where(eq(emailChanges.member, account.id)),
        db.insert(mail).values(createEmailChangedMessage(account, change.email, at)),
      ])
      return change.email
    })

  routes.get('/new-address', async (context) => {
    const email = await confirmEmailChange(context.req.query('key') ?? '')
    return email === undefined
      ? context.html(
          renderMessagePage('This link has expired', 'Change your email address again in your profile.'),
          410,
          headers,
        )
      : context.html(
          renderMessagePage('Your email address has changed', `Your new address is ${email}. You can close this page.`),
          200,
          headers,
        )
  })

  return routes
}
