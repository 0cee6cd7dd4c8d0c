import { fromCallback, fromPromise } from 'xstate'
import { type MembershipAnswer, type SessionAnswer, type SessionEvent, type User } from '../../machines/session.ts'
import { type HostClient } from '../host/client.ts'
import { outcome } from '../host/outcome.ts'
import { readMember, readUser } from '../host/readers.ts'
import { roleOf } from '../host/role.ts'
import { storedUser, type StoragePort } from './storage.ts'
import { type Tabs } from './tabs.ts'

type World = {
  host: HostClient
  storage: StoragePort
  tabs: Tabs
  reads: { forget(): Promise<void> }
  page: Pick<Window, 'addEventListener' | 'removeEventListener'>
}

/** What the session machine asks of the world. What the host says is kept as it is heard, for the next visit. */
export const sessionActors = ({ host, storage, tabs, reads, page }: World) => ({
  checkSession: fromPromise<SessionAnswer>(async ({ signal }) => {
    if (!storage.holdsTokens()) return { kind: 'absent' }
    const answer = await outcome(host.GET('/wp-json/custom-plugin/me/', { signal }), readUser)
    if (answer.kind === 'refused') return { kind: 'refused' }
    const user = storedUser(answer.data)
    if (!signal.aborted) storage.keepUser(user)
    return { kind: 'granted', user }
  }),

  checkMembership: fromPromise<MembershipAnswer, { user: User | undefined }>(async ({ input: { user }, signal }) => {
    const answer = await outcome(
      host.GET('/wp-json/mp/v1/members/{id}', { params: { path: { id: user?.ID ?? 0 } }, signal }),
      readMember,
    )
    const role = answer.kind === 'granted' ? roleOf(answer.data) : 'guest'
    if (!signal.aborted) storage.keepRole(role)
    return answer.kind === 'granted' ? { kind: 'granted', role } : { kind: 'refused' }
  }),

  forgetSession: fromPromise<undefined, { everywhere: boolean }>(async ({ input: { everywhere } }) => {
    const known = storage.get('userAuth') === true
    storage.forgetUser(everywhere)
    if (everywhere && known) tabs.tell()
    await reads.forget()
    return undefined
  }),

  watchWindow: fromCallback<SessionEvent>(({ sendBack }) => {
    const compare = () => {
      if (storage.holdsTokens()) sendBack({ type: 'tab.signedIn', user: storage.get('userParams') })
      // Tokens that are gone while the records are still there have run out: the machine finds that out itself.
      else sendBack({ type: storage.get('userAuth') ? 'token.refused' : 'tab.signedOut' })
    }
    const focused = () => {
      // The word of another tab may have been missed; a tab with its own tokens is asked by the machine itself.
      if (storage.holdsTokens()) compare()
      sendBack({ type: 'window.focused' })
    }
    const returned = () => sendBack({ type: 'network.returned' })
    const unlisten = tabs.listen(compare)
    page.addEventListener('focus', focused)
    page.addEventListener('online', returned)
    return () => {
      unlisten()
      page.removeEventListener('focus', focused)
      page.removeEventListener('online', returned)
    }
  }),
})
