import { type ComponentProps } from 'react'
import classes from './IconButton.module.css'

/** A button that is a drawing of 24 by 24. It has no words, so `aria-label` says what it does. */
export function IconButton({ className, ...rest }: ComponentProps<'button'>) {
  return <button type="button" {...rest} className={[classes.button, className].filter(Boolean).join(' ')} />
}
