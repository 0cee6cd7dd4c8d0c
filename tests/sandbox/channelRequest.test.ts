import { beforeEach, describe, expect, it } from 'vitest'
import { useTestSandbox, type CallOptions } from './testSandbox.ts'

const REQUEST = '/wp-json/channel/v2/channel_request'
const SENT = {
  success: true,
  message: 'Your request has been submitted successfully. We will notify you once your channel is approved.',
}
const ALREADY_REQUESTED = { status: 409, body: { code: 'channel_requested_already', data: { status: 409 } } }

const testSandbox = useTestSandbox()
let token: string
beforeEach(async () => {
  token = await testSandbox.signIn('member')
})

const channelRequest = {
  user_id: 2,
  email: 'member@statecast.test',
  channel_name: 'Harbor 24',
  channel_region: 'West',
  preferred_quality: '720p',
  details: 'The evening news,\nplease.',
}
const requestChannel = (change: Readonly<Record<string, unknown>> = {}, options: CallOptions = {}) =>
  testSandbox.as(token)('POST', REQUEST, { body: { ...channelRequest, ...change }, ...options })

describe('a channel request', () => {
  it('returns the specified message and sends mail to support', async () => {
    expect(await requestChannel()).toMatchObject({ status: 200, body: SENT })
    expect(await testSandbox.readMailbox()).toEqual([
      {
        at: testSandbox.now.toISOString(),
        to: 'support@statecast.example',
        subject: '[Statecast] Channel request: Harbor 24',
        text:
          'Mara Ellison (member, member@statecast.test) requested a channel.\n\n' +
          'Channel: Harbor 24\nRegion: West\nPreferred quality: 720p\n\n' +
          'Details: The evening news,\nplease.',
        links: [],
      },
    ])
    expect(await testSandbox.readPage()).toContain('[Statecast] Channel request: Harbor 24')
  })

  it('accepts a guest, an empty region, empty details and an id as text', async () => {
    token = await testSandbox.signIn('guest')
    const response = await requestChannel({
      user_id: '5',
      email: 'Guest@Statecast.Test',
      channel_region: '',
      details: '',
    })
    expect(response).toMatchObject({ status: 200, body: SENT })
    expect((await testSandbox.readMailbox())[0]?.text).toContain('Region: —\nPreferred quality: 720p\n\nDetails: —')
  })

  it.each(['720p', '1080p', '2560p'])('accepts %s', async (quality) => {
    expect((await requestChannel({ preferred_quality: quality })).status).toBe(200)
    expect((await testSandbox.readMailbox())[0]?.text).toContain(`Preferred quality: ${quality}`)
  })

  it('accepts the regions of the host', async () => {
    const { body } = await testSandbox.as(token)('GET', '/wp-json/channel/v2/regions')
    for (const { name } of body as { name: string }[]) {
      expect((await requestChannel({ channel_name: `For ${name}`, channel_region: name })).status).toBe(200)
    }
  })

  it('refuses the same channel in another spelling', async () => {
    await requestChannel()
    for (const name of ['Harbor 24', '  harbor   24 ', 'HARBOR 24', 'Ｈarbor 24']) {
      expect(await requestChannel({ channel_name: name })).toMatchObject(ALREADY_REQUESTED)
    }
    expect(await testSandbox.readMailbox()).toHaveLength(1)
    token = await testSandbox.signIn('guest')
    expect((await requestChannel({ user_id: 5, email: 'guest@statecast.test' })).status).toBe(200)
  })

  it('accepts one of several concurrent requests', async () => {
    const statuses = (await Promise.all([1, 2, 3, 4].map(() => requestChannel()))).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 409, 409, 409])
    expect(await testSandbox.readMailbox()).toHaveLength(1)
  })

  it('persists after a restart and is deleted by a reset', async () => {
    await requestChannel()
    await testSandbox.reopen()
    expect(await requestChannel()).toMatchObject(ALREADY_REQUESTED)
    await testSandbox.send('POST', '/sandbox/reset')
    token = await testSandbox.signIn('member')
    expect((await requestChannel()).status).toBe(200)
  })
})

describe('refusals', () => {
  it('an empty body, with all missing fields', async () => {
    expect(await testSandbox.as(token)('POST', REQUEST, { part: 'response' })).toMatchObject({
      status: 400,
      body: {
        message: `Missing parameter(s): ${Object.keys(channelRequest).join(', ')}`,
        data: { status: 400, params: Object.keys(channelRequest) },
      },
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
    expect(await requestChannel(change, { part: 'response' })).toMatchObject({
      status: 400,
      body: {
        code: 'rest_invalid_param',
        message: `Invalid parameter(s): ${name}`,
        data: { status: 400, params: { [name]: message }, details: { [name]: { code, message, data: null } } },
      },
    })
    expect(await testSandbox.readMailbox()).toEqual([])
  })

  it('several invalid fields in one response', async () => {
    const response = await requestChannel({ channel_name: '', preferred_quality: '' }, { part: 'response' })
    expect(response.body).toMatchObject({
      message: 'Invalid parameter(s): channel_name, preferred_quality',
      data: { params: { channel_name: expect.any(String), preferred_quality: expect.any(String) } },
    })
  })

  it.each(['', 'member', 'member@', '@statecast.test', 'a@b', 'a b@statecast.test', 'x@statecast..test', 'x@-a.test'])(
    'the email address %j',
    async (email) => {
      expect(await requestChannel({ email })).toMatchObject({
        status: 400,
        body: { code: 'invalid_email', message: 'Please enter a valid email address.' },
      })
    },
  )

  it('another account’s email', async () => {
    expect(await requestChannel({ email: 'guest@statecast.test' })).toMatchObject({
      body: { message: 'Please use the email address of your account.' },
    })
  })
})

describe('input', () => {
  it('keeps markup as text in the mail and on the page', async () => {
    await requestChannel({ channel_name: '<b>News</b> & "more"', details: '<script>alert(1)</script>' })
    const [message] = await testSandbox.readMailbox()
    expect(message?.subject).toBe('[Statecast] Channel request: <b>News</b> & "more"')
    const page = await testSandbox.readPage()
    expect(page).toContain('&lt;b&gt;News&lt;/b&gt; &amp; &quot;more&quot;')
    expect(page).not.toContain('<script>alert')
  })

  it('adds no line break to a subject or single line, and no control characters', async () => {
    await requestChannel({
      channel_name: 'News\r\nBcc: all@statecast.test\u0000\u202e',
      channel_region: 'West\nPreferred quality: 2560p',
      details: 'one\r\ntwo\u0007\u001b[31m',
    })
    const [message] = await testSandbox.readMailbox()
    expect(message?.subject).toBe('[Statecast] Channel request: News Bcc: all@statecast.test')
    expect(message?.text).toContain('\nRegion: West Preferred quality: 2560p\n')
    expect(message?.text.endsWith('Details: one\ntwo[31m')).toBe(true)
  })
})

describe('faults', () => {
  it('refuse: already requested', async () => {
    await testSandbox.addFault({ call: `POST ${REQUEST}`, fault: 'refuse', times: 1 })
    expect(await requestChannel()).toMatchObject(ALREADY_REQUESTED)
    expect((await requestChannel()).status).toBe(200)
  })
})
