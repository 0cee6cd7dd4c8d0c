import { channelOf, placeOf, type Standing, type Whereabouts } from './access.ts'
import { locationState, places } from './paths.ts'

/** Where it lies, in session storage: of this tab alone, and gone with the user at logout. */
const name = 'statecast.channel'

/** The channel's link at which the way to a membership began, from the refusal until it is paid for. */
export type WayBack = ReturnType<typeof openWayBack>

/**
 * Opens the memory of the channel that a guest was refused. A reload on the way does not lose it; a shelf that is closed
 * keeps nothing, and then paying leads where it leads without.
 */
export function openWayBack(shelf: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
  const on = <T>(ask: (open: ReturnType<typeof shelf>) => T): T | undefined => {
    try {
      return ask(shelf())
    } catch {
      return undefined
    }
  }

  return {
    /** The path of a channel of this application, whatever lies there; undefined when the way began elsewhere. */
    channel: (): string | undefined => channelOf(on((open) => open.getItem(name))),

    /** Hears of every arrival: a guest's refusal is remembered, and who may watch has no need of it any more. */
    arrived(location: Pick<Whereabouts, 'pathname' | 'state'>, standing: Standing) {
      if (standing.kind !== 'somebody') return
      const refused = channelOf(locationState(location.state).from)
      if (standing.role === 'guest' && refused !== undefined) on((open) => open.setItem(name, refused))
      // A member who is still at the checkout has just paid, or is about to read whether they have.
      const place = placeOf(location.pathname)
      const isPaying = place === places.subscribe || place === places.upgrade
      if (standing.role === 'membership' && !isPaying) on((open) => open.removeItem(name))
    },
  }
}
