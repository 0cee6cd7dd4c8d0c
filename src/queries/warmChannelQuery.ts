import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { type ApiClient } from '../api/apiClient.ts'
import { channelQuery } from './channelQuery.ts'

/** A token lasts five minutes, and a channel that is opened renews its own. */
export const warmLifetimeMs = 240_000

/**
 * Reads a channel that the viewer is likely to open next, and prepares its stream with `warm`. Repeated while the page is
 * visible, before the token in the stream URL expires.
 */
export const warmChannelQuery = (
  { api, queryClient }: { api: ApiClient; queryClient: QueryClient },
  slug: string,
  warm: (slug: string, streamUrl: string, signal: AbortSignal) => Promise<void>,
) =>
  queryOptions({
    queryKey: ['warmChannel', slug],
    queryFn: async ({ signal }) => {
      const { live, streamUrl } = await queryClient.query({ ...channelQuery({ api }, slug), staleTime: 0 })
      if (live && streamUrl) await warm(slug, streamUrl, signal)
      return null
    },
    staleTime: warmLifetimeMs,
    refetchInterval: warmLifetimeMs,
    gcTime: 0,
    retry: false,
  })
