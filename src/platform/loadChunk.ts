/** How long a failed chunk waits for the page to be left, in ms. */
const leaveTimeoutMs = 10_000

/**
 * Loads a chunk of the code. Rejects if it can't be loaded; while the page is being left, only once the page turns out
 * to stay: Firefox and WebKit cancel the requests of a page that is being left, and the page would show that error
 * until the next page answers.
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  // On the server, nobody leaves.
  if (typeof window === 'undefined') return load()
  let stay: Promise<void> | undefined
  const onLeave = () => {
    stay = new Promise((resolve) => {
      setTimeout(resolve, leaveTimeoutMs)
      addEventListener('pageshow', () => resolve(), { once: true })
    })
  }
  // Firefox keeps no page with this listener for the back button, so it is removed after each load.
  addEventListener('beforeunload', onLeave)
  try {
    return await load()
  } catch (error) {
    await stay
    throw error
  } finally {
    removeEventListener('beforeunload', onLeave)
  }
}

/**
 * Returns a function that loads a chunk once, and again after a failure. A chunk that is there is returned before the next
 * task: `import` would return it after that, and so after a frame of the page.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () =>
    (loading ??= loadChunk(load).catch((error: unknown) => {
      loading = undefined
      throw error
    }))
}
