import { type ReactNode } from 'react'
import classes from './ComingScreen.module.css'
import { PageHeading } from './PageHeading.tsx'

/** A screen whose contents are still to come: its heading, what will stand here, and as `children` where to go now. */
export function ComingScreen({ title, words, children }: { title: string; words: string; children?: ReactNode }) {
  return (
    <>
      <PageHeading lead={words}>{title}</PageHeading>
      {children ? <div className={classes.ways}>{children}</div> : null}
    </>
  )
}
