import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type WholeReply } from '../../server/edge/reply.ts'
import { createSessionSeal } from '../../server/edge/sessionSeal.ts'
import { sealTokens } from '../../server/edge/sealTokens.ts'

const days = 86_400_000
const current = 'the-secret-of-this-edge-is-long-enough'
const previous = 'the-secret-of-last-year-is-long-enough'
const insecure = { remember: true, secure: false }
const seal = createSessionSeal({ secrets: [current] })

/** What a browser sends back: the name and value of each cookie that is not removed. */
const toCookies = (setCookies: readonly string[]) =>
  setCookies
    .filter((cookie) => !cookie.includes('Max-Age=0'))
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

const token = fc.stringMatching(/^[\w.~+/=-]+$/, { size: 'large' }).filter((text) => text.length <= 4_096)
const longToken = 'x'.repeat(4_096)

/** A token, sealed, as the browser holds it. */
function sealed(text: string, { remember, secure } = insecure, by = seal) {
  const { handle, setCookies } = by.seal(text, { remember, secure })
  return { handle, setCookies, cookies: toCookies(setCookies), open: { handle, secure } }
}

describe('a sealed token', () => {
  test('is opened by its handle and cookie, at any length', () => {
    fc.assert(
      fc.property(fc.oneof(token, fc.constant(longToken)), fc.boolean(), fc.boolean(), (text, remember, secure) => {
        const { cookies, open } = sealed(text, { remember, secure })
        expect(seal.open(`XSRF-TOKEN=a; ${cookies}; theme=dark`, open)).toBe(text)
      }),
    )
  })

  test('appears neither in the handle nor in the cookie', () => {
    const { handle, setCookies } = sealed('at_0123456789')
    for (const encoding of ['utf8', 'base64', 'base64url', 'hex'] as const)
      expect(handle + setCookies.join()).not.toContain(Buffer.from('at_0123456789').toString(encoding))
  })

  test('has another handle and another cookie each time', () => {
    const all = Array.from({ length: 50 }, () => sealed('at_1'))
    expect(new Set(all.map(({ handle }) => handle)).size).toBe(50)
    expect(new Set(all.map(({ cookies }) => cookies)).size).toBe(50)
  })

  test('is not opened by the handle of another session, or by none', () => {
    const [one, other] = [sealed('at_1'), sealed('at_2')]
    expect(seal.open(one.cookies, other.open)).toBeUndefined()
    expect(seal.open(one.cookies, { handle: '', secure: false })).toBeUndefined()
    expect(seal.open('', one.open)).toBeUndefined()
  })

  test('is not opened after a byte has changed', () => {
    fc.assert(
      fc.property(
        fc.oneof(token, fc.constant(longToken)),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (text, at, mask) => {
          const { cookies, open } = sealed(text)
          const bytes = Buffer.from(cookies.replace(/; session-2=/, '').replace('session=', ''), 'base64url')
          const index = at % bytes.byteLength
          bytes.writeUInt8(bytes.readUInt8(index) ^ mask, index)
          expect(seal.open(`session=${bytes.toString('base64url')}`, open)).toBeUndefined()
        },
      ),
    )
  })

  test('is not opened when it is truncated, extended or incomplete', () => {
    const { cookies, open } = sealed(longToken)
    const [first = '', second = ''] = cookies.split('; ')
    expect(seal.open(first, open)).toBeUndefined()
    expect(seal.open(second, open)).toBeUndefined()
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), (length) => {
        expect(seal.open(cookies.slice(0, -length), open)).toBeUndefined()
        expect(seal.open(`${cookies}${'A'.repeat(4 * length)}`, open)).toBeUndefined()
      }),
    )
  })

  test('nothing that a client may send throws', () => {
    const { handle } = sealed('at_1')
    const value = fc.oneof(fc.string(), fc.base64String(), fc.string({ unit: 'binary' }))
    fc.assert(
      fc.property(value, value, (cookie, other) => {
        for (const cookies of [cookie, `session=${cookie}`, `session=${cookie}; session-2=${other}`])
          for (const tried of [handle, other]) {
            expect(seal.open(cookies, { handle: tried, secure: false })).toBeUndefined()
          }
      }),
    )
  })

  test('expires after seven days, whatever the browser does with the cookie', () => {
    let time = Date.parse('2026-01-01')
    const timed = createSessionSeal({ secrets: [current], now: () => time })
    const { cookies, open } = sealed('at_1', { remember: false, secure: false }, timed)
    time += 7 * days - 1
    expect(timed.open(cookies, open)).toBe('at_1')
    time += 1
    expect(timed.open(cookies, open)).toBeUndefined()
  })
})

