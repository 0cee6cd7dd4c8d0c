import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LineCut } from '../../server/sandbox/faults.ts'
import { type Letter } from '../../server/sandbox/control.ts'
import { openBench, PASSWORD, type Asked, type Bench } from './bench.ts'

const ASK = '/wp-json/channel/v2/user_forget'
const USE = '/wp-json/channel/v2/user_forget/'
const LOGIN = '/wp-json/custom-plugin/user-login'
const ME = '/wp-json/custom-plugin/me/'
const START = new Date('2026-11-21T10:00:00.000Z')
const NEW = 'brand-new-24'
const GOOD = { status: 200, body: { message: 'Password reset successfully' } }
const INVALID = { status: 500, body: { code: 'invalid_key', message: 'Invalid key.', data: null } }
const EXPIRED = { status: 500, body: { code: 'expired_key', message: 'Invalid key.', data: null } }

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.end())
beforeEach(async () => {
  bench.now = START
  await bench.send('POST', '/sandbox/reset')
})

const after = (ms: number) => {
  bench.now = new Date(START.getTime() + ms)
}

const mailbox = async () => (await (await bench.send('GET', '/sandbox/mail')).json()) as Letter[]

function ask(typed: string, asked: Asked = {}) {
  const body = new FormData()
  body.set('email_address', typed)
  return bench.call('POST', ASK, { body, ...asked })
}

interface Link {
  readonly key: string
  readonly login: string
}

/** Key and login of the newest letter's link. */
async function newestLink(): Promise<Link> {
  const letter = (await mailbox()).findLast((one) => one.links.length > 0)
  const query = new URL(letter?.links[0] ?? '').searchParams
  return { key: query.get('key') ?? '', login: query.get('login') ?? '' }
}

async function linkFor(typed: string): Promise<Link> {
  expect((await ask(typed)).status).toBe(200)
  return newestLink()
}

const check = ({ key, login }: Link, asked: Asked = {}) => bench.call('POST', USE, { body: { key, login }, ...asked })

const set = ({ key, login }: Link, password: unknown = NEW, again: unknown = password, asked: Asked = {}) =>
  bench.call('POST', USE, { body: { key, login, new_password: password, confirm_password: again }, ...asked })

const signIn = (username: string, password: string) =>
  bench.call('POST', LOGIN, { body: { username, password, remember_me: '' } })

