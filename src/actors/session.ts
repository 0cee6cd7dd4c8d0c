import { fromCallback, fromPromise } from 'xstate'
import { type SessionEvent } from '../../machines/session.ts'
import { type BrowserStorage } from '../platform/browserStorage.ts'
import { type Tabs } from '../platform/tabs.ts'

type Dependencies = {
  storage: BrowserStorage
  tabs: Tabs
  queryCache: { clear(): Promise<void> }
  page: Pick<Window, 'addEventListener' | 'removeEventListener'>
}

/** What the session machine asks of the world, but for the check itself, which is `sessionCheck`. */
export const createSessionActors = ({ storage, tabs, queryCache, page }: Dependencies) => ({
  forgetSession: fromPromise<undefined, { everywhere: boolean }>(async ({ input: { everywhere } }) => {
    const wasSignedIn = storage.get('userAuth') === true
    storage.clearUser(everywhere)
    if (everywhere && wasSignedIn) tabs.notify()
    await queryCache.clear()
    return undefined
  }),

  watchWindow: fromCallback<SessionEvent>(({ sendBack }) => {
    const compareTokens = () => {
      if (storage.hasTokens()) sendBack({ type: 'tab.signedIn', user: storage.get('userParams') })
      // Tokens that are gone while the records are still there have run out: the machine finds that out itself.
      else sendBack({ type: storage.get('userAuth') ? 'token.refused' : 'tab.signedOut' })
    }
    const onFocus = () => {
      // The word of another tab may have been missed; a tab with its own tokens is asked by the machine itself.
      if (storage.hasTokens()) compareTokens()
      sendBack({ type: 'window.focused' })
    }
    const onOnline = () => sendBack({ type: 'network.returned' })
    const unlisten = tabs.listen(compareTokens)
    page.addEventListener('focus', onFocus)
    page.addEventListener('online', onOnline)
    return () => {
      unlisten()
      page.removeEventListener('focus', onFocus)
      page.removeEventListener('online', onOnline)
    }
  }),
})
