/** The pages of a sign-in by a code: what they send, store and show. */
import { screen, waitFor } from '@testing-library/react'
import { encode } from 'uqr'
import { beforeEach, describe, expect, it } from 'vitest'
import { disconnect, fill, heading, modify, press, textsOf, useApp, type Call } from './useApp.tsx'

const app = useApp()
const requestCode = 'POST /wp-json/custom-plugin/device/code' satisfies Call
const requestTokens = 'POST /wp-json/custom-plugin/device/token' satisfies Call
const approve = 'POST /wp-json/custom-plugin/device/approve' satisfies Call

const address = 'https://watch.statecast.test/activate'
/** The code of a host that wants to be asked every second. */
const codeWith = (more: object = {}) =>
  modify((body: object) => ({ ...body, verification_uri: address, interval: 1, ...more }))

beforeEach(() => app.respond(requestCode, codeWith()))

const code = async () => (await screen.findByText(/^[B-Z]{4}-[B-Z]{4}$/)).textContent
const requestUserCode = async () =>
  ((await app.sandbox.call('POST', '/wp-json/custom-plugin/device/code')).body as { user_code: string }).user_code
/** The dark modules of the QR code, as 'x y'. */
async function drawnModules(): Promise<string[]> {
  const code = await screen.findByRole('img', { name: 'QR code of watch.statecast.test/activate' })
  const path = code.querySelector('path')?.getAttribute('d') ?? ''
  expect(path).toMatch(/^(M\d+ \d+h1v1h-1z)+$/)
  return Array.from(path.matchAll(/M(\d+) (\d+)/g), ([, x, y]) => `${x} ${y}`)
}
/** The dark modules of the QR code of a text, with its bright border. */
const modulesOf = (text: string) =>
  encode(text, { ecc: 'M', border: 2 }).data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`${x} ${y}`] : [])),
  )
const decide = async (userCode: string, decision: 'approve' | 'deny') =>
  (await app.sandbox.asUser('member'))('POST', '/wp-json/custom-plugin/device/approve', {
    body: { user_code: userCode, decision },
  })

describe('a television', () => {
  it('signs in without a bearer, with Remember me', { tags: 'device.signedIn' }, async () => {
    await app.open('/signin/code')
    const userCode = await code()
    expect((await decide(userCode, 'approve')).status).toBe(200)
    await heading('Live Channels')
    const [request] = app.sent().filter(({ call }) => call === requestTokens)
    expect(request?.body).toEqual({ device_code: expect.stringMatching(/^dc_/) as string, remember_me: true })
    expect(request?.headers.get('authorization')).toBeNull()
    expect(localStorage.getItem('refresh_token')).toMatch(/^rt_/)
    expect(sessionStorage.getItem('deviceCode')).toBeNull()
    expect(JSON.parse(localStorage.getItem('userParams') ?? '')).toMatchObject({ ID: 2 })
  })

  it('shows the same code after a reload, and requests one', { tags: 'device.codeKept' }, async () => {
    await app.open('/signin/code')
    const first = await code()
    app.reload()
    expect(await code()).toBe(first)
    expect(app.bodies(requestCode)).toHaveLength(1)
  })

  it('requests another code when the stored one has expired or is damaged', { tags: 'device.codeKept' }, async () => {
    await app.open('/signin/code')
    const first = await code()
    const stored = JSON.parse(sessionStorage.getItem('deviceCode') ?? '{}') as object
    for (const text of [JSON.stringify({ ...stored, expiresAt: Date.now() + 5_000 }), '{"userCode":7}', 'no JSON']) {
      sessionStorage.setItem('deviceCode', text)
      app.reload()
      await waitFor(async () => expect(await code()).not.toBe(first))
    }
    expect(app.bodies(requestCode)).toHaveLength(4)
  })

  it('shows the address that the host names, without its protocol', { tags: 'device.code' }, async () => {
    app.respond(requestCode, codeWith({ verification_uri_complete: undefined, interval: undefined }))
    await app.open('/signin/code')
    await screen.findByText('watch.statecast.test/activate')
    expect(await drawnModules()).toEqual(modulesOf(address))
  })

  it('shows a QR code of the address with the code', { tags: 'device.code' }, async () => {
    const link = `${address}?user_code=BCDF-GHJK`
    app.respond(requestCode, codeWith({ user_code: 'BCDF-GHJK', verification_uri_complete: link }))
    await app.open('/signin/code')
    expect(await code()).toBe('BCDF-GHJK')
    expect(await drawnModules()).toEqual(modulesOf(link))
    expect(await drawnModules()).not.toEqual(modulesOf(address))
  })

  it('shows no address that is not a page of the web', { tags: 'device.failed' }, async () => {
    app.respond(requestCode, codeWith({ verification_uri: 'javascript:alert(1)' }))
    await app.open('/signin/code')
    await screen.findByText('We couldn’t sign you in')
    expect(document.body.textContent).not.toContain('alert(1)')
  })

  it('keeps the code without a connection', { tags: 'device.unreachable' }, async () => {
    app.respond(requestTokens, disconnect)
    await app.open('/signin/code')
    const userCode = await code()
    await screen.findByText('No connection. We keep trying, and your code stays the same.')
    expect(await code()).toBe(userCode)
    app.passOn(requestTokens)
    await screen.findByText('Waiting for your phone…')
  })

  it('opens no session when cookies are blocked', { tags: 'device.failed' }, async () => {
    await app.open('/signin')
    await heading('Sign in')
    Object.defineProperty(document, 'cookie', { configurable: true, get: () => '', set() {} })
    app.follow('/signin/code')
    await screen.findByText('Your browser blocked our cookies, so we can’t keep you signed in.')
    Reflect.deleteProperty(document, 'cookie')
    expect(app.bodies(requestCode)).toEqual([])
  })

  it('keeps the requested page on its way to the form and back', { tags: 'device.offer' }, async () => {
    await app.open('/video/harbor-one')
    await press('Sign in with a code', 'link')
    await code()
    await press('Sign in with a password', 'link')
    await screen.findByText('Sign in to watch Harbor One')
  })
})

