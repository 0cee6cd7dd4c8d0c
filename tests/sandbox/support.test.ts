import { beforeEach, describe, expect, it } from 'vitest'
import { refused, useTestSandbox, type CallOptions } from './testSandbox.ts'

const FAQS = '/wp-json/channel/v2/faqs'
const SUPPORT = '/wp-json/channel/v2/support'
const BUG = '/wp-json/channel/v2/bug-report'

const testSandbox = useTestSandbox()
let token: string
beforeEach(async () => {
  token = await testSandbox.signIn('member')
})

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
  [SUPPORT, question, 'subject'],
  [BUG, report, 'summary'],
] as const

const send = (path: string, body: unknown, options: CallOptions = {}) =>
  testSandbox.as(token)('POST', path, { body, ...options })

describe('frequently asked questions', () => {
  it('have an id, a category and an answer in HTML', async () => {
    // Guests can read them too.
    token = await testSandbox.signIn('guest')
    const { status, body } = await testSandbox.as(token)('GET', FAQS)
    expect(status).toBe(200)
    const rows = body as { id: string; answer: string; category: string }[]
    expect(rows.length).toBeGreaterThan(10)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    const categories = ['Watching', 'Membership', 'Paying', 'Account']
    expect(new Set(rows.map(({ category }) => category))).toEqual(new Set(categories))
    for (const { answer } of rows) expect(answer).toMatch(/^<p>/)
  })
})

describe('a support request', () => {
  it('returns thanks and sends the mail', async () => {
    expect(await send(SUPPORT, question)).toMatchObject({
      status: 200,
      body: { success: true, message: 'Thank you. Your message has been sent. We’ll reply within one working day.' },
    })
    expect(await testSandbox.readMailbox()).toEqual([
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
    expect((await testSandbox.readMailbox())[0]).toMatchObject({
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
    expect((await testSandbox.readMailbox())[0]?.text).toContain('Page: —\nBrowser: —')
  })
})

describe.each(forms)('refusals of %s', (path, good, subject) => {
  it.each([
    [{ [subject]: ' \n' }, 'rest_too_short'],
    [{ [subject]: 'x'.repeat(201) }, 'rest_too_long'],
    [{ user_id: 'me' }, 'rest_invalid_type'],
  ])('%j', async (change, code) => {
    const [name = ''] = Object.keys(change)
    expect(await send(path, { ...good, ...change }, { part: 'response' })).toMatchObject({
      status: 400,
      body: { code: 'rest_invalid_param', data: { details: { [name]: { code } } } },
    })
    expect(await testSandbox.readMailbox()).toEqual([])
  })

  it('an invalid email and another account’s email', async () => {
    expect(await send(path, { ...good, email: 'member' })).toMatchObject(refused(400, 'invalid_email'))
    expect(await send(path, { ...good, email: 'guest@statecast.test' })).toMatchObject({
      status: 403,
      body: { message: 'Please use the email address of your account.' },
    })
    expect(await testSandbox.readMailbox()).toEqual([])
  })

  it('keeps markup as text, and the subject is one line', async () => {
    await send(path, { ...good, [subject]: '<b>News</b>\r\nBcc: all@statecast.test' })
    expect((await testSandbox.readMailbox())[0]?.subject).toMatch(/: <b>News<\/b> Bcc: all@statecast\.test$/)
    expect(await testSandbox.readPage()).not.toContain('<b>News')
  })
})
