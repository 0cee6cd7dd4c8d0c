import { type ReactNode } from 'react'
import classes from './EmptyState.module.css'

/** The message of an empty list. `children` are its actions. */
export function EmptyState({ title, text, children }: { title: string; text?: ReactNode; children?: ReactNode }) {
  return (
    <section className={classes.empty}>
      <h2 className={classes.title}>{title}</h2>
      {text ? <p className={classes.text}>{text}</p> : null}
      {children ? <div className={classes.actions}>{children}</div> : null}
    </section>
  )
}
