import { fromPromise } from 'xstate'
import { type ChannelRequest, type RegionsAnswer, type RequestAnswer } from '../../machines/channelRequest.ts'
import { readRegions } from '../api/accountReaders.ts'
import { type HostClient } from '../api/client.ts'
import { HostUnreachable, outcome } from '../api/outcome.ts'
import { readDone } from '../api/readers.ts'

/** What the channelRequest machine asks of the host. */
export const channelRequestActors = ({ host }: { host: HostClient }) => ({
  loadRegions: fromPromise<RegionsAnswer>(async ({ signal }) => {
    const answer = await outcome(host.GET('/wp-json/channel/v2/regions', { signal }), readRegions)
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
        const answer = await outcome(host.POST('/wp-json/channel/v2/channel_request', { body, signal }), readDone)
        return answer.kind === 'granted' ? answer : { kind: 'refused', message: answer.refusal.message }
      } catch (lost) {
        // A server in trouble that still says something: its words go first (§8).
        if (lost instanceof HostUnreachable && lost.serverText) return { kind: 'refused', message: lost.serverText }
        throw lost
      }
    },
  ),
})
