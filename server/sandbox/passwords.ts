import { randomBytes, scrypt, timingSafeEqual, type BinaryLike } from 'node:crypto'

const LENGTH = 32

/** The cost of each scheme. The password of the seed is public, so a slow hash would not protect it. */
const costs = { scrypt: 2 ** 14, 'scrypt-public': 2 } as const

type Scheme = keyof typeof costs

const isScheme = (name: string | undefined): name is Scheme => name !== undefined && Object.hasOwn(costs, name)

function derive(scheme: Scheme, password: string, salt: BinaryLike): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, LENGTH, { N: costs[scheme], r: 8, p: 1 }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}

async function hash(scheme: Scheme, password: string, salt: Buffer): Promise<string> {
  const key = await derive(scheme, password, salt)
  return `${scheme}$${salt.toString('base64url')}$${key.toString('base64url')}`
}

/** `scrypt$<salt>$<key>`, both base64url. */
export const hashPassword = (password: string): Promise<string> => hash('scrypt', password, randomBytes(16))

/** The hash of a public password of the seed. The same salt gives the same hash. */
export const hashPublicPassword = (password: string, salt: Buffer): Promise<string> =>
  hash('scrypt-public', password, salt)

/** Whether the password matches the hash; false for a malformed hash. */
export async function isPassword(password: string, passwordHash: string): Promise<boolean> {
  const [scheme, salt, key] = passwordHash.split('$')
  if (!isScheme(scheme) || !salt || !key) return false
  const expected = Buffer.from(key, 'base64url')
  const derived = await derive(scheme, password, Buffer.from(salt, 'base64url'))
  return expected.length === derived.length && timingSafeEqual(expected, derived)
}
