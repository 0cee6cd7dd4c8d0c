import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

const STREAM_TOKEN_SECONDS = 300

/** An opaque token: a prefix for its kind and 256 random bits. */
export function createToken(kind: 'at' | 'rt' | 'dc'): string {
  return `${kind}_${randomBytes(32).toString('base64url')}`
}

export function createSessionId(): string {
  return randomBytes(9).toString('base64url')
}

const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Random letters and digits, as in the ids of the payment providers. */
export function randomAlphanumeric(length: number): string {
  return Array.from({ length }, () => LETTERS_AND_DIGITS.charAt(randomInt(LETTERS_AND_DIGITS.length))).join('')
}

/** The key of a reset link, as in WordPress: 20 letters and digits, about 119 random bits. */
export const createResetKey = (): string => randomAlphanumeric(20)

/** The stored form of a token or key. Their entropy makes a plain digest safe. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

function signStreamToken(secret: string, slug: string, until: string, member: string): string {
  return createHmac('sha256', secret).update(`${slug}\n${until}\n${member}`).digest('base64url')
}

/** A token for one channel's stream: `<expiry in seconds>.<member>.<signature>`. */
export function signStream(secret: string, slug: string, member: number, now: Date): string {
  const until = String(Math.floor(now.getTime() / 1000) + STREAM_TOKEN_SECONDS)
  return `${until}.${member}.${signStreamToken(secret, slug, until, String(member))}`
}

/** Whether the token was signed for this channel and has not expired. */
export function isStreamToken(secret: string, slug: string, token: string, now: Date): boolean {
  const [until, member, given, ...rest] = token.split('.')
  if (!until || !member || !given || rest.length > 0 || !/^\d{1,12}$/.test(until)) return false
  const expected = Buffer.from(signStreamToken(secret, slug, until, member))
  const offered = Buffer.from(given)
  if (expected.length !== offered.length || !timingSafeEqual(expected, offered)) return false
  return Number(until) * 1000 > now.getTime()
}
