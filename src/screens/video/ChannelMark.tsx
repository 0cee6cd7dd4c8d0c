import { type CSSProperties } from 'react'
import classes from './ChannelMark.module.css'

/** The letters of a channel on its color. */
export const ChannelMark = ({ letters, color }: { letters: string; color: string | undefined }) => (
  <span className={classes.mark} style={color ? ({ '--channel': color } as CSSProperties) : undefined} aria-hidden>
    {letters}
  </span>
)
