import { channelListMachine, type Sieve } from '../../../machines/channelList.ts'
import { favouriteMachine } from '../../../machines/favourite.ts'
import { channelActors } from '../../actors/channels.ts'
import { type Root } from '../../app/root.tsx'

/** The machines of this screen with the world behind them. `keep` writes the sieve into the address. */
export function provide(root: Root, keep: (sieve: Sieve) => void) {
  const actors = channelActors({ ...root, now: Date.now })
  return {
    list: channelListMachine.provide({
      actors: actors.list,
      actions: { keepSieve: (_, sieve) => keep(sieve) },
    }),
    favourite: favouriteMachine.provide({ actors: actors.favourite }),
  }
}
