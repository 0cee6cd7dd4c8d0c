import { channelListMachine } from '../../../machines/channelList.ts'
import { favouriteMachine } from '../../../machines/favourite.ts'
import { favouriteUndoMachine } from '../../../machines/favouriteUndo.ts'
import { createChannelActors } from '../../actors/channels.ts'
import { type Root } from '../../app/root.tsx'

/** The machines of this screen with the world behind them. Its list is not sifted, so no sieve is kept. */
export function provideFavourites(root: Root) {
  const actors = createChannelActors({ ...root, now: Date.now })
  return {
    list: channelListMachine.provide({ actors: actors.list, actions: { keepSieve: () => undefined } }),
    favourite: favouriteMachine.provide({ actors: actors.favourite }),
    undo: favouriteUndoMachine.provide({ actors: actors.undo }),
  }
}
