import { fromCallback, fromPromise } from 'xstate'
import { type SessionEvent } from '../../machines/session.ts'
import { type StoragePort } from '../platform/storage.ts'
import { type Tabs } from '../platform/tabs.ts'

type World = {
  storage: StoragePort
  tabs: Tabs
  reads: { forget(): Promise<void> }
  page: Pick<Window, 'addEventListener' | 'removeEventListener'>
}

/** What the session machine asks of the world, but for the check itself, which is `sessionCheck`. */
export const sessionActors = ({ storage, tabs, reads, page }: World) => ({
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
