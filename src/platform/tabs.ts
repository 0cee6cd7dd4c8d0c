/** How the tabs of one browser tell each other that something kept has changed. */
export type Tabs = {
  /** Tells the other tabs to look again. */
  notify(): void
  /** Calls `changed` when another tab has changed something that is kept. Answers how to stop. */
  listen(changed: () => void): () => void
}

type StorageEventTarget = Pick<Window, 'addEventListener' | 'removeEventListener'>

/**
 * The browser says by itself when local storage changes; where storage is closed or full nothing changes, so a channel
 * of our own says it as well. Whoever listens looks at what is there, so hearing it twice does no harm.
 */
export function createTabs(signals: StorageEventTarget, open: (name: string) => BroadcastChannel): Tabs {
  let channel: BroadcastChannel | undefined
  try {
    channel = open('statecast')
  } catch {
    channel = undefined
  }
  return {
    notify: () => channel?.postMessage('changed'),
    listen(changed) {
      signals.addEventListener('storage', changed)
      channel?.addEventListener('message', changed)
      return () => {
        signals.removeEventListener('storage', changed)
        channel?.removeEventListener('message', changed)
      }
    },
  }
}
