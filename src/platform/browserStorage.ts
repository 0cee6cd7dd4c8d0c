import * as v from 'valibot'
import { type Role, type User } from '../../machines/session.types.ts'
import { type Scheme } from '../../machines/theme.ts'
import { type Cookies } from './cookies.ts'
import { createStoredItem, type ItemStorage, type StoredItem } from './storedItem.ts'

/** The items that the specification names, in local storage as JSON. */
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

/** The prefix of all other items, such as drafts and attempts. They are removed when the user signs out. */
const ownPrefix = 'statecast.'

const rememberedDays = 7

export type Tokens = { access: string; refresh: string; remember: boolean }

export type StorageArea = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

export type BrowserStorage = {
  get<N extends ItemName>(name: N): StoredItems[N] | undefined
  set<N extends ItemName>(name: N, value: StoredItems[N]): void
  /** Stores both tokens. Returns false when cookies are blocked: the next request would have no token. */
  setTokens(tokens: Tokens): boolean
  /** The bearer token of every request, from its cookie. */
  accessToken(): string | undefined
  /** Whether both tokens are stored. The refresh token may be in local or session storage or in its cookie. */
  hasTokens(): boolean
  setUser(user: User): void
  setRole(role: Role): void
  /** Removes the data of the user. With `everywhere` false, data that tabs share stays, because another tab owns it. */
  clearUser(everywhere: boolean): void
  /** False if storage is blocked or full, so that values are only in this page's memory. */
  isPersistent(): boolean
}

/** The fields of a user that are stored. */
export const toStoredUser = (user: { id: number; email: string; displayName: string }): User => ({
  ID: user.id,
  user_email: user.email,
  display_name: user.displayName,
})

/** The storage areas. They are functions because in a private window reading `localStorage` may throw. */
type StorageAreas = { local: () => StorageArea; session: () => StorageArea }

/**
 * The storage of this browser. No method throws: when storage is blocked or full, the values are kept in memory and
 * `isPersistent` returns false. Damaged items are removed.
 */
export function createBrowserStorage(areas: StorageAreas, cookies: Cookies): BrowserStorage {
  const memory = new Map<string, string>()
  let isPersistent = true

  const withArea = <T>(area: () => StorageArea, action: (area: StorageArea) => T): T | undefined => {
    try {
      return action(area())
    } catch {
      isPersistent = false
      return undefined
    }
  }
  const withMemory = (area: () => StorageArea): ItemStorage => ({
    getItem: (name) => memory.get(name) ?? withArea(area, (storage) => storage.getItem(name)) ?? null,
    setItem(name, text) {
      const isStored = withArea(area, (storage) => {
        storage.setItem(name, text)
        return true
      })
      if (isStored) return void memory.delete(name)
      memory.set(name, text)
      // Storage was full, so the stored value is outdated.
      withArea(area, (storage) => storage.removeItem(name))
    },
    removeItem(name) {
      memory.delete(name)
      withArea(area, (storage) => storage.removeItem(name))
    },
  })
  const local = withMemory(areas.local)
  const session = withMemory(areas.session)
  const itemOf = <N extends ItemName>(name: N) => createStoredItem(() => local, name, itemSchemas[name])
  const items: { readonly [N in ItemName]: StoredItem<StoredItems[N]> } = {
    userRole: itemOf('userRole'),
    userAuth: itemOf('userAuth'),
    userParams: itemOf('userParams'),
    navCollapse: itemOf('navCollapse'),
    isDarkMode: itemOf('isDarkMode'),
    theme: itemOf('theme'),
  }

  const removeOwnItems = (area: () => StorageArea) =>
    withArea(area, (storage) => {
      const names = Array.from({ length: storage.length }, (_, at) => storage.key(at))
      for (const name of names) if (name?.startsWith(ownPrefix)) storage.removeItem(name)
    })

  return {
    get: (name) => items[name].get(),
    set: (name, value) => void items[name].set(value),
    setTokens({ access, refresh, remember }) {
      const days = remember ? rememberedDays : undefined
      cookies.set('access_token', access, days)
      cookies.set('refresh_token', refresh, days)
      const [kept, other] = remember ? [local, session] : [session, local]
      other.removeItem('refresh_token')
      kept.setItem('refresh_token', refresh)
      return cookies.get('access_token') === access
    },
    accessToken: () => cookies.get('access_token') || undefined,
    hasTokens: () =>
      Boolean(cookies.get('access_token')) &&
      Boolean(local.getItem('refresh_token') || session.getItem('refresh_token') || cookies.get('refresh_token')),
    setUser(user) {
      items.userParams.set(user)
      items.userAuth.set(true)
    },
    setRole: (role) => void items.userRole.set(role),
    clearUser(everywhere) {
      session.removeItem('refresh_token')
      removeOwnItems(areas.session)
      for (const name of userItems) memory.delete(name)
      if (!everywhere) return
      // Removed first, so that another tab sees a sign-out instead of expired tokens.
      items.userAuth.set(false)
      items.userRole.set(null)
      cookies.remove('access_token')
      cookies.remove('refresh_token')
      local.removeItem('refresh_token')
      items.userParams.remove()
      removeOwnItems(areas.local)
    },
    isPersistent: () => isPersistent,
  }
}
