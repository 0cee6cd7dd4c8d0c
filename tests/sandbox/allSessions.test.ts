import { describe, expect, it } from 'vitest'
import { START, useTestSandbox, type TestSandbox } from './testSandbox.ts'

const ALL = '/wp-json/custom-plugin/sessions'
const ME = '/wp-json/custom-plugin/me/'
const ENDED = { status: 401, body: { code: 'session_invalid' } }
const NOT_FOUND = { status: 404, body: { code: 'session_not_found', data: { status: 404 } } }

const testSandbox = useTestSandbox()

interface Row {
  readonly id: string
  readonly ip: string
  readonly ua: string
  readonly login: number
  readonly expiration: number
  readonly current: boolean
}
type CallAsUser = ReturnType<TestSandbox['as']>

const listSessions = async (as: CallAsUser) => (await as('GET', ALL)).body as Row[]

describe('all sessions', () => {
  it('are listed newest first, with the current one marked and times in seconds', async () => {
    const as = await testSandbox.asUser('member', '', {
      'user-agent': 'Television/1',
      'x-forwarded-for': '192.0.2.9, 10.0.0.1',
    })
    testSandbox.advanceTo(5 * 60_000)
    const newer = await testSandbox.asUser('member', true)
    const rows = await listSessions(as)
    expect(rows.map(({ ua, current }) => [ua, current])).toEqual([
      ['', false],
      ['Television/1', true],
      ['Mozilla/5.0 (Linux; Android 16) Chrome/156.0 Mobile', false],
      ['Roku/DVP-14.0 (Living room)', false],
    ])
    const start = START.getTime() / 1000
    expect(rows[1]).toEqual({
      id: expect.stringMatching(/^[\w-]{12}$/),
      ip: '192.0.2.9',
      ua: 'Television/1',
      login: start,
      expiration: start + 86_400,
      current: true,
    })
    expect(rows[0]).toMatchObject({ login: start + 300, expiration: start + 300 + 7 * 86_400 })
    expect((await listSessions(newer)).map(({ current }) => current)).toEqual([true, false, false, false])
  })

  it('are the caller’s only and contain no tokens', async () => {
    const token = await testSandbox.signIn('guest')
    await testSandbox.signIn('member')
    const rows = await listSessions(testSandbox.as(token))
    expect(rows).toHaveLength(1)
    expect(Object.keys(rows[0] ?? {}).toSorted()).toEqual(['current', 'expiration', 'id', 'ip', 'login', 'ua'])
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('contain the user agent, at most 400 characters', async () => {
    const markup = '<img src=x onerror=alert(1)>'
    const as = await testSandbox.asUser('guest', '', { 'user-agent': markup + 'x'.repeat(1000) })
    expect((await listSessions(as))[0]?.ua).toBe((markup + 'x'.repeat(1000)).slice(0, 400))
  })

  it('do not include ended or expired ones', async () => {
    const as = await testSandbox.asUser('guest', true)
    const logged = await testSandbox.asUser('guest', true)
    await testSandbox.signIn('guest', '')
    expect(await listSessions(as)).toHaveLength(3)
    await logged('POST', '/wp-json/custom-plugin/logout')
    expect(await listSessions(as)).toHaveLength(2)
    testSandbox.advanceTo(24 * 60 * 60_000)
    expect(await listSessions(as)).toMatchObject([{ current: true }])
  })
})

describe('ending one session', () => {
  it('signs out that device only', async () => {
    const here = await testSandbox.asUser('member')
    testSandbox.advanceTo(1 * 60_000)
    const there = await testSandbox.asUser('member')
    const [other] = await listSessions(here)
    expect(await here('DELETE', `${ALL}/${other?.id}`)).toMatchObject({ status: 200, body: { success: true } })
    expect(await there('GET', ME)).toMatchObject(ENDED)
    expect((await listSessions(here)).map(({ id }) => id)).not.toContain(other?.id)
    expect(await listSessions(here)).toHaveLength(3)
  })

  it('finds it once', async () => {
    const as = await testSandbox.asUser('member')
    const roku = (await listSessions(as)).find(({ ua }) => ua.startsWith('Roku'))
    const responses = await Promise.all([1, 2, 3].map(() => as('DELETE', `${ALL}/${roku?.id}`)))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 404, 404])
  })

  it('signs out the caller when it is the current one', async () => {
    const as = await testSandbox.asUser('guest')
    const [own] = await listSessions(as)
    expect((await as('DELETE', `${ALL}/${own?.id}`)).status).toBe(200)
    expect(await as('GET', ME)).toMatchObject(ENDED)
  })

  it('refuses an unknown, another member’s and an expired session', async () => {
    const member = await testSandbox.asUser('member', true)
    const guest = await testSandbox.asUser('guest', true)
    const [others] = await listSessions(guest)
    const short = await testSandbox.asUser('member', '')
    const over = (await listSessions(short)).find(({ current }) => current)
    testSandbox.advanceTo(24 * 60 * 60_000)
    for (const id of ['made-up', others?.id, over?.id]) {
      expect(await member('DELETE', `${ALL}/${id}`)).toMatchObject(NOT_FOUND)
    }
    expect((await guest('GET', ME)).status).toBe(200)
  })
})

describe('ending all others', () => {
  it('keeps the current session and other members’ sessions', async () => {
    const here = await testSandbox.asUser('member')
    const there = await testSandbox.asUser('member')
    const guest = await testSandbox.asUser('guest')
    expect(await here('DELETE', ALL)).toMatchObject({
      status: 200,
      body: { success: true, message: 'All other devices are signed out.' },
    })
    expect(await listSessions(here)).toMatchObject([{ current: true }])
    expect(await there('GET', ME)).toMatchObject(ENDED)
    expect((await guest('GET', ME)).status).toBe(200)
  })

  it('succeeds without other sessions', async () => {
    const as = await testSandbox.asUser('guest')
    expect(await as('DELETE', ALL)).toMatchObject({
      status: 200,
      body: { success: true, message: 'You’re not signed in on any other device.' },
    })
    expect(await listSessions(as)).toHaveLength(1)
  })

  it('persists after a restart', async () => {
    const here = await testSandbox.asUser('member', true)
    await here('DELETE', ALL)
    await testSandbox.reopen()
    expect(await listSessions(here)).toHaveLength(1)
  })
})