describe('asking for a reset link', () => {
  it.each(['member', ' Member ', 'member@statecast.test', 'MEMBER@statecast.test '])('takes %j', async (typed) => {
    expect(await ask(typed)).toMatchObject({
      status: 200,
      body: { message: 'Password reset instructions were sent successfully.' },
    })
    expect(await mailbox()).toHaveLength(1)
  })

  it('sends a letter that tells what to do, and the link to the reset page', async () => {
    await ask('member')
    const [letter] = await mailbox()
    expect(letter).toMatchObject({
      at: START.toISOString(),
      to: 'member@statecast.test',
      subject: '[Statecast] Password Reset',
    })
    expect(letter?.text).toContain('Hello Mara Ellison,')
    expect(letter?.text).toContain('account member.')
    expect(letter?.text).toContain('It works once, until 2026-11-22 10:00 UTC (24 hours)')
    expect(letter?.text).toContain('do nothing: your password stays as it is')
    expect(letter?.links).toEqual([
      expect.stringMatching(/^http:\/\/sandbox\.test\/reset-password\?key=[A-Za-z0-9]{20}&login=member$/),
    ])
  })

  it('shows the letter and its link on the page', async () => {
    const { key } = await linkFor('member')
    const page = await (await bench.send('GET', '/sandbox')).text()
    expect(page).toContain('[Statecast] Password Reset')
    expect(page).toContain(`<a href="http://sandbox.test/reset-password?key=${key}&amp;login=member">`)
  })

  it.each([
    ['https', 'tv.statecast.test', 'https://tv.statecast.test/reset-password?'],
    ['http', 'localhost:4173', 'http://localhost:4173/reset-password?'],
    ['http', '[::1]:4173', 'http://[::1]:4173/reset-password?'],
    // No host name: the link leads to where the call went.
    ['https', 'evil.test/path?', 'http://sandbox.test/reset-password?'],
    ['https', 'user@evil.test', 'http://sandbox.test/reset-password?'],
  ])('leads to the application in front of it: %s %s', async (proto, host, begins) => {
    await ask('member', { headers: { 'x-forwarded-proto': proto, 'x-forwarded-host': host } })
    const [letter] = await mailbox()
    expect(letter?.links[0]?.startsWith(begins)).toBe(true)
  })

  it('gives another key each time', async () => {
    const keys = []
    for (let turn = 0; turn < 5; turn += 1) keys.push((await linkFor('member')).key)
    expect(new Set(keys).size).toBe(5)
  })

  it.each([
    ['nobody@statecast.test', 'invalid_email'],
    ['nobody', 'invalidcombo'],
    ['<img src=x onerror=alert(1)>', 'invalidcombo'],
    ["member' OR '1'='1", 'invalidcombo'],
  ])('refuses %j as the core does: 500, no status, its own words in HTML', async (typed, code) => {
    expect(await ask(typed)).toMatchObject({
      status: 500,
      body: {
        code,
        message: '<strong>Error:</strong> There is no account with that username or email address.',
        data: null,
      },
    })
    expect(await mailbox()).toEqual([])
  })

  it.each(['', '   '])('refuses %j as empty', async (typed) => {
    expect(await ask(typed)).toMatchObject({
      status: 500,
      body: {
        code: 'empty_username',
        message: '<strong>Error:</strong> Please enter a username or email address.',
        data: null,
      },
    })
  })

  it('wants the field, and wants it as text', async () => {
    expect(await bench.call('POST', ASK, { body: new FormData(), part: 'answer' })).toMatchObject({
      status: 400,
      body: { code: 'rest_missing_callback_param', data: { params: ['email_address'] } },
    })
    const form = new FormData()
    form.set('email_address', new File(['member'], 'member.txt'))
    expect(await bench.call('POST', ASK, { body: form, part: 'answer' })).toMatchObject({
      status: 400,
      body: { code: 'rest_invalid_param', data: { params: { email_address: 'email_address is not of type string.' } } },
    })
  })

  it('takes a form that can not be read for an empty one', async () => {
    const response = await bench.sandbox.fetch(
      new Request(`http://sandbox.test${ASK}`, {
        method: 'POST',
        headers: { XSRF: 'x', 'content-type': 'multipart/form-data; boundary=one' },
        body: '--another\r\nnonsense',
      }),
    )
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'rest_missing_callback_param' }])
  })

  it('is refused without XSRF, and no letter leaves', async () => {
    expect(await ask('member', { headers: { XSRF: '' }, part: 'answer' })).toMatchObject({
      status: 403,
      body: { code: 'rest_cookie_invalid_nonce' },
    })
    expect(await mailbox()).toEqual([])
  })

  it('has a limit of ten an hour for each account', async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      after(turn * 60_000)
      expect((await ask('member')).status).toBe(200)
    }
    const link = await newestLink()
    expect(await ask('member@statecast.test')).toMatchObject({
      status: 429,
      body: { code: 'password_reset_limit', data: { status: 429 } },
    })
    expect(await mailbox()).toHaveLength(10)
    expect(await check(link)).toMatchObject(GOOD)
    expect((await ask('guest')).status).toBe(200)
    after(3_600_000)
    expect((await ask('member')).status).toBe(200)
    expect((await ask('member')).status).toBe(429)
  })

  it('keeps the limit for many at once', async () => {
    const statuses = (await Promise.all(Array.from({ length: 15 }, () => ask('member')))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect(await mailbox()).toHaveLength(10)
  })
})

