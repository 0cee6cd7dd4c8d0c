import { useSyncExternalStore } from 'react'

const subscribe = () => () => undefined

/**
 * False on the server and during hydration, true from the next render on. What depends on the browser, such as a blocked
 * cookie, is rendered only then, so that the first render equals the prerendered page.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
