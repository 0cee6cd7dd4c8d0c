import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Letter } from '../../server/sandbox/control.ts'
import { LineCut } from '../../server/sandbox/faults.ts'
import { openBench, type Asked, type Bench } from './bench.ts'

const REQUEST = '/wp-json/channel/v2/channel_request'
const SENT = {
  success: true,
  message: 'Your request has been submitted successfully. We will notify you once your channel is approved.',
}
const AGAIN = { status: 409, body: { code: 'channel_requested_already', data: { status: 409 } } }

let bench: Bench
let token: string
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.end())
beforeEach(async () => {
  await bench.send('POST', '/sandbox/reset')
  token = await bench.signIn('member')
})

const wish = {
  user_id: 2,
  email: 'member@statecast.test',
  channel_name: 'Harbor 24',
  channel_region: 'West',
  preferred_quality: '720p',
  details: 'The evening news,\nplease.',
}
const ask = (change: Readonly<Record<string, unknown>> = {}, asked: Asked = {}) =>
  bench.as(token)('POST', REQUEST, { body: { ...wish, ...change }, ...asked })
const mailbox = async () => (await (await bench.send('GET', '/sandbox/mail')).json()) as Letter[]

describe('asking for a channel', () => {
  it('answers the specified words and sends the support a letter', async () => {
    expect(await ask()).toMatchObject({ status: 200, body: SENT })
    expect(await mailbox()).toEqual([
      {
        at: bench.now.toISOString(),
        to: 'support@statecast.example',
        subject: '[Statecast] Channel request: Harbor 24',
        text:
          'Mara Ellison (member, member@statecast.test) asks for a channel.\n\n' +
          'Channel: Harbor 24\nRegion: West\nPreferred quality: 720p\n\n' +
          'Details: The evening news,\nplease.',
        links: [],
      },
    ])
    expect(await (await bench.send('GET', '/sandbox')).text()).toContain('[Statecast] Channel request: Harbor 24')
  })

  it('works for somebody without a membership, with empty region and details, and an id as text', async () => {
    token = await bench.signIn('guest')
    const answered = await ask({ user_id: '5', email: 'Guest@Statecast.Test', channel_region: '', details: '' })
    expect(answered).toMatchObject({ status: 200, body: SENT })
    expect((await mailbox())[0]?.text).toContain('Region: —\nPreferred quality: 720p\n\nDetails: —')
  })

  it.each(['720p', '1080p', '2560p'])('takes %s', async (quality) => {
    expect((await ask({ preferred_quality: quality })).status).toBe(200)
    expect((await mailbox())[0]?.text).toContain(`Preferred quality: ${quality}`)
  })

  it('takes the regions that the host offers', async () => {
    const { body } = await bench.as(token)('GET', '/wp-json/channel/v2/regions')
    for (const { name } of body as { name: string }[]) {
      expect((await ask({ channel_name: `For ${name}`, channel_region: name })).status).toBe(200)
    }
  })

  it('refuses the same channel a second time, however it is written', async () => {
    await ask()
    for (const name of ['Harbor 24', '  harbor   24 ', 'HARBOR 24', 'Ｈarbor 24']) {
      expect(await ask({ channel_name: name })).toMatchObject(AGAIN)
    }
    expect(await mailbox()).toHaveLength(1)
    token = await bench.signIn('guest')
    expect((await ask({ user_id: 5, email: 'guest@statecast.test' })).status).toBe(200)
  })

  it('takes one of many at once', async () => {
    const statuses = (await Promise.all([1, 2, 3, 4].map(() => ask()))).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 409, 409, 409])
    expect(await mailbox()).toHaveLength(1)
  })

  it('outlives a restart, and a reset forgets it', async () => {
    await ask()
    await bench.reopen()
    expect(await ask()).toMatchObject(AGAIN)
    await bench.send('POST', '/sandbox/reset')
    token = await bench.signIn('member')
    expect((await ask()).status).toBe(200)
  })
})

