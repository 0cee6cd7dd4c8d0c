import { channelListMachine, type ChannelFilter } from '../../../machines/channelList.ts'
import { favouriteMachine } from '../../../machines/favourite.ts'
import { createChannelActors } from '../../actors/channels.ts'
import { type Root } from '../../app/root.tsx'

/** The machines of this screen with the world behind them. `keep` writes the sieve into the address. */
export function provideLiveChannels(root: Root, writeFilter: (sieve: ChannelFilter) => void) {
  const actors = createChannelActors({ ...root, now: Date.now })
  return {
    list: channelListMachine.provide({
      actors: actors.list,
      actions: { keepSieve: (_, sieve) => writeFilter(sieve) },
    }),
    favourite: favouriteMachine.provide({ actors: actors.favourite }),
  }
}
