import { describe, expect, it } from 'vitest'
import { PASSWORD, START, refused, useTestSandbox, type CallOptions } from './testSandbox.ts'

const REQUEST_LINK = '/wp-json/channel/v2/user_forget'
const USE_LINK = '/wp-json/channel/v2/user_forget/'
const LOGIN = '/wp-json/custom-plugin/user-login'
const ME = '/wp-json/custom-plugin/me/'
const NEW_PASSWORD = 'brand-new-24'
const SUCCESS = { status: 200, body: { message: 'Password reset successfully' } }
const INVALID = { status: 500, body: { code: 'invalid_key', message: 'Invalid key.', data: null } }
const EXPIRED = { status: 500, body: { code: 'expired_key', message: 'Invalid key.', data: null } }

const testSandbox = useTestSandbox()

function requestLink(typed: string, options: CallOptions = {}) {
  const body = new FormData()
  body.set('email_address', typed)
  return testSandbox.call('POST', REQUEST_LINK, { body, ...options })
}

interface Link {
  readonly key: string
  readonly login: string
}

/** Key and login of the link in the newest mail. */
async function newestLink(): Promise<Link> {
  const message = (await testSandbox.readMailbox()).findLast((one) => one.links.length > 0)
  const query = new URL(message?.links[0] ?? '').searchParams
  return { key: query.get('key') ?? '', login: query.get('login') ?? '' }
}

async function requestLinkFor(typed: string): Promise<Link> {
  expect((await requestLink(typed)).status).toBe(200)
  return newestLink()
}

const checkLink = ({ key, login }: Link) => testSandbox.call('POST', USE_LINK, { body: { key, login } })

const setPassword = ({ key, login }: Link, password: unknown = NEW_PASSWORD, confirmation: unknown = password) =>
  testSandbox.call('POST', USE_LINK, {
    body: { key, login, new_password: password, confirm_password: confirmation },
  })

const signIn = (username: string, password: string) =>
  testSandbox.call('POST', LOGIN, { body: { username, password, remember_me: '' } })

const noAccount = 'There is no account with that username or email address.'

describe('requesting a reset link', () => {
  it.each(['member', ' Member ', 'member@statecast.test', 'MEMBER@statecast.test '])('accepts %j', async (typed) => {
    expect(await requestLink(typed)).toMatchObject({
      status: 200,
      body: { message: 'Password reset instructions were sent successfully.' },
    })
    expect(await testSandbox.readMailbox()).toHaveLength(1)
  })

  it('sends mail with instructions and the link to the reset page', async () => {
    await requestLink('member')
    const [message] = await testSandbox.readMailbox()
    expect(message).toMatchObject({
      at: START.toISOString(),
      to: 'member@statecast.test',
      subject: '[Statecast] Password Reset',
    })
    expect(message?.text).toContain('Hello Mara Ellison,')
    expect(message?.text).toContain('your account (member).')
    expect(message?.text).toContain('The link works once and expires in 24 hours.')
    expect(message?.text).toContain('If you didn’t request this, ignore this email.')
    expect(message?.links).toEqual([
      expect.stringMatching(/^http:\/\/sandbox\.test\/reset-password\?key=[A-Za-z0-9]{20}&login=member$/),
    ])
  })

  it('shows the mail and its link on the sandbox page', async () => {
    const { key } = await requestLinkFor('member')
    const page = await testSandbox.readPage()
    expect(page).toContain('[Statecast] Password Reset')
    expect(page).toContain(`<a href="http://sandbox.test/reset-password?key=${key}&amp;login=member">`)
  })

  it.each([
    ['https', 'tv.statecast.test', 'https://tv.statecast.test/reset-password?'],
    ['http', 'localhost:4173', 'http://localhost:4173/reset-password?'],
    ['http', '[::1]:4173', 'http://[::1]:4173/reset-password?'],
    // Not a host name, so the link has the origin of the request.
    ['https', 'evil.test/path?', 'http://sandbox.test/reset-password?'],
    ['https', 'user@evil.test', 'http://sandbox.test/reset-password?'],
  ])('links to the application’s origin: %s %s', async (proto, host, begins) => {
    await requestLink('member', { headers: { 'x-forwarded-proto': proto, 'x-forwarded-host': host } })
    const [message] = await testSandbox.readMailbox()
    expect(message?.links[0]?.startsWith(begins)).toBe(true)
  })

  it.each([
    ['nobody@statecast.test', 'invalid_email', noAccount],
    ['nobody', 'invalidcombo', noAccount],
    ['<img src=x onerror=alert(1)>', 'invalidcombo', noAccount],
    ["member' OR '1'='1", 'invalidcombo', noAccount],
    ['', 'empty_username', 'Please enter a username or email address.'],
    ['   ', 'empty_username', 'Please enter a username or email address.'],
  ])('refuses %j as WordPress does: status 500 and an HTML message', async (typed, code, message) => {
    expect(await requestLink(typed)).toMatchObject({
      status: 500,
      body: { code, message: `<strong>Error:</strong> ${message}`, data: null },
    })
    expect(await testSandbox.readMailbox()).toEqual([])
  })

  it('treats an unreadable form as empty', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=one' }
    const body = '--another\r\nnonsense'
    expect(await testSandbox.call('POST', REQUEST_LINK, { headers, body, part: 'none' })).toMatchObject(
      refused(400, 'rest_missing_callback_param'),
    )
  })

  it('allows ten links per account and hour', async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      testSandbox.advanceTo(turn * 60_000)
      expect((await requestLink('member')).status).toBe(200)
    }
    const link = await newestLink()
    expect(await requestLink('member@statecast.test')).toMatchObject({
      status: 429,
      body: { code: 'password_reset_limit', data: { status: 429 } },
    })
    expect(await testSandbox.readMailbox()).toHaveLength(10)
    expect(await checkLink(link)).toMatchObject(SUCCESS)
    expect((await requestLink('guest')).status).toBe(200)
    testSandbox.advanceTo(3_600_000)
    expect((await requestLink('member')).status).toBe(200)
    expect((await requestLink('member')).status).toBe(429)
  })

  it('applies the limit to concurrent requests', async () => {
    const responses = await Promise.all(Array.from({ length: 15 }, () => requestLink('member')))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(await testSandbox.readMailbox()).toHaveLength(10)
  })
})

