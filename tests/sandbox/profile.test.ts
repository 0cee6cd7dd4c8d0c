import { beforeEach, describe, expect, it } from 'vitest'
import { type MailMessage } from '../../server/sandbox/controls.ts'
import { PASSWORD, START, refused, useTestSandbox, type CallOptions } from './testSandbox.ts'

const ME = '/wp-json/custom-plugin/me'
const AVATAR = '/wp-json/channel/v2/avatar'

const testSandbox = useTestSandbox()
let token: string
beforeEach(async () => {
  token = await testSandbox.signIn('member')
})

const editProfile = (change: unknown, options: CallOptions = {}) =>
  testSandbox.as(token)('PUT', ME, { body: change, ...options })
const readMe = async () =>
  ((await testSandbox.as(token)('GET', `${ME}/`)).body as { data: Record<string, string> }).data
const readMember = async () => (await testSandbox.callWithServiceKey('members/2')).body as Record<string, unknown>

describe('editing the profile', () => {
  it('changes names and phone and returns the user', async () => {
    const names = { display_name: 'Mara E.', first_name: 'Mara Jo', last_name: 'Elling' }
    const shown = { display_name: 'Mara E.', user_phone: '+1 202 555 0142' }
    expect(await editProfile({ ...names, ...shown })).toMatchObject({
      status: 200,
      body: { ID: 2, data: { ...shown, user_email: 'member@statecast.test' } },
    })
    expect(await readMe()).toMatchObject(shown)
    expect(await readMember()).toMatchObject(names)
    expect(await testSandbox.readMailbox()).toEqual([])
  })

  it('changes the sent fields and address lines only', async () => {
    const before = await readMember()
    expect((await editProfile({ address: { 'mepr-address-city': 'Bangor', 'mepr-address-zip': '' } })).status).toBe(200)
    const { address, display_name: name } = await readMember()
    expect(name).toBe(before['display_name'])
    expect(address).toEqual({
      'mepr-address-one': '2 Harbor Street',
      'mepr-address-two': '',
      'mepr-address-city': 'Bangor',
      'mepr-address-state': 'ME',
      'mepr-address-zip': '',
      'mepr-address-country': 'US',
    })
  })

  it('stores each text as one line and markup as text', async () => {
    await editProfile({ display_name: '  <b>Mara</b>\r\n\u202eE. ' })
    expect((await readMe())['display_name']).toBe('<b>Mara</b> E.')
  })

  it('persists after a restart and is undone by a reset', async () => {
    await editProfile({ display_name: 'Mara E.' })
    await testSandbox.reopen()
    expect((await readMe())['display_name']).toBe('Mara E.')
    await testSandbox.send('POST', '/sandbox/reset')
    token = await testSandbox.signIn('member')
    expect((await readMe())['display_name']).toBe('Mara Ellison')
  })

  it.each([
    [{ display_name: '' }, 'display_name', 'display_name must be at least 1 character long.'],
    [{ display_name: ' \n' }, 'display_name', 'display_name must be at least 1 character long.'],
    [{ display_name: 5 }, 'display_name', 'display_name is not of type string.'],
    [{ first_name: 'x'.repeat(251) }, 'first_name', 'first_name must be at most 250 characters long.'],
    [{ user_phone: '5'.repeat(41) }, 'user_phone', 'user_phone must be at most 40 characters long.'],
    [{ address: 'Portland' }, 'address', 'address is not of type object.'],
    [{ address: { 'mepr-address-country': 'USA' } }, 'mepr-address-country', /at most 2 characters long/],
  ])('refuses %j', async (change, name, message) => {
    const response = await editProfile(change, { part: 'response' })
    expect(response).toMatchObject(refused(400, 'rest_invalid_param'))
    const { data } = response.body as { data: { params: Record<string, string> } }
    expect(data.params[name]).toMatch(message)
    expect((await readMe())['display_name']).toBe('Mara Ellison')
  })

  it('refuses an empty body and unknown fields', async () => {
    for (const body of [{}, { user_login: 'root', roles: ['administrator'] }]) {
      expect(await editProfile(body, { part: 'response' })).toMatchObject(refused(400, 'rest_missing_callback_param'))
    }
    expect((await readMe())['display_name']).toBe('Mara Ellison')
  })

  it('changes the caller only, whatever id is sent', async () => {
    expect(await editProfile({ user_id: 5, ID: 5, display_name: 'x' }, { part: 'response' })).toMatchObject({
      body: { ID: 2 },
    })
    expect(await testSandbox.callWithServiceKey('members/5')).toMatchObject({ body: { display_name: 'Gus Tarrant' } })
  })
})

