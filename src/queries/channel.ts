import { type HostClient } from '../api/client.ts'
import { outcome, type Outcome } from '../api/outcome.ts'
import { readChannel, type WatchableChannel } from '../api/channelReaders.ts'

/**
 * One channel with its stream, as the host told it last. In a file of its own: the route asks for it beside the code of
 * the video screen.
 */
export const channelQuery = ({ host }: { host: HostClient }, slug: string) => ({
  queryKey: ['channel', slug] as const,
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<Outcome<WatchableChannel>> =>
    outcome(host.GET('/wp-json/channel/v2/channels/{slug}', { params: { path: { slug } }, signal }), readChannel),
})
