import { and, eq, or, sql } from 'drizzle-orm'
import { Hono, type Context } from 'hono'
import { callerAddress, checkXsrf, requireOwnAccount } from '../authentication.ts'
import { parseBody, requireTexts } from '../body.ts'
import { WpRefusalError, type CallerEnv, type Host } from '../host.ts'
import { isPassword } from '../passwords.ts'
import { accounts, sessions, type Account } from '../tables.ts'
import { hashToken, createSessionId, createToken } from '../tokens.ts'
import { createResponse, escapeHtml, formatMysqlTime, type WpRefusal } from '../wordpress.ts'

/** An account as PHP serializes a WP_User: `ID` is a number outside `data` and a string inside. */
export function wpUser(account: Account): Record<string, unknown> {
  return {
    data: {
      ID: String(account.id),
      user_login: account.login,
      user_nicename: account.login,
      user_email: account.email,
      user_url: '',
      user_registered: formatMysqlTime(account.registeredAt),
      user_status: '0',
      display_name: account.displayName,
      user_phone: account.phone,
    },
    ID: account.id,
    caps: { subscriber: true },
    cap_key: 'wp_capabilities',
    roles: ['subscriber'],
    allcaps: { read: true, level_0: true, subscriber: true },
    filter: null,
  }
}

const EMPTY_PASSWORD = '<strong>Error:</strong> The password field is empty.'

function emptyRefusal(username: string, password: string): WpRefusal | undefined {
  if (username === '') {
    return {
      code: 'empty_username',
      message: '<strong>Error:</strong> The username field is empty.',
      status: null,
      ...(password === '' && { additional: [{ code: 'empty_password', message: EMPTY_PASSWORD, data: null }] }),
    }
  }
  return password === '' ? { code: 'empty_password', message: EMPTY_PASSWORD, status: null } : undefined
}

function unknownRefusal(username: string): WpRefusal {
  if (username.includes('@')) {
    return {
      code: 'invalid_email',
      message: 'Unknown email address. Check again or try your username.',
      status: null,
    }
  }
  return {
    code: 'invalid_username',
    message:
      `<strong>Error:</strong> The username <strong>${escapeHtml(username)}</strong> is not registered on this site. ` +
      'If you are unsure of your username, try your email address instead.',
    status: null,
  }
}

function wrongPassword(username: string): WpRefusal {
  const kind = username.includes('@') ? 'email address' : 'username'
  return {
    code: 'incorrect_password',
    message:
      `<strong>Error:</strong> The password you entered for the ${kind} <strong>${escapeHtml(username)}</strong> ` +
      'is incorrect. <a href="/wp-login.php?action=lostpassword">Lost your password?</a>',
    status: null,
  }
}

/** Opens a session of an account for the device that sends this request. Returns its tokens. */
export async function startSession(host: Host, context: Context, account: Account, rememberMe: unknown) {
  const { db } = host.records
  const now = host.now()
  const remember = rememberMe === true || rememberMe === 'true' || rememberMe === '1'
  const accessToken = createToken('at')
  const refreshToken = createToken('rt')
  await db.batch([
    db.insert(sessions).values({
      id: createSessionId(),
      member: account.id,
      accessHash: hashToken(accessToken),
      refreshHash: hashToken(refreshToken),
      remember,
      agent: (context.req.header('user-agent') ?? '').slice(0, 400),
      address: callerAddress(context),
      createdAt: now.toISOString(),
      seenAt: now.toISOString(),
      expiresAt: new Date(now.getTime() + host.tokenSeconds(remember) * 1000).toISOString(),
    }),
    db
      .update(accounts)
      .set({ loginCount: sql`${accounts.loginCount} + 1` })
      .where(eq(accounts.id, account.id)),
  ])
  return { access_token: accessToken, refresh_token: refreshToken }
}

export function createSessionCalls(host: Host): Hono<CallerEnv> {
  const { db, runExclusive } = host.records
  const calls = new Hono<CallerEnv>()

  calls.post('/user-login', async (context) => {
    checkXsrf(context)
    const fields = await parseBody(context)
    const { username: typed, password } = requireTexts(fields, ['username', 'password'])
    const username = typed.trim()
    const empty = emptyRefusal(username, password)
    if (empty) throw new WpRefusalError(empty)
    const name = username.toLowerCase()
    const [account] = await db
      .select()
      .from(accounts)
      .where(or(eq(accounts.login, name), eq(accounts.email, name)))
    if (!account) throw new WpRefusalError(unknownRefusal(username))
    if (!(await isPassword(password, account.passwordHash))) throw new WpRefusalError(wrongPassword(username))

    const tokens = await runExclusive(async () => {
      // The password may have changed while the hash was compared.
      const unchangedCount = await db.$count(
        accounts,
        and(eq(accounts.id, account.id), eq(accounts.passwordHash, account.passwordHash)),
      )
      if (unchangedCount === 0) throw new WpRefusalError(wrongPassword(username))
      return startSession(host, context, account, fields['remember_me'])
    })
    return createResponse({ ...tokens, user: wpUser(account) })
  })

  calls.get('/me', requireOwnAccount(host), (context) => createResponse(wpUser(context.get('caller').account)))

  calls.post('/logout', requireOwnAccount(host), async (context) => {
    const { session } = context.get('caller')
    await db.update(sessions).set({ endedAt: host.now().toISOString() }).where(eq(sessions.id, session.id))
    return createResponse({ success: true, message: 'You are now logged out.' })
  })

  return calls
}
