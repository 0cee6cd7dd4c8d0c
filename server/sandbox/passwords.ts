import { randomBytes, scrypt, timingSafeEqual, type BinaryLike, type ScryptOptions } from 'node:crypto'

const COST: ScryptOptions = { N: 2 ** 14, r: 8, p: 1 }
const LENGTH = 32

function derive(password: BinaryLike, salt: BinaryLike): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, LENGTH, COST, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

/** `scrypt$<salt>$<key>`, both base64url. The seed passes a fixed salt, so that its hashes are reproducible. */
export async function hashPassword(password: string, salt: Buffer = randomBytes(16)): Promise<string> {
  const key = await derive(password.normalize('NFKC'), salt)
  return `scrypt$${salt.toString('base64url')}$${key.toString('base64url')}`
}

/** Whether the password matches the hash; false for a malformed hash. */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [scheme, salt, key] = hash.split('$')
  if (scheme !== 'scrypt' || !salt || !key) return false
  const expected = Buffer.from(key, 'base64url')
  const derived = await derive(password.normalize('NFKC'), Buffer.from(salt, 'base64url'))
  return expected.length === derived.length && timingSafeEqual(expected, derived)
}
