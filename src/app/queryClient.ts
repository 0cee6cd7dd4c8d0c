import { type QueryClient } from '@tanstack/react-query'

/** What was read outside of the cache; `askedAt` is when its question left, in ms. */
type Heard = { queryKey: readonly unknown[]; data: unknown; askedAt: number }

let client: QueryClient | undefined
/** What was heard last before the cache arrived. */
let early: Heard | undefined

function keep(into: QueryClient, { queryKey, data, askedAt }: Heard) {
  const known = into.getQueryState(queryKey)
  // What was read later, is being read, or has been changed since is truer than this.
  if (known && (known.dataUpdatedAt > askedAt || known.isInvalidated || known.fetchStatus !== 'idle')) return
  into.setQueryData(queryKey, data, { updatedAt: askedAt })
}

/**
 * The cache of shared reads. It arrives with the first screen behind the sign-in, so that the sign-in page does not
 * wait for it; the screens there have it, nothing before them asks.
 */
export const reads = {
  /** Called once, by the part of the application that brings the cache along. */
  arrive(queryClient: QueryClient) {
    client = queryClient
    if (early) keep(client, early)
    early = undefined
  },
  /** Throws before it has arrived, which is a mistake in the code. */
  client(): QueryClient {
    if (!client) throw new Error('The cache of reads comes with the screens behind the sign-in')
    return client
  },
  /** Takes what the session has read for itself, so that no screen asks for it once more. */
  hear(heard: Heard) {
    if (client) keep(client, heard)
    else early = heard
  },
  /** Stops what is being read and forgets what was. */
  async forget() {
    early = undefined
    await client?.cancelQueries()
    client?.clear()
  },
}
