import { type ComponentProps } from 'react'
import classes from './IconButton.module.css'

/** A button with an icon of 24 by 24. It needs an `aria-label`. */
export function IconButton({ className, ...rest }: ComponentProps<'button'>) {
  return <button type="button" {...rest} className={[classes.button, className].filter(Boolean).join(' ')} />
}