describe('a reset link', () => {
  it('is good when checked, as often as one likes, and nothing changes', async () => {
    const link = await linkFor('member')
    for (let turn = 0; turn < 3; turn += 1) expect(await check(link)).toMatchObject(GOOD)
    expect((await signIn('member', PASSWORD)).status).toBe(200)
  })

  it('sets the new password with the same words, and the old one is worth nothing', async () => {
    const link = await linkFor('member@statecast.test')
    await check(link)
    expect(await set(link)).toMatchObject(GOOD)
    expect((await signIn('member', NEW)).status).toBe(200)
    expect(await signIn('member', PASSWORD)).toMatchObject({ status: 500, body: { code: 'incorrect_password' } })
    expect((await signIn('guest', PASSWORD)).status).toBe(200)
  })

  it('works once', async () => {
    const link = await linkFor('member')
    await set(link)
    expect(await check(link)).toMatchObject(INVALID)
    expect(await set(link, 'another-one-24')).toMatchObject(INVALID)
    expect((await signIn('member', NEW)).status).toBe(200)
  })

  it('works once for many at once', async () => {
    const link = await linkFor('member')
    const words = ['first-one-24', 'second-one-24', 'third-one-24', 'fourth-one-24']
    const answered = await Promise.all(words.map((word) => set(link, word)))
    const statuses = answered.map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 500, 500, 500])
    const signedIn = []
    for (const word of words) signedIn.push((await signIn('member', word)).status)
    expect(signedIn).toEqual(statuses)
  })

  it('is ended by a newer one', async () => {
    const older = await linkFor('member')
    const newer = await linkFor('member')
    expect(await check(older)).toMatchObject(INVALID)
    expect(await set(older)).toMatchObject(INVALID)
    expect(await set(newer)).toMatchObject(GOOD)
    expect(await check(older)).toMatchObject(INVALID)
  })

  it('is not ended by the link of somebody else', async () => {
    const link = await linkFor('member')
    await linkFor('guest')
    expect(await check(link)).toMatchObject(GOOD)
  })

  it('lasts 24 hours by the clock of the sandbox', async () => {
    const link = await linkFor('member')
    after(86_400_000 - 1)
    expect(await check(link)).toMatchObject(GOOD)
    after(86_400_000)
    expect(await check(link)).toMatchObject(EXPIRED)
    expect(await set(link)).toMatchObject(EXPIRED)
    expect((await signIn('member', PASSWORD)).status).toBe(200)
  })

  it('expires between its check and the new password', async () => {
    const link = await linkFor('member')
    after(86_400_000 - 1)
    await check(link)
    after(86_400_001)
    expect(await set(link)).toMatchObject(EXPIRED)
    expect(await set(await linkFor('member'))).toMatchObject(GOOD)
  })

  it.each([
    ['another key', { key: 'Jq2mN8vT4xYb7cRd1kWz' }],
    ['an empty key', { key: '' }],
    ['a key in other letters', 'swapped'],
    ['another account', { login: 'guest' }],
    ['no account', { login: 'nobody' }],
    ['an address in place of the login', { login: 'member@statecast.test' }],
    ['an empty login', { login: '' }],
  ])('is invalid with %s', async (_, change) => {
    const link = await linkFor('member')
    const swapped = { key: link.key.replace(/[a-z]/gi, (one) => (one < 'a' ? one.toLowerCase() : one.toUpperCase())) }
    const wrong = { ...link, ...(change === 'swapped' ? swapped : (change as Partial<Link>)) }
    expect(await check(wrong)).toMatchObject(INVALID)
    expect(await set(wrong)).toMatchObject(INVALID)
    expect(await check(link)).toMatchObject(GOOD)
  })

  it('is read past what a mail program puts around its key', async () => {
    const link = await linkFor('member')
    expect(await check({ ...link, key: `<${link.key}>` })).toMatchObject(GOOD)
  })

  it('is kept as a digest only, and outlives a restart', async () => {
    const link = await linkFor('member')
    await bench.reopen()
    expect(await check(link)).toMatchObject(GOOD)
    // The letter itself is the mailbox's, which is not the host's: only there may the key stand.
    const file = await readFile(`${bench.data}/records.sqlite`)
    const wal = await readFile(`${bench.data}/records.sqlite-wal`).catch(() => Buffer.of())
    const text = Buffer.concat([file, wal]).toString('latin1')
    const bare = text.split(link.key).length - 1
    const inLink = text.split(`key=${link.key}&login`).length - 1
    expect(inLink).toBeGreaterThan(0)
    expect(bare).toBe(inLink)
  })

  it('is gone after a reset to the first state, and so is the new password', async () => {
    const used = await linkFor('member')
    await set(used)
    const open = await linkFor('guest')
    await bench.send('POST', '/sandbox/reset')
    expect(await check(open)).toMatchObject(INVALID)
    expect(await mailbox()).toEqual([])
    expect((await signIn('member', PASSWORD)).status).toBe(200)
  })

  it('can be ended by hand, for one account or all', async () => {
    const member = await linkFor('member')
    const guest = await linkFor('guest')
    const expire = (body: unknown) => bench.send('POST', '/sandbox/expire', { body })
    expect((await expire({ what: 'links', account: 'member' })).status).toBe(204)
    expect(await check(member)).toMatchObject(EXPIRED)
    expect(await check(guest)).toMatchObject(GOOD)
    await expire({ what: 'links' })
    expect(await check(guest)).toMatchObject(EXPIRED)
  })
})

