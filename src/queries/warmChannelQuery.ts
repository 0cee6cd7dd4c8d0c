import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { type ApiClient } from '../api/apiClient.ts'
import { channelQuery } from './channelQuery.ts'

/** A token lasts five minutes, and a channel that is opened renews its own. */
export const warmLifetimeMs = 240_000

/** How long the stream of a neighbor is renewed, in ms: a viewer who changes the channel again does so soon. */
const renewedForMs = 60_000

/** The part of the lifetime of a stream after which it is renewed, so that the new one is there before it expires. */
const RENEWED_AT = 0.75

/**
 * Reads a channel that the viewer is likely to open next, and prepares its stream with `warm`, which returns how long the
 * stream stays prepared in ms. While the page is visible, the stream is renewed in the first minute, and both are read
 * again before the token in the stream URL expires.
 */
export const warmChannelQuery = (
  { api, queryClient }: { api: ApiClient; queryClient: QueryClient },
  slug: string,
  warm: (slug: string, streamUrl: string, signal: AbortSignal) => Promise<number | undefined>,
) =>
  queryOptions({
    queryKey: ['warmChannel', slug],
    queryFn: async ({ signal }) => {
      const { live, streamUrl } = await queryClient.query({ ...channelQuery({ api }, slug), staleTime: renewedForMs })
      return (live && streamUrl ? await warm(slug, streamUrl, signal) : undefined) || renewedForMs
    },
    staleTime: warmLifetimeMs,
    refetchInterval: ({ state: { data = renewedForMs, dataUpdateCount, errorUpdateCount } }) => {
      const interval = RENEWED_AT * data
      // Each update took one interval. After the first minute, the token has that much less left.
      return interval * (dataUpdateCount + errorUpdateCount) < renewedForMs ? interval : warmLifetimeMs - renewedForMs
    },
    gcTime: 0,
    retry: false,
  })
