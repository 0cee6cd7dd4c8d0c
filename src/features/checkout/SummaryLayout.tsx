import { type ReactNode } from 'react'
import classes from './SummaryLayout.module.css'

/** The payment methods with a sticky summary beside them. On a phone, the summary is above them. */
export function SummaryLayout({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.page}>
      <aside className={classes.aside}>{summary}</aside>
      <div className={classes.choice}>{children}</div>
    </div>
  )
}
