import { fromPromise } from 'xstate'
import { type User } from '../../machines/session.types.ts'
import { type MembershipResult, type UserResult } from '../../machines/sessionCheck.ts'
import type { ApiClient } from '../api/apiClient.ts'
import { memberKey } from '../queries/memberKey.ts'
import { userKey } from '../queries/userKey.ts'
import { toStoredUser, type BrowserStorage } from '../platform/browserStorage.ts'
import type { LoadSessionCalls } from './loadSessionCalls.ts'

type Dependencies = {
  api: ApiClient
  loadCalls: LoadSessionCalls
  storage: BrowserStorage
  queryCache: { seed(entry: { queryKey: readonly unknown[]; data: unknown; requestedAt: number }): void }
}

/** The actors of the session check. The user and the role are stored for the next visit, both records are cached. */
export const createSessionCheckActors = ({ api, loadCalls, storage, queryCache }: Dependencies) => ({
  checkUser: fromPromise<UserResult>(async ({ signal }) => {
    if (!storage.hasTokens()) return { kind: 'noTokens' }
    const { readUser } = await loadCalls()
    const requestedAt = Date.now()
    const result = await readUser(api, signal)
    if (result.kind === 'refused') return { kind: 'refused' }
    const user = toStoredUser(result.data)
    if (!signal.aborted) {
      storage.setUser(user)
      queryCache.seed({ queryKey: userKey, data: result.data, requestedAt })
    }
    return { kind: 'granted', user }
  }),

  checkMembership: fromPromise<MembershipResult, { user: User | undefined }>(async ({ input: { user }, signal }) => {
    const id = user?.ID ?? 0
    const { readMember, roleOf } = await loadCalls()
    const requestedAt = Date.now()
    const result = await readMember(api, id, signal)
    const role = result.kind === 'granted' ? roleOf(result.data) : 'guest'
    if (!signal.aborted) {
      storage.setRole(role)
      if (result.kind === 'granted') queryCache.seed({ queryKey: memberKey(id), data: result.data, requestedAt })
    }
    return result.kind === 'granted' ? { kind: 'granted', role } : { kind: 'refused' }
  }),
})
