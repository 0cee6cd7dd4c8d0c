import { createActor, fromPromise, toPromise } from 'xstate'
import { type CheckAnswer, type User } from '../../machines/session.ts'
import {
  type MembershipAnswer,
  type sessionCheckMachine,
  type SessionCheckInput,
  type UserAnswer,
} from '../../machines/sessionCheck.ts'
import { type HostClient } from '../host/client.ts'
import { outcome } from '../host/outcome.ts'
import { readMember, readUser } from '../host/readers.ts'
import { roleOf } from '../host/role.ts'
import { storedUser, type StoragePort } from './storage.ts'

/** What a check asks of the world. What the host says is kept as it is heard, for the next visit. */
export const sessionCheckActors = ({ host, storage }: { host: HostClient; storage: StoragePort }) => ({
  askUser: fromPromise<UserAnswer>(async ({ signal }) => {
    if (!storage.holdsTokens()) return { kind: 'absent' }
    const answer = await outcome(host.GET('/wp-json/custom-plugin/me/', { signal }), readUser)
    if (answer.kind === 'refused') return { kind: 'refused' }
    const user = storedUser(answer.data)
    if (!signal.aborted) storage.keepUser(user)
    return { kind: 'granted', user }
  }),

  askMembership: fromPromise<MembershipAnswer, { user: User | undefined }>(async ({ input: { user }, signal }) => {
    const answer = await outcome(
      host.GET('/wp-json/mp/v1/members/{id}', { params: { path: { id: user?.ID ?? 0 } }, signal }),
      readMember,
    )
    const role = answer.kind === 'granted' ? roleOf(answer.data) : 'guest'
    if (!signal.aborted) storage.keepRole(role)
    return answer.kind === 'granted' ? { kind: 'granted', role } : { kind: 'refused' }
  }),
})

/** One round of the check as the session waits for it: its answer, or an error when the host could not be reached. */
export const checkSession = (machine: typeof sessionCheckMachine) =>
  fromPromise<CheckAnswer, SessionCheckInput>(async ({ input, signal }) => {
    const check = createActor(machine, { input })
    signal.addEventListener('abort', () => check.stop())
    const answer = await toPromise(check.start())
    if (answer.kind === 'unreachable') throw new Error('The host could not be reached')
    return answer
  })
