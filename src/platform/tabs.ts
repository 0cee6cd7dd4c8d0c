/** What has changed in another tab: the stored data, or the session that has ended there. */
export type TabChange = 'data' | 'signedOut'

/** Notifies the other tabs of this browser that stored data have changed. */
export type Tabs = {
  /** Notifies the other tabs. */
  notify(change: TabChange): void
  /** Calls `changed` when another tab has changed stored data. Returns a function that ends the subscription. */
  listen(changed: (change: TabChange) => void): () => void
}

type StorageEventTarget = Pick<Window, 'addEventListener' | 'removeEventListener'>

/**
 * Uses the storage event of the browser, and a BroadcastChannel in case storage is blocked or full. Listeners read the
 * current data, so a duplicate notification has no effect. In Firefox a message arrives before the change of the storage,
 * so it names a sign-out.
 */
export function createTabs(page: StorageEventTarget, open: (name: string) => BroadcastChannel): Tabs {
  let channel: BroadcastChannel | undefined
  try {
    channel = open('statecast')
  } catch {
    channel = undefined
  }
  return {
    notify: (change) => channel?.postMessage(change),
    listen(changed) {
      const onStorage = () => changed('data')
      const onMessage = ({ data }: MessageEvent) => changed(data === 'signedOut' ? 'signedOut' : 'data')
      page.addEventListener('storage', onStorage)
      channel?.addEventListener('message', onMessage)
      return () => {
        page.removeEventListener('storage', onStorage)
        channel?.removeEventListener('message', onMessage)
      }
    },
  }
}
