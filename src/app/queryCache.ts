import { type QueryClient } from '@tanstack/react-query'

/** Data that was read outside of the query client. `requestedAt`: when the request was sent, in ms. */
type Entry = { queryKey: readonly unknown[]; data: unknown; requestedAt: number }

function writeEntry(queryClient: QueryClient, { queryKey, data, requestedAt }: Entry) {
  const cached = queryClient.getQueryState(queryKey)
  // Newer data, a pending request and an invalidation take precedence over the seeded data.
  if (cached && (cached.dataUpdatedAt > requestedAt || cached.isInvalidated || cached.fetchStatus !== 'idle')) return
  queryClient.setQueryData(queryKey, data, { updatedAt: requestedAt })
}

/**
 * Holds the query client. `createClient` imports TanStack Query, so the sign-in page does not load it: the route table
 * calls `load` before it shows the first screen behind the sign-in.
 */
export function createQueryCache(createClient: () => Promise<QueryClient>) {
  let client: QueryClient | undefined
  let loading: Promise<void> | undefined
  /** The entries from before the client was loaded. */
  let pendingEntries: Entry[] = []

  return {
    /** Loads the client once. Rejects if its code can't be loaded; the next call retries. */
    load(): Promise<void> {
      loading ??= createClient().then(
        (created) => {
          client = created
          for (const entry of pendingEntries) writeEntry(created, entry)
          pendingEntries = []
        },
        (error: unknown) => {
          loading = undefined
          throw error
        },
      )
      return loading
    },
    /** The client. Throws before `load` has resolved. */
    get(): QueryClient {
      if (!client) throw new Error('The query client is not loaded')
      return client
    },
    /** Adds data that the session has read to the cache, so that no screen requests it again. */
    seed(entry: Entry) {
      if (client) writeEntry(client, entry)
      else pendingEntries.push(entry)
    },
    /** Reads again what the visible views could not load. */
    refetchFailed() {
      void client?.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
    },
    /** Cancels all requests and removes all data. */
    async clear() {
      pendingEntries = []
      await client?.cancelQueries()
      client?.clear()
    },
  }
}
