import { type ReactNode } from 'react'
import classes from './OverlayButton.module.css'

/** A button over the video. A primary one has the signal color. */
export function OverlayButton({
  isPrimary = false,
  onClick,
  children,
}: {
  isPrimary?: boolean
  onClick: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      className={isPrimary ? `${classes.button} ${classes.primary}` : classes.button}
      onClick={onClick}
    >
      {children}
    </button>
  )
}