describe('the secret', () => {
  test('can be replaced: the first seals and each opens', () => {
    const rotated = createSessionSeal({ secrets: [current, previous] })
    const old = createSessionSeal({ secrets: [previous] })
    const before = sealed('at_1', insecure, old)
    expect(rotated.open(before.cookies, before.open)).toBe('at_1')
    const after = sealed('at_2', insecure, rotated)
    expect(seal.open(after.cookies, after.open)).toBe('at_2')
    expect(old.open(after.cookies, after.open)).toBeUndefined()
    // The previous secret is removed.
    expect(seal.open(before.cookies, before.open)).toBeUndefined()
  })
})

describe('the cookie', () => {
  test('is of this host, for https only, and not for script', () => {
    const { setCookies } = sealed('at_1', { remember: true, secure: true })
    expect(setCookies).toEqual([
      expect.stringMatching(/^__Host-session=[\w-]+; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age=604800$/),
      '__Host-session-2=; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=0',
    ])
  })

  test('has no prefix without https', () => {
    const { setCookies } = sealed('at_1')
    expect(setCookies[0]).toMatch(/^session=[\w-]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=604800$/)
  })

  test('ends with the browser unless the user is remembered', () => {
    const [first, second] = sealed(longToken, { remember: false, secure: true }).setCookies
    expect([first, second].join()).not.toMatch(/Max-Age|Expires/i)
  })

  test('is split where one cookie does not hold it', () => {
    const { setCookies } = sealed(longToken, { remember: true, secure: true })
    expect(setCookies.map((cookie) => cookie.split('=')[0])).toEqual(['__Host-session', '__Host-session-2'])
    for (const cookie of setCookies) expect(cookie.indexOf(';')).toBeLessThan(4_096)
  })

  test('is removed in both parts', () => {
    expect(seal.clear({ secure: true })).toEqual([
      '__Host-session=; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=0',
      '__Host-session-2=; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=0',
    ])
    expect(seal.clear({ secure: false })[0]).toBe('session=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0')
  })
})

describe('the reply to a sign-in', () => {
  const granted = { access_token: 'at_2f6d0a', refresh_token: 'rt_91c4be', user: { ID: 2, data: { filter: null } } }
  const headers = { 'content-type': 'application/json', 'content-length': '7', 'retry-after': '1' }
  const reply = (body: unknown, status = 200) => ({
    status,
    headers,
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  })
  const sealReply = (from: WholeReply) => sealTokens(from, (token) => seal.seal(token, insecure))

  test('has handles for tokens and is otherwise the same', () => {
    const { status, headers: sent, body } = sealReply(reply(granted, 201)) ?? {}
    const { 'set-cookie': setCookies, ...kept } = sent ?? {}
    expect([status, kept]).toEqual([201, { 'content-type': 'application/json', 'retry-after': '1' }])
    const fields = JSON.parse(String(body)) as typeof granted
    const handle = expect.stringMatching(/^[\w-]{43}$/) as string
    expect(fields).toEqual({ ...granted, access_token: handle, refresh_token: handle })
    expect(fields.access_token).not.toBe(fields.refresh_token)
    expect(seal.open(toCookies([setCookies ?? []].flat()), { handle: fields.access_token, secure: false })).toBe(
      granted.access_token,
    )
  })

  test('contains no copy of a token', () => {
    const copies = { token: 'at_2f6d0a', user: { old: ['rt_91c4be'] } }
    expect(String(sealReply(reply({ ...granted, ...copies }))?.body)).not.toMatch(/at_2f6d0a|rt_91c4be/)
    expect(sealReply(reply({ ...granted, header: 'Bearer at_2f6d0a' }))).toBeUndefined()
    expect(sealReply(reply({ ...granted, header: 'Refresh rt_91c4be' }))).toBeUndefined()
  })

  test.each([
    ['no JSON', '<html>'],
    ['broken JSON', '{"access_token":"at_2f6d0a"'],
    ['empty', ''],
    ['null', 'null'],
    ['a list', [granted]],
    ['without an access token', { ...granted, access_token: undefined }],
    ['without a refresh token', { ...granted, refresh_token: '' }],
    ['with a token that no header can carry', { ...granted, access_token: 'a b' }],
    ['with a token that is too long', { ...granted, access_token: `${longToken}x` }],
  ])('is not passed on: %s', (_, body) => {
    expect(sealReply(reply(body))).toBeUndefined()
  })

  test('is not passed on when it is compressed', () => {
    expect(sealReply({ ...reply(granted), headers: { 'content-encoding': 'gzip' } })).toBeUndefined()
  })

  test('is passed on as it is when the host refuses', () => {
    const text = '{ "code": "incorrect_password", "message": "<strong>No</strong>", "data": null }'
    expect(sealReply(reply(text, 500))).toEqual({ status: 500, headers, body: Buffer.from(text) })
    expect(sealReply({ status: 504, headers: {} })).toEqual({ status: 504, headers: {} })
    expect(sealReply(reply(granted, 500))).toBeUndefined()
  })
})
