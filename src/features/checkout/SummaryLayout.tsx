import { type ReactNode } from 'react'
import classes from './SummaryLayout.module.css'

/** The choice of how to pay, with the summary beside it, in view all the way down; on a phone above it. */
export function SummaryLayout({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.page}>
      <aside className={classes.aside}>{summary}</aside>
      <div className={classes.choice}>{children}</div>
    </div>
  )
}
