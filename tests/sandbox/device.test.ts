import { beforeEach, describe, expect, it } from 'vitest'
import { refused, START, useTestSandbox } from './testSandbox.ts'

const testSandbox = useTestSandbox()
const television = { 'User-Agent': 'Roku/DVP-14.0', 'x-forwarded-for': '198.51.100.7' }
let member: ReturnType<typeof testSandbox.as>

beforeEach(async () => {
  member = await testSandbox.asUser('member')
})

type Code = { device_code: string; user_code: string }
const requestCode = async () =>
  (await testSandbox.call('POST', '/wp-json/custom-plugin/device/code', { headers: television })).body as Code
const poll = ({ device_code }: Pick<Code, 'device_code'>, rememberMe: true | '' = true) =>
  testSandbox.call('POST', '/wp-json/custom-plugin/device/token', {
    body: { device_code, remember_me: rememberMe },
    headers: television,
  })
const decide = (decision: string, user_code: string, as = member) =>
  as('POST', '/wp-json/custom-plugin/device/approve', { body: { user_code, decision } })

describe('a code of a device', { tags: ['device.code', 'activate.confirm'] }, () => {
  it('has eight consonants, and the page of the application where it is entered', async () => {
    const { body } = await testSandbox.call('POST', '/wp-json/custom-plugin/device/code', {
      headers: { ...television, 'x-forwarded-host': 'watch.test', 'x-forwarded-proto': 'https' },
    })
    const { user_code: userCode } = body as Code
    expect(body).toEqual({
      device_code: expect.stringMatching(/^dc_[\w-]{43}$/) as string,
      user_code: expect.stringMatching(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/) as string,
      verification_uri: 'https://watch.test/activate',
      verification_uri_complete: `https://watch.test/activate?user_code=${userCode}`,
      expires_in: 600,
      interval: 5,
    })
  })

  it('names the device that shows it, in any spelling', async () => {
    const { user_code: userCode } = await requestCode()
    const spelled = ` ${userCode.toLowerCase().replace('-', ' ')} `
    expect(await decide('check', spelled)).toMatchObject({
      status: 200,
      body: { user_code: userCode, ip: '198.51.100.7', ua: 'Roku/DVP-14.0', requested: START.getTime() / 1000 },
    })
  })

  it('signs the device in once, with a session of its own', { tags: 'device.signedIn' }, async () => {
    const code = await requestCode()
    expect(await poll(code)).toMatchObject(refused(400, 'authorization_pending'))
    await decide('check', code.user_code)
    testSandbox.advanceTo(5_000)
    expect(await poll(code)).toMatchObject(refused(400, 'authorization_pending'))
    expect((await decide('approve', code.user_code)).status).toBe(200)
    const { status, body } = await poll(code)
    expect(status).toBe(200)
    expect(body).toMatchObject({ user: { ID: 2 } })
    const device = testSandbox.as((body as { access_token: string }).access_token)
    const [session] = (await device('GET', '/wp-json/custom-plugin/sessions')).body as object[]
    expect(session).toMatchObject({ ua: 'Roku/DVP-14.0', ip: '198.51.100.7', current: true })
    expect(await poll(code)).toMatchObject(refused(400, 'expired_token'))
    expect(await decide('check', code.user_code)).toMatchObject(refused(409, 'user_code_used'))
  })

  it('is denied, and signs nobody in', { tags: 'device.denied' }, async () => {
    const code = await requestCode()
    expect((await decide('deny', code.user_code)).status).toBe(200)
    expect(await poll(code)).toMatchObject(refused(400, 'access_denied'))
    expect(await decide('approve', code.user_code)).toMatchObject(refused(409, 'user_code_used'))
  })

  it('may be approved twice by the same account, and not by another', { tags: 'activate.failed' }, async () => {
    const code = await requestCode()
    const guest = await testSandbox.asUser('guest')
    expect((await decide('approve', code.user_code)).status).toBe(200)
    expect((await decide('approve', code.user_code)).status).toBe(200)
    for (const decision of ['check', 'approve', 'deny'])
      expect(await decide(decision, code.user_code, guest)).toMatchObject(refused(409, 'user_code_used'))
    expect((await poll(code)).body).toMatchObject({ user: { ID: 2 } })
  })

  it('is approved by one of two accounts that press at once', async () => {
    const code = await requestCode()
    const guest = await testSandbox.asUser('guest')
    const results = await Promise.all([decide('approve', code.user_code), decide('approve', code.user_code, guest)])
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('expires after ten minutes', { tags: ['device.expired', 'activate.expired'] }, async () => {
    const code = await requestCode()
    testSandbox.advanceTo(599_000)
    expect((await decide('check', code.user_code)).status).toBe(200)
    testSandbox.advanceTo(600_000)
    expect(await decide('approve', code.user_code)).toMatchObject(refused(400, 'expired_token'))
    expect(await poll(code)).toMatchObject(refused(400, 'expired_token'))
  })

  it('gives no tokens after it has expired, although it was approved', async () => {
    const code = await requestCode()
    await decide('approve', code.user_code)
    testSandbox.advanceTo(600_000)
    expect(await poll(code)).toMatchObject(refused(400, 'expired_token'))
  })

  it('is unknown to a device with another secret', async () => {
    await requestCode()
    expect(await poll({ device_code: 'dc_other' })).toMatchObject(refused(400, 'expired_token'))
  })

  it('is not shown to somebody who is not signed in', async () => {
    const { user_code: userCode } = await requestCode()
    const stranger = testSandbox.as('at_other')
    expect(await decide('check', userCode, stranger)).toMatchObject(refused(401, 'session_invalid'))
  })

  it('does not keep the records from being reset', async () => {
    await decide('approve', (await requestCode()).user_code)
    await decide('check', 'BBBB-BBBB')
    expect((await testSandbox.send('POST', '/sandbox/reset')).status).toBe(204)
  })
})

describe('a device that asks too often', { tags: 'device.poll' }, () => {
  it('is asked to slow down by five seconds each time', async () => {
    const code = await requestCode()
    const pollAt = (seconds: number) => {
      testSandbox.advanceTo(seconds * 1000)
      return poll(code)
    }
    expect(await pollAt(0)).toMatchObject(refused(400, 'authorization_pending'))
    expect(await pollAt(4)).toMatchObject(refused(400, 'slow_down'))
    expect(await pollAt(13)).toMatchObject(refused(400, 'slow_down'))
    expect(await pollAt(28)).toMatchObject(refused(400, 'authorization_pending'))
  })
})

describe('wrong codes', { tags: 'activate.locked' }, () => {
  it('lock the account for 15 minutes after the fifth, and no other account', async () => {
    const { user_code: userCode } = await requestCode()
    for (let count = 0; count < 5; count += 1) {
      testSandbox.advanceTo(count * 1000)
      expect(await decide('check', 'BBBB-BBBB')).toMatchObject(refused(404, 'invalid_user_code'))
    }
    const locked = await decide('check', userCode)
    expect(locked).toMatchObject(refused(429, 'too_many_requests'))
    expect(locked.body).toMatchObject({ message: 'Too many wrong codes. Try again in 15 minutes.' })
    expect(locked.headers.get('retry-after')).toBe('896')
    const guest = await testSandbox.asUser('guest')
    expect((await decide('check', userCode, guest)).status).toBe(200)
    testSandbox.advanceTo(900_001)
    expect(await decide('check', 'BBBB-BBBB')).toMatchObject(refused(404, 'invalid_user_code'))
  })
})
