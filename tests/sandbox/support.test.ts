import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type MailMessage } from '../../server/sandbox/controls.ts'
import { createTestSandbox, type CallOptions, type TestSandbox } from './testSandbox.ts'

const FAQS = '/wp-json/channel/v2/faqs'
const SUPPORT = '/wp-json/channel/v2/support'
const BUG = '/wp-json/channel/v2/bug-report'

let testSandbox: TestSandbox
let token: string
beforeAll(async () => {
  testSandbox = await createTestSandbox()
})
afterAll(() => testSandbox.dispose())
beforeEach(async () => {
  await testSandbox.send('POST', '/sandbox/reset')
  token = await testSandbox.signIn('member')
})

const readMailbox = async () => (await (await testSandbox.send('GET', '/sandbox/mail')).json()) as MailMessage[]

const question = {
  user_id: 2,
  name: 'Mara Ellison',
  email: 'member@statecast.test',
  subject: 'Invoice',
  message: 'Where do I find\nthe invoice of last month?',
}
const report = {
  user_id: 2,
  email: 'member@statecast.test',
  summary: 'The picture stalls',
  details: 'After about ten minutes.',
  page: '/video/harbor-one',
  user_agent: 'Mozilla/5.0 Chrome/156.0',
}
const forms = [
  [SUPPORT, question, ['name', 'email', 'subject', 'message'], 'subject'],
  [BUG, report, ['email', 'summary', 'details'], 'summary'],
] as const

const send = (path: string, body: unknown, options: CallOptions = {}) =>
  testSandbox.as(token)('POST', path, { body, ...options })

describe('frequently asked questions', () => {
  it('have an id, a category and an answer in HTML', async () => {
    const { status, body } = await testSandbox.as(token)('GET', FAQS)
    expect(status).toBe(200)
    const rows = body as { id: string; question: string; answer: string; category: string }[]
    expect(rows.length).toBeGreaterThan(10)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    expect(new Set(rows.map(({ category }) => category))).toEqual(
      new Set(['Watching', 'Membership', 'Paying', 'Account']),
    )
    for (const { answer } of rows) expect(answer).toMatch(/^<p>/)
  })

  it('are available to guests and require a session', async () => {
    token = await testSandbox.signIn('guest')
    expect((await testSandbox.as(token)('GET', FAQS)).status).toBe(200)
    expect(await testSandbox.call('GET', FAQS, { part: 'answer' })).toMatchObject({ status: 401 })
  })
})

describe('a support request', () => {
  it('returns thanks and sends the mail', async () => {
    expect(await send(SUPPORT, question)).toMatchObject({
      status: 200,
      body: { success: true, message: 'Thank you. Your message has been sent. We’ll reply within one working day.' },
    })
    expect(await readMailbox()).toEqual([
      {
        at: testSandbox.now.toISOString(),
        to: 'support@statecast.example',
        subject: '[Statecast] Support: Invoice',
        text:
          'Mara Ellison (member, member@statecast.test) requested help.\n\n' +
          'Where do I find\nthe invoice of last month?',
        links: [],
      },
    ])
  })
})

describe('a bug report', () => {
  it('returns thanks and sends the mail with technical details', async () => {
    expect(await send(BUG, report)).toMatchObject({
      status: 200,
      body: { success: true, message: 'Thank you. Your report has been sent to our engineers.' },
    })
    expect((await readMailbox())[0]).toMatchObject({
      to: 'support@statecast.example',
      subject: '[Statecast] Bug report: The picture stalls',
      text:
        'Mara Ellison (member, member@statecast.test) reported a bug.\n\nAfter about ten minutes.\n\n' +
        'Page: /video/harbor-one\nBrowser: Mozilla/5.0 Chrome/156.0',
    })
  })

  it('does not require technical details', async () => {
    const { page: _page, user_agent: _agent, ...bare } = report
    expect((await send(BUG, bare)).status).toBe(200)
    expect((await readMailbox())[0]?.text).toContain('Page: —\nBrowser: —')
  })
})

describe.each(forms)('refusals of %s', (path, good, needed, subject) => {
  it.each([...needed, 'user_id'])('a request without %s', async (name) => {
    expect(await send(path, { ...good, [name]: undefined }, { part: 'answer' })).toMatchObject({
      status: 400,
      body: { code: 'rest_missing_callback_param', data: { params: [name] } },
    })
  })

  it.each([
    [{ [subject]: ' \n' }, 'rest_too_short'],
    [{ [subject]: 'x'.repeat(201) }, 'rest_too_long'],
    [{ [subject]: 5 }, 'rest_invalid_type'],
    [{ user_id: 'me' }, 'rest_invalid_type'],
  ])('%j', async (change, code) => {
    const [name = ''] = Object.keys(change)
    expect(await send(path, { ...good, ...change }, { part: 'answer' })).toMatchObject({
      status: 400,
      body: { code: 'rest_invalid_param', data: { details: { [name]: { code } } } },
    })
    expect(await readMailbox()).toEqual([])
  })

  it('an invalid email, another account’s email and another account’s id', async () => {
    expect(await send(path, { ...good, email: 'member' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_email' },
    })
    expect(await send(path, { ...good, email: 'guest@statecast.test' })).toMatchObject({
      status: 403,
      body: { message: 'Please use the email address of your account.' },
    })
    expect(await send(path, { ...good, user_id: 5 })).toMatchObject({ status: 403, body: { code: 'rest_forbidden' } })
    expect(await readMailbox()).toEqual([])
  })

  it('a request without a session or XSRF', async () => {
    expect(await testSandbox.call('POST', path, { body: good, part: 'answer' })).toMatchObject({ status: 401 })
    expect(await send(path, good, { headers: { XSRF: '' }, part: 'answer' })).toMatchObject({ status: 403 })
    expect(await readMailbox()).toEqual([])
  })

  it('keeps markup as text, and the subject is one line', async () => {
    await send(path, { ...good, [subject]: '<b>News</b>\r\nBcc: all@statecast.test' })
    expect((await readMailbox())[0]?.subject).toMatch(/: <b>News<\/b> Bcc: all@statecast\.test$/)
    expect(await (await testSandbox.send('GET', '/sandbox')).text()).not.toContain('<b>News')
  })
})
