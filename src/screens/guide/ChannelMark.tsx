import { type CSSProperties } from 'react'
import { type GuideRow } from '../../../machines/guide.setup.ts'
import classes from './ChannelMark.module.css'

/** The mark of a channel: its letters on its color, or the first letter of its name. */
export function ChannelMark({ channel: { letters, name, color, live } }: { channel: GuideRow }) {
  const style = color === undefined ? undefined : ({ '--channel-color': color } as CSSProperties)
  return (
    <span className={classes.mark} style={style} data-live={live} aria-hidden="true">
      {letters || [...name][0]}
    </span>
  )
}
