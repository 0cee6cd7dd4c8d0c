import { queryOptions } from '@tanstack/react-query'
import { type ApiClient } from '../api/apiClient.ts'
import { toApiResult } from '../api/apiResult.ts'
import { parseSchedule } from '../api/channelParsers.ts'
import { readData } from '../api/readData.ts'

const toSeconds = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`

/** The shows of every channel in a window of at most 24 hours, for members. `from` and `to` are ms since the epoch. */
export const scheduleQuery = ({ api }: { api: ApiClient }, { from, to }: { from: number; to: number }) =>
  queryOptions({
    queryKey: ['schedule', from, to],
    queryFn: ({ signal }) =>
      readData(
        toApiResult(
          api.GET('/wp-json/channel/v2/schedule', {
            params: { query: { from: toSeconds(from), to: toSeconds(to) } },
            signal,
          }),
          parseSchedule,
        ),
      ),
  })
