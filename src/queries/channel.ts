import { type ApiClient } from '../api/apiClient.ts'
import { toApiResult, type ApiResult } from '../api/apiResult.ts'
import { parseChannel, type WatchableChannel } from '../api/channelParsers.ts'

/**
 * One channel with its stream, as the host told it last. In a file of its own: the route asks for it beside the code of
 * the video screen.
 */
export const channelQuery = ({ api }: { api: ApiClient }, slug: string) => ({
  queryKey: ['channel', slug] as const,
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<ApiResult<WatchableChannel>> =>
    toApiResult(api.GET('/wp-json/channel/v2/channels/{slug}', { params: { path: { slug } }, signal }), parseChannel),
})
