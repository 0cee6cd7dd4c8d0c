import { useDeferredValue, type ReactNode } from 'react'

/** Mounts its children in a deferred render, so that a press that shows them is answered before. For what takes long to mount. */
export function MountLater({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) ? children : null
}
