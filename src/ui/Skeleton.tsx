import { type CSSProperties } from 'react'
import classes from './Skeleton.module.css'

/** A block in the shape of what comes. It stays unseen for the first 200 ms: what is quick does not flash. */
export function Skeleton({ ratio, height, width }: { ratio?: string; height?: string; width?: string }) {
  const shape: CSSProperties = { aspectRatio: ratio, height, width }
  return <div className={classes.skeleton} style={shape} aria-hidden="true" />
}
