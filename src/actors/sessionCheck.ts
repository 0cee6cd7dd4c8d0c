import { createActor, fromPromise, toPromise } from 'xstate'
import { type CheckAnswer, type User } from '../../machines/session.ts'
import {
  type MembershipAnswer,
  type sessionCheckMachine,
  type SessionCheckInput,
  type UserAnswer,
} from '../../machines/sessionCheck.ts'
import { type ApiClient } from '../api/apiClient.ts'
import { toApiResult } from '../api/apiResult.ts'
import { parseMember, parseUser } from '../api/memberParsers.ts'
import { roleOf } from '../api/role.ts'
import { memberKey } from '../queries/memberKey.ts'
import { toStoredUser, type BrowserStorage } from '../platform/browserStorage.ts'

type Dependencies = {
  api: ApiClient
  storage: BrowserStorage
  queryCache: { seed(entry: { queryKey: readonly unknown[]; data: unknown; askedAt: number }): void }
}

/**
 * What a check asks of the world. What the host says is kept as it is heard, for the next visit, and the member record
 * for every screen that shows it.
 */
export const createSessionCheckActors = ({ api, storage, queryCache }: Dependencies) => ({
  askUser: fromPromise<UserAnswer>(async ({ signal }) => {
    if (!storage.hasTokens()) return { kind: 'absent' }
    const answer = await toApiResult(api.GET('/wp-json/custom-plugin/me/', { signal }), parseUser)
    if (answer.kind === 'refused') return { kind: 'refused' }
    const user = toStoredUser(answer.data)
    if (!signal.aborted) storage.setUser(user)
    return { kind: 'granted', user }
  }),

  askMembership: fromPromise<MembershipAnswer, { user: User | undefined }>(async ({ input: { user }, signal }) => {
    const id = user?.ID ?? 0
    const askedAt = Date.now()
    const answer = await toApiResult(
      api.GET('/wp-json/mp/v1/members/{id}', { params: { path: { id } }, signal }),
      parseMember,
    )
    const role = answer.kind === 'granted' ? roleOf(answer.data) : 'guest'
    if (!signal.aborted) {
      storage.setRole(role)
      if (answer.kind === 'granted') queryCache.seed({ queryKey: memberKey(id), data: answer.data, askedAt })
    }
    return answer.kind === 'granted' ? { kind: 'granted', role } : { kind: 'refused' }
  }),
})

/** One round of the check as the session waits for it: its answer, or an error when the host could not be reached. */
export const createCheckSession = (machine: typeof sessionCheckMachine) =>
  fromPromise<CheckAnswer, SessionCheckInput>(async ({ input, signal }) => {
    const check = createActor(machine, { input })
    signal.addEventListener('abort', () => check.stop())
    const answer = await toPromise(check.start())
    if (answer.kind === 'unreachable') throw new Error('The host could not be reached')
    return answer
  })
