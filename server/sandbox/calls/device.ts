import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { randomInt } from 'node:crypto'
import { callerAddress, checkXsrf, requireOwnAccount } from '../authentication.ts'
import { parseBody, parseTexts } from '../body.ts'
import { WpRefusalError, type CallerEnv, type Host } from '../host.ts'
import { accounts, deviceCodes, wrongDeviceCodes } from '../tables.ts'
import { createToken, hashToken } from '../tokens.ts'
import { createResponse, TOO_MANY_REQUESTS, type WpRefusal } from '../wordpress.ts'
import { startSession, wpUser } from './session.ts'

/** In seconds. */
const LIFETIME = 600
const INTERVAL = 5
/** What `slow_down` adds to the interval, as in RFC 8628. */
const SLOW_DOWN = 5
/** An account may enter so many wrong codes in this time (s). */
const MAX_WRONG_CODES = 5
const LOCK = 900

/** The consonants, so that no code is a word, as in RFC 8628. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const CODE_LENGTH = 8

const refusal = (code: string, message: string, status = 400): WpRefusal => ({ code, message, status })
const PENDING = refusal('authorization_pending', 'The code has not been approved yet.')
const SLOWER = refusal('slow_down', 'Please ask less often.')
const DENIED = refusal('access_denied', 'The sign-in was denied.')
const EXPIRED = refusal('expired_token', 'The code has expired.')
const UNKNOWN = refusal('invalid_user_code', 'There is no such code.', 404)
const USED = refusal('user_code_used', 'This code has been used.', 409)

const createUserCode = () =>
  Array.from({ length: CODE_LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')

const withDash = (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`

/** Signing a device in by a code, as in RFC 8628. */
export function createDeviceCalls(host: Host): Hono<CallerEnv> {
  const { db, runExclusive } = host.records
  const calls = new Hono<CallerEnv>()
  const later = (seconds: number) => new Date(host.now().getTime() + seconds * 1000).toISOString()

  calls.post('/device/code', async (context) => {
    checkXsrf(context)
    const userCode = createUserCode()
    const deviceCode = createToken('dc')
    await db.batch([
      db.delete(deviceCodes).where(lt(deviceCodes.expiresAt, later(-LIFETIME))),
      db.insert(deviceCodes).values({
        userCode,
        deviceHash: hashToken(deviceCode),
        agent: (context.req.header('user-agent') ?? '').slice(0, 400),
        address: callerAddress(context),
        createdAt: later(0),
        expiresAt: later(LIFETIME),
        interval: INTERVAL,
        status: 'pending',
      }),
    ])
    const page = `${host.applicationOriginOf(context)}/activate`
    return createResponse({
      device_code: deviceCode,
      user_code: withDash(userCode),
      verification_uri: page,
      verification_uri_complete: `${page}?user_code=${withDash(userCode)}`,
      expires_in: LIFETIME,
      interval: INTERVAL,
    })
  })

  calls.post('/device/token', async (context) => {
    checkXsrf(context)
    const fields = await parseBody(context)
    const { device_code: deviceCode } = parseTexts(fields, { device_code: { maxLength: 200 } })
    const isDevice = eq(deviceCodes.deviceHash, hashToken(deviceCode))
    return runExclusive(async () => {
      const [code] = await db.select().from(deviceCodes).where(isDevice)
      if (!code || code.status === 'used' || code.expiresAt <= later(0)) throw new WpRefusalError(EXPIRED)
      if (code.status === 'denied') throw new WpRefusalError(DENIED)
      const [account] = code.member === null ? [] : await db.select().from(accounts).where(eq(accounts.id, code.member))
      if (code.status === 'approved' && account) {
        await db.update(deviceCodes).set({ status: 'used' }).where(isDevice)
        const tokens = await startSession(host, context, account, fields['remember_me'])
        return createResponse({ ...tokens, user: wpUser(account) })
      }
      // The network delays requests, so half a second less is on time.
      const isTooSoon = code.polledAt !== null && code.polledAt > later(0.5 - code.interval)
      const slower = isTooSoon ? { interval: code.interval + SLOW_DOWN } : {}
      await db
        .update(deviceCodes)
        .set({ polledAt: later(0), ...slower })
        .where(isDevice)
      throw new WpRefusalError(isTooSoon ? SLOWER : PENDING)
    })
  })

  calls.post('/device/approve', requireOwnAccount(host), async (context) => {
    const { account } = context.get('caller')
    const { user_code: typed, decision } = parseTexts(await parseBody(context), {
      user_code: { maxLength: 100 },
      decision: { oneOf: ['check', 'approve', 'deny'] },
    })
    const isLocked = and(eq(wrongDeviceCodes.member, account.id), gt(wrongDeviceCodes.at, later(-LOCK)))
    const [{ oldest, count } = { oldest: null, count: 0 }] = await db
      .select({ oldest: sql<string | null>`min(at)`, count: sql<number>`count(*)` })
      .from(wrongDeviceCodes)
      .where(isLocked)
    if (count >= MAX_WRONG_CODES && oldest !== null) {
      const seconds = Math.ceil((Date.parse(oldest) - host.now().getTime()) / 1000) + LOCK
      const message = `Too many wrong codes. Try again in ${Math.ceil(seconds / 60)} minutes.`
      throw new WpRefusalError({ ...TOO_MANY_REQUESTS, message, headers: { 'retry-after': String(seconds) } })
    }
    const isCode = eq(deviceCodes.userCode, typed.toUpperCase().replace(/[^A-Z]/g, ''))
    const [code] = await db.select().from(deviceCodes).where(isCode)
    if (!code) {
      await db.insert(wrongDeviceCodes).values({ member: account.id, at: later(0) })
      throw new WpRefusalError(UNKNOWN)
    }
    if (code.expiresAt <= later(0)) throw new WpRefusalError(EXPIRED)
    const status = { check: code.status, approve: 'approved', deny: 'denied' }[decision]
    const isRepeated = decision !== 'check' && code.status === status && code.member === account.id
    if (code.status !== 'pending' && !isRepeated) throw new WpRefusalError(USED)
    if (decision !== 'check' && !isRepeated) {
      const decided = await db
        .update(deviceCodes)
        .set({ status: decision === 'approve' ? 'approved' : 'denied', member: account.id })
        .where(and(isCode, or(isNull(deviceCodes.member), eq(deviceCodes.member, account.id))))
        .returning({ userCode: deviceCodes.userCode })
      if (decided.length === 0) throw new WpRefusalError(USED)
    }
    return createResponse({
      success: true,
      user_code: withDash(code.userCode),
      ip: code.address,
      ua: code.agent,
      requested: Math.floor(Date.parse(code.createdAt) / 1000),
    })
  })

  return calls
}
