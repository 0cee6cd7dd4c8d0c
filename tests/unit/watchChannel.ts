import { createActor, fromCallback, fromPromise, waitFor } from 'xstate'
import { livePlayerMachine } from '../../machines/livePlayer.ts'
import { type ChannelResult, type StreamCommand } from '../../machines/stream.types.ts'
import { streamRenewalMachine } from '../../machines/streamRenewal.ts'

/** A player whose channel is on air, and the commands for its stream. The stream starts when the test says so. */
export async function watchChannel() {
  const commands: StreamCommand[] = []
  const loadChannel = fromPromise<ChannelResult, { slug: string }>(async () => ({ kind: 'onAir', url: '/a.m3u8' }))
  const watching = createActor(
    livePlayerMachine.provide({
      actors: {
        loadChannel,
        streamRenewal: streamRenewalMachine.provide({ actors: { loadChannel } }),
        playStream: fromCallback<StreamCommand, { url: string }>(({ receive }) =>
          receive((command) => void commands.push(command)),
        ),
      },
    }),
    { input: { slug: 'harbor-one' } },
  ).start()
  await waitFor(watching, (snapshot) => snapshot.matches('watching'))
  return { watching, commands }
}

/** A store of players in which the channel `slug` opens at a press. */
export function createOpening() {
  let slug: string | undefined
  const listeners = new Set<() => void>()
  return {
    store: {
      opening: () => slug,
      subscribeToOpening: (listener: () => void) => {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    },
    open: (next: string | undefined) => {
      slug = next
      for (const listener of listeners) listener()
    },
  }
}
