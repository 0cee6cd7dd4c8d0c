import { type QueryClient } from '@tanstack/react-query'

/** What was read outside of the cache; `askedAt` is when its question left, in ms. */
type CacheEntry = { queryKey: readonly unknown[]; data: unknown; askedAt: number }

let client: QueryClient | undefined
/** What was heard last before the cache arrived. */
let pendingEntry: CacheEntry | undefined

function writeEntry(queryClient: QueryClient, { queryKey, data, askedAt }: CacheEntry) {
  const cachedState = queryClient.getQueryState(queryKey)
  // What was read later, is being read, or has been changed since is truer than this.
  if (
    cachedState &&
    (cachedState.dataUpdatedAt > askedAt || cachedState.isInvalidated || cachedState.fetchStatus !== 'idle')
  )
    return
  queryClient.setQueryData(queryKey, data, { updatedAt: askedAt })
}

/**
 * The cache of shared reads. It arrives with the first screen behind the sign-in, so that the sign-in page does not
 * wait for it; the screens there have it, nothing before them asks.
 */
export const lazyQueryClient = {
  /** Called once, by the part of the application that brings the cache along. */
  attach(queryClient: QueryClient) {
    client = queryClient
    if (pendingEntry) writeEntry(client, pendingEntry)
    pendingEntry = undefined
  },
  /** Throws before it has arrived, which is a mistake in the code. */
  get(): QueryClient {
    if (!client) throw new Error('The cache of reads comes with the screens behind the sign-in')
    return client
  },
  /** Takes what the session has read for itself, so that no screen asks for it once more. */
  seed(entry: CacheEntry) {
    if (client) writeEntry(client, entry)
    else pendingEntry = entry
  },
  /** Stops what is being read and forgets what was. */
  async clear() {
    pendingEntry = undefined
    await client?.cancelQueries()
    client?.clear()
  },
}
