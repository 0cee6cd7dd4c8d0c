import * as v from 'valibot'
import { createStoredItem, type ItemStorage } from '../platform/storedItem.ts'
import { channelPathOf, routeOf, type AuthState, type AppLocation } from './accessRules.ts'
import { parseLocationState, appRoutes } from './paths.ts'

/** Stores the channel that a guest requested, from the refusal until the plan is paid. */
export type ReturnToChannel = ReturnType<typeof createReturnToChannel>

/** Stores the path of the channel in this tab's session storage, so that it survives a reload. */
export function createReturnToChannel(getStorage: () => ItemStorage) {
  const item = createStoredItem(getStorage, 'statecast.channel', v.string())

  return {
    /** The path of the channel; undefined without one. Always a path of this application. */
    channelPath: (): string | undefined => channelPathOf(item.get()),

    /** Handles a navigation: stores the channel that a guest was refused, and removes it once the user may watch. */
    onNavigated(location: Pick<AppLocation, 'pathname' | 'state'>, authState: AuthState) {
      if (authState.kind !== 'signedIn') return
      const refused = channelPathOf(parseLocationState(location.state).from)
      if (authState.role === 'guest' && refused !== undefined) item.set(refused)
      // A member on a checkout page has just paid, and the checkout still reads the path.
      const route = routeOf(location.pathname)
      const isPaying = route === appRoutes.subscribe || route === appRoutes.upgrade
      if (authState.role === 'membership' && !isPaying) item.remove()
    },
  }
}
