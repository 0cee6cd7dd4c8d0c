import { type CSSProperties, type SyntheticEvent } from 'react'
import classes from './ChannelMark.module.css'

/** The mark of a channel: its letters on its color, else its logo, else the first letter of its name. */
export function ChannelMark({
  channel: { letters, name, color, live, logo },
}: {
  channel: { letters: string; name: string; color: string | undefined; live: boolean; logo?: string | undefined }
}) {
  const style = color === undefined ? undefined : ({ '--channel-color': color } as CSSProperties)
  return (
    <span className={classes.mark} style={style} data-mark data-live={live} aria-hidden="true">
      {letters || [...name][0]}
      {logo && !letters ? (
        <img key={logo} className={classes.logo} src={logo} alt="" decoding="async" onError={hideImage} />
      ) : null}
    </span>
  )
}

/** Hides an image that cannot be loaded or is no picture. */
export const hideImage = ({ currentTarget }: SyntheticEvent<HTMLElement>) => void (currentTarget.hidden = true)
