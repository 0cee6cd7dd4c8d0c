import { queryOptions } from '@tanstack/react-query'
import { type ApiClient } from '../api/apiClient.ts'
import { HostUnreachable, toApiResult } from '../api/apiResult.ts'
import { parseChannel } from '../api/channelParsers.ts'
import { readData } from '../api/readData.ts'

/** One channel with its stream URL. */
export const channelQuery = ({ api }: { api: ApiClient }, slug: string) =>
  queryOptions({
    queryKey: ['channel', slug],
    queryFn: ({ signal }) =>
      readData(
        toApiResult(
          api.GET('/wp-json/channel/v2/channels/{slug}', { params: { path: { slug } }, signal }),
          parseChannel,
        ),
      ),
  })

/** Whether a read failed although the connection holds. */
export const isServerError = (error: Error | null): boolean =>
  error?.cause instanceof HostUnreachable && !error.cause.isConnectionLost
