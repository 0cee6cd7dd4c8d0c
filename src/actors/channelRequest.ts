import { fromPromise } from 'xstate'
import { type ChannelRequest, type RegionsAnswer, type RequestAnswer } from '../../machines/channelRequest.ts'
import { parseRegions } from '../api/accountParsers.ts'
import { type ApiClient } from '../api/apiClient.ts'
import { HostUnreachable, toApiResult } from '../api/apiResult.ts'
import { parseSuccess } from '../api/memberParsers.ts'

/** What the channelRequest machine asks of the host. */
export const createChannelRequestActors = ({ api }: { api: ApiClient }) => ({
  loadRegions: fromPromise<RegionsAnswer>(async ({ signal }) => {
    const answer = await toApiResult(api.GET('/wp-json/channel/v2/regions', { signal }), parseRegions)
    return answer.kind === 'granted'
      ? { kind: 'granted', regions: [...new Set(answer.data.map(({ name }) => name))] }
      : { kind: 'refused', message: answer.refusal.message }
  }),

  sendRequest: fromPromise<RequestAnswer, ChannelRequest>(
    async ({ input: { userId, email, channelName, region, quality, details }, signal }) => {
      const body = {
        user_id: userId,
        email,
        channel_name: channelName,
        channel_region: region,
        preferred_quality: quality,
        details,
      }
      try {
        const answer = await toApiResult(
          api.POST('/wp-json/channel/v2/channel_request', { body, signal }),
          parseSuccess,
        )
        return answer.kind === 'granted' ? answer : { kind: 'refused', message: answer.refusal.message }
      } catch (error) {
        // A server in trouble that still says something: its words go first (§8).
        if (error instanceof HostUnreachable && error.serverText) return { kind: 'refused', message: error.serverText }
        throw error
      }
    },
  ),
})
