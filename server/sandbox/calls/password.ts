import { and, desc, eq, gt, isNull, or } from 'drizzle-orm'
import { Hono, type Context } from 'hono'
import { callerAddress, checkXsrf } from '../authentication.ts'
import { parseBody, parseTexts, requireTexts, type Fields } from '../body.ts'
import { WpRefusalError, type Host } from '../host.ts'
import { createPasswordChangedMessage, createPasswordResetMessage } from '../emails.ts'
import { hashPassword } from '../passwords.ts'
import { accounts, mail, passwordResets, sessions, type Account, type PasswordReset } from '../tables.ts'
import { hashToken, createResetKey } from '../tokens.ts'
import { createResponse, type WpRefusal } from '../wordpress.ts'

const LINK_LIFETIME_MS = 86_400_000
const MAX_LINKS_PER_HOUR = 10
const HOUR = 3_600_000
const MIN_PASSWORD_LENGTH = 8
/** WordPress does not hash a longer password. */
const MAX_PASSWORD_LENGTH = 4096

const EMPTY_USERNAME: WpRefusal = {
  code: 'empty_username',
  message: '<strong>Error:</strong> Please enter a username or email address.',
  status: null,
}
const NO_ACCOUNT = '<strong>Error:</strong> There is no account with that username or email address.'
const TOO_MANY: WpRefusal = {
  code: 'password_reset_limit',
  message: 'The password reset limit has been reached. Please try again in an hour.',
  status: 429,
}
const INVALID_KEY: WpRefusal = { code: 'invalid_key', message: 'Invalid key.', status: null }
const EXPIRED_KEY: WpRefusal = { code: 'expired_key', message: 'Invalid key.', status: null }
const MISMATCH: WpRefusal = { code: 'password_mismatch', message: 'The passwords do not match.', status: 400 }
const TOO_SHORT: WpRefusal = {
  code: 'password_too_short',
  message: `The password must be at least ${MIN_PASSWORD_LENGTH} characters long.`,
  status: 400,
}

/** The response to a valid link and to a changed password. */
const RESET_SUCCESS = { message: 'Password reset successfully' }

/** The two passwords, or undefined for a call that only checks the link. */
function parsePasswords(fields: Fields): { readonly password: string; readonly again: string } | undefined {
  if (fields['new_password'] === undefined && fields['confirm_password'] === undefined) return undefined
  const rule = { maxLength: MAX_PASSWORD_LENGTH }
  const given = parseTexts(fields, { new_password: rule, confirm_password: rule })
  return { password: given.new_password, again: given.confirm_password }
}

export function createPasswordCalls(host: Host): Hono {
  const { db, runExclusive } = host.records
  const calls = new Hono()

  async function findAccount(typed: string): Promise<Account> {
    const name = typed.trim().toLowerCase()
    if (name === '') throw new WpRefusalError(EMPTY_USERNAME)
    const [account] = await db
      .select()
      .from(accounts)
      .where(or(eq(accounts.login, name), eq(accounts.email, name)))
    if (account) return account
    throw new WpRefusalError({
      code: name.includes('@') ? 'invalid_email' : 'invalidcombo',
      message: NO_ACCOUNT,
      status: null,
    })
  }

  /** The account and record of a link. Throws a refusal when the link is invalid or expired. */
  async function findResetLink(key: string, login: string): Promise<{ account: Account; link: PasswordReset }> {
    const [newest] = await db
      .select({ account: accounts, link: passwordResets })
      .from(passwordResets)
      .innerJoin(accounts, eq(accounts.id, passwordResets.member))
      .where(eq(accounts.login, login.trim().toLowerCase()))
      .orderBy(desc(passwordResets.id))
      .limit(1)
    // Mail programs can add characters around the key. WordPress removes them too.
    const plain = key.replace(/[^a-z0-9]/gi, '')
    if (!newest || newest.link.usedAt !== null || newest.link.keyHash !== hashToken(plain))
      throw new WpRefusalError(INVALID_KEY)
    if (newest.link.expiresAt <= host.now().toISOString()) throw new WpRefusalError(EXPIRED_KEY)
    return newest
  }

  async function sendLink(context: Context): Promise<Response> {
    const { email_address: typed } = requireTexts(await parseBody(context), ['email_address'])
    await runExclusive(async () => {
      const account = await findAccount(typed)
      const at = host.now()
      const recent = await db.$count(
        passwordResets,
        and(
          eq(passwordResets.member, account.id),
          gt(passwordResets.requestedAt, new Date(at.getTime() - HOUR).toISOString()),
        ),
      )
      if (recent >= MAX_LINKS_PER_HOUR) throw new WpRefusalError(TOO_MANY)
      const key = createResetKey()
      const until = new Date(at.getTime() + LINK_LIFETIME_MS)
      const query = new URLSearchParams({ key, login: account.login })
      const link = `${host.applicationOriginOf(context)}/reset-password?${query.toString()}`
      await db.batch([
        db.insert(passwordResets).values({
          member: account.id,
          keyHash: hashToken(key),
          requestedAt: at.toISOString(),
          expiresAt: until.toISOString(),
        }),
        db.insert(mail).values(createPasswordResetMessage(account, { link, at, from: callerAddress(context) })),
      ])
    })
    return createResponse({ message: 'Password reset instructions were sent successfully.' })
  }

  async function setPassword(key: string, login: string, password: string): Promise<void> {
    // Hashing is slow, so it runs before the exclusive section, which checks the link again.
    const passwordHash = await hashPassword(password)
    await runExclusive(async () => {
      const { account, link } = await findResetLink(key, login)
      const at = host.now()
      await db.batch([
        db.update(accounts).set({ passwordHash }).where(eq(accounts.id, account.id)),
        db.update(passwordResets).set({ usedAt: at.toISOString() }).where(eq(passwordResets.id, link.id)),
        db
          .update(sessions)
          .set({ endedAt: at.toISOString() })
          .where(and(eq(sessions.member, account.id), isNull(sessions.endedAt))),
        db.insert(mail).values(createPasswordChangedMessage(account, at)),
      ])
    })
  }

  async function useLink(context: Context): Promise<Response> {
    const fields = await parseBody(context)
    const { key, login } = requireTexts(fields, ['key', 'login'])
    const passwords = parsePasswords(fields)
    await findResetLink(key, login)
    if (!passwords) return createResponse(RESET_SUCCESS)
    if (passwords.password !== passwords.again) throw new WpRefusalError(MISMATCH)
    if (Array.from(passwords.password).length < MIN_PASSWORD_LENGTH) throw new WpRefusalError(TOO_SHORT)
    await setPassword(key, login, passwords.password)
    return createResponse(RESET_SUCCESS)
  }

  // Two calls of the contract, which differ in the trailing slash only.
  calls.post('/user_forget', (context) => {
    checkXsrf(context)
    return new URL(context.req.url).pathname.endsWith('/') ? useLink(context) : sendLink(context)
  })

  return calls
}
