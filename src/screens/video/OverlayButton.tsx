import { type ReactNode } from 'react'
import classes from './OverlayButton.module.css'

/** A button over the video. */
export function OverlayButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={classes.button} onClick={onClick}>
      {children}
    </button>
  )
}
