import { type ReactNode } from 'react'
import classes from './EmptyState.module.css'

/** Nothing here yet: a sentence that says so and, as `children`, one way on. */
export function EmptyState({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <section className={classes.empty}>
      <h2 className={classes.title}>{title}</h2>
      {text ? <p className={classes.text}>{text}</p> : null}
      {children ? <div className={classes.actions}>{children}</div> : null}
    </section>
  )
}
