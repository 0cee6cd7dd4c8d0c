import { fromPromise } from 'xstate'
import { type User } from '../../machines/session.types.ts'
import { type MembershipResult, type UserResult } from '../../machines/sessionCheck.ts'
import { type ApiClient } from '../api/apiClient.ts'
import { toApiResult } from '../api/apiResult.ts'
import { parseMember, parseUser } from '../api/memberParsers.ts'
import { roleOf } from '../api/role.ts'
import { memberKey } from '../queries/memberKey.ts'
import { userKey } from '../queries/userKey.ts'
import { toStoredUser, type BrowserStorage } from '../platform/browserStorage.ts'

type Dependencies = {
  api: ApiClient
  storage: BrowserStorage
  queryCache: { seed(entry: { queryKey: readonly unknown[]; data: unknown; requestedAt: number }): void }
}

/** The actors of the session check. The user and the role are stored for the next visit, both records are cached. */
export const createSessionCheckActors = ({ api, storage, queryCache }: Dependencies) => ({
  checkUser: fromPromise<UserResult>(async ({ signal }) => {
    if (!storage.hasTokens()) return { kind: 'noTokens' }
    const requestedAt = Date.now()
    const result = await toApiResult(api.GET('/wp-json/custom-plugin/me/', { signal }), parseUser)
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
    const requestedAt = Date.now()
    const result = await toApiResult(
      api.GET('/wp-json/mp/v1/members/{id}', { params: { path: { id } }, signal }),
      parseMember,
    )
    const role = result.kind === 'granted' ? roleOf(result.data) : 'guest'
    if (!signal.aborted) {
      storage.setRole(role)
      if (result.kind === 'granted') queryCache.seed({ queryKey: memberKey(id), data: result.data, requestedAt })
    }
    return result.kind === 'granted' ? { kind: 'granted', role } : { kind: 'refused' }
  }),
})
