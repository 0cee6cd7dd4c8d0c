import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { type ApiClient } from '../api/apiClient.ts'
import { channelQuery } from './channelQuery.ts'

/** A token lasts five minutes, and a channel that is opened renews its own. */
export const warmLifetimeMs = 240_000

/** The playlist of a neighbor is kept up to date for so long, in ms: a viewer who changes the channel again does so soon. */
const upToDateMs = 60_000

/** The part of its lifetime after which a playlist is read again, so that a new one is there before it is over. */
const RENEWED_AT = 0.75

/**
 * Reads a channel that the viewer is likely to open next, and prepares its stream with `warm`, which returns how long the
 * stream stays prepared in ms. Both are repeated while the page is visible: the stream before that time is over, but only
 * in the first minute, and the channel before the token in the stream URL expires.
 */
export const warmChannelQuery = (
  { api, queryClient }: { api: ApiClient; queryClient: QueryClient },
  slug: string,
  warm: (slug: string, streamUrl: string, signal: AbortSignal) => Promise<number | undefined>,
) =>
  queryOptions({
    queryKey: ['warmChannel', slug],
    queryFn: async ({ signal }) => {
      const { live, streamUrl } = await queryClient.query({ ...channelQuery({ api }, slug), staleTime: upToDateMs })
      return (live && streamUrl ? await warm(slug, streamUrl, signal) : undefined) ?? upToDateMs
    },
    staleTime: warmLifetimeMs,
    refetchInterval: ({ state: { data = upToDateMs, dataUpdateCount, errorUpdateCount } }) => {
      const interval = RENEWED_AT * data
      return interval * (dataUpdateCount + errorUpdateCount) < upToDateMs ? interval : warmLifetimeMs - upToDateMs
    },
    gcTime: 0,
    retry: false,
  })
