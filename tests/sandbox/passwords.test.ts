import { expect, test } from 'vitest'
import { hashPassword, hashPublicPassword, isPassword } from '../../server/sandbox/passwords.ts'

const salt = Buffer.from('0123456789abcdef')

test('a password that a user chooses is hashed at the full cost, each time with another salt', async () => {
  const [one, other] = await Promise.all([hashPassword('Pâssword 1'), hashPassword('Pâssword 1')])
  expect(one).toMatch(/^scrypt\$[\w-]{22}\$[\w-]{43}$/)
  expect(other).not.toBe(one)
  expect(await isPassword('Pa\u0302ssword 1', one)).toBe(true)
  expect(await isPassword('Password 1', one)).toBe(false)
  // The same salt and key at the low cost are another password.
  expect(await isPassword('Pâssword 1', one.replace('scrypt', 'scrypt-public'))).toBe(false)
})

test('the hash of a public password of the seed is reproducible', async () => {
  const hash = await hashPublicPassword('live-news-24', salt)
  expect(hash).toBe(await hashPublicPassword('live-news-24', salt))
  expect(await isPassword('live-news-24', hash)).toBe(true)
  expect(await isPassword('live-news-25', hash)).toBe(false)
})

test.each(['', 'scrypt', 'scrypt$$', 'md5$c2FsdA$a2V5', 'toString$c2FsdA$a2V5'])(
  'the malformed hash %j fits no password',
  async (hash) => {
    expect(await isPassword('live-news-24', hash)).toBe(false)
  },
)