describe('a reset link', () => {
  it('can be checked repeatedly without a change', async () => {
    const link = await requestLinkFor('member')
    for (let turn = 0; turn < 3; turn += 1) expect(await checkLink(link)).toMatchObject(SUCCESS)
    expect((await signIn('member', PASSWORD)).status).toBe(200)
  })

  it('sets the new password and invalidates the old one', async () => {
    const link = await requestLinkFor('member@statecast.test')
    await checkLink(link)
    expect(await setPassword(link)).toMatchObject(SUCCESS)
    expect((await signIn('member', NEW_PASSWORD)).status).toBe(200)
    expect(await signIn('member', PASSWORD)).toMatchObject(refused(500, 'incorrect_password'))
    expect((await signIn('guest', PASSWORD)).status).toBe(200)
  })

  it('works once', async () => {
    const link = await requestLinkFor('member')
    await setPassword(link)
    expect(await checkLink(link)).toMatchObject(INVALID)
    expect(await setPassword(link, 'another-one-24')).toMatchObject(INVALID)
    expect((await signIn('member', NEW_PASSWORD)).status).toBe(200)
  })

  it('works once for concurrent requests', async () => {
    const link = await requestLinkFor('member')
    const passwords = ['first-one-24', 'second-one-24', 'third-one-24', 'fourth-one-24']
    const responses = await Promise.all(passwords.map((password) => setPassword(link, password)))
    const statuses = responses.map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 500, 500, 500])
    const signedIn = []
    for (const password of passwords) signedIn.push((await signIn('member', password)).status)
    expect(signedIn).toEqual(statuses)
  })

  it('is invalidated by a newer one', async () => {
    const older = await requestLinkFor('member')
    const newer = await requestLinkFor('member')
    await requestLinkFor('guest')
    expect(await checkLink(older)).toMatchObject(INVALID)
    expect(await setPassword(older)).toMatchObject(INVALID)
    expect(await setPassword(newer)).toMatchObject(SUCCESS)
    expect(await checkLink(older)).toMatchObject(INVALID)
  })

  it('expires after 24 hours', async () => {
    const link = await requestLinkFor('member')
    testSandbox.advanceTo(86_400_000 - 1)
    expect(await checkLink(link)).toMatchObject(SUCCESS)
    testSandbox.advanceTo(86_400_000)
    expect(await checkLink(link)).toMatchObject(EXPIRED)
    expect(await setPassword(link)).toMatchObject(EXPIRED)
    expect((await signIn('member', PASSWORD)).status).toBe(200)
    expect(await setPassword(await requestLinkFor('member'))).toMatchObject(SUCCESS)
  })

  it.each([
    ['another key', { key: 'Jq2mN8vT4xYb7cRd1kWz' }],
    ['an empty key', { key: '' }],
    ['a key in another case', 'swapped'],
    ['another account', { login: 'guest' }],
    ['no account', { login: 'nobody' }],
    ['an email address instead of the login', { login: 'member@statecast.test' }],
    ['an empty login', { login: '' }],
  ])('is invalid with %s', async (_, change) => {
    const link = await requestLinkFor('member')
    const swapped = { key: link.key.replace(/[a-z]/gi, (one) => (one < 'a' ? one.toLowerCase() : one.toUpperCase())) }
    const wrong = { ...link, ...(change === 'swapped' ? swapped : (change as Partial<Link>)) }
    expect(await checkLink(wrong)).toMatchObject(INVALID)
    expect(await setPassword(wrong)).toMatchObject(INVALID)
    expect(await checkLink(link)).toMatchObject(SUCCESS)
  })

  it('accepts a key with characters that mail programs add', async () => {
    const link = await requestLinkFor('member')
    expect(await checkLink({ ...link, key: `<${link.key}>` })).toMatchObject(SUCCESS)
  })

  it('is stored as a digest and persists after a restart', async () => {
    const link = await requestLinkFor('member')
    await testSandbox.reopen()
    expect(await checkLink(link)).toMatchObject(SUCCESS)
    // Only the mailbox contains the key.
    const text = await testSandbox.readFiles()
    const bare = text.split(link.key).length - 1
    const inLink = text.split(`key=${link.key}&login`).length - 1
    expect(inLink).toBeGreaterThan(0)
    expect(bare).toBe(inLink)
  })

  it('is deleted by a reset, as is the new password', async () => {
    const used = await requestLinkFor('member')
    await setPassword(used)
    const open = await requestLinkFor('guest')
    await testSandbox.send('POST', '/sandbox/reset')
    expect(await checkLink(open)).toMatchObject(INVALID)
    expect(await testSandbox.readMailbox()).toEqual([])
    expect((await signIn('member', PASSWORD)).status).toBe(200)
  })

  it('can be expired for one account or all', async () => {
    const member = await requestLinkFor('member')
    const guest = await requestLinkFor('guest')
    const expire = (body: unknown) => testSandbox.send('POST', '/sandbox/expire', { body })
    expect((await expire({ what: 'links', account: 'member' })).status).toBe(204)
    expect(await checkLink(member)).toMatchObject(EXPIRED)
    expect(await checkLink(guest)).toMatchObject(SUCCESS)
    await expire({ what: 'links' })
    expect(await checkLink(guest)).toMatchObject(EXPIRED)
  })
})

