import { useDeferredValue, useState, type ReactNode } from 'react'
import classes from './UnmountLater.module.css'

/**
 * Shows its children while `isShown`. Then it hides them at once and unmounts them in a deferred render, so that what
 * replaces them does not wait: the frame of a payment provider takes long to remove.
 */
export function UnmountLater({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  const wasShown = useDeferredValue(isShown)
  const [kept, setKept] = useState(children)
  // The same element as before, so that hiding does not render it again.
  if (isShown && kept !== children) setKept(children)
  return (
    <div className={classes.content} hidden={!isShown}>
      {isShown || wasShown ? kept : null}
    </div>
  )
}
