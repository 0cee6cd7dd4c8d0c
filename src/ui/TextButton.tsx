import { type ComponentProps } from 'react'
import classes from './TextButton.module.css'

/** A button inside a sentence, underlined like a link. */
export function TextButton({ className, ...rest }: ComponentProps<'button'>) {
  return <button type="button" {...rest} className={[classes.button, className].filter(Boolean).join(' ')} />
}
