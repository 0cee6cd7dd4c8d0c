import { type QueryClient } from '@tanstack/react-query'

let client: QueryClient | undefined

/**
 * The cache of shared reads. It arrives with the first screen behind the sign-in, so that the sign-in page does not
 * wait for it; the screens there have it, nothing before them asks.
 */
export const reads = {
  /** Called once, by the part of the application that brings the cache along. */
  arrive(queryClient: QueryClient) {
    client = queryClient
  },
  /** Throws before it has arrived, which is a mistake in the code. */
  client(): QueryClient {
    if (!client) throw new Error('The cache of reads comes with the screens behind the sign-in')
    return client
  },
  /** Stops what is being read and forgets what was. */
  async forget() {
    await client?.cancelQueries()
    client?.clear()
  },
}
