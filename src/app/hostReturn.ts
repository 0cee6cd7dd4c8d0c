import { useEffect, useEffectEvent } from 'react'
import { useRoot, type Root } from './root.tsx'

/**
 * Calls `listener` when the session is confirmed again after the host was unreachable.
 * @returns a function that ends the subscription
 */
export function subscribeToHostReturn(session: Root['session'], listener: () => void): () => void {
  let wasUnreachable = session.getSnapshot().hasTag('unreachable')
  const subscription = session.subscribe((snapshot) => {
    const isUnreachable = snapshot.hasTag('unreachable')
    const hasReturned = wasUnreachable && !isUnreachable && snapshot.matches('signedIn')
    wasUnreachable = isUnreachable
    if (hasReturned) listener()
  })
  return () => subscription.unsubscribe()
}

/** Loads a list that has failed again when the host responds again. */
export function useHostReturn(hasFailed: boolean, retry: () => void): void {
  const { session } = useRoot()
  const onReturn = useEffectEvent(() => {
    if (hasFailed) retry()
  })
  useEffect(() => subscribeToHostReturn(session, () => onReturn()), [session])
}