describe('the new password', () => {
  it.each([
    ['different ones', NEW, 'brand-new-25', 'password_mismatch'],
    ['seven characters', 'seven-7', 'seven-7', 'password_too_short'],
    ['seven characters of two units each', '📺'.repeat(7), '📺'.repeat(7), 'password_too_short'],
    ['nothing', '', '', 'password_too_short'],
  ])('is refused: %s; the link still works', async (_, password, again, code) => {
    const link = await linkFor('member')
    expect(await set(link, password, again)).toMatchObject({ status: 400, body: { code, data: { status: 400 } } })
    expect(await set(link)).toMatchObject(GOOD)
  })

  it.each(['eight-88', '<script>alert(1)</script>', 'Zweiundvierzig Ströme 📺', "' OR 1=1 --", ' spaced  out '])(
    'may be %j',
    async (password) => {
      expect(await set(await linkFor('member'), password)).toMatchObject(GOOD)
      expect((await signIn('member', password)).status).toBe(200)
    },
  )

  it('is looked at only when the link is good', async () => {
    expect(await set({ key: 'wrong', login: 'member' }, 'x', 'y')).toMatchObject(INVALID)
  })

  it.each([
    [{ login: 'member' }, 'rest_missing_callback_param', { params: ['key'] }],
    ['', 'rest_missing_callback_param', { params: ['key', 'login'] }],
    [{ key: 'k', login: 'member', new_password: NEW }, 'rest_missing_callback_param', { params: ['confirm_password'] }],
    [{ key: 'k', login: 'member', confirm_password: NEW }, 'rest_missing_callback_param', { params: ['new_password'] }],
    [{ key: ['k'], login: 'member' }, 'rest_invalid_param', { params: { key: 'key is not of type string.' } }],
    [
      { key: 'k', login: 'member', new_password: 12345678, confirm_password: 12345678 },
      'rest_invalid_param',
      {
        params: {
          new_password: 'new_password is not of type string.',
          confirm_password: 'confirm_password is not of type string.',
        },
      },
    ],
    [
      { key: 'k', login: 'member', new_password: 'x'.repeat(4097), confirm_password: '' },
      'rest_invalid_param',
      { params: { new_password: 'new_password must be at most 4096 characters long.' } },
    ],
    ['{"key":', 'rest_invalid_json', {}],
  ])('a call with %j is refused with %s', async (body, code, data) => {
    expect(await bench.call('POST', USE, { body, part: 'answer' })).toMatchObject({
      status: 400,
      body: { code, data: { status: 400, ...data } },
    })
  })

  it('is not set without XSRF', async () => {
    const link = await linkFor('member')
    expect(await set(link, NEW, NEW, { headers: { XSRF: '' }, part: 'answer' })).toMatchObject({ status: 403 })
    expect((await signIn('member', PASSWORD)).status).toBe(200)
  })

  it('ends every session of its account and nobody else’s', async () => {
    const here = bench.as(await bench.signIn('member', true))
    const there = bench.as(await bench.signIn('member'))
    const guest = bench.as(await bench.signIn('guest'))
    await set(await linkFor('member'))
    expect(await here('GET', ME)).toMatchObject({ status: 401, body: { code: 'session_invalid' } })
    expect(await there('GET', ME)).toMatchObject({ status: 401, body: { code: 'session_invalid' } })
    expect((await guest('GET', ME)).status).toBe(200)
  })

  it('ends no session when it is refused or only checked', async () => {
    const here = bench.as(await bench.signIn('member', true))
    const link = await linkFor('member')
    await check(link)
    await set(link, 'short')
    expect((await here('GET', ME)).status).toBe(200)
  })

  it('lets no sign-in with the old one slip through beside it', async () => {
    const link = await linkFor('member')
    const [, ...signedIn] = await Promise.all([
      set(link),
      ...Array.from({ length: 4 }, () => signIn('member', PASSWORD)),
    ])
    for (const { status, body } of signedIn) {
      if (status !== 200) continue
      const { access_token: token } = body as { access_token: string }
      expect(await bench.as(token)('GET', ME)).toMatchObject({ status: 401, body: { code: 'session_invalid' } })
    }
    expect((await signIn('member', NEW)).status).toBe(200)
  })

  it('is told to the owner in a second letter, without a link and without the password', async () => {
    await set(await linkFor('member'))
    const letters = await mailbox()
    expect(letters.map(({ subject }) => subject)).toEqual([
      '[Statecast] Password Reset',
      '[Statecast] Password Changed',
    ])
    expect(letters[1]).toMatchObject({ to: 'member@statecast.test', links: [] })
    expect(letters[1]?.text).toContain('was changed at 2026-11-21 10:00 UTC')
    expect(JSON.stringify(letters)).not.toContain(NEW)
  })
})

