import { fromCallback, fromPromise } from 'xstate'
import { type SessionEvent } from '../../machines/session.types.ts'
import { type BrowserStorage } from '../platform/browserStorage.ts'
import { type TabChange, type Tabs } from '../platform/tabs.ts'

type Dependencies = {
  storage: BrowserStorage
  tabs: Tabs
  queryCache: { clear(): Promise<void> }
  page: Pick<Window, 'addEventListener' | 'removeEventListener' | 'setTimeout'> & {
    document: Pick<Document, 'addEventListener' | 'removeEventListener' | 'hasFocus'>
  }
}

/** The actors of the session machine, except `sessionCheck`. */
export const createSessionActors = ({ storage, tabs, queryCache, page }: Dependencies) => ({
  clearSession: fromPromise<undefined, { scope: 'browser' | 'tab' }>(async ({ input: { scope } }) => {
    const wasSignedIn = storage.get('userAuth') === true
    storage.clearUser(scope === 'browser')
    if (scope === 'browser' && wasSignedIn) tabs.notify('signedOut')
    await queryCache.clear()
    return undefined
  }),

  watchWindow: fromCallback<SessionEvent>(({ sendBack }) => {
    const compareTokens = (change: TabChange) => {
      if (storage.hasTokens()) sendBack({ type: 'tab.signedIn', user: storage.get('userParams') })
      else if (change === 'signedOut' || !storage.get('userAuth')) sendBack({ type: 'tab.signedOut' })
      // A user without tokens: the tokens have expired, and a check ends the session.
      else sendBack({ type: 'session.recheck' })
    }
    // In the card field, which is a frame, the focus has not left the page. The browser reports its return as window focus.
    let isInFrame = false
    const onBlur = () => {
      // The document knows whether one of its frames has the focus only after the event.
      page.setTimeout(() => {
        isInFrame = page.document.hasFocus()
      })
    }
    const onHidden = () => {
      isInFrame = false
    }
    const onFocus = () => {
      const isReturn = isInFrame
      isInFrame = false
      if (isReturn) return
      // This tab may have missed a sign-out in another tab. Without tokens, the check ends the session.
      if (storage.hasTokens()) compareTokens('data')
      sendBack({ type: 'window.focused' })
    }
    const onOnline = () => sendBack({ type: 'network.returned' })
    const unlisten = tabs.listen(compareTokens)
    page.addEventListener('focus', onFocus)
    page.addEventListener('blur', onBlur)
    page.document.addEventListener('visibilitychange', onHidden)
    page.addEventListener('online', onOnline)
    return () => {
      unlisten()
      page.removeEventListener('focus', onFocus)
      page.removeEventListener('blur', onBlur)
      page.document.removeEventListener('visibilitychange', onHidden)
      page.removeEventListener('online', onOnline)
    }
  }),
})
