import { channelPathOf, routeOf, type AuthState, type AppLocation } from './accessRules.ts'
import { parseLocationState, appRoutes } from './paths.ts'

/** Where it lies, in session storage: of this tab alone, and gone with the user at logout. */
const storageKey = 'statecast.channel'

/** The channel's link at which the way to a membership began, from the refusal until it is paid for. */
export type ReturnToChannel = ReturnType<typeof createReturnToChannel>

/**
 * Opens the memory of the channel that a guest was refused. A reload on the way does not lose it; a shelf that is closed
 * keeps nothing, and then paying leads where it leads without.
 */
export function createReturnToChannel(getStorage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
  const withStorage = <T>(use: (storage: ReturnType<typeof getStorage>) => T): T | undefined => {
    try {
      return use(getStorage())
    } catch {
      return undefined
    }
  }

  return {
    /** The path of a channel of this application, whatever lies there; undefined when the way began elsewhere. */
    channelPath: (): string | undefined => channelPathOf(withStorage((storage) => storage.getItem(storageKey))),

    /** Hears of every arrival: a guest's refusal is remembered, and who may watch has no need of it any more. */
    onNavigated(location: Pick<AppLocation, 'pathname' | 'state'>, authState: AuthState) {
      if (authState.kind !== 'somebody') return
      const refused = channelPathOf(parseLocationState(location.state).from)
      if (authState.role === 'guest' && refused !== undefined)
        withStorage((storage) => storage.setItem(storageKey, refused))
      // A member who is still at the checkout has just paid, or is about to read whether they have.
      const route = routeOf(location.pathname)
      const isPaying = route === appRoutes.subscribe || route === appRoutes.upgrade
      if (authState.role === 'membership' && !isPaying) withStorage((storage) => storage.removeItem(storageKey))
    },
  }
}
