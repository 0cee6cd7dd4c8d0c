import { type User } from '../../machines/session.types.ts'
import type { parseSignIn } from '../api/memberParsers.ts'
import { toStoredUser, type BrowserStorage } from '../platform/browserStorage.ts'

/** Stores the tokens and the user of a sign-in. Returns the user; undefined if the browser blocks cookies. */
export function storeSignIn(
  storage: BrowserStorage,
  { accessToken: access, refreshToken: refresh, user }: ReturnType<typeof parseSignIn>,
  remember: boolean,
): User | undefined {
  if (!storage.setTokens({ access, refresh, remember })) {
    storage.clearUser(true)
    return undefined
  }
  const stored = toStoredUser(user)
  storage.setUser(stored)
  return stored
}
