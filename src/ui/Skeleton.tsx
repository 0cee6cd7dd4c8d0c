import { type CSSProperties } from 'react'
import classes from './Skeleton.module.css'

/** A placeholder for content that loads. It appears after 200 ms, so that a quick load does not flash. */
export function Skeleton({ ratio, height, width }: { ratio?: string; height?: string; width?: string }) {
  const shape: CSSProperties = { aspectRatio: ratio, height, width }
  return <div className={classes.skeleton} style={shape} aria-hidden="true" />
}
