import * as v from 'valibot'
import { type Role, type User } from '../../machines/session.ts'
import { type Scheme } from '../../machines/theme.ts'
import { type Cookies } from './cookies.ts'

/** What is kept in local storage: one item per name, JSON. Only the fields named here, whatever is handed in. */
const itemSchemas = {
  userRole: v.nullable(v.picklist(['guest', 'membership'])),
  userAuth: v.boolean(),
  userParams: v.object({ ID: v.number(), user_email: v.string(), display_name: v.string() }),
  navCollapse: v.boolean(),
  isDarkMode: v.boolean(),
  theme: v.picklist(['light', 'dark']),
}

export type StoredItems = {
  userRole: Role | null
  userAuth: boolean
  userParams: User
  navCollapse: boolean
  isDarkMode: boolean
  theme: Scheme
}
export type ItemName = keyof StoredItems

const userItems = ['userRole', 'userAuth', 'userParams'] as const satisfies readonly ItemName[]

/** Ours beyond the named items: drafts, attempts. They belong to the user and go with the user. */
const ownPrefix = 'statecast.'

const rememberedDays = 7

export type Tokens = { access: string; refresh: string; remember: boolean }

export type StorageArea = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

export type BrowserStorage = {
  get<N extends ItemName>(name: N): StoredItems[N] | undefined
  set<N extends ItemName>(name: N, value: StoredItems[N]): void
  /** Keeps both tokens; says whether they will be there for the next call. */
  setTokens(tokens: Tokens): boolean
  /** The bearer of every call: the access-token cookie. */
  accessToken(): string | undefined
  /** Both tokens are there. The refresh token may lie in either storage or in its cookie: tabs share only some. */
  hasTokens(): boolean
  setUser(user: User): void
  setRole(role: Role): void
  /** Clears everything of the user. `everywhere` false leaves what other tabs share, because another tab has the say. */
  clearUser(everywhere: boolean): void
  /** False once something could only be kept in this page's memory: storage is full or closed. */
  isPersistent(): boolean
}

/** Of everything the host says of a user, the three fields that are kept. */
export const toStoredUser = (user: { id: number; email: string; displayName: string }): User => ({
  ID: user.id,
  user_email: user.email,
  display_name: user.displayName,
})

/** Asks for a shelf at every use: in a private window even naming `localStorage` may throw. */
type StorageAreas = { local: () => StorageArea; session: () => StorageArea }

/**
 * Opens what this browser keeps for us. Nothing here throws: where a shelf is closed or full, this page's memory takes
 * over and `lasts()` says so; an item that is damaged is dropped.
 */
export function createBrowserStorage(areas: StorageAreas, cookies: Cookies): BrowserStorage {
  const memory = new Map<string, string>()
  let isPersistent = true

  const withArea = <T>(area: () => StorageArea, use: (area: StorageArea) => T): T | undefined => {
    try {
      return use(area())
    } catch {
      isPersistent = false
      return undefined
    }
  }
  const read = (area: () => StorageArea, name: string) =>
    memory.get(name) ?? withArea(area, (storage) => storage.getItem(name)) ?? undefined
  const write = (area: () => StorageArea, name: string, text: string) => {
    const isStored = withArea(area, (storage) => {
      storage.setItem(name, text)
      return true
    })
    if (isStored) return void memory.delete(name)
    memory.set(name, text)
    // What a full shelf still holds under this name is out of date.
    withArea(area, (storage) => storage.removeItem(name))
  }
  const remove = (area: () => StorageArea, name: string) => {
    memory.delete(name)
    withArea(area, (storage) => storage.removeItem(name))
  }
  const removeOwnItems = (area: () => StorageArea) =>
    withArea(area, (storage) => {
      const names = Array.from({ length: storage.length }, (_, at) => storage.key(at))
      for (const name of names) if (name?.startsWith(ownPrefix)) storage.removeItem(name)
    })

  const get = <N extends ItemName>(name: N): StoredItems[N] | undefined => {
    const text = read(areas.local, name)
    if (text === undefined) return undefined
    try {
      return v.parse(itemSchemas[name] as unknown as v.GenericSchema<unknown, StoredItems[N]>, JSON.parse(text))
    } catch {
      remove(areas.local, name)
      return undefined
    }
  }
  const set = <N extends ItemName>(name: N, value: StoredItems[N]) => {
    const shape = itemSchemas[name] as unknown as v.GenericSchema<unknown, StoredItems[N]>
    write(areas.local, name, JSON.stringify(v.parse(shape, value)))
  }

  return {
    get,
    set,
    setTokens({ access, refresh, remember }) {
      const days = remember ? rememberedDays : undefined
      cookies.set('access_token', access, days)
      cookies.set('refresh_token', refresh, days)
      remove(remember ? areas.session : areas.local, 'refresh_token')
      write(remember ? areas.local : areas.session, 'refresh_token', refresh)
      return cookies.get('access_token') === access
    },
    accessToken: () => cookies.get('access_token') || undefined,
    hasTokens: () =>
      Boolean(cookies.get('access_token')) &&
      Boolean(
        read(areas.local, 'refresh_token') || read(areas.session, 'refresh_token') || cookies.get('refresh_token'),
      ),
    setUser(user) {
      set('userParams', user)
      set('userAuth', true)
    },
    setRole: (role) => set('userRole', role),
    clearUser(everywhere) {
      remove(areas.session, 'refresh_token')
      removeOwnItems(areas.session)
      for (const name of userItems) memory.delete(name)
      if (!everywhere) return
      // Said first: a tab that looks while the rest goes sees a logout, not tokens that have run out.
      set('userAuth', false)
      set('userRole', null)
      cookies.remove('access_token')
      cookies.remove('refresh_token')
      remove(areas.local, 'refresh_token')
      remove(areas.local, 'userParams')
      removeOwnItems(areas.local)
    },
    isPersistent: () => isPersistent,
  }
}