describe('faults of the two calls', () => {
  const raw = (path: string, body: unknown) =>
    bench.sandbox.fetch(
      new Request(`http://sandbox.test${path}`, {
        method: 'POST',
        headers: { XSRF: 'x', 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    )

  it('the check and the new password are told apart by a field', async () => {
    const link = await linkFor('member')
    await bench.fault({ call: `POST ${USE}`, fault: 'refuse', match: { new_password: null }, times: 1 })
    await bench.fault({ call: `POST ${USE}`, fault: 'status-429', match: 'new_password', times: 1 })
    expect(await set(link)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(await check(link)).toMatchObject(EXPIRED)
    expect(await check(link)).toMatchObject(GOOD)
    expect(await set(link)).toMatchObject(GOOD)
  })

  it('a fault of asking leaves the link alone, and the other way round', async () => {
    const link = await linkFor('member')
    await bench.fault({ call: `POST ${ASK}`, fault: 'refuse', times: 1 })
    expect(await check(link)).toMatchObject(GOOD)
    expect(await ask('member')).toMatchObject({ status: 500, body: { code: 'invalid_email', data: null } })
    await bench.fault({ call: `POST ${USE}`, fault: 'refuse', times: 1 })
    expect((await ask('member')).status).toBe(200)
    expect(await check(await newestLink())).toMatchObject(EXPIRED)
  })

  it('cut-after: the password is set, and the same call again finds the link used', async () => {
    const link = await linkFor('member')
    await bench.fault({ call: `POST ${USE}`, fault: 'cut-after', match: 'new_password', times: 1 })
    const body = { ...link, new_password: NEW, confirm_password: NEW }
    await expect(raw(USE, body)).rejects.toBeInstanceOf(LineCut)
    expect((await signIn('member', NEW)).status).toBe(200)
    expect(await set(link)).toMatchObject(INVALID)
  })

  it('cut-before: nothing happened', async () => {
    const link = await linkFor('member')
    await bench.fault({ call: `POST ${USE}`, fault: 'cut-before', match: 'new_password', times: 1 })
    await expect(raw(USE, { ...link, new_password: NEW, confirm_password: NEW })).rejects.toBeInstanceOf(LineCut)
    expect(await set(link)).toMatchObject(GOOD)
  })

  it('markup stands in the message, the letter stays clean', async () => {
    await bench.fault({ call: `POST ${ASK}`, fault: 'markup', message: '<b>x</b>', times: 1 })
    expect(await ask('member')).toMatchObject({
      status: 200,
      body: { message: 'Password reset instructions were sent successfully.<b>x</b>' },
    })
    expect((await mailbox())[0]?.text).not.toContain('<b>')
  })
})

describe('markup in what is written down', () => {
  it('an address that is none breaks no line of the letter and shows as text on the page', async () => {
    await ask('member', { headers: { 'x-forwarded-for': '<script>alert(1)</script>\tX, 10.0.0.1' } })
    const [letter] = await mailbox()
    expect(letter?.text.split('\n').at(-1)).toBe('It was asked for from <script>alert(1)</script> X.')
    const page = await (await bench.send('GET', '/sandbox')).text()
    expect(page).not.toContain('<script>alert')
    expect(page).toContain('&lt;script&gt;alert(1)')
  })
})
