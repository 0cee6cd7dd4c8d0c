import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Seals the host's access token into a cookie that script can't read. The key is derived from a secret of the edge and from
 * a random handle, which script holds, so the cookie and the handle are useless without each other.
 */
export interface SessionSeal {
  /**
   * Seals a token of at most 4,096 characters. `setCookies` are the values of `Set-Cookie`. The cookie lasts seven days
   * with `remember`, and otherwise until the browser closes.
   */
  seal(token: string, options: { remember: boolean; secure: boolean }): { handle: string; setCookies: string[] }
  /**
   * The token that was sealed with this handle, from the value of `Cookie`. Undefined for any other handle, and for a
   * cookie that is missing, expired, changed or sealed with an unknown secret.
   */
  open(cookies: string, options: { handle: string; secure: boolean }): string | undefined
  /** The values of `Set-Cookie` that remove the cookie. */
  clear(options: { secure: boolean }): string[]
}

/** The first secret seals, and each one opens, so that a secret can be replaced. */
export type EdgeSecrets = readonly [string, ...string[]]

export interface SessionSealOptions {
  secrets: EdgeSecrets
  /** The time in ms. */
  now?: () => number
}

/** A sealed token is a nonce, the encrypted expiry (ms) with the token, and the tag. */
const nonceBytes = 12
const expiryBytes = 6
const tagBytes = 16
const algorithm = 'aes-256-gcm'

/** The lifetime of the cookies `access_token` and `refresh_token` in seconds. A token is never sealed for longer. */
const maxAgeSeconds = 7 * 86_400

/** Browsers store at most 4,096 bytes of name and value. */
const maxValueLength = 3_800

/** A random value of 256 bits that means nothing to the host. */
export const createHandle = () => randomBytes(32).toString('base64url')

/** The prefix makes the browser reject a cookie of another host or without Secure. Without https, no cookie may have it. */
const namesOf = (secure: boolean) => {
  const name = secure ? '__Host-session' : 'session'
  return [name, `${name}-2`] as const
}

const setCookie = (name: string, value: string, secure: boolean, maxAge: number | undefined) =>
  `${name}=${value}; Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}${maxAge === undefined ? '' : `; Max-Age=${maxAge}`}`

const valueOf = (cookies: string, name: string) =>
  new RegExp(`(?:^|;\\s*)${name}=([\\w-]*)(?:;|$)`).exec(cookies)?.[1] ?? ''

/** Whether a browser sent the cookie of a session. Its content is not checked. */
export const hasSessionCookie = (cookies: string, { secure }: { secure: boolean }): boolean =>
  valueOf(cookies, namesOf(secure)[0]) !== ''

/** Another format of the sealed token needs another version in the label. */
const deriveMasterKey = (secret: string) => new Uint8Array(hkdfSync('sha256', secret, '', 'statecast session v1', 32))

/** The key of one session. It seals once, so no nonce repeats under it. */
const deriveKey = (masterKey: Uint8Array, handle: string) => createHmac('sha256', masterKey).update(handle).digest()

function encrypt(text: Buffer, key: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()])
}

/** The text, or undefined when the key is another one or a byte has changed. */
function decrypt(sealed: Buffer, key: Uint8Array): Buffer | undefined {
  const nonce = sealed.subarray(0, nonceBytes)
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()])
  } catch {
    return undefined
  }
}

export function createSessionSeal({ secrets, now = Date.now }: SessionSealOptions): SessionSeal {
  const newestKey = deriveMasterKey(secrets[0])
  const masterKeys = [newestKey, ...secrets.slice(1).map(deriveMasterKey)]
  return {
    seal(token, { remember, secure }) {
      const handle = createHandle()
      const expiry = Buffer.alloc(expiryBytes)
      expiry.writeUIntBE(now() + maxAgeSeconds * 1_000, 0, expiryBytes)
      const sealed = encrypt(Buffer.concat([expiry, Buffer.from(token)]), deriveKey(newestKey, handle))
      const value = sealed.toString('base64url')
      const [first, second] = namesOf(secure)
      const maxAge = remember ? maxAgeSeconds : undefined
      const rest = value.slice(maxValueLength)
      return {
        handle,
        setCookies: [
          setCookie(first, value.slice(0, maxValueLength), secure, maxAge),
          // Without a rest, the second cookie of an earlier session is removed.
          setCookie(second, rest, secure, rest === '' ? 0 : maxAge),
        ],
      }
    },
    open(cookies, { handle, secure }) {
      const [first, second] = namesOf(secure)
      const sealed = Buffer.from(valueOf(cookies, first) + valueOf(cookies, second), 'base64url')
      if (sealed.byteLength <= nonceBytes + expiryBytes + tagBytes) return undefined
      for (const masterKey of masterKeys) {
        const text = decrypt(sealed, deriveKey(masterKey, handle))
        if (text !== undefined)
          return text.readUIntBE(0, expiryBytes) > now() ? text.toString('utf8', expiryBytes) : undefined
      }
      return undefined
    },
    clear: ({ secure }) => namesOf(secure).map((name) => setCookie(name, '', secure, 0)),
  }
}
