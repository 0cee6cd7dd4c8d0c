import { describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import { themeMachine } from '../../machines/theme.ts'
import { createThemeActors, readScheme } from '../../src/actors/theme.ts'
import { createCookies } from '../../src/platform/cookies.ts'
import { createBrowserStorage, toStoredUser } from '../../src/platform/browserStorage.ts'
import { createFakeStorage, deniedStorage } from './fakeStorage.ts'

const user = { ID: 2, user_email: 'member@statecast.test', display_name: 'Mara Member' }

/** A cookie jar that stores values and records writes. With `off` it stores nothing. */
function createFakeCookies({ off = false } = {}) {
  const jar = new Map<string, string>()
  const written: string[] = []
  return {
    jar,
    written,
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(text: string) {
      written.push(text)
      const [pair = '', ...attributes] = text.split('; ')
      const [name = '', value = ''] = pair.split('=')
      if (off) return
      if (attributes.includes('Max-Age=0')) jar.delete(name)
      else jar.set(name, value)
    },
  }
}

/** The cookies of a page at `address`, which stores them in `document`. */
const createCookiesOf = (document: { cookie: string }, address = 'https://tv.example/') =>
  createCookies({ document, location: new URL(address) })

function setUpStorage({ local = createFakeStorage(), session = createFakeStorage(), page = createFakeCookies() } = {}) {
  const cookies = createCookiesOf(page)
  return {
    local,
    session,
    page,
    cookies,
    storage: createBrowserStorage({ local: () => local, session: () => session }, cookies),
  }
}

describe('stored items', () => {
  it('are JSON values, one per key, with three fields of the user', { tags: 'session.storage' }, () => {
    const { storage, local } = setUpStorage()
    storage.setUser({ ...user, user_pass: '$P$hash', caps: {} } as typeof user)
    storage.setRole('membership')
    storage.set('navCollapse', false)
    storage.set('isDarkMode', true)
    storage.set('theme', 'dark')
    expect(Object.fromEntries([...local.items].map(([name, text]) => [name, JSON.parse(text) as unknown]))).toEqual({
      userParams: user,
      userAuth: true,
      userRole: 'membership',
      navCollapse: false,
      isDarkMode: true,
      theme: 'dark',
    })
  })

  it('contain three fields of the host’s user', { tags: 'session.storage' }, () => {
    const hostUser = { id: 2, login: 'member', email: user.user_email, displayName: user.display_name, phone: '+1 555' }
    expect(toStoredUser(hostUser)).toEqual(user)
  })

  it.each([
    ['userParams', '{"ID":'],
    ['userParams', '{"ID":"2"}'],
    ['userParams', '[]'],
    ['userRole', '"admin"'],
    ['userAuth', '"yes"'],
    ['navCollapse', 'undefined'],
    ['isDarkMode', '1'],
    ['theme', '"purple"'],
  ] as const)('removes an invalid %s: %s', { tags: 'session.storage' }, (name, text) => {
    const { storage, local } = setUpStorage()
    local.setItem(name, text)
    expect(storage.get(name)).toBeUndefined()
    expect(local.getItem(name)).toBeNull()
  })
})

describe('the tokens', () => {
  const tokens = { access: 'access.one', refresh: 'refresh one' }

  it(
    'last seven days with “remember me”',
    { tags: ['signIn.remember', 'session.refreshToken', 'session.cookies'] },
    () => {
      const { storage, local, session, page } = setUpStorage()
      expect(storage.setTokens({ ...tokens, remember: true })).toBe(true)
      expect(page.written).toEqual([
        'access_token=access.one; Max-Age=604800; Path=/; Secure; SameSite=Strict',
        'refresh_token=refresh%20one; Max-Age=604800; Path=/; Secure; SameSite=Strict',
      ])
      expect(local.items).toEqual(new Map([['refresh_token', 'refresh one']]))
      expect(session.items.size).toBe(0)
    },
  )

  it(
    'last until the browser closes without “remember me”',
    { tags: ['signIn.remember', 'session.refreshToken', 'session.cookies'] },
    () => {
      const { storage, local, session, page } = setUpStorage()
      local.setItem('refresh_token', 'of the last time')
      storage.setTokens({ ...tokens, remember: false })
      expect(page.written[0]).toBe('access_token=access.one; Path=/; Secure; SameSite=Strict')
      expect(session.items).toEqual(new Map([['refresh_token', 'refresh one']]))
      expect(local.items.size).toBe(0)
    },
  )

  it.each(['local', 'session', 'cookie'] as const)(
    'are complete with a refresh token in the %s',
    { tags: 'session.noTokens' },
    (where) => {
      const { storage, local, session, cookies } = setUpStorage()
      cookies.set('access_token', 'a')
      expect(storage.hasTokens()).toBe(false)
      if (where === 'cookie') cookies.set('refresh_token', 'r')
      else ({ local, session })[where].setItem('refresh_token', 'r')
      expect(storage.hasTokens()).toBe(true)
      cookies.remove('access_token')
      expect(storage.hasTokens()).toBe(false)
    },
  )

  it('are written and removed before storage events reach other tabs', () => {
    // Chromium writes a cookie asynchronously; reading the cookie makes sure that it is written.
    const page = createFakeCookies()
    const pending: string[] = []
    const chromium = {
      get cookie() {
        for (const text of pending.splice(0)) page.cookie = text
        return page.cookie
      },
      set cookie(text: string) {
        pending.push(text)
      },
    }
    const local = createFakeStorage()
    const observed: [string, boolean][] = []
    const observe = (name: string) => void observed.push([name, page.jar.has('access_token')])
    const { setItem, removeItem } = local
    local.setItem = (name, text) => {
      observe(name)
      setItem(name, text)
    }
    local.removeItem = (name) => {
      observe(name)
      removeItem(name)
    }
    const areas = { local: () => local, session: () => createFakeStorage() }
    const storage = createBrowserStorage(areas, createCookiesOf(chromium))
    storage.setTokens({ ...tokens, remember: true })
    storage.setUser(user)
    expect(observed).toEqual([
      ['refresh_token', true],
      ['userParams', true],
      ['userAuth', true],
    ])
    observed.length = 0
    storage.clearUser(true)
    const namesWith = (token: boolean) => observed.filter(([, hasToken]) => hasToken === token).map(([name]) => name)
    expect(namesWith(true)).toEqual(['userAuth', 'userRole'])
    expect(namesWith(false)).toEqual(['refresh_token', 'userParams'])
  })

  it('are not stored with cookies off, which setTokens reports', () => {
    const { storage } = setUpStorage({ page: createFakeCookies({ off: true }) })
    expect(storage.setTokens({ ...tokens, remember: true })).toBe(false)
  })
})

describe('clearUser', () => {
  const filled = () => {
    const all = setUpStorage()
    all.storage.setTokens({ access: 'a', refresh: 'r', remember: false })
    all.storage.setUser(user)
    all.storage.setRole('membership')
    all.storage.set('isDarkMode', true)
    for (const one of [all.local, all.session]) one.setItem('statecast.draft', 'Mara wrote this')
    all.local.setItem('somebody.else', 'stays')
    return all
  }

  it('removes the data of the user and keeps the settings of the device', { tags: 'logout.clearsData' }, () => {
    const { storage, local, session, page } = filled()
    storage.clearUser(true)
    expect(Object.fromEntries(local.items)).toEqual({
      userRole: 'null',
      userAuth: 'false',
      isDarkMode: 'true',
      'somebody.else': 'stays',
    })
    expect(session.items.size).toBe(0)
    expect(page.jar.size).toBe(0)
  })

  it('keeps shared items if another tab owns the session', () => {
    const { storage, local, session, page } = filled()
    const shared = new Map(local.items)
    storage.clearUser(false)
    expect(local.items).toEqual(shared)
    expect(page.jar.size).toBe(2)
    expect(session.items.size).toBe(0)
  })
})

describe('a browser without storage', () => {
  it('keeps items in memory, and isPersistent is false', () => {
    const storage = createBrowserStorage(
      { local: deniedStorage, session: deniedStorage },
      createCookiesOf(createFakeCookies()),
    )
    storage.setTokens({ access: 'a', refresh: 'r', remember: true })
    storage.setUser(user)
    expect(storage.get('userParams')).toEqual(user)
    expect(storage.hasTokens()).toBe(true)
    expect(storage.isPersistent()).toBe(false)
    storage.clearUser(true)
    expect(storage.get('userParams')).toBeUndefined()
    expect(storage.hasTokens()).toBe(false)
  })

  it('reads an item that did not fit instead of the previous value', () => {
    const local = createFakeStorage()
    const { storage } = setUpStorage({ local })
    storage.set('theme', 'light')
    local.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    storage.set('theme', 'dark')
    expect(storage.get('theme')).toBe('dark')
    expect(local.getItem('theme')).toBeNull()
    expect(storage.isPersistent()).toBe(false)
  })
})

describe('cookies', () => {
  it('are tested with a temporary cookie', () => {
    const page = createFakeCookies()
    expect(createCookiesOf(page).blockedReason()).toBeUndefined()
    expect(page.jar.size).toBe(0)
  })

  it.each([
    ['https://tv.example', true, 'off'],
    ['https://localhost:4173', true, 'off'],
    ['http://tv.example', true, 'insecure'],
    ['http://localhost.tv.example', true, 'insecure'],
    ['http://192.168.1.20:4173', true, 'insecure'],
    ['http://localhost:4173', false, 'off'],
    ['http://127.0.0.1:4173', false, 'off'],
    ['http://[::1]:4173', false, 'off'],
  ] as const)('at %s are Secure: %s; if they are not stored, they are %s', (address, isSecure, reason) => {
    const page = createFakeCookies({ off: true })
    const cookies = createCookiesOf(page, address)
    cookies.set('access_token', 'a', 7)
    cookies.remove('access_token')
    expect(page.written.map((text) => text.split('; ').includes('Secure'))).toEqual([isSecure, isSecure])
    expect(cookies.blockedReason()).toBe(reason)
  })

  it('do not throw if the document denies access', () => {
    const deny = (): never => {
      throw new DOMException('sandboxed', 'SecurityError')
    }
    const page = Object.defineProperty({ cookie: '' }, 'cookie', { get: deny, set: deny })
    const cookies = createCookiesOf(page)
    expect([cookies.get('access_token'), cookies.blockedReason()]).toEqual([undefined, 'off'])
  })

  it('are returned unchanged if an escape is invalid', () => {
    const page = createFakeCookies()
    page.cookie = 'access_token=%E0%A4%A'
    expect(createCookiesOf(page).get('access_token')).toBe('%E0%A4%A')
    expect(createCookiesOf(page).get('token')).toBeUndefined()
  })
})

it('has the light color scheme by default', { tags: 'theme.toggle' }, () => {
  const { storage } = setUpStorage()
  expect(readScheme(storage)).toBe('light')
  storage.set('theme', 'dark')
  expect(readScheme(storage)).toBe('dark')
  storage.set('isDarkMode', false)
  expect(readScheme(storage)).toBe('light')
})

it('keeps a scheme that another tab stores while this one starts', { tags: 'theme.stored' }, () => {
  const { storage } = setUpStorage()
  const tabs = { notify: () => undefined, listen: () => () => undefined }
  const theme = createActor(themeMachine.provide({ actors: createThemeActors({ storage, tabs }) }), {
    input: { scheme: readScheme(storage) },
  })
  storage.set('isDarkMode', true)
  theme.start()
  expect(theme.getSnapshot().value).toBe('dark')
  expect([storage.get('isDarkMode'), storage.get('theme')]).toEqual([true, 'dark'])
})
