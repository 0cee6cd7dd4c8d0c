import { queryOptions } from '@tanstack/react-query'
import { type ApiClient } from '../api/apiClient.ts'
import { toApiResult } from '../api/apiResult.ts'
import { parseChannels } from '../api/channelParsers.ts'
import { readData } from '../api/readData.ts'

/** All channels, without their streams. Every signed-in user may read them. */
export const channelsQuery = ({ api }: { api: ApiClient }) =>
  queryOptions({
    queryKey: ['channels'],
    // The signal is not passed on: a view that unmounts would cancel the request that an actor shares with it.
    queryFn: () => readData(toApiResult(api.GET('/wp-json/channel/v2/channels'), parseChannels)),
  })
