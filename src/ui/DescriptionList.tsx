import { type ReactNode } from 'react'
import classes from './DescriptionList.module.css'

/** A description list of `DescriptionItem` elements. */
export function DescriptionList({ children }: { children: ReactNode }) {
  return <dl className={classes.list}>{children}</dl>
}

/** A term and its description. */
export function DescriptionItem({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
