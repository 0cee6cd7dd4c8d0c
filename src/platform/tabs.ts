/** Notifies the other tabs of this browser that stored data have changed. */
export type Tabs = {
  /** Notifies the other tabs. */
  notify(): void
  /** Calls `changed` when another tab has changed stored data. Returns a function that ends the subscription. */
  listen(changed: () => void): () => void
}

type StorageEventTarget = Pick<Window, 'addEventListener' | 'removeEventListener'>

/**
 * Uses the storage event of the browser, and a BroadcastChannel in case storage is blocked or full. Listeners read the
 * current data, so a duplicate notification has no effect.
 */
export function createTabs(page: StorageEventTarget, open: (name: string) => BroadcastChannel): Tabs {
  let channel: BroadcastChannel | undefined
  try {
    channel = open('statecast')
  } catch {
    channel = undefined
  }
  return {
    notify: () => channel?.postMessage('changed'),
    listen(changed) {
      page.addEventListener('storage', changed)
      channel?.addEventListener('message', changed)
      return () => {
        page.removeEventListener('storage', changed)
        channel?.removeEventListener('message', changed)
      }
    },
  }
}