describe('the new password', () => {
  it.each([
    ['different ones', NEW_PASSWORD, 'brand-new-25', 'password_mismatch'],
    ['seven characters', 'seven-7', 'seven-7', 'password_too_short'],
    ['seven characters of two UTF-16 units each', '📺'.repeat(7), '📺'.repeat(7), 'password_too_short'],
    ['nothing', '', '', 'password_too_short'],
  ])('is refused: %s; the link stays valid', async (_, password, again, code) => {
    const link = await requestLinkFor('member')
    expect(await setPassword(link, password, again)).toMatchObject({
      status: 400,
      body: { code, data: { status: 400 } },
    })
    expect(await setPassword(link)).toMatchObject(SUCCESS)
  })

  it.each(['eight-88', '<script>alert(1)</script>', 'Zweiundvierzig Ströme 📺', "' OR 1=1 --", ' spaced  out '])(
    'may be %j',
    async (password) => {
      expect(await setPassword(await requestLinkFor('member'), password)).toMatchObject(SUCCESS)
      expect((await signIn('member', password)).status).toBe(200)
    },
  )

  it('is validated after the link', async () => {
    expect(await setPassword({ key: 'wrong', login: 'member' }, 'x', 'y')).toMatchObject(INVALID)
  })

  it.each([
    ['', 'rest_missing_callback_param', { params: ['key', 'login'] }],
    [
      { key: 'k', login: 'member', new_password: NEW_PASSWORD },
      'rest_missing_callback_param',
      { params: ['confirm_password'] },
    ],
    [
      { key: 'k', login: 'member', confirm_password: NEW_PASSWORD },
      'rest_missing_callback_param',
      { params: ['new_password'] },
    ],
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
  ])('a call with %j is refused with %s', async (body, code, data) => {
    expect(await testSandbox.call('POST', USE_LINK, { body, part: 'response' })).toMatchObject({
      status: 400,
      body: { code, data: { status: 400, ...data } },
    })
  })

  it('ends every session of its account only', async () => {
    const here = await testSandbox.asUser('member', true)
    const there = await testSandbox.asUser('member')
    const guest = await testSandbox.asUser('guest')
    await setPassword(await requestLinkFor('member'))
    expect(await here('GET', ME)).toMatchObject(refused(401, 'session_invalid'))
    expect(await there('GET', ME)).toMatchObject(refused(401, 'session_invalid'))
    expect((await guest('GET', ME)).status).toBe(200)
  })

  it('ends no session when it is refused or the link is only checked', async () => {
    const here = await testSandbox.asUser('member', true)
    const link = await requestLinkFor('member')
    await checkLink(link)
    await setPassword(link, 'short')
    expect((await here('GET', ME)).status).toBe(200)
  })

  it('refuses a concurrent sign-in with the old password', async () => {
    const link = await requestLinkFor('member')
    const [, ...signedIn] = await Promise.all([
      setPassword(link),
      ...Array.from({ length: 4 }, () => signIn('member', PASSWORD)),
    ])
    for (const { status, body } of signedIn) {
      if (status !== 200) continue
      const { access_token: token } = body as { access_token: string }
      expect(await testSandbox.as(token)('GET', ME)).toMatchObject(refused(401, 'session_invalid'))
    }
    expect((await signIn('member', NEW_PASSWORD)).status).toBe(200)
  })

  it('is confirmed by mail without a link and without the password', async () => {
    await setPassword(await requestLinkFor('member'))
    const letters = await testSandbox.readMailbox()
    expect(letters).toMatchObject([
      { subject: '[Statecast] Password Reset' },
      { subject: '[Statecast] Password Changed', to: 'member@statecast.test', links: [] },
    ])
    expect(letters[1]?.text).toContain('was changed at 2026-11-21 10:00 UTC')
    expect(JSON.stringify(letters)).not.toContain(NEW_PASSWORD)
  })
})

