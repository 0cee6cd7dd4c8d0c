import { type CSSProperties } from 'react'
import classes from './Skeleton.module.css'

/** A placeholder for content that loads. It appears after 200 ms, so that a quick load does not flash. */
export function Skeleton({ ratio, height, width }: { ratio?: string; height?: string; width?: string }) {
  const shape: CSSProperties = { aspectRatio: ratio, height, width }
  return <div className={classes.skeleton} style={shape} aria-hidden="true" />
}

/** A placeholder for a line of text. Its font size is that of the text, which gives it the height of the line. */
export function TextSkeleton({ width }: { width: string }) {
  return <div className={`${classes.skeleton} ${classes.text}`} style={{ width }} aria-hidden="true" />
}