describe('a new email address', () => {
  const changeEmail = (email: string) => editProfile({ user_email: email })
  const linkIn = (email: MailMessage | undefined) => email?.links[0] ?? ''
  const open = (link: string) => testSandbox.send('GET', link)

  it('receives a link; the current one stays until the link is opened', async () => {
    const response = await changeEmail('Mara@Ellison.example')
    expect(response).toMatchObject({ status: 200, body: { data: { user_email: 'member@statecast.test' } } })
    const [message] = await testSandbox.readMailbox()
    expect(message).toMatchObject({ to: 'mara@ellison.example', subject: '[Statecast] Email Change Request' })
    expect(message?.text).toContain('The link works once and expires in 24 hours.')
    expect((await readMe())['user_email']).toBe('member@statecast.test')

    const page = await open(linkIn(message))
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('mara@ellison.example')
    expect((await readMe())['user_email']).toBe('mara@ellison.example')
    expect((await testSandbox.readMailbox())[1]).toMatchObject({
      to: 'member@statecast.test',
      subject: '[Statecast] Email Changed',
      links: [],
    })
    const login = await testSandbox.call('POST', '/wp-json/custom-plugin/user-login', {
      body: { username: 'mara@ellison.example', password: PASSWORD, remember_me: '' },
    })
    expect(login.status).toBe(200)
  })

  it('has a link that works once, for a day, and only the newest one', async () => {
    await changeEmail('one@ellison.example')
    await changeEmail('two@ellison.example')
    const [first, second] = await testSandbox.readMailbox()
    expect((await open(linkIn(first))).status).toBe(410)
    expect((await open(linkIn(second))).status).toBe(200)
    expect((await open(linkIn(second))).status).toBe(410)
    await changeEmail('three@ellison.example')
    testSandbox.now = new Date(START.getTime() + 86_400_000)
    expect((await open(linkIn((await testSandbox.readMailbox()).at(-1)))).status).toBe(410)
    expect((await open('/sandbox/new-address?key=made-up')).status).toBe(410)
    expect((await open('/sandbox/new-address')).status).toBe(410)
  })

  it('is canceled by sending the current address', async () => {
    await changeEmail('one@ellison.example')
    expect((await changeEmail('Member@statecast.test')).status).toBe(200)
    expect(await testSandbox.readMailbox()).toHaveLength(1)
    expect((await open(linkIn((await testSandbox.readMailbox())[0]))).status).toBe(410)
  })

  it('cannot be another account’s, on request or when the link is opened', async () => {
    expect(await changeEmail('guest@statecast.test')).toMatchObject({
      status: 409,
      body: { code: 'existing_user_email', message: 'Sorry, that email address is already used!' },
    })
    await changeEmail('shared@ellison.example')
    token = await testSandbox.signIn('guest')
    await changeEmail('shared@ellison.example')
    const [members, guests] = await testSandbox.readMailbox()
    expect((await open(linkIn(guests))).status).toBe(200)
    expect((await open(linkIn(members))).status).toBe(410)
    expect((await readMe())['user_email']).toBe('shared@ellison.example')
  })

  it.each(['member', 'a@b', 'a b@statecast.test'])('cannot be %j', async (email) => {
    expect(await changeEmail(email)).toMatchObject(refused(400, 'invalid_email'))
    expect(await testSandbox.readMailbox()).toEqual([])
  })
})

