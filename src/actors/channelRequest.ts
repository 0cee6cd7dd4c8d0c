import { type QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import { type ChannelRequest, type RegionsResult, type RequestResult } from '../../machines/channelRequest.ts'
import { type ApiClient } from '../api/apiClient.ts'
import { toApiResult } from '../api/apiResult.ts'
import { parseSuccess } from '../api/memberParsers.ts'
import { toRefusedResult } from '../api/readData.ts'
import { regionsQuery } from '../queries/regionsQuery.ts'

/** The actors of the channelRequest machine. */
export const createChannelRequestActors = ({ api, queryClient }: { api: ApiClient; queryClient: QueryClient }) => ({
  loadRegions: fromPromise<RegionsResult>(() =>
    queryClient.query(regionsQuery({ api })).then((regions) => ({ kind: 'granted', regions }), toRefusedResult),
  ),

  sendRequest: fromPromise<RequestResult, ChannelRequest>(
    async ({ input: { userId, email, channelName, region, quality, details }, signal }) => {
      const body = {
        user_id: userId,
        email,
        channel_name: channelName,
        channel_region: region,
        preferred_quality: quality,
        details,
      }
      const result = await toApiResult(api.POST('/wp-json/channel/v2/channel_request', { body, signal }), parseSuccess)
      return result.kind === 'granted' ? result : { kind: 'refused', message: result.refusal.message }
    },
  ),
})
