import { queryOptions } from '@tanstack/react-query'
import { type ApiClient } from '../api/apiClient.ts'
import { toApiResult } from '../api/apiResult.ts'
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
