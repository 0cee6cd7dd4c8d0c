import { and, desc, eq, gt, isNull, or } from 'drizzle-orm'
import { Hono, type Context } from 'hono'
import { callerAddress, checkXsrf } from '../admission.ts'
import { fieldsOf, ruledTexts, texts, type Fields } from '../body.ts'
import { Refused, type Host } from '../host.ts'
import { changedLetter, resetLetter } from '../letters.ts'
import { hashPassword } from '../passwords.ts'
import { accounts, mail, passwordResets, sessions, type Account, type PasswordReset } from '../tables.ts'
import { hashToken, newResetKey } from '../tokens.ts'
import { answer, type WpRefusal } from '../wordpress.ts'

/** How long a reset link works, in ms. */
const LINK_LASTS = 86_400_000
/** So many links an account is sent within an hour. */
const LINKS_AN_HOUR = 10
const HOUR = 3_600_000
const LEAST_PASSWORD = 8
/** WordPress hashes no longer one. */
const MOST_PASSWORD = 4096

const EMPTY: WpRefusal = {
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
  message: `The password must be at least ${LEAST_PASSWORD} characters long.`,
  status: 400,
}

/** What the host says to a good link and to a password that was set: the same. */
const GOOD = { message: 'Password reset successfully' }

/** The two passwords, where the call brings any: without both it is the check of a link. */
function passwordsOf(fields: Fields): { readonly password: string; readonly again: string } | undefined {
  if (fields['new_password'] === undefined && fields['confirm_password'] === undefined) return undefined
  const rule = { most: MOST_PASSWORD }
  const given = ruledTexts(fields, { new_password: rule, confirm_password: rule })
  return { password: given.new_password, again: given.confirm_password }
}

/** Asking for a reset link, checking it and using it. */
export function passwordCalls(host: Host): Hono {
  const { db, inTurn } = host.records
  const calls = new Hono()

  async function accountNamed(typed: string): Promise<Account> {
    const name = typed.trim().toLowerCase()
    if (name === '') throw new Refused(EMPTY)
    const [account] = await db
      .select()
      .from(accounts)
      .where(or(eq(accounts.login, name), eq(accounts.email, name)))
    if (account) return account
    throw new Refused({
      code: name.includes('@') ? 'invalid_email' : 'invalidcombo',
      message: NO_ACCOUNT,
      status: null,
    })
  }

  /** Who the link belongs to and its record, where the link may be used now. */
  async function linkOf(key: string, login: string): Promise<{ account: Account; link: PasswordReset }> {
    const [newest] = await db
      .select({ account: accounts, link: passwordResets })
      .from(passwordResets)
      .innerJoin(accounts, eq(accounts.id, passwordResets.member))
      .where(eq(accounts.login, login.trim().toLowerCase()))
      .orderBy(desc(passwordResets.id))
      .limit(1)
    // Like WordPress, which drops whatever a mail program put around the key.
    const plain = key.replace(/[^a-z0-9]/gi, '')
    if (!newest || newest.link.usedAt !== null || newest.link.keyHash !== hashToken(plain))
      throw new Refused(INVALID_KEY)
    if (newest.link.expiresAt <= host.now().toISOString()) throw new Refused(EXPIRED_KEY)
    return newest
  }

  async function sendLink(context: Context): Promise<Response> {
    const { email_address: typed } = texts(await fieldsOf(context), ['email_address'])
    await inTurn(async () => {
      const account = await accountNamed(typed)
      const at = host.now()
      const recent = await db.$count(
        passwordResets,
        and(
          eq(passwordResets.member, account.id),
          gt(passwordResets.askedAt, new Date(at.getTime() - HOUR).toISOString()),
        ),
      )
      if (recent >= LINKS_AN_HOUR) throw new Refused(TOO_MANY)
      const key = newResetKey()
      const until = new Date(at.getTime() + LINK_LASTS)
      const query = new URLSearchParams({ key, login: account.login })
      const link = `${host.applicationOf(context)}/reset-password?${query}`
      await db.batch([
        db.insert(passwordResets).values({
          member: account.id,
          keyHash: hashToken(key),
          askedAt: at.toISOString(),
          expiresAt: until.toISOString(),
        }),
        db.insert(mail).values(resetLetter(account, { link, at, until, from: callerAddress(context) })),
      ])
    })
    return answer({ message: 'Password reset instructions were sent successfully.' })
  }

  async function setPassword(key: string, login: string, password: string): Promise<void> {
    // Slow on purpose, so outside the turn; the link is looked at again inside.
    const passwordHash = await hashPassword(password)
    await inTurn(async () => {
      const { account, link } = await linkOf(key, login)
      const at = host.now()
      await db.batch([
        db.update(accounts).set({ passwordHash }).where(eq(accounts.id, account.id)),
        db.update(passwordResets).set({ usedAt: at.toISOString() }).where(eq(passwordResets.id, link.id)),
        db
          .update(sessions)
          .set({ endedAt: at.toISOString() })
          .where(and(eq(sessions.member, account.id), isNull(sessions.endedAt))),
        db.insert(mail).values(changedLetter(account, at)),
      ])
    })
  }

  async function useLink(context: Context): Promise<Response> {
    const fields = await fieldsOf(context)
    const { key, login } = texts(fields, ['key', 'login'])
    const passwords = passwordsOf(fields)
    await linkOf(key, login)
    if (!passwords) return answer(GOOD)
    if (passwords.password !== passwords.again) throw new Refused(MISMATCH)
    if (Array.from(passwords.password).length < LEAST_PASSWORD) throw new Refused(TOO_SHORT)
    await setPassword(key, login, passwords.password)
    return answer(GOOD)
  }

  // Two calls of the contract, told apart by the last slash alone.
  calls.post('/user_forget', (context) => {
    checkXsrf(context)
    return new URL(context.req.url).pathname.endsWith('/') ? useLink(context) : sendLink(context)
  })

  return calls
}
