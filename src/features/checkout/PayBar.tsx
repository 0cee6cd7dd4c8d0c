import { type ReactNode } from 'react'
import classes from './PayBar.module.css'

/** What a payment charges and the button that pays. On a phone it stays in view at the bottom of the screen. */
export function PayBar({ children }: { children: ReactNode }) {
  return <div className={classes.bar}>{children}</div>
}
