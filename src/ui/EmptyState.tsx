import { type ReactNode } from 'react'
import classes from './EmptyState.module.css'

/** Nothing here yet: a sentence that says so and, as `children`, one way on. */
export function EmptyState({ title, words, children }: { title: string; words?: string; children?: ReactNode }) {
  return (
    <section className={classes.empty}>
      <h2 className={classes.title}>{title}</h2>
      {words ? <p className={classes.words}>{words}</p> : null}
      {children ? <div className={classes.way}>{children}</div> : null}
    </section>
  )
}
