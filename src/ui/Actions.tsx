import { type ComponentProps } from 'react'
import classes from './Actions.module.css'

/**
 * A row of buttons that wraps. `stretch` gives them equal widths on a phone. The CSS variable `--actions-gap` sets
 * another gap.
 */
export function Actions({ stretch = false, className, ...rest }: ComponentProps<'div'> & { stretch?: boolean }) {
  return (
    <div {...rest} className={[classes.actions, stretch && classes.stretch, className].filter(Boolean).join(' ')} />
  )
}