describe('faults of the two calls', () => {
  it('a fault can match the check or the new password by a field', async () => {
    const link = await requestLinkFor('member')
    await testSandbox.addFault({ call: `POST ${REQUEST_LINK}`, fault: 'refuse', times: 1 })
    expect(await requestLink('member')).toMatchObject(refused(500, 'invalid_email'))
    await testSandbox.addFault({ call: `POST ${USE_LINK}`, fault: 'refuse', match: { new_password: null }, times: 1 })
    await testSandbox.addFault({ call: `POST ${USE_LINK}`, fault: 'status-429', match: 'new_password', times: 1 })
    expect(await setPassword(link)).toMatchObject(refused(429, 'too_many_requests'))
    expect(await checkLink(link)).toMatchObject(EXPIRED)
    expect(await checkLink(link)).toMatchObject(SUCCESS)
    expect(await setPassword(link)).toMatchObject(SUCCESS)
  })

  it('markup is in the message of the response, not in the mail', async () => {
    await testSandbox.addFault({ call: `POST ${REQUEST_LINK}`, fault: 'markup', message: '<b>x</b>', times: 1 })
    expect(await requestLink('member')).toMatchObject({
      status: 200,
      body: { message: 'Password reset instructions were sent successfully.<b>x</b>' },
    })
    expect((await testSandbox.readMailbox())[0]?.text).not.toContain('<b>')
  })
})

describe('markup in records', () => {
  it('an invalid email adds no line to the mail and is text on the page', async () => {
    await requestLink('member', { headers: { 'x-forwarded-for': '<script>alert(1)</script>\tX, 10.0.0.1' } })
    const [message] = await testSandbox.readMailbox()
    expect(message?.text.split('\n').at(-1)).toBe('Requested from IP address <script>alert(1)</script> X.')
    const page = await testSandbox.readPage()
    expect(page).not.toContain('<script>alert')
    expect(page).toContain('&lt;script&gt;alert(1)')
  })
})
