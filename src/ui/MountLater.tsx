import { useDeferredValue, type ReactNode } from 'react'

/**
 * Mounts its children in a deferred render, so that a press that shows them is answered before. For what takes long to
 * mount. `placeholder` is shown until then.
 */
export function MountLater({ placeholder = null, children }: { placeholder?: ReactNode; children: ReactNode }) {
  return useDeferredValue(true, false) ? children : placeholder
}