describe('the avatar', () => {
  const png = Uint8Array.from(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))
  const jpeg = Uint8Array.from(Buffer.from('ffd8ffe000104a464946', 'hex'))
  const webp = Uint8Array.from(Buffer.from('RIFF\x10\x00\x00\x00WEBPVP8 '))
  const upload = (bytes: Uint8Array<ArrayBuffer> | string, name = 'me.png', options: CallOptions = {}) => {
    const form = new FormData()
    form.set('avatar', new File([bytes], name))
    return testSandbox.as(token)('POST', AVATAR, { body: form, ...options })
  }
  const readAvatar = async (id = 2) => (await testSandbox.as(token)('GET', `${AVATAR}?user_id=${id}`)).body

  it.each([
    ['image/png', png],
    ['image/jpeg', jpeg],
    ['image/webp', webp],
  ])('can be %s, detected by its bytes', async (type, bytes) => {
    const before = await readAvatar()
    const { status, body } = await upload(bytes, 'holiday.txt')
    expect(status).toBe(200)
    const { avatar_url: avatarUrl } = body as { avatar_url: string }
    expect(await readAvatar()).toEqual(body)
    expect(body).not.toEqual(before)
    const picture = await testSandbox.send('GET', avatarUrl)
    expect(picture.headers.get('content-type')).toBe(type)
    expect(picture.headers.get('x-content-type-options')).toBe('nosniff')
    expect(new Uint8Array(await picture.arrayBuffer())).toEqual(bytes)
  })

  it('replaces the previous one, whose URL becomes invalid', async () => {
    const first = (await upload(png)).body as { avatar_url: string }
    const second = (await upload(jpeg)).body as { avatar_url: string }
    expect(second.avatar_url).not.toBe(first.avatar_url)
    expect((await testSandbox.send('GET', first.avatar_url)).status).toBe(404)
    await testSandbox.reopen()
    expect((await testSandbox.send('GET', second.avatar_url)).status).toBe(200)
  })

  it('belongs to the caller, and can be uploaded without a previous one', async () => {
    token = await testSandbox.signIn('guest')
    expect(await readAvatar(5)).toEqual({ avatar_url: '' })
    await upload(png)
    expect(await readAvatar(5)).toMatchObject({ avatar_url: expect.stringMatching(/\/5-[0-9a-f]{16}\.png$/) })
    token = await testSandbox.signIn('member')
    expect(await readAvatar()).toMatchObject({ avatar_url: expect.stringMatching(/\/2\.svg$/) })
  })

  it('is at most 2 MB', async () => {
    const sized = (bytes: number) => Uint8Array.from(Buffer.concat([png], bytes))
    expect((await upload(sized(2 * 1024 * 1024))).status).toBe(200)
    expect(await upload(sized(2 * 1024 * 1024 + 1))).toMatchObject({
      status: 413,
      body: { code: 'upload_too_large', message: 'The picture is larger than 2 MB.' },
    })
  })

  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['GIF', 'GIF89a\x01\x00\x01\x00'],
    ['HTML with the file name of an image', '<script>alert(1)</script>'],
    ['a WAV file, which has the same container as WebP', 'RIFF\x10\x00\x00\x00WAVEfmt '],
    ['an incomplete PNG signature', '\x89PNG'],
  ])('cannot be %s', async (_, bytes) => {
    const before = await readAvatar()
    expect(await upload(bytes)).toMatchObject(refused(415, 'upload_type_not_allowed'))
    expect(await readAvatar()).toEqual(before)
  })

  it('is refused without a file', async () => {
    const form = new FormData()
    form.set('avatar', 'a name')
    expect(await testSandbox.as(token)('POST', AVATAR, { body: form })).toMatchObject(refused(400, 'upload_missing'))
    expect(await upload('')).toMatchObject(refused(400, 'upload_missing'))
  })
})