describe('what is refused', () => {
  it.each(Object.keys(wish))('a request without %s', async (name) => {
    expect(await ask({ [name]: undefined }, { part: 'answer' })).toMatchObject({
      status: 400,
      body: {
        code: 'rest_missing_callback_param',
        message: `Missing parameter(s): ${name}`,
        data: { status: 400, params: [name] },
      },
    })
  })

  it('an empty body, naming all that is missing', async () => {
    expect(await bench.as(token)('POST', REQUEST, { part: 'answer' })).toMatchObject({
      status: 400,
      body: { data: { params: Object.keys(wish) } },
    })
  })

  it.each([
    [{ channel_name: '' }, 'rest_too_short', 'channel_name must be at least 1 character long.'],
    [{ channel_name: ' \n\t' }, 'rest_too_short', 'channel_name must be at least 1 character long.'],
    [{ channel_name: '📺'.repeat(201) }, 'rest_too_long', 'channel_name must be at most 200 characters long.'],
    [{ details: 'x'.repeat(5001) }, 'rest_too_long', 'details must be at most 5000 characters long.'],
    [{ preferred_quality: '480p' }, 'rest_not_in_enum', 'preferred_quality is not one of 720p, 1080p, and 2560p.'],
    [{ channel_region: 5 }, 'rest_invalid_type', 'channel_region is not of type string.'],
    [{ user_id: 'me' }, 'rest_invalid_type', 'user_id is not of type integer.'],
    [{ user_id: [2] }, 'rest_invalid_type', 'user_id is not of type integer.'],
  ])('%j', async (change, code, message) => {
    const [name = ''] = Object.keys(change)
    expect(await ask(change, { part: 'answer' })).toMatchObject({
      status: 400,
      body: {
        code: 'rest_invalid_param',
        message: `Invalid parameter(s): ${name}`,
        data: { status: 400, params: { [name]: message }, details: { [name]: { code, message, data: null } } },
      },
    })
    expect(await mailbox()).toEqual([])
  })

  it('several mistakes, told together', async () => {
    const answered = await ask({ channel_name: '', preferred_quality: '' }, { part: 'answer' })
    expect(answered.body).toMatchObject({
      message: 'Invalid parameter(s): channel_name, preferred_quality',
      data: { params: { channel_name: expect.any(String), preferred_quality: expect.any(String) } },
    })
  })

  it.each(['', 'member', 'member@', '@statecast.test', 'a@b', 'a b@statecast.test', 'x@statecast..test', 'x@-a.test'])(
    'the address %j',
    async (email) => {
      expect(await ask({ email })).toMatchObject({
        status: 400,
        body: { code: 'invalid_email', message: 'Please enter a valid email address.' },
      })
    },
  )

  it('somebody else’s id or address', async () => {
    expect(await ask({ user_id: 5 })).toMatchObject({
      status: 403,
      body: { code: 'rest_forbidden', message: 'Sorry, you are not allowed to do that.' },
    })
    expect(await ask({ email: 'guest@statecast.test' })).toMatchObject({
      status: 403,
      body: { code: 'rest_forbidden', message: 'Please use the email address of your account.' },
    })
    expect(await mailbox()).toEqual([])
  })

  it('nobody and no XSRF', async () => {
    expect(await bench.call('POST', REQUEST, { body: wish, part: 'answer' })).toMatchObject({
      status: 401,
      body: { code: 'rest_not_logged_in' },
    })
    expect(await ask({}, { headers: { XSRF: '' }, part: 'answer' })).toMatchObject({ status: 403 })
    expect(await mailbox()).toEqual([])
  })
})

describe('what is typed', () => {
  it('keeps its markup as text in the letter and on the page', async () => {
    await ask({ channel_name: '<b>News</b> & "more"', details: '<script>alert(1)</script>' })
    const [letter] = await mailbox()
    expect(letter?.subject).toBe('[Statecast] Channel request: <b>News</b> & "more"')
    const page = await (await bench.send('GET', '/sandbox')).text()
    expect(page).toContain('&lt;b&gt;News&lt;/b&gt; &amp; &quot;more&quot;')
    expect(page).not.toContain('<script>alert')
  })

  it('adds no line to a subject or a single line, and no control characters anywhere', async () => {
    await ask({
      channel_name: 'News\r\nBcc: all@statecast.test\u0000\u202e',
      channel_region: 'West\nPreferred quality: 2560p',
      details: 'one\r\ntwo\u0007\u001b[31m',
    })
    const [letter] = await mailbox()
    expect(letter?.subject).toBe('[Statecast] Channel request: News Bcc: all@statecast.test')
    expect(letter?.text).toContain('\nRegion: West Preferred quality: 2560p\n')
    expect(letter?.text.endsWith('Details: one\ntwo[31m')).toBe(true)
  })
})

describe('faults', () => {
  it('refuse: asked already', async () => {
    await bench.fault({ call: `POST ${REQUEST}`, fault: 'refuse', times: 1 })
    expect(await ask()).toMatchObject(AGAIN)
    expect((await ask()).status).toBe(200)
  })

  it('cut-after: the letter left, and asking again says so', async () => {
    await bench.fault({ call: `POST ${REQUEST}`, fault: 'cut-after', times: 1 })
    const request = new Request(`http://sandbox.test${REQUEST}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, XSRF: 'x', 'content-type': 'application/json' },
      body: JSON.stringify(wish),
    })
    await expect(bench.sandbox.fetch(request)).rejects.toBeInstanceOf(LineCut)
    expect(await mailbox()).toHaveLength(1)
    expect(await ask()).toMatchObject(AGAIN)
  })

  it('only for one channel, by a field of the body', async () => {
    await bench.fault({ call: `POST ${REQUEST}`, fault: 'status-429', match: { channel_name: 'Fogline' } })
    expect((await ask()).status).toBe(200)
    expect((await ask({ channel_name: 'Fogline' })).status).toBe(429)
    await bench.send('DELETE', '/sandbox/faults')
  })
})
