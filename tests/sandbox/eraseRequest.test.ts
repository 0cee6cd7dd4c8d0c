import { beforeEach, describe, expect, it } from 'vitest'
import { PASSWORD, START, useTestSandbox } from './testSandbox.ts'

const testSandbox = useTestSandbox()
const lapsed = { user_id: 6, email: 'lapsed@statecast.test' }
let token: string

beforeEach(async () => {
  token = await testSandbox.signIn('lapsed')
})

const requestErasure = (body: object = lapsed) =>
  testSandbox.as(token)('POST', '/wp-json/custom-plugin/erase-request', { body })
const newestLink = async () => (await testSandbox.readMailbox()).at(-1)?.links[0] ?? ''
const open = (link: string) => testSandbox.send('GET', link)
const signIn = (name: string) =>
  testSandbox.call('POST', '/wp-json/custom-plugin/user-login', {
    body: { username: `${name}@statecast.test`, password: PASSWORD, remember_me: '' },
  })

describe('the request to delete an account', { tags: 'removal.link' }, () => {
  it('sends a link, and deletes nothing before it is opened', { tags: 'removal.unopened' }, async () => {
    expect(await requestErasure()).toMatchObject({ status: 200, body: { success: true } })
    expect((await testSandbox.readMailbox()).at(-1)).toMatchObject({
      to: 'lapsed@statecast.test',
      subject: '[Statecast] Confirm Action: Erase Personal Data',
    })
    expect((await signIn('lapsed')).status).toBe(200)
    const page = await open(await newestLink())
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Your account is deleted')])
    expect((await testSandbox.as(token)('GET', '/wp-json/custom-plugin/me/')).status).toBe(401)
    expect((await signIn('lapsed')).body).toMatchObject({ code: 'invalid_email' })
    expect((await signIn('guest')).status).toBe(200)
    expect((await testSandbox.readMailbox()).at(-1)).toMatchObject({ subject: '[Statecast] Erasure Request Fulfilled' })
  })

  it('has a link that works once, for a day, and only the newest one', async () => {
    await requestErasure()
    const first = await newestLink()
    await requestErasure()
    const second = await newestLink()
    expect((await open(first)).status).toBe(410)
    testSandbox.now = new Date(START.getTime() + 86_400_000)
    expect((await open(second)).status).toBe(410)
    testSandbox.now = START
    expect((await open(second)).status).toBe(200)
    expect((await open(second)).status).toBe(410)
    expect((await open('/sandbox/erase-account')).status).toBe(410)
  })

  it('does not keep the records from being reset', async () => {
    await requestErasure()
    expect((await testSandbox.send('POST', '/sandbox/reset')).status).toBe(204)
    expect(await testSandbox.readMailbox()).toEqual([])
  })

  it('is refused while a plan runs, and for another account', async () => {
    expect(await requestErasure({ user_id: 5, email: 'guest@statecast.test' })).toMatchObject({ status: 403 })
    expect(await requestErasure({ ...lapsed, email: 'guest@statecast.test' })).toMatchObject({ status: 403 })
    token = await testSandbox.signIn('member')
    expect(await requestErasure({ user_id: 2, email: 'member@statecast.test' })).toMatchObject({
      status: 409,
      body: { code: 'active_subscription', message: 'Cancel your plan before you delete your account.' },
    })
    expect(await testSandbox.readMailbox()).toEqual([])
  })
})
