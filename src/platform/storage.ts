import * as v from 'valibot'
import { type Role, type User } from '../../machines/session.ts'
import { type Scheme } from '../../machines/theme.ts'
import { type Cookies } from './cookies.ts'

/** What is kept in local storage: one item per name, JSON. Only the fields named here, whatever is handed in. */
const shapes = {
  userRole: v.nullable(v.picklist(['guest', 'membership'])),
  userAuth: v.boolean(),
  userParams: v.object({ ID: v.number(), user_email: v.string(), display_name: v.string() }),
  navCollapse: v.boolean(),
  isDarkMode: v.boolean(),
  theme: v.picklist(['light', 'dark']),
}

export type Items = {
  userRole: Role | null
  userAuth: boolean
  userParams: User
  navCollapse: boolean
  isDarkMode: boolean
  theme: Scheme
}
export type ItemName = keyof Items

const userItems = ['userRole', 'userAuth', 'userParams'] as const satisfies readonly ItemName[]

/** Ours beyond the named items: drafts, attempts. They belong to the user and go with the user. */
const prefix = 'statecast.'

const rememberedDays = 7

export type Tokens = { access: string; refresh: string; remember: boolean }

export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

export type StoragePort = {
  get<N extends ItemName>(name: N): Items[N] | undefined
  set<N extends ItemName>(name: N, value: Items[N]): void
  /** Keeps both tokens; says whether they will be there for the next call. */
  keepTokens(tokens: Tokens): boolean
  /** The bearer of every call: the access-token cookie. */
  accessToken(): string | undefined
  /** Both tokens are there. The refresh token may lie in either storage or in its cookie: tabs share only some. */
  holdsTokens(): boolean
  keepUser(user: User): void
  keepRole(role: Role): void
  /** Clears everything of the user. `everywhere` false leaves what other tabs share, because another tab has the say. */
  forgetUser(everywhere: boolean): void
  /** False once something could only be kept in this page's memory: storage is full or closed. */
  lasts(): boolean
}

/** Of everything the host says of a user, the three fields that are kept. */
export const storedUser = (user: { id: number; email: string; displayName: string }): User => ({
  ID: user.id,
  user_email: user.email,
  display_name: user.displayName,
})

/** Asks for a shelf at every use: in a private window even naming `localStorage` may throw. */
type Shelves = { local: () => Shelf; session: () => Shelf }

/**
 * Opens what this browser keeps for us. Nothing here throws: where a shelf is closed or full, this page's memory takes
 * over and `lasts()` says so; an item that is damaged is dropped.
 */
export function openStorage(shelves: Shelves, cookies: Cookies): StoragePort {
  const memory = new Map<string, string>()
  let lasting = true

  const on = <T>(shelf: () => Shelf, ask: (shelf: Shelf) => T): T | undefined => {
    try {
      return ask(shelf())
    } catch {
      lasting = false
      return undefined
    }
  }
  const read = (shelf: () => Shelf, name: string) =>
    memory.get(name) ?? on(shelf, (open) => open.getItem(name)) ?? undefined
  const write = (shelf: () => Shelf, name: string, text: string) => {
    const kept = on(shelf, (open) => {
      open.setItem(name, text)
      return true
    })
    if (kept) return void memory.delete(name)
    memory.set(name, text)
    // What a full shelf still holds under this name is out of date.
    on(shelf, (open) => open.removeItem(name))
  }
  const drop = (shelf: () => Shelf, name: string) => {
    memory.delete(name)
    on(shelf, (open) => open.removeItem(name))
  }
  const dropOurs = (shelf: () => Shelf) =>
    on(shelf, (open) => {
      const names = Array.from({ length: open.length }, (_, at) => open.key(at))
      for (const name of names) if (name?.startsWith(prefix)) open.removeItem(name)
    })

  const get = <N extends ItemName>(name: N): Items[N] | undefined => {
    const text = read(shelves.local, name)
    if (text === undefined) return undefined
    try {
      return v.parse(shapes[name] as unknown as v.GenericSchema<unknown, Items[N]>, JSON.parse(text))
    } catch {
      drop(shelves.local, name)
      return undefined
    }
  }
  const set = <N extends ItemName>(name: N, value: Items[N]) => {
    const shape = shapes[name] as unknown as v.GenericSchema<unknown, Items[N]>
    write(shelves.local, name, JSON.stringify(v.parse(shape, value)))
  }

  return {
    get,
    set,
    keepTokens({ access, refresh, remember }) {
      const days = remember ? rememberedDays : undefined
      cookies.set('access_token', access, days)
      cookies.set('refresh_token', refresh, days)
      drop(remember ? shelves.session : shelves.local, 'refresh_token')
      write(remember ? shelves.local : shelves.session, 'refresh_token', refresh)
      return cookies.get('access_token') === access
    },
    accessToken: () => cookies.get('access_token') || undefined,
    holdsTokens: () =>
      Boolean(cookies.get('access_token')) &&
      Boolean(
        read(shelves.local, 'refresh_token') || read(shelves.session, 'refresh_token') || cookies.get('refresh_token'),
      ),
    keepUser(user) {
      set('userParams', user)
      set('userAuth', true)
    },
    keepRole: (role) => set('userRole', role),
    forgetUser(everywhere) {
      drop(shelves.session, 'refresh_token')
      dropOurs(shelves.session)
      for (const name of userItems) memory.delete(name)
      if (!everywhere) return
      // Said first: a tab that looks while the rest goes sees a logout, not tokens that have run out.
      set('userAuth', false)
      set('userRole', null)
      cookies.remove('access_token')
      cookies.remove('refresh_token')
      drop(shelves.local, 'refresh_token')
      drop(shelves.local, 'userParams')
      dropOurs(shelves.local)
    },
    lasts: () => lasting,
  }
}