describe('a phone', () => {
  it('signs in first, and keeps the code of the link', { tags: ['activate.signIn', 'activate.link'] }, async () => {
    const userCode = await requestUserCode()
    await app.open(`/activate?user_code=${userCode}`)
    await fill('E-mail or username', 'member')
    await fill('Password', 'live-news-24')
    await press('Login')
    await heading('Sign in this device?')
    expect(app.bodies(approve)).toEqual([{ user_code: userCode, decision: 'check' }])
  })

  it('sends nothing that the user has not decided', { tags: ['activate.confirm', 'activate.code'] }, async () => {
    const userCode = await requestUserCode()
    await app.open('/activate', 'member')
    await fill('Code', userCode.toLowerCase().replace('-', ' '))
    await press('Continue')
    await heading('Sign in this device?')
    await press('Don’t sign in')
    await heading('Not signed in')
    expect(app.bodies(approve)).toEqual([
      { user_code: userCode, decision: 'check' },
      { user_code: userCode, decision: 'deny' },
    ])
  })

  it('approves again after a lost response', { tags: 'activate.failed' }, async () => {
    const userCode = await requestUserCode()
    await app.open(`/activate?user_code=${userCode}`, 'member')
    await heading('Sign in this device?')
    app.respond(approve, async (_, pass) => {
      await pass()
      throw new TypeError('Failed to fetch')
    })
    await press('Sign in')
    await screen.findByText('Statecast isn’t responding. Check your connection and try again.')
    app.passOn(approve)
    await press('Sign in')
    await heading('Your television is signed in')
  })

  it('shows the code, the device, its address and the time of its request', { tags: 'activate.confirm' }, async () => {
    const requested = Date.UTC(2026, 10, 27, 12, 5) / 1000
    app.respond(
      approve,
      modify((body: object) => ({ ...body, ua: 'Roku/DVP-14.0', ip: '198.51.100.7', requested })),
    )
    const userCode = await requestUserCode()
    await app.open(`/activate?user_code=${userCode}`, 'member')
    await screen.findByText(userCode)
    expect(textsOf(screen.getAllByRole('definition'))).toEqual([
      'Roku',
      '198.51.100.7',
      expect.stringMatching(/^Nov 27, 2026.*\d:05/),
      'member@statecast.test',
    ])
  })

  it(
    'tells a guest, and no member, that a television plays channels with a plan',
    { tags: 'activate.guest' },
    async () => {
      const userCode = await requestUserCode()
      const sentence = 'You don’t have an active plan. The television plays channels once you have one.'
      await app.open(`/activate?user_code=${userCode}`, 'guest')
      await screen.findByText(sentence)
      await app.open(`/activate?user_code=${userCode}`, 'member')
      await heading('Sign in this device?')
      expect(screen.queryByText(sentence)).toBeNull()
    },
  )

  it('shows the name of a device as text', { tags: 'activate.confirm' }, async () => {
    app.respond(
      approve,
      modify((body: object) => ({ ...body, ua: '<b>Roku</b>', ip: '<img src=x>' })),
    )
    await app.open(`/activate?user_code=${await requestUserCode()}`, 'member')
    await heading('Sign in this device?')
    expect(document.querySelectorAll('main img, main b')).toHaveLength(0)
  })
})
